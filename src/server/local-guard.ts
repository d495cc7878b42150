/**
 * Who may speak to a server on this machine: programs, and no web page of any browser on it.
 *
 * In:  a request as it arrived. Out: `null`, or the status and the words with which it is refused; its body as a value.
 *
 * Secure: the server listens on loopback, but every web page that a person opens can send requests there. The Host says
 * whether a foreign name was made to point here (DNS rebinding), the Origin whether a page asks, and the content type
 * whether a browser would have asked for permission first.
 */
import type { IncomingMessage } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** What the answer has to say besides. */
  readonly headers?: Readonly<Record<string, string>>;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The names under which a server is known, with its port. */
export function ownHosts(port: number, more: readonly string[] = []): string[] {
  return [...LOOPBACK, ...more].map((host) => `${host.toLowerCase()}:${port}`);
}

/** Refuses what came under a foreign name, or from a page of another origin. */
export function foreignRefusal({ headers }: IncomingMessage, own: readonly string[]): Refusal | null {
  const { host, origin } = headers;
  if (host === undefined || !own.includes(host.toLowerCase())) {
    return { status: 403, message: `The Host header must be ${own[0]} or ${own[1]}.` };
  }
  if (origin !== undefined && !own.some((each) => origin.toLowerCase() === `http://${each}`)) {
    return { status: 403, message: 'Web pages of other origins may not use this server.' };
  }
  return null;
}

/**
 * Refuses what a page of another site makes a browser ask for without an Origin: pictures, frames, addresses that are opened.
 *
 * Fetch Metadata §2.3 https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function siteRefusal({ headers }: IncomingMessage): Refusal | null {
  const site = headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return null;
  return { status: 403, message: 'Web pages of other origins may not use this server.' };
}

/** Secure: a browser sends JSON to another origin only after it has asked. */
export function contentRefusal({ headers, method }: IncomingMessage): Refusal | null {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (method !== 'POST' || type === 'application/json') return null;
  return { status: 415, message: 'The content type must be application/json.' };
}

export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** Reads at most so many bytes, whatever the request says about its length. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLarge = { refusal: { status: 413, message: `A message may have ${maxBytes} bytes at most.` } };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch (error) {
    return { refusal: { status: 400, message: `The body is not JSON: ${(error as Error).message}` } };
  }
}
