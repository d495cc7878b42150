/**
 * Easing functions: from how far an iteration is to how far its effect is.
 *
 * In:  the text of an easing function. Out: a function of [0, 1]; `null` for text that is none.
 *
 * CSS Easing 2 §2 https://drafts.csswg.org/css-easing-2/
 */
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  floor,
  indexOf,
  isFiniteNumber,
  min,
  stringSlice,
  trim,
} from '../primordials.ts';

export type Easing = (progress: number) => number;

const linear: Easing = (progress) => progress;

export function parseEasing(text: string): Easing | null {
  const word = asciiLower(trim(text));
  switch (word) {
    case 'linear':
      return linear;
    case 'ease':
      return cubicBezier(0.25, 0.1, 0.25, 1);
    case 'ease-in':
      return cubicBezier(0.42, 0, 1, 1);
    case 'ease-out':
      return cubicBezier(0, 0, 0.58, 1);
    case 'ease-in-out':
      return cubicBezier(0.42, 0, 0.58, 1);
    case 'step-start':
      return steps(1, 'start');
    case 'step-end':
      return steps(1, 'end');
  }
  const open = indexOf(word, '(');
  if (open < 0 || word[word.length - 1] !== ')') return null;
  const name = stringSlice(word, 0, open);
  const args = splitCommas(stringSlice(word, open + 1, -1));
  if (name === 'cubic-bezier') return parseBezier(args);
  if (name === 'steps') return parseSteps(args);
  // Its stops only bend the way; it begins and ends like the straight line.
  return name === 'linear' && args.length > 0 ? linear : null;
}

function splitCommas(text: string): BareArray<string> {
  const parts = bareArray<string>();
  let part = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== ',') {
      part += text[at];
      continue;
    }
    append(parts, trim(part));
    part = '';
  }
  if (trim(part) !== '') append(parts, trim(part));
  return parts;
}

function parseBezier(args: BareArray<string>): Easing | null {
  if (args.length !== 4) return null;
  const x1 = Number(args[0]);
  const y1 = Number(args[1]);
  const x2 = Number(args[2]);
  const y2 = Number(args[3]);
  const isValid = x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1 && isFiniteNumber(y1) && isFiniteNumber(y2);
  return isValid ? cubicBezier(x1, y1, x2, y2) : null;
}

/** The curve's y where its x is `progress`, by halving: 24 steps are more exact than a frame can show. */
function cubicBezier(x1: number, y1: number, x2: number, y2: number): Easing {
  const at = (first: number, second: number, t: number): number =>
    3 * first * t * (1 - t) * (1 - t) + 3 * second * t * t * (1 - t) + t * t * t;
  return (progress) => {
    if (progress <= 0 || progress >= 1) return progress;
    let low = 0;
    let high = 1;
    for (let step = 0; step < 24; step++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < progress) low = middle;
      else high = middle;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

type StepPosition = 'start' | 'end' | 'jump-start' | 'jump-end' | 'jump-both' | 'jump-none';

function parseSteps(args: BareArray<string>): Easing | null {
  const count = Number(args[0]);
  const position = (args[1] ?? 'end') as StepPosition;
  if (floor(count) !== count || count < 1 || args.length > 2) return null;
  switch (position) {
    case 'start':
    case 'end':
    case 'jump-start':
    case 'jump-end':
    case 'jump-both':
      return steps(count, position);
    case 'jump-none':
      return count > 1 ? steps(count, position) : null;
    default:
      return null;
  }
}

function steps(count: number, position: StepPosition): Easing {
  const startsWithJump = position === 'start' || position === 'jump-start' || position === 'jump-both';
  const jumps = position === 'jump-both' ? count + 1 : position === 'jump-none' ? count - 1 : count;
  return (progress) => {
    let step = floor(progress * count);
    if (startsWithJump) step++;
    if (progress >= 0 && step < 0) step = 0;
    if (progress <= 1) step = min(step, jumps);
    return step / jumps;
  };
}
