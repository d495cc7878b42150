/**
 * Differences by what they have in common: the properties that are left on their smallest pages.
 *
 * In:  shrunk pages. Out: groups, the largest first, each with its smallest page first.
 */
import type { PageElement } from './random-page.ts';

export interface Found {
  readonly theme: string;
  readonly seed: number;
  readonly page: PageElement;
  /** The first element that differs, in words. */
  readonly difference: string;
}

export interface Group {
  readonly key: string;
  readonly cases: readonly Found[];
}

export function groupsOf(found: readonly Found[]): Group[] {
  const groups = Map.groupBy(found, ({ page }) => [...propertiesOf(page)].sort().join(', '));
  return [...groups]
    .map(([key, cases]) => ({ key, cases: cases.sort((a, b) => sizeOf(a.page) - sizeOf(b.page)) }))
    .sort((a, b) => b.cases.length - a.cases.length);
}

/** Names of properties, with their value for the display and the tag where it is not a plain box. */
function propertiesOf(page: PageElement, into = new Set<string>()): Set<string> {
  for (const child of page.children) {
    if (typeof child === 'string') continue;
    if (child.tag !== 'div') into.add(`<${child.tag}>`);
    for (const declaration of child.style) {
      const [name] = declaration.split(/:(?= )/);
      into.add(name === 'display' || name === 'position' || name === 'float' ? declaration : name!);
    }
    propertiesOf(child, into);
  }
  return into;
}

function sizeOf(page: PageElement): number {
  return JSON.stringify(page).length;
}
