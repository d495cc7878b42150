/**
 * Whether a person has just done something: only then may a page open windows.
 *
 * HTML §6.4.1 (transient activation) https://html.spec.whatwg.org/#tracking-user-activation
 */
import { now } from './clock.ts';

/** As long as in Chrome. */
const TRANSIENT_MS = 5_000;

let activatedAt = -1;

export function noteUserActivation(): void {
  activatedAt = now();
}

/** "sticky activation": since the page began. */
export function hasStickyActivation(): boolean {
  return activatedAt >= 0;
}

export function hasTransientActivation(): boolean {
  return activatedAt >= 0 && now() - activatedAt <= TRANSIENT_MS;
}
