/**
 * Longhands of sizes: width, height, their limits, aspect ratio, and intrinsic sizes under containment.
 *
 * CSS Sizing 3 and 4 https://drafts.csswg.org/css-sizing-4/, CSS Values 5 §11 for calc-size().
 */
import type { ComputeContext } from '../compute-context.ts';
import type { AspectRatio } from '../computed-style.ts';
import type { IntrinsicKeyword, LengthPercentage } from '../length.ts';
import {
  computeLength,
  computeNumber,
  computePixels,
  NON_NEGATIVE_LENGTH,
  NON_NEGATIVE_LENGTH_PERCENT,
  SIZE_LENGTH,
  type SpecifiedLength,
  type SpecifiedNumber,
  takeLength,
  takeNumber,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, type Longhand, logical, quirky, wordMap } from './longhand.ts';

const INTRINSIC = wordMap<IntrinsicKeyword>(['min-content', 'max-content', 'fit-content', 'stretch']);
const PREFIXED_INTRINSIC = wordMap<IntrinsicKeyword>([], {
  '-webkit-fill-available': 'stretch',
  '-webkit-fit-content': 'fit-content',
  '-webkit-min-content': 'min-content',
  '-webkit-max-content': 'max-content',
});

type Specified<Word extends string> = SpecifiedLength | IntrinsicKeyword | Word;

/** A size, or the word that stands for none: 'auto', 'none' or 'content'. */
export function takeSize<Word extends string>(
  reader: ValueReader,
  words: ReadonlyMap<string, Word>,
): Specified<Word> | undefined {
  const word = reader.takeFrom(words) ?? reader.takeFrom(INTRINSIC);
  if (word !== undefined) return word;
  if (reader.peekFunction() === 'calc-size') return takeCalcSize(reader, words);
  return takeLength(reader, SIZE_LENGTH);
}

export function computeSize<Word extends string>(
  value: Specified<Word>,
  context: ComputeContext,
): LengthPercentage | IntrinsicKeyword | Word {
  return typeof value === 'string' ? value : computeLength(value, context);
}

/** Missing: a calculation with 'size' other than 'size' alone is not computed; the declaration is dropped. */
function takeCalcSize<Word extends string>(
  reader: ValueReader,
  words: ReadonlyMap<string, Word>,
): Specified<Word> | undefined {
  const inside = reader.takeInside();
  const basis = inside.takeWord('any') ? 'any' : takeSize(inside, words);
  if (basis === undefined || !inside.takeComma()) return undefined;
  if (basis !== 'any' && inside.takeWord('size')) return inside.done ? basis : undefined;
  const length = takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT);
  return inside.done ? length : undefined;
}

const AUTO = wordMap(['auto']);
const NONE = wordMap(['none']);

const takeAutoSize = (reader: ValueReader) => reader.takeFrom(PREFIXED_INTRINSIC) ?? takeSize(reader, AUTO);
const takeMaxSize = (reader: ValueReader) => reader.takeFrom(PREFIXED_INTRINSIC) ?? takeSize(reader, NONE);

interface SpecifiedRatio {
  readonly auto: boolean;
  readonly width: SpecifiedNumber;
  readonly height: SpecifiedNumber;
}

function parseAspectRatio(reader: ValueReader): SpecifiedRatio | undefined {
  let auto = reader.takeWord('auto');
  if (reader.done) return auto ? { auto, width: 0, height: 0 } : undefined;
  const width = takeNumber(reader, { least: 0 });
  if (width === undefined) return undefined;
  const height = reader.takeDelimiter('/') ? takeNumber(reader, { least: 0 }) : 1;
  if (height === undefined) return undefined;
  if (!auto) auto = reader.takeWord('auto');
  return { auto, width, height };
}

/** A degenerate ratio behaves as 'auto'. */
function computeAspectRatio(value: SpecifiedRatio, context: ComputeContext): AspectRatio {
  const width = computeNumber(value.width, context);
  const height = computeNumber(value.height, context);
  return width > 0 && height > 0 ? { auto: value.auto, ratio: width / height } : { auto: true, ratio: null };
}

/** 'auto' remembers a last size; there is none here, so that the length alone counts. */
function parseIntrinsicSize(reader: ValueReader): SpecifiedLength | 'none' | undefined {
  reader.takeWord('auto');
  return reader.takeWord('none') ? 'none' : takeLength(reader, NON_NEGATIVE_LENGTH);
}

function computeIntrinsicSize(value: SpecifiedLength | 'none', context: ComputeContext): number | 'none' {
  return value === 'none' ? value : computePixels(value, context);
}

const WIDTH = quirky(computed('width', 'width', false, takeAutoSize, computeSize));
const MIN_WIDTH = quirky(computed('min-width', 'minWidth', false, takeAutoSize, computeSize));
const MAX_WIDTH = quirky(computed('max-width', 'maxWidth', false, takeMaxSize, computeSize));
const INTRINSIC_WIDTH = computed(
  'contain-intrinsic-width',
  'containIntrinsicWidth',
  false,
  parseIntrinsicSize,
  computeIntrinsicSize,
);

export const SIZE_LONGHANDS: readonly Longhand[] = [
  WIDTH,
  quirky(computed('height', 'height', false, takeAutoSize, computeSize)),
  MIN_WIDTH,
  quirky(computed('min-height', 'minHeight', false, takeAutoSize, computeSize)),
  MAX_WIDTH,
  quirky(computed('max-height', 'maxHeight', false, takeMaxSize, computeSize)),
  computed('aspect-ratio', 'aspectRatio', false, parseAspectRatio, computeAspectRatio),
  INTRINSIC_WIDTH,
  computed('contain-intrinsic-height', 'containIntrinsicHeight', false, parseIntrinsicSize, computeIntrinsicSize),
  ...(['inline-size', 'block-size'] as const).flatMap((axis) => [
    logical(axis, '*', axis, WIDTH),
    logical(`min-${axis}`, 'min-*', axis, MIN_WIDTH),
    logical(`max-${axis}`, 'max-*', axis, MAX_WIDTH),
    logical(`contain-intrinsic-${axis}`, 'contain-intrinsic-*', axis, INTRINSIC_WIDTH),
  ]),
];
