/**
 * What animations leave behind when they have ended: the last keyframe, where 'animation-fill-mode' keeps it.
 *
 * In:  declarations of 'animation' and its longhands, and the keyframes of the sheets. Out: cascade entries that stand
 * behind all normal declarations.
 *
 * Differs: no time passes here, so an animation that ends has ended, one that is paused stands where it began, and one that
 * never ends or is driven by scrolling changes nothing. Delays, and what stands in var(), are not looked at.
 *
 * CSS Animations 1 §4 https://drafts.csswg.org/css-animations-1/, CSS Cascade 5 §6.1 (animation declarations)
 */
import type { NumberedEntry } from './cascade-entry.ts';
import { asciiLower } from './code-points.ts';
import type { CascadeEntry, Declaration } from './declaration.ts';

/** By name: what the first and the last frame declare; `null` where a frame is not written. */
export type Keyframes = ReadonlyMap<string, EndFrames>;

export interface EndFrames {
  readonly from: NumberedEntry | null;
  readonly to: NumberedEntry | null;
}

const NAME = 'animation-name';
const FILL = 'animation-fill-mode';
const COUNT = 'animation-iteration-count';
const DIRECTION = 'animation-direction';
const PLAY = 'animation-play-state';
const TIMELINE = 'animation-timeline';
const LONGHANDS: readonly string[] = [NAME, FILL, COUNT, DIRECTION, PLAY, TIMELINE];

const INITIAL: Readonly<Record<string, string>> = {
  [NAME]: 'none',
  [FILL]: 'none',
  [COUNT]: '1',
  [DIRECTION]: 'normal',
  [PLAY]: 'running',
  [TIMELINE]: 'auto',
};

/** Which longhand a word of the shorthand belongs to; other words are names. */
const WORDS = new Map<string, string>([
  ...['none', 'forwards', 'backwards', 'both'].map((word) => [word, FILL] as const),
  ...['normal', 'reverse', 'alternate', 'alternate-reverse'].map((word) => [word, DIRECTION] as const),
  ...['running', 'paused'].map((word) => [word, PLAY] as const),
  ['infinite', COUNT],
  ...'linear ease ease-in ease-out ease-in-out step-start step-end'.split(' ').map((word) => [word, ''] as const),
]);

/** The declarations of one property of animations; `null` for any other property. */
export function compileAnimation(property: string, text: string, important: boolean): Declaration[] | null {
  const isShorthand = property === 'animation';
  if (!isShorthand && !LONGHANDS.includes(property)) return null;
  const parts = splitOutside(text, ',');
  const declare = (longhand: string, value: readonly string[]): Declaration => ({
    property: longhand,
    declared: { kind: 'value', value },
    important,
  });
  if (!isShorthand) return [declare(property, property === NAME ? parts.map(nameOf) : parts.map(asciiLower))];
  const read = parts.map(readShorthand);
  if (read.includes(null)) return [];
  return LONGHANDS.map((longhand) =>
    declare(
      longhand,
      read.map((part) => part!.get(longhand) ?? INITIAL[longhand]!),
    ),
  );
}

/** One animation of the shorthand; `null` when it names two. Functions and times belong to what is not looked at. */
function readShorthand(text: string): Map<string, string> | null {
  const values = new Map<string, string>();
  for (const word of splitOutside(text, ' ')) {
    if (word.includes('(') || /^[-+.\d]*\d(?:ms|s)$/i.test(word)) continue;
    const lower = asciiLower(word);
    const longhand = /^[+.\d]+$/.test(word) ? COUNT : (WORDS.get(lower) ?? NAME);
    // §4.10: a word that a longhand has taken already is a name.
    const owner = values.has(longhand) ? NAME : longhand;
    if (values.has(owner)) return null;
    values.set(owner, owner === NAME ? nameOf(word) : lower);
  }
  return values;
}

/** Names may be written as strings. */
export function nameOf(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

/** The parts of a text between separators that are in no parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    const isSeparator = separator === ' ' ? /\s/.test(character) : character === separator;
    if (depth === 0 && isSeparator) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}

/** Whether a block says anything about animations. */
export function animates(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ property }) => property.startsWith('animation-'));
}

/** Adds the frames at which the animations of an element have ended. Later animations win. */
export function addEndFrames(normal: NumberedEntry[], important: readonly NumberedEntry[], keyframes: Keyframes): void {
  if (!normal.some((entry) => entry.animates) && !important.some((entry) => entry.animates)) return;
  const winners = new Map<string, readonly string[]>();
  for (let at = important.length - 1; at >= 0; at--) takeWinners(important[at]!, winners);
  for (let at = normal.length - 1; at >= 0; at--) takeWinners(normal[at]!, winners);
  const names = winners.get(NAME) ?? [];
  const partOf = (longhand: string, at: number): string => {
    const list = winners.get(longhand);
    return list === undefined || list.length === 0 ? INITIAL[longhand]! : list[at % list.length]!;
  };
  for (let at = 0; at < names.length; at++) {
    const frames = keyframes.get(names[at]!);
    if (frames === undefined || partOf(TIMELINE, at) !== 'auto') continue;
    const direction = partOf(DIRECTION, at);
    let isAtFirst = !direction.endsWith('reverse');
    if (partOf(PLAY, at) !== 'paused') {
      const fill = partOf(FILL, at);
      const count = Number(partOf(COUNT, at));
      if ((fill !== 'forwards' && fill !== 'both') || !Number.isInteger(count)) continue;
      isAtFirst = endsAtFirst(direction, count);
    }
    const frame = isAtFirst ? frames.from : frames.to;
    if (frame !== null) normal.push(frame);
  }
}

/** §4.6: in which direction the last iteration went. */
function endsAtFirst(direction: string, count: number): boolean {
  switch (direction) {
    case 'reverse':
      return count > 0;
    case 'alternate':
      return count % 2 === 0;
    case 'alternate-reverse':
      return count % 2 === 1;
    default:
      return count === 0;
  }
}

function takeWinners(
  { declarations, animates: matters }: NumberedEntry,
  winners: Map<string, readonly string[]>,
): void {
  if (!matters) return;
  for (let at = declarations.length - 1; at >= 0; at--) {
    const { property, declared }: CascadeEntry['declarations'][number] = declarations[at]!;
    if (!property.startsWith('animation-') || winners.has(property)) continue;
    if (declared.kind === 'value') winners.set(property, declared.value as readonly string[]);
  }
}
