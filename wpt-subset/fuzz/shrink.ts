/**
 * Smaller versions of a page, for finding what makes a difference.
 *
 * In:  a page. Out: pages with one thing less: an element gone or replaced by its children, a declaration, half a text.
 */
import type { PageElement, PageNode } from './random-page.ts';

export function* smallerPages(page: PageElement): Generator<PageElement> {
  for (const [index, child] of page.children.entries()) {
    yield withChildren(page, index, []);
    if (typeof child === 'string') {
      const words = child.split(' ');
      if (words.length > 1) {
        yield withChildren(page, index, [words.slice(0, words.length >> 1).join(' ')]);
        yield withChildren(page, index, [words.slice(0, -1).join(' ')]);
      } else if (child.length > 1) yield withChildren(page, index, ['x']);
      continue;
    }
    if (child.children.length > 0) yield withChildren(page, index, child.children);
    for (const smaller of smallerPages(child)) yield withChildren(page, index, [smaller]);
  }
  // The body keeps its style: without it every page would come to its margin.
  if (page.tag === 'body') return;
  for (const [index] of page.style.entries()) {
    yield { ...page, style: page.style.filter((_, at) => at !== index) };
  }
  if (page.tag !== 'div') yield { ...page, tag: 'div', attributes: '' };
}

/** Shrinks a page as far as `differs` goes, which is asked about many pages at a time and names those that still differ. */
export async function smallestPage(
  page: PageElement,
  differs: (pages: readonly PageElement[]) => Promise<readonly boolean[]>,
): Promise<PageElement> {
  for (let smallest = page; ; ) {
    const tries = [...smallerPages(smallest)];
    const left = await differs(tries);
    const next = tries[left.indexOf(true)];
    if (next === undefined) return smallest;
    smallest = next;
  }
}

function withChildren(page: PageElement, index: number, replacement: readonly PageNode[]): PageElement {
  return { ...page, children: [...page.children.slice(0, index), ...replacement, ...page.children.slice(index + 1)] };
}
