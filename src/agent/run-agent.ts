/**
 * The public way to an agent: a task in words, a model, and a browser that is launched for it or given.
 *
 * In:  the task and its options. Out: how it ended; every step is told on the way.
 */
import { AgentBrowser, type LaunchOptions } from '../client/browser.ts';
import type { Session } from '../client/session.ts';
import type { LoginOptions } from '../client/session-login.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { AgentEvent, AgentResult } from './agent-event.ts';
import { AgentEngine } from './engine.ts';
import { ChatModel } from './model.ts';
import { type ModelOptions, modelSettings } from './model-options.ts';
import { hostsNamedIn } from './named-hosts.ts';
import { isLoss } from './perform.ts';

export interface AgentOptions {
  /** Which model, where, and with which key. What it does not say comes from the environment. */
  readonly model?: ModelOptions;
  /** The session to work in. It stays open afterwards. */
  readonly session?: Session;
  /** The browser that gives a session for the run, when no session is given. It stays open afterwards. */
  readonly browser?: AgentBrowser;
  /** How a browser is launched for the run, when neither is given. */
  readonly launch?: LaunchOptions;
  /** The page to begin with. */
  readonly url?: string;
  /** Actions of the run. 30 when not given. */
  readonly maxSteps?: number;
  /** Tokens of all calls of the model, in and out. 500,000 when not given. */
  readonly maxTokens?: number;
  /** Deadline of the whole run, in milliseconds. None when not given. */
  readonly timeoutMs?: number;
  /** Ends the run: its result has the status `cancelled`. */
  readonly signal?: AbortSignal;
  /** Names of sign-ins of the vault that the model may use. None when not given. It never sees what is behind them. */
  readonly logins?: readonly string[];
  /** Asked when a sign-in wants what only a person has. */
  readonly onPending?: LoginOptions['onPending'];
  /** `true` lets the model type into fields for passwords, such as one that the task gives. */
  readonly passwords?: boolean;
  /** `true` lets the model open `file:` addresses. */
  readonly files?: boolean;
  /** Told everything that happens, as it happens. */
  readonly onEvent?: (event: AgentEvent) => void;
}

/**
 * Does a task in the browser with a model behind an OpenAI-compatible server, and tells how it ended. It rejects only when
 * it was called wrongly or when no browser can be launched: everything else is in the result.
 *
 * @example
 * const { status, result } = await runAgent('What is the newest release of Node?', {
 *   url: 'https://nodejs.org/',
 *   model: { baseUrl: 'http://localhost:11434/v1', model: 'qwen3' },
 *   onEvent: (event) => event.kind === 'action' && console.log(event.text),
 * });
 */
export async function runAgent(task: string, options: AgentOptions = {}): Promise<AgentResult> {
  const events = agentEvents(task, options);
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
    options.onEvent?.(next.value);
  }
}

/**
 * The same, as events that are taken one by one: the agent goes on when the next one is asked for, and ends when nobody
 * asks any more. `onEvent` is not called.
 *
 * @example
 * for await (const event of agentEvents('Find the opening hours', { url, model })) {
 *   if (event.kind === 'action') console.log(event.step, event.text, event.thought);
 *   if (event.kind === 'end') console.log(event.result.message);
 * }
 */
export async function* agentEvents(task: string, options: AgentOptions = {}): AsyncGenerator<AgentEvent, AgentResult> {
  const settings = checked(task, options);
  const late = new AbortController();
  const left = new AbortController();
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => late.abort(), options.timeoutMs);
  const signal = AbortSignal.any([late.signal, left.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const browser = options.browser ?? (options.session === undefined ? await launch(options.launch) : null);
  let session: Session | null = options.session ?? null;
  try {
    session ??= await browser!.session();
    const { url, onPending, logins = [], passwords = false, files = false } = options;
    const engine = new AgentEngine({
      session,
      model: new ChatModel(settings.model),
      modelName: settings.model.model,
      task,
      url,
      maxSteps: settings.maxSteps,
      maxTokens: settings.maxTokens,
      allowed: { logins, passwords, files, namedHosts: hostsNamedIn(task, url ?? '') },
      onPending,
      signal,
      isTimeout: () => late.signal.aborted,
    });
    return yield* engine.run();
  } finally {
    clearTimeout(timer);
    left.abort();
    if (options.session === undefined) await closed(session);
    if (options.browser === undefined) await browser?.shutdown();
  }
}

function launch(options: LaunchOptions = {}): Promise<AgentBrowser> {
  return AgentBrowser.launch(options);
}

/** A session that is gone already needs no closing. */
async function closed(session: Session | null): Promise<void> {
  try {
    await session?.close();
  } catch (error) {
    if (!isAgentBrowserError(error) || !isLoss(error)) throw error;
  }
}

function checked(task: string, { model, maxSteps, maxTokens, logins = [] }: AgentOptions) {
  if (task.trim() === '') throw new AgentBrowserError('invalid_argument', 'The task is empty. Say what is to be done.');
  if (task.length > LIMITS.agentTaskChars) {
    const message = `The task has ${task.length} characters; ${LIMITS.agentTaskChars} is the limit.`;
    throw new AgentBrowserError('invalid_argument', message);
  }
  for (const [name, value] of Object.entries({ maxSteps, maxTokens })) {
    if (value === undefined || (Number.isInteger(value) && value > 0)) continue;
    throw new AgentBrowserError('invalid_argument', `${name} is a whole number above 0, not ${value}.`);
  }
  // They stand in the prompt, where a line break would begin something else.
  if (logins.some((name) => /[\n,]/.test(name))) {
    throw new AgentBrowserError('invalid_argument', 'Names of sign-ins have neither commas nor line breaks.');
  }
  return {
    model: modelSettings(model),
    maxSteps: maxSteps ?? LIMITS.agentSteps,
    maxTokens: maxTokens ?? LIMITS.agentTokens,
  };
}
