/**
 * Where a pointer has to be to hit an element: brought into view, visible, and not below another one.
 *
 * In:  an element. Out: a point and what lies there, or why a person could not hit the element.
 *
 * CSSOM View 1 §7 (elementFromPoint), HTML §4.10.4 (a label hits its control)
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { attribute, following } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { isLabelable, labeledControl } from './dom/form-controls.ts';
import { shownIn } from './dom/shadow/focus-delegate.ts';
import { isInert } from './dom/top-layer.ts';
import { rootOf } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { isFramed } from './frames/own-frame.ts';
import { type DOMRect, metricsOf, rectsOf } from './geometry.ts';
import type { InputOutcome, Place } from './messages.ts';
import { charCodeAt, max, min } from './primordials.ts';
import { scrollIntoView } from './scroll-into-view.ts';

/** A point of the viewport, and the innermost element there. */
export interface Aim {
  readonly x: number;
  readonly y: number;
  readonly hit: PageNode;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const clip = new Float64Array(4);
/** Places in an element that are tried: its middle, then towards its corners. */
const PLACES = [0.5, 0.5, 0.2, 0.2, 0.8, 0.2, 0.2, 0.8, 0.8, 0.8, 0.5, 0.1, 0.5, 0.9];

/**
 * The point for an element, or the outcome of an action that cannot reach it.
 *
 * @param place where to try first, in shares of what shows of it.
 */
export function aimAt(element: PageNode, root: PageNode, place?: Place): Aim | InputOutcome {
  const aim = aimWithin(element, root, place);
  if (typeof aim !== 'string' || !isLabelable(element)) return aim;
  // A control that others cover or that is too small to see is hit through its label, as a person would.
  const label = firstLabel(element);
  const onLabel = label === null || isInside(element, label) ? aim : aimWithin(label, root, place);
  return typeof onLabel === 'string' ? aim : onLabel;
}

function firstLabel(control: PageNode): PageNode | null {
  const root = rootOf(control);
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'label' && labeledControl(at as PageNode) === control) {
      return at as PageNode;
    }
  }
  return null;
}

function aimWithin(element: PageNode, root: PageNode, place: Place | undefined): Aim | InputOutcome {
  if (!isShown(element)) return 'not_visible';
  let box = visibleBox(element, root);
  if (box === null) {
    scrollIntoView(element, { block: 'center', inline: 'nearest' }, root);
    box = visibleBox(element, root);
  }
  if (box === null) return 'not_visible';
  let cover: PageNode | null = null;
  let coverId: number | null = null;
  for (let at = place === undefined ? 0 : -2; at < PLACES.length; at += 2) {
    const x = box.left + (box.right - box.left) * (at < 0 ? place![0] : PLACES[at]!);
    const y = box.top + (box.bottom - box.top) * (at < 0 ? place![1] : PLACES[at + 1]!);
    const hit = askEngine((engine) => engine.hitTest(x, y)) as PageNode | null | undefined;
    if (hit === null || hit === undefined) continue;
    // What is around the element does not cover it: the element lets the pointer through.
    const reached = isInside(hit, element) || isLabelOf(hit, element) ? hit : isInside(element, hit) ? element : null;
    if (reached === null) {
      cover ??= hit;
      continue;
    }
    const above = isFramed() ? coverAround(x, y) : 0;
    if (above === 0) return { x, y, hit: reached };
    if (above > 0) coverId ??= above;
  }
  if (cover === null) return coverId === null ? 'not_visible' : `covered ${coverId} element`;
  const covering = coverOf(cover, element);
  return `covered ${knownId(covering)} ${plainName(covering[LOCAL_NAME])}`;
}

/** What a person would call the thing in the way: the dialog it is part of, or the nearest part that the agent knows. */
function coverOf(hit: PageNode, element: PageNode): PageNode {
  let known: PageNode | null = null;
  for (let at: PageNode | null = hit; at !== null && !isInside(element, at); at = shownIn(at)) {
    if (at[NODE_TYPE] !== 1) continue;
    const role = attribute(at, 'role');
    if (at[LOCAL_NAME] === 'dialog' || role === 'dialog' || role === 'alertdialog') return at;
    if (known === null && knownId(at) > 0) known = at;
  }
  return known ?? hit;
}

function knownId(node: PageNode): number {
  return askEngine((engine) => engine.knownIdOf(node)) ?? 0;
}

/** In a frame: what lies above it in a document around it, by its id; the page is scrolled there first. 0 for nothing. */
function coverAround(x: number, y: number): number {
  const cover = askEngine((engine) => engine.frameCover(x, y)) ?? -1;
  if (cover >= 0) return cover;
  askEngine((engine) => engine.frameShow(x, y));
  return askEngine((engine) => engine.frameCover(x, y)) ?? -1;
}

/** Without the pointer: whether it shows at all. */
function isShown(element: PageNode): boolean {
  if (isInert(element)) return false;
  return askEngine((engine) => engine.computedValue(element, '', 'visibility')) === 'visible';
}

/** The part of its first rectangle that shows, as far as neither boxes around it nor the viewport cut it off. */
function visibleBox(element: PageNode, root: PageNode): Box | null {
  const rects = rectsOf(element);
  for (let at = 0; at < rects.length; at++) {
    const box = withinClip(element, rects[at]!);
    const part = box === null ? null : withinView(box, root);
    if (part !== null) return part;
  }
  return null;
}

function withinClip(element: PageNode, { left, top, right, bottom }: DOMRect): Box | null {
  let box: Box = { left, top, right, bottom };
  if (askEngine((engine) => engine.clipOf(element, clip)) === true) {
    box = intersect(box, { left: clip[0]!, top: clip[1]!, right: clip[0]! + clip[2]!, bottom: clip[1]! + clip[3]! });
  }
  return box.right - box.left < 1 || box.bottom - box.top < 1 ? null : box;
}

function withinView(box: Box, root: PageNode): Box | null {
  const { clientWidth, clientHeight } = metricsOf(root);
  const part = intersect(box, { left: 0, top: 0, right: clientWidth, bottom: clientHeight });
  return part.right - part.left < 1 || part.bottom - part.top < 1 ? null : part;
}

function intersect(a: Box, b: Box): Box {
  return {
    left: max(a.left, b.left),
    top: max(a.top, b.top),
    right: min(a.right, b.right),
    bottom: min(a.bottom, b.bottom),
  };
}

/** Through shadow roots, as events go. */
export function isInside(node: PageNode, element: PageNode): boolean {
  for (let at: PageNode | null = node; at !== null; at = shownIn(at)) if (at === element) return true;
  return false;
}

function isLabelOf(hit: PageNode, control: PageNode): boolean {
  for (let at: PageNode | null = hit; at !== null; at = shownIn(at)) {
    if (at[LOCAL_NAME] === 'label' && labeledControl(at) === control) return true;
  }
  return false;
}

const MAX_NAME = 60;

/** Script may name an element by almost any characters; the host takes letters, digits and a few marks. */
function plainName(name: string): string {
  for (let at = 0; at < name.length; at++) {
    const code = charCodeAt(name, at);
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
    if (!isLetter && !(code >= 0x30 && code <= 0x39) && code !== 0x2d) return 'element';
  }
  return name.length > MAX_NAME ? 'element' : name;
}
