/**
 * Acting and seeing, in one step.
 *
 * In:  what to do to which element, and what the agent saw last.
 * Out: what changed. The whole page, when the action led to another document or when that is shorter.
 */
import { AgentBrowserError } from '../errors.ts';
import type { InputOutcome, PageInput } from '../page/messages.ts';
import { computeDelta } from '../spatial/delta.ts';
import { elementRole } from '../spatial/element-role.ts';
import type { SpatialDelta, SpatialDom, SpatialElement } from '../spatial/spatial-dom.ts';
import type { Behaviour } from './human-hand.ts';
import type { Tab } from './tab.ts';
import { describeTarget, notFound, resolveTarget, type Target } from './target.ts';
import type { View } from './view.ts';

export type ActionResult =
  | { readonly ok: true; readonly action: string; readonly duration_ms: number; readonly delta: SpatialDelta }
  | {
      readonly ok: true;
      readonly action: string;
      readonly duration_ms: number;
      readonly page: SpatialDom;
      /** The page is that of a tab which the action opened, and which is the current one now. */
      readonly tab?: number;
    };

export interface Action {
  /** As it is shown in the result, e.g. `click(3)`. */
  readonly name: string;
  /** What it is done to: `null` for the page itself. */
  readonly target: Target | null;
  /** Where it leads, for drags. */
  readonly to?: Target;
  /** One after the other. */
  readonly inputs: (id: number, to: number) => readonly PageInput[];
}

export async function act(
  action: Action,
  tab: Tab,
  behaviour: Behaviour,
  signal: AbortSignal,
  note: (id: number) => void = () => undefined,
): Promise<ActionResult> {
  const { navigator, view, hand } = tab;
  const started = performance.now();
  const before = await view.last();
  const id = action.target === null ? 0 : await resolveTarget(action.target, navigator);
  if (id !== 0) note(id);
  const to = action.to === undefined ? 0 : await resolveTarget(action.to, navigator);
  let isElsewhere = false;
  for (const input of action.inputs(id, to)) {
    // A person's next key comes when the page has answered the last one; one that went elsewhere gets no more.
    if (isElsewhere) break;
    const result = await hand.perform(input, behaviour, signal);
    if (result.outcome !== 'done') throw refusal(result.outcome, action, id, tab);
    isElsewhere = result.isElsewhere || (await navigator.settle(signal));
  }
  return seen(action.name, started, before, isElsewhere, view);
}

/** What an action changed, told in the shortest way. */
export async function seen(
  name: string,
  started: number,
  before: SpatialDom,
  isElsewhere: boolean,
  view: View,
): Promise<ActionResult> {
  const after = await view.again(isElsewhere);
  const head = { ok: true, action: name, duration_ms: Math.round(performance.now() - started) } as const;
  if (isElsewhere) return { ...head, page: after };
  const delta = computeDelta(before, after);
  return isShorter(delta, after) ? { ...head, delta } : { ...head, page: after };
}

function refusal(
  outcome: Exclude<InputOutcome, 'done'>,
  { target, name }: Action,
  id: number,
  { view, ids }: Tab,
): AgentBrowserError {
  const what = `Element ${target === null ? '' : describeTarget(target)}`;
  switch (outcome) {
    case 'not_found':
      return notFound(target ?? id, id, ids.isEarlier(id));
    case 'not_editable':
      return new AgentBrowserError(
        'element_not_editable',
        `${what} cannot take ${name.replace(/\(.*/s, '()')}. Choose a field, list, checkbox or file input that fits.`,
      );
    case 'disabled':
      return new AgentBrowserError('element_not_editable', `${what} is disabled. Do first what the page wants before.`);
    case 'no_option': {
      const options = view.known(id)?.options?.slice(0, 20).join("', '");
      const list = options === undefined ? 'Call state() to see them.' : `There are: '${options}'.`;
      return new AgentBrowserError('invalid_argument', `${what} has no such option. ${list}`);
    }
    case 'not_visible':
      return new AgentBrowserError(
        'element_not_visible',
        `${what} cannot be seen: it has no size, or a box around it hides it. Open what it is in, or call state() and choose again.`,
      );
    default:
      return covered(what, outcome, view);
  }
}

/** `covered 7 dialog`: what lies above, by the id under which the agent knows it. */
function covered(what: string, outcome: string, view: View): AgentBrowserError {
  const [, id = '0', tag = ''] = outcome.split(' ');
  const known = view.known(Number(id));
  const cover = known === undefined ? `a <${tag}>${id === '0' ? '' : ` (${id})`}` : `${id} ${describe(known)}`;
  return new AgentBrowserError('element_not_visible', `${what} is covered by ${cover}. Close or move that first.`);
}

/** Secure: the words are the page's; they have been cleaned, and are cut short here. */
function describe(element: SpatialElement): string {
  const words = (element.name ?? element.text ?? '').slice(0, 60).replaceAll("'", '’');
  return `${elementRole(element) ?? element.tag}${words === '' ? '' : ` '${words}'`}`;
}

/** Counting is only needed where a delta touches most of the page. */
function isShorter(delta: SpatialDelta, page: SpatialDom): boolean {
  const touched = (delta.added?.length ?? 0) + (delta.changed?.length ?? 0) + (delta.removed?.length ?? 0);
  if (touched * 2 < page.els.length) return true;
  return JSON.stringify(delta).length < JSON.stringify(page).length;
}
