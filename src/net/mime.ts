/**
 * What a response is: its MIME type, and whether it can be shown as a page.
 *
 * In:  headers, and the first bytes where the headers do not say.
 * Out: the type's essence and charset, and the kind: html, text or binary.
 *
 * MIME Sniffing §4, §7 https://mimesniff.spec.whatwg.org/
 */
import { isToken } from './token.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

export interface MimeType {
  /** `type/subtype` in lower case; empty when none was given. */
  readonly essence: string;
  readonly charset: string | null;
}

/** html is parsed, text is shown as it is, an image and a PDF get a page of their own, binary cannot be shown. */
export type ContentKind = 'html' | 'text' | 'image' | 'pdf' | 'binary';

export function mimeTypeOf(headers: ResponseHeaders): MimeType {
  // Several headers: the last valid one counts.
  for (const value of [...(headers.get('content-type') ?? [])].reverse()) {
    const type = parseMimeType(value);
    if (type.essence !== '') return type;
  }
  return { essence: '', charset: null };
}

export function parseMimeType(value: string): MimeType {
  const essence = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)\s*(?:;|,|$)/.exec(value)?.[1];
  if (essence === undefined) return { essence: '', charset: null };
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(value);
  return { essence: essence.toLowerCase(), charset: charset?.[1] ?? charset?.[2] ?? null };
}

/** §4.4 and §4.5: a type with all its parameters, as it is written in full; `null` for a text that is none. */
export function serializedType(text: string): string | null {
  const [first = '', ...rest] = splitParameters(text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ''));
  const [type = '', subtype = '', ...more] = first.replace(/[\t\n\r ]+$/, '').split('/');
  if (!isToken(type) || !isToken(subtype) || more.length > 0) return null;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    const name = part
      .slice(0, Math.max(0, equals))
      .replace(/^[\t\n\r ]+/, '')
      .toLowerCase();
    const given = part.slice(equals + 1);
    const quoted = /^"((?:[^"\\]|\\.?)*)/s.exec(given)?.[1];
    const value = quoted === undefined ? given.replace(/[\t\n\r ]+$/, '') : quoted.replace(/\\(.)/gs, '$1');
    const isValue = /^[\t\x20-\x7e\x80-\xff]*$/.test(value) && (quoted !== undefined || value !== '');
    if (isToken(name) && isValue && !parameters.has(name)) parameters.set(name, value);
  }
  const written = (value: string) => (isToken(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);
  return [`${type}/${subtype}`.toLowerCase(), ...[...parameters].map(([n, v]) => `${n}=${written(v)}`)].join(';');
}

/** At semicolons that do not stand in quotes. */
function splitParameters(text: string): string[] {
  return [...text.matchAll(/(?:="(?:[^"\\]|\\.)*(?:"|$)|[^;])+|(?<=;)(?=;|$)/gs)].map(([part]) => part);
}

const HTML = new Set(['text/html', 'application/xhtml+xml']);
const TEXT_APPLICATIONS = new Set([
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/json',
  'application/ld+json',
  'application/sql',
  'application/toml',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-yaml',
  'application/xml',
  'application/yaml',
]);

/** What Chrome shows by itself; other images are files. */
const IMAGES = new Set(
  'png jpeg gif webp avif jxl bmp x-icon vnd.microsoft.icon apng jpg x-png pjpeg'
    .split(' ')
    .map((name) => `image/${name}`),
);

export function contentKindOf(essence: string): ContentKind {
  if (HTML.has(essence)) return 'html';
  if (essence.startsWith('text/') || TEXT_APPLICATIONS.has(essence)) return 'text';
  if (/\+(?:json|xml)$/.test(essence)) return 'text';
  if (essence === 'application/pdf' || essence === 'application/x-pdf') return 'pdf';
  return IMAGES.has(essence) ? 'image' : 'binary';
}

const JAVASCRIPT = /^(?:application|text)\/(?:x-)?(?:ecma|java)script$|^text\/(?:javascript1\.[0-5]|(?:j|live)script)$/;

/** §4.6, "JavaScript MIME type" */
export function isJavaScriptType(essence: string): boolean {
  return JAVASCRIPT.test(essence);
}

/** §4.6, "JSON MIME type" */
export function isJsonType(essence: string): boolean {
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

export function isXmlType(essence: string): boolean {
  return essence === 'text/xml' || essence === 'application/xml' || essence.endsWith('+xml');
}

/**
 * Whether XML is a page: its first element is of XHTML or SVG.
 *
 * Differs: other XML has no page here; it is shown as its text, which says more to a reader than its content in a row.
 */
export function isXmlPage(essence: string, text: string): boolean {
  if (!isXmlType(essence)) return false;
  const root = /^(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>)*<([^\s/>!?]+)([^>]*)>/s.exec(
    text.slice(0, 65_536),
  );
  if (root === null) return false;
  const prefix = /^([^:]+):/.exec(root[1]!)?.[1];
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix.replace(/[^\w-]/g, '\\$&')}`;
  const declaration = new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`);
  const namespace = declaration.exec(root[2]!)?.[1];
  return namespace === 'http://www.w3.org/1999/xhtml' || namespace === 'http://www.w3.org/2000/svg';
}

const EXTENSIONS: Record<string, string> = {
  'application/gzip': '.gz',
  'application/json': '.json',
  'application/msword': '.doc',
  'application/pdf': '.pdf',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
};

/** The usual extension of a type, with its dot; empty for types that have none here. */
export function extensionOf(essence: string): string {
  return EXTENSIONS[essence] ?? '';
}

/** Types that mean 'the server does not know'. */
const UNKNOWN = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);

export function isUnknownType(essence: string): boolean {
  return UNKNOWN.has(essence);
}

/** What servers say that do not know better: it may as well be a file (MIME Sniffing §5.1, the "Apache bug"). */
const GUESSED = /^text\/plain(?:; charset=(?:ISO-8859-1|iso-8859-1|UTF-8))?$/;

/** Whether the first bytes have a say in what it is. */
export function isSniffed(headers: ResponseHeaders, essence: string): boolean {
  const isNosniff = isSniffingOff(headers);
  const last = headers.get('content-type')?.at(-1) ?? '';
  return isUnknownType(essence) || (!isNosniff && essence === 'text/plain' && GUESSED.test(last));
}

/** Fetch §3.7: the server wants its types to be believed. */
export function isSniffingOff(headers: ResponseHeaders): boolean {
  const [first = ''] = (headerValue(headers, 'x-content-type-options') ?? '').split(',', 1);
  return first.trim().toLowerCase() === 'nosniff';
}

const MAGIC: readonly (readonly [start: RegExp, essence: string])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^%!PS-Adobe-/, 'application/postscript'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [/^BM/, 'image/bmp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBPVP/s, 'image/webp'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^FORM.{4}AIFF/s, 'audio/aiff'],
  [/^ID3/, 'audio/mpeg'],
  [/^OggS\0/, 'application/ogg'],
  [/^MThd\0\0\0\x06/, 'audio/midi'],
  [/^RIFF.{4}AVI /s, 'video/avi'],
  [/^RIFF.{4}WAVE/s, 'audio/wave'],
  [/^.{4}ftyp/s, 'video/mp4'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^\x1f\x8b\x08/, 'application/gzip'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^Rar!\x1a\x07\0/, 'application/x-rar-compressed'],
  [/^wOF2/, 'font/woff2'],
  [/^wOFF/, 'font/woff'],
  [/^\0asm/, 'application/wasm'],
];

const MARKUP =
  /^(?:<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<b|<body|<br|<p|<!--)(?=[\s>])/i;

/** The type of a body without one, from its first bytes. What can run scripts is not guessed where sniffing is off (§7.1). */
export function sniffType(bytes: Uint8Array, declared = '', mayBeScript = true): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1');
  // §7.2: plain text stays that, or is none at all.
  if (declared === 'text/plain') return isBinary(start) ? 'application/octet-stream' : declared;
  for (const [beginning, essence] of MAGIC) {
    if (beginning.test(start) && (mayBeScript || essence !== 'application/pdf')) return essence;
  }
  const text = start.replace(/^(?:\xef\xbb\xbf)?[\t\n\f\r ]+/, '');
  if (mayBeScript && MARKUP.test(text)) return 'text/html';
  if (mayBeScript && text.startsWith('<?xml')) return 'text/xml';
  return isBinary(start) ? 'application/octet-stream' : 'text/plain';
}

/** §3, binary data bytes; a byte order mark tells text. */
function isBinary(start: string): boolean {
  return !/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(start) && /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start);
}
