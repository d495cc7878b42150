/**
 * Rectangles of ranges: getClientRects() and getBoundingClientRect().
 *
 * CSSOM View 1 §11 https://drafts.csswg.org/cssom-view-1/#extensions-to-the-range-interface
 */
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { characterData, following, isText } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { boundingRect, DOMRect, rectsOf } from '../geometry.ts';
import { append, type BareArray, bareArray, copyArray } from '../primordials.ts';
import { commonAncestor, compareBoundary, isContained } from './boundary.ts';
import type { PageNode } from './create-node.ts';
import { defineMembers } from './interfaces.ts';
import type { Bounds } from './live-ranges.ts';
import { boundsOf } from './range.ts';

/** A range over more rectangles than this is given those. */
const MAX_RECTS = 4096;
const numbers = new Float64Array(512 * 4);

/** Rectangles of data[start, end) of a text node. */
export function textRects(text: PageNode, start: number, end: number, out: BareArray<DOMRect>): void {
  const count = askEngine((engine) => engine.textRects(text, start, end, numbers)) ?? 0;
  for (let at = 0; at < count && out.length < MAX_RECTS; at++) {
    const first = at * 4;
    append(out, new DOMRect(numbers[first], numbers[first + 1], numbers[first + 2], numbers[first + 3]));
  }
}

export function rangeRects(bounds: Bounds): BareArray<DOMRect> {
  const rects = bareArray<DOMRect>();
  const { startNode, startOffset, endNode, endOffset } = bounds;
  if (startNode === endNode && isText(startNode)) {
    textRects(startNode, startOffset, endOffset, rects);
    return rects;
  }
  const root = commonAncestor(bounds);
  for (let at = following(root, root) as PageNode | null; at !== null; at = following(at, root) as PageNode | null) {
    if (rects.length >= MAX_RECTS) break;
    // Behind the end nothing is in the range any more.
    if (compareBoundary(at, 0, endNode, endOffset) === 1) break;
    if (isText(at)) {
      const from = at === startNode ? startOffset : 0;
      const to = at === endNode ? endOffset : characterData(at).length;
      if (at === startNode || at === endNode || isContained(at, bounds)) textRects(at, from, to, rects);
    } else if (at[NODE_TYPE] === 1 && isContained(at, bounds) && !isContained(at[PARENT_NODE]!, bounds)) {
      const own = rectsOf(at);
      for (let index = 0; index < own.length; index++) append(rects, own[index]!);
    }
  }
  return rects;
}

export function installRangeGeometry(): void {
  defineMembers<object>('Range', {
    getClientRects(): DOMRect[] {
      return copyArray(rangeRects(boundsOf(this)));
    },
    getBoundingClientRect(): DOMRect {
      return boundingRect(rangeRects(boundsOf(this)));
    },
  });
}
