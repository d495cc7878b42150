/**
 * A response's body, read to its end, and never more of it than was asked for.
 *
 * In:  the stream with its content codings undone (content-coding.ts), and a limit.
 * Out: the bytes. Reading stops at the limit, so neither an endless body nor a decompression bomb fills memory.
 */
import type { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import { isCodingError } from './content-coding.ts';
import { networkError } from './network-error.ts';
import { shorten } from './policy.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** Told of each part of a body as it comes, with all that came before it. */
export type OnPart = (chunks: readonly Uint8Array[], size: number) => void;

/** Reads a body to its end. */
export async function readBody(body: Readable, url: URL, maxBytes: number, onPart?: OnPart): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(url, maxBytes);
      chunks.push(chunk);
      onPart?.(chunks, size);
    }
  } catch (error) {
    throw isCodingError(error)
      ? new AgentBrowserError(
          'unsupported_content',
          `The compressed body of ${shorten(url.href)} is broken. Try again; if it stays so, the server has to be repaired.`,
          { cause: error },
        )
      : networkError(error, url);
  } finally {
    body.destroy();
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

/** A response that says itself that it is too large is not read at all. */
export function checkDeclaredSize(headers: ResponseHeaders, url: URL, maxBytes: number): void {
  const declared = Number(headerValue(headers, 'content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(url, maxBytes, declared);
}

function tooLarge(url: URL, maxBytes: number, declared?: number): AgentBrowserError {
  const size = declared === undefined ? 'more than' : `${formatBytes(declared)}, over`;
  return new AgentBrowserError(
    'response_too_large',
    `${shorten(url.href)} is ${size} the limit of ${formatBytes(maxBytes)}. It was not loaded; maxBytes raises the limit.`,
  );
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
