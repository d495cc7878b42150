/**
 * 'clip-path': parsing and computing it.
 *
 * In:  a value. Out: what layout needs to find the rectangle around the shape.
 *
 * CSS Shapes 1 §3 https://drafts.csswg.org/css-shapes-1/#basic-shape-functions, CSS Masking 1 §5
 *
 * Missing: path(), shape() and references to SVG clip paths are kept as text and cut nothing off.
 */
import type { BasicShape, ClipPath, Clipping, ShapeOffset, ShapeRadius } from '../basic-shape.ts';
import { REFERENCE_BOXES, type ReferenceBox } from '../basic-shape.ts';
import type { ComputeContext } from '../compute-context.ts';
import {
  computeLength,
  LENGTH_PERCENT,
  NON_NEGATIVE_LENGTH_PERCENT,
  type SpecifiedLength,
  takeLength,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { takeImage } from './lists.ts';

const BOX_NAMES: ReadonlyMap<string, ReferenceBox> = new Map(REFERENCE_BOXES.map((name) => [name, name]));

export type SpecifiedClipPath = Clipping<SpecifiedLength>;

const UNKNOWN_SHAPES = new Set(['path', 'shape']);

/** A shape with a reference box in either order, or an address. */
export function parseClipPath(reader: ValueReader): SpecifiedClipPath | 'none' | undefined {
  if (reader.takeWord('none')) return 'none';
  const start = reader.position;
  if (takeImage(reader) !== undefined) {
    return { text: reader.textBetween(start, reader.position), box: 'border-box', shape: undefined };
  }
  const boxBefore = reader.takeFrom(BOX_NAMES);
  let shape: SpecifiedClipPath['shape'] = null;
  const name = reader.peekFunction();
  if (name !== null && UNKNOWN_SHAPES.has(name)) {
    reader.skip();
    shape = undefined;
  } else if (name !== null) {
    shape = takeShape(name, reader.takeInside());
    if (shape === null) return undefined;
  }
  const box = boxBefore ?? reader.takeFrom(BOX_NAMES);
  if (box === undefined && name === null) return undefined;
  return { text: reader.textBetween(start, reader.position), box: box ?? 'border-box', shape };
}

export function computeClipPath(value: SpecifiedClipPath | 'none', context: ComputeContext): ClipPath | null {
  if (value === 'none') return null;
  const { shape } = value;
  return { ...value, shape: shape == null ? shape : mapShape(shape, (length) => computeLength(length, context)) };
}

type Shape = BasicShape<SpecifiedLength>;

/** `null` when it is not valid. */
function takeShape(name: string, inside: ValueReader): Shape | null {
  switch (name) {
    case 'inset':
      return takeInset(inside);
    case 'rect':
      return takeRect(inside);
    case 'xywh':
      return takeSized(inside);
    case 'circle':
    case 'ellipse':
      return takeEllipse(inside, name === 'circle');
    case 'polygon':
      return takePolygon(inside);
    default:
      return null;
  }
}

function takeInset(inside: ValueReader): Shape | null {
  const lengths = takeLengths(inside, 1, 4);
  if (lengths === null || !takeCorners(inside)) return null;
  const top = lengths[0]!;
  const right = lengths[1] ?? top;
  return {
    kind: 'sides',
    top: { fromEnd: false, length: top },
    right: { fromEnd: true, length: right },
    bottom: { fromEnd: true, length: lengths[2] ?? top },
    left: { fromEnd: false, length: lengths[3] ?? right },
  };
}

/** All edges are distances from the top and left of the reference box. */
function takeRect(inside: ValueReader): Shape | null {
  const edges: ShapeOffset<SpecifiedLength>[] = [];
  for (const fromEnd of [false, true, true, false]) {
    const isAuto = inside.takeWord('auto');
    const length = isAuto ? 0 : takeLength(inside, LENGTH_PERCENT);
    if (length === undefined) return null;
    edges.push({ fromEnd: isAuto && fromEnd, length });
  }
  if (!takeCorners(inside)) return null;
  return { kind: 'sides', top: edges[0]!, right: edges[1]!, bottom: edges[2]!, left: edges[3]! };
}

function takeSized(inside: ValueReader): Shape | null {
  const corner = takeLengths(inside, 2, 2);
  const width = takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT);
  const height = takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT);
  if (corner === null || width === undefined || height === undefined || !takeCorners(inside)) return null;
  return { kind: 'sized', x: corner[0]!, y: corner[1]!, width, height };
}

/** 'round' and what corners are rounded by, or nothing. */
function takeCorners(inside: ValueReader): boolean {
  if (inside.done) return true;
  if (!inside.takeWord('round')) return false;
  let count = 0;
  while (!inside.done) {
    if (!inside.takeDelimiter('/') && takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT) === undefined) return false;
    count++;
  }
  return count > 0;
}

function takeLengths(inside: ValueReader, least: number, most: number): SpecifiedLength[] | null {
  const lengths: SpecifiedLength[] = [];
  while (lengths.length < most) {
    const length = takeLength(inside, LENGTH_PERCENT);
    if (length === undefined) break;
    lengths.push(length);
  }
  return lengths.length < least ? null : lengths;
}

const RADII: ReadonlyMap<string, 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner'> = new Map(
  (['closest-side', 'farthest-side', 'closest-corner', 'farthest-corner'] as const).map((name) => [name, name]),
);

function takeEllipse(inside: ValueReader, isCircle: boolean): Shape | null {
  const takeRadius = () => inside.takeFrom(RADII) ?? takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT);
  const radiusX = takeRadius();
  const radiusY = isCircle ? radiusX : takeRadius();
  if (!isCircle && radiusX !== undefined && radiusY === undefined) return null;
  const centre = inside.takeWord('at') ? takePosition(inside) : CENTRE;
  if (centre === null || !inside.done) return null;
  const [x, y] = centre;
  return { kind: 'ellipse', isCircle, radiusX: radiusX ?? 'closest-side', radiusY: radiusY ?? 'closest-side', x, y };
}

type Offset = ShapeOffset<SpecifiedLength>;

const HALF: Offset = { fromEnd: false, length: { kind: 'percent', value: 50 } };
const START: Offset = { fromEnd: false, length: 0 };
const END: Offset = { fromEnd: true, length: 0 };
const CENTRE: readonly [Offset, Offset] = [HALF, HALF];
const ACROSS: ReadonlyMap<string, Offset> = new Map([
  ['left', START],
  ['right', END],
]);
const DOWN: ReadonlyMap<string, Offset> = new Map([
  ['top', START],
  ['bottom', END],
]);

interface PositionPart {
  readonly axis: 'x' | 'y' | null;
  readonly offset: Offset;
}

/** <position> (CSS Values 4 §8.3): one, two or four values. */
function takePosition(inside: ValueReader): readonly [x: Offset, y: Offset] | null {
  const first = takePositionPart(inside);
  if (first === null) return null;
  const second = inside.done ? null : takePositionPart(inside);
  if (second === null) return first.axis === 'y' ? [HALF, first.offset] : [first.offset, HALF];
  if (first.axis === 'y' || second.axis === 'x') {
    return first.axis === 'x' || second.axis === 'y' ? null : [second.offset, first.offset];
  }
  return [first.offset, second.offset];
}

/** A side with a distance from it, a side, 'center', or a distance. */
function takePositionPart(inside: ValueReader): PositionPart | null {
  if (inside.takeWord('center')) return { axis: null, offset: HALF };
  const across = inside.takeFrom(ACROSS);
  const side = across ?? inside.takeFrom(DOWN);
  const length = takeLength(inside, LENGTH_PERCENT);
  if (side === undefined) return length === undefined ? null : { axis: null, offset: { fromEnd: false, length } };
  const axis = across === undefined ? 'y' : 'x';
  return { axis, offset: length === undefined ? side : { fromEnd: side.fromEnd, length } };
}

function takePolygon(inside: ValueReader): Shape | null {
  if (inside.takeWord('nonzero') || inside.takeWord('evenodd')) {
    if (!inside.takeComma()) return null;
  }
  const points: [SpecifiedLength, SpecifiedLength][] = [];
  do {
    const point = takeLengths(inside, 2, 2);
    if (point === null) return null;
    points.push([point[0]!, point[1]!]);
  } while (inside.takeComma());
  return inside.done ? { kind: 'polygon', points } : null;
}

function mapShape<From, To>(shape: BasicShape<From>, map: (length: From) => To): BasicShape<To> {
  const offset = ({ fromEnd, length }: ShapeOffset<From>) => ({ fromEnd, length: map(length) });
  switch (shape.kind) {
    case 'sides': {
      const { kind, top, right, bottom, left } = shape;
      return { kind, top: offset(top), right: offset(right), bottom: offset(bottom), left: offset(left) };
    }
    case 'sized': {
      const { kind, x, y, width, height } = shape;
      return { kind, x: map(x), y: map(y), width: map(width), height: map(height) };
    }
    case 'ellipse': {
      const radius = (value: ShapeRadius<From>) => (RADII.has(value as string) ? value : map(value as From));
      return {
        kind: 'ellipse',
        isCircle: shape.isCircle,
        radiusX: radius(shape.radiusX) as ShapeRadius<To>,
        radiusY: radius(shape.radiusY) as ShapeRadius<To>,
        x: offset(shape.x),
        y: offset(shape.y),
      };
    }
    case 'polygon':
      return { kind: 'polygon', points: shape.points.map(([x, y]) => [map(x), map(y)] as const) };
  }
}
