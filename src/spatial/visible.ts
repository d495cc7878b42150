/**
 * What can be seen of an element: its box, what clips it, whether scrolling brings it into view.
 *
 * In:  boxes and clips of layout, styles on the way down the tree.
 * Out: for an element its rectangle and the part that shows; `null` when a person could never see it.
 *
 * CSS Overflow 3 §3, CSS Masking 1 §5 (clip, clip-path), HTML §6.3 (inert subtrees)
 */

import { intersectRect, type Rect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import {
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  hasAttribute,
  isElement,
  isHtml,
  nextSibling,
  parentElement,
} from '../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';

/** What the emitter asks of layout. Rectangles are in page coordinates. */
export interface SpatialLayout {
  borderBox(node: DomNode): Rect | null;
  /** The part of a rectangle of this node that overflow of its ancestors does not clip away. */
  clip(node: DomNode, rect: Rect): Rect | null;
  /** Whether 'clip-path' or 'clip' leaves next to nothing of an element: text for screen readers. */
  isCutOut(element: DomElement): boolean;
  /** Whether 'position-visibility' hides an element with all that is in it: its anchor is not seen, or it does not fit. */
  hides(element: DomElement): boolean;
  /** Whether what is in an element is far away and has no place yet: 'content-visibility: auto'. */
  skipsContent(element: DomElement): boolean;
  /** The union of a text node's line fragments; `null` when it has none. */
  textBox(text: DomNode): Rect | null;
  /** The pieces of a text node, line by line, with offsets into its text. */
  textLines(text: DomNode): readonly TextLine[];
}

export interface TextLine {
  readonly rect: Rect;
  readonly start: number;
  readonly end: number;
}

/** Where an element is and how much of it shows. */
export interface Place {
  readonly rect: Rect;
  /** The part that shows now; `null` when boxes around it clip it away. */
  readonly shown: Rect | null;
  /** Clipped away, and no scrolling of a person brings it back. */
  readonly isClipped: boolean;
}

/** What ancestors do to the visibility of what is inside of them. */
export interface Sight {
  /** Inside a box that a person can scroll. */
  readonly scrolls: boolean;
  /** What boxes that only clip leave visible, counted from the nearest one that scrolls. */
  readonly clip: Rect | null;
  /** Clipped to nothing by 'clip' or 'clip-path': text for screen readers. */
  readonly cutOut: boolean;
}

export const OPEN_SIGHT: Sight = { scrolls: false, clip: null, cutOut: false };

/** Pixels that have to show for something to count as visible. */
const SMALLEST = 1;
/** Text that is cut to less than this is there for screen readers only. */
const SMALLEST_TEXT = 2;
const BLANK = /^\s*$/;

export function placeOf(element: DomElement, style: ComputedStyle, sight: Sight, layout: SpatialLayout): Place | null {
  const rect = layout.borderBox(element);
  if (rect === null || rect.w < SMALLEST || rect.h < SMALLEST || !isOnCanvas(rect)) return null;
  const part = layout.clip(element, rect);
  const isCutOut = sight.cutOut || cutsOut(element, style, layout);
  const isShown = part !== null && part.w >= SMALLEST && part.h >= SMALLEST && !isCutOut;
  if (isShown) return { rect, shown: part, isClipped: false };
  return { rect, shown: null, isClipped: isCutOut || !canScrollTo(rect, sight) };
}

/** Faster: next to no element has a style that cuts anything off, and layout need not be asked about the others. */
function cutsOut(element: DomElement, { clipPath, clip }: ComputedStyle, layout: SpatialLayout): boolean {
  return (clipPath !== null || clip !== null) && layout.isCutOut(element);
}

/** Where text shows, or where scrolling brings it; `null` when nothing of it can be read. */
export function textPlace(text: DomNode, sight: Sight, layout: SpatialLayout): Rect | null {
  const rect = layout.textBox(text);
  if (rect === null || sight.cutOut || !isOnCanvas(rect)) return null;
  const part = layout.clip(text, rect);
  if (part !== null && part.w >= SMALLEST_TEXT && part.h >= SMALLEST_TEXT) return part;
  // Collapsed space between words has no size and still separates them. Letters without a size are a trick.
  if (rect.w < SMALLEST_TEXT) return BLANK.test(characterData(text)) ? part : null;
  return canScrollTo(rect, sight) ? rect : null;
}

function canScrollTo(rect: Rect, { scrolls, clip }: Sight): boolean {
  if (!scrolls) return false;
  if (clip === null) return true;
  const part = intersectRect(clip, rect);
  return part !== null && part.w >= SMALLEST && part.h >= SMALLEST;
}

/** The sight inside an element. */
export function sightWithin(
  sight: Sight,
  element: DomElement,
  style: ComputedStyle,
  place: Place | null,
  layout: SpatialLayout,
): Sight {
  const cutOut = sight.cutOut || cutsOut(element, style, layout);
  const { overflowX, overflowY } = style;
  const scrolls = isScrolled(overflowX) || isScrolled(overflowY);
  if (scrolls && place !== null && !place.isClipped) return { scrolls: true, clip: null, cutOut };
  const clips = overflowX !== 'visible' || overflowY !== 'visible';
  const rect = clips ? layout.borderBox(element) : null;
  if (rect === null) return cutOut === sight.cutOut ? sight : { ...sight, cutOut };
  const clip = sight.clip === null ? rect : (intersectRect(sight.clip, rect) ?? NOTHING);
  return { scrolls: sight.scrolls, clip, cutOut };
}

const NOTHING: Rect = { x: 0, y: 0, w: 0, h: 0 };

function isScrolled(overflow: ComputedStyle['overflowX']): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

/** Left of or above the page there is no scrolling to. */
function isOnCanvas(rect: Rect): boolean {
  return rect.x + rect.w > 0 && rect.y + rect.h > 0;
}

/**
 * Whether text is not painted at all.
 *
 * @param hasPicture whether something around it paints a picture: letters may be cut out of that.
 */
export function isUnpainted({ color }: ComputedStyle, hasPicture: boolean): boolean {
  return color[3] === 0 && !hasPicture;
}

/** Whether an element hides itself and all that is inside of it. */
export function hidesSubtree(element: DomElement, style: ComputedStyle, layout: SpatialLayout): boolean {
  return (
    style.display === 'none' ||
    layout.hides(element) ||
    style.opacity === 0 ||
    style.contentVisibility === 'hidden' ||
    style.interactivity === 'inert'
  );
}

/** Whether a node is the part of a closed <details> that does not show. */
export function isShut(node: DomNode, styles: StyleResolver): boolean {
  const parent = parentElement(node);
  if (parent === null || parent[LOCAL_NAME] !== 'details' || !isHtml(parent)) return false;
  if (isElement(node) && node === summaryOf(parent)) return false;
  return styles.pseudoStyleOf(parent, 'details-content')?.contentVisibility === 'hidden';
}

function summaryOf(details: DomElement): DomElement | null {
  for (let child = firstChild(details); child !== null; child = nextSibling(child)) {
    if (isElement(child) && child[LOCAL_NAME] === 'summary' && isHtml(child)) return child;
  }
  return null;
}

/** Whether a dialog element makes everything else inert. */
export function isModal(dialog: DomElement): boolean {
  return (
    hasAttribute(dialog, 'open') && !hasAttribute(dialog, 'popover') && elementState(dialog).topLayer !== undefined
  );
}
