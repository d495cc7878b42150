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
  /** Of the element or of a meta element before it; empty for none. */
  readonly referrerPolicy: string;
  /** Nothing waits for it: a script that is async or deferred. */
  readonly isLate: boolean;
}

/** A meta element that asks for client hints. */
export interface HintMeta {
  readonly kind: 'accept-ch' | 'delegate-ch';
  readonly content: string;
}

/** Elements whose content is text up to their end tag. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y;
const TAG_NAME = /<(\/?)([a-z][^\s/>]*)/iy;

type Attributes = ReadonlyMap<string, string>;

/** Reads a document as it comes. What is not whole yet (a tag, a comment, the text of a script) waits for more. */
export class PreloadScanner {
  readonly #isScripting: boolean;
  #base: string | null = null;
  #referrerPolicy = '';
  #hints: HintMeta[] = [];
  #text = '';
  /** The element whose text is being passed over. */
  #raw: string | null = null;
  #templates = 0;
  #seen = 0;
  #count = 0;

  constructor(isScripting: boolean) {
    this.#isScripting = isScripting;
  }

  /** The first `base` element's address so far; empty for none. */
  get base(): string {
    return this.#base ?? '';
  }

  /** The client hints that were asked for since the last time. */
  takeHints(): readonly HintMeta[] {
    const hints = this.#hints;
    if (hints.length > 0) this.#hints = [];
    return hints;
  }

  /** What the next piece of markup will ask for, in order. */
  scan(more: string): FoundResource[] {
    const piece = more.slice(0, Math.max(0, LIMITS.preloadScanChars - this.#seen));
    this.#seen += piece.length;
    const text = this.#text + piece;
    const found: FoundResource[] = [];
    let at = 0;
    while (this.#count < LIMITS.preloadsPerDocument) {
      const next = this.#raw === null ? this.#readMarkup(text, at, found) : this.#passText(text, at, this.#raw);
      if (next === null) break;
      at = next;
    }
    this.#text = this.#waiting(text, at);
    return found;
  }

  /** One tag or comment; where it ends, or `null` when it does not yet. */
  #readMarkup(text: string, from: number, found: FoundResource[]): number | null {
    const at = text.indexOf('<', from);
    if (at < 0) return null;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      return end < 0 ? null : end + 3;
    }
    TAG_NAME.lastIndex = at;
    const tag = TAG_NAME.exec(text);
    if (tag === null) return at + 4 > text.length ? null : at + 1;
    const name = tag[2]!.toLowerCase();
    const isEnd = tag[1] === '/';
    const read = readAttributes(text, TAG_NAME.lastIndex);
    // A tag that is not whole yet says nothing.
    if (read === null) return null;
    if (name === 'template') this.#templates = Math.max(0, this.#templates + (isEnd ? -1 : 1));
    if (isEnd) return read.end;
    if (this.#templates === 0) {
      if (name === 'base') this.#base ??= read.attributes.get('href') ?? null;
      if (name === 'meta') {
        this.#referrerPolicy = policyOfMeta(read.attributes) ?? this.#referrerPolicy;
        const kind = (read.attributes.get('http-equiv') ?? '').trim().toLowerCase();
        const content = read.attributes.get('content') ?? '';
        if (kind === 'accept-ch' || kind === 'delegate-ch') this.#hints.push({ kind, content });
      }
      const resource = resourceOf(name, read.attributes, this.#isScripting);
      if (resource !== null) {
        found.push({ ...resource, referrerPolicy: resource.referrerPolicy || this.#referrerPolicy });
        this.#count++;
      }
    }
    if (RAW_TEXT.has(name) || (name === 'noscript' && this.#isScripting)) this.#raw = name;
    return read.end;
  }

  #passText(text: string, from: number, name: string): number | null {
    const end = endOfRawText(text, from, name);
    if (end < 0) return null;
    this.#raw = null;
    return end;
  }

  /** What has to be looked at again with more behind it: of a raw text, only what may be the beginning of its end. */
  #waiting(text: string, at: number): string {
    if (this.#seen >= LIMITS.preloadScanChars || this.#count >= LIMITS.preloadsPerDocument) return '';
    if (this.#raw !== null) return text.slice(Math.max(at, text.length - this.#raw.length - 3));
    const open = text.indexOf('<', at);
    if (open < 0) return '';
    // Secure: what does not end is not looked at again and again.
    if (text.length - open > LIMITS.preloadTagChars) this.#seen = LIMITS.preloadScanChars;
    return text.slice(open);
  }
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
    // A quote without its end: the rest of the tag is still to come.
    if (/^["']/.test(attribute[4] ?? '')) return null;
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
  const referrerPolicy = attributes.get('referrerpolicy') ?? '';
  const isLate = destination === 'script' && !isModule && (attributes.has('async') || attributes.has('defer'));
  return { url, destination, cors, integrity: attributes.get('integrity') ?? '', referrerPolicy, isLate };
}

function policyOfMeta(attributes: Attributes): string | null {
  if (attributes.get('name')?.toLowerCase() !== 'referrer') return null;
  const word = (attributes.get('content') ?? '').toLowerCase();
  return word === 'never' ? 'no-referrer' : word;
}
