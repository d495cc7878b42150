/**
 * Lengths and percentages as computed values.
 *
 * An absolute length is a plain number of CSS pixels, the most common case by far. What depends on a size that only
 * layout knows is a small object, resolved with `resolveLength`.
 *
 * CSS Values 4 §5, §10 https://drafts.csswg.org/css-values-4/
 */
import type { AnchorResolver } from './anchor-query.ts';

export interface Percentage {
  readonly kind: 'percent';
  /** 50% is 50. */
  readonly value: number;
}

/** A calculation that still contains a percentage. `evaluate` gets what 100% is. */
export interface Calculation {
  readonly kind: 'calc';
  readonly evaluate: (base: number) => number;
  /** Serialised for getComputedStyle. */
  readonly text: string;
  /** With anchor() or anchor-size() in it: the length for an absolutely positioned box; `null` when it is invalid. */
  readonly anchored?: (base: number, resolve: AnchorResolver) => number | null;
  /** With anchors in it: the same for a box that cannot have any, by their fallbacks; `null` when it is invalid. */
  readonly unanchored?: () => LengthPercentage | null;
}

export type LengthPercentage = number | Percentage | Calculation;

export type IntrinsicKeyword = 'min-content' | 'max-content' | 'fit-content' | 'stretch';

export interface FitContentFunction {
  readonly kind: 'fit-content';
  readonly limit: LengthPercentage;
}

/** width, height, and their minimums ('auto' too). */
export type Size = LengthPercentage | 'auto' | IntrinsicKeyword | FitContentFunction;

/** max-width, max-height. */
export type MaxSize = LengthPercentage | 'none' | IntrinsicKeyword | FitContentFunction;

export type LengthPercentageOrAuto = LengthPercentage | 'auto';

/** The used length, once it is known what 100% is. */
export function resolveLength(value: LengthPercentage, base: number): number {
  if (typeof value === 'number') return value;
  return value.kind === 'percent' ? (base * value.value) / 100 : value.evaluate(base);
}

/** Whether a value needs to know what 100% is. */
export function dependsOnPercentage(value: unknown): value is Percentage | Calculation {
  if (typeof value !== 'object' || value === null) return false;
  const kind = (value as { kind?: unknown }).kind;
  return kind === 'percent' || kind === 'calc';
}

export function percent(value: number): Percentage {
  return { kind: 'percent', value };
}
