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
      }
      continue;
    }
    yield withChildren(page, index, child.children);
    for (const smaller of smallerPages(child)) yield withChildren(page, index, [smaller]);
  }
  // The body keeps its style: without it every page would come to its margin.
  if (page.tag === 'body') return;
  for (const [index] of page.style.entries()) {
    yield { ...page, style: page.style.filter((_, at) => at !== index) };
  }
  if (page.tag === 'span') yield { ...page, tag: 'div' };
}

function withChildren(page: PageElement, index: number, replacement: readonly PageNode[]): PageElement {
  return { ...page, children: [...page.children.slice(0, index), ...replacement, ...page.children.slice(index + 1)] };
}
