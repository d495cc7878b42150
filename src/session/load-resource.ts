/**
 * A resource that a page asked for: stylesheet, script, the size of an image, or JSON that a module imports. What its scripts
 * fetch comes by page-network.ts.
 *
 * In:  the request as the page made it, and the document it is for.
 * Out: an answer, always: what fails is told to the page as a failure, never thrown.
 */
import { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { readBody } from '../net/body.ts';
import { decodeScript, decodeStylesheet, decodeText } from '../net/charset.ts';
import { readableHeaders } from '../net/cors.ts';
import type { Fetcher, FetchRequest, FetchResponse } from '../net/fetch.ts';
import { hasIntegrity } from '../net/integrity.ts';
import { isJavaScriptType, isJsonType, isSniffingOff, mimeTypeOf } from '../net/mime.ts';
import { networkError } from '../net/network-error.ts';
import { parseUrl } from '../net/policy.ts';
import { chosenPolicy } from '../net/referrer.ts';
import { discard, type ResponseHeaders } from '../net/transport.ts';
import type { PageRequest, PageResponse } from '../page/messages.ts';
import { initiatorOf, type LoadedDocument } from './load-document.ts';
import { imageSizeText } from './load-image.ts';
import { allowedHeaders, bodyOf, checkMethod } from './page-request.ts';

export async function loadResource(
  fetcher: Fetcher,
  request: PageRequest,
  document: LoadedDocument,
  signal: AbortSignal,
): Promise<PageResponse> {
  let url = document.url;
  try {
    url = parseUrl(request.url, document.url);
    const response = await (ofBlob(request, url, document) ??
      document.preloads?.take({ ...request, url: url.href }) ??
      send(fetcher, request, url, document, signal));
    const { essence, charset } = mimeTypeOf(response.headers);
    try {
      checkType(request, response.status, essence, response.headers);
    } catch (error) {
      discard(response.body);
      throw error;
    }
    if (request.destination === 'image') {
      const text = await imageSizeText(response.body, essence);
      return { url: response.url.href, status: response.status, headers: [], text, error: null };
    }
    const bytes = await readBody(response.body, response.url, LIMITS.resourceBytes);
    // Secure: what the page may not read, it may not find out by guessing hashes either.
    if (request.integrity !== undefined && (response.type === 'opaque' || !hasIntegrity(bytes, request.integrity))) {
      throw new AgentBrowserError('unsupported_content', 'Its bytes are not those that its integrity attribute names.');
    }
    return {
      url: response.url.href,
      status: response.status,
      headers: readableHeaders(response.headers, response.type === 'cors', response.withCredentials),
      text: decode(request, bytes, charset, document.encoding),
      error: null,
    };
  } catch (error) {
    const { code, message } = networkError(error, url);
    return { url: url.href, status: 0, headers: [], text: '', error: `${code}: ${message}` };
  }
}

/** What the page keeps at a `blob:` address of its own comes with the request; `null` for other addresses. */
function ofBlob({ headers, body }: PageRequest, url: URL, document: LoadedDocument): FetchResponse | null {
  if (url.protocol !== 'blob:' || url.origin !== document.url.origin || body === null) return null;
  const bytes = Buffer.from(body, 'base64');
  return {
    url,
    status: 200,
    statusText: 'OK',
    type: 'basic',
    withCredentials: false,
    headers: new Map([['content-type', [headers[0]?.[1] ?? '']]]),
    body: Readable.from(bytes.byteLength === 0 ? [] : [bytes]),
    space: document.space,
    redirected: false,
  };
}

function send(
  fetcher: Fetcher,
  request: PageRequest,
  url: URL,
  document: LoadedDocument,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const method = checkMethod(request.method);
  const headers = allowedHeaders(request.headers);
  const referrer = URL.parse(request.referrer ?? '');
  return fetcher.fetch({
    url,
    destination: request.destination === 'script' && request.as === 'worker' ? 'worker' : request.destination,
    // Secure: what the page may reach follows from where its document came from, not from what it says.
    initiator: initiatorOf(document),
    method,
    headers,
    body: bodyOf(request.body, false),
    ...chosenPolicy(request.referrerPolicy, document.referrerPolicy),
    ...(referrer === null ? {} : { referrer }),
    ...modeFor(request),
    ...(request.isLate === true ? { isLate: true } : {}),
    ...(request.isOfWorker === true ? { client: 'worker' as const } : {}),
    signal,
  });
}

/** HTML §8.1.4.2: what a worker begins with is of its own origin; elements and modules say how they ask others. */
function modeFor({ cors, as }: PageRequest): Pick<FetchRequest, 'mode' | 'credentials'> {
  if (cors === undefined) return as === 'worker' ? { mode: 'same-origin' } : {};
  return { mode: 'cors', credentials: cors === 'use-credentials' ? 'include' : 'same-origin' };
}

function decode(
  { destination, as, charset: said = '' }: PageRequest,
  bytes: Uint8Array,
  charset: string | null,
  fallback: string,
): string {
  switch (destination) {
    case 'style':
      return decodeStylesheet(bytes, charset, said || fallback).text;
    case 'script':
      // Modules and workers have one encoding, whatever anybody says (HTML §8.1.4.2).
      if (as !== undefined) return decodeScript(bytes, 'utf-8', 'utf-8').text;
      return decodeScript(bytes, charset, said || fallback).text;
    case 'image':
      return '';
    // What modules import that is neither script nor style: JSON, in the encoding that modules have.
    case 'fetch':
      return decodeText(bytes, 'utf-8').text;
  }
}

/** A missing file's error page is not a stylesheet, and HTML never runs as script. */
function checkType(request: PageRequest, status: number, essence: string, headers: ResponseHeaders): void {
  const { destination, as, cors } = request;
  // Modules are asked for with CORS; the scripts of workers that are none are not.
  const isModule = as !== undefined && cors !== undefined;
  if (destination === 'fetch' && !isModule) return;
  if (status < 200 || status > 299) throw new AgentBrowserError('navigation_error', `The server answered ${status}.`);
  if (isModule ? isOfModule(destination, essence) : isOfElement(destination, essence, isSniffingOff(headers))) return;
  const wanted = destination === 'fetch' ? 'JSON' : `a ${destination}`;
  throw new AgentBrowserError('unsupported_content', `It is '${essence.slice(0, 60)}', not ${wanted}.`);
}

/** HTML §8.1.4.2, "fetch a single module script": its type says what it is. */
function isOfModule(destination: PageRequest['destination'], essence: string): boolean {
  if (destination === 'style') return essence === 'text/css';
  return destination === 'fetch' ? isJsonType(essence) : isJavaScriptType(essence);
}

/** Fetch §2.9 and HTML §4.12 */
function isOfElement(destination: PageRequest['destination'], essence: string, isNosniff: boolean): boolean {
  if (destination === 'image') return true;
  if (destination === 'style') return essence === 'text/css' || (essence === '' && !isNosniff);
  const isNeverScript = /^(?:image|audio|video)\/|^text\/(?:csv|html)$/.test(essence);
  return !isNeverScript && (!isNosniff || isJavaScriptType(essence));
}
