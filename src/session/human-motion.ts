/**
 * How a person moves: the way of a pointer, the rhythm of keys, the run-out of a scroll.
 *
 * In:  where from and where to, and random numbers. Out: steps with the time that passes before each. Nothing happens
 *      here; human-hand.ts does the steps.
 *
 * Pointers follow cubic Bézier curves with the speed of a minimum-jerk movement (Flash and Hogan 1985), for as long as
 * Fitts's law says: longer for far and small targets.
 */
import type { Place } from '../page/messages.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Something to do after a time. */
export interface TimedPoint extends Point {
  readonly afterMs: number;
}

/** Pointers report about once in a frame. */
const REPORT_MS = 16;
const LONGEST_MOVE_MS = 900;
/** Fitts's law: a reaction, and a time for each bit of difficulty. */
const REACTION_MS = 60;
const MS_PER_BIT = 75;
/** How far hands shake, in pixels. */
const JITTER = 1.2;

/** The points between two places, the last of which is the end. Nothing when the pointer is there already. */
export function pointerPath(from: Point, to: Point, targetSize: number, random: SeededRandom): TimedPoint[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance < 1) return [];
  const bits = Math.log2(distance / Math.max(4, targetSize) + 1);
  const ms = Math.min(LONGEST_MOVE_MS, (REACTION_MS + MS_PER_BIT * bits) * random.around(0.7, 1.4));
  const steps = Math.max(2, Math.round(ms / REPORT_MS));
  const [first, second] = controlPoints(from, to, distance, random);
  const path: TimedPoint[] = [];
  let last = 0;
  for (let step = 1; step <= steps; step++) {
    const at = (step / steps) * ms * (step === steps ? 1 : random.between(0.985, 1.015));
    const share = minimumJerk(step / steps);
    const shake = step === steps ? 0 : JITTER * Math.sin(Math.PI * share);
    path.push({
      x: bezier(from.x, first.x, second.x, to.x, share) + random.between(-shake, shake),
      y: bezier(from.y, first.y, second.y, to.y, share) + random.between(-shake, shake),
      afterMs: Math.max(1, at - last),
    });
    last = at;
  }
  return path;
}

/** Hands swing to one side: both control points lie there, the more the farther the way. */
function controlPoints(from: Point, to: Point, distance: number, random: SeededRandom): readonly [Point, Point] {
  const across = { x: -(to.y - from.y) / distance, y: (to.x - from.x) / distance };
  const swing = random.around(-0.22, 0.22) * Math.min(distance, 600);
  const at = (share: number, bend: number): Point => ({
    x: from.x + (to.x - from.x) * share + across.x * bend,
    y: from.y + (to.y - from.y) * share + across.y * bend,
  });
  return [at(random.between(0.2, 0.4), swing), at(random.between(0.6, 0.85), swing * random.between(0.3, 1))];
}

/** Slow, fast, slow: the share of the way after a share of the time. */
function minimumJerk(time: number): number {
  return time * time * time * (10 - 15 * time + 6 * time * time);
}

function bezier(start: number, first: number, second: number, end: number, share: number): number {
  const rest = 1 - share;
  return (
    rest * rest * rest * start +
    3 * rest * rest * share * first +
    3 * rest * share * share * second +
    share * share * share * end
  );
}

/** Where an element is hit: near its middle, never at its edge. */
export function hitPlace(random: SeededRandom): Place {
  return [random.around(0.2, 0.8), random.around(0.25, 0.75)];
}

/** Between two keys: 50 to 150 ms, and now and then a thought, most often behind a word. */
export function keyPause(previous: string, random: SeededRandom): number {
  const isThought = random.next() < (previous === ' ' || previous === '.' ? 0.12 : 0.02);
  return random.around(50, 150) + (isThought ? random.between(150, 450) : 0);
}

/** How long a key stays down. It is shorter than any pause between keys. */
export function keyHold(random: SeededRandom): number {
  return random.around(22, 48);
}

/** How long a button stays down. */
export function buttonHold(random: SeededRandom): number {
  return random.around(55, 130);
}

/** From a page's appearance to the first thing that is done with it. */
export function firstPause(random: SeededRandom): number {
  return random.around(200, 800);
}

const SCROLL_STEPS = 14;
/** What is left of the speed after each step. */
const SLOWDOWN = 0.78;

/** Shares of a distance, together 1, each smaller than the one before: a wheel that runs out. */
export function scrollShares(random: SeededRandom): { readonly share: number; readonly afterMs: number }[] {
  const speeds = Array.from({ length: SCROLL_STEPS }, (_, step) => SLOWDOWN ** step);
  const sum = speeds.reduce((total, speed) => total + speed, 0);
  return speeds.map((speed) => ({ share: speed / sum, afterMs: REPORT_MS + random.between(-1, 4) }));
}
