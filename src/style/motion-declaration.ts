/**
 * Declarations of 'animation', 'transition' and their longhands.
 *
 * In:  a property and its text. Out: longhands, each as the list of its comma-separated parts; text with var() waits.
 *
 * CSS Animations 1 §3 https://drafts.csswg.org/css-animations-1/, CSS Transitions 2 §2
 * https://drafts.csswg.org/css-transitions-2/
 */
import { asciiLower } from './code-points.ts';
import type { Declaration, DeclaredValue } from './declaration.ts';
import { mayHaveReferences } from './substitution.ts';

const ANIMATION_LONGHANDS: Readonly<Record<string, string>> = {
  'animation-name': 'none',
  'animation-duration': 'auto',
  'animation-delay': '0s',
  'animation-timing-function': 'ease',
  'animation-fill-mode': 'none',
  'animation-iteration-count': '1',
  'animation-direction': 'normal',
  'animation-play-state': 'running',
  'animation-timeline': 'auto',
};
const TRANSITION_LONGHANDS: Readonly<Record<string, string>> = {
  'transition-property': 'all',
  'transition-duration': '0s',
  'transition-delay': '0s',
  'transition-timing-function': 'ease',
  'transition-behavior': 'normal',
};

/** Initial values by longhand. */
export const MOTION_INITIAL: Readonly<Record<string, string>> = { ...ANIMATION_LONGHANDS, ...TRANSITION_LONGHANDS };

const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  animation: Object.keys(ANIMATION_LONGHANDS),
  transition: Object.keys(TRANSITION_LONGHANDS),
};

/** Names keep their letters; keywords are lower case. */
const NAMES: ReadonlySet<string> = new Set(['animation-name', 'transition-property', 'animation-timeline']);

const EASINGS = 'linear ease ease-in ease-out ease-in-out step-start step-end'.split(' ');
/** Which longhand a word of a shorthand belongs to; other words are names. */
const ANIMATION_WORDS: ReadonlyMap<string, string> = new Map([
  ...['none', 'forwards', 'backwards', 'both'].map((word) => [word, 'animation-fill-mode'] as const),
  ...['normal', 'reverse', 'alternate', 'alternate-reverse'].map((word) => [word, 'animation-direction'] as const),
  ...['running', 'paused'].map((word) => [word, 'animation-play-state'] as const),
  ['infinite', 'animation-iteration-count'],
  ...EASINGS.map((word) => [word, 'animation-timing-function'] as const),
]);
const TRANSITION_WORDS: ReadonlyMap<string, string> = new Map([
  ...['normal', 'allow-discrete'].map((word) => [word, 'transition-behavior'] as const),
  ...EASINGS.map((word) => [word, 'transition-timing-function'] as const),
]);

const TIME = /^[-+.\d]*\d(?:e[-+]?\d+)?m?s$/i;
const EASING_FUNCTION = /^(?:cubic-bezier|steps|linear)\(/i;

/** The declarations of one property of animations or transitions; `null` for any other property. */
export function compileMotion(property: string, text: string, important: boolean): Declaration[] | null {
  const longhands = SHORTHANDS[property] ?? (property in MOTION_INITIAL ? [property] : null);
  if (longhands === null) return null;
  if (mayHaveReferences(text)) {
    const declared: DeclaredValue = { kind: 'pending', property, text };
    return longhands.map((longhand) => ({ property: longhand, declared, important }));
  }
  const values = expandMotion(property, text);
  if (values === null) return [];
  return longhands.map((longhand) => ({
    property: longhand,
    declared: { kind: 'value', value: values.get(longhand)! },
    important,
  }));
}

/** The lists of all longhands of a property; `null` when the text is no value of it. */
export function expandMotion(property: string, text: string): Map<string, readonly string[]> | null {
  const parts = splitOutside(text, ',');
  const longhands = SHORTHANDS[property];
  if (longhands === undefined) {
    const read =
      property === 'animation-name' ? parts.map(nameOf) : NAMES.has(property) ? parts : parts.map(asciiLower);
    return new Map([[property, read]]);
  }
  const read = parts.map((part) => readShorthand(part, property));
  if (read.includes(null)) return null;
  return new Map(
    longhands.map((longhand) => [longhand, read.map((part) => part!.get(longhand) ?? MOTION_INITIAL[longhand]!)]),
  );
}

/** One layer of a shorthand; `null` when it names two. */
function readShorthand(text: string, property: string): Map<string, string> | null {
  const values = new Map<string, string>();
  const isAnimation = property === 'animation';
  const name = isAnimation ? 'animation-name' : 'transition-property';
  const words = isAnimation ? ANIMATION_WORDS : TRANSITION_WORDS;
  for (const word of splitOutside(text, ' ')) {
    const lower = asciiLower(word);
    if (TIME.test(word) || lower.startsWith('calc(')) {
      // The first time is the duration, the second the delay.
      const time = values.has(`${property}-duration`) ? `${property}-delay` : `${property}-duration`;
      if (values.has(time)) return null;
      values.set(time, lower);
      continue;
    }
    if (EASING_FUNCTION.test(word)) {
      values.set(`${property}-timing-function`, lower);
      continue;
    }
    if (word.includes('(')) continue;
    const longhand = isAnimation && /^[+.\d]+$/.test(word) ? 'animation-iteration-count' : (words.get(lower) ?? name);
    // CSS Animations 1 §4.10: a word that a longhand has taken already is a name.
    const owner = values.has(longhand) ? name : longhand;
    if (values.has(owner)) return null;
    values.set(owner, owner === name ? nameOf(word) : lower);
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

/** Whether a block says anything about animations or transitions, or about those whose names begin so. */
export function hasMotion(declarations: readonly Declaration[], prefix: string): boolean {
  return declarations.some(({ property }) => property in MOTION_INITIAL && property.startsWith(prefix));
}
