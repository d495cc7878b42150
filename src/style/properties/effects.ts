/**
 * Longhands of transforms, containment, clipping and compositing.
 *
 * CSS Transforms 1 and 2 https://drafts.csswg.org/css-transforms-2/, CSS Contain 3, CSS Masking 1,
 * CSS Anchor Positioning 1.
 */
import type { ComputeContext } from '../compute-context.ts';
import type { ComputedStyle, TransformFunction } from '../computed-style.ts';
import type { LengthPercentage } from '../length.ts';
import {
  computeLength,
  computeNumber,
  computePixels,
  LENGTH,
  LENGTH_PERCENT,
  NON_NEGATIVE_LENGTH,
  type SpecifiedLength,
  type SpecifiedNumber,
  takeAngle,
  takeLength,
  takeNumber,
  takeNumberOrPercentage,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computeClipPath, parseClipPath } from './clip-path.ts';
import { takeCustomIdent, takeImage } from './lists.ts';
import { computed, keywords, type Longhand, plain, wordMap } from './longhand.ts';

type Argument = 'length' | 'pure-length' | 'angle' | 'number' | 'scale' | 'perspective';

/** Each function's own spelling and its arguments; those after `required` may be left out. */
const TRANSFORMS: ReadonlyMap<string, readonly [name: string, required: number, ...args: Argument[]]> = new Map(
  (
    [
      ['matrix', 6, ...many('number', 6)],
      ['matrix3d', 16, ...many('number', 16)],
      ['translate', 1, 'length', 'length'],
      ['translateX', 1, 'length'],
      ['translateY', 1, 'length'],
      ['translateZ', 1, 'pure-length'],
      ['translate3d', 3, 'length', 'length', 'pure-length'],
      ['scale', 1, 'scale', 'scale'],
      ['scaleX', 1, 'scale'],
      ['scaleY', 1, 'scale'],
      ['scaleZ', 1, 'scale'],
      ['scale3d', 3, 'scale', 'scale', 'scale'],
      ['rotate', 1, 'angle'],
      ['rotateX', 1, 'angle'],
      ['rotateY', 1, 'angle'],
      ['rotateZ', 1, 'angle'],
      ['rotate3d', 4, 'number', 'number', 'number', 'angle'],
      ['skew', 1, 'angle', 'angle'],
      ['skewX', 1, 'angle'],
      ['skewY', 1, 'angle'],
      ['perspective', 1, 'perspective'],
    ] as [string, number, ...Argument[]][]
  ).map((entry) => [entry[0].toLowerCase(), entry]),
);

function many(argument: Argument, count: number): Argument[] {
  return new Array<Argument>(count).fill(argument);
}

/** Lengths wait for units; angles are degrees, and everything else is a number. */
interface SpecifiedTransform {
  readonly name: string;
  readonly args: readonly { readonly isLength: boolean; readonly value: SpecifiedLength | SpecifiedNumber }[];
}

function parseTransform(reader: ValueReader): readonly SpecifiedTransform[] | undefined {
  if (reader.takeWord('none')) return [];
  const functions: SpecifiedTransform[] = [];
  while (!reader.done) {
    const signature = TRANSFORMS.get(reader.peekFunction() ?? '');
    if (signature === undefined) return undefined;
    const [name, required, ...kinds] = signature;
    const inside = reader.takeInside();
    const args: { isLength: boolean; value: SpecifiedLength | SpecifiedNumber }[] = [];
    do {
      const kind = kinds[args.length];
      const value = kind === undefined ? undefined : takeArgument(inside, kind);
      if (value === undefined) return undefined;
      args.push({ isLength: kind === 'length' || kind === 'pure-length' || kind === 'perspective', value });
    } while (inside.takeComma());
    if (!inside.done || args.length < required) return undefined;
    functions.push({ name, args });
  }
  return functions.length === 0 ? undefined : functions;
}

function takeArgument(reader: ValueReader, kind: Argument): SpecifiedLength | SpecifiedNumber | undefined {
  switch (kind) {
    case 'length':
      return takeLength(reader, LENGTH_PERCENT);
    case 'pure-length':
      return takeLength(reader, LENGTH);
    case 'angle':
      return takeAngle(reader, true);
    case 'number':
      return takeNumber(reader);
    case 'scale':
      return takeNumberOrPercentage(reader);
    case 'perspective':
      return reader.takeWord('none') ? Number.POSITIVE_INFINITY : takeLength(reader, NON_NEGATIVE_LENGTH);
  }
}

function computeTransform(value: readonly SpecifiedTransform[], context: ComputeContext): readonly TransformFunction[] {
  return value.map(({ name, args }) => ({
    name,
    args: args.map((arg) =>
      arg.isLength ? computeLength(arg.value, context) : computeNumber(arg.value as SpecifiedNumber, context),
    ),
  }));
}

function parseTranslate(reader: ValueReader): readonly SpecifiedLength[] | undefined {
  if (reader.takeWord('none')) return [];
  const lengths: SpecifiedLength[] = [];
  while (!reader.done) {
    const length = takeLength(reader, lengths.length < 2 ? LENGTH_PERCENT : LENGTH);
    if (length === undefined || lengths.length === 3) return undefined;
    lengths.push(length);
  }
  return lengths;
}

function parseScale(reader: ValueReader): readonly SpecifiedNumber[] | undefined {
  if (reader.takeWord('none')) return [];
  const numbers: SpecifiedNumber[] = [];
  while (!reader.done) {
    const number = takeNumberOrPercentage(reader);
    if (number === undefined || numbers.length === 3) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** The angle around z; a turn around another axis shows none here. */
function parseRotate(reader: ValueReader): number | undefined {
  if (reader.takeWord('none')) return 0;
  let angle = takeAngle(reader, false);
  const axis = takeRotationAxis(reader);
  if (axis === undefined) return undefined;
  angle ??= takeAngle(reader, false);
  return angle === undefined ? undefined : angle * axis;
}

const AXES = wordMap(['x', 'y', 'z']);

/** 1 around z (or when no axis is given), -1 around -z, 0 around any other. */
function takeRotationAxis(reader: ValueReader): number | undefined {
  const word = reader.takeFrom(AXES);
  if (word !== undefined) return word === 'z' ? 1 : 0;
  const x = takeNumber(reader);
  if (x === undefined) return 1;
  const y = takeNumber(reader);
  const z = takeNumber(reader);
  if (y === undefined || z === undefined) return undefined;
  return x === 0 && y === 0 && typeof z === 'number' ? Math.sign(z) : 0;
}

const ORIGIN_KEYWORDS: ReadonlyMap<string, LengthPercentage> = new Map<string, LengthPercentage>([
  ['left', { kind: 'percent', value: 0 }],
  ['top', { kind: 'percent', value: 0 }],
  ['center', { kind: 'percent', value: 50 }],
  ['right', { kind: 'percent', value: 100 }],
  ['bottom', { kind: 'percent', value: 100 }],
]);

function parseOriginPart(reader: ValueReader): SpecifiedLength | undefined {
  return (reader.takeFrom(ORIGIN_KEYWORDS) as SpecifiedLength | undefined) ?? takeLength(reader, LENGTH_PERCENT);
}

const CONTAIN_WORDS = ['size', 'inline-size', 'layout', 'style', 'paint'];

function parseContain(reader: ValueReader): readonly string[] | undefined {
  if (reader.takeWord('none')) return [];
  if (reader.takeWord('strict')) return ['size', 'layout', 'style', 'paint'];
  if (reader.takeWord('content')) return ['layout', 'style', 'paint'];
  const words = takeDistinctWords(reader, CONTAIN_WORDS);
  return words?.includes('size') && words.includes('inline-size') ? undefined : words;
}

function takeDistinctWords(reader: ValueReader, allowed: readonly string[]): readonly string[] | undefined {
  const words: string[] = [];
  while (!reader.done) {
    const word = reader.peekWord();
    if (word === null || !allowed.includes(word) || words.includes(word)) return undefined;
    words.push(word);
    reader.skip();
  }
  return words.length === 0 ? undefined : words;
}

const CONTAINER_TYPES = wordMap<ComputedStyle['containerType']>(['normal', 'size', 'inline-size'], {
  'scroll-state': 'normal',
});

/** 'scroll-state' may stand beside a size; it changes no layout. */
function takeContainerType(reader: ValueReader): ComputedStyle['containerType'] | undefined {
  const first = reader.takeFrom(CONTAINER_TYPES);
  if (first === undefined) return undefined;
  if (first !== 'normal') {
    reader.takeWord('scroll-state');
    return first;
  }
  const second = reader.takeFrom(CONTAINER_TYPES);
  return second === undefined || second === 'normal' ? first : second;
}

const NOT_CONTAINER_NAMES = new Set(['and', 'or', 'not']);

function takeNames(reader: ValueReader): readonly string[] | undefined {
  if (reader.takeWord('none')) return [];
  const names: string[] = [];
  for (;;) {
    const name = takeCustomIdent(reader, 'none');
    if (name === undefined) break;
    if (NOT_CONTAINER_NAMES.has(name.toLowerCase())) return undefined;
    names.push(name);
  }
  return names.length === 0 ? undefined : names;
}

function parseWillChange(reader: ValueReader): readonly string[] | undefined {
  if (reader.takeWord('auto')) return [];
  const names: string[] = [];
  do {
    const name = takeCustomIdent(reader, 'will-change')?.toLowerCase();
    if (name === undefined || name === 'all' || name === 'none' || name === 'auto') return undefined;
    names.push(name);
  } while (reader.takeComma());
  return names;
}

type ClipEdge = SpecifiedLength | null;

function parseClip(reader: ValueReader): readonly ClipEdge[] | 'auto' | undefined {
  if (reader.takeWord('auto')) return 'auto';
  if (reader.peekFunction() !== 'rect') return undefined;
  const inside = reader.takeInside();
  const edges: ClipEdge[] = [];
  for (let i = 0; i < 4; i++) {
    const edge = inside.takeWord('auto') ? null : takeLength(inside, LENGTH);
    if (edge === undefined) return undefined;
    edges.push(edge);
    inside.takeComma();
  }
  return inside.done ? edges : undefined;
}

function computeClip(value: readonly ClipEdge[] | 'auto', context: ComputeContext): ComputedStyle['clip'] {
  if (value === 'auto') return null;
  const edge = (i: number) => (value[i] === null ? null : computePixels(value[i]!, context));
  return [edge(0), edge(1), edge(2), edge(3)];
}

const SHAPES = new Set(['inset', 'circle', 'ellipse', 'polygon', 'path', 'xywh', 'rect', 'shape']);
const REFERENCE_BOXES = new Set(
  'border-box padding-box content-box margin-box half-border-box fill-box stroke-box view-box'.split(' '),
);

/** A shape with a reference box in either order, or an image's address: kept as text, which only layout reads. */
function parseShape(reader: ValueReader): string | undefined {
  if (reader.takeWord('none')) return 'none';
  const start = reader.position;
  if (takeImage(reader) === undefined) {
    const boxFirst = takeReferenceBox(reader);
    const hasShape = SHAPES.has(reader.peekFunction() ?? '');
    if (hasShape) reader.skip();
    if (!boxFirst && !takeReferenceBox(reader) && !hasShape) return undefined;
  }
  return reader.textBetween(start, reader.position);
}

function takeReferenceBox(reader: ValueReader): boolean {
  const isBox = REFERENCE_BOXES.has(reader.peekWord() ?? '');
  if (isBox) reader.skip();
  return isBox;
}

const FILTERS = new Set(
  'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia url'.split(' '),
);

function parseFilter(reader: ValueReader): boolean | undefined {
  if (reader.takeWord('none')) return false;
  while (!reader.done) {
    if (!FILTERS.has(reader.peekFunction() ?? '') && reader.peek()!.type !== 'url') return undefined;
    reader.skip();
  }
  return true;
}

const BLEND_MODES = wordMap(
  (
    'normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion ' +
    'hue saturation color luminosity plus-darker plus-lighter'
  ).split(' '),
);

const APPEARANCES = new Set(
  (
    'auto button checkbox listbox menulist menulist-button meter progress-bar radio searchfield slider-vertical ' +
    'textarea textfield base-select'
  ).split(' '),
);

function parseAppearance(reader: ValueReader): ComputedStyle['appearance'] | undefined {
  if (reader.takeWord('none')) return 'none';
  if (reader.takeWord('button')) return 'button';
  const known = APPEARANCES.has(reader.peekWord() ?? '');
  if (known) reader.skip();
  return known ? 'auto' : undefined;
}

export const EFFECT_LONGHANDS: readonly Longhand[] = [
  computed('transform', 'transform', false, parseTransform, computeTransform),
  // 'transform-origin' is split into these by the shorthand table.
  computed('-webkit-transform-origin-x', 'transformOriginX', false, parseOriginPart, computeLength),
  computed('-webkit-transform-origin-y', 'transformOriginY', false, parseOriginPart, computeLength),
  keywords('transform-box', 'transformBox', false, ['border-box', 'content-box', 'fill-box', 'stroke-box', 'view-box']),
  computed('translate', 'translate', false, parseTranslate, (value, context) =>
    value.map((length) => computeLength(length, context)),
  ),
  computed('scale', 'scale', false, parseScale, (value, context) => value.map((each) => computeNumber(each, context))),
  plain('rotate', 'rotate', false, parseRotate),
  computed(
    'perspective',
    'perspective',
    false,
    (reader) => (reader.takeWord('none') ? ('none' as const) : takeLength(reader, NON_NEGATIVE_LENGTH)),
    (value, context) => (value === 'none' ? value : computePixels(value, context)),
  ),
  plain('contain', 'contain', false, parseContain),
  plain('container-type', 'containerType', false, takeContainerType),
  plain('container-name', 'containerName', false, takeNames),
  keywords('content-visibility', 'contentVisibility', false, ['visible', 'auto', 'hidden']),
  plain('will-change', 'willChange', false, parseWillChange),
  computed(
    'opacity',
    'opacity',
    false,
    (reader) => takeNumberOrPercentage(reader),
    (value, context) => Math.min(1, Math.max(0, computeNumber(value, context))),
  ),
  plain('filter', 'hasFilter', false, parseFilter),
  plain('backdrop-filter', 'hasBackdropFilter', false, parseFilter),
  computed('clip', 'clip', false, parseClip, computeClip),
  computed('clip-path', 'clipPath', false, parseClipPath, computeClipPath),
  keywords('isolation', 'isolation', false, ['auto', 'isolate']),
  plain('mix-blend-mode', 'mixBlendMode', false, (reader) => reader.takeFrom(BLEND_MODES)),
  plain('appearance', 'appearance', false, parseAppearance),
  keywords('field-sizing', 'fieldSizing', false, ['fixed', 'content']),
  plain('shape-outside', 'shapeOutside', false, parseShape),
  keywords('object-fit', 'objectFit', false, ['fill', 'contain', 'cover', 'none', 'scale-down']),
];
