/**
 * The pattern of one component of an address: from its text to parts, and to a regular expression and text again.
 *
 * URL Pattern §3 https://urlpattern.spec.whatwg.org/#pattern-strings
 */
export type Modifier = '' | '?' | '*' | '+';

export interface Part {
  readonly kind: 'fixed' | 'regexp' | 'segment' | 'full';
  readonly value: string;
  readonly modifier: Modifier;
  readonly name: string;
  readonly prefix: string;
  readonly suffix: string;
}

export interface PatternOptions {
  readonly delimiter: string;
  readonly prefix: string;
  readonly ignoreCase: boolean;
  encode(text: string): string;
}

interface Token {
  readonly kind:
    | 'open'
    | 'close'
    | 'regexp'
    | 'name'
    | 'char'
    | 'escaped'
    | 'modifier'
    | 'asterisk'
    | 'end'
    | 'invalid';
  readonly value: string;
  readonly at: number;
}

const NAME_START = /[\p{ID_Start}$_]/u;
const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;

/** §3.1 "tokenize". `lenient`: what cannot be read becomes a token of its own. */
export function tokenize(text: string, lenient: boolean): Token[] {
  const tokens: Token[] = [];
  const characters = [...text];
  const fail = (at: number, why: string): number => {
    if (!lenient) throw new TypeError(why);
    tokens.push({ kind: 'invalid', value: characters[at]!, at });
    return at + 1;
  };
  for (let at = 0; at < characters.length; ) {
    const character = characters[at]!;
    if (character === '*') tokens.push({ kind: 'asterisk', value: character, at: at++ });
    else if (character === '+' || character === '?') tokens.push({ kind: 'modifier', value: character, at: at++ });
    else if (character === '{') tokens.push({ kind: 'open', value: character, at: at++ });
    else if (character === '}') tokens.push({ kind: 'close', value: character, at: at++ });
    else if (character === '\\') {
      if (at + 1 >= characters.length) at = fail(at, `Trailing escape character at index ${at}.`);
      else {
        tokens.push({ kind: 'escaped', value: characters[at + 1]!, at });
        at += 2;
      }
    } else if (character === ':') {
      let end = at + 1;
      while (end < characters.length && (end === at + 1 ? NAME_START : NAME_PART).test(characters[end]!)) end++;
      if (end === at + 1) at = fail(at, `Missing parameter name at index ${at}.`);
      else {
        tokens.push({ kind: 'name', value: characters.slice(at + 1, end).join(''), at });
        at = end;
      }
    } else if (character === '(') at = regexpToken(characters, at, tokens, fail);
    else tokens.push({ kind: 'char', value: character, at: at++ });
  }
  tokens.push({ kind: 'end', value: '', at: characters.length });
  return tokens;
}

function regexpToken(
  characters: string[],
  at: number,
  tokens: Token[],
  fail: (at: number, why: string) => number,
): number {
  let depth = 1;
  let end = at + 1;
  for (; end < characters.length; end++) {
    const character = characters[end]!;
    if (character > '\x7f')
      return fail(at, `Invalid non-ASCII character 0x${character.codePointAt(0)!.toString(16)} at index ${end}.`);
    if (end === at + 1 && character === '?') return fail(at, `Regex cannot start with '?' at index ${end}`);
    if (character === '\\') {
      if (end + 1 >= characters.length) return fail(at, `Trailing escape character at index ${end}.`);
      end++;
    } else if (character === ')' && --depth === 0) break;
    else if (character === '(') {
      depth++;
      if (end + 1 >= characters.length) return fail(at, `Unbalanced regex at index ${end}.`);
      if (characters[end + 1] !== '?')
        return fail(at, `Unnamed capturing groups are not allowed in regex at index ${end}.`);
    }
  }
  if (depth > 0) return fail(at, `Unbalanced regex at index ${at}.`);
  if (end === at + 1) return fail(at, `Missing regex at index ${at}.`);
  tokens.push({ kind: 'regexp', value: characters.slice(at + 1, end).join(''), at });
  return end + 1;
}

/** §3.3 "parse a pattern string" */
export function parsePattern(text: string, options: PatternOptions): Part[] {
  const tokens = tokenize(text, false);
  const parts: Part[] = [];
  const names = new Set<string>();
  let at = 0;
  let pending = '';
  let numbered = 0;
  const take = (...kinds: Token['kind'][]): Token | null => (kinds.includes(tokens[at]!.kind) ? tokens[at++]! : null);
  const flush = (): void => {
    if (pending !== '')
      parts.push({ kind: 'fixed', value: options.encode(pending), modifier: '', name: '', prefix: '', suffix: '' });
    pending = '';
  };
  const modifier = (): Modifier => (take('modifier', 'asterisk')?.value ?? '') as Modifier;
  const add = (prefix: string, name: Token | null, wild: Token | null, suffix: string, how: Modifier): void => {
    if (name === null && wild === null && how === '') {
      pending += prefix;
      return;
    }
    flush();
    if (name === null && wild === null) {
      if (suffix === '' && prefix === '') return;
      parts.push({ kind: 'fixed', value: options.encode(prefix), modifier: how, name: '', prefix: '', suffix: '' });
      return;
    }
    let kind: Part['kind'] = wild === null ? 'segment' : wild.kind === 'asterisk' ? 'full' : 'regexp';
    let value = kind === 'regexp' ? wild!.value : '';
    if (kind === 'regexp' && value === segmentText(options)) [kind, value] = ['segment', ''];
    else if (kind === 'regexp' && value === '.*') [kind, value] = ['full', ''];
    const own = name === null ? `${numbered++}` : name.value;
    if (names.has(own)) throw new TypeError(`Duplicate group name '${own}' at index ${name?.at ?? wild!.at}.`);
    names.add(own);
    parts.push({
      kind,
      value,
      modifier: how,
      name: own,
      prefix: options.encode(prefix),
      suffix: options.encode(suffix),
    });
  };
  while (at < tokens.length) {
    const char = take('char');
    const name = take('name');
    const wild = take('regexp') ?? (name === null ? take('asterisk') : null);
    if (name !== null || wild !== null) {
      let prefix = char?.value ?? '';
      if (prefix !== '' && prefix !== options.prefix) {
        pending += prefix;
        prefix = '';
      }
      flush();
      add(prefix, name, wild, '', modifier());
      continue;
    }
    const fixed = char ?? take('escaped');
    if (fixed !== null) {
      pending += fixed.value;
      continue;
    }
    if (take('open') !== null) {
      const textRun = (): string => {
        let run = '';
        for (let next = take('char', 'escaped'); next !== null; next = take('char', 'escaped')) run += next.value;
        return run;
      };
      const prefix = textRun();
      const inner = take('name');
      const innerWild = take('regexp') ?? (inner === null ? take('asterisk') : null);
      const suffix = textRun();
      if (take('close') === null) throw new TypeError(`Expected close at index ${tokens[at]!.at}.`);
      add(prefix, inner, innerWild, suffix, modifier());
      continue;
    }
    flush();
    if (take('end') === null)
      throw new TypeError(`Unexpected ${tokens[at]!.kind} '${tokens[at]!.value}' at index ${tokens[at]!.at}.`);
  }
  return parts;
}

const escapeRegexp = (text: string): string => text.replace(/[.+*?^${}()[\]|/\\]/g, '\\$&');
const escapePattern = (text: string): string => text.replace(/[+*?:{}()\\]/g, '\\$&');

function segmentText({ delimiter }: PatternOptions): string {
  return delimiter === '' ? '.+?' : `[^${escapeRegexp(delimiter)}]+?`;
}

/** §3.4 "generate a regular expression and name list" */
export function regexpOf(
  parts: readonly Part[],
  options: PatternOptions,
): { readonly regexp: RegExp; readonly names: string[] } {
  let source = '^';
  const names: string[] = [];
  for (const { kind, value, modifier, name, prefix, suffix } of parts) {
    if (kind === 'fixed') {
      source += modifier === '' ? escapeRegexp(value) : `(?:${escapeRegexp(value)})${modifier}`;
      continue;
    }
    names.push(name);
    const inner = kind === 'segment' ? segmentText(options) : kind === 'full' ? '.*' : value;
    const [before, after] = [escapeRegexp(prefix), escapeRegexp(suffix)];
    const isOnce = modifier === '' || modifier === '?';
    if (before === '' && after === '') source += isOnce ? `(${inner})${modifier}` : `((?:${inner})${modifier})`;
    else if (isOnce) source += `(?:${before}(${inner})${after})${modifier}`;
    else
      source += `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)${after})${modifier === '*' ? '?' : ''}`;
  }
  return { regexp: new RegExp(`${source}$`, options.ignoreCase ? 'vi' : 'v'), names };
}

/** §3.5 "generate a pattern string" */
export function patternText(parts: readonly Part[], options: PatternOptions): string {
  let text = '';
  parts.forEach((part, index) => {
    const { kind, value, modifier, name, prefix, suffix } = part;
    if (kind === 'fixed') {
      text += modifier === '' ? escapePattern(value) : `{${escapePattern(value)}}${modifier}`;
      return;
    }
    const isNamed = !/^\d/.test(name);
    const next = parts[index + 1];
    const before = parts[index - 1];
    let needsGroup = suffix !== '' || (prefix !== '' && prefix !== options.prefix);
    if (
      !needsGroup &&
      isNamed &&
      kind === 'segment' &&
      modifier === '' &&
      next !== undefined &&
      next.prefix === '' &&
      next.suffix === ''
    ) {
      needsGroup = next.kind === 'fixed' ? NAME_PART.test([...next.value][0] ?? '') : /^\d/.test(next.name);
    }
    if (
      !needsGroup &&
      prefix === '' &&
      before?.kind === 'fixed' &&
      before.value.endsWith(options.prefix) &&
      options.prefix !== ''
    ) {
      needsGroup = true;
    }
    text += `${needsGroup ? '{' : ''}${escapePattern(prefix)}${isNamed ? `:${name}` : ''}`;
    if (kind === 'regexp') text += `(${value})`;
    else if (kind === 'segment' && !isNamed) text += `(${segmentText(options)})`;
    else if (kind === 'full') {
      const isBare =
        !isNamed &&
        (before === undefined || before.kind === 'fixed' || before.modifier !== '' || needsGroup || prefix !== '');
      text += isBare ? '*' : '(.*)';
    }
    if (kind === 'segment' && isNamed && suffix !== '' && NAME_PART.test([...suffix][0]!)) text += '\\';
    text += `${escapePattern(suffix)}${needsGroup ? '}' : ''}${modifier}`;
  });
  return text;
}
