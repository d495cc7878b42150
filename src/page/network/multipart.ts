/**
 * multipart/form-data, both ways.
 *
 * HTML §4.10.22.7 https://html.spec.whatwg.org/#multipart-form-data, Fetch §5.3 (package data, formData)
 */
import type { FormEntry } from '../form-entries.ts';
import { append, asciiLower, type BareArray, bareArray, indexOf, stringSlice } from '../primordials.ts';
import { blobBytes, blobType, fileName, isBlob, isFile, makeFile } from './blob.ts';
import { binaryOf, bytesOfBinary, concatBytes, decodeUtf8Text, encodeUtf8 } from './bytes.ts';
import { randomUuid } from './random.ts';

export interface Multipart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export function encodeMultipart(entries: BareArray<FormEntry>): Multipart {
  const boundary = `----WebKitFormBoundary${stringSlice(randomUuid().replaceAll('-', ''), 0, 16)}`;
  const parts = bareArray<Uint8Array>();
  for (let at = 0; at < entries.length; at++) {
    const { name, value } = entries[at]!;
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lineEnds(name))}"`;
    if (typeof value === 'string') append(parts, encodeUtf8(`${disposition}\r\n\r\n${lineEnds(value)}\r\n`));
    else if (isBlob(value)) {
      const type = blobType(value) === '' ? 'application/octet-stream' : blobType(value);
      const file = quoted(isFile(value) ? fileName(value) : 'blob');
      append(parts, encodeUtf8(`${disposition}; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`));
      append(parts, blobBytes(value));
      append(parts, encodeUtf8('\r\n'));
    }
  }
  append(parts, encodeUtf8(`--${boundary}--\r\n`));
  return { bytes: concatBytes(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}

function lineEnds(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}

function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** The entries of a body; `null` when it is not what its type says. */
export function parseMultipart(bytes: Uint8Array, boundary: string): BareArray<FormEntry> | null {
  const text = binaryOf(bytes);
  const entries = bareArray<FormEntry>();
  const mark = `--${boundary}`;
  let at = indexOf(text, mark);
  if (at < 0) return null;
  for (;;) {
    at += mark.length;
    if (stringSlice(text, at, at + 2) === '--') return entries;
    const start = indexOf(text, '\r\n', at);
    const body = indexOf(text, '\r\n\r\n', at);
    const next = indexOf(text, `\r\n${mark}`, at);
    if (start < 0 || body < 0 || next < 0 || body > next) return null;
    const entry = readPart(stringSlice(text, start + 2, body), stringSlice(text, body + 4, next));
    if (entry === null) return null;
    append(entries, entry);
    at = next + 2;
  }
}

function readPart(head: string, content: string): FormEntry | null {
  const bytes = bytesOfBinary(content);
  const headers = decodeUtf8Text(bytesOfBinary(head));
  const disposition = /^content-disposition\s*:\s*form-data\s*(.*)$/im.exec(headers)?.[1];
  const name = disposition === undefined ? undefined : /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (disposition === undefined || name === undefined) return null;
  const file = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  if (file === undefined) return { name: unquoted(name), value: decodeUtf8Text(bytes) };
  const type = /^content-type\s*:\s*(.*?)\s*$/im.exec(headers)?.[1] ?? 'text/plain';
  return { name: unquoted(name), value: makeFile(bytes, unquoted(file), asciiLower(type), 0) };
}

function unquoted(text: string): string {
  return text.replace(/%0D/gi, '\r').replace(/%0A/gi, '\n').replaceAll('%22', '"');
}
