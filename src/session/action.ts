/**
 * Acting and seeing, in one step.
 *
 * In:  what to do to which element, and what the agent saw last.
 * Out: what changed. The whole page, when the action led to another document or when that is shorter.
 */
import { AgentBrowserError, ElementNotFoundError } from '../errors.ts';
import type { PageInput } from '../page/messages.ts';
import { computeDelta } from '../spatial/delta.ts';
import type { SpatialDelta, SpatialDom } from '../spatial/spatial-dom.ts';
import type { Navigator } from './navigate.ts';
import type { View } from './view.ts';

export type ActionResult =
  | { readonly ok: true; readonly action: string; readonly duration_ms: number; readonly delta: SpatialDelta }
  | { readonly ok: true; readonly action: string; readonly duration_ms: number; readonly page: SpatialDom };

export interface Action {
  /** As it is shown in the result, e.g. `click(3)`. */
  readonly name: string;
  readonly id: number;
  /** One after the other. */
  readonly inputs: readonly PageInput[];
}

export async function act(
  action: Action,
  navigator: Navigator,
  view: View,
  signal: AbortSignal,
): Promise<ActionResult> {
  const started = performance.now();
  const before = await view.last();
  for (const input of action.inputs) {
    const outcome = await navigator.withPage((host) => host.input(input));
    if (outcome !== 'done') throw refusal(outcome, action.id);
  }
  const isElsewhere = await navigator.settle(signal);
  const after = await view.again();
  const head = { ok: true, action: action.name, duration_ms: Math.round(performance.now() - started) } as const;
  if (isElsewhere) return { ...head, page: after };
  const delta = computeDelta(before, after);
  return isShorter(delta, after) ? { ...head, delta } : { ...head, page: after };
}

function refusal(outcome: 'not_found' | 'not_editable', id: number): AgentBrowserError {
  if (outcome === 'not_found') return new ElementNotFoundError(id);
  return new AgentBrowserError('element_not_editable', `Element ${id} takes no text. Choose an input or a textarea.`);
}

/** Counting is only needed where a delta touches most of the page. */
function isShorter(delta: SpatialDelta, page: SpatialDom): boolean {
  const touched = (delta.added?.length ?? 0) + (delta.changed?.length ?? 0) + (delta.removed?.length ?? 0);
  if (touched * 2 < page.els.length) return true;
  return JSON.stringify(delta).length < JSON.stringify(page).length;
}
