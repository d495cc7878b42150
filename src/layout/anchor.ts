/**
 * Anchor positioning: what an absolutely positioned box takes from the boxes it is anchored to.
 *
 * In:  the box, its containing block, and the fragments that are in it so far.
 * Out: the same box in a style without anchors, the area it is positioned in, and the middle of its anchor.
 *
 * Differs: transforms do not move an anchor, and scrolling it inside the containing block is seen with the next layout of that.
 *
 * CSS Anchor Positioning 1 §2–§4 https://drafts.csswg.org/css-anchor-position-1/
 */
import { type Rect, unionRect } from '../geometry.ts';
import { PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import { type DomNode, nextSibling } from '../html/node-tree.ts';
import type { AnchorQuery } from '../style/anchor-query.ts';
import type { Alignment, ComputedStyle } from '../style/computed-style.ts';
import type { Calculation } from '../style/length.ts';
import type { Box } from './box.ts';
import { deriveStyle } from './derive-style.ts';
import type { Placed } from './fragment.ts';
import { scrollOf } from './page-frame.ts';
import { areaAlong } from './position-area.ts';
import type { ContainingRect } from './positioned.ts';
import { NO_OFFSET, type Offset } from './relative-position.ts';
import { writingOf } from './writing-mode.ts';

/** The border box of the last anchor of a name, or of a node; from the corner that the containing block is seen from. */
export type AnchorFinder = (name: string | DomNode) => Rect | null;

export interface Anchored {
  readonly style: ComputedStyle;
  readonly rect: ContainingRect;
  /** For 'anchor-center', from the corner of `rect`. */
  readonly centerX: number | null;
  readonly centerY: number | null;
}

/** Mirroring of a fallback position ('position-try-fallbacks'). */
export interface Flip {
  readonly x: boolean;
  readonly y: boolean;
}

const NO_FLIP: Flip = { x: false, y: false };

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const MARGINS = ['marginLeft', 'marginRight', 'marginTop', 'marginBottom'] as const;
const SIZES = ['width', 'height', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const;
const OPPOSITE: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
  start: 'end',
  end: 'start',
  'self-start': 'self-end',
  'self-end': 'self-start',
};

/** Whether anything of a style depends on an anchor. */
export function isAnchored(style: ComputedStyle): boolean {
  return (
    style.positionArea !== null ||
    style.justifySelf.position === 'anchor-center' ||
    style.alignSelf.position === 'anchor-center' ||
    SIDES.some((side) => anchoredValue(style[side]) !== null) ||
    SIZES.some((size) => anchoredValue(style[size]) !== null) ||
    MARGINS.some((margin) => anchoredValue(style[margin]) !== null)
  );
}

function anchoredValue(value: unknown): Required<Calculation>['anchored'] | null {
  return typeof value === 'object' && value !== null ? ((value as Calculation).anchored ?? null) : null;
}

/**
 * The fallbacks of a box in their order, itself first.
 *
 * Missing: '@position-try' rules, areas and 'flip-start' are no fallbacks.
 */
export function positionOptions({ positionTryFallbacks }: ComputedStyle): readonly Flip[] {
  if (positionTryFallbacks === 'none') return ITSELF;
  const flips = positionTryFallbacks.split(', ').flatMap((option): Flip[] => {
    const words = option.split(' ');
    if (!words.every((word) => FLIPS_X.has(word) || FLIPS_Y.has(word))) return [];
    return [{ x: words.some((word) => FLIPS_X.has(word)), y: words.some((word) => FLIPS_Y.has(word)) }];
  });
  return [NO_FLIP, ...flips];
}

const ITSELF: readonly Flip[] = [NO_FLIP];
const FLIPS_X = new Set(['flip-inline', 'flip-x']);
const FLIPS_Y = new Set(['flip-block', 'flip-y']);

export function resolveAnchors(
  box: Box,
  style: ComputedStyle,
  containing: ContainingRect,
  find: AnchorFinder,
  flip: Flip,
): Anchored {
  const implicit = box.node === null ? undefined : elementState(box.node).implicitAnchor;
  const defaultName = style.positionAnchor ?? implicit ?? null;
  const anchor = defaultName === null ? null : find(defaultName);
  const changes: { -readonly [Key in keyof ComputedStyle]?: ComputedStyle[Key] } = {};
  const rect =
    style.positionArea === null || anchor === null ? containing : areaOf(style, containing, anchor, flip, changes);
  const axis = (horizontal: boolean) => ({ size: horizontal ? rect.width : rect.height, horizontal });

  const resolver = (side: string, from: string) => {
    const horizontal = from === 'left' || from === 'right' || /width|Left|Right|Width/.test(from);
    const isEnd = from === 'right' || from === 'bottom';
    const mirrored = side !== from;
    return (query: AnchorQuery) => {
      const found = query.name === null ? anchor : find(query.name);
      if (found === null) return null;
      if (query.kind === 'size') return sizeOf(query, found, horizontal, rect, style);
      const what = mirrored && typeof query.what === 'string' ? (OPPOSITE[query.what] ?? query.what) : query.what;
      const at = sideOf(mirrored && typeof what === 'number' ? 1 - what : what, found, horizontal, isEnd, rect, style);
      if (at === null) return null;
      return isEnd
        ? (horizontal ? rect.x + rect.width : rect.y + rect.height) - at
        : at - (horizontal ? rect.x : rect.y);
    };
  };
  for (const from of SIDES) {
    const horizontal = from === 'left' || from === 'right';
    const side = (horizontal ? flip.x : flip.y) ? (OPPOSITE[from] as typeof from) : from;
    const value = style[side];
    const calculation = anchoredValue(value);
    if (calculation !== null) changes[from] = calculation(axis(horizontal).size, resolver(side, from)) ?? 'auto';
    else if (side !== from) changes[from] = value;
    if (rect !== containing && (changes[from] ?? style[from]) === 'auto') changes[from] = 0;
  }
  for (const name of SIZES) {
    const calculation = anchoredValue(style[name]);
    if (calculation === null) continue;
    const length = calculation(axis(name.endsWith('idth')).size, resolver(name, name));
    Object.assign(changes, { [name]: length ?? (name.startsWith('max') ? 'none' : 'auto') });
  }
  resolveMargins(style, flip, rect, resolver, changes);
  const centers = (value: Alignment) => anchor !== null && value.position === 'anchor-center';
  const justify = centers(changes.justifySelf ?? style.justifySelf);
  const align = centers(changes.alignSelf ?? style.alignSelf);
  const byX = rect.writing.horizontal ? justify : align;
  const byY = rect.writing.horizontal ? align : justify;
  // §3.2: without insets a centred box has all of its containing block; automatic margins are none.
  for (const [index, side] of SIDES.entries()) {
    const isCentered = index < 2 ? byX : byY;
    const margin = MARGINS[index]!;
    if (isCentered && (changes[side] ?? style[side]) === 'auto') changes[side] = 0;
    if ((isCentered || rect !== containing) && (changes[margin] ?? style[margin]) === 'auto') changes[margin] = 0;
  }
  return {
    style: deriveStyle(style, changes),
    rect,
    centerX: byX ? anchor!.x + anchor!.w / 2 - rect.x : null,
    centerY: byY ? anchor!.y + anchor!.h / 2 - rect.y : null,
  };
}

type Changes = { -readonly [Key in keyof ComputedStyle]?: ComputedStyle[Key] };

function resolveMargins(
  style: ComputedStyle,
  flip: Flip,
  rect: ContainingRect,
  resolver: (side: string, from: string) => (query: AnchorQuery) => number | null,
  changes: Changes,
): void {
  const base = rect.writing.horizontal ? rect.width : rect.height;
  for (const [index, from] of MARGINS.entries()) {
    const flips = index < 2 ? flip.x : flip.y;
    const side = flips ? MARGINS[index % 2 === 0 ? index + 1 : index - 1]! : from;
    const calculation = anchoredValue(style[side]);
    if (calculation !== null) changes[from] = calculation(base, resolver(from, from)) ?? 0;
    else if (side !== from) changes[from] = style[side];
  }
}

/** The area, and the alignment that the style leaves open. */
function areaOf(
  style: ComputedStyle,
  rect: ContainingRect,
  anchor: Rect,
  flip: Flip,
  changes: Changes,
): ContainingRect {
  const words = style
    .positionArea!.split(' ')
    .map((word) => flippedWord(word, flip))
    .join(' ');
  const self = writingOf(style);
  const at = { start: anchor.x - rect.x, end: anchor.x - rect.x + anchor.w };
  const along = areaAlong(words, true, rect.writing, self, rect.width, at);
  const down = { start: anchor.y - rect.y, end: anchor.y - rect.y + anchor.h };
  const across = areaAlong(words, false, rect.writing, self, rect.height, down);
  const { writing } = rect;
  const aligned = (edge: typeof along.align, fromEnd: boolean): Alignment => ({
    position: edge === 'start' ? (fromEnd ? 'end' : 'start') : edge === 'end' ? (fromEnd ? 'start' : 'end') : edge,
    overflow: 'default',
    legacy: false,
  });
  const alongX = insetEdge(style.left, style.right) ?? along.align;
  const alongY = insetEdge(style.top, style.bottom) ?? across.align;
  if (isOpen(style.justifySelf)) {
    changes.justifySelf = aligned(writing.horizontal ? alongX : alongY, writing.inlineReversed);
  }
  if (isOpen(style.alignSelf)) {
    changes.alignSelf = aligned(writing.horizontal ? alongY : alongX, writing.blockReversed);
  }
  return {
    x: rect.x + along.start,
    y: rect.y + across.start,
    width: Math.max(0, along.end - along.start),
    height: Math.max(0, across.end - across.start),
    writing,
  };
}

/** A box with one inset keeps to that side. */
function insetEdge(start: ComputedStyle['left'], end: ComputedStyle['left']): 'start' | 'end' | null {
  if ((start === 'auto') === (end === 'auto')) return null;
  return start === 'auto' ? 'end' : 'start';
}

function isOpen({ position }: Alignment): boolean {
  return position === 'auto' || position === 'normal';
}

function flippedWord(word: string, flip: Flip): string {
  const isX = /left|right|x-|inline/.test(word);
  const isY = /top|bottom|y-|block/.test(word);
  if (!(isX ? flip.x : isY ? flip.y : flip.x && flip.y)) return word;
  return word.replace(/left|right|top|bottom|start|end/, (side) => OPPOSITE[side]!);
}

/** Where a side of the anchor is on the page axis; `null` for a side of the other axis. */
function sideOf(
  what: string | number,
  anchor: Rect,
  horizontal: boolean,
  isEnd: boolean,
  { writing }: ContainingRect,
  style: ComputedStyle,
): number | null {
  const start = horizontal ? anchor.x : anchor.y;
  const size = horizontal ? anchor.w : anchor.h;
  const reversed = (by: ContainingRect['writing']) =>
    by.horizontal === horizontal ? by.inlineReversed : by.blockReversed;
  const part = (share: number, isReversed: boolean) => start + size * (isReversed ? 1 - share : share);
  switch (what) {
    case 'left':
    case 'right':
      return horizontal ? part(what === 'left' ? 0 : 1, false) : null;
    case 'top':
    case 'bottom':
      return horizontal ? null : part(what === 'top' ? 0 : 1, false);
    case 'inside':
      return part(isEnd ? 1 : 0, false);
    case 'outside':
      return part(isEnd ? 0 : 1, false);
    case 'center':
      return part(0.5, false);
    case 'start':
    case 'end':
      return part(what === 'start' ? 0 : 1, reversed(writing));
    case 'self-start':
    case 'self-end':
      return part(what === 'self-start' ? 0 : 1, reversed(writingOf(style)));
    default:
      return typeof what === 'number' ? part(what, reversed(writing)) : null;
  }
}

function sizeOf(
  { what }: AnchorQuery,
  anchor: Rect,
  horizontal: boolean,
  { writing }: ContainingRect,
  style: ComputedStyle,
): number {
  switch (what) {
    case 'width':
      return anchor.w;
    case 'height':
      return anchor.h;
    case 'inline':
    case 'block':
      return (what === 'inline') === writing.horizontal ? anchor.w : anchor.h;
    case 'self-inline':
    case 'self-block':
      return (what === 'self-inline') === writingOf(style).horizontal ? anchor.w : anchor.h;
    default:
      return horizontal ? anchor.w : anchor.h;
  }
}

/**
 * Looks through fragments. `scroll` is how far what is not fixed has moved under the viewport, for a box that is fixed to it.
 *
 * §2.1: of several anchors with the name, the last in tree order counts.
 */
export function anchorFinder(children: readonly Placed[], scroll: Offset): AnchorFinder {
  return (name) => {
    let found: Rect | null = null;
    let owner: DomNode | null = null;
    const stack: Placed[] = [];
    for (const child of children) stack.push(isFixed(child) ? child : moved(child, -scroll.x, -scroll.y));
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { fragment, x, y } = at;
      if (fragment.kind === 'text') continue;
      let inside: Offset = NO_OFFSET;
      if (fragment.kind === 'box') {
        const { box, width, height } = fragment;
        const matches = typeof name === 'string' ? box.style.anchorName.includes(name) : box.node === name;
        if (matches && !box.isAnonymous) {
          const rect = { x, y, w: width, h: height };
          // An inline box in several lines counts as a whole.
          if (found !== null && owner === box.node) found = unionRect(found, rect);
          else if (owner === null || isAfter(box.node!, owner)) {
            found = rect;
            owner = box.node;
          }
        }
        inside = scrollOf(fragment);
      }
      for (const child of fragment.children) stack.push(moved(child, x - inside.x, y - inside.y));
    }
    return found;
  };
}

function isFixed({ fragment }: Placed): boolean {
  return fragment.kind === 'box' && fragment.box.style.position === 'fixed';
}

function moved({ fragment, x, y }: Placed, byX: number, byY: number): Placed {
  return { fragment, x: x + byX, y: y + byY };
}

/** Whether a node comes after another in tree order. */
function isAfter(node: DomNode, other: DomNode): boolean {
  const path = pathOf(node);
  const otherPath = pathOf(other);
  let depth = 0;
  while (depth < path.length && path[depth] === otherPath[depth]) depth++;
  if (depth === path.length || depth === otherPath.length) return path.length > otherPath.length;
  for (let at = nextSibling(otherPath[depth]!); at !== null; at = nextSibling(at)) if (at === path[depth]) return true;
  return false;
}

function pathOf(node: DomNode): DomNode[] {
  const path: DomNode[] = [];
  for (let at: DomNode | null = node; at !== null; at = at[PARENT_NODE]) path.unshift(at);
  return path;
}
