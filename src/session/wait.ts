/**
 * Waiting for something to become true of a page.
 *
 * In:  a condition. Out: nothing, when it holds; the call's deadline ends a wait for what does not come, on the page's own
 *      clock as well, so that a clock that skips time does not wait for ever.
 */
import { AgentBrowserError } from '../errors.ts';
import type { Navigator } from './navigate.ts';
import { findTarget, type RoleTarget } from './target.ts';

export type WaitCondition =
  | { readonly ms: number }
  | { readonly selector: string }
  | { readonly role: string; readonly name?: string | undefined }
  /** Somewhere in the page, upper and lower case alike. */
  | { readonly text: string }
  /** A part of the address, or all of it. */
  | { readonly url: string }
  /** Until the element is not in the page any more. */
  | { readonly gone: number | string }
  | { readonly settled: true };

/** Between two looks at the page. */
const STEP_MS = 50;

export function describeWait(condition: WaitCondition): string {
  const [field, value] = Object.entries(condition)[0] ?? ['', ''];
  return `wait(${field === 'settled' ? field : `${field} ${String(value).slice(0, 100)}`})`;
}

/** True when the page went somewhere else on the way. */
export async function waitFor(
  condition: WaitCondition,
  navigator: Navigator,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  if ('ms' in condition) return navigator.advance(condition.ms, signal);
  if ('settled' in condition) return navigator.settle(signal);
  let isElsewhere = false;
  for (let waitedMs = 0; waitedMs <= timeoutMs; waitedMs += STEP_MS) {
    if (await holds(condition, navigator)) return isElsewhere;
    isElsewhere = (await navigator.advance(STEP_MS, signal)) || isElsewhere;
  }
  throw new AgentBrowserError(
    'timeout',
    `${describeWait(condition)} did not come true within ${timeoutMs} ms. Call state() to see where the page is.`,
  );
}

async function holds(
  condition: Exclude<WaitCondition, { readonly ms: number } | { readonly settled: true }>,
  navigator: Navigator,
): Promise<boolean> {
  if ('selector' in condition) return (await findTarget(condition, navigator)) !== null;
  if ('role' in condition) return hasRole(condition, navigator);
  if ('gone' in condition) return isGone(condition.gone, navigator);
  const page = await navigator.withPage((host) => host.view({ scope: 'page' }));
  if ('url' in condition) return page.url.includes(condition.url);
  const wanted = condition.text.toLowerCase();
  return page.els.some((element) =>
    [element.text, element.name, element.val].some((text) => text?.toLowerCase().includes(wanted)),
  );
}

async function hasRole(condition: RoleTarget, navigator: Navigator): Promise<boolean> {
  try {
    return (await findTarget(condition, navigator)) !== null;
  } catch (error) {
    // Several of them are there as well.
    if (error instanceof AgentBrowserError && error.code === 'invalid_argument') return true;
    throw error;
  }
}

/** An element that does not show is gone for an agent. */
async function isGone(what: number | string, navigator: Navigator): Promise<boolean> {
  if (typeof what === 'string') return (await findTarget({ selector: what }, navigator)) === null;
  const page = await navigator.withPage((host) => host.view({ scope: 'page' }));
  return !page.els.some(({ id }) => id === what);
}
