/**
 * Chrome's fixed-point lengths.
 *
 * LayoutNG keeps every length as a multiple of 1/64 px. We keep plain numbers and round at the same places: sizes that
 * come from percentages and ratios are cut down, text is rounded up, so that what fits in Chrome fits here.
 */

const UNITS = 64;

/** The smallest length there is. Two lengths closer than this are the same length. */
export const EPSILON = 1 / UNITS;

/** LayoutUnit(float): cut toward zero, from single precision, so that a third of 3 px is 1 px however it is written. */
export function toUnit(value: number): number {
  return Math.trunc(Math.fround(value) * UNITS) / UNITS;
}

/** LayoutUnit::FromFloatCeil: for text widths. */
export function ceilUnit(value: number): number {
  return Math.ceil(value * UNITS) / UNITS;
}

export function floorUnit(value: number): number {
  return Math.floor(value * UNITS) / UNITS;
}

export function roundUnit(value: number): number {
  return Math.round(value * UNITS) / UNITS;
}

/** A block size that is not known before the content has been laid out. */
export const INDEFINITE = -1;

export function isDefinite(size: number): boolean {
  return size !== INDEFINITE;
}
