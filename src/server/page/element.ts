/**
 * Making elements. Texts of pages only ever become text nodes.
 */

type Children = readonly (Node | string)[];

export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined;
}

export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Children
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  setAll(made, attributes);
  made.append(...children);
  return made;
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Children
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAll(made, attributes);
  made.append(...children);
  return made;
}

/** `true` is an attribute without a value; `false` and `undefined` are none. */
function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** A symbol of our own, as wide as a letter. */
export function icon(path: string): SVGSVGElement {
  return svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

export const ICONS = {
  back: 'M10 3 5 8l5 5',
  forward: 'M6 3l5 5-5 5',
  reload: 'M13 8a5 5 0 1 1-1.600-3.700M13 2v3h-3',
  collapse: 'M3 6l5 5 5-5',
  expand: 'M3 10l5-5 5 5',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 1 1 6.500 3 4.500 4.500 0 0 0 13 9.500z',
  hand: 'M3 2.500l9 4.500-4 1.200L6.500 12z',
  done: 'M3 8.500l3 3 7-7',
  failed: 'M4 4l8 8M12 4l-8 8',
} as const;
