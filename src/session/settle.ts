/**
 * Whether a page has settled, from what it is doing.
 *
 * In:  the page's activity, what is in flight, and how long it has been going on.
 * Out: settled, or what to wait for and how long at most.
 *
 * Settled is a fact: nothing can run, nothing is in flight, no timer is due within the window. Pages that never come to
 * rest are bounded: timers that go on for ever count as settled once they have had their time, and everything does in
 * the end. While the document itself still loads, only the call's deadline ends the wait for what is in flight.
 */
import { LIMITS } from '../limits.ts';

export interface SettleInput {
  readonly isLoading: boolean;
  readonly isRunnable: boolean;
  readonly requestsInFlight: number;
  readonly nextTimerMs: number | null;
  /** Since the document had loaded, or since the action. */
  readonly elapsedMs: number;
  /** Since anything but a timer kept the page going. */
  readonly timersOnlyMs: number;
  /** Since the document last changed. */
  readonly unchangedMs: number;
}

export type Settling =
  | { readonly kind: 'settled' }
  | { readonly kind: 'run' }
  /** For an answer, or until the time is over. */
  | { readonly kind: 'wait'; readonly ms: number };

const SETTLED: Settling = { kind: 'settled' };

export function settling(input: SettleInput): Settling {
  if (input.isRunnable && (input.isLoading || input.elapsedMs < LIMITS.settleMs)) return { kind: 'run' };
  if (input.isLoading) {
    // document.open() without an end: the page says that it loads, and nothing is left that could end it.
    const isStuck = input.nextTimerMs === null || input.timersOnlyMs >= LIMITS.timersOnlyMs;
    if (input.requestsInFlight === 0 && isStuck) return SETTLED;
    return { kind: 'wait', ms: timerOr(input, LIMITS.settleMs) };
  }

  const left = LIMITS.settleMs - input.elapsedMs;
  if (left <= 0) return SETTLED;
  if (input.requestsInFlight > 0) return { kind: 'wait', ms: Math.min(left, timerOr(input, left)) };

  // Only timers are left.
  if (input.nextTimerMs === null || input.nextTimerMs > LIMITS.settleWindowMs) return SETTLED;
  // Timers that have gone by without a change are not worth more waiting; what went on before them does not count.
  const idleMs = Math.min(input.unchangedMs, input.timersOnlyMs);
  if (input.timersOnlyMs >= LIMITS.timersOnlyMs || idleMs >= LIMITS.settleWindowMs) return SETTLED;
  return { kind: 'wait', ms: Math.min(left, input.nextTimerMs) };
}

function timerOr({ nextTimerMs }: SettleInput, otherwise: number): number {
  return nextTimerMs === null ? otherwise : Math.min(nextTimerMs, otherwise);
}
