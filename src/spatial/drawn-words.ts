/**
 * Words in a drawing.
 *
 * In:  a text element of a drawing; the candidates of a page.
 * Out: what the element says; the shapes that the words on them tell.
 *
 * SVG 2 §11 https://www.w3.org/TR/SVG2/text.html
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import {
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  followingSkippingChildren,
  hasAnyAttribute,
  isElement,
  isText,
} from '../html/node-tree.ts';
import type { Candidate } from './candidate.ts';
import { isDescriptive, isSvg } from './element-kinds.ts';
import { contains } from './paint-order.ts';

/** Words of a drawing: each such element says where they stand. */
export function isDrawnText(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'text' && isSvg(element);
}

/** §11.5: a piece with a place of its own begins another line, or another word. */
const PLACES: ReadonlySet<string> = new Set(['x', 'y']);

export function drawnWords(element: DomElement): string {
  let words = '';
  let node = firstChild(element);
  while (node !== null) {
    const isElse = isElement(node) && isDescriptive(node);
    if (isText(node)) words += characterData(node);
    else if (isElement(node) && hasAnyAttribute(node, PLACES)) words += ' ';
    node = isElse ? followingSkippingChildren(node, element) : following(node, element);
  }
  return words;
}

/**
 * Shapes with a label on them that takes clicks as they do, as charts and menus draw it: the label says what the shape is,
 * and where it is for sure, as a slice or a ring need not be in the middle of its box.
 */
export function labelledShapes(candidates: readonly Candidate[]): ReadonlySet<DomElement> {
  const labelled = new Set<DomElement>();
  let shape: Candidate | null = null;
  for (const candidate of candidates) {
    const { element, interactivity } = candidate;
    if (interactivity === null || !isSvg(element)) continue;
    if (!isDrawnText(element)) shape = hasName(candidate) ? null : candidate;
    else if (shape !== null && isLabel(candidate, shape)) labelled.add(shape.element);
  }
  return labelled;
}

const NAMES: ReadonlySet<string> = new Set(['aria-label', 'aria-labelledby']);

/** Words, a role, a title or a label of its own. */
function hasName({ element, role, whole }: Candidate): boolean {
  return role !== null || whole !== '' || firstChild(element) !== null || hasAnyAttribute(element, NAMES);
}

function isLabel(words: Candidate, shape: Candidate): boolean {
  if (words.interactivity !== shape.interactivity || parentOf(words) !== parentOf(shape)) return false;
  const { x, y, w, h } = words.place.rect;
  return contains(shape.place.rect, { x: x + w / 2, y: y + h / 2, w: 0, h: 0 });
}

function parentOf({ element }: Candidate): DomNode | null {
  return element[PARENT_NODE];
}
