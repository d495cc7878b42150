/**
 * Tasks, timers, animation frames and idle callbacks.
 *
 * In:  callbacks of the page and jobs of the platform. Out: one task per turn. The host makes the turns: V8 runs
 * microtasks when an entry ends, so one task per entry is what makes the order of tasks and microtasks the standard's.
 *
 * HTML §8.1.7, §8.6, §8.7 https://html.spec.whatwg.org/#event-loops
 */
import { LIMITS } from '../limits.ts';
import { now } from './clock.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  evaluate,
  floor,
  isFiniteNumber,
  mapDelete,
  mapGet,
  mapSet,
  max,
  min,
} from './primordials.ts';
import { reportException } from './report-exception.ts';
import { Timers } from './timer-heap.ts';

type Job = () => void;

/** Tasks that may run now, oldest first. `taken` is how many of them have run. */
let tasks: BareArray<Job> = bareArray();
let taken = 0;

export function queueTask(job: Job): void {
  append(tasks, job);
}

function takeTask(): Job | null {
  if (taken >= tasks.length) return null;
  const job = tasks[taken]!;
  taken++;
  if (taken === tasks.length) {
    tasks = bareArray();
    taken = 0;
  }
  return job;
}

interface Timer {
  readonly id: number;
  readonly callback: unknown;
  readonly args: ArrayLike<unknown>;
  /** `null` for timeouts. */
  readonly intervalMs: number | null;
  readonly nesting: number;
}

const timers = new Map<number, Timer>();
const heap = new Timers();
let lastTimer = 0;
/** How deep the running timer was started from timers (HTML: timer nesting level). */
let nesting = 0;

/** "timer initialization steps" */
export function startTimer(callback: unknown, delay: unknown, args: ArrayLike<unknown>, repeats: boolean): number {
  const id = ++lastTimer;
  if (heap.size >= LIMITS.timersPerDocument) return id;
  let ms = max(0, Number(delay) || 0);
  if (!isFiniteNumber(ms) || ms > 2147483647) ms = 0;
  if (nesting > 5 && ms < 4) ms = 4;
  const handler = typeof callback === 'function' ? callback : `${callback}`;
  const timer: Timer = { id, callback: handler, args, intervalMs: repeats ? ms : null, nesting: nesting + 1 };
  mapSet(timers, id, timer);
  heap.add(now() + ms, id);
  return id;
}

export function stopTimer(id: unknown): void {
  mapDelete(timers, Number(id));
}

function runTimer(id: number): void {
  const timer = mapGet(timers, id);
  if (timer === undefined) return;
  if (timer.intervalMs === null) mapDelete(timers, id);
  const outer = nesting;
  nesting = timer.nesting;
  try {
    if (typeof timer.callback === 'function') apply(timer.callback as Job, globalThis, timer.args as never);
    else evaluate(timer.callback as string);
  } catch (error) {
    reportException(error);
  }
  if (timer.intervalMs !== null && mapGet(timers, id) === timer) {
    const next = { ...timer, nesting: timer.nesting + 1 };
    mapSet(timers, id, next);
    heap.add(now() + (next.nesting > 5 ? max(4, timer.intervalMs) : timer.intervalMs), id);
  }
  nesting = outer;
}

/** Frames come at 60 Hz of the document's time, and only while somebody waits for one. */
const FRAME_MS = 1000 / 60;
let frames = new Map<number, (time: number) => void>();
let frameIds: BareArray<number> = bareArray();
let lastFrame = 0;
let frameDue: number | null = null;
/** Runs before the callbacks of a frame are called: scroll and resize events, observers. */
let beforeFrame: Job = () => {};

export function setFrameHook(hook: Job): void {
  beforeFrame = hook;
}

export function requestFrame(callback: (time: number) => void): number {
  const id = ++lastFrame;
  if (frameIds.length >= LIMITS.timersPerDocument) return id;
  mapSet(frames, id, callback);
  append(frameIds, id);
  frameDue ??= (floor(now() / FRAME_MS) + 1) * FRAME_MS;
  return id;
}

export function cancelFrame(id: unknown): void {
  mapDelete(frames, Number(id));
}

/** "update the rendering" and "run the animation frame callbacks" */
function runFrame(): void {
  const callbacks = frames;
  const ids = frameIds;
  frames = new Map();
  frameIds = bareArray();
  frameDue = null;
  const time = now();
  beforeFrame();
  for (let at = 0; at < ids.length; at++) {
    const callback = mapGet(callbacks, ids[at]!);
    if (callback === undefined) continue;
    mapDelete(callbacks, ids[at]!);
    try {
      apply(callback, globalThis, [time]);
    } catch (error) {
      reportException(error);
    }
  }
}

/** Runs one thing that is due; `false` when nothing was. */
export function runOneTask(): boolean {
  const time = now();
  const timerDue = heap.nextTime((id) => mapGet(timers, id) !== undefined);
  // Tasks of the platform first, then whichever of timer and frame has waited longer.
  const task = takeTask();
  if (task !== null) {
    try {
      task();
    } catch (error) {
      reportException(error);
    }
    return true;
  }
  const isFrameDue = frameDue !== null && frameDue <= time;
  if (timerDue !== null && timerDue <= time && (!isFrameDue || timerDue <= frameDue!)) {
    runTimer(heap.take());
    return true;
  }
  if (isFrameDue) {
    runFrame();
    return true;
  }
  return false;
}

export function hasTask(): boolean {
  const due = nextDue();
  return taken < tasks.length || (due !== null && due <= now());
}

/** When the next timer or frame is due; `null` when there is none. */
export function nextDue(): number | null {
  const timerDue = heap.nextTime((id) => mapGet(timers, id) !== undefined);
  if (timerDue === null) return frameDue;
  return frameDue === null ? timerDue : min(timerDue, frameDue);
}

/** Every entry of the host begins with an empty stack, also after a task was stopped half-way. */
export function resetAfterStop(): void {
  nesting = 0;
}
