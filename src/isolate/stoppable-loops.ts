/**
 * Keeps V8 from compiling loops of pages that nothing can stop.
 *
 * Secure: where V8 unrolls loops it also takes out the check for interrupts of loops that it has seen to be short. In V8 14.6
 * it takes out the wrong one when a built-in function with a short loop of its own is inlined:
 * `for (;;) list.push(new Array(1000).fill(1))` has no check left then. No time limit and no memory limit stops it, and it
 * took gigabytes in seconds. Without unrolling every loop that can go on for long keeps its check.
 */
import { setFlagsFromString } from 'node:v8';

let isDone = false;

/** Before the first isolate is made. The flag is one for all isolates of a process, and counts for code compiled from then on. */
export function keepLoopsStoppable(): void {
  if (isDone) return;
  isDone = true;
  setFlagsFromString('--no-turboshaft-loop-unrolling');
}
