/**
 * How busy the machine is: how much longer than the processor works on it a task takes.
 *
 * In:  how long tasks took of late, on the clock and on the processor, and the system's count of who wants a processor.
 * Out: by how much a time limit on the clock has to be stretched, so that it means the same work as on an idle machine.
 *
 * isolated-vm's timer knows only the clock. Where many sessions share few processors, or other programs have them, a task
 * that is well within its time would be stopped half-way, and the page stay without what it makes. Schedulers favour short
 * tasks, so those tell whether the machine is busy, but too little of what a long one will meet: that the system's count
 * says. The count alone is not enough: in a container it may be that of a larger machine. Before the first tasks, what this
 * process itself has waited for since its start tells, where the system keeps it (Linux).
 *
 * Secure: a page may sleep (Atomics.wait) to look like a busy machine. What it gains is bounded here, and its processor
 * time by script-budget.ts.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { LIMITS } from '../limits.ts';

/** What was measured counts half as much after each such time of work. */
const HALF_LIFE_MS = 1_000;
/** Less than this says nothing: the scheduler gives its time in pieces of some milliseconds. */
const ENOUGH_MS = 50;
/** Tasks on an idle machine take this much longer: interrupts, a page fault, another thread's lock. */
const IDLE = 1.15;

const NS_PER_MS = 1e6;

/** The system counts anew every five seconds. Faster: it is asked for each task on a busy machine, from a file. */
const COUNT_MS = 1_000;
let countedAt = Number.NEGATIVE_INFINITY;
let waiting = 0;

/** How many threads want each of the processors. */
function waitingPerProcessor(): number {
  const now = performance.now();
  if (now - countedAt >= COUNT_MS) {
    countedAt = now;
    waiting = loadavg()[0]! / availableParallelism();
  }
  return waiting;
}

interface Worked {
  /** With the time in which a processor was wanted and not there. */
  readonly clockMs: number;
  readonly processorMs: number;
}

/** What the process's first thread has worked so far; null where the system does not say. */
function ownWork(): Worked | null {
  try {
    const [ran, waited] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    const processorMs = Number(ran) / NS_PER_MS;
    const clockMs = processorMs + Number(waited) / NS_PER_MS;
    return Number.isFinite(clockMs) ? { clockMs, processorMs } : null;
  } catch {
    // Another system, or a kernel that keeps no such account: the tasks will tell.
    return null;
  }
}

export class MachineLoad {
  readonly #waiting: () => number;
  readonly #ownWork: () => Worked | null;
  #isBegun = false;
  #clockMs = 0;
  #processorMs = 0;

  constructor(waiting: () => number = waitingPerProcessor, own: () => Worked | null = ownWork) {
    this.#waiting = waiting;
    this.#ownWork = own;
  }

  /** A task ended; the time that it waited for the host is not in it. */
  note(clockMs: number, processorMs: number): void {
    this.#clockMs += clockMs;
    this.#processorMs += Math.min(processorMs, clockMs);
    if (this.#clockMs < 2 * HALF_LIFE_MS) return;
    this.#clockMs /= 2;
    this.#processorMs /= 2;
  }

  /** 1 on an idle machine. */
  get stretch(): number {
    if (!this.#isBegun) this.#begin();
    if (this.#clockMs < ENOUGH_MS) return 1;
    const measured = this.#clockMs / Math.max(1, this.#processorMs);
    if (measured < IDLE) return 1;
    return Math.min(LIMITS.busyTaskFactor, Math.max(measured, this.#waiting()));
  }

  #begin(): void {
    this.#isBegun = true;
    const own = this.#ownWork();
    if (own === null || own.clockMs === 0) return;
    // No more than a moment of tasks would count, so that those outweigh it soon.
    const weight = Math.min(1, HALF_LIFE_MS / own.clockMs);
    this.note(own.clockMs * weight, own.processorMs * weight);
  }
}

/** All isolates of the process are on one machine. */
export const machineLoad = new MachineLoad();
