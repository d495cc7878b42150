/**
 * The times of an animation effect: what is given, and what follows from it at a moment.
 *
 * In:  EffectTiming as script or a style sheet has it, and a local time. Out: phase, iteration and progress.
 *
 * Web Animations 1 §4.5–§4.8 https://drafts.csswg.org/web-animations-1/#timing-model
 */
import { asciiLower, floor, hasWord, isFiniteNumber, isNotANumber, max, min } from '../primordials.ts';
import { parseEasing } from './easing.ts';

export interface Timing {
  delay: number;
  endDelay: number;
  fill: string;
  iterationStart: number;
  iterations: number;
  duration: number | 'auto';
  direction: string;
  easing: string;
}

export type Phase = 'idle' | 'before' | 'active' | 'after';

export function defaultTiming(): Timing {
  return {
    delay: 0,
    endDelay: 0,
    fill: 'auto',
    iterationStart: 0,
    iterations: 1,
    duration: 'auto',
    direction: 'normal',
    easing: 'linear',
  };
}

const FILLS = ' none forwards backwards both auto ';
const DIRECTIONS = ' normal reverse alternate alternate-reverse ';

function word(value: unknown, words: string, name: string): string {
  const text = `${value}`;
  if (!hasWord(words, text))
    throw new TypeError(`The provided value '${text}' is not a valid enum value of type ${name}.`);
  return text;
}

function finite(value: unknown, name: string): number {
  const number = Number(value);
  if (!isFiniteNumber(number))
    throw new TypeError(`Failed to read the '${name}' property: The provided double value is non-finite.`);
  return number;
}

/** "update the timing properties": all are checked before one is taken. */
export function updateTiming(timing: Timing, given: Record<string, unknown>): void {
  const next: Timing = { ...timing };
  const { delay, endDelay, fill, iterationStart, iterations, duration, direction, easing } = given;
  if (delay !== undefined) next.delay = finite(delay, 'delay');
  if (direction !== undefined) next.direction = word(direction, DIRECTIONS, 'PlaybackDirection');
  if (duration !== undefined) next.duration = durationOf(duration);
  if (easing !== undefined) {
    if (parseEasing(`${easing}`) === null) throw new TypeError(`'${easing}' is not a valid value for easing`);
    next.easing = asciiLower(`${easing}`);
  }
  if (endDelay !== undefined) next.endDelay = finite(endDelay, 'endDelay');
  if (fill !== undefined) next.fill = word(fill, FILLS, 'FillMode');
  if (iterationStart !== undefined) {
    next.iterationStart = finite(iterationStart, 'iterationStart');
    if (next.iterationStart < 0) throw new TypeError('iterationStart must be non-negative.');
  }
  if (iterations !== undefined) {
    next.iterations = Number(iterations);
    if (isNotANumber(next.iterations) || next.iterations < 0)
      throw new TypeError('iterationCount must be non-negative.');
  }
  timing.delay = next.delay;
  timing.endDelay = next.endDelay;
  timing.fill = next.fill;
  timing.iterationStart = next.iterationStart;
  timing.iterations = next.iterations;
  timing.duration = next.duration;
  timing.direction = next.direction;
  timing.easing = next.easing;
}

function durationOf(value: unknown): number | 'auto' {
  if (value === 'auto') return 'auto';
  const number = typeof value === 'string' ? Number.NaN : Number(value);
  if (isNotANumber(number) || number < 0) throw new TypeError(`duration must be non-negative or auto.`);
  return number;
}

export function iterationDuration(timing: Timing): number {
  return timing.duration === 'auto' ? 0 : timing.duration;
}

/** §4.6.2 "active duration" */
export function activeDuration(timing: Timing): number {
  const duration = iterationDuration(timing);
  return duration === 0 || timing.iterations === 0 ? 0 : duration * timing.iterations;
}

/** §4.6.3 "end time" */
export function endTime(timing: Timing): number {
  return max(0, timing.delay + activeDuration(timing) + timing.endDelay);
}

/** §4.6.5 */
export function phaseAt(timing: Timing, time: number | null, rate: number): Phase {
  if (time === null) return 'idle';
  const end = endTime(timing);
  const beforeBoundary = max(min(timing.delay, end), 0);
  if (time < beforeBoundary || (rate < 0 && time === beforeBoundary)) return 'before';
  const afterBoundary = max(min(timing.delay + activeDuration(timing), end), 0);
  if (time > afterBoundary || (rate >= 0 && time === afterBoundary)) return 'after';
  return 'active';
}

/** §4.8.3.1 "active time" */
export function activeTime(timing: Timing, time: number | null, rate: number): number | null {
  if (time === null) return null;
  const { fill, delay } = timing;
  switch (phaseAt(timing, time, rate)) {
    case 'before':
      return fill === 'backwards' || fill === 'both' ? max(time - delay, 0) : null;
    case 'active':
      return time - delay;
    case 'after':
      return fill === 'forwards' || fill === 'both' ? max(min(time - delay, activeDuration(timing)), 0) : null;
    default:
      return null;
  }
}

/** §4.8.3.2 to §4.8.4: "overall progress", "current iteration", "simple iteration progress". */
export function iterationAt(
  timing: Timing,
  time: number | null,
  rate: number,
): { readonly iteration: number; readonly progress: number } | null {
  const active = activeTime(timing, time, rate);
  if (active === null) return null;
  const phase = phaseAt(timing, time, rate);
  const duration = iterationDuration(timing);
  const { iterations, iterationStart } = timing;
  const overall = (duration === 0 ? (phase === 'before' ? 0 : iterations) : active / duration) + iterationStart;
  let simple = isFiniteNumber(overall) ? overall % 1 : iterationStart % 1;
  const isAtEnd = phase === 'active' || phase === 'after';
  if (simple === 0 && isAtEnd && active === activeDuration(timing) && iterations !== 0) simple = 1;
  if (phase === 'after' && !isFiniteNumber(iterations)) return { iteration: iterations, progress: simple };
  return { iteration: simple === 1 ? floor(overall) - 1 : floor(overall), progress: simple };
}

/** §4.9.1, §4.10.1 "transformed progress" */
export function transformedProgress(timing: Timing, time: number | null, rate: number): number | null {
  const at = iterationAt(timing, time, rate);
  if (at === null) return null;
  const isOdd = at.iteration % 2 === 1;
  const { direction } = timing;
  const isBackwards =
    direction === 'reverse' || (direction === 'alternate' && isOdd) || (direction === 'alternate-reverse' && !isOdd);
  const directed = isBackwards ? 1 - at.progress : at.progress;
  return parseEasing(timing.easing)!(directed);
}
