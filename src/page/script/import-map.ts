/**
 * Import maps: what the specifiers of modules stand for.
 *
 * In:  the text of an import map; a specifier and who says it. Out: an absolute address, or `null`.
 *
 * HTML §8.1.6.4, §8.1.6.5 https://html.spec.whatwg.org/#import-maps
 *
 * Differs: a later map may say what an address stands for that has been resolved before; modules that were fetched stay.
 */
import { askEngine } from '../engine-link.ts';
import {
  append,
  type BareArray,
  bareArray,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  parseJson,
  startsWith,
  stringSlice,
} from '../primordials.ts';

/** Addresses by normalised specifier; `null` stands for one that must not be imported. Longest keys first. */
interface SpecifierMap {
  readonly keys: BareArray<string>;
  readonly addresses: Map<string, string | null>;
}

interface Scope {
  readonly prefix: string;
  readonly map: SpecifierMap;
}

const makeMap = (): SpecifierMap => ({ keys: bareArray(), addresses: new Map() });

const top = makeMap();
/** Longest prefixes first. */
const scopes: BareArray<Scope> = bareArray();
const integrity = new Map<string, string>();

function resolve(reference: string, base: string): string | null {
  return askEngine((engine) => engine.resolveUrl(reference, base)) ?? null;
}

/** "resolve a URL-like module specifier" */
function resolveUrlLike(specifier: string, base: string): string | null {
  if (startsWith(specifier, '/') || startsWith(specifier, './') || startsWith(specifier, '../')) {
    return resolve(specifier, base);
  }
  return resolve(specifier, 'about:blank') ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Adds a map's rules; earlier ones win. Gives what is wrong with the text, or an empty text. */
export function addImportMap(text: string, base: string): string {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return 'SyntaxError: The import map is not valid JSON.';
  }
  if (!isObject(parsed)) return 'TypeError: An import map is an object.';
  const { imports, scopes: scoped, integrity: hashes } = parsed;
  if (isObject(imports)) addSpecifiers(top, imports, base);
  if (isObject(scoped)) addScopes(scoped, base);
  if (isObject(hashes)) addIntegrity(hashes, base);
  return '';
}

function addScopes(scoped: Record<string, unknown>, base: string): void {
  const keys = ownKeys(scoped);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    const prefix = resolve(key, base);
    const rules = scoped[key];
    if (prefix === null || !isObject(rules)) continue;
    let scope: Scope | null = null;
    for (let each = 0; each < scopes.length; each++) if (scopes[each]!.prefix === prefix) scope = scopes[each]!;
    if (scope === null) {
      scope = { prefix, map: makeMap() };
      insertByLength(scopes, scope, (one) => one.prefix.length);
    }
    addSpecifiers(scope.map, rules, base);
  }
}

function addIntegrity(hashes: Record<string, unknown>, base: string): void {
  const keys = ownKeys(hashes);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    const url = resolveUrlLike(key, base);
    const value = hashes[key];
    if (url !== null && typeof value === 'string' && !mapHas(integrity, url)) mapSet(integrity, url, value);
  }
}

/** "sort and normalize a module specifier map" */
function addSpecifiers(map: SpecifierMap, rules: Record<string, unknown>, base: string): void {
  const keys = ownKeys(rules);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    if (key === '') continue;
    const name = resolveUrlLike(key, base) ?? key;
    if (mapHas(map.addresses, name)) continue;
    const value = rules[key];
    const address = typeof value === 'string' ? resolveUrlLike(value, base) : null;
    const isFolder = name[name.length - 1] === '/';
    const isUsable = address !== null && (!isFolder || address[address.length - 1] === '/');
    mapSet(map.addresses, name, isUsable ? address : null);
    insertByLength(map.keys, name, (one) => one.length);
  }
}

function insertByLength<Item>(list: BareArray<Item>, item: Item, lengthOf: (item: Item) => number): void {
  append(list, item);
  let at = list.length - 1;
  for (; at > 0 && lengthOf(list[at - 1]!) < lengthOf(item); at--) list[at] = list[at - 1]!;
  list[at] = item;
}

/** "resolve an imports match": `undefined` when no rule speaks of it. */
function matchIn(map: SpecifierMap, name: string, mayBePrefix: boolean): string | null | undefined {
  const exact = mapGet(map.addresses, name);
  if (exact !== undefined) return exact;
  if (!mayBePrefix) return undefined;
  for (let at = 0; at < map.keys.length; at++) {
    const key = map.keys[at]!;
    if (key[key.length - 1] !== '/' || !startsWith(name, key)) continue;
    const address = mapGet(map.addresses, key) ?? null;
    if (address === null) return null;
    const url = resolve(stringSlice(name, key.length), address);
    // The rest may not climb out of what the rule names.
    return url !== null && startsWith(url, address) ? url : null;
  }
  return undefined;
}

/** Whether the address has one of the schemes whose paths are hierarchies. */
function isSpecial(url: string): boolean {
  return startsWith(url, 'http:') || startsWith(url, 'https:') || startsWith(url, 'file:');
}

/** "resolve a module specifier" */
export function resolveSpecifier(specifier: string, base: string): string | null {
  const asUrl = resolveUrlLike(specifier, base);
  const name = asUrl ?? specifier;
  const mayBePrefix = asUrl === null || isSpecial(asUrl);
  for (let at = 0; at < scopes.length; at++) {
    const { prefix, map } = scopes[at]!;
    const isInside = prefix === base || (prefix[prefix.length - 1] === '/' && startsWith(base, prefix));
    if (!isInside) continue;
    const found = matchIn(map, name, mayBePrefix);
    if (found !== undefined) return found;
  }
  const found = matchIn(top, name, mayBePrefix);
  return found === undefined ? asUrl : found;
}

/** The integrity metadata that a map has for an address. */
export function mappedIntegrity(url: string): string {
  return mapGet(integrity, url) ?? '';
}
