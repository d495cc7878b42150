/**
 * TextEncoder and TextDecoder.
 *
 * UTF-8 and UTF-16 are decoded here; the encodings that the web was written in before, by the host.
 *
 * Encoding §7 https://encoding.spec.whatwg.org/#api
 */
import { asciiLower, charCodeAt, hasWord, indexOf, isAsciiSpace, stringSlice } from '../primordials.ts';
import {
  binaryOf,
  bytesOf,
  encodeUtf8,
  encodeUtf8Into,
  isBufferSource,
  lengthOf,
  makeBytes,
  Utf8Decoder,
  viewName,
} from './bytes.ts';
import { ENCODING_LABELS } from './encoding-labels.ts';
import { askHost } from './host-call.ts';
import { exposeClass } from './web-class.ts';

/** The name of the encoding that a label means; `null` for a label that nobody knows. */
export function encodingOf(label: string): string | null {
  // Encoding §4.2 "get an encoding": without ASCII white space at its ends, and no other; two labels are none.
  let start = 0;
  let end = label.length;
  while (start < end && isAsciiSpace(charCodeAt(label, start))) start++;
  while (end > start && isAsciiSpace(charCodeAt(label, end - 1))) end--;
  const wanted = asciiLower(stringSlice(label, start, end));
  if (wanted === '' || indexOf(wanted, ' ') >= 0) return null;
  for (let at = 0; at < ENCODING_LABELS.length; at++) {
    if (hasWord(ENCODING_LABELS[at]![1], wanted)) return ENCODING_LABELS[at]![0];
  }
  return null;
}

/** Bytes in pieces to text. `null` where they are not valid and that is an error. */
interface Decoding {
  decode(bytes: Uint8Array, hasMore: boolean): string | null;
}

class Utf8Decoding implements Decoding {
  #decoder = new Utf8Decoder();
  readonly #fatal: boolean;
  constructor(fatal: boolean) {
    this.#fatal = fatal;
  }
  decode(bytes: Uint8Array, hasMore: boolean): string | null {
    const text = this.#decoder.decode(bytes, hasMore);
    const isBroken = this.#fatal && this.#decoder.failed;
    if (isBroken || !hasMore) this.#decoder = new Utf8Decoder();
    return isBroken ? null : text;
  }
}

let lastDecoder = 0;

class HostDecoding implements Decoding {
  readonly #id = ++lastDecoder;
  readonly #label: string;
  readonly #fatal: boolean;
  constructor(label: string, fatal: boolean) {
    this.#label = label;
    this.#fatal = fatal;
  }
  decode(bytes: Uint8Array, hasMore: boolean): string | null {
    const flags = `b${this.#fatal ? 'f' : ''}${hasMore ? 's' : ''}`;
    const answer = askHost('decode', `${this.#id}\n${this.#label}\n${flags}\n${binaryOf(bytes)}`);
    return answer === null || answer === '' ? null : stringSlice(answer, 1);
  }
}

function decodingFor(encoding: string, fatal: boolean): Decoding {
  return encoding === 'utf-8' ? new Utf8Decoding(fatal) : new HostDecoding(encoding, fatal);
}

/** Whole bytes in an encoding named by a label, without a byte order mark; `null` for an unknown label. */
export function decodeLabelled(bytes: Uint8Array, label: string): string | null {
  const encoding = bomOf(bytes) ?? encodingOf(label);
  if (encoding === null) return null;
  const text = decodingFor(encoding, false).decode(bytes, false) ?? '';
  return charCodeAt(text, 0) === 0xfeff ? stringSlice(text, 1) : text;
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
}

export class TextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBom: boolean;
  readonly #decoding: Decoding;
  #isBegun = false;

  constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } | null = {}) {
    const encoding = encodingOf(`${label}`);
    if (encoding === null || encoding === 'replacement') {
      throw new RangeError(`Failed to construct 'TextDecoder': The encoding label provided ('${label}') is invalid.`);
    }
    this.#encoding = encoding;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBom = Boolean(options?.ignoreBOM);
    this.#decoding = decodingFor(encoding, this.#fatal);
  }

  get encoding(): string {
    return this.#encoding;
  }
  get fatal(): boolean {
    return this.#fatal;
  }
  get ignoreBOM(): boolean {
    return this.#ignoreBom;
  }
  decode(input?: unknown, options: { readonly stream?: unknown } = {}): string {
    if (input !== undefined && !isBufferSource(input)) {
      throw new TypeError("Failed to execute 'decode' on 'TextDecoder': parameter 1 is not of type 'ArrayBuffer'.");
    }
    const bytes = input === undefined ? makeBytes(0) : bytesOf(input);
    const hasMore = Boolean(options?.stream);
    const text = this.#decoding.decode(bytes, hasMore);
    if (text === null) {
      this.#isBegun = false;
      throw new TypeError("Failed to execute 'decode' on 'TextDecoder': The encoded data was not valid.");
    }
    const mayHaveBom = !this.#isBegun && !this.#ignoreBom && charCodeAt(text, 0) === 0xfeff;
    this.#isBegun = hasMore && (this.#isBegun || text !== '');
    return mayHaveBom ? stringSlice(text, 1) : text;
  }
}

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }
  encode(input: unknown = ''): Uint8Array {
    return encodeUtf8(`${input}`);
  }
  encodeInto(source: unknown, destination: Uint8Array): { read: number; written: number } {
    if (viewName(destination) !== 'Uint8Array') throw new TypeError("parameter 2 is not of type 'Uint8Array'.");
    const [read, written] = encodeUtf8Into(`${source}`, destination, 0, lengthOf(destination));
    return { read, written };
  }
}

exposeClass('TextDecoder', TextDecoder);
exposeClass('TextEncoder', TextEncoder);
