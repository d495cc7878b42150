/**
 * AbortController and AbortSignal.
 *
 * DOM §3 https://dom.spec.whatwg.org/#aborting-ongoing-activities
 */
import { domException } from './dom/dom-exception.ts';
import { append, apply, type BareArray, bareArray, weakGet, weakSet } from './primordials.ts';

/** What others see of a signal. */
export interface AbortSignalLike {
  readonly aborted: boolean;
}

interface SignalState {
  aborted: boolean;
  reason: unknown;
  readonly steps: BareArray<() => void>;
}

const states = new WeakMap<object, SignalState>();

function stateOf(signal: object): SignalState {
  const state = weakGet(states, signal);
  if (state === undefined) throw new TypeError("The 'signal' is not of type 'AbortSignal'.");
  return state;
}

export function initSignal(signal: object): void {
  weakSet(states, signal, { aborted: false, reason: undefined, steps: bareArray<() => void>() });
}

export function isAborted(signal: object): boolean {
  return stateOf(signal).aborted;
}

export function abortReason(signal: object): unknown {
  return stateOf(signal).reason;
}

/** Runs `step` when the signal is aborted. */
export function onAbort(signal: object, step: () => void): void {
  const state = stateOf(signal);
  if (!state.aborted) append(state.steps, step);
}

/** "signal abort": steps run, then `announce` fires the event. */
export function abortSignal(signal: object, reason: unknown, announce: (signal: object) => void): void {
  const state = stateOf(signal);
  if (state.aborted) return;
  state.aborted = true;
  state.reason = reason === undefined ? domException('AbortError', 'signal is aborted without reason') : reason;
  for (let at = 0; at < state.steps.length; at++) apply(state.steps[at]!, undefined, []);
  state.steps.length = 0;
  announce(signal);
}
