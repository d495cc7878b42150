/**
 * The document's clock, in milliseconds since it was opened.
 *
 * The host says what time it is when it lets a task run; within the task the wall clock goes on. So the clock can be real
 * or virtual, and never runs backwards.
 */
import { askEngine } from './engine-link.ts';
import { dateNow, floor, max } from './primordials.ts';

let taskTime = 0;
let wallAtTask = 0;
let latest = 0;
let latestFine = 0;
let origin = 0;

export function startClock(timeOrigin: number): void {
  origin = coarse(timeOrigin);
  taskTime = 0;
  latest = 0;
  latestFine = 0;
  wallAtTask = dateNow();
}

/** A task begins at this time. */
export function setTaskTime(timeMs: number): void {
  taskTime = max(taskTime, timeMs);
  wallAtTask = dateNow();
}

export function now(): number {
  latest = max(latest, taskTime + max(0, dateNow() - wallAtTask));
  return latest;
}

/** The time as pages are told it: in steps of 100 microseconds, as where nothing isolates a page from others. */
export function coarseNow(): number {
  const wall = askEngine((engine) => engine.fineTime()) ?? dateNow();
  latestFine = max(max(latestFine, now()), taskTime + max(0, wall - wallAtTask));
  return coarse(latestFine);
}

function coarse(timeMs: number): number {
  return floor(timeMs * 10) / 10;
}

export function timeOrigin(): number {
  return origin;
}
