/**
 * Which model, where, and with which key: from options, else from the environment.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** A model behind any server that speaks OpenAI's `/chat/completions`. */
export interface ModelOptions {
  /** The model's name, as its server knows it. Without it: AGENTBROWSER_MODEL in the environment. */
  readonly model?: string;
  /**
   * The server's address up to `/chat/completions`, such as http://localhost:11434/v1. Without it: AGENTBROWSER_MODEL_URL or
   * OPENAI_BASE_URL in the environment, else OpenAI's own.
   */
  readonly baseUrl?: string;
  /**
   * Without it: AGENTBROWSER_API_KEY in the environment; OPENAI_API_KEY only for OpenAI's own address or that of
   * OPENAI_BASE_URL, so that no other server gets it. It is never printed.
   */
  readonly apiKey?: string;
  /** 0.2 when not given. */
  readonly temperature?: number;
  /** Tokens of one answer. 2,048 when not given. */
  readonly maxAnswerTokens?: number;
  /** Deadline of one answer, in milliseconds. Three minutes when not given. */
  readonly timeoutMs?: number;
  /** `false` when the server has no JSON mode. When not given it is tried, and left out if the server does not want it. */
  readonly json?: boolean;
  /** `false` when the server cannot stream. */
  readonly stream?: boolean;
  /** How often a call is tried when the server is busy or fails, and the first pause between, in milliseconds. */
  readonly tries?: number;
  readonly retryMs?: number;
}

export interface ModelSettings {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
  readonly temperature: number;
  readonly maxAnswerTokens: number;
  readonly timeoutMs: number;
  readonly json: boolean;
  readonly stream: boolean;
  readonly tries: number;
  readonly retryMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const OPENAI = 'https://api.openai.com/v1';

/** Throws `invalid_argument` where something is missing or wrong. */
export function modelSettings(options: ModelOptions = {}, env: Environment = process.env): ModelSettings {
  const model = options.model ?? given(env['AGENTBROWSER_MODEL']);
  if (model === undefined || model === '') {
    throw new AgentBrowserError(
      'invalid_argument',
      'No model is named. Give model: { model, baseUrl }, or set AGENTBROWSER_MODEL and AGENTBROWSER_MODEL_URL.',
    );
  }
  const openAi = given(env['OPENAI_BASE_URL']) ?? OPENAI;
  const baseUrl = options.baseUrl ?? given(env['AGENTBROWSER_MODEL_URL']) ?? openAi;
  // Secure: the key of one service is not sent to another.
  const usualKey = baseUrl === openAi ? env['OPENAI_API_KEY'] : undefined;
  return {
    url: `${checkedUrl(baseUrl).replace(/\/+$/, '')}/chat/completions`,
    model,
    apiKey: (options.apiKey ?? given(env['AGENTBROWSER_API_KEY']) ?? usualKey ?? '').trim(),
    temperature: options.temperature ?? 0.2,
    maxAnswerTokens: options.maxAnswerTokens ?? LIMITS.modelAnswerTokens,
    timeoutMs: options.timeoutMs ?? LIMITS.modelMs,
    json: options.json ?? true,
    stream: options.stream ?? true,
    tries: options.tries ?? LIMITS.modelTries,
    retryMs: options.retryMs ?? LIMITS.modelRetryMs,
  };
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const example = 'http://localhost:11434/v1';
    throw new AgentBrowserError(
      'invalid_argument',
      `The model's address is a whole http or https URL, such as ${example}.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new AgentBrowserError(
      'invalid_argument',
      "The model's address has neither a name with a password nor a question mark. Give the key as apiKey.",
    );
  }
  return url.href;
}
