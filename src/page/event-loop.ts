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
import { resetReactions } from './dom/custom/reactions.ts';
import { watchResult } from './listeners.ts';
import { postLimit } from './outbox.ts';
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
  newMap,
  weakGet,
  weakSet,
} from './primordials.ts';
import { reportException } from './report-exception.ts';
import { isScriptOver } from './script-end.ts';
import { Timers } from './timer-heap.ts';

type Job = () => void;

/** Tasks that may run now, oldest first. `taken` is how many of them have run. */
let tasks: BareArray<Job> = bareArray();
let taken = 0;

export function queueTask(job: Job): void {
  append(tasks, job);
}

/** Tasks by which the document loads: they run also when its scripts are over. */
const loading = new WeakMap<Job, true>();

export function queueLoadTask(job: Job): void {
  weakSet(loading, job, true);
  append(tasks, job);
}

/** The scripts of the document are over: what waits for them is dropped. */
export function dropTasks(): void {
  const kept: BareArray<Job> = bareArray();
  for (let at = taken; at < tasks.length; at++) {
    if (weakGet(loading, tasks[at]!) === true) append(kept, tasks[at]!);
  }
  tasks = kept;
  taken = 0;
  timers = newMap();
  running = newMap();
  frames = newMap();
  frameIds = bareArray();
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

/** Whether policies of the document allow timers with text; csp/declared-policy.ts knows. */
let mayEvaluate: () => boolean = () => true;

export function setTimerGuard(guard: () => boolean): void {
  mayEvaluate = guard;
}

let timers = new Map<number, Timer>();
const heap = new Timers();
let lastTimer = 0;
/** How deep the running timer was started from timers (HTML: timer nesting level). */
let nesting = 0;

/** "timer initialization steps" */
export function startTimer(callback: unknown, delay: unknown, args: ArrayLike<unknown>, repeats: boolean): number {
  const id = ++lastTimer;
  if (isScriptOver()) return id;
  if (heap.size >= LIMITS.timersPerDocument) {
    postLimit('timers');
    return id;
  }
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
    if (typeof timer.callback === 'function')
      watchResult(apply(timer.callback as () => unknown, globalThis, timer.args as never));
    else if (mayEvaluate()) evaluate(timer.callback as string);
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
let lastFrameTime = -FRAME_MS;
/** Frames without callbacks of the page that may follow each other at once. */
const MAX_QUICK_FRAMES = 4;
let quickFrames = 0;
/** What is left of the frame that runs: each part is a turn of its own, so that microtasks run in between. */
let frameParts: BareArray<Job> = bareArray();
let framePart = 0;
/** The callbacks of the frame that runs. */
let running = new Map<number, (time: number) => void>();

/** The parts of a frame that are not the page's callbacks. Set by observers/rendering.ts. */
export interface FrameSteps {
  /** Whether something would change in a frame now. */
  wantsFrame(): boolean;
  /** Before the callbacks: scroll events, media queries, animations. */
  before(): void;
  /** Events of animations, behind the microtasks of what came before; `null` when there are none to come. */
  readonly send: (() => void) | null;
  /** Behind the callbacks: observers. */
  after(): void;
}
let frameSteps: FrameSteps | null = null;
/** Whether rendering is blocked: no frame comes then. Set by render-blocking.ts. */
let isRenderBlocked: () => boolean = () => false;

export function setRenderBlock(isBlocked: () => boolean): void {
  isRenderBlocked = isBlocked;
}

export function setFrameSteps(steps: FrameSteps): void {
  frameSteps = steps;
}

function scheduleFrame(): void {
  frameDue ??= (floor(now() / FRAME_MS) + 1) * FRAME_MS;
}

export function requestFrame(callback: (time: number) => void): number {
  const id = ++lastFrame;
  if (isScriptOver()) return id;
  if (frameIds.length >= LIMITS.timersPerDocument) {
    postLimit('timers');
    return id;
  }
  mapSet(frames, id, callback);
  append(frameIds, id);
  scheduleFrame();
  return id;
}

export function cancelFrame(id: unknown): void {
  mapDelete(frames, Number(id));
  if (framePart < frameParts.length) mapDelete(running, Number(id));
}

/** "update the rendering": its parts are queued, and run one to a turn before anything else does. */
function beginFrame(): void {
  const callbacks = frames;
  const ids = frameIds;
  const time = now();
  running = callbacks;
  frameDue = null;
  quickFrames = time - lastFrameTime < FRAME_MS ? quickFrames + 1 : 0;
  lastFrameTime = time;
  frameParts = bareArray();
  framePart = 0;
  append(frameParts, () => {
    // Callbacks that are asked for from here on are those of the next frame.
    frames = newMap();
    frameIds = bareArray();
    frameSteps?.before();
  });
  const send = frameSteps?.send ?? null;
  if (send !== null) append(frameParts, send);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    append(frameParts, () => runFrameCallback(callbacks, id, time));
  }
  append(frameParts, () => frameSteps?.after());
}

function runFrameCallback(callbacks: Map<number, (time: number) => void>, id: number, time: number): void {
  const callback = mapGet(callbacks, id);
  if (callback === undefined) return;
  mapDelete(callbacks, id);
  watchResult(apply(callback as () => unknown, globalThis, [time]));
}

/** Runs one thing that is due; `false` when nothing was. */
export function runOneTask(): boolean {
  if (framePart < frameParts.length) {
    runJob(frameParts[framePart++]!);
    return true;
  }
  // Tasks of the platform first, then whichever of timer and frame has waited longer.
  const task = takeTask();
  if (task !== null) {
    runJob(task);
    return true;
  }
  const time = now();
  const timerDue = heap.nextTime((id) => mapGet(timers, id) !== undefined);
  const isFrameDue = frameDue !== null && frameDue <= time && !isRenderBlocked();
  if (timerDue !== null && timerDue <= time && (!isFrameDue || timerDue <= frameDue!)) {
    runTimer(heap.take());
    return true;
  }
  if (isFrameDue) {
    beginFrame();
    runJob(frameParts[framePart++]!);
    return true;
  }
  return false;
}

function runJob(job: Job): void {
  try {
    job();
  } catch (error) {
    reportException(error);
  }
}

export function hasTask(): boolean {
  if (taken < tasks.length || framePart < frameParts.length) return true;
  const due = nextDue();
  return due !== null && due <= now();
}

/** What only the platform wants a frame for is done at once: nobody counts these frames. Those that go on for ever slow down. */
function quickFrameTime(): number {
  return quickFrames < MAX_QUICK_FRAMES ? now() : max(now(), lastFrameTime + FRAME_MS);
}

/** When the next timer or frame is due; `null` when there is none. */
export function nextDue(): number | null {
  if (frameDue === null && frameSteps?.wantsFrame()) frameDue = quickFrameTime();
  const timerDue = heap.nextTime((id) => mapGet(timers, id) !== undefined);
  if (frameDue === null || isRenderBlocked()) return timerDue;
  return timerDue === null ? frameDue : min(timerDue, frameDue);
}

/** Every entry of the host begins with an empty stack, also after a task was stopped half-way. */
export function resetAfterStop(): void {
  resetReactions();
  nesting = 0;
}
