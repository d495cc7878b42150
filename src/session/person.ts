/**
 * What a person does in a page that they see: the pointer at a point, keys, the wheel, the buttons of a browser.
 *
 * In:  events with coordinates of the viewport. Out: trusted events of the page. The page then runs once; it is not waited
 *      for until it is at rest, because a person sees what happens and goes on when they like.
 *
 * Secure: keys are not written down anywhere; a person may be typing a password.
 */
import { AgentBrowserError } from '../errors.ts';
import type { Modifier, PageInput } from '../page/messages.ts';
import { callerRequest, requestAgain } from './document-request.ts';
import type { EventLog } from './events.ts';
import { openPopups } from './popups.ts';
import type { StepLog } from './steps.ts';
import type { Tab } from './tab.ts';
import type { TabSet } from './tabs.ts';

type Button = 'left' | 'middle' | 'right';

export type PersonEvent =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'down' | 'up';
      readonly x: number;
      readonly y: number;
      readonly button?: Button | undefined;
      readonly count?: number | undefined;
      readonly modifiers?: readonly Modifier[] | undefined;
    }
  | { readonly kind: 'wheel'; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
  | { readonly kind: 'key'; readonly key: string; readonly modifiers?: readonly Modifier[] | undefined }
  /** Text that is pasted, or that an input method made. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'select'; readonly id: number; readonly values: readonly string[] }
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'tab'; readonly tab: number }
  | { readonly kind: 'back' | 'forward' | 'reload' };

export async function performPerson(
  events: readonly PersonEvent[],
  tabs: TabSet,
  steps: StepLog,
  log: EventLog,
  signal: AbortSignal,
): Promise<void> {
  const tab = tabs.current;
  tab.navigator.takePopups();
  forgetAll(tabs);
  for (const event of events) {
    signal.throwIfAborted();
    const name = nameOf(event);
    if (name !== null) steps.note(name);
    await perform(event, tabs, signal);
    // What this led to comes before the next event: a click that submits, a key that opens a menu.
    await tabs.current.navigator.catchUp(signal);
  }
  await openPopups(tab, tabs, log, signal);
  // Also what this has opened.
  forgetAll(tabs);
}

/** The agent has to look again before it acts. */
function forgetAll(tabs: TabSet): void {
  for (const { view } of tabs.all()) view.forget();
}

async function perform(event: PersonEvent, tabs: TabSet, signal: AbortSignal): Promise<void> {
  const { navigator } = tabs.current;
  switch (event.kind) {
    case 'open':
      return navigator.navigate(callerRequest(event.url), 'push', signal);
    case 'tab':
      tabs.select(event.tab);
      return;
    case 'back':
    case 'forward':
      await navigator.traverse(event.kind === 'back' ? -1 : 1, signal);
      return;
    case 'reload': {
      const entry = navigator.history.current;
      if (entry !== null) await navigator.navigate({ ...requestAgain(entry), cache: 'revalidate' }, 0, signal);
      return;
    }
    case 'text':
      for (const character of event.text.replaceAll(/\r\n?/g, '\n')) {
        await send(tabs.current, { kind: 'key', key: character === '\n' ? 'Enter' : character });
      }
      return;
    default:
      await send(tabs.current, inputOf(event));
  }
}

async function send({ navigator, hand }: Tab, input: PageInput): Promise<void> {
  if ('x' in input && input.kind !== 'scroll') hand.follow(input.x, input.y);
  const outcome = await navigator.withPage((host) => host.input(input));
  if (outcome === 'done' || outcome === 'ready') return;
  throw new AgentBrowserError('invalid_argument', `That could not be done: ${outcome}. The page may have changed.`);
}

function inputOf(
  event: Extract<PersonEvent, { readonly kind: 'move' | 'down' | 'up' | 'wheel' | 'key' | 'select' }>,
): PageInput {
  switch (event.kind) {
    case 'move':
      return event;
    case 'down':
    case 'up': {
      const { kind, x, y, button = 'left', count = 1, modifiers = [] } = event;
      return { kind: 'point', phase: kind, x, y, button, count: count === 2 ? 2 : 1, modifiers };
    }
    case 'wheel':
      return { kind: 'wheel', x: event.x, y: event.y, dx: event.dx, dy: event.dy };
    case 'key':
      return { kind: 'key', key: event.key, modifiers: event.modifiers ?? [] };
    case 'select':
      return event;
  }
}

/** What others see of it; `null` for what is not worth a line. */
function nameOf(event: PersonEvent): string | null {
  switch (event.kind) {
    case 'move':
    case 'up':
      return null;
    case 'down':
      return `click at ${Math.round(event.x)},${Math.round(event.y)}`;
    case 'wheel':
      return 'scroll';
    case 'key':
    case 'text':
      return 'type';
    case 'open':
      return `open ${event.url.slice(0, 200)}`;
    case 'tab':
      return `tab ${event.tab}`;
    default:
      return event.kind;
  }
}
