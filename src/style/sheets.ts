/**
 * Which stylesheets a document has, in tree order, and their text as parsed rules.
 *
 * In:  a document or shadow root; the texts of linked, imported and adopted sheets, which the caller has fetched.
 * Out: parsed sheets; and, for the caller, which imports a text needs.
 *
 * HTML §4.2.4 (link), §4.2.6 (style), CSSOM §6 https://drafts.csswg.org/cssom/#documentorshadowroot
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  hasAttribute,
  isElement,
  isText,
  nextSibling,
} from '../html/node-tree.ts';
import { asciiLower } from './code-points.ts';
import type { ImportFinder, PlacedSheet } from './collect-rules.ts';
import { matchesMedia, parseMediaQueryList } from './media.ts';
import { parseSheet } from './parse-sheet.ts';
import type { RegisteredProperty } from './registered-property.ts';
import { containsToken } from './selector/match-attribute.ts';
import type { StyleEnvironment } from './style-environment.ts';
import type { Rule, StyleSheet } from './stylesheet.ts';

export interface SheetText {
  readonly text: string;
  readonly baseUrl: string;
}

/** Turns an address into an absolute one; `null` when it is none. The engine realm has no URL class. */
export type UrlResolver = (relative: string, base: string) => string | null;

/** Everything that style needs and the document does not hold. */
export interface StyleSources {
  /** The address that sheets in the document are relative to. */
  readonly baseUrl: string;
  /**
   * Texts of linked sheets by their element. A style element in it has this text instead of its own (script has changed
   * its rules).
   */
  readonly linkedSheets: ReadonlyMap<DomNode, SheetText>;
  /** Texts of imported sheets by absolute address. */
  readonly imports: ReadonlyMap<string, string>;
  /** Texts of adopted sheets by document or shadow root, in order. */
  readonly adopted: ReadonlyMap<DomNode, readonly string[]>;
  /** Custom properties that script has registered, by name. */
  readonly registered?: ReadonlyMap<string, RegisteredProperty>;
  readonly resolveUrl: UrlResolver;
  /** The content box of a query container, once layout knows it. */
  readonly containerSize?: (element: DomElement) => { readonly width: number; readonly height: number } | null;
}

/** The sheets of a document or shadow root that apply, in order (CSSOM: the final list of style sheets). */
export function sheetsOf(
  root: DomNode,
  sources: StyleSources,
  environment: StyleEnvironment,
  quirks: boolean,
): PlacedSheet[] {
  const sheets: PlacedSheet[] = [];
  let preferredTitle: string | null = null;
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (!isElement(at) || (at[LOCAL_NAME] !== 'style' && at[LOCAL_NAME] !== 'link')) continue;
    const source = sheetText(at, sources);
    if (source === null || !mediaApplies(at, environment)) continue;
    // The first titled sheet names the preferred set; sheets of other sets are alternatives.
    const title = attribute(at, 'title') ?? '';
    if (title !== '') {
      preferredTitle ??= title;
      if (title !== preferredTitle) continue;
    }
    sheets.push({ sheet: parsedSheet(source.text, quirks), baseUrl: source.baseUrl, owner: at });
  }
  for (const text of sources.adopted.get(root) ?? []) {
    sheets.push({ sheet: parsedSheet(text, quirks), baseUrl: sources.baseUrl, owner: null });
  }
  return sheets;
}

function sheetText(element: DomElement, sources: StyleSources): SheetText | null {
  if (element[LOCAL_NAME] === 'link')
    return isStylesheetLink(element) ? (sources.linkedSheets.get(element) ?? null) : null;
  // HTML §4.2.6: white space around the type makes it another one.
  const type = asciiLower(attribute(element, 'type') ?? '');
  if (type !== '' && type !== 'text/css') return null;
  const changed = sources.linkedSheets.get(element);
  return changed ?? { text: childText(element), baseUrl: sources.baseUrl };
}

/** Whether a link element asks for a sheet that applies by itself: not disabled, not an alternative. */
export function isStylesheetLink(link: DomElement): boolean {
  const rel = asciiLower(attribute(link, 'rel') ?? '');
  if (!containsToken(rel, 'stylesheet') || containsToken(rel, 'alternate')) return false;
  const type = asciiLower((attribute(link, 'type') ?? '').trim());
  return (type === '' || type === 'text/css') && !hasAttribute(link, 'disabled');
}

function mediaApplies(element: DomElement, environment: StyleEnvironment): boolean {
  const media = attribute(element, 'media');
  return media === null || matchesMedia(parseMediaQueryList(media), environment);
}

function childText(element: DomElement): string {
  let text = '';
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isText(child)) text += characterData(child);
  }
  return text;
}

/** Key: mode and text. Sheets are immutable and hold nothing of a document. The oldest go first when it is full. */
const parsed = new Map<string, StyleSheet>();
const MAX_PARSED_CHARACTERS = 16_000_000;
let parsedCharacters = 0;

/** The rules of a sheet's text; the same text is parsed once. */
export function parsedSheet(text: string, quirks = false): StyleSheet {
  const key = quirks ? `?${text}` : text;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const sheet = parseSheet(text, quirks);
  if (key.length > MAX_PARSED_CHARACTERS) return sheet;
  for (const oldest of parsed.keys()) {
    if (parsedCharacters + key.length <= MAX_PARSED_CHARACTERS) break;
    parsed.delete(oldest);
    parsedCharacters -= oldest.length;
  }
  parsed.set(key, sheet);
  parsedCharacters += key.length;
  return sheet;
}

/** Absolute addresses of the sheets that a text imports, without what the imports import in turn. */
export function collectImports(text: string, baseUrl: string, resolveUrl: UrlResolver): string[] {
  const addresses: string[] = [];
  for (const rule of parsedSheet(text).rules) {
    if (!mayPrecedeImport(rule)) break;
    if (rule.kind !== 'import') continue;
    const address = resolveUrl(rule.href, baseUrl);
    if (address !== null && !addresses.includes(address)) addresses.push(address);
  }
  return addresses;
}

function mayPrecedeImport(rule: Rule): boolean {
  return rule.kind === 'import' || rule.kind === 'layer-order';
}

/** Looks imported sheets up in what the caller has fetched. */
export function importFinder(sources: StyleSources, quirks: boolean): ImportFinder {
  return (href, baseUrl) => {
    const url = sources.resolveUrl(href, baseUrl);
    const text = url === null ? undefined : sources.imports.get(url);
    return url === null || text === undefined ? null : { sheet: parsedSheet(text, quirks), url };
  };
}
