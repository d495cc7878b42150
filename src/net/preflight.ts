/**
 * Asking another origin whether a request may be made at all, and remembering what it said.
 *
 * Fetch §4.8 CORS-preflight fetch https://fetch.spec.whatwg.org/#cors-preflight-fetch
 *
 * The cache's key is origin, URL and credentials; an entry ends with its max-age.
 */
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { checkCors, listOf, namesIn, refusedByCors, unsafeHeaders } from './cors.ts';
import { discard, headerValue, type TransportResponse } from './transport.ts';

export interface PreflightRequest {
  readonly origin: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly withCredentials: boolean;
}

/** Sends an OPTIONS request with these headers, without credentials. */
export type SendOptions = (headers: readonly HeaderPair[]) => Promise<TransportResponse>;

interface Permission {
  readonly methods: ReadonlySet<string>;
  readonly headers: ReadonlySet<string>;
  readonly ends: number;
}

export class Preflights {
  readonly #known = new Map<string, Permission>();

  /** Resolves when the request may be made; throws otherwise. */
  async check(request: PreflightRequest, send: SendOptions): Promise<void> {
    const key = `${request.origin}\n${request.url.href}\n${request.withCredentials}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.ends > performance.now() && permits(known, request)) return;
    const permission = await ask(request, send);
    if (this.#known.size >= LIMITS.preflights) this.#known.clear();
    this.#known.set(key, permission);
    if (!permits(permission, request)) throw refusedByCors(request.origin, request.url);
  }
}

async function ask(request: PreflightRequest, send: SendOptions): Promise<Permission> {
  const { origin, url, method, withCredentials } = request;
  const names = unsafeHeaders(request.headers);
  const response = await send([
    ['Accept', '*/*'],
    ['Access-Control-Request-Method', method],
    ...(names.length === 0 ? [] : [['Access-Control-Request-Headers', names.join(',')] as const]),
    ['Origin', origin],
  ]);
  discard(response.body);
  const { headers, status } = response;
  checkCors(origin, url, headers, withCredentials);
  if (status < 200 || status > 299) throw refusedByCors(origin, url);
  const seconds = Number(headerValue(headers, 'access-control-max-age') ?? 5);
  const ageMs = Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1000), LIMITS.preflightMs) : 5000;
  return {
    methods: new Set(namesIn(headers, 'access-control-allow-methods')),
    headers: new Set(listOf(headers, 'access-control-allow-headers')),
    ends: performance.now() + ageMs,
  };
}

/** §4.8 steps 7 on: '*' stands for everything but credentials' requests and Authorization. */
function permits({ methods, headers }: Permission, request: PreflightRequest): boolean {
  const { method, withCredentials } = request;
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'POST';
  if (!isSafe && !methods.has(method) && (withCredentials || !methods.has('*'))) return false;
  const hasAll = headers.has('*') && !withCredentials;
  return unsafeHeaders(request.headers).every((name) => headers.has(name) || (hasAll && name !== 'authorization'));
}
