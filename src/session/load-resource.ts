/**
 * A resource that a page asked for: stylesheet, script, or a request of its script.
 *
 * In:  the request as the page made it, and the document it is for.
 * Out: an answer, always: what fails is told to the page as a failure, never thrown.
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { readBody } from '../net/body.ts';
import { decodeScript, decodeStylesheet, decodeText } from '../net/charset.ts';
import { checkCrossOriginRequest, checkCrossOriginResponse, originHeader } from '../net/cors.ts';
import type { Fetcher, FetchResponse } from '../net/fetch.ts';
import { mimeTypeOf } from '../net/mime.ts';
import { networkError } from '../net/network-error.ts';
import { parseUrl } from '../net/policy.ts';
import { discard, headerValue, type ResponseHeaders } from '../net/transport.ts';
import type { PageRequest, PageResponse } from '../page/messages.ts';
import type { LoadedDocument } from './load-document.ts';

export async function loadResource(
  fetcher: Fetcher,
  request: PageRequest,
  document: LoadedDocument,
  signal: AbortSignal,
): Promise<PageResponse> {
  let url = document.url;
  try {
    url = parseUrl(request.url, document.url);
    const response = await send(fetcher, request, url, document, signal);
    const { essence, charset } = mimeTypeOf(response.headers);
    try {
      checkType(request, response.status, essence, response.headers);
      if (request.destination === 'fetch') checkCrossOriginResponse(document.url, response);
    } catch (error) {
      discard(response.body);
      throw error;
    }
    const bytes = await readBody(response.body, response.url, LIMITS.resourceBytes);
    return {
      url: response.url.href,
      status: response.status,
      headers: readableHeaders(response.headers),
      text: decode(request.destination, bytes, charset, document.encoding),
      error: null,
    };
  } catch (error) {
    const { code, message } = networkError(error, url);
    return { url: url.href, status: 0, headers: [], text: '', error: `${code}: ${message}` };
  }
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
  if (request.destination === 'fetch') {
    checkCrossOriginRequest(document.url, url, method, headers);
    headers.push(...originHeader(document.url, url, method));
  }
  return fetcher.fetch({
    url,
    destination: request.destination,
    // Secure: what the page may reach follows from where its document came from, not from what it says.
    initiator: { kind: 'page', url: document.url, space: document.space },
    method,
    headers,
    body: bodyOf(request.body),
    signal,
  });
}

function decode(
  destination: PageRequest['destination'],
  bytes: Uint8Array,
  charset: string | null,
  fallback: string,
): string {
  switch (destination) {
    case 'style':
      return decodeStylesheet(bytes, charset, fallback).text;
    case 'script':
      return decodeScript(bytes, charset, fallback).text;
    // Missing: bodies that are not text reach the page as text. Binary answers come with the network issue's fetch.
    case 'fetch':
      return decodeText(bytes, charset ?? 'utf-8').text;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function checkMethod(method: string): string {
  const upper = method.toUpperCase();
  if (METHODS.has(upper)) return upper;
  throw new AgentBrowserError('invalid_argument', `The page used the method '${method.slice(0, 20)}'.`);
}

/** Fetch §2.2.2: headers that only the browser sets. */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

/** Secure: the page chose these. A name or value that is not valid HTTP would split the request in two. */
function allowedHeaders(headers: PageRequest['headers']): HeaderPair[] {
  return headers
    .slice(0, LIMITS.requestHeaders)
    .filter(
      ([name, value]) =>
        /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !FORBIDDEN.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    );
}

function bodyOf(body: string | null): Uint8Array | null {
  if (body === null) return null;
  const bytes = Buffer.from(body, 'utf8');
  if (bytes.byteLength <= LIMITS.requestBytes) return bytes;
  throw new AgentBrowserError('invalid_argument', `The page wanted to send ${bytes.byteLength} bytes.`);
}

/** Fetch §2.9 and HTML §4.12: a missing file's error page is not a stylesheet, and HTML never runs as script. */
function checkType(request: PageRequest, status: number, essence: string, headers: ResponseHeaders): void {
  if (request.destination === 'fetch') return;
  if (status < 200 || status > 299) throw new AgentBrowserError('navigation_error', `The server answered ${status}.`);
  const isNosniff = headerValue(headers, 'x-content-type-options')?.trim().toLowerCase() === 'nosniff';
  const isStyle = essence === 'text/css' || (essence === '' && !isNosniff);
  const isNeverScript =
    /^(?:image|audio|video)\/|^text\/(?:csv|html)$/.test(essence) ||
    (isNosniff && !/(?:java|ecma|j|live)script/.test(essence));
  if (request.destination === 'style' ? isStyle : !isNeverScript) return;
  throw new AgentBrowserError('unsupported_content', `It is '${essence.slice(0, 60)}', not a ${request.destination}.`);
}

/** Cookies are the jar's, never the page's. */
function readableHeaders(headers: ResponseHeaders): HeaderPair[] {
  return [...headers]
    .filter(([name]) => name !== 'set-cookie' && name !== 'set-cookie2')
    .map(([name, values]) => [name, values.join(', ')]);
}
