/**
 * A model behind an OpenAI-compatible server.
 *
 * In:  a conversation. Out: pieces of the answer while it arrives, then the answer. Servers differ in what they take: what
 *      one does not want is left out from then on. Busy servers are asked again, later each time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '../limits.ts';
import { ModelFailure, networkFailure, retryDelay, statusFailure } from './model-failure.ts';
import type { ModelSettings } from './model-options.ts';
import { type ModelAnswer, type ModelPiece, readDocument, readStream, readText } from './model-response.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The server has to be asked again: what arrived so far does not count. */
export interface ModelRetry {
  readonly kind: 'retry';
  readonly reason: string;
  readonly waitMs: number;
}

/** Fields of the request that a server may not know. */
type Extra = 'response_format' | 'stream_options' | 'temperature' | 'max_tokens' | 'max_completion_tokens' | 'stream';

export class ChatModel {
  readonly #settings: ModelSettings;
  readonly #extras: Set<Extra>;

  constructor(settings: ModelSettings) {
    this.#settings = settings;
    this.#extras = new Set<Extra>(['temperature', 'max_tokens']);
    if (settings.json) this.#extras.add('response_format');
    if (settings.stream) this.#extras.add('stream').add('stream_options');
  }

  /** Throws a `ModelFailure` when there is no answer to be had, and the signal's reason when it is not wanted any more. */
  async *complete(
    messages: readonly Message[],
    signal: AbortSignal,
  ): AsyncGenerator<ModelPiece | ModelRetry, ModelAnswer> {
    for (let tries = 1; ; tries++) {
      try {
        return yield* this.#ask(messages, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelFailure)) throw error;
        if (error.kind === 'rejected' && this.#adapt(error)) {
          tries--;
          continue;
        }
        if (!error.isWorthTrying || tries >= this.#settings.tries) throw error;
        const waitMs = retryDelay(error, tries, this.#settings.retryMs);
        if (waitMs > LIMITS.modelMaxRetryMs) {
          const message = `${error.message} It wants to be asked again in ${Math.ceil(waitMs / 1_000)} seconds, which is too long.`;
          throw new ModelFailure(error.kind, message, { cause: error, status: error.status });
        }
        yield { kind: 'retry', reason: error.message, waitMs };
        await pause(waitMs, undefined, { signal });
      }
    }
  }

  async *#ask(messages: readonly Message[], signal: AbortSignal): AsyncGenerator<ModelPiece, ModelAnswer> {
    const { url, apiKey, timeoutMs } = this.#settings;
    const watch = new Watch(timeoutMs, signal);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(this.#body(messages)),
        signal: watch.signal,
        // Secure: neither the key nor the conversation follows a server to another one.
        redirect: 'error',
      });
      const body = watch.watched(response.body ?? new ReadableStream<Uint8Array>());
      if (!response.ok) {
        throw statusFailure(response.status, response.headers, await readText(body, LIMITS.modelAnswerChars), apiKey);
      }
      const isStream = response.headers.get('content-type')?.toLowerCase().includes('event-stream') ?? false;
      return yield* isStream ? readStream(body, apiKey) : readDocument(body, apiKey);
    } catch (error) {
      if (error instanceof ModelFailure) throw error;
      signal.throwIfAborted();
      if (watch.signal.aborted) {
        throw new ModelFailure('timeout', `The model did not answer in time: ${String(watch.signal.reason)}.`);
      }
      throw networkFailure(error, url);
    } finally {
      // Also when nobody wants the rest: it ends the exchange.
      watch.end();
    }
  }

  #body(messages: readonly Message[]): object {
    const { model, temperature, maxAnswerTokens } = this.#settings;
    const values: Record<Extra, unknown> = {
      response_format: { type: 'json_object' },
      stream_options: { include_usage: true },
      temperature,
      max_tokens: maxAnswerTokens,
      max_completion_tokens: maxAnswerTokens,
      stream: true,
    };
    const extras = [...this.#extras].map((name) => [name, values[name]] as const);
    return { model, messages, ...Object.fromEntries(extras) };
  }

  /** True when the request can be made in another way: without the field that the server complains about. */
  #adapt({ status, message }: ModelFailure): boolean {
    if (status !== 400 && status !== 422) return false;
    if (this.#extras.has('max_tokens') && message.includes('max_completion_tokens')) {
      this.#extras.delete('max_tokens');
      this.#extras.add('max_completion_tokens');
      return true;
    }
    // The longer name first: 'stream' is a part of 'stream_options'.
    for (const name of [
      'response_format',
      'stream_options',
      'max_completion_tokens',
      'max_tokens',
      'temperature',
      'stream',
    ] as const) {
      if (!message.includes(name) || !this.#extras.delete(name)) continue;
      if (name === 'stream') this.#extras.delete('stream_options');
      return true;
    }
    // Some servers only say that they do not like it. What is most often unknown is left out first.
    return this.#extras.delete('response_format') || this.#extras.delete('stream_options');
  }
}

/** The two clocks of an answer: for all of it, and for its quiet moments. */
class Watch {
  readonly #controller = new AbortController();
  readonly #whole: NodeJS.Timeout;
  readonly #idleMs: number;
  #idle: NodeJS.Timeout | undefined;
  readonly signal: AbortSignal;

  constructor(timeoutMs: number, signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#whole = setTimeout(() => this.#controller.abort(`no whole answer within ${timeoutMs} ms`), timeoutMs);
    this.#idleMs = Math.min(timeoutMs, LIMITS.modelIdleMs);
  }

  async *watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#listen();
    for await (const chunk of body) {
      // Whoever reads may take as long as it wants.
      clearTimeout(this.#idle);
      yield chunk;
      this.#listen();
    }
  }

  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#idle);
    this.#controller.abort('the answer is over');
  }

  #listen(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#controller.abort(`nothing for ${this.#idleMs} ms`), this.#idleMs);
  }
}
