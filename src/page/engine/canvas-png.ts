/**
 * Pixels of a canvas as a PNG file in base64.
 *
 * In:  a bitmap. Out: text. Runs of equal pixels are told once; nothing else is made smaller.
 *
 * PNG (Third Edition) §5, §11 https://www.w3.org/TR/png-3/, RFC 1951 §3.2.6 (fixed codes), RFC 1950
 */
import { encodeBase64 } from '../base64.ts';
import type { Bitmap } from './canvas-paint.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** RFC 1951 §3.2.5: code 3 is a distance of four bytes, one pixel. */
const ONE_PIXEL_BACK = 3;
const LONGEST_RUN = 258;

class Bits {
  #bytes = new Uint8Array(1_024);
  #length = 0;
  #held = 0;
  #count = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }

  /** The lowest bit first. */
  add(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.byte(this.#held & 255);
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** A code of the fixed table: the highest bit first. */
  code(value: number, count: number): void {
    for (let at = count - 1; at >= 0; at--) this.add((value >>> at) & 1, 1);
  }

  finish(): void {
    if (this.#count > 0) this.add(0, 8 - this.#count);
  }

  number(value: number): void {
    for (const shift of [24, 16, 8, 0]) this.byte((value >>> shift) & 255);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

function literal(bits: Bits, value: number): void {
  if (value < 144) bits.code(0x30 + value, 8);
  else if (value < 256) bits.code(0x190 + value - 144, 9);
  else if (value < 280) bits.code(value - 256, 7);
  else bits.code(0xc0 + value - 280, 8);
}

/** RFC 1951 §3.2.5: lengths from 3 to 258 as a code and further bits. */
function run(bits: Bits, length: number): void {
  if (length === LONGEST_RUN) literal(bits, 285);
  else if (length < 11) literal(bits, 254 + length);
  else {
    const extra = Math.floor(Math.log2(length - 3)) - 2;
    literal(bits, 257 + 4 * extra + ((length - 3) >>> extra));
    bits.add((length - 3) & ((1 << extra) - 1), extra);
  }
  bits.code(ONE_PIXEL_BACK, 5);
}

function deflated(rows: Uint8Array): Uint8Array {
  const bits = new Bits();
  bits.byte(0x78);
  bits.byte(0x01);
  // The last block, with the fixed codes.
  bits.add(1, 1);
  bits.add(1, 2);
  for (let at = 0; at < rows.length; ) {
    let length = 0;
    if (at >= 4) {
      while (length < LONGEST_RUN && at + length < rows.length && rows[at + length] === rows[at + length - 4]) length++;
    }
    if (length >= 3) run(bits, length);
    else {
      literal(bits, rows[at]!);
      length = 1;
    }
    at += length;
  }
  literal(bits, 256);
  bits.finish();
  bits.number(adler32(rows));
  return bits.bytes;
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < bytes.length; at++) {
    low = (low + bytes[at]!) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

let table: Int32Array | null = null;

function crc32(bytes: Uint8Array, from: number): number {
  if (table === null) {
    table = new Int32Array(256);
    for (let byte = 0; byte < 256; byte++) {
      let value = byte;
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
      table[byte] = value;
    }
  }
  let sum = -1;
  for (let at = from; at < bytes.length; at++) sum = table[(sum ^ bytes[at]!) & 255]! ^ (sum >>> 8);
  return (sum ^ -1) >>> 0;
}

function chunk(file: Bits, type: string, data: Uint8Array): void {
  file.number(data.length);
  const from = file.bytes.length;
  for (let at = 0; at < 4; at++) file.byte(type.charCodeAt(at));
  for (let at = 0; at < data.length; at++) file.byte(data[at]!);
  file.number(crc32(file.bytes, from));
}

export function pngOf({ width, height, pixels }: Bitmap): string {
  const stride = width * 4;
  const rows = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const head = new Bits();
  head.number(width);
  head.number(height);
  // §11.2.1: eight bits a sample, truecolour with alpha, and the only compression, filter method and no interlacing.
  for (const byte of [8, 6, 0, 0, 0]) head.byte(byte);
  const file = new Bits();
  for (const byte of SIGNATURE) file.byte(byte);
  chunk(file, 'IHDR', head.bytes);
  chunk(file, 'IDAT', deflated(rows));
  chunk(file, 'IEND', new Uint8Array(0));
  let text = '';
  for (const byte of file.bytes) text += String.fromCharCode(byte);
  return encodeBase64(text) ?? '';
}
