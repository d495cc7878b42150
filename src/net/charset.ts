/**
 * Bytes into text, with the encoding a browser would choose.
 *
 * In:  bytes, and what the transport said about their encoding.
 * Out: text, and the encoding's name.
 *
 * HTML §13.2.3 https://html.spec.whatwg.org/#determining-the-character-encoding and CSS Syntax §3.2.
 */
import { LIMITS } from '../limits.ts';
import { KoreanDecoder } from './korean.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** A document: byte order mark, then Content-Type, then `meta`, then what the bytes look like. */
export function decodeDocument(bytes: Uint8Array, contentTypeCharset: string | null): DecodedText {
  return decode(
    bytes,
    () => knownEncoding(contentTypeCharset) ?? prescan(bytes) ?? headEncoding(bytes) ?? likelyEncoding(bytes),
  );
}

/** XML: byte order mark, then Content-Type, then its declaration, and else UTF-8 (XML §4.3.3, RFC 7303 §3). */
export function decodeXml(bytes: Uint8Array, contentTypeCharset: string | null): DecodedText {
  return decode(bytes, () => knownEncoding(contentTypeCharset) ?? declaredEncoding(bytes) ?? 'utf-8');
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = latin1(bytes.subarray(0, LIMITS.prescanBytes));
  const found = /^<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(start);
  return asciiCompatible(knownEncoding(found?.[1] ?? found?.[2] ?? null));
}

/** Plain text has no `meta` to look for. */
export function decodeText(bytes: Uint8Array, contentTypeCharset: string | null): DecodedText {
  return decode(bytes, () => knownEncoding(contentTypeCharset) ?? likelyEncoding(bytes));
}

/** A script: byte order mark, then Content-Type, then what its element or its document says. */
export function decodeScript(bytes: Uint8Array, contentTypeCharset: string | null, fallback: string): DecodedText {
  return decode(bytes, () => knownEncoding(contentTypeCharset) ?? knownEncoding(fallback) ?? 'utf-8');
}

/** A stylesheet: as a script, with `@charset` before the document's encoding. */
export function decodeStylesheet(bytes: Uint8Array, contentTypeCharset: string | null, fallback: string): DecodedText {
  return decode(
    bytes,
    () => knownEncoding(contentTypeCharset) ?? atCharset(bytes) ?? knownEncoding(fallback) ?? 'utf-8',
  );
}

function decode(bytes: Uint8Array, choose: () => string): DecodedText {
  const encoding = byteOrderMark(bytes) ?? choose();
  return { text: decoderOf(encoding).decode(bytes), encoding };
}

export type Decoder = Pick<TextDecoder, 'decode'>;

/** Encoding §14.1: in encodings that hide markup from filters, all that is there is one character that says so. */
export function decoderOf(encoding: string): Decoder {
  if (encoding !== 'replacement') return textDecoder(encoding, {});
  let isTold = false;
  return {
    decode: (bytes) => {
      if (isTold || bytes === undefined || bytes.byteLength === 0) return '';
      isTold = true;
      return '\uFFFD';
    },
  };
}

export interface DecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

/** As `new TextDecoder`, with the index of the standard where Node has a smaller one. */
export function textDecoder(label: string, options: DecoderOptions): Decoder {
  const decoder = new TextDecoder(label, options);
  return decoder.encoding === 'euc-kr' ? new KoreanDecoder(options.fatal === true) : decoder;
}

/** Labels of the encoding 'replacement', which TextDecoder does not make. */
const REPLACED = new Set(['replacement', 'csiso2022kr', 'hz-gb-2312', 'iso-2022-cn', 'iso-2022-cn-ext', 'iso-2022-kr']);

export function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** The encoding that a label names (Encoding §4.2); `null` for a label that nobody knows. */
export function knownEncoding(label: string | null): string | null {
  if (label === null || label.trim() === '') return null;
  if (REPLACED.has(label.trim().toLowerCase())) return 'replacement';
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    // The decoder's way to say that the label is unknown: then the next source decides.
    return null;
  }
}

/** How scripts see an encoding: with the capitals that it has in the standard (Encoding §4.2). */
export function encodingName(encoding: string): string {
  if (/^(?:utf|ibm|iso|koi8|gbk|euc)/.test(encoding)) return encoding.toUpperCase();
  return encoding === 'big5' ? 'Big5' : encoding === 'shift_jis' ? 'Shift_JIS' : encoding;
}

/** No label at all: UTF-8 where the bytes are valid UTF-8, else what the web was written in before. */
export function likelyEncoding(bytes: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Not UTF-8, which is what was asked.
    return 'windows-1252';
  }
}

function atCharset(bytes: Uint8Array): string | null {
  const start = latin1(bytes.subarray(0, LIMITS.prescanBytes));
  return asciiCompatible(knownEncoding(/^@charset "([^"]*)";/.exec(start)?.[1] ?? null));
}

/** What is found inside the text was readable as ASCII, so it cannot be UTF-16. */
function asciiCompatible(encoding: string | null): string | null {
  if (encoding === 'x-user-defined') return 'windows-1252';
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** HTML §13.2.3.2: looks for a `meta` that declares an encoding in the first kilobyte. */
export function prescan(bytes: Uint8Array): string | null {
  const text = latin1(bytes.subarray(0, LIMITS.prescanBytes));
  let at = 0;
  while ((at = text.indexOf('<', at)) !== -1) {
    if (text.startsWith('<!--', at)) {
      // `<!-->` is a whole comment: the closing dashes may be the opening ones.
      const end = text.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end + 3;
      continue;
    }
    const tag = /^<\/?([a-z][^\t\n\f\r />]*)/i.exec(text.slice(at, at + 64));
    if (tag === null) {
      at = /^<[!/?]/.test(text.slice(at, at + 2)) ? afterTag(text, at) : at + 1;
      continue;
    }
    const attributes = readAttributes(text, at + tag[0].length);
    at = attributes.end;
    if (tag[1]!.toLowerCase() === 'meta' && text[at] !== undefined) {
      const encoding = metaEncoding(attributes.values);
      if (encoding !== null) return encoding;
    }
  }
  return null;
}

/** Chrome's list: other tags, and the end of the head, are where it stops looking. */
const HEAD_TAGS = new Set(['html', 'head', 'script', 'noscript', 'style', 'link', 'meta', 'object', 'title', 'base']);
const RAW_TEXT = new Set(['script', 'noscript', 'style', 'title']);

/**
 * What a `meta` behind the first kilobyte says, as long as it stands in the head; `undefined` while there may be more of
 * it to come. HTML §13.2.3.4 has the parser change its mind; Chrome looks for it before anything is parsed, as here.
 */
export function headEncoding(bytes: Uint8Array): string | null | undefined {
  const text = latin1(bytes.subarray(0, LIMITS.headBytes));
  const lower = text.toLowerCase();
  const atEnd = bytes.byteLength >= LIMITS.headBytes ? null : undefined;
  let at = 0;
  while ((at = text.indexOf('<', at)) !== -1) {
    const tag = /^<(\/?)([a-z][^\t\n\f\r />]*)/i.exec(text.slice(at, at + 64));
    if (tag === null) {
      const isComment = text.startsWith('<!--', at);
      const end = isComment ? text.indexOf('-->', at + 2) : text.indexOf('>', at);
      if (end === -1) return atEnd;
      at = /^<[!/?]/.test(text.slice(at, at + 2)) ? end + 1 : at + 1;
      continue;
    }
    const name = tag[2]!.toLowerCase();
    const isEnd = tag[1] === '/';
    if (!HEAD_TAGS.has(name) || (isEnd && (name === 'head' || name === 'html'))) return null;
    const attributes = readAttributes(text, at + tag[0].length);
    at = attributes.end;
    if (text[at] === undefined) return atEnd;
    if (isEnd) continue;
    const encoding = name === 'meta' ? metaEncoding(attributes.values) : null;
    if (encoding !== null) return encoding;
    if (!RAW_TEXT.has(name)) continue;
    at = lower.indexOf(`</${name}`, at);
    if (at === -1) return atEnd;
  }
  return atEnd;
}

function afterTag(text: string, at: number): number {
  const end = text.indexOf('>', at);
  return end === -1 ? text.length : end + 1;
}

function metaEncoding(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return asciiCompatible(knownEncoding(charset));
  const content = attributes.get('content');
  if (content === undefined || attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(content);
  return asciiCompatible(knownEncoding(found?.[1] ?? found?.[2] ?? found?.[3] ?? null));
}

const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/y;

/** The attributes of a tag, and where it ends. */
function readAttributes(text: string, from: number): { values: Map<string, string>; end: number } {
  const values = new Map<string, string>();
  let end = from;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    end = ATTRIBUTE.lastIndex;
    const name = match[1]!.toLowerCase();
    if (!values.has(name)) values.set(name, match[2] ?? match[3] ?? match[4] ?? '');
  }
  const close = text.indexOf('>', end);
  return { values, end: close === -1 ? text.length : close };
}
