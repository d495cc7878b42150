/**
 * The body of `/chat/completions`, as one JSON document or as a stream of pieces.
 *
 * In:  a body. Out: pieces while they arrive, and the whole answer. A stream that ends in the middle is a failure that is
 *      worth trying again, never half an answer.
 *
 * https://platform.openai.com/docs/api-reference/chat
 */
import { LIMITS } from '../limits.ts';
import { eventData } from './event-stream.ts';
import { ModelFailure, quote } from './model-failure.ts';

export interface ModelUsage {
  readonly prompt: number;
  readonly completion: number;
}

export interface ModelAnswer {
  readonly text: string;
  /** Why the model does not want to; `null` when it does. */
  readonly refusal: string | null;
  /** The answer ran into its limit of tokens. */
  readonly isCut: boolean;
  /** `null` when the server did not count. */
  readonly usage: ModelUsage | null;
}

/** `reasoning` is what some models think before they answer; `text` is the answer. */
export interface ModelPiece {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
}

/** What pieces add up to. */
class Gathered {
  #text = '';
  #refusal = '';
  #finish: string | null = null;
  #usage: ModelUsage | null = null;

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  /** `message` of a whole answer, `delta` of a piece. */
  add(document: unknown, part: 'message' | 'delta', apiKey: string): ModelPiece[] {
    const { error, choices, usage } = objectOf(document);
    if (error !== undefined && error !== null) throw streamFailure(document, apiKey);
    this.#usage = usageOf(usage) ?? this.#usage;
    const choice = objectOf(Array.isArray(choices) ? choices[0] : undefined);
    const message = objectOf(choice[part]);
    const text = contentOf(message['content']);
    const reasoning = contentOf(message['reasoning_content'] ?? message['reasoning']);
    this.#text += text;
    this.#refusal += contentOf(message['refusal']);
    if (this.#text.length > LIMITS.modelAnswerChars) {
      throw new ModelFailure(
        'bad_response',
        `The answer of the model is longer than ${LIMITS.modelAnswerChars} characters.`,
      );
    }
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason'];
    const pieces: ModelPiece[] = [
      { kind: 'reasoning', text: reasoning },
      { kind: 'text', text },
    ];
    return pieces.filter((piece) => piece.text !== '');
  }

  answer(): ModelAnswer {
    const isFiltered = this.#finish === 'content_filter' && this.#refusal === '';
    const refusal = isFiltered ? 'A filter of its server stopped the answer.' : this.#refusal;
    return {
      text: this.#text,
      refusal: refusal === '' ? null : refusal.slice(0, LIMITS.agentResultChars),
      isCut: this.#finish === 'length',
      usage: this.#usage,
    };
  }
}

/** A stream of events. */
export async function* readStream(
  body: AsyncIterable<Uint8Array>,
  apiKey: string,
): AsyncGenerator<ModelPiece, ModelAnswer> {
  const gathered = new Gathered();
  let isDone = false;
  for await (const data of eventData(body)) {
    if (data.trim() === '[DONE]') {
      isDone = true;
      break;
    }
    yield* gathered.add(parsed(data, apiKey), 'delta', apiKey);
  }
  if (!isDone && !gathered.isFinished) {
    throw new ModelFailure('unreachable', "The model's server hung up in the middle of its answer.");
  }
  return gathered.answer();
}

/** One document: from servers that do not stream. */
export async function* readDocument(
  body: AsyncIterable<Uint8Array>,
  apiKey: string,
): AsyncGenerator<ModelPiece, ModelAnswer> {
  const text = await readText(body, 10 * LIMITS.modelAnswerChars);
  const gathered = new Gathered();
  const document = parsed(text, apiKey);
  if (!Array.isArray(objectOf(document)['choices']) && objectOf(document)['error'] === undefined) {
    throw new ModelFailure('bad_response', `The model's server sent no choices: ${quote(text, apiKey)}`);
  }
  yield* gathered.add(document, 'message', apiKey);
  return gathered.answer();
}

export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ModelFailure('bad_response', `The model's server sent more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, apiKey: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `The model's server sent what is not JSON: ${quote(text, apiKey)}`;
    throw new ModelFailure('bad_response', message, { cause });
  }
}

/** Some servers begin to stream and then send the error that they had. */
function streamFailure(document: unknown, apiKey: string): ModelFailure {
  const { error } = objectOf(document);
  const { code, type } = objectOf(error);
  const said = quote(JSON.stringify(document), apiKey);
  const isLimit = `${String(code)} ${String(type)}`.includes('rate_limit') || code === 429;
  return new ModelFailure(isLimit ? 'rate_limited' : 'server_error', `The model's server failed: ${said}`);
}

/** Text, or a list of parts with text. */
function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value
    .map((part) => objectOf(part)['text'])
    .filter((text) => typeof text === 'string')
    .join('');
}

function usageOf(value: unknown): ModelUsage | null {
  const { prompt_tokens: prompt, completion_tokens: completion } = objectOf(value);
  if (!isCount(prompt) || !isCount(completion)) return null;
  return { prompt, completion };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
