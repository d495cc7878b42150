/**
 * Members of ranges and selections that few pages use.
 *
 * Selection API §3 (getComposedRanges) https://w3c.github.io/selection-api/#dom-selection-getcomposedranges, and
 * Range.expand() as WebKit's descendants have it.
 *
 * Differs: a sentence ends with its mark within one text; words are runs of letters and digits, or of spaces. What is
 * not shown counts as text too.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { HOST, PARENT_NODE } from '../../html/node-keys.ts';
import { characterData, following, isText, previousSibling } from '../../html/node-tree.ts';
import { nodeLength } from '../dom/boundary.ts';
import type { PageNode } from '../dom/create-node.ts';
import { bodyOf } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import type { Bounds } from '../dom/live-ranges.ts';
import { boundsOf, staticRange } from '../dom/range.ts';
import { rangeOfSelection } from '../dom/selection.ts';
import { isShadowRoot } from '../dom/shadow/shadow-walk.ts';
import { rootOf } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { charCodeAt, isArray } from '../primordials.ts';
import { failedTo, givenOf } from './answers.ts';

function indexIn(node: PageNode): number {
  let index = 0;
  for (let at = previousSibling(node); at !== null; at = previousSibling(at)) index++;
  return index;
}

type Place = readonly [node: PageNode, offset: number];

/** Out of every shadow tree that the caller has not named; behind its host where it is an end. */
function rescoped(node: PageNode, offset: number, known: ArrayLike<unknown>, isEnd: boolean): Place {
  let place: Place = [node, offset];
  for (let root = rootOf(node); isShadowRoot(root); root = rootOf(place[0])) {
    for (let at = 0; at < known.length; at++) if (known[at] === root) return place;
    const host = root[HOST];
    const parent = host[PARENT_NODE] as PageNode | null;
    if (parent === null) return place;
    place = [parent, indexIn(host) + (isEnd ? 1 : 0)];
  }
  return place;
}

/** The dictionary with the member 'shadowRoots', or the roots themselves, as it was before. */
function rootsGiven(args: ArrayLike<unknown>): ArrayLike<unknown> {
  const { shadowRoots } = givenOf(args[0]);
  const given = shadowRoots === undefined ? args : shadowRoots;
  if (shadowRoots !== undefined && !isArray(given)) {
    throw new TypeError(
      `${failedTo('getComposedRanges', 'Selection')}The provided value cannot be converted to a sequence.`,
    );
  }
  return given as ArrayLike<unknown>;
}

function kindAt(data: string, at: number): number {
  const code = charCodeAt(data, at);
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0) return 0;
  const isPlain = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isPlain || code === 0x5f || code >= 0xaa ? 1 : 2 + at;
}

/** The ends of the word around a place of a text. */
function wordEdge(data: string, from: number, isEnd: boolean): number {
  if (from >= data.length) return from;
  const kind = kindAt(data, from);
  let at = from;
  if (isEnd) while (at < data.length && kindAt(data, at) === kind) at++;
  else while (at > 0 && kindAt(data, at - 1) === kind) at--;
  return at;
}

function isMark(data: string, at: number): boolean {
  const code = charCodeAt(data, at);
  return code === 0x2e || code === 0x21 || code === 0x3f;
}

function sentenceEdge(data: string, from: number, isEnd: boolean): number {
  let at = from;
  if (isEnd) {
    while (at < data.length && !isMark(data, at)) at++;
    while (at < data.length && isMark(data, at)) at++;
    while (at < data.length && kindAt(data, at) === 0) at++;
    return at;
  }
  while (at > 0 && !(kindAt(data, at - 1) === 0 && at > 1 && isMark(data, at - 2))) at--;
  return at;
}

function blockAround(node: PageNode): PageNode {
  for (let at = isText(node) ? (node[PARENT_NODE] as PageNode | null) : node; at !== null; ) {
    const element = at;
    const display = askEngine((engine) => engine.computedValue(element, '', 'display')) ?? '';
    if (display !== 'inline' && display !== 'contents') return element;
    at = element[PARENT_NODE] as PageNode | null;
  }
  return node;
}

/** From the first text in a node to the end of the last; around the node's children where it has none. */
function contain(bounds: Bounds, first: PageNode, last: PageNode): void {
  const start = edgeText(first, false) ?? first;
  const end = edgeText(last, true) ?? last;
  bounds.startNode = start;
  bounds.startOffset = 0;
  bounds.endNode = end;
  bounds.endOffset = nodeLength(end);
}

function edgeText(root: PageNode, isLast: boolean): PageNode | null {
  let found: StoreNode | null = null;
  for (let at: StoreNode | null = root; at !== null; at = following(at, root) as StoreNode | null) {
    if (!isText(at) || characterData(at) === '') continue;
    found = at;
    if (!isLast) break;
  }
  return found as PageNode | null;
}

function expand(bounds: Bounds, unit: string): void {
  const { startNode, endNode } = bounds;
  if (unit === 'word' || unit === 'sentence') {
    const edge = unit === 'word' ? wordEdge : sentenceEdge;
    if (isText(startNode)) bounds.startOffset = edge(characterData(startNode), bounds.startOffset, false);
    if (isText(endNode)) bounds.endOffset = edge(characterData(endNode), bounds.endOffset, true);
  } else if (unit === 'block') {
    contain(bounds, blockAround(startNode), blockAround(endNode));
  } else if (unit === 'document') {
    const root = rootOf(startNode);
    const shown = bodyOf(root) ?? root;
    contain(bounds, shown, shown);
  }
}

export function installRangeMembers(): void {
  defineMembers<object>('Selection', {
    getComposedRanges(...args: unknown[]): object[] {
      const range = rangeOfSelection(this);
      if (range === null) return [];
      const known = rootsGiven(args);
      const { startNode, startOffset, endNode, endOffset } = boundsOf(range);
      const [start, from] = rescoped(startNode, startOffset, known, false);
      const [end, to] = rescoped(endNode, endOffset, known, true);
      return [staticRange({ startNode: start, startOffset: from, endNode: end, endOffset: to })];
    },
  });
  defineMembers<object>('Range', {
    expand(unit: unknown = ''): void {
      expand(boundsOf(this), `${unit}`);
    },
  });
}
