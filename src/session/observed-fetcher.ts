/**
 * The session's way to the network, with eyes: every request is told, and servers that want a name and a password get
 * them where the caller gave some.
 *
 * In:  requests of pages and of the session. Out: the same answers; an event for each, and `auth_pending` for a server
 *      whose question nobody could answer.
 *
 * RFC 7617 (Basic authentication), RFC 9110 §11.6 https://www.rfc-editor.org/rfc/rfc9110#section-11.6
 */
import { isAgentBrowserError } from '../errors.ts';
import type { Profile } from '../identity/profile.ts';
import { Fetcher, type FetcherParts, type FetchRequest, type FetchResponse } from '../net/fetch.ts';
import { discard, headerValue } from '../net/transport.ts';
import type { EventSink } from './events.ts';

/** What a server's question is answered with. */
export interface HttpCredentials {
  readonly username: string;
  readonly password: string;
  /** Only this origin gets them; every one that asks, when it is not given. */
  readonly origin?: string | undefined;
}

export class ObservedFetcher extends Fetcher {
  readonly #events: EventSink;
  #credentials: HttpCredentials | null;
  /** Origins that asked and were content: they get the answer with every request, as in browsers. */
  readonly #content = new Set<string>();
  readonly #refusals = new Map<string, number>();

  constructor(profile: Profile, parts: FetcherParts, events: EventSink, credentials: HttpCredentials | null) {
    super(profile, parts);
    this.#events = events;
    this.#credentials = credentials;
  }

  setCredentials(credentials: HttpCredentials): void {
    this.#credentials = credentials;
    this.#content.clear();
  }

  /** How often requests of pages were answered with 401, by origin; documents say so themselves. */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals;
  }

  override async fetch(request: FetchRequest): Promise<FetchResponse> {
    const { url, method = 'GET', destination } = request;
    try {
      const response = await this.#fetch(request);
      if (response.status === 401 && destination !== 'document') this.#noteRefusal(response.url.origin);
      this.#events.add('request', `${method} ${response.status} ${destination}`, url.href);
      return response;
    } catch (error) {
      const why = isAgentBrowserError(error) ? error.code : 'failed';
      this.#events.add('request', `${method} ${why} ${destination}`, url.href);
      throw error;
    }
  }

  #noteRefusal(origin: string): void {
    this.#refusals.set(origin, (this.#refusals.get(origin) ?? 0) + 1);
  }

  async #fetch(request: FetchRequest): Promise<FetchResponse> {
    const { origin } = request.url;
    if (this.#content.has(origin)) return super.fetch(this.#signed(request));
    const response = await super.fetch(request);
    const realm = response.status === 401 ? basicRealm(headerValue(response.headers, 'www-authenticate') ?? '') : null;
    if (realm === null || hasAuthorization(request)) return response;
    const answer = this.#credentials;
    const isMeant = answer !== null && (answer.origin ?? origin) === origin;
    // Secure: a redirect may have led elsewhere; only the server that was asked for may ask back.
    if (!isMeant || response.url.origin !== origin || !mayAsk(request)) {
      this.#events.add('auth_pending', `basic: ${realm}`, response.url.href);
      return response;
    }
    discard(response.body);
    const second = await super.fetch(this.#signed(request));
    if (second.status === 401) this.#events.add('auth_pending', `basic: ${realm}`, response.url.href);
    else this.#content.add(origin);
    return second;
  }

  #signed(request: FetchRequest): FetchRequest {
    if (this.#credentials === null || hasAuthorization(request) || !mayAsk(request)) return request;
    const { username, password } = this.#credentials;
    const answer = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return { ...request, headers: [...(request.headers ?? []), ['Authorization', answer]] };
  }
}

function hasAuthorization({ headers = [] }: FetchRequest): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'authorization');
}

/** Secure: a page may not have requests to other origins signed, as if a person had agreed. */
function mayAsk({ initiator, destination, url, credentials }: FetchRequest): boolean {
  if (credentials === 'omit') return false;
  return destination === 'document' || initiator.kind === 'caller' || initiator.url.origin === url.origin;
}

/** The realm of a Basic challenge; `null` for none. */
function basicRealm(header: string): string | null {
  if (!/(^|,)\s*basic\b/i.test(header)) return null;
  return /realm\s*=\s*"([^"]*)"/i.exec(header)?.[1] ?? '';
}
