/**
 * data: URLs.
 *
 * In:  the URL.
 * Out: its MIME type as text, and its bytes.
 *
 * Fetch §6 https://fetch.spec.whatwg.org/#data-urls
 */
import { AgentBrowserError } from '../errors.ts';
import { serializedType } from './mime.ts';
import { shorten } from './policy.ts';

export interface DataUrl {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export function readDataUrl(url: URL): DataUrl {
  const source = url.href.slice('data:'.length, url.hash === '' ? undefined : -url.hash.length);
  const comma = source.indexOf(',');
  if (comma === -1) throw brokenDataUrl(url);

  let contentType = source.slice(0, comma).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  let bytes = percentDecode(source.slice(comma + 1));
  const base64 = /; *base64$/i.exec(contentType);
  if (base64 !== null) {
    contentType = contentType.slice(0, base64.index);
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\t\n\f\r ]/g, '');
    // Infra §5, "forgiving-base64 decode": padding is right, or not there.
    const bare = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
    if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) throw brokenDataUrl(url);
    bytes = Buffer.from(text, 'base64');
  }
  if (contentType.startsWith(';')) contentType = `text/plain${contentType}`;
  return { contentType: serializedType(contentType) ?? 'text/plain;charset=US-ASCII', bytes };
}

/** URL §1.3. What is not a valid escape stays as it is. */
export function percentDecode(text: string): Uint8Array {
  if (!text.includes('%')) return Buffer.from(text, 'utf8');
  const source = Buffer.from(text, 'utf8');
  const bytes = Buffer.alloc(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at++) {
    const hex = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes[length++] = Number.parseInt(hex, 16);
      at += 2;
    } else {
      bytes[length++] = source[at]!;
    }
  }
  return bytes.subarray(0, length);
}

function brokenDataUrl(url: URL): AgentBrowserError {
  return new AgentBrowserError(
    'invalid_url',
    `'${shorten(url.href)}' is not a valid data: URL. Write data:type;base64,… with a comma before the data.`,
  );
}
