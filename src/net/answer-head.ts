/**
 * Heads of answers that HTTP's grammar does not allow, and that browsers read all the same.
 *
 * In:  a connection of HTTP/1.1 with one request at a time. Out: the same connection; what it gives to its reader is a head
 * in the grammar, which undici's parser insists on. Bodies pass as they are.
 *
 * Asked of Chromium 156: lines may end without CR or with nothing else, names may have spaces before their colon, lines
 * without a colon and those whose name is no name are passed over, lines that begin with a space go on with the one before,
 * values may have control characters, a Content-Length that is not a number is none, and one that says the same twice is
 * one; beside chunked it does not count (RFC 9112 §6.3). An answer that is only 'go on' comes before the answer (§9.3.4 of
 * RFC 9110), also where nobody waits for it.
 *
 * Two lengths that differ, a byte of zero and what does not begin with HTTP stay as they are: errors.
 *
 * Differs: control characters in values become underscores; Chromium keeps them; a cookie with one is none in either.
 */
import type { Socket } from 'node:net';
import { LIMITS } from '../limits.ts';
import { ChunkLines } from './chunk-lines.ts';
import { isToken } from './token.ts';

type Chunk = Buffer | null;

/** Mends what the socket's reader gets to see. Each write is taken for the beginning of a request. */
export function mendAnswers(socket: Socket): void {
  let isInHead = true;
  let chunks: ChunkLines | null = null;
  let held: Buffer = Buffer.alloc(0);
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;

  socket.write = ((...given: unknown[]) => {
    isInHead = true;
    chunks = null;
    return write(...given);
  }) as Socket['write'];

  const pushBody = (chunk: Chunk, encoding?: BufferEncoding): boolean => {
    const bytes = chunk === null ? chunks?.end() : (chunks?.mend(chunk) ?? chunk);
    if (chunk === null) {
      if (bytes !== undefined && bytes.byteLength > 0) push(bytes);
      return push(null);
    }
    return bytes!.byteLength === 0 || push(bytes, encoding);
  };

  socket.push = (chunk: Chunk, encoding?: BufferEncoding): boolean => {
    if (!isInHead && chunks !== null) return pushBody(chunk, encoding);
    if (!isInHead || (chunk === null && held.byteLength === 0)) return push(chunk, encoding);
    const all = chunk === null ? held : held.byteLength === 0 ? chunk : Buffer.concat([held, chunk]);
    const { out, rest, isOver, isChunked } = mended(all);
    isInHead = !isOver && chunk !== null;
    held = isInHead ? rest : Buffer.alloc(0);
    if (out.byteLength > 0) push(out);
    if (isInHead) return true;
    if (isChunked) chunks = new ChunkLines();
    if (rest.byteLength > 0) pushBody(rest);
    return chunk === null ? push(null) : socket.readableLength < socket.readableHighWaterMark;
  };
}

interface Mended {
  /** Heads that are whole. */
  readonly out: Buffer;
  /** What follows on them: the body, or a head that is still coming. */
  readonly rest: Buffer;
  /** Whether the head of the answer itself is in `out`, or what came is none. */
  readonly isOver: boolean;
  /** Whether what follows on it comes in chunks. */
  readonly isChunked: boolean;
}

export function mended(bytes: Buffer): Mended {
  const heads: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    if (!mayBeHead(rest)) return { out: Buffer.concat(heads), rest, isOver: true, isChunked: false };
    const end = headEnd(rest);
    if (end < 0) {
      return { out: Buffer.concat(heads), rest, isOver: rest.byteLength > LIMITS.headerBytes, isChunked: false };
    }
    const head = mendedHead(rest.toString('latin1', 0, end));
    const status = /^HTTP\/1\.\d (\d{3})/.exec(head.text)?.[1] ?? '';
    rest = rest.subarray(end);
    // Nobody waits for 'go on', and the parser takes it for a fault.
    if (status !== '100') heads.push(Buffer.from(head.text, 'latin1'));
    const isInterim = status.startsWith('1') && status !== '101';
    if (!isInterim) return { out: Buffer.concat(heads), rest, isOver: true, isChunked: head.isChunked };
  }
}

/** Empty lines may stand before an answer. */
function mayBeHead(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 16).trimStart().slice(0, 5);
  return 'HTTP/'.startsWith(start.toUpperCase());
}

/** Behind the first empty line; -1 when it has not come. */
function headEnd(bytes: Buffer): number {
  const isBlank = (byte: number | undefined) => byte === 10 || byte === 13;
  let at = 0;
  while (isBlank(bytes[at])) at++;
  for (at = bytes.indexOf(10, at); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** RFC 9112 §2.2, §4, §5. */
function mendedHead(head: string): { readonly text: string; readonly isChunked: boolean } {
  const unfolded = head.replace(/^[\r\n]+|[\r\n]+$/g, '').replace(/\r?\n[ \t]+/g, ' ');
  const [first = '', ...lines] = unfolded.split(/\r\n?|\n/);
  const status = first.replace(/^http\/(\d\.\d) +(?=\d)/i, 'HTTP/$1 ').replace(CONTROLS, ' ');
  const fields = lines.flatMap((line): (readonly [name: string, value: string])[] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
    if (!isToken(name)) return [];
    const hasControl = value.search(CONTROLS) >= 0;
    if (hasControl && is(name, 'set-cookie')) return [];
    return [[name, hasControl ? value.replace(CONTROLS, '_') : value]];
  });
  const isChunked = fields.some(([name, value]) => is(name, 'transfer-encoding') && /chunked/i.test(value));
  const lengths = new Set(fields.filter(([name]) => is(name, 'content-length')).map(([, value]) => value));
  let hasLength = false;
  const kept = fields.filter(([name, value]) => {
    if (is(name, 'transfer-encoding')) return !/^identity$/i.test(value);
    if (!is(name, 'content-length')) return true;
    if (isChunked || !/^\d+$/.test(value) || (hasLength && lengths.size === 1)) return false;
    hasLength = true;
    return true;
  });
  return { text: `${[status, ...kept.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`, isChunked };
}

function is(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}
