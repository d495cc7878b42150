/**
 * The encodings of a form's entries: URL-encoded, multipart, plain text.
 *
 * HTML §4.10.22.6–§4.10.22.8, URL §5 https://html.spec.whatwg.org/#multipart-form-data
 */
import { withLineEnds } from './dom/input-value.ts';
import type { FormEntry } from './form-entries.ts';
import { blobBytes, blobType, fileName, isBlob, isFile } from './network/blob.ts';
import { bytesOfBinary, concatBytes, encodeUtf8 } from './network/bytes.ts';
import { askHost } from './network/host-call.ts';
import { append, type BareArray, bareArray, charCodeAt, indexOf, stringSlice, toUpperCase } from './primordials.ts';
import { percentEncodeText } from './url/percent-encoding.ts';

export type FormEncoding = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain';

export interface EncodedForm {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** URL §5.2: what application/x-www-form-urlencoded does not leave as it is. */
function isReserved(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  const isDigit = code >= 0x30 && code <= 0x39;
  return !isLetter && !isDigit && code !== 0x2a && code !== 0x2d && code !== 0x2e && code !== 0x5f;
}

function urlEncodeText(text: string, charset: string): string {
  if (charset !== 'utf-8') return urlEncodeBytes(encodeAs(text, charset));
  let encoded = '';
  let start = 0;
  // A space is '+': the parts around it are encoded, the space is not.
  for (let space = indexOf(text, ' '); space >= 0; space = indexOf(text, ' ', start)) {
    encoded += `${percentEncodeText(stringSlice(text, start, space), isReserved)}+`;
    start = space + 1;
  }
  return encoded + percentEncodeText(stringSlice(text, start), isReserved);
}

function urlEncodeBytes(bytes: Uint8Array): string {
  let encoded = '';
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x20) encoded += '+';
    else if (!isReserved(byte)) encoded += String.fromCharCode(byte);
    else encoded += `%${byte < 16 ? '0' : ''}${toUpperCase(byte.toString(16))}`;
  }
  return encoded;
}

/** Encoding §6: what an encoding does not have is written as a character reference. The host has the tables. */
function encodeAs(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return encodeUtf8(text);
  const binary = askHost('encode', `${charset}\n${text}`);
  return binary === null ? encodeUtf8(text) : bytesOfBinary(binary);
}

/** The name of a file, for encodings that cannot carry what is in it. */
function textOf(value: string | object): string {
  if (typeof value === 'string') return withLineEnds(value, '\r\n');
  return withLineEnds(nameOf(value), '\r\n');
}

function nameOf(value: object): string {
  return isFile(value) ? fileName(value) : '';
}

/** The body of a URL-encoded form, or the query that it makes of an address. */
export function urlEncodeEntries(entries: BareArray<FormEntry>, charset: string): string {
  let body = '';
  for (let at = 0; at < entries.length; at++) {
    const { name, value } = entries[at]!;
    const key = urlEncodeText(withLineEnds(name, '\r\n'), charset);
    body += `${at === 0 ? '' : '&'}${key}=${urlEncodeText(textOf(value), charset)}`;
  }
  return body;
}

export function encodeEntries(entries: BareArray<FormEntry>, encoding: FormEncoding, charset: string): EncodedForm {
  switch (encoding) {
    case 'application/x-www-form-urlencoded':
      return { contentType: encoding, bytes: encodeUtf8(urlEncodeEntries(entries, charset)) };
    case 'text/plain': {
      let body = '';
      for (let at = 0; at < entries.length; at++) {
        body += `${withLineEnds(entries[at]!.name, '\r\n')}=${textOf(entries[at]!.value)}\r\n`;
      }
      return { contentType: encoding, bytes: encodeAs(body, charset) };
    }
    case 'multipart/form-data': {
      const boundary = boundaryFor(entries);
      const parts = bareArray<Uint8Array>();
      for (let at = 0; at < entries.length; at++) addPart(entries[at]!, boundary, charset, parts);
      append(parts, encodeUtf8(`--${boundary}--\r\n`));
      return { contentType: `${encoding}; boundary=${boundary}`, bytes: concatBytes(parts) };
    }
  }
}

function addPart({ name, value }: FormEntry, boundary: string, charset: string, parts: BareArray<Uint8Array>): void {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(withLineEnds(name, '\r\n'))}"`;
  if (!isBlob(value)) {
    append(parts, encodeAs(`${disposition}\r\n\r\n${textOf(value)}\r\n`, charset));
    return;
  }
  const contentType = blobType(value) === '' ? 'application/octet-stream' : blobType(value);
  const head = `${disposition}; filename="${quoted(nameOf(value))}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  append(parts, encodeAs(head, charset));
  append(parts, blobBytes(value));
  append(parts, encodeUtf8('\r\n'));
}

function quoted(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    result += character === '"' ? '%22' : character === '\r' ? '%0D' : character === '\n' ? '%0A' : character;
  }
  return result;
}

/** Differs: made from the entries, so that the same form gives the same body. */
function boundaryFor(entries: BareArray<FormEntry>): string {
  let hash = 0x811c9dc5;
  const mix = (text: string): void => {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ charCodeAt(text, at), 0x01000193) >>> 0;
  };
  for (let at = 0; at < entries.length; at++) {
    mix(entries[at]!.name);
    mix(textOf(entries[at]!.value));
  }
  let boundary = `----WebKitFormBoundary${stringSlice(`00000000${hash.toString(16)}`, -8)}`;
  while (occursIn(boundary, entries)) boundary += '0';
  return boundary;
}

function occursIn(boundary: string, entries: BareArray<FormEntry>): boolean {
  for (let at = 0; at < entries.length; at++) if (indexOf(textOf(entries[at]!.value), boundary) >= 0) return true;
  return false;
}
