/**
 * Whether an answer is a file, and what the file wants to be called.
 *
 * In:  the headers of an answer, and its address. Out: a name as its server wrote it, not yet one for a folder.
 *
 * RFC 6266, RFC 8187 (`filename*`). What servers write against them is read as Chromium reads it: names with spaces and
 * without quotes, with percent escapes, as words of mail (RFC 2047), and in bytes of UTF-8 or windows-1252.
 */
import { isUtf8 } from 'node:buffer';
import { decoderOf, knownEncoding } from './charset.ts';
import { percentDecode } from './data-url.ts';
import { isToken } from './token.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** A download asks to be saved, not shown. A word that nobody knows asks the same (RFC 6266 §4.2). */
export function isAttachment(headers: ResponseHeaders): boolean {
  const [type = ''] = (headerValue(headers, 'content-disposition') ?? '').split(';', 1);
  return isToken(type.trim()) && type.trim().toLowerCase() !== 'inline';
}

/** What a download wants to be called: Content-Disposition's name, else the end of its address. */
export function fileNameOf(headers: ResponseHeaders, url: URL): string {
  const given = parameters(headerValue(headers, 'content-disposition') ?? '');
  const extended = extendedValue(given.get('filename*') ?? '');
  if (extended !== null) return extended;
  const plain = given.get('filename') ?? '';
  if (plain !== '') return words(plain) ?? unescaped(plain);
  return textOf(percentDecode(url.pathname.split('/').at(-1) ?? ''));
}

/** The first of each name counts. Quotes keep semicolons together, and are taken off. */
function parameters(value: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [part] of value.matchAll(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^;"])+/gs)) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    const text = part.slice(equals + 1).trim();
    const content = text.startsWith('"') ? text.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1') : text;
    if (name !== '' && !found.has(name)) found.set(name, content);
  }
  return found;
}

/** RFC 8187 §3.2: charset, language, bytes. */
function extendedValue(value: string): string | null {
  const [charset = '', , ...rest] = value.split("'");
  const encoding = knownEncoding(charset);
  const bytes = rest.join("'");
  return encoding === null || bytes === '' ? null : decoderOf(encoding).decode(percentDecode(bytes));
}

const WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi;

/** RFC 2047: words of mail, if there is nothing else in the name. Spaces between them are not part of it. */
function words(text: string): string | null {
  if (text.replace(WORD, '').trim() !== '') return null;
  return [...text.matchAll(WORD)]
    .map(([, charset, coding, content]) => {
      const encoding = knownEncoding(charset!) ?? 'utf-8';
      const quoted = () => percentDecode(content!.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, '%$1'));
      return decoderOf(encoding).decode(coding!.toLowerCase() === 'b' ? Buffer.from(content!, 'base64') : quoted());
    })
    .join('');
}

/** Escapes count in what is otherwise ASCII, and where they make sense. */
function unescaped(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  if (/[^\x00-\x7f]/.test(text) || !text.includes('%')) return textOf(bytes);
  const decoded = percentDecode(text);
  return isUtf8(decoded) ? Buffer.from(decoded).toString() : text;
}

function textOf(bytes: Uint8Array): string {
  return decoderOf(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
