/**
 * Does one action of the model.
 *
 * In:  an action, and what the user allows. Out: what the model is told of it. What goes wrong is told too: the model can
 *      do something else. Only the loss of the session, and the user's wish to stop, are thrown.
 */
import { wholeAddress } from '../client/address.ts';
import { textAnswer } from '../client/answer-text.ts';
import type { Session } from '../client/session.ts';
import type { LoginOptions } from '../client/session-login.ts';
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { AgentAction } from './action.ts';
import type { Observer } from './observe.ts';

export interface Allowed {
  readonly logins: readonly string[];
  readonly passwords: boolean;
  readonly files: boolean;
  /** Addresses of these hosts are the user's own idea. */
  readonly namedHosts: ReadonlySet<string>;
}

export interface PerformParts {
  readonly session: Session;
  readonly observer: Observer;
  readonly allowed: Allowed;
  readonly onPending: LoginOptions['onPending'];
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly ok: boolean;
  /** For the model. */
  readonly text: string;
  /** In a few words of ours. */
  readonly brief: string;
  /** Whether the text still means something when the page is shown anew: what was read, what went wrong. */
  readonly isLasting: boolean;
}

/** After these there is nothing to go on with. */
const LOST: readonly ErrorCode[] = ['engine_crashed', 'session_closed', 'browser_closed', 'cancelled'];
/** After these the model's view of the page is old. */
const STALE: readonly ErrorCode[] = ['element_not_found', 'element_not_visible', 'element_not_editable', 'timeout'];

export function isLoss({ code }: AgentBrowserError): boolean {
  return LOST.includes(code);
}

type Act = Exclude<AgentAction, { readonly type: 'done' | 'error' }>;

export async function perform(action: Act, parts: PerformParts): Promise<Outcome> {
  const { observer, signal } = parts;
  try {
    const before = observer.url;
    const text = await act(action, parts);
    const brief = observer.url === before ? 'done' : 'led to another page';
    return { ok: true, text, brief, isLasting: action.type === 'extract' };
  } catch (error) {
    signal.throwIfAborted();
    if (!isAgentBrowserError(error) || isLoss(error)) throw error;
    const told = observer.failure(error.code, withoutMethods(error.message));
    const page = STALE.includes(error.code) ? `The page now:\n${await observer.look()}` : '';
    return { ok: false, text: told + page, brief: `failed: ${error.code}`, isLasting: page === '' };
  }
}

async function act(action: Act, { session, observer, allowed, onPending, signal }: PerformParts): Promise<string> {
  switch (action.type) {
    case 'navigate': {
      const url = wholeAddress(action.url);
      const trusted = isNamed(url, allowed);
      return observer.page(await session.goto(url, { trusted, signal }));
    }
    case 'click':
      return observer.change(await session.click(action.id, { signal }));
    case 'type':
      if (observer.isPassword(action.id) && !allowed.passwords) throw noPasswords(allowed);
      return observer.change(await session.type(action.id, action.text, { submit: action.submit ?? false, signal }));
    case 'select':
      return observer.change(await session.select(action.id, action.values, { signal }));
    case 'press_enter':
      return observer.change(await session.press('Enter', { ...targetOf(action.id), signal }));
    case 'press':
      return observer.change(await session.press(action.key, { ...targetOf(action.id), signal }));
    case 'scroll': {
      const within = action.id === undefined ? {} : { within: action.id };
      return observer.change(await session.scroll(action.direction, action.amount, { ...within, signal }));
    }
    case 'wait': {
      const ms = Math.min(Math.round((action.seconds ?? 1) * 1_000), LIMITS.agentWaitMs);
      if (action.text === undefined) return observer.change(await session.wait(ms, { signal }));
      const timeoutMs = action.seconds === undefined ? LIMITS.agentWaitMs : Math.max(1, ms);
      return observer.change(await session.wait({ text: action.text }, { timeoutMs, signal }));
    }
    case 'extract':
      return textAnswer(await session.read({ signal }), action.instruction, 0, LIMITS.agentExtractChars);
    case 'back':
      return observer.page(await session.back({ signal }));
    case 'tab':
      return observer.page((await session.switchTab(action.tab, { signal })).page);
    case 'login': {
      if (!allowed.logins.includes(action.name)) throw noLogin(action.name, allowed);
      const page = await session.login(action.name, { signal, ...(onPending === undefined ? {} : { onPending }) });
      return `Signed in.\n${await observer.page(page)}`;
    }
  }
}

function targetOf(id: number | undefined): { readonly target?: number } {
  return id === undefined ? {} : { target: id };
}

/** Secure: a page can talk a model into opening what is on this machine or in its network. The user names such hosts. */
function isNamed(address: string, { files, namedHosts }: Allowed): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'file:' ? files : namedHosts.has(url.host);
}

function noPasswords({ logins }: Allowed): AgentBrowserError {
  const next =
    logins.length === 0 ? 'Answer with error if the task needs it.' : `Use login with ${logins.join(' or ')}.`;
  return new AgentBrowserError('not_allowed', `Passwords are not typed. ${next}`);
}

function noLogin(name: string, { logins }: Allowed): AgentBrowserError {
  const there = logins.length === 0 ? 'The user allows none.' : `The user allows ${logins.join(', ')}.`;
  return new AgentBrowserError('not_allowed', `There is no sign-in '${name}' for this task. ${there}`);
}

/** Messages are written for callers of the library, whose methods a model does not know. */
function withoutMethods(message: string): string {
  return message
    .replace(/Call state\(\) (and choose again|to see[^.]*)\.?/g, 'Look at the page again.')
    .replace(/,? or give a longer timeoutMs/g, '')
    .replace(/\bgoto\(\)/g, 'navigate')
    .replace(/\btabs\(\)/g, 'tab')
    .replace(/\s+/g, ' ');
}
