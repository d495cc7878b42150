/**
 * Elements that a walk through a page treats in a way of their own, by their names.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { attribute, type DomElement, namespaceOf, parentElement } from '../html/node-tree.ts';

/** What is inside of these is not shown as it is. */
const OPAQUE: ReadonlySet<string> = new Set(
  'audio canvas embed frame iframe img input meter object progress svg textarea video'.split(' '),
);

export function isFrame(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'iframe' || element[LOCAL_NAME] === 'frame';
}

/** A drawing inside of a page is a picture; one that is the page shows its words and links. */
export function isOpaque(element: DomElement): boolean {
  return OPAQUE.has(element[LOCAL_NAME]) && !(isSvg(element) && parentElement(element) === null);
}

/** Parts of a drawing that are never rendered: SVG 2 §5.7, §5.8. A title is what the mouse is shown, mostly the same words. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['desc', 'metadata', 'script', 'style', 'title']);

export function isDescriptive(element: DomElement): boolean {
  return DESCRIPTIVE.has(element[LOCAL_NAME]) && isSvg(element);
}

export function isSvg(element: DomElement): boolean {
  return namespaceOf(element) === 'svg';
}

/** Controls that pages make transparent to draw their own in the same place; they still take the clicks. */
export function isOftenRedrawn(control: DomElement): boolean {
  if (control[LOCAL_NAME] === 'select') return true;
  return control[LOCAL_NAME] === 'input' && /^(?:checkbox|radio|file|range)$/i.test(attribute(control, 'type') ?? '');
}
