/**
 * Elements that may become entries, and which of them do.
 *
 * In:  what the walk of gather.ts found: controls, runs of text, landmarks, pictures.
 * Out: those that say something of their own. A control without others inside takes the texts in it; a wrapper that only
 *      listens for what is inside is none; what something opaque covers is left out.
 */
import type { Rect } from '../geometry.ts';
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { type DomElement, type DomNode, hostAbove } from '../html/node-tree.ts';
import { labelledShapes } from './drawn-words.ts';
import { isOftenRedrawn, isSvg } from './element-kinds.ts';
import type { InkCollector } from './ink.ts';
import type { Interactivity } from './interactive.ts';
import type { NameContext } from './name.ts';
import { type Cover, contains, isAbove, type PaintFrame, paintKey } from './paint-order.ts';
import type { Place } from './visible.ts';

/** The document of a frame, for what is asked about a candidate in it. */
export interface FramedNames {
  readonly document: DomNode;
  readonly names: NameContext;
}

export interface Candidate {
  readonly element: DomElement;
  /** `null` in the page's own document. */
  readonly within: FramedNames | null;
  /** The control that the element stands for: a label does for one that cannot be seen. */
  readonly source: DomElement;
  readonly role: string | null;
  readonly interactivity: Interactivity | null;
  readonly isLandmark: boolean;
  readonly isImage: boolean;
  readonly isHeading: boolean;
  place: Place;
  readonly paint: PaintFrame;
  /** Place in the tree order of all elements; of a text behind blocks of its element, behind them. */
  order: number;
  readonly isFixed: boolean;
  /** The control around it. */
  readonly control: Candidate | null;
  /** The text run that belongs to it. */
  text: string;
  /** All text inside of a control. */
  whole: string;
  /** Has text of its own, outside of interactive elements in it. */
  hasOwnText: boolean;
  /** Where its text stands, without that of blocks inside; `null` before there is any. */
  textRect: Rect | null;
  /** Has blocks inside, beside its text. */
  hasBlocks: boolean;
  /** Has other controls inside. */
  hasInner: boolean;
  /** Blocks of text inside. */
  blocks: number;
  /** Controls in its run: of a heading with a single one, that one is the heading. */
  links: number;
  /** The heading that it is all of. */
  heading: Candidate | null;
  /** Whether it is one after all that is inside is known; `null` until then. */
  isControl: boolean | null;
}

/** Between the cells of a row, until the text is cleaned. */
export const CELL_END = '\u001f';

/** A listener around more blocks than this waits for what happens in them. */
const MOST_BLOCKS = 6;
/** Elements that hold others of a kind: a listener on them waits for what happens in those. */
const HOLDERS: ReadonlySet<string> = new Set('dl form main nav ol section table tbody tfoot thead ul'.split(' '));

/** Marks what is around a control; `false` when it is only a part of the control around it. */
export function enterControl(candidate: Candidate): boolean {
  const canStand = isStrong(candidate);
  for (let outer = candidate.control; outer !== null; outer = outer.control) {
    if (isStrong(outer) && !canStand) return false;
    outer.hasInner = true;
  }
  return true;
}

/** Whether it is a control whatever is inside; what only listens, or shows a pointer, may be none after all. */
export function isStrong(candidate: Candidate | null): boolean {
  return candidate !== null && (candidate.interactivity === 'control' || candidate.interactivity === 'focus');
}

/** What nobody seems to hear may be heard all the same; so many with a pointer are only decorated by it. */
const MOST_UNHEARD = 5;

function isControl(candidate: Candidate, viewportArea: number, isDecorated: boolean): boolean {
  const { interactivity, hasInner, place } = candidate;
  switch (interactivity) {
    case null:
      return false;
    case 'control':
    case 'focus':
      return true;
    case 'pointer':
    case 'unheard':
      if ((interactivity === 'unheard' && isDecorated) || isThin(candidate)) return false;
      return !hasInner && place.rect.w * place.rect.h < viewportArea;
    case 'follower':
      // What a chart says are the labels of what it shows.
      return saysWords(candidate) && !isSvg(candidate.element) && isListenedTo(candidate, viewportArea);
    case 'listener':
      return isListenedTo(candidate, viewportArea);
  }
}
/** Pixels below which a person cannot aim at something. */
const THINNEST = 4;

function isThin({ place }: Candidate): boolean {
  return place.rect.w < THINNEST || place.rect.h < THINNEST;
}

function saysWords({ whole }: Candidate): boolean {
  return whole.trim() !== '';
}

/** Whether a listener is for the element, not for what is in it. */
function isListenedTo(candidate: Candidate, viewportArea: number): boolean {
  const { hasInner, hasOwnText, blocks, place, element } = candidate;
  if (isThin(candidate)) return false;
  if (hasInner) return hasOwnText && blocks <= 1;
  if (blocks > 1 && HOLDERS.has(element[LOCAL_NAME])) return false;
  return blocks <= MOST_BLOCKS && place.rect.w * place.rect.h < viewportArea / 2;
}

/** What is emitted, in order, each with whether it is interactive. */
export function chooseEntries(
  candidates: readonly Candidate[],
  covers: readonly Cover[],
  viewport: readonly [number, number],
  ink: InkCollector | null,
): { readonly candidate: Candidate; readonly interactive: boolean }[] {
  const area = viewport[0] * viewport[1];
  const isDecorated = candidates.filter(({ interactivity }) => interactivity === 'unheard').length > MOST_UNHEARD;
  const isOne = (candidate: Candidate): boolean => {
    candidate.isControl ??= isControl(candidate, area, isDecorated);
    return candidate.isControl;
  };
  const entries: { candidate: Candidate; interactive: boolean }[] = [];
  const replaced = replacedControls(candidates);
  const labelled = labelledShapes(candidates);
  for (const candidate of candidates) {
    if (replaced.has(candidate.element) || labelled.has(candidate.element)) continue;
    const interactive = isOne(candidate);
    if (!interactive) {
      if (candidate.place.isClipped) continue;
      const outer = candidate.control;
      if (outer !== null && isOne(outer) && !outer.hasInner && !candidate.isLandmark) {
        ink?.move(candidate, outer);
        continue;
      }
      if (!saysSomething(candidate) && ink?.isPainted(candidate) !== true) continue;
    }
    if (covers.length > 0 && isCovered(candidate, covers, viewport)) continue;
    entries.push({ candidate, interactive });
  }
  return entries;
}

/** Controls that labels stand for: each is told once. A field that takes text stays, as it is where that goes. */
function replacedControls(candidates: readonly Candidate[]): ReadonlySet<DomElement> {
  const controls = new Set<DomElement>();
  for (const { element, source, place } of candidates) {
    if (source !== element && !place.isClipped && isOftenRedrawn(source)) controls.add(source);
  }
  return controls;
}

function saysSomething(candidate: Candidate): boolean {
  if (candidate.isLandmark || candidate.isImage) return true;
  if (candidate.isHeading && !candidate.hasOwnText && candidate.links === 1) return false;
  return candidate.hasOwnText || candidate.isHeading;
}

function isCovered(
  candidate: Candidate,
  covers: readonly Cover[],
  [width, height]: readonly [number, number],
): boolean {
  const rect = candidate.place.shown;
  if (rect === null) return false;
  const key = paintKey(candidate.paint);
  return covers.some((cover) => {
    if (!contains(cover.rect, rect) || !isAbove(cover.key, key)) return false;
    // What is fixed to the viewport is scrolled away from, unless it fills it.
    if (cover.isFixed && !candidate.isFixed && (cover.rect.w < width || cover.rect.h < height)) return false;
    return !isInside(cover.element, candidate.element);
  });
}

/** Whether a node is part of an element, also of what is in its shadow tree. */
function isInside(node: DomNode, element: DomElement): boolean {
  let at: DomNode | null = node;
  while (at !== null && at !== undefined) {
    if (at === element) return true;
    at = at[PARENT_NODE] ?? hostAbove(at);
  }
  return false;
}
