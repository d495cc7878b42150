/**
 * Where texts are that share their element with blocks: text before, between or behind them, an item above its nested list.
 *
 * In:  the candidates of a page in the order of the tree, with the places of their texts.
 * Out: such texts have the place of their lines, and stand where the first of them is. The box of their element is that of the
 *      blocks as well, and its middle is in one of them. Like a paragraph, such a text is as wide as its lines may be: so is
 *      the anonymous block around them (CSS 2.2 §9.2.1.1).
 */
import { type Rect, unionRect } from '../geometry.ts';
import type { Candidate } from './candidate.ts';

/** Whether it is a text beside blocks, and nothing besides. */
function isBesideBlocks({ hasBlocks, interactivity, isLandmark, isImage }: Candidate): boolean {
  return hasBlocks && interactivity === null && !isLandmark && !isImage;
}

/** Some of the text of a run: where it stands, and how many elements there were before it. */
export function noteText(run: Candidate, rect: Rect, elements: number): void {
  if (run.textRect === null && isBesideBlocks(run)) run.order = elements - 0.5;
  run.textRect = run.textRect === null ? rect : unionRect(run.textRect, rect);
}

export function placeTexts(candidates: Candidate[]): void {
  let last = -1;
  let isInOrder = true;
  for (const candidate of candidates) {
    const { order, place, textRect } = candidate;
    isInOrder &&= order >= last;
    last = order;
    if (textRect === null || !isBesideBlocks(candidate)) continue;
    const rect = besideRect(place.rect, textRect);
    candidate.place = { ...place, rect, shown: place.shown === null ? null : rect };
  }
  if (!isInOrder) candidates.sort((a, b) => a.order - b.order);
}

/** As high as the text and as wide as the element, where the text is within it. */
function besideRect(element: Rect, text: Rect): Rect {
  const isWithin = text.x >= element.x && text.x + text.w <= element.x + element.w;
  return isWithin ? { x: element.x, y: text.y, w: element.w, h: text.h } : text;
}
