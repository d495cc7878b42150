/**
 * Finds scripts and style sheets in markup before the parser gets to them.
 *
 * In:  the text of a document, or the beginning of it. Out: what its elements will ask for, in order.
 *
 * It reads tags only, in one pass, and may be wrong: what it misses is fetched when the parser comes to it, and what it
 * finds in vain was fetched in vain. Comments, templates and text that is not markup are passed over.
 *
 * HTML §13.2.4.4 calls this speculative parsing: https://html.spec.whatwg.org/#speculative-html-parsing
 */
import { LIMITS } from '../limits.ts';

export interface FoundResource {
  /** As it stands in the attribute. */
  readonly url: string;
  readonly destination: 'script' | 'style';
  readonly cors: '' | 'anonymous' | 'use-credentials';
  readonly integrity: string;
}

export interface PreloadScan {
  /** The first `base` element's address; empty for none. */
  readonly base: string;
  readonly found: readonly FoundResource[];
}

/** Elements whose content is text up to their end tag. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y;
const TAG_NAME = /<(\/?)([a-z][^\s/>]*)/iy;

type Attributes = ReadonlyMap<string, string>;

export function scanForPreloads(html: string, isScripting: boolean): PreloadScan {
  const text = html.length > LIMITS.preloadScanChars ? html.slice(0, LIMITS.preloadScanChars) : html;
  const found: FoundResource[] = [];
  let base: string | null = null;
  let templates = 0;
  let at = 0;
  while (found.length < LIMITS.preloadsPerDocument) {
    at = text.indexOf('<', at);
    if (at < 0) break;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    TAG_NAME.lastIndex = at;
    const tag = TAG_NAME.exec(text);
    if (tag === null) {
      at++;
      continue;
    }
    const name = tag[2]!.toLowerCase();
    const isEnd = tag[1] === '/';
    const read = readAttributes(text, TAG_NAME.lastIndex);
    // A tag that is not whole yet says nothing.
    if (read === null) break;
    at = read.end;
    if (name === 'template') templates = Math.max(0, templates + (isEnd ? -1 : 1));
    if (isEnd) continue;
    if (templates === 0) {
      if (name === 'base') base ??= read.attributes.get('href') ?? null;
      const resource = resourceOf(name, read.attributes, isScripting);
      if (resource !== null) found.push(resource);
    }
    if (RAW_TEXT.has(name) || (name === 'noscript' && isScripting)) {
      at = endOfRawText(text, at, name);
      if (at < 0) break;
    }
  }
  return { base: base ?? '', found };
}

/** The same in a Link header (RFC 8288): what a server says before it has the document. */
export function preloadsOfHeader(value: string, isScripting: boolean): FoundResource[] {
  const found: FoundResource[] = [];
  for (const link of value
    .slice(0, LIMITS.headerBytes)
    .matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g)) {
    const attributes = new Map<string, string>([['href', link[1]!]]);
    for (const [, name, quoted, plain] of link[2]!.matchAll(/;\s*([\w*-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s",;]+)))?/g)) {
      if (name!.toLowerCase() !== 'href') attributes.set(name!.toLowerCase(), quoted ?? plain ?? '');
    }
    const resource = linkOf(attributes, isScripting);
    if (resource !== null) found.push(resource);
    if (found.length >= LIMITS.preloadsPerDocument) break;
  }
  return found;
}

/** The attributes of a tag and where it ends; `null` when it does not. */
function readAttributes(text: string, from: number): { readonly attributes: Attributes; readonly end: number } | null {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    while (at < text.length && /[\s/]/.test(text[at]!)) at++;
    if (at >= text.length) return null;
    if (text[at] === '>') return { attributes, end: at + 1 };
    ATTRIBUTE.lastIndex = at;
    const attribute = ATTRIBUTE.exec(text);
    if (attribute === null) {
      at++;
      continue;
    }
    const name = attribute[1]!.toLowerCase();
    const value = attribute[2] ?? attribute[3] ?? attribute[4] ?? '';
    // The first of a name counts.
    if (!attributes.has(name)) attributes.set(name, unescaped(value));
    at = ATTRIBUTE.lastIndex;
  }
}

function endOfRawText(text: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

/** The references that addresses have. */
function unescaped(value: string): string {
  return value.includes('&') ? value.replace(/&(?:amp|#38|#x26);?/gi, '&') : value;
}

function resourceOf(name: string, attributes: Attributes, isScripting: boolean): FoundResource | null {
  if (name === 'script') return isScripting ? scriptOf(attributes) : null;
  return name === 'link' ? linkOf(attributes, isScripting) : null;
}

const JAVASCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$|^text\/(?:jscript|livescript|javascript1\.\d)$/;

function scriptOf(attributes: Attributes): FoundResource | null {
  const url = (attributes.get('src') ?? '').trim();
  if (url === '') return null;
  const type = (attributes.get('type') ?? '').trim().toLowerCase();
  const isModule = type === 'module';
  if (!isModule && (attributes.has('nomodule') || (type !== '' && !JAVASCRIPT.test(type)))) return null;
  return resource(url, 'script', attributes, isModule);
}

function linkOf(attributes: Attributes, isScripting: boolean): FoundResource | null {
  const url = (attributes.get('href') ?? '').trim();
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  if (url === '' || rel.includes('alternate') || attributes.has('disabled')) return null;
  const type = (attributes.get('type') ?? '').trim().toLowerCase();
  if (rel.includes('stylesheet'))
    return type === '' || type === 'text/css' ? resource(url, 'style', attributes, false) : null;
  if (rel.includes('modulepreload')) return isScripting ? resource(url, 'script', attributes, true) : null;
  if (!rel.includes('preload')) return null;
  const use = (attributes.get('as') ?? '').toLowerCase();
  if (use === 'style') return resource(url, 'style', attributes, false);
  return use === 'script' && isScripting ? resource(url, 'script', attributes, false) : null;
}

function resource(
  url: string,
  destination: FoundResource['destination'],
  attributes: Attributes,
  isModule: boolean,
): FoundResource {
  const given = attributes.get('crossorigin')?.toLowerCase();
  const cors = given === undefined ? (isModule ? 'anonymous' : '') : given === 'use-credentials' ? given : 'anonymous';
  return { url, destination, cors, integrity: attributes.get('integrity') ?? '' };
}
