/**
 * What goes wrong between us and a model's server, and what that means for the next try.
 *
 * In:  a status with what the server said, or an error of the network. Out: a failure that knows whether and when it is
 *      worth trying again.
 *
 * Secure: servers repeat keys in their messages. A key is taken out before anybody reads them.
 */
import { LIMITS } from '../limits.ts';

export type ModelFailureKind =
  /** Nobody answers, or the connection was cut. */
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  /** The server's own trouble. */
  | 'server_error'
  /** It does not want this request: the key, the model's name, a parameter. */
  | 'rejected'
  /** What it sent is no answer. */
  | 'bad_response';

const WORTH_TRYING: readonly ModelFailureKind[] = ['unreachable', 'timeout', 'rate_limited', 'server_error'];

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** How long the server wants us to wait; `null` when it did not say. */
  readonly retryAfterMs: number | null;
  /** HTTP's status; 0 when there was none. */
  readonly status: number;

  constructor(
    kind: ModelFailureKind,
    message: string,
    { retryAfterMs = null, status = 0, cause }: { retryAfterMs?: number | null; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }

  get isWorthTrying(): boolean {
    return WORTH_TRYING.includes(this.kind);
  }
}

/** How much of what a server said is quoted. */
const QUOTED_CHARS = 500;

export function statusFailure(status: number, headers: Headers, body: string, apiKey: string): ModelFailure {
  const said = quote(body, apiKey);
  const message = `The model's server answered with status ${status}${said === '' ? '' : `: ${said}`}.${ADVICE[status] ?? ''}`;
  return new ModelFailure(kindOf(status), message, { status, retryAfterMs: retryAfter(headers) });
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ' Check the API key: the option apiKey, or AGENTBROWSER_API_KEY in the environment.',
  403: ' Check what the API key is allowed to do.',
  404: " Check the address, which ends in /v1 for most servers, and the model's name.",
};

function kindOf(status: number): ModelFailureKind {
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'server_error';
  return 'rejected';
}

/** Seconds or a date (RFC 9110 §10.2.3), or the milliseconds that some servers give. */
export function retryAfter(headers: Headers, now: number = Date.now()): number | null {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact.trim())) return Math.ceil(Number(exact));
  const given = headers.get('retry-after')?.trim();
  if (given === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(given)) return Math.ceil(Number(given) * 1_000);
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** What `fetch` throws, and what a body throws when its connection is cut. */
export function networkFailure(error: unknown, url: string): ModelFailure {
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
  const text = `The model's server at ${url} could not be reached, or hung up: ${why}.`;
  return new ModelFailure('unreachable', text, { cause: error });
}

/** What the server said, on one line and without the key. */
export function quote(body: string, apiKey: string): string {
  let text = body;
  try {
    const { error, message, detail } = JSON.parse(body) as Record<string, unknown>;
    const said = (error as { message?: unknown } | undefined)?.message ?? error ?? message ?? detail;
    if (typeof said === 'string') text = said;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  const clean = withoutKey(text, apiKey).replace(/\s+/g, ' ').trim();
  return clean.length > QUOTED_CHARS ? `${clean.slice(0, QUOTED_CHARS)}…` : clean;
}

/** Servers also quote keys in part: their beginning and their end. */
export function withoutKey(text: string, apiKey: string): string {
  if (apiKey === '') return text;
  const whole = text.replaceAll(apiKey, '[API key]');
  if (apiKey.length < 12) return whole;
  const parts = new RegExp(
    `${escapePattern(apiKey.slice(0, 6))}[\\w*.…-]*|[*.…]{3,}${escapePattern(apiKey.slice(-4))}`,
    'g',
  );
  return whole.replace(parts, '[API key]');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** How long to wait before the next try: what the server wants, else twice as long each time, and not all at once. */
export function retryDelay(failure: ModelFailure, tries: number, firstMs: number): number {
  if (failure.retryAfterMs !== null) return failure.retryAfterMs;
  const delay = Math.min(LIMITS.modelMaxRetryMs, firstMs * 2 ** (tries - 1));
  return Math.round(delay * (0.5 + Math.random() / 2));
}
