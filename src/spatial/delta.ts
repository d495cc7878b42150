/**
 * What changed between two states, and putting it together again.
 *
 * `applyDelta(before, computeDelta(before, after))` is `after`, always: it is property-tested. The order of elements
 * is derived (kept elements in their old order, then the added ones), and what is elsewhere is told (delta-order.ts).
 */

import { movesOf, splitMoves } from './delta-moves.ts';
import { inOrder, orderOf } from './delta-order.ts';
import type { SpatialChange, SpatialDelta, SpatialDom, SpatialElement, SpatialRest } from './spatial-dom.ts';

type Field = Exclude<keyof SpatialElement, 'id'>;
type MutableDelta = { -readonly [Key in keyof SpatialDelta]: SpatialDelta[Key] };

export function computeDelta(before: SpatialDom, after: SpatialDom): SpatialDelta {
  const delta: MutableDelta = { delta: true, from: before.version, version: after.version };
  if (before.url !== after.url) delta.url = after.url;
  if (before.title !== after.title) delta.title = after.title;
  if (!sameValue(before.vp, after.vp)) delta.vp = after.vp;
  if (!sameValue(before.scroll, after.scroll)) delta.scroll = after.scroll;
  if (!sameRest(before.more, after.more)) delta.more = after.more ?? null;

  const old = new Map(before.els.map((element) => [element.id, element]));
  const current = new Set(after.els.map(({ id }) => id));
  const added = after.els.filter(({ id }) => !old.has(id));
  const removed = before.els.filter(({ id }) => !current.has(id)).map(({ id }) => id);
  const changes = after.els
    .map((element) => changeOf(old.get(element.id), element))
    .filter((change) => change !== null);
  const { changed, moved } = splitMoves(changes, old);
  if (added.length > 0) delta.added = added;
  if (changed.length > 0) delta.changed = changed;
  if (moved.length > 0) delta.moved = moved;
  if (removed.length > 0) delta.removed = removed;

  const kept = before.els.filter(({ id }) => current.has(id)).map(({ id }) => id);
  const order = orderOf(
    kept,
    after.els.map(({ id }) => id),
  );
  if (order.length > 0) delta.order = order;
  return delta;
}

/**
 * The state after a delta. The caller checks that `delta.from` is the version it holds.
 *
 * @example
 * const result = await session.click(3);
 * if ('delta' in result && result.delta.from === page.version) page = applyDelta(page, result.delta);
 */
export function applyDelta(before: SpatialDom, delta: SpatialDelta): SpatialDom {
  const removed = new Set(delta.removed ?? []);
  const changes = new Map((delta.changed ?? []).map((change) => [change.id, change]));
  const kept = before.els.filter(({ id }) => !removed.has(id));
  const move = movesOf(delta.moved ?? []);
  const els = [...kept.map((element) => withChange(move(element), changes.get(element.id))), ...(delta.added ?? [])];
  const more = delta.more === undefined ? before.more : delta.more;
  return {
    url: delta.url ?? before.url,
    title: delta.title ?? before.title,
    vp: delta.vp ?? before.vp,
    scroll: delta.scroll ?? before.scroll,
    version: delta.version,
    ...(more === undefined || more === null ? {} : { more }),
    els: delta.order === undefined ? els : inOrder(els, delta.order),
  };
}

function changeOf(before: SpatialElement | undefined, after: SpatialElement): SpatialChange | null {
  if (before === undefined) return null;
  const change: Record<string, unknown> = {};
  for (const field of Object.keys(after) as Field[]) {
    if (!sameValue(before[field], after[field])) change[field] = after[field];
  }
  for (const field of Object.keys(before) as Field[]) {
    if (after[field] === undefined) change[field] = null;
  }
  return Object.keys(change).length === 0 ? null : ({ id: after.id, ...change } as SpatialChange);
}

function withChange(element: SpatialElement, change: SpatialChange | undefined): SpatialElement {
  if (change === undefined) return element;
  const merged: Record<string, unknown> = { ...element, ...change };
  for (const [field, value] of Object.entries(merged)) if (value === null) delete merged[field];
  return merged as unknown as SpatialElement;
}

function sameRest(a: SpatialRest = {}, b: SpatialRest = {}): boolean {
  return a.above === b.above && a.below === b.below && a.omitted === b.omitted;
}

/** Values are primitives, or flat arrays of them. */
function sameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
