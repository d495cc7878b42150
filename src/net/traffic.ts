/**
 * What a session's network did, in numbers, and how much it may do.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ResourceType } from '../resource-types.ts';
import { formatBytes } from './body.ts';
import type { TransportResponse } from './transport.ts';

export interface TrafficReport {
  /** Exchanges, each redirect being one. */
  readonly requests: number;
  /** Exchanges that the session's cache answered. */
  readonly fromCache: number;
  /** Bytes of bodies as they came off the wire. */
  readonly bytes: number;
  /** Requests that were not made, by what they were for. */
  readonly blocked: Readonly<Record<string, number>>;
}

export class Traffic {
  readonly #maxBytes: number;
  readonly #blocked = new Map<ResourceType, number>();
  #requests = 0;
  #fromCache = 0;
  #bytes = 0;

  constructor(maxBytes: number = LIMITS.sessionBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Throws when the session has had as much as one session may have. */
  check(url: URL): void {
    if (this.#bytes <= this.#maxBytes) return;
    throw new AgentBrowserError(
      'response_too_large',
      `${url.host} was not asked: the session has loaded more than ${formatBytes(this.#maxBytes)}, which is the limit. Create another.`,
    );
  }

  note({ body, fromCache }: TransportResponse): void {
    this.#requests++;
    if (fromCache === true) {
      this.#fromCache++;
      return;
    }
    // Faster: counting where the bytes come in costs nothing; a stream in between would copy them. Some came already.
    this.#bytes += body.readableLength;
    const push = body.push.bind(body);
    body.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk instanceof Uint8Array) this.#bytes += chunk.byteLength;
      return push(chunk, encoding);
    };
  }

  block(type: ResourceType): void {
    this.#blocked.set(type, (this.#blocked.get(type) ?? 0) + 1);
  }

  report(): TrafficReport {
    return {
      requests: this.#requests,
      fromCache: this.#fromCache,
      bytes: this.#bytes,
      blocked: Object.fromEntries(this.#blocked),
    };
  }
}
