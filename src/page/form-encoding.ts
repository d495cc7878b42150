/**
 * The encodings of a form's entries: URL-encoded, multipart, plain text.
 *
 * HTML §4.10.22.6–§4.10.22.8, URL §5 https://html.spec.whatwg.org/#multipart-form-data
 */
import { withLineEnds } from './dom/input-value.ts';
import type { FormEntry } from './form-entries.ts';
import { type BareArray, charCodeAt, indexOf, stringSlice } from './primordials.ts';
import { percentEncodeText } from './url/percent-encoding.ts';

export type FormEncoding = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain';

export interface EncodedForm {
  readonly contentType: string;
  readonly body: string;
}

/** URL §5.2: what application/x-www-form-urlencoded does not leave as it is. */
function isReserved(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  const isDigit = code >= 0x30 && code <= 0x39;
  return !isLetter && !isDigit && code !== 0x2a && code !== 0x2d && code !== 0x2e && code !== 0x5f;
}

function urlEncodeText(text: string): string {
  let encoded = '';
  let start = 0;
  // A space is '+': the parts around it are encoded, the space is not.
  for (let space = indexOf(text, ' '); space >= 0; space = indexOf(text, ' ', start)) {
    encoded += `${percentEncodeText(stringSlice(text, start, space), isReserved)}+`;
    start = space + 1;
  }
  return encoded + percentEncodeText(stringSlice(text, start), isReserved);
}

/** The name of a file, for encodings that cannot carry what is in it. */
function textOf(value: string | object): string {
  return typeof value === 'string' ? withLineEnds(value, '\r\n') : `${(value as { name?: unknown }).name ?? ''}`;
}

export function encodeEntries(entries: BareArray<FormEntry>, encoding: FormEncoding): EncodedForm {
  let body = '';
  switch (encoding) {
    case 'application/x-www-form-urlencoded':
      for (let at = 0; at < entries.length; at++) {
        const { name, value } = entries[at]!;
        body += `${at === 0 ? '' : '&'}${urlEncodeText(withLineEnds(name, '\r\n'))}=${urlEncodeText(textOf(value))}`;
      }
      return { contentType: encoding, body };
    case 'text/plain':
      for (let at = 0; at < entries.length; at++) {
        body += `${withLineEnds(entries[at]!.name, '\r\n')}=${textOf(entries[at]!.value)}\r\n`;
      }
      return { contentType: encoding, body };
    case 'multipart/form-data': {
      const boundary = boundaryFor(entries);
      for (let at = 0; at < entries.length; at++) body += part(entries[at]!, boundary);
      return { contentType: `${encoding}; boundary=${boundary}`, body: `${body}--${boundary}--\r\n` };
    }
  }
}

function part({ name, value }: FormEntry, boundary: string): string {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(withLineEnds(name, '\r\n'))}"`;
  if (typeof value === 'string') return `${disposition}\r\n\r\n${textOf(value)}\r\n`;
  const { type } = value as { type?: unknown };
  const contentType = typeof type === 'string' && type !== '' ? type : 'application/octet-stream';
  return `${disposition}; filename="${quoted(textOf(value))}"\r\nContent-Type: ${contentType}\r\n\r\n\r\n`;
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
