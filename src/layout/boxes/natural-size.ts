/**
 * Natural dimensions of images, from the first bytes of their files.
 *
 * In:  a data: URL, or the bytes of an image file.
 * Out: its natural size; `null` when it is no image that Chrome would show.
 *
 * PNG, GIF, JPEG, WebP, AVIF, JPEG XL, BMP, ICO and SVG are recognised by their content, as in MIME Sniffing §6; only the header is read.
 */
import type { NaturalSize } from '../box.ts';
import { jxlSize } from './jxl-size.ts';
import { svgNaturalSize } from './svg-size.ts';

/** No JPEG that a page carries has its size further in than this; an SVG's root tag comes sooner. */
const MAX_HEADER_BYTES = 1 << 20;
/** In an AVIF file, properties stand in the first box but one. */
const MAX_PROPERTIES = 1 << 16;
const DEFAULT_FONT_SIZE = 16;

/** The natural size of the image in a data: URL. */
export function naturalSizeOfDataUrl(url: string): NaturalSize | null {
  const comma = url.indexOf(',');
  if (comma < 0) return null;
  const head = url.slice(5, comma).toLowerCase();
  const hash = url.indexOf('#', comma);
  const body = url.slice(comma + 1, hash < 0 ? url.length : hash);
  const isBase64 = /;\s*base64\s*$/.test(head);
  const bytes = isBase64 ? base64Bytes(body) : percentBytes(body);
  return /^\s*image\/svg\+xml/.test(head) ? svgFileSize(bytes) : naturalSizeOfBytes(bytes);
}

/** The natural size of an image file of any known kind. */
export function naturalSizeOfBytes(bytes: Uint8Array): NaturalSize | null {
  const size =
    pngSize(bytes) ??
    gifSize(bytes) ??
    jpegSize(bytes) ??
    webpSize(bytes) ??
    bmpSize(bytes) ??
    avifSize(bytes) ??
    jxlSize(bytes) ??
    iconSize(bytes);
  if (size === null) return startsWith(bytes, '<') ? svgFileSize(bytes) : null;
  const [width, height] = size;
  return width > 0 && height > 0 ? { width, height, ratio: width / height } : null;
}

type Dimensions = readonly [width: number, height: number];

/** PNG §11.2.1: the IHDR chunk is the first. */
function pngSize(bytes: Uint8Array): Dimensions | null {
  if (bytes.length < 33 || !startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return null;
  return [bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4)];
}

/** GIF89a §18: the logical screen. */
function gifSize(bytes: Uint8Array): Dimensions | null {
  if (bytes.length < 10 || !(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'))) return null;
  return [littleEndian(bytes, 6, 2), littleEndian(bytes, 8, 2)];
}

/** JPEG (ITU T.81 §B.2.2): the first frame header. */
function jpegSize(bytes: Uint8Array): Dimensions | null {
  if (!startsWith(bytes, '\u00ff\u00d8\u00ff')) return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // SOF0 to SOF15, without the tables DHT (C4), JPG (C8) and DAC (CC) that stand among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return [bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2)];
    }
    // Fill bytes and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, bigEndian(bytes, at + 2, 2));
  }
  return null;
}

/** WebP container: lossy (VP8), lossless (VP8L) or extended (VP8X) first chunk. */
function webpSize(bytes: Uint8Array): Dimensions | null {
  if (bytes.length < 30 || !startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null;
  if (startsWith(bytes, 'VP8 ', 12)) {
    return [littleEndian(bytes, 26, 2) & 0x3fff, littleEndian(bytes, 28, 2) & 0x3fff];
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = littleEndian(bytes, 21, 4);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  if (startsWith(bytes, 'VP8X', 12)) {
    return [littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1];
  }
  return null;
}

function bmpSize(bytes: Uint8Array): Dimensions | null {
  if (bytes.length < 26 || !startsWith(bytes, 'BM')) return null;
  return [littleEndian(bytes, 18, 4), Math.abs(littleEndian(bytes, 22, 4) | 0)];
}

/** AVIF (ISO 23008-12 §6.5.3): the largest 'ispe' property is that of the image; the others are of its tiles. */
function avifSize(bytes: Uint8Array): Dimensions | null {
  if (!startsWith(bytes, 'ftyp', 4)) return null;
  let best: Dimensions | null = null;
  const end = Math.min(bytes.length, MAX_PROPERTIES) - 16;
  for (let at = 8; at < end; at++) {
    if (!startsWith(bytes, 'ispe', at)) continue;
    const size: Dimensions = [bigEndian(bytes, at + 8, 4), bigEndian(bytes, at + 12, 4)];
    if (best === null || size[0] * size[1] > best[0] * best[1]) best = size;
  }
  return best;
}

/** Icons: the first picture of the file; zero stands for 256. */
function iconSize(bytes: Uint8Array): Dimensions | null {
  if (bytes.length < 22 || !startsWith(bytes, '\u0000\u0000\u0001\u0000') || bytes[4] === 0) return null;
  return [bytes[6] || 256, bytes[7] || 256];
}

/** Secure: a tag ends at the next '<' at the latest, so that a file of unclosed tags is read only once. */
const ROOT_TAG = /<(?:[\w-]{1,64}:)?svg(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/;
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Without the namespace it is some XML, and no image. */
export function svgFileSize(bytes: Uint8Array): NaturalSize | null {
  const text = withoutComments(latin1(bytes.subarray(0, MAX_HEADER_BYTES)));
  const attributes = ROOT_TAG.exec(text)?.[1];
  if (attributes === undefined || !attributes.includes(SVG_NAMESPACE)) return null;
  return svgNaturalSize(
    tagAttribute(attributes, 'width'),
    tagAttribute(attributes, 'height'),
    tagAttribute(attributes, 'viewBox'),
    DEFAULT_FONT_SIZE,
  );
}

function withoutComments(text: string): string {
  let result = '';
  let at = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    result += text.slice(at, start);
    if (end < 0) return result;
    at = end + 3;
  }
  return result + text.slice(at);
}

function tagAttribute(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match === null ? null : (match[1] ?? match[2] ?? null);
}

function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  for (let at = 0; at < text.length; at++) {
    if (bytes[offset + at] !== text.charCodeAt(at)) return false;
  }
  return true;
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** Sizes are ASCII, so the encoding of the rest does not matter. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return text;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SIX_BITS = new Int8Array(128).fill(-1);
for (let at = 0; at < BASE64.length; at++) SIX_BITS[BASE64.charCodeAt(at)] = at;

/** Forgiving: white space and percent escapes are passed over or undone, decoding ends at the padding. */
function base64Bytes(text: string): Uint8Array {
  const source = text.includes('%') ? latin1(percentBytes(text)) : text;
  const length = Math.min(source.length, (MAX_HEADER_BYTES * 4) / 3);
  const bytes = new Uint8Array(Math.ceil((length * 3) / 4));
  let used = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; at < length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 0x3d) break;
    const six = unit < 128 ? SIX_BITS[unit]! : -1;
    if (six < 0) continue;
    bits = ((bits << 6) | six) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[used++] = (bits >> bitCount) & 0xff;
    }
  }
  return bytes.subarray(0, used);
}

function percentBytes(text: string): Uint8Array {
  const length = Math.min(text.length, MAX_HEADER_BYTES * 3);
  const bytes = new Uint8Array(length);
  let used = 0;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    const escaped = unit === 0x25 ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN;
    if (!Number.isNaN(escaped) && /^[0-9a-f]{2}$/i.test(text.slice(at + 1, at + 3))) {
      bytes[used++] = escaped;
      at += 2;
    } else {
      // Beyond Latin-1 only text content is concerned, never the size.
      bytes[used++] = unit < 256 ? unit : 0x3f;
    }
  }
  return bytes.subarray(0, used);
}
