/**
 * A server that speaks `/chat/completions` as OpenAI's does, and answers from a script: with actions, with nonsense, with
 * errors, or not at all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { site } from '../site.ts';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stream_options?: unknown;
  readonly response_format?: unknown;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

/** The text of an answer. */
export interface Says {
  readonly text: string;
  readonly finish?: 'stop' | 'length' | 'content_filter';
  readonly refusal?: string;
  /** What it thinks before, as reasoning models send it. */
  readonly reasoning?: string;
  /** No usage, as some servers. */
  readonly uncounted?: boolean;
}

export type Reply =
  | Says
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Sends a part and hangs up. */
  | { readonly cutAfter: string }
  /** Sends a part and then nothing. */
  | { readonly hangAfter: string }
  | ((request: IncomingMessage, response: ServerResponse, chat: ChatRequest) => void);

/** The next reply, for each request. */
export type Script = (chat: ChatRequest, count: number) => Reply;

export interface ScriptedModel {
  readonly baseUrl: string;
  readonly requests: readonly ChatRequest[];
  /** `authorization` of each request. */
  readonly keys: readonly (string | undefined)[];
  /** When each request came, by performance.now(). */
  readonly times: readonly number[];
}

/** What the last message to the model says. */
export function lastMessage({ messages }: ChatRequest): string {
  return messages.at(-1)!.content;
}

/** The id of the first line with these words, in everything the model was shown. */
export function shownId({ messages }: ChatRequest, words: RegExp): number {
  const lines = messages.flatMap(({ content }) => content.split('\n')).reverse();
  const line = lines.find((each) => /^(?:\+ )?\d+ /.test(each) && words.test(each));
  return Number(/^(?:\+ )?(\d+)[ ,]/.exec(line ?? '')?.[1]);
}

export function acts(action: object, thought = 'It is next.', more: object = {}): Says {
  return { text: JSON.stringify({ thought, action, ...more }) };
}

/** An answer that depends on what the model was shown. */
export interface Sees {
  readonly sees: (chat: ChatRequest) => Says;
}

/** The replies one after the other; after the last one the model gives up. */
export function inOrder(...replies: readonly (Reply | Sees)[]): Script {
  return (chat, count) => {
    const reply = replies[count] ?? acts({ type: 'error', reason: 'The script is over' });
    return 'sees' in reply ? reply.sees(chat) : reply;
  };
}

export async function scriptedModel(t: TestContext, script: Script): Promise<ScriptedModel> {
  const requests: ChatRequest[] = [];
  const keys: (string | undefined)[] = [];
  const times: number[] = [];
  const handler = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const chat = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
    requests.push(chat);
    keys.push(request.headers.authorization);
    times.push(performance.now());
    await reply(script(chat, requests.length - 1), request, response, chat);
  };
  const { origin } = await site(t, {
    '/v1/chat/completions': (request, response) => {
      if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
        response.writeHead(405).end();
        return;
      }
      void handler(request, response);
    },
  });
  return { baseUrl: `${origin}/v1`, requests, keys, times };
}

async function reply(
  given: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  chat: ChatRequest,
): Promise<void> {
  if (typeof given === 'function') {
    given(request, response, chat);
  } else if ('status' in given) {
    response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers }).end(given.body ?? '');
  } else if ('cutAfter' in given || 'hangAfter' in given) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frame({ delta: { content: 'cutAfter' in given ? given.cutAfter : given.hangAfter } }), () => {
      if ('cutAfter' in given) response.destroy();
    });
  } else if (chat.stream === true) {
    stream(given, response, chat.stream_options !== undefined);
  } else {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole(given)));
  }
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function whole({ text, finish = 'stop', refusal, uncounted = false }: Says): object {
  const message = { role: 'assistant', content: refusal === undefined ? text : null, refusal: refusal ?? null };
  const choices = [{ index: 0, message, finish_reason: finish }];
  return { id: 'c', object: 'chat.completion', choices, ...(uncounted ? {} : { usage: USAGE }) };
}

function stream(
  { text, finish = 'stop', refusal, reasoning, uncounted = false }: Says,
  response: ServerResponse,
  counts: boolean,
): void {
  const events = [': keep-alive\n\n', frame({ delta: { role: 'assistant', content: '' } })];
  if (reasoning !== undefined) events.push(frame({ delta: { reasoning_content: reasoning } }));
  for (const part of text.match(/[\s\S]{1,7}/g) ?? []) events.push(frame({ delta: { content: part } }));
  if (refusal !== undefined) events.push(frame({ delta: { refusal } }));
  events.push(frame({ delta: {}, finish_reason: finish }));
  if (counts && !uncounted) events.push(`data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`);
  events.push('data: [DONE]\n\n');
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  // Bytes are cut anywhere, also inside of a character.
  const bytes = Buffer.from(events.join(''));
  for (let at = 0; at < bytes.length; at += 37) response.write(bytes.subarray(at, at + 37));
  response.end();
}

function frame({ delta, finish_reason = null }: { delta: object; finish_reason?: string | null }): string {
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}
