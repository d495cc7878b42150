/**
 * A response's body: content codings undone, and never more of it than was asked for.
 *
 * In:  the stream off the wire, the response's headers, a limit.
 * Out: the decoded bytes. Reading stops at the limit, so neither an endless body nor a decompression bomb fills memory.
 *
 * HTTP Semantics §8.4 https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { networkError } from './network-error.ts';
import { shorten } from './policy.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** Undoes the content codings of a response, as a stream. When it throws, the body is still the caller's. */
export function decodedBody(body: Readable, headers: ResponseHeaders, url: URL): Readable {
  const codings = (headerValue(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > LIMITS.contentCodings) {
    throw new AgentBrowserError(
      'unsupported_content',
      `${shorten(url.href)} is compressed ${codings.length} times over, which only attacks are. It was not loaded.`,
    );
  }
  const decoders = codings.map(decoderFor);
  // Fetch §2.2.6, handle content codings: what nobody knows is taken as it is. Servers write 'none' or 'utf-8' here.
  if (!decoders.every((decoder) => decoder !== null)) return body;
  // The last coding was applied last, so it comes off first.
  return decoders.reduceRight((decoded, decoder) => decoder(decoded), body);
}

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

type Decoder = (source: Readable) => Readable;

function decoderFor(coding: string): Decoder | null {
  switch (coding) {
    // A body that was cut off gives what there is of it, as in browsers: hence the flush modes.
    case 'gzip':
    case 'x-gzip':
      return (source) => through(source, createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH }));
    case 'deflate':
      return inflate;
    case 'br':
      return (source) => through(source, createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH }));
    case 'zstd':
      return (source) => through(source, createZstdDecompress({ finishFlush: zlib.ZSTD_e_flush }));
    default:
      return null;
  }
}

/** Servers send `deflate` with zlib's wrapper or without; the first byte tells which. */
function inflate(source: Readable): Readable {
  const out = new PassThrough();
  const fail = (error: Error) => out.destroy(error);
  source.once('error', fail);
  source.once('end', () => out.end());
  out.once('close', () => source.destroy());
  source.once('data', (first: Uint8Array) => {
    source.pause();
    source.removeAllListeners('end');
    source.removeListener('error', fail);
    source.unshift(first);
    const hasWrapper = (first[0]! & 0x0f) === 8;
    const options = { finishFlush: zlib.Z_SYNC_FLUSH };
    const decoder = hasWrapper ? createInflate(options) : createInflateRaw(options);
    pipeline(source, decoder, out, () => undefined);
  });
  return out;
}

/** `pipeline` destroys both ends when one fails or is closed; the error shows at the reading end. */
function through(source: Readable, decoder: NodeJS.ReadWriteStream & Readable): Readable {
  pipeline(source, decoder, () => undefined);
  return decoder;
}

function isCodingError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?:Z_|ERR__|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test(code);
}
