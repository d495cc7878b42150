/**
 * Keyframes as script gives them: a list of frames, or one object with a list for each property.
 *
 * In:  any value. Out: frames in order with their offsets, and the declarations that hold at the beginning or the end.
 *
 * Web Animations 1 §5.3.3 https://drafts.csswg.org/web-animations-1/#processing-a-keyframes-argument
 */
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  fromCharCode,
  isArray,
  isFiniteNumber,
  isNotANumber,
  max,
  ownKeys,
} from '../primordials.ts';
import { parseEasing } from './easing.ts';

export interface Keyframe {
  /** As it was given. */
  offset: number | null;
  computedOffset: number;
  easing: string;
  composite: string;
  /** Names as script has them, then values. */
  readonly properties: BareArray<readonly [name: string, value: string]>;
}

export function readKeyframes(given: unknown): BareArray<Keyframe> {
  if (given === null || given === undefined) return bareArray();
  if (typeof given !== 'object') throw new TypeError('Keyframes must be null or an object.');
  const iterate = (given as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  const frames = typeof iterate === 'function' ? fromList(given as Iterable<unknown>) : fromLists(given);
  checkOffsets(frames);
  computeOffsets(frames);
  return frames;
}

function newFrame(): Keyframe {
  return { offset: null, computedOffset: 0, easing: 'linear', composite: 'auto', properties: bareArray() };
}

function fromList(list: Iterable<unknown>): BareArray<Keyframe> {
  const frames = bareArray<Keyframe>();
  for (const each of list) {
    if (each !== null && each !== undefined && typeof each !== 'object') {
      throw new TypeError('Keyframes must be objects, or null or undefined');
    }
    const frame = newFrame();
    const source = (each ?? {}) as Record<string, unknown>;
    if (source['offset'] !== undefined && source['offset'] !== null) frame.offset = offsetOf(source['offset']);
    if (source['easing'] !== undefined) frame.easing = easingOf(source['easing']);
    if (source['composite'] !== undefined) frame.composite = `${source['composite']}`;
    eachProperty(source, (name) => append(frame.properties, [name, `${source[name]}`]));
    append(frames, frame);
  }
  return frames;
}

/** Each property has a list of values of its own, spread evenly. */
function fromLists(source: object): BareArray<Keyframe> {
  const given = source as Record<string, unknown>;
  const frames = bareArray<Keyframe>();
  const at = (offset: number): Keyframe => {
    let place = 0;
    while (place < frames.length && frames[place]!.computedOffset < offset) place++;
    if (place < frames.length && frames[place]!.computedOffset === offset) return frames[place]!;
    const frame = { ...newFrame(), computedOffset: offset };
    for (let index = frames.length; index > place; index--) frames[index] = frames[index - 1]!;
    frames[place] = frame;
    return frame;
  };
  eachProperty(given, (name) => {
    const values = listOf(given[name]);
    for (let index = 0; index < values.length; index++) {
      const offset = values.length === 1 ? 1 : index / (values.length - 1);
      append(at(offset).properties, [name, `${values[index]}`]);
    }
  });
  const offsets = listOf(given['offset'] ?? bareArray());
  const easings = listOf(given['easing'] ?? bareArray());
  const composites = listOf(given['composite'] ?? bareArray());
  for (let index = 0; index < frames.length; index++) {
    const frame = frames[index]!;
    const offset = offsets[index];
    if (index < offsets.length && offset !== null) frame.offset = offsetOf(offset);
    if (easings.length > 0) frame.easing = easingOf(easings[index % easings.length]);
    if (composites.length > 0) frame.composite = `${composites[index % composites.length]}`;
  }
  return frames;
}

function listOf(value: unknown): ArrayLike<unknown> {
  if (isArray(value) || (typeof value === 'object' && value !== null && 'length' in value)) return value as unknown[];
  const one = bareArray<unknown>();
  append(one, value);
  return one;
}

function eachProperty(source: object, visit: (name: string) => void): void {
  const keys = ownKeys(source);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (typeof key !== 'string' || key === 'offset' || key === 'easing' || key === 'composite') continue;
    if (key === 'computedOffset') continue;
    visit(key);
  }
}

function offsetOf(value: unknown): number {
  const offset = Number(value);
  if (!isFiniteNumber(offset)) throw new TypeError('The provided double value is non-finite.');
  return offset;
}

function easingOf(value: unknown): string {
  const text = `${value}`;
  if (parseEasing(text) === null) throw new TypeError(`'${text}' is not a valid value for easing`);
  return text;
}

function checkOffsets(frames: BareArray<Keyframe>): void {
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < frames.length; at++) {
    const { offset } = frames[at]!;
    if (offset === null) continue;
    if (offset < 0 || offset > 1 || isNotANumber(offset))
      throw new TypeError('Offsets must be null or in the range [0,1].');
    if (offset < last) throw new TypeError('Offsets must be monotonically non-decreasing.');
    last = max(last, offset);
  }
}

/** "compute missing keyframe offsets" */
function computeOffsets(frames: BareArray<Keyframe>): void {
  const { length } = frames;
  if (length === 0) return;
  for (let at = 0; at < length; at++) frames[at]!.computedOffset = frames[at]!.offset ?? Number.NaN;
  if (length > 1 && isNotANumber(frames[0]!.computedOffset)) frames[0]!.computedOffset = 0;
  if (isNotANumber(frames[length - 1]!.computedOffset)) frames[length - 1]!.computedOffset = 1;
  let known = 0;
  for (let at = 1; at < length; at++) {
    if (isNotANumber(frames[at]!.computedOffset)) continue;
    const from = frames[known]!.computedOffset;
    const step = (frames[at]!.computedOffset - from) / (at - known);
    for (let between = known + 1; between < at; between++) {
      frames[between]!.computedOffset = from + step * (between - known);
    }
    known = at;
  }
}

/** A property of a keyframe as style sheets write it. */
export function cssName(key: string): string {
  if (key === 'cssFloat') return 'float';
  if (key === 'cssOffset') return 'offset';
  if (key[0] === '-') return key;
  let name = '';
  for (let at = 0; at < key.length; at++) {
    const code = charCodeAt(key, at);
    name += code >= 0x41 && code <= 0x5a ? `-${fromCharCode(code + 32)}` : key[at];
  }
  return name;
}

/** The declarations of the frames at one end; the last of each property wins. */
export function declarationsAt(frames: BareArray<Keyframe>, end: 0 | 1): string {
  let text = '';
  for (let at = 0; at < frames.length; at++) {
    if (frames[at]!.computedOffset !== end) continue;
    const { properties } = frames[at]!;
    for (let index = 0; index < properties.length; index++) {
      const [name, value] = properties[index]!;
      text += `${cssName(name)}: ${value};`;
    }
  }
  return text;
}
