/**
 * What a recording does not say, whoever asks for it: cookies, authorisation, and what forms call a password or a code.
 *
 * In:  headers and bodies as they were sent. Out: the same with those values replaced.
 */
import type { HeaderPair } from '../identity/request-headers.ts';
import { parseMimeType } from './mime.ts';

export const HIDDEN = '[redacted]';

const SECRET_HEADERS =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|x-auth-token|x-csrf-token|x-xsrf-token|www-authenticate)$/i;
const SECRET_FIELD =
  /pass(?:w|wd|word|phrase|code)?$|^pass|pwd|secret|token|otp|one.?time|totp|mfa|2fa|pin(?:code)?$|cvc|cvv|card.?(?:number|no)|api.?key|auth|credential|session.?id|ssn/i;

export function redactedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.map(([name, value]): HeaderPair => {
    // A cookie keeps its name and attributes, which pages depend on.
    if (/^set-cookie$/i.test(name)) return [name, value.replace(/^([^=;]*=?)[^;]*/, `$1${HIDDEN}`)];
    if (/^(?:location|referer|content-location)$/i.test(name)) return [name, redactedUrl(value)];
    if (!SECRET_HEADERS.test(name)) return [name, value];
    const scheme = /^(?:basic|bearer|digest|negotiate)\s/i.exec(value)?.[0] ?? '';
    return [name, scheme + HIDDEN];
  });
}

/** Names in addresses: stricter, because 'author' and 'tokens' are words that pages need. */
const SECRET_PARAMETER =
  /^(?:(?:access|refresh|id|auth|bearer|session|csrf|xsrf|api)[_-]?)?token$|^(?:.*[_-])?(?:pass(?:word|wd|phrase)?|pwd|secret|api[_-]?key)$/i;

/** An address without the values of its query that are secret by their names; the same address gives the same text. */
export function redactedUrl(address: string): string {
  const start = address.indexOf('?');
  if (start < 0) return address;
  const hash = address.indexOf('#', start);
  const end = hash < 0 ? address.length : hash;
  const pairs = address.slice(start + 1, end).split('&');
  const query = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals > 0 && SECRET_PARAMETER.test(pair.slice(0, equals)) ? `${pair.slice(0, equals)}=redacted` : pair;
  });
  return `${address.slice(0, start + 1)}${query.join('&')}${address.slice(end)}`;
}

/** An answer of an API without the tokens that it gives out. Pages and scripts stay as they are. */
export function redactedAnswer(text: string, essence: string): string {
  return /[/+]json$/.test(essence) ? redactedJson(text, SECRET_PARAMETER) : text;
}

/** A form's or an API's body without the values whose names say that they are secret. */
export function redactedBody(text: string, type: string): string {
  const { essence } = parseMimeType(type);
  if (essence === 'application/x-www-form-urlencoded') return redactedForm(text);
  if (essence === 'multipart/form-data') return redactedParts(text, type);
  return /[/+]json$/.test(essence) || /^\s*[[{]/.test(text) ? redactedJson(text) : text;
}

function redactedForm(text: string): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals > 0 && SECRET_FIELD.test(pair.slice(0, equals)) ? `${pair.slice(0, equals)}=${HIDDEN}` : pair;
    })
    .join('&');
}

/** Each part begins behind the boundary; a body whose boundary is not known is not written at all. */
function redactedParts(text: string, type: string): string {
  const boundary = /boundary\s*=\s*"?([^\s";,]{1,70})/i.exec(type)?.[1];
  if (boundary === undefined) return HIDDEN;
  return text
    .split(`--${boundary}`)
    .map((part) => {
      const head = part.indexOf('\r\n\r\n');
      const name = head < 0 ? undefined : /\bname="([^"]*)"/.exec(part.slice(0, Math.min(head, 1_000)))?.[1];
      return name !== undefined && SECRET_FIELD.test(name) ? `${part.slice(0, head)}\r\n\r\n${HIDDEN}\r\n` : part;
    })
    .join(`--${boundary}`);
}

/** On the text, so that everything else stays as it was, also where it is not JSON after all. */
function redactedJson(text: string, names: RegExp = SECRET_FIELD): string {
  return text.replace(
    /("((?:[^"\\]|\\.){1,100})"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g,
    (whole, head: string, name: string) => (names.test(name) ? `${head}"${HIDDEN}"` : whole),
  );
}
