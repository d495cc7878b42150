/**
 * A box tree that follows its document: after a change only the boxes that it touches are made anew.
 *
 * In:  elements whose style, attributes or content changed, and the boxes that the last layout had for elements.
 * Out: the tree with the smallest parts replaced that can stand alone; layout caches above them dropped. All others keep
 *      their boxes, and with them their cached layouts.
 *
 * A part can be replaced by itself if what stands around it cannot tell the difference: it is the one box of an ordinary
 * element that takes part in the flow as before, and nothing that is counted through the document is in it.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { DomElement, DomNode } from '../html/node-tree.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { isListItem } from '../style/display.ts';
import type { Box } from './box.ts';
import { type BoxStyles, type BoxTreeOptions, type GeneratedBoxes, generateBoxes } from './box-tree.ts';
import { elementRole } from './boxes/element-role.ts';
import { invalidateLayout } from './cache.ts';

/** With more changes than this at once, everything is made anew. */
const MAX_PARTS = 100;

export class BoxTree {
  readonly #document: DomNode;
  readonly #options: BoxTreeOptions;
  readonly #whole: GeneratedBoxes;
  /** Quotation marks and numbers that parts have brought since. */
  #showsOrder: boolean;

  constructor(document: DomNode, styles: BoxStyles, options: BoxTreeOptions) {
    this.#document = document;
    this.#options = options;
    this.#whole = generateBoxes(document, styles, options);
    this.#showsOrder = this.#whole.showsOrder;
  }

  get root(): Box {
    return this.#whole.box;
  }

  /** False when the change is not a matter of parts: then this tree is of no more use. */
  update(changed: Iterable<DomElement>, styles: BoxStyles, boxOf: (element: DomElement) => Box | null): boolean {
    if (this.#whole.hasFirstLetter) return false;
    const parts = new Map<DomElement, Box>();
    for (const element of changed) {
      if (isHidden(element, styles)) continue;
      const part = partAround(element, styles, boxOf);
      if (part === null || parts.size >= MAX_PARTS) return false;
      parts.set(part, boxOf(part)!);
    }
    for (const [element, box] of parts) {
      if (!isInside(element, parts, styles) && !this.#replace(element, box, styles)) return false;
    }
    return true;
  }

  #replace(element: DomElement, old: Box, styles: BoxStyles): boolean {
    const made = generateBoxes(this.#document, styles, this.#options, element);
    if (made.hasFirstLetter) return false;
    this.#showsOrder ||= made.showsOrder;
    if (this.#showsOrder && (made.changesOrder || made.showsOrder || countsItems(old))) return false;
    const { box } = made;
    if (box.kind !== old.kind || box.inlineLevel !== old.inlineLevel || !this.#isLinked(old)) return false;
    const parent = old.parent!;
    parent.children[parent.children.indexOf(old)] = box;
    box.parent = parent;
    invalidateLayout(parent);
    return true;
  }

  /** Whether a box hangs in this tree: layout of columns puts others in between, for its own use. */
  #isLinked(box: Box): boolean {
    let at = box;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }
}

/** Nothing of the element is shown, whatever happens in it. */
function isHidden(element: DomElement, styles: BoxStyles): boolean {
  for (let at: DomElement | null = element; at !== null; at = parentOf(at, styles)) {
    if (at !== element && styles.styleOf(at).display === 'none') return true;
  }
  return false;
}

function parentOf(element: DomElement, styles: BoxStyles): DomElement | null {
  return styles.flatTree!.parentOf(element);
}

/** The nearest element at or around this one whose box can be replaced; `null` when that would be all. */
function partAround(
  element: DomElement,
  styles: BoxStyles,
  boxOf: (element: DomElement) => Box | null,
): DomElement | null {
  for (let at: DomElement | null = element; at !== null; at = parentOf(at, styles)) {
    if (at[LOCAL_NAME] === 'body' || at[LOCAL_NAME] === 'html') return null;
    const box = boxOf(at);
    if (box !== null && standsAlone(at, box) && isSameOutside(styles.styleOf(at), box.style)) return at;
  }
  return null;
}

function standsAlone(element: DomElement, box: Box): boolean {
  const { parent } = box;
  return (
    box.node === element &&
    box.pseudo === null &&
    parent !== null &&
    parent.legend !== box &&
    box.isFirstPiece &&
    box.isLastPiece &&
    (box.kind === 'flow' || box.kind === 'flex' || box.kind === 'grid' || box.kind === 'table-cell') &&
    elementRole(element) === 'ordinary'
  );
}

/** Whether the boxes around cannot tell the difference: they are arranged by how a box takes part in the flow. */
function isSameOutside(style: ComputedStyle, old: ComputedStyle): boolean {
  return (
    style === old ||
    (style.display === old.display &&
      style.originalDisplay === old.originalDisplay &&
      style.float === old.float &&
      style.position === old.position &&
      style.writingMode === old.writingMode)
  );
}

function isInside(element: DomElement, parts: ReadonlyMap<DomElement, Box>, styles: BoxStyles): boolean {
  for (let at = parentOf(element, styles); at !== null; at = parentOf(at, styles)) if (parts.has(at)) return true;
  return false;
}

/** Whether a box, or one in it, changes a counter or quotes. Boxes without a fragment of their own are in `children`. */
function countsItems(root: Box): boolean {
  const stack = [root];
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    const { style } = box;
    const counts = style.counterReset.length + style.counterIncrement.length + style.counterSet.length > 0;
    if (counts || isListItem(style.display) || box.pseudo !== null || box.marker !== null) return true;
    for (const child of box.children) stack.push(child);
  }
  return false;
}
