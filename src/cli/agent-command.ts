/**
 * `agentbrowser agent`: a task in words, done by a model of the user's own.
 *
 * In:  a task. Out: a line for each step for people, or every event as a line of JSON; the answer in the end.
 */
import type { AgentEvent, AgentResult } from '../agent/agent-event.ts';
import type { AgentOptions } from '../agent/run-agent.ts';
import { AgentBrowserError } from '../errors.ts';
import { cleanLines, cleanText } from '../spatial/page-text.ts';
import { terminalAsker } from './ask.ts';
import type { Command, Given } from './command.ts';
import { askPending } from './login-command.ts';
import {
  JSON_OPTION,
  readCount,
  readDuration,
  readViewport,
  stringOf,
  takeOperands,
  VIEWPORT_OPTION,
} from './option-values.ts';
import type { Terminal } from './terminal.ts';

interface AgentCall {
  readonly task: string;
  readonly json: boolean;
  readonly options: AgentOptions;
}

export const AGENT_COMMAND: Command = {
  name: 'agent',
  group: 'Servers and agents',
  summary: 'does a task with a model of yours, and prints its answer',
  operands: '"<task>"',
  options: {
    url: { type: 'string', value: 'URL', help: 'The page to begin with' },
    model: { type: 'string', value: 'NAME', help: 'The model; AGENTBROWSER_MODEL without it' },
    'model-url': {
      type: 'string',
      value: 'URL',
      help: 'Its server, up to /chat/completions; AGENTBROWSER_MODEL_URL without it',
    },
    'max-steps': { type: 'string', value: 'N', help: 'Actions at most; 30 without it' },
    'max-tokens': { type: 'string', value: 'N', help: 'Tokens at most, in and out; 500000 without it' },
    deadline: { type: 'string', value: 'TIME', help: 'Such as 90s or 10m; none without it' },
    login: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'A kept sign-in that the model may use, by its name',
    },
    passwords: { type: 'boolean', help: 'The model may type into password fields' },
    'allow-files': { type: 'boolean', help: 'The model may open file: addresses' },
    ...VIEWPORT_OPTION,
    ...JSON_OPTION,
  },
  details:
    'The API key is AGENTBROWSER_API_KEY in the environment, or OPENAI_API_KEY for OpenAI; it is never an argument.\n--json prints every event as a line. Ctrl-C stops the task. docs/agent.md has the rest.',
  examples: [
    'agent "Which tea is cheapest?" --url https://shop.example/',
    'agent "Read my newest message" --login postbox --model qwen3 --model-url http://localhost:11434/v1',
  ],
  read(given) {
    const call = readAgent(given);
    return (terminal) => run(call, terminal);
  },
};

export function readAgent(given: Given): AgentCall {
  const [task] = takeOperands('agent', given, 'the task, in quotes');
  const { values } = given;
  const of = (name: string) => stringOf(values, name);
  const [url, model, baseUrl, deadline] = [of('url'), of('model'), of('model-url'), of('deadline')];
  const maxSteps = readCount(values, 'max-steps');
  const maxTokens = readCount(values, 'max-tokens');
  return {
    task: task!,
    json: values['json'] === true,
    options: {
      model: { ...(model === undefined ? {} : { model }), ...(baseUrl === undefined ? {} : { baseUrl }) },
      launch: { viewport: readViewport(of('viewport') ?? '1280x800'), script: values['no-script'] !== true },
      logins: (values['login'] as readonly string[] | undefined) ?? [],
      passwords: values['passwords'] === true,
      files: values['allow-files'] === true,
      ...(url === undefined ? {} : { url }),
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(deadline === undefined ? {} : { timeoutMs: readDuration(deadline, '--deadline') }),
    },
  };
}

async function run({ task, json, options }: AgentCall, terminal: Terminal): Promise<void> {
  // Loaded only here: no other command needs it.
  const { runAgent } = await import('../agent/run-agent.ts');
  const stop = new AbortController();
  // The first Ctrl-C ends the task, with its engine; the next one ends the program.
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  const steps = new StepLines(terminal);
  const onEvent = (event: AgentEvent) => {
    if (json) terminal.print(`${JSON.stringify(event)}\n`);
    else steps.show(event);
  };
  const person = terminalAsker().isPerson ? { onPending: askPending } : {};
  try {
    tell(await runAgent(task, { ...options, ...person, signal: stop.signal, onEvent }), json, terminal);
  } catch (error) {
    // Ctrl-C reaches an engine that has just been started too, and ends it before it knows better.
    if (stop.signal.aborted) throw new AgentBrowserError('cancelled', 'The run was cancelled.', { cause: error });
    throw error;
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

function tell({ status, reason, message, result }: AgentResult, json: boolean, terminal: Terminal): void {
  if (status === 'cancelled') throw new AgentBrowserError('cancelled', message);
  if (status === 'failed') throw new AgentBrowserError('agent_failed', `${reason}: ${cleanLines(message)}`);
  if (!json) terminal.print(`${cleanLines(result ?? '')}\n`);
}

/** Steps as people read them, on standard error. What models and pages say cannot move the cursor. */
class StepLines {
  readonly #terminal: Terminal;
  #isThinking = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: AgentEvent): void {
    if (event.kind === 'thinking') {
      this.#isThinking = true;
      this.#terminal.note(this.#terminal.paint('dim', cleanLines(event.text).replaceAll('\n', ' ')));
      return;
    }
    const line = this.#lineOf(event);
    if (line === null) return;
    this.#terminal.note(`${this.#isThinking ? '\n' : ''}${line}\n`);
    this.#isThinking = false;
  }

  #lineOf(event: Exclude<AgentEvent, { kind: 'thinking' }>): string | null {
    const { paint } = this.#terminal;
    switch (event.kind) {
      case 'start':
        return paint('dim', `${cleanText(event.model)}, ${event.maxSteps} actions at most`);
      case 'observation':
        return null;
      case 'action': {
        // A thought that could not be followed is told now.
        const thought = this.#isThinking || event.thought === '' ? '' : ` ${paint('dim', cleanText(event.thought))}`;
        return `${paint('bold', `${event.step}. ${cleanText(event.text)}`)}${thought}`;
      }
      case 'outcome':
        return event.ok ? null : paint('yellow', `   ${event.text}`);
      case 'retry': {
        const wait = event.waitMs === 0 ? 'asking again' : `asking again in ${(event.waitMs / 1_000).toFixed(1)} s`;
        return paint('yellow', `   ${cleanText(event.reason)} (${wait})`);
      }
      case 'compaction':
        return paint('dim', `   ${event.tokens} tokens: older pages are left out`);
      case 'end': {
        const { status, steps, tokens } = event.result;
        const about = tokens.estimated ? 'about ' : '';
        // The terminal has just written ^C.
        const head = status === 'cancelled' && !this.#isThinking ? '\n' : '';
        const count = `${steps} ${steps === 1 ? 'action' : 'actions'}`;
        return `${head}${paint('dim', `${count}, ${about}${tokens.prompt + tokens.completion} tokens`)}`;
      }
    }
  }
}
