/**
 * URLPattern: addresses by patterns, one for each of their components.
 *
 * URL Pattern §1, §2 https://urlpattern.spec.whatwg.org/#urlpattern-class
 */

import { URL_PARTS, type UrlPart } from '../url/url-parts.ts';
import { addressParts, addressWith } from '../url-api.ts';
import { defineBehaviour, defineLater, type LiveRecord } from '../window/lazy-interfaces.ts';
import { type Args, type Given, givenOf } from './answers.ts';
import { type Part, type PatternOptions, parsePattern, patternText, regexpOf, tokenize } from './url-pattern-parts.ts';

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;
type Component = (typeof COMPONENTS)[number];
type Init = { [key in Component]?: string } & { baseURL?: string };

interface Compiled {
  readonly text: string;
  readonly regexp: RegExp;
  readonly names: readonly string[];
  readonly parts: readonly Part[];
}

const WHERE = "Failed to construct 'URLPattern': ";
const SPECIAL = ['http', 'https', 'ws', 'wss', 'ftp', 'file'];
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };

/** One component as the address parser would write it, in an address of its own. */
function canonical(part: UrlPart, value: string, href: string): string {
  if (value === '') return '';
  const parts = addressWith(href, part, value);
  const text = parts?.[URL_PARTS.indexOf(part)] ?? '';
  if (parts === null || text === '') throw new TypeError(`'${value}' is not a valid ${part}.`);
  return text;
}

/** §2.3 "canonicalize a protocol" and so on. `protocol`: of the pattern; '' where any may stand. */
function encode(component: Component, value: string, protocol: string): string {
  const isPlain = protocol !== '' && !SPECIAL.includes(protocol);
  const base = isPlain ? 'dummy://host/' : 'https://dummy.test/';
  switch (component) {
    case 'protocol': {
      const scheme = value.replace(/:$/, '').toLowerCase();
      if (scheme !== '' && !/^[a-z][a-z0-9+.-]*$/.test(scheme)) throw new TypeError(`Invalid protocol '${value}'.`);
      return scheme;
    }
    case 'port': {
      if (value !== '' && !/^\d{1,5}$/.test(value)) throw new TypeError(`Invalid port '${value}'.`);
      const port = value === '' ? '' : `${Number(value)}`;
      return port === DEFAULT_PORTS[protocol] ? '' : port;
    }
    case 'search':
      return canonical('search', value.replace(/^\?/, ''), base).slice(1);
    case 'hash':
      return canonical('hash', value.replace(/^#/, ''), base).slice(1);
    case 'pathname': {
      if (value === '') return '';
      const isRooted = value.startsWith('/');
      const text = canonical('pathname', isRooted ? value : `/-${value}`, base);
      return isRooted ? text : text.slice(2);
    }
    case 'hostname':
      return value.startsWith('[') ? value.toLowerCase() : canonical('hostname', value, base);
    default:
      return canonical(component, value, base);
  }
}

function optionsOf(component: Component, protocol: string, ignoreCase: boolean): PatternOptions {
  const isPath = component === 'pathname' && (protocol === '' || SPECIAL.includes(protocol));
  return {
    delimiter: component === 'hostname' ? '.' : isPath ? '/' : '',
    prefix: isPath ? '/' : '',
    ignoreCase: ignoreCase && /pathname|search|hash/.test(component),
    encode: (text) =>
      encode(component, text, component === 'port' ? protocol : isPath || component !== 'pathname' ? '' : 'x'),
  };
}

function compile(component: Component, text: string, protocol: string, ignoreCase: boolean): Compiled {
  const options = optionsOf(component, protocol, ignoreCase);
  try {
    const parts = parsePattern(text, options);
    const { regexp, names } = regexpOf(parts, options);
    return { text: patternText(parts, options), regexp, names, parts };
  } catch (error) {
    const why = (error as { readonly message?: unknown }).message;
    throw new TypeError(`${WHERE}Invalid ${component} pattern '${text}'. ${why}`);
  }
}

/** §1.6 "parse a constructor string": where one component ends and the next begins. */
function parseConstructorString(input: string): Init {
  const tokens = tokenize(input, true);
  const texts: Record<string, string> = {};
  const textBetween = (from: number, to: number): string => [...input].slice(tokens[from]!.at, tokens[to]!.at).join('');
  const isChar = (at: number, character: string): boolean => {
    const token = tokens[at];
    return token !== undefined && token.value === character && /^(?:char|escaped|invalid)$/.test(token.kind);
  };
  /** A '?' is one of an address where it cannot be a modifier. */
  const isSearch = (at: number): boolean => {
    if (isChar(at, '?')) return true;
    if (tokens[at]?.value !== '?') return false;
    const before = tokens[at - 1];
    return before === undefined || !/^(?:name|regexp|close|asterisk)$/.test(before.kind);
  };
  const isSlashes = (at: number): boolean => isChar(at + 1, '/') && isChar(at + 2, '/');
  const last = tokens.length - 1;
  let depth = 0;
  const scan = (from: number, ends: (at: number) => boolean): number => {
    for (let at = from; at < last; at++) {
      if (tokens[at]!.kind === 'open') depth++;
      else if (tokens[at]!.kind === 'close' && depth > 0) depth--;
      else if (depth === 0 && ends(at)) return at;
    }
    return last;
  };
  let at = 0;
  const colon = scan(0, (place) => isChar(place, ':'));
  const isAbsolute = colon < last;
  if (isAbsolute) {
    texts['protocol'] = textBetween(0, colon);
    at = colon + 1;
    const scheme = texts['protocol'];
    const isStandard = isSlashes(colon) || SPECIAL.some((name) => matches(scheme, name));
    if (isStandard && isSlashes(colon)) at = authority(tokens, at + 2, { isChar, isSearch, scan, textBetween, texts });
  }
  depth = 0;
  if (!isAbsolute || !isSearch(at)) {
    const end = scan(at, (place) => isSearch(place) || isChar(place, '#'));
    if (end > at) texts['pathname'] = textBetween(at, end);
    else if (isAbsolute && texts['hostname'] !== undefined) texts['pathname'] = end < last ? '/' : '*';
    at = end;
  }
  if (at < last && isSearch(at)) {
    const end = scan(at + 1, (place) => isChar(place, '#'));
    texts['search'] = textBetween(at + 1, end);
    at = end;
  }
  if (at < last && isChar(at, '#')) texts['hash'] = textBetween(at + 1, last);
  return withDefaults(texts as Init, isAbsolute);
}

/** What stands before the first component that is given is empty where an address has it, and anything behind the last. */
function withDefaults(init: Init, isAbsolute: boolean): Init {
  if (isAbsolute && init.hostname !== undefined) init.port ??= '';
  if (init.hash !== undefined) init.search ??= '';
  if ((init.search !== undefined || init.hash !== undefined) && isAbsolute) init.pathname ??= '';
  return init;
}

interface Scanner {
  isChar(at: number, character: string): boolean;
  isSearch(at: number): boolean;
  scan(from: number, ends: (at: number) => boolean): number;
  textBetween(from: number, to: number): string;
  readonly texts: Record<string, string>;
}

function authority(tokens: ReturnType<typeof tokenize>, from: number, scanner: Scanner): number {
  const { isChar, isSearch, scan, textBetween, texts } = scanner;
  const end = scan(from, (at) => isChar(at, '/') || isSearch(at) || isChar(at, '#'));
  let start = from;
  for (let at = from; at < end; at++) {
    if (!isChar(at, '@')) continue;
    const colon = scan(from, (place) => place >= at || isChar(place, ':'));
    texts['username'] = textBetween(from, Math.min(colon, at));
    if (colon < at) texts['password'] = textBetween(colon + 1, at);
    start = at + 1;
  }
  let port = end;
  let brackets = 0;
  let depth = 0;
  for (let at = start; at < end; at++) {
    if (tokens[at]!.kind === 'open') depth++;
    else if (tokens[at]!.kind === 'close') depth--;
    else if (isChar(at, '[')) brackets++;
    else if (isChar(at, ']')) brackets--;
    else if (isChar(at, ':') && brackets === 0 && depth === 0) port = at;
  }
  texts['hostname'] = textBetween(start, port);
  if (port < end) texts['port'] = textBetween(port + 1, end);
  return end;
}

/** Whether a pattern of a protocol takes this one. */
function matches(pattern: string, protocol: string): boolean {
  return compile('protocol', pattern, '', false).regexp.test(protocol);
}

/** §2.1 "process a URLPatternInit" for patterns: what the base address says of what is not given. */
function initOf(given: Given): Init {
  const init: Init = {};
  const base = given['baseURL'] === undefined ? null : addressParts(`${given['baseURL']}`, '');
  if (given['baseURL'] !== undefined && base === null)
    throw new TypeError(`${WHERE}Invalid baseURL '${given['baseURL']}'.`);
  const escaped = (text: string): string => text.replace(/[+*?:{}()\\]/g, '\\$&');
  const ofBase = (component: Component): string =>
    escaped((base![URL_PARTS.indexOf(component)] ?? '').replace(/^[?#]|:$/g, ''));
  // A component of the base counts only where nothing that stands before it is given.
  const before: Component[] = [];
  for (const component of ['protocol', 'hostname', 'port', 'pathname', 'search'] as const) {
    before.push(component);
    if (base !== null && before.every((each) => given[each] === undefined)) init[component] = ofBase(component);
  }
  for (const component of COMPONENTS) {
    const value = given[component];
    if (value === undefined) continue;
    let text = `${value}`;
    if (component === 'protocol') text = text.replace(/:$/, '');
    else if (component === 'search') text = text.replace(/^\?/, '');
    else if (component === 'hash') text = text.replace(/^#/, '');
    else if (component === 'pathname' && base !== null && !/^(?:\/|\\\/|\{\/)/.test(text)) {
      const path = ofBase('pathname');
      text = path.slice(0, path.lastIndexOf('/') + 1) + text;
    }
    init[component] = text;
  }
  return init;
}

function construct(args: Args): LiveRecord {
  const [first, second] = [args[0], args[1]];
  const isText = typeof first === 'string';
  let init: Init;
  let options = second;
  if (isText) {
    const hasBase = typeof second === 'string';
    init = parseConstructorString(first);
    if (!hasBase && init.protocol === undefined) {
      throw new TypeError(
        `${WHERE}Relative constructor string '${first}' must have a base URL passed as the second argument.`,
      );
    }
    if (hasBase) {
      init = initOf({ ...init, baseURL: second });
      options = args[2];
    }
  } else {
    if (typeof second === 'string')
      throw new TypeError(
        `${WHERE}Invalid second argument baseURL '${second}' provided with a URLPatternInit input. Use the URLPatternInit.baseURL property instead.`,
      );
    init = initOf(givenOf(first));
  }
  const ignoreCase = Boolean(givenOf(options)['ignoreCase']);
  const compiled: Record<string, Compiled> = {};
  const protocol = compile('protocol', init.protocol ?? '*', '', false);
  const only = protocol.parts.length === 1 && protocol.parts[0]!.kind === 'fixed' ? protocol.parts[0]!.value : '';
  const known =
    only !== '' && !SPECIAL.includes(only) ? only : SPECIAL.some((name) => protocol.regexp.test(name)) ? only : 'x';
  if (init.port !== undefined && init.port !== '' && init.port === DEFAULT_PORTS[only]) init.port = '';
  for (const component of COMPONENTS) {
    compiled[component] =
      component === 'protocol' ? protocol : compile(component, init[component] ?? '*', known, ignoreCase);
  }
  const record: LiveRecord = { '%compiled': compiled, hasRegExpGroups: false };
  for (const component of COMPONENTS) {
    record[component] = compiled[component]!.text;
    if (compiled[component]!.parts.some(({ kind }) => kind === 'regexp')) record['hasRegExpGroups'] = true;
  }
  return record;
}

/** The components of what is tested; `null` when it is no address. */
function inputOf(args: Args): Record<Component, string> | null {
  const values = {} as Record<Component, string>;
  const first = args[0] === undefined ? {} : args[0];
  const isInit =
    typeof first === 'object' &&
    first !== null &&
    !(first instanceof (globalThis as unknown as { URL: typeof Object }).URL);
  const given: Given = isInit ? (first as Given) : {};
  const base = isInit ? given['baseURL'] : args[1];
  const parts = isInit
    ? base === undefined
      ? null
      : addressParts(`${base}`, '')
    : addressParts(`${first}`, base === undefined ? '' : `${base}`);
  if (parts === null && (!isInit || base !== undefined)) return null;
  let isReset = false;
  for (const component of COMPONENTS) {
    values[component] = isReset ? '' : (parts?.[URL_PARTS.indexOf(component)] ?? '').replace(/^[?#]|:$/g, '');
    if (given[component] === undefined) continue;
    isReset = true;
    try {
      values[component] = encode(component, `${given[component]}`, values.protocol);
    } catch {
      // What cannot stand in an address matches no pattern.
      return null;
    }
  }
  return values;
}

function match(record: LiveRecord, args: Args): Record<string, unknown> | null {
  const values = inputOf(args);
  if (values === null) return null;
  const compiled = record['%compiled'] as Record<Component, Compiled>;
  const result: Record<string, unknown> = {};
  for (const component of [...COMPONENTS].sort()) {
    const { regexp, names } = compiled[component];
    const found = regexp.exec(values[component]);
    if (found === null) return null;
    const groups: Record<string, unknown> = {};
    names.forEach((name, index) => {
      groups[name] = found[index + 1];
    });
    if (component === 'password') result['inputs'] = args.length > 1 ? [args[0], args[1]] : [args[0] ?? {}];
    result[component] = { groups, input: values[component] };
  }
  return result;
}

export function installUrlPattern(): void {
  defineLater('URLPattern', () =>
    defineBehaviour('URLPattern', {
      construct,
      test(this: LiveRecord, args: Args) {
        return match(this, args) !== null;
      },
      exec(this: LiveRecord, args: Args) {
        return match(this, args);
      },
    }),
  );
}
