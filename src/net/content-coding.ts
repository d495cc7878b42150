/**
 * Content codings, undone as Chromium undoes them.
 *
 * In:  the stream off the wire and the response's headers. Out: the bytes that were coded.
 *
 * Browsers want the page, not proof that it came unharmed: what ends too early gives what there is of it, and what was
 * asked of Chromium 156 tells the rest. gzip: the first member counts, its checksum does not, and whatever stands behind it
 * is not looked at. br: nothing behind its end is looked at. zstd: all frames count.
 *
 * HTTP Semantics §8.4 https://www.rfc-editor.org/rfc/rfc9110#section-8.4, Fetch §2.2.6 handle content codings,
 * gzip: RFC 1952 §2.3 https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 *
 * Differs: garbage behind raw deflate or behind a zstd frame is an error in Chromium, after the page was shown; here it is
 * passed over. Chromium also refuses codings that it did not name in its request (br without TLS).
 */
import { PassThrough, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { shorten } from './policy.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** Undoes the content codings of a response, as a stream. When it throws, the body is still the caller's. */
export function decodedBody(body: Readable, headers: ResponseHeaders, url: URL): Readable {
  const value = headerValue(headers, 'content-encoding') ?? '';
  if (value === '') return body;
  // Parameters and quotes have no meaning here, so nobody can tell what the body is.
  if (/["=;*]/.test(value)) {
    throw new AgentBrowserError(
      'unsupported_content',
      `${shorten(url.href)} says 'Content-Encoding: ${shorten(value)}', which names no coding. It was not loaded: the server has to be repaired.`,
    );
  }
  const codings = value.toLowerCase().split(',');
  if (codings.length > LIMITS.contentCodings) {
    throw new AgentBrowserError(
      'unsupported_content',
      `${shorten(url.href)} is compressed ${codings.length} times over, which only attacks are. It was not loaded.`,
    );
  }
  const decoders = codings.map((coding) => decoderFor(coding.trim()));
  // Fetch §2.2.6: what nobody knows is taken as it is, with all that stands beside it. Servers write 'none' or 'utf-8' here.
  if (!decoders.every((decoder) => decoder !== null)) return body;
  // The last coding was applied last, so it comes off first.
  return decoders.reduceRight((decoded, decoder) => decoder(decoded), body);
}

/** Whether an error says that a coding is broken, and not the connection. */
export function isCodingError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?:Z_|ERR__|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test(code);
}

type Decoder = (source: Readable) => Readable;

function decoderFor(coding: string): Decoder | null {
  switch (coding) {
    // A body that was cut off gives what there is of it: hence the flush modes.
    case 'gzip':
    case 'x-gzip':
      return (source) => {
        const decoder = createInflateRaw({ finishFlush: zlib.Z_SYNC_FLUSH });
        pipeline(source, new GzipHead(), decoder, () => undefined);
        return decoder;
      };
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

/** Flags of RFC 1952 §2.3.1. */
const HEADER_CRC = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;

/** Takes the head off a gzip member: what follows is raw deflate, which knows its own end. */
class GzipHead extends Transform {
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isOver) {
      done(null, chunk);
      return;
    }
    const all = this.#held.byteLength === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = headEnd(all);
    if (end === 'broken' || (end === null && all.byteLength > LIMITS.headerBytes)) {
      done(Object.assign(new Error('It does not begin as gzip does'), { code: 'Z_DATA_ERROR' }));
    } else if (end === null) {
      this.#held = all;
      done();
    } else {
      this.#isOver = true;
      this.#held = Buffer.alloc(0);
      done(null, all.subarray(end));
    }
  }
}

/** Where the head ends; `null` when not all of it has come. */
function headEnd(bytes: Buffer): number | 'broken' | null {
  // ID1, ID2 and CM.
  if ([0x1f, 0x8b, 8].some((byte, at) => at < bytes.byteLength && bytes[at] !== byte)) return 'broken';
  const flags = bytes[3];
  if (flags === undefined) return null;
  if ((flags & RESERVED) !== 0) return 'broken';
  // MTIME, XFL and OS.
  let at = 10;
  if ((flags & EXTRA) !== 0) {
    if (bytes.byteLength < at + 2) return null;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [NAME, COMMENT]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, at);
    if (zero < 0) return null;
    at = zero + 1;
  }
  if ((flags & HEADER_CRC) !== 0) at += 2;
  return bytes.byteLength < at ? null : at;
}
