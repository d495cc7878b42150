/**
 * What a response is: its MIME type, and whether it can be shown as a page.
 *
 * In:  headers, and the first bytes where the headers do not say.
 * Out: the type's essence and charset, and the kind: html, text or binary.
 *
 * MIME Sniffing §4, §7 https://mimesniff.spec.whatwg.org/
 */
import { headerValue, type ResponseHeaders } from './transport.ts';

export interface MimeType {
  /** `type/subtype` in lower case; empty when none was given. */
  readonly essence: string;
  readonly charset: string | null;
}

/** html is parsed, text is shown as it is, binary cannot be shown. */
export type ContentKind = 'html' | 'text' | 'binary';

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

export function contentKindOf(essence: string): ContentKind {
  if (HTML.has(essence)) return 'html';
  if (essence.startsWith('text/') || TEXT_APPLICATIONS.has(essence)) return 'text';
  return /\+(?:json|xml)$/.test(essence) ? 'text' : 'binary';
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

/** Types that mean 'the server does not know'. */
const UNKNOWN = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);

export function isUnknownType(essence: string): boolean {
  return UNKNOWN.has(essence);
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

/** The type of a body without one, from its first bytes. */
export function sniffType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1');
  for (const [prefix, essence] of MAGIC) if (start.startsWith(prefix)) return essence;
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  const text = start.replace(/^(?:\xef\xbb\xbf)?[\t\n\f\r ]+/, '');
  if (MARKUP.test(text)) return 'text/html';
  if (text.startsWith('<?xml')) return 'text/xml';
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(start)) return 'text/plain';
  return /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start) ? 'application/octet-stream' : 'text/plain';
}
