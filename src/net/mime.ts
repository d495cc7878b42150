/**
 * What a response is: its MIME type, and whether it can be shown as a page.
 *
 * In:  headers, and the first bytes where the headers do not say.
 * Out: the type's essence and charset, and the kind: html, text or binary.
 *
 * MIME Sniffing §4, §7 https://mimesniff.spec.whatwg.org/
 */
import { decoderOf, knownEncoding } from './charset.ts';
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

/** A download asks to be saved, not shown. */
export function isAttachment(headers: ResponseHeaders): boolean {
  return /^\s*attachment\b/i.test(headerValue(headers, 'content-disposition') ?? '');
}

/** What a download wants to be called: Content-Disposition's name (RFC 6266), else the end of its address. */
export function fileNameOf(headers: ResponseHeaders, url: URL): string {
  const value = headerValue(headers, 'content-disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(value);
  const charset = extended === null ? null : knownEncoding(extended[1]!);
  if (extended !== null && charset !== null) {
    return decoderOf(charset).decode(Buffer.from(unescapePercent(extended[2]!), 'latin1'));
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(value);
  const name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  // Bytes of a header arrive as Latin-1; servers mean UTF-8 where it can be read as that.
  if (name !== undefined && name !== '') return Buffer.from(name, 'latin1').toString('utf8').replaceAll('\uFFFD', '_');
  return Buffer.from(unescapePercent(url.pathname.split('/').at(-1) ?? ''), 'latin1').toString('utf8');
}

function unescapePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
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

const MAGIC: readonly (readonly [prefix: string, essence: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['OggS', 'application/ogg'],
  ['wOF2', 'font/woff2'],
  ['wOFF', 'font/woff'],
  ['\x00asm', 'application/wasm'],
];

const MARKUP =
  /^(?:<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<b|<body|<br|<p|<!--)(?=[\s>])/i;

/** The type of a body without one, from its first bytes. What can run scripts is not guessed where sniffing is off (§7.1). */
export function sniffType(bytes: Uint8Array, declared = '', mayBeScript = true): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1');
  // §7.2: plain text stays that, or is none at all.
  if (declared === 'text/plain') return isBinary(start) ? 'application/octet-stream' : declared;
  for (const [prefix, essence] of MAGIC) {
    if (start.startsWith(prefix) && (mayBeScript || essence !== 'application/pdf')) return essence;
  }
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  const text = start.replace(/^(?:\xef\xbb\xbf)?[\t\n\f\r ]+/, '');
  if (mayBeScript && MARKUP.test(text)) return 'text/html';
  if (mayBeScript && text.startsWith('<?xml')) return 'text/xml';
  return isBinary(start) ? 'application/octet-stream' : 'text/plain';
}

/** §3, binary data bytes; a byte order mark tells text. */
function isBinary(start: string): boolean {
  return !/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(start) && /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start);
}
