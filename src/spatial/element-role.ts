/**
 * The role of an entry: the one that it names, else the one that its tag has by itself.
 *
 * Entries leave out what the tag says already. Whoever looks for a role needs it back.
 */
import { isWidgetRole } from './aria-roles.ts';
import type { Bounds, SpatialElement } from './spatial-dom.ts';

/** Roles that the tag says already. Secure: pages choose names such as 'constructor'. */
export const NATIVE_ROLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'link',
    area: 'link',
    aside: 'complementary',
    button: 'button',
    dialog: 'dialog',
    footer: 'contentinfo',
    form: 'form',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    header: 'banner',
    img: 'img',
    main: 'main',
    nav: 'navigation',
    option: 'option',
    search: 'search',
    section: 'region',
    select: 'combobox',
    summary: 'button',
    textarea: 'textbox',
  }),
);

/**
 * The ARIA role of an element of a Spatial DOM; `null` when it has none.
 *
 * @example
 * const links = page.els.filter((el) => elementRole(el) === 'link');
 */
export function elementRole(element: Pick<SpatialElement, 'tag' | 'role' | 'href'>): string | null {
  if (element.role !== undefined) return element.role;
  if (element.tag === 'a' && element.href === undefined) return null;
  return NATIVE_ROLE.get(element.tag) ?? null;
}

const FIELDS: ReadonlySet<string> = new Set(['audio', 'input', 'video']);

/** Whether a person could act on an element of a Spatial DOM. */
export function isInteractiveElement(element: SpatialElement): boolean {
  return element.clickable === true || isWidgetRole(elementRole(element)) || FIELDS.has(element.tag);
}

/** The gap between two boxes; 0 when they touch. */
export function boundsDistance([ax, ay, aw, ah]: Bounds, [bx, by, bw, bh]: Bounds): number {
  const x = Math.max(0, ax - bx - bw, bx - ax - aw);
  const y = Math.max(0, ay - by - bh, by - ay - ah);
  return Math.hypot(x, y);
}
