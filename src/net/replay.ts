/**
 * Answers from a recording in place of the network.
 *
 * In:  a HAR file's text, and requests. Out: the recorded answers: for the same request asked several times one after the
 * other, and the last one from then on. What was not recorded is an error, never a request.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import { mayReach } from './address.ts';
import { addressNotAllowed } from './guarded-connect.ts';
import { fromHar, type RecordedExchange } from './har.ts';
import { redactedUrl } from './har-redact.ts';
import { shorten } from './policy.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

interface Takes {
  readonly exchanges: RecordedExchange[];
  next: number;
}

export class ReplayTransport implements Transport {
  readonly #byRequest = new Map<string, Takes>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const exchange of exchanges) {
      const key = keyOf(exchange.method, new URL(exchange.url));
      const known = this.#byRequest.get(key);
      if (known === undefined) this.#byRequest.set(key, { exchanges: [exchange], next: 0 });
      else known.exchanges.push(exchange);
    }
  }

  static open(path: string): ReplayTransport {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw new AgentBrowserError(
        'invalid_argument',
        `replay: the recording '${shorten(path)}' cannot be read. Check the path, and that the file may be read.`,
        { cause },
      );
    }
    return new ReplayTransport(fromHar(text, shorten(path)));
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { url, method, from } = request;
    const takes = this.#byRequest.get(keyOf(method, url));
    if (takes === undefined) {
      throw new AgentBrowserError(
        'not_recorded',
        `${method} ${shorten(url.href)} is not in the recording. Record the session again, or replay without it.`,
      );
    }
    const take = choose(takes, request);
    if (take.failure !== null) throw new AgentBrowserError(take.failure.code, take.failure.message);
    // What was refused when it was recorded is refused now.
    if (!mayReach(from, take.space)) throw addressNotAllowed(url.hostname);
    const { status, statusText, headers, space } = take;
    return { status, statusText, headers, space, body: Readable.from(take.body.byteLength === 0 ? [] : [take.body]) };
  }

  async close(): Promise<void> {
    this.#byRequest.clear();
  }
}

/** The next one; of several with different bodies, the one with this body. */
function choose(takes: Takes, { body, headers }: TransportRequest): RecordedExchange {
  const { exchanges } = takes;
  const isSame = ({ requestBody }: RecordedExchange) =>
    body === null ? requestBody === null : requestBody !== null && Buffer.compare(requestBody, body) === 0;
  const sameBody = body === null ? -1 : exchanges.findIndex((each, at) => at >= takes.next && isSame(each));
  const at = sameBody >= 0 ? sameBody : Math.min(takes.next, exchanges.length - 1);
  takes.next = Math.min(at + 1, exchanges.length - 1);
  const take = exchanges[at]!;
  if (take.status !== 304 || headers.some(([name]) => /^if-/i.test(name))) return take;
  // It was the session's cache that had asked, which a replay does without: the answer is the one that was still good.
  return exchanges.slice(0, at).findLast(({ status }) => status !== 304) ?? take;
}

function keyOf(method: string, url: URL): string {
  // Recordings have no secrets: what is asked for is looked up without them, too.
  return `${method} ${redactedUrl(url.hash === '' ? url.href : url.href.slice(0, url.href.indexOf('#')))}`;
}
