/**
 * One HTTP exchange, without redirects: what is asked of whoever does it, and what comes back.
 *
 * http-transport.ts does it with undici, chrome-transport.ts looks like Chrome on the wire, and replay.ts reads answers
 * from a file.
 */
import type { Readable } from 'node:stream';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from './address.ts';
import type { SocketRequest, WebConnection } from './web-socket.ts';

export interface TransportRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | null;
  /** The least public address space that may be connected to. */
  readonly from: AddressSpace;
  readonly signal: AbortSignal;
  /** What is more urgent goes first where requests have to wait for each other: 0 for documents, then upwards. */
  readonly priority?: number;
  /** Whether it is for the document of a page. */
  readonly isNavigation?: boolean;
  /** Whether a new page begins with it, which is not so behind a redirect: proxies may change with pages. */
  readonly beginsPage?: boolean;
  /** What the session's cache may do; 'default' when it is not given. */
  readonly cache?: CacheMode;
  /** The site of the page that asks, and whether without credentials: others have other answers in the cache. */
  readonly partition?: string;
}

/**
 * Fetch §2.2.5: as HTTP has it, ask the server whether it is still so ('no-cache'), ask anew, keep out of it, take what is
 * there however old it is, and that without asking anybody.
 */
export type CacheMode = 'default' | 'revalidate' | 'reload' | 'no-store' | 'force-cache' | 'only-if-cached';

export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
  /** Where the answer came from. */
  readonly space: AddressSpace;
  /** As the answer's first line has it; not given where nobody knows. */
  readonly httpVersion?: 'HTTP/1.1' | 'HTTP/2';
  /** Whether it is from the session's cache. */
  readonly fromCache?: boolean;
}

/** Lower-case names, and every value in the order in which it was sent. */
export type ResponseHeaders = ReadonlyMap<string, readonly string[]>;

/** A header's values as one; `null` when it was not sent. */
export function headerValue(headers: ResponseHeaders, name: string): string | null {
  return headers.get(name)?.join(', ') ?? null;
}

/** Sends one request. Another implementation may look like another browser on the wire, or replay a recording. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** A web socket that reaches nothing less public than `from`. */
  openSocket?(request: SocketRequest, from: AddressSpace): WebConnection;
  close(): Promise<void>;
}

/**
 * Lets go of a body that nobody will read. A short one is read to its end, so that its connection can be used again.
 * What fails after that concerns nobody.
 */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  if ('dump' in body && typeof body.dump === 'function') body.dump({ limit: LIMITS.discardBytes });
  else body.destroy();
}

/** Headers as Node and undici give them. */
export function headersOf(sent: Record<string, string | string[] | undefined>): ResponseHeaders {
  const headers = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value : [value]);
  }
  return headers;
}
