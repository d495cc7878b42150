/**
 * JSON-RPC 2.0, one message a line.
 *
 * In:  bytes of a pipe or socket, cut anywhere.
 * Out: messages; and for either end what it needs: `RpcCaller` asks and waits, `answerRequest` answers.
 *
 * https://www.jsonrpc.org/specification
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Dispatch } from './dispatch.ts';
import { fromWireError, toWireError, type WireError } from './errors.ts';

const NEWLINE = 0x0a;

/** Cuts a byte stream into lines. A line over the limit is an error, before it is in memory. */
export class LineReader {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(maxBytes: number = LIMITS.messageChars) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this chunk completes, without their ends. */
  read(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      this.#add(chunk.subarray(start, end === -1 ? undefined : end));
      if (end === -1) return lines;
      lines.push(Buffer.concat(this.#pieces, this.#size).toString('utf8'));
      this.#pieces = [];
      this.#size = 0;
      start = end + 1;
    }
  }

  #add(piece: Uint8Array): void {
    this.#size += piece.byteLength;
    if (this.#size > this.#maxBytes) {
      this.#pieces = [];
      this.#size = 0;
      throw new AgentBrowserError('invalid_argument', `A message is longer than ${this.#maxBytes} bytes.`);
    }
    if (piece.byteLength > 0) this.#pieces.push(piece);
  }
}

/** JSON never holds a raw line end, so a message is always one line. */
export function encodeLine(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}

/** `null` is an id too, if a bad one: only a request without the field is a notification (§4.1). */
type RequestId = string | number | null;

/** Says that a call is not wanted any more. It still gets its answer: most often the error `cancelled`. */
const CANCEL = '$/cancelRequest';

/** The calls of one connection that run, so that the other end can cancel them. */
export class RunningCalls {
  readonly #controllers = new Map<string | number, AbortController>();

  begin(id: string | number): AbortSignal {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    return controller.signal;
  }

  end(id: string | number): void {
    this.#controllers.delete(id);
  }

  /** Nothing happens when the call is over already: its answer and the wish to cancel it may cross. */
  cancel(params: unknown): void {
    const { id } = (params ?? {}) as { readonly id?: unknown };
    if (typeof id === 'string' || typeof id === 'number') this.#controllers.get(id)?.abort();
  }
}

/** Answers one line from a client: a request, or several (§6). `null` when it holds notifications only. */
export async function answerRequest(
  line: string,
  dispatch: Dispatch,
  running: RunningCalls = new RunningCalls(),
): Promise<string | null> {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    return encodeLine(failure(null, -32700, `Not JSON: ${(error as Error).message}`));
  }
  if (!Array.isArray(request)) {
    const answer = await answerOne(request, dispatch, running);
    return answer === null ? null : encodeLine(answer);
  }
  if (request.length === 0 || request.length > LIMITS.rpcBatch) {
    return encodeLine(failure(null, -32600, `A batch has from 1 to ${LIMITS.rpcBatch} requests.`));
  }
  const answers = await Promise.all(request.map((each: unknown) => answerOne(each, dispatch, running)));
  const told = answers.filter((answer) => answer !== null);
  return told.length === 0 ? null : encodeLine(told);
}

async function answerOne(request: unknown, dispatch: Dispatch, running: RunningCalls): Promise<object | null> {
  const { jsonrpc, id, method, params } = (request ?? {}) as Record<string, unknown>;
  const hasId = typeof id === 'string' || typeof id === 'number';
  const isId = hasId || id === null;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !(isId || id === undefined)) {
    return failure(isId ? id : null, -32600, 'Not a JSON-RPC 2.0 request.');
  }
  if (method === CANCEL && !isId) {
    running.cancel(params);
    return null;
  }
  try {
    const result = await dispatch(method, params, hasId ? running.begin(id) : undefined);
    return isId ? { jsonrpc: '2.0', id, result } : null;
  } catch (error) {
    return isId ? { jsonrpc: '2.0', id, error: toWireError(error) } : null;
  } finally {
    if (hasId) running.end(id);
  }
}

function failure(id: RequestId, code: number, message: string): object {
  const error: WireError = { code, message, data: { code: 'invalid_argument' } };
  return { jsonrpc: '2.0', id, error };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface SentCall {
  readonly answer: Promise<unknown>;
  readonly abandon: (why: Error) => void;
  readonly cancel: (why: Error) => void;
}

/** The asking end: pairs answers with the calls that wait for them. */
export class RpcCaller {
  readonly #send: (line: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(send: (line: string) => void) {
    this.#send = send;
  }

  get pending(): number {
    return this.#waiting.size;
  }

  /**
   * Sends a call. `abandon` forgets it: its answer, if one comes, is dropped. `cancel` does so too, and tells the other end
   * to stop.
   */
  call(method: string, params: unknown): SentCall {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send(encodeLine({ jsonrpc: '2.0', id, method, params }));
    const abandon = (why: Error) => this.#take(id)?.reject(why);
    const cancel = (why: Error) => {
      if (this.#waiting.has(id)) this.#send(encodeLine({ jsonrpc: '2.0', method: CANCEL, params: { id } }));
      abandon(why);
    };
    return { answer, abandon, cancel };
  }

  /** Takes one line from the answering end. */
  receive(line: string): void {
    const { id, result, error } = JSON.parse(line) as { id?: unknown; result?: unknown; error?: unknown };
    const waiting = typeof id === 'number' ? this.#take(id) : undefined;
    if (waiting === undefined) return;
    if (error !== undefined) waiting.reject(fromWireError(error));
    else waiting.resolve(result);
  }

  /** The other end is gone: nobody waits any longer. */
  failAll(why: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(why);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
