/**
 * Selection.modify(): moving the caret by character, word, line and paragraph.
 *
 * In:  a position and a direction. Out: the next position in the text of the page.
 *
 * Selection API §3 https://w3c.github.io/selection-api/#dom-selection-modify
 *
 * Differs: a word is a run of letters and digits; sentences and paragraphs end with their text's block or mark.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { PARENT_NODE } from '../../html/node-keys.ts';
import { characterData, firstChild, following, isText, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { charCodeAt, max, min, round } from '../primordials.ts';
import { childAt } from './boundary.ts';
import type { PageNode } from './create-node.ts';

export interface Position {
  readonly node: PageNode;
  readonly offset: number;
}

const PIECE_SIZE = 6;
const pieces = new Float64Array(256 * PIECE_SIZE);

function isVisibleText(node: StoreNode): boolean {
  if (!isText(node) || characterData(node) === '') return false;
  return (askEngine((engine) => engine.textPieces(node, pieces)) ?? 0) > 0;
}

function textAfter(node: PageNode, root: PageNode): PageNode | null {
  for (let at = following(node, root) as PageNode | null; at !== null; at = following(at, root) as PageNode | null) {
    if (isVisibleText(at)) return at;
  }
  return null;
}

function textBefore(node: PageNode, root: PageNode): PageNode | null {
  let at: PageNode | null = node;
  for (;;) {
    at = precedingNode(at, root);
    if (at === null || isVisibleText(at)) return at;
  }
}

function precedingNode(node: PageNode, root: PageNode): PageNode | null {
  if (node === root) return null;
  let at = previousSibling(node) as PageNode | null;
  if (at === null) return node[PARENT_NODE];
  for (let child = firstChild(at); child !== null; child = firstChild(at)) {
    let last = child;
    for (let next = nextSibling(last); next !== null; next = nextSibling(last)) last = next;
    at = last as PageNode;
  }
  return at;
}

/** A position in text, for one that stands between nodes. */
function inText({ node, offset }: Position, forward: boolean, root: PageNode): Position | null {
  if (isText(node)) return { node, offset };
  const child = childAt(node, offset);
  const start = child ?? node;
  if (forward) {
    const next = child !== null && isVisibleText(child) ? child : textAfter(start, root);
    return next === null ? null : { node: next, offset: 0 };
  }
  const previous = textBefore(start, root);
  return previous === null ? null : { node: previous, offset: characterData(previous).length };
}

/** The position one granule away; `null` when there is none. */
export function movedPosition(from: Position, granularity: string, forward: boolean, root: PageNode): Position | null {
  const start = inText(from, forward, root);
  if (start === null) return null;
  switch (granularity) {
    case 'character':
      return byCharacter(start, forward, root);
    case 'word':
      return byWord(start, forward, root);
    case 'line':
      return byLine(start, forward, root);
    case 'lineboundary':
      return lineBoundary(start, forward);
    case 'sentence':
    case 'sentenceboundary':
    case 'paragraph':
    case 'paragraphboundary':
      return { node: start.node, offset: forward ? characterData(start.node).length : 0 };
    case 'documentboundary':
      return documentBoundary(forward, root);
    default:
      return null;
  }
}

function isLowSurrogate(data: string, at: number): boolean {
  if (at <= 0 || at >= data.length) return false;
  const code = charCodeAt(data, at);
  return code >= 0xdc00 && code < 0xe000;
}

function byCharacter({ node, offset }: Position, forward: boolean, root: PageNode): Position | null {
  const data = characterData(node);
  if (forward) {
    if (offset < data.length) {
      const next = offset + 1;
      return { node, offset: isLowSurrogate(data, next) ? next + 1 : next };
    }
    const after = textAfter(node, root);
    return after === null ? null : { node: after, offset: min(1, characterData(after).length) };
  }
  if (offset > 0) {
    const previous = offset - 1;
    return { node, offset: isLowSurrogate(data, previous) ? previous - 1 : previous };
  }
  const before = textBefore(node, root);
  return before === null ? null : { node: before, offset: max(0, characterData(before).length - 1) };
}

function isWordCharacter(data: string, at: number): boolean {
  const code = charCodeAt(data, at);
  const isAscii = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return (
    isAscii || code === 0x5f || (code >= 0xaa && code !== 0xd7 && code !== 0xf7 && code !== 0x2019 && code !== 0x3000)
  );
}

/** Over what is between words, then over the word. */
function byWord({ node, offset }: Position, forward: boolean, root: PageNode): Position | null {
  let text: PageNode | null = node;
  let at = offset;
  while (text !== null) {
    const data = characterData(text);
    if (forward) {
      while (at < data.length && !isWordCharacter(data, at)) at++;
      if (at < data.length) {
        while (at < data.length && isWordCharacter(data, at)) at++;
        return { node: text, offset: at };
      }
      text = textAfter(text, root);
      at = 0;
    } else {
      while (at > 0 && !isWordCharacter(data, at - 1)) at--;
      if (at > 0) {
        while (at > 0 && isWordCharacter(data, at - 1)) at--;
        return { node: text, offset: at };
      }
      text = textBefore(text, root);
      at = text === null ? 0 : characterData(text).length;
    }
  }
  return documentBoundary(forward, root);
}

/** Where the piece that an offset is on begins in `pieces`; -1 when there is none. */
function pieceAt(node: PageNode, offset: number): number {
  const count = askEngine((engine) => engine.textPieces(node, pieces)) ?? 0;
  for (let at = 0; at < count; at++) {
    const isLast = at + 1 === count;
    if (offset < pieces[at * PIECE_SIZE + 5]! || isLast) return at * PIECE_SIZE;
  }
  return -1;
}

function lineBoundary({ node, offset }: Position, forward: boolean): Position {
  const piece = pieceAt(node, offset);
  if (piece < 0) return { node, offset };
  return { node, offset: pieces[piece + (forward ? 5 : 4)]! };
}

/** The line above or below: the piece there that is nearest, at the same distance from the side. */
function byLine(start: Position, forward: boolean, root: PageNode): Position | null {
  const piece = pieceAt(start.node, start.offset);
  if (piece < 0) return null;
  const y = pieces[piece + 1]!;
  const x = pieces[piece]! + widthBefore(piece, start.offset);
  let lineY: number | null = null;
  let best: Position | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (
    let text: PageNode | null = start.node;
    text !== null;
    text = forward ? textAfter(text, root) : textBefore(text, root)
  ) {
    const count = askEngine((engine) => engine.textPieces(text!, pieces)) ?? 0;
    for (let step = 0; step < count; step++) {
      const at = (forward ? step : count - 1 - step) * PIECE_SIZE;
      const top = pieces[at + 1]!;
      if (forward ? top <= y : top >= y) continue;
      lineY ??= top;
      if (top !== lineY) return best;
      const distance = max(0, pieces[at]! - x, x - pieces[at]! - pieces[at + 2]!);
      if (distance >= bestDistance) continue;
      bestDistance = distance;
      best = { node: text, offset: offsetAt(at, x) };
    }
  }
  return best ?? documentBoundary(forward, root);
}

function widthBefore(piece: number, offset: number): number {
  const start = pieces[piece + 4]!;
  const length = pieces[piece + 5]! - start;
  return length <= 0 ? 0 : (pieces[piece + 2]! * (offset - start)) / length;
}

function offsetAt(piece: number, x: number): number {
  const start = pieces[piece + 4]!;
  const length = pieces[piece + 5]! - start;
  const width = pieces[piece + 2]!;
  if (width <= 0) return start;
  return start + min(length, max(0, round(((x - pieces[piece]!) / width) * length)));
}

function documentBoundary(forward: boolean, root: PageNode): Position | null {
  let last: PageNode | null = null;
  for (let at = following(root, root) as PageNode | null; at !== null; at = following(at, root) as PageNode | null) {
    if (!isVisibleText(at)) continue;
    if (!forward) return { node: at, offset: 0 };
    last = at;
  }
  return last === null ? null : { node: last, offset: characterData(last).length };
}
