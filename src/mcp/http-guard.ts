/**
 * Who may speak to the server: programs of this machine, and no web page of any browser on it.
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
}

export const MCP_PATH = '/mcp';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const METHODS = ['POST', 'GET', 'DELETE'];

/** All that can be said before the body is read. */
export function refusalOf({ headers, method = '', url = '' }: IncomingMessage, port: number): Refusal | null {
  const own = LOOPBACK.map((host) => `${host}:${port}`);
  const { host, origin } = headers;
  if (host === undefined || !own.includes(host.toLowerCase())) {
    return { status: 403, message: `The Host header must be ${own[0]} or ${own[1]}.` };
  }
  if (origin !== undefined && !own.some((each) => origin.toLowerCase() === `http://${each}`)) {
    return { status: 403, message: 'Web pages of other origins may not use this server.' };
  }
  if (url.split('?')[0] !== MCP_PATH) return { status: 404, message: `There is only ${MCP_PATH} here.` };
  if (!METHODS.includes(method)) return { status: 405, message: `Use ${METHODS.join(', ')}.` };
  if (method === 'POST' && !isJson(headers['content-type'])) {
    return { status: 415, message: 'The content type must be application/json.' };
  }
  return null;
}

function isJson(contentType = ''): boolean {
  return contentType.split(';')[0]!.trim().toLowerCase() === 'application/json';
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
