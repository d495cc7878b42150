/**
 * anchor() and anchor-size(): what a length asks of the box that another is anchored to.
 *
 * In:  a value reader inside of the function. Out: the query; what stands behind its comma is the caller's.
 *
 * CSS Anchor Positioning 1 §3, §4 https://drafts.csswg.org/css-anchor-position-1/
 */
import type { ValueReader } from './value-reader.ts';

export interface AnchorQuery {
  readonly kind: 'side' | 'size';
  /** `null` is the default anchor. */
  readonly name: string | null;
  /** A side, with a number a part of the way from start to end; or a dimension, with '' that of the property. */
  readonly what: string | number;
}

/** Gives a query its length for the property it stands in, or `null` where there is no such anchor. */
export type AnchorResolver = (query: AnchorQuery) => number | null;

const SIDES = new Set('inside outside top left right bottom start end self-start self-end center'.split(' '));
const DIMENSIONS = new Set('width height block inline self-block self-inline'.split(' '));

/** Name and side, or name and dimension, in either order. */
export function takeAnchorQuery(inside: ValueReader, kind: AnchorQuery['kind']): AnchorQuery | null {
  let name: string | null = null;
  let what: string | number | null = null;
  for (let token = inside.peek(); token !== null && token.type !== 'comma'; token = inside.peek()) {
    if (token.type === 'percentage' && kind === 'side' && what === null) what = token.num / 100;
    else if (token.type !== 'ident') return null;
    else if (token.value.startsWith('--') && name === null) name = token.value;
    else if ((kind === 'side' ? SIDES : DIMENSIONS).has(token.value.toLowerCase()) && what === null)
      what = token.value.toLowerCase();
    else return null;
    inside.skip();
  }
  if (what === null && kind === 'side') return null;
  return { kind, name, what: what ?? '' };
}
