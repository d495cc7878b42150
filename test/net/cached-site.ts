/** A site, and a session's network with a cache in front of it. */
import type { TestContext } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { CachingTransport } from '../../src/net/http-cache.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { type Answer, type Handler, type Site, site } from '../site.ts';

export interface Cached extends Site {
  readonly net: Fetcher;
  get(path: string, more?: Partial<FetchRequest>): Promise<string>;
}

export async function cached(t: TestContext, answers: Record<string, Answer>): Promise<Cached> {
  const made = await site(t, answers);
  const net = new Fetcher(DEFAULT_PROFILE, { transport: new CachingTransport(new HttpTransport()) });
  t.after(() => net.close());
  const initiator: Initiator = { kind: 'page', url: new URL(`${made.origin}/`), space: 'loopback' };
  return {
    ...made,
    net,
    async get(path, more = {}) {
      const url = new URL(path, made.origin);
      const request = { url, destination: 'script', initiator, signal: AbortSignal.timeout(30_000), ...more } as const;
      const response = await net.fetch(request);
      return Buffer.from(await readBody(response.body, url, 1e7)).toString();
    },
  };
}

export const answer =
  (headers: Record<string, string>, body: string | Uint8Array = 'body'): Handler =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };
