/**
 * Text of a document that is still coming.
 *
 * In:  bytes in pieces, and what the transport said about their encoding. Out: text in pieces, and the encoding's name.
 *
 * HTML §13.2.3 https://html.spec.whatwg.org/#determining-the-character-encoding: the first bytes are held back until they
 * tell the encoding. Where nothing does, the text is ASCII until a byte comes that is not; what the rest of the head says
 * decides, and else what stands there.
 */
import { LIMITS } from '../limits.ts';
import {
  byteOrderMark,
  type Decoder,
  decoderOf,
  headEncoding,
  knownEncoding,
  likelyEncoding,
  prescan,
} from './charset.ts';

export class StreamDecoder {
  readonly #declared: string | null;
  readonly #hasMeta: boolean;
  #decoder: Decoder | null = null;
  /** What could not be decoded yet: all before the encoding is known, then the end of a character. */
  #held: Uint8Array = new Uint8Array();
  #encoding = 'utf-8';
  /** The first bytes have been looked at, and said nothing. */
  #isAscii = false;
  /** All that has come, while the head may still name the encoding; and how much of it was looked at last. */
  #head: Uint8Array = new Uint8Array();
  #looked = 0;

  /** `hasMeta`: whether markup may name its own encoding. */
  constructor(charset: string | null, hasMeta: boolean) {
    this.#declared = knownEncoding(charset);
    this.#hasMeta = hasMeta;
  }

  /** How many of the first bytes are needed to tell the encoding. */
  get wantedBytes(): number {
    return this.#declared === null && this.#hasMeta ? LIMITS.prescanBytes : 3;
  }

  /** The encoding, as far as it is known. */
  get encoding(): string {
    return this.#encoding;
  }

  /** The text of the next bytes. The first time, they are all that there is to tell the encoding by. */
  decode(bytes: Uint8Array, isLast: boolean): string {
    if (this.#decoder !== null) return this.#decoder.decode(bytes, { stream: !isLast });
    const all = this.#held.byteLength === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = new Uint8Array();
    const named = this.#isAscii ? null : this.#named(all);
    if (named !== null) return this.#begin(named, all, isLast);
    this.#isAscii = true;
    if (this.#hasMeta && this.#head.byteLength < LIMITS.headBytes) this.#head = Buffer.concat([this.#head, bytes]);
    const other = all.findIndex((byte) => byte >= 0x80);
    if (other < 0) return ascii(all);
    const late = this.#late(isLast);
    if (typeof late === 'string') return this.#begin(late, all, isLast);
    if (late === undefined) {
      this.#held = all.subarray(other);
      return ascii(all.subarray(0, other));
    }
    // The longest character has four bytes.
    if (!isLast && all.byteLength - other < 4) {
      this.#held = all.subarray(other);
      return ascii(all.subarray(0, other));
    }
    return this.#begin(likelyEncoding(isLast ? all : withoutCutEnd(all)), all, isLast);
  }

  #named(start: Uint8Array): string | null {
    return byteOrderMark(start) ?? this.#declared ?? (this.#hasMeta ? prescan(start) : null);
  }

  /** What the head says that has come so far; `undefined` when it may still say it. */
  #late(isLast: boolean): string | null | undefined {
    if (!this.#hasMeta) return null;
    const size = this.#head.byteLength;
    const isWorthIt = isLast || this.#looked === 0 || size - this.#looked >= LIMITS.headStepBytes;
    if (!isWorthIt && size < LIMITS.headBytes) return undefined;
    this.#looked = size;
    const found = headEncoding(this.#head);
    return found === undefined && isLast ? null : found;
  }

  #begin(encoding: string, bytes: Uint8Array, isLast: boolean): string {
    this.#encoding = encoding;
    this.#head = new Uint8Array();
    this.#decoder = decoderOf(encoding);
    return this.#decoder.decode(bytes, { stream: !isLast });
  }
}

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** The bytes before a UTF-8 character that has begun at the end and is not whole. */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  let at = bytes.byteLength;
  while (at > 0 && bytes.byteLength - at < 3 && (bytes[at - 1]! & 0xc0) === 0x80) at--;
  return at > 0 && bytes[at - 1]! >= 0xc0 ? bytes.subarray(0, at - 1) : bytes;
}
