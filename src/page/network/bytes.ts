/**
 * Bytes in the page realm: buffers and views, whatever the page did to their prototypes; UTF-8 and base64.
 *
 * Encoding §8 https://encoding.spec.whatwg.org/#utf-8, WebIDL §3.2.26 (buffer sources)
 */
import { decodeBase64, encodeBase64 } from '../base64.ts';
import {
  apply,
  type BareArray,
  bareArray,
  charCodeAt,
  construct,
  fromCharCode,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  min,
  stringSlice,
  uncurryThis,
} from '../primordials.ts';

const NativeBytes = Uint8Array;
const { isView } = ArrayBuffer;
const typedArray = getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const getter = <Self, Value>(prototype: object, name: string) =>
  uncurryThis(getOwnPropertyDescriptor(prototype, name)!.get as (this: Self) => Value);

const viewBuffer = getter<ArrayBufferView, ArrayBuffer>(typedArray, 'buffer');
const viewOffset = getter<ArrayBufferView, number>(typedArray, 'byteOffset');
const viewLength = getter<ArrayBufferView, number>(typedArray, 'byteLength');
const dataBuffer = getter<DataView, ArrayBuffer>(DataView.prototype, 'buffer');
const dataOffset = getter<DataView, number>(DataView.prototype, 'byteOffset');
const dataLength = getter<DataView, number>(DataView.prototype, 'byteLength');
const bufferLength = getter<ArrayBuffer, number>(ArrayBuffer.prototype, 'byteLength');
const typeName = getter<unknown, string | undefined>(typedArray, Symbol.toStringTag as unknown as string);
const isDetached = getter<ArrayBuffer, boolean>(ArrayBuffer.prototype, 'detached');
const setBytes = uncurryThis(typedArray.set as (source: Uint8Array, offset: number) => void);
const sliceBuffer = uncurryThis(ArrayBuffer.prototype.slice);
const transferBuffer = uncurryThis(ArrayBuffer.prototype.transfer);
let toBase64: ((this: Uint8Array) => string) | undefined;
let fromBase64: ((text: string) => Uint8Array) | undefined;

/** For each document, before its scripts: V8 puts these on when it makes a context, so the snapshot does not have them. */
export function captureBase64(): void {
  toBase64 = (Uint8Array.prototype as { toBase64?: typeof toBase64 }).toBase64;
  fromBase64 = (Uint8Array as unknown as { fromBase64?: typeof fromBase64 }).fromBase64;
}

export function makeBytes(length: number): Uint8Array<ArrayBuffer> {
  return new NativeBytes(length);
}

/** A view of a whole buffer. */
export function viewOf(buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  return new NativeBytes(buffer);
}

export function lengthOf(bytes: Uint8Array): number {
  return viewLength(bytes);
}

export function isBuffer(value: unknown): value is ArrayBuffer {
  if (typeof value !== 'object' || value === null) return false;
  try {
    bufferLength(value as ArrayBuffer);
    return true;
  } catch {
    // The getter's way to say that it is no buffer.
    return false;
  }
}

export function isBufferSource(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return isView(value) || isBuffer(value);
}

export { isView };

/** The name of a typed array's class, 'DataView', or `undefined`. */
export function viewName(value: unknown): string | undefined {
  return isView(value) ? (typeName(value) ?? 'DataView') : undefined;
}

/** Where a view lies in its buffer. */
export function partsOfView(view: ArrayBufferView): readonly [buffer: ArrayBuffer, offset: number, length: number] {
  return typeName(view) === undefined
    ? [dataBuffer(view as DataView), dataOffset(view as DataView), dataLength(view as DataView)]
    : [viewBuffer(view), viewOffset(view), viewLength(view)];
}

/** The bytes of a buffer source, not copied. */
export function bytesOf(source: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  if (!isView(source)) return new NativeBytes(source);
  const [buffer, offset, length] = partsOfView(source);
  return new NativeBytes(buffer, offset, length);
}

/** "get a copy of the bytes": none where the buffer is detached. */
export function copyOf(source: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const buffer = isView(source) ? partsOfView(source)[0] : source;
  if (isDetached(buffer)) return makeBytes(0);
  const bytes = bytesOf(source);
  const copy = makeBytes(viewLength(bytes));
  setBytes(copy, bytes, 0);
  return copy;
}

/** A buffer with exactly these bytes: their own where they fill it, else a copy. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const [buffer, offset, length] = partsOfView(bytes);
  return offset === 0 && length === bufferLength(buffer) ? buffer : sliceBuffer(buffer, offset, offset + length);
}

export function bufferSize(buffer: ArrayBuffer): number {
  return bufferLength(buffer);
}

export function cloneBuffer(buffer: ArrayBuffer): ArrayBuffer {
  return sliceBuffer(buffer, 0, bufferLength(buffer));
}

/** Moves the content to a new buffer; the old one is detached. */
export function detach(buffer: ArrayBuffer): ArrayBuffer {
  return transferBuffer(buffer);
}

export function makeView(name: string, constructors: Readonly<Record<string, unknown>>, args: unknown[]): object {
  return construct(constructors[name] as new (...args: unknown[]) => object, args);
}

export function subBytes(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const [buffer, offset] = partsOfView(bytes);
  return new NativeBytes(buffer, offset + start, end - start);
}

export function concatBytes(parts: BareArray<Uint8Array>): Uint8Array<ArrayBuffer> {
  if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>;
  let size = 0;
  for (let at = 0; at < parts.length; at++) size += viewLength(parts[at]!);
  const whole = makeBytes(size);
  let offset = 0;
  for (let at = 0; at < parts.length; at++) {
    setBytes(whole, parts[at]!, offset);
    offset += viewLength(parts[at]!);
  }
  return whole;
}

export function base64Of(bytes: Uint8Array): string {
  return toBase64 === undefined ? encodeBase64(binaryOf(bytes))! : (apply(toBase64, bytes, []) as string);
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  if (fromBase64 === undefined) return bytesOfBinary(decodeBase64(text) ?? '');
  return apply(fromBase64, NativeBytes, [text]) as Uint8Array<ArrayBuffer>;
}

/** Text whose characters are bytes. */
export function bytesOfBinary(text: string): Uint8Array<ArrayBuffer> {
  const bytes = makeBytes(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = charCodeAt(text, at);
  return bytes;
}

/** Characters that are made into text at a time: more would fill the stack. */
const PIECE = 8192;

/** Each byte as one character. */
export function binaryOf(bytes: Uint8Array): string {
  return codesToText(bytes, viewLength(bytes));
}

function codesToText(codes: ArrayLike<number>, length: number): string {
  if (length <= PIECE && codes.length === length) return apply(fromCharCode, undefined, codes as number[]) as string;
  let text = '';
  for (let at = 0; at < length; at += PIECE) {
    const piece = bareArray<number>();
    const end = min(at + PIECE, length);
    for (let index = at; index < end; index++) piece[index - at] = codes[index]!;
    text += apply(fromCharCode, undefined, piece as unknown as number[]) as string;
  }
  return text;
}

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code < 0x80) size++;
    else if (code < 0x800) size += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isLow(charCodeAt(text, at + 1))) {
      size += 4;
      at++;
    } else size += 3;
  }
  return size;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = makeBytes(utf8Length(text));
  encodeUtf8Into(text, bytes, 0, viewLength(bytes));
  return bytes;
}

/** Writes as much as fits; gives how many UTF-16 units were read and how many bytes were written. */
export function encodeUtf8Into(text: string, out: Uint8Array, start: number, end: number): readonly [number, number] {
  let to = start;
  let at = 0;
  for (; at < text.length; at++) {
    let code = charCodeAt(text, at);
    if (code < 0x80) {
      if (to + 1 > end) break;
      out[to++] = code;
    } else if (code < 0x800) {
      if (to + 2 > end) break;
      out[to++] = 0xc0 | (code >> 6);
      out[to++] = 0x80 | (code & 63);
    } else if (code >= 0xd800 && code < 0xdc00 && isLow(charCodeAt(text, at + 1))) {
      if (to + 4 > end) break;
      code = 0x10000 + ((code & 0x3ff) << 10) + (charCodeAt(text, ++at) & 0x3ff);
      out[to++] = 0xf0 | (code >> 18);
      out[to++] = 0x80 | ((code >> 12) & 63);
      out[to++] = 0x80 | ((code >> 6) & 63);
      out[to++] = 0x80 | (code & 63);
    } else {
      if (to + 3 > end) break;
      // A lone surrogate becomes U+FFFD.
      if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
      out[to++] = 0xe0 | (code >> 12);
      out[to++] = 0x80 | ((code >> 6) & 63);
      out[to++] = 0x80 | (code & 63);
    }
  }
  return [at, to - start];
}

/** "UTF-8 decode": without the byte order mark. */
export function decodeUtf8Text(bytes: Uint8Array): string {
  const decoder = new Utf8Decoder();
  const text = decoder.decode(bytes, false);
  return charCodeAt(text, 0) === 0xfeff ? stringSlice(text, 1) : text;
}

/** UTF-8 in pieces. What is broken becomes U+FFFD, once for each maximal part. */
export class Utf8Decoder {
  #need = 0;
  #code = 0;
  #lower = 0x80;
  #upper = 0xbf;
  /** Something was broken since the decoder was made. */
  failed = false;

  decode(bytes: Uint8Array, hasMore: boolean): string {
    const length = viewLength(bytes);
    let text = '';
    let units = bareArray<number>();
    for (let at = 0; at < length; ) {
      if (units.length >= PIECE) {
        text += codesToText(units, units.length);
        units = bareArray();
      }
      const byte = bytes[at]!;
      if (this.#need === 0) {
        at++;
        if (byte < 0x80) units[units.length] = byte;
        else this.#begin(byte, units);
      } else if (byte < this.#lower || byte > this.#upper) this.#break(units);
      else {
        at++;
        this.#continue(byte, units);
      }
    }
    if (!hasMore && this.#need > 0) this.#break(units);
    return text + codesToText(units, units.length);
  }

  #begin(byte: number, units: BareArray<number>): void {
    this.#lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    if (byte >= 0xc2 && byte < 0xe0) this.#need = 1;
    else if (byte >= 0xe0 && byte < 0xf0) this.#need = 2;
    else if (byte >= 0xf0 && byte < 0xf5) this.#need = 3;
    else this.#break(units);
    this.#code = byte & (0x3f >> this.#need);
  }

  #continue(byte: number, units: BareArray<number>): void {
    this.#lower = 0x80;
    this.#upper = 0xbf;
    this.#code = (this.#code << 6) | (byte & 63);
    if (--this.#need > 0) return;
    const code = this.#code;
    if (code < 0x10000) units[units.length] = code;
    else {
      units[units.length] = 0xd7c0 + (code >> 10);
      units[units.length] = 0xdc00 | (code & 0x3ff);
    }
  }

  #break(units: BareArray<number>): void {
    this.#need = 0;
    this.failed = true;
    units[units.length] = 0xfffd;
  }
}
