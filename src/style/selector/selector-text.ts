/**
 * The text of a selector list as the CSSOM shows it.
 *
 * In:  text as it was written. Out: the same list in its canonical spelling, or `null` where it is not valid.
 *
 * CSSOM §6.7.1 "serialize a group of selectors" https://drafts.csswg.org/cssom/#serializing-selectors
 */
import { asciiLower } from '../code-points.ts';
import { type Token, tokenize } from '../tokenizer.ts';
import { parseNth } from './parse-nth.ts';
import { findDroppedItems } from './parse-selector.ts';
import { LEGACY_PSEUDO_ELEMENTS } from './pseudo-elements.ts';

/** Functions whose argument is a list of selectors. */
const SELECTOR_FUNCTIONS: ReadonlySet<string> = new Set(
  '-webkit-any is where not has host host-context slotted'.split(' '),
);

/** With a prefix, validity hangs on the sheet's namespaces: what is valid with any is given back as it is. */
export function canonicalSelector(text: string): string | null {
  const tokens = tokenize(text);
  if (tokens.some((token) => isDelim(token, '&'))) return text;
  const prefixes = tokens.filter((token, at) => token.type === 'ident' && isPrefixBar(tokens, at + 1));
  const dropped = findDroppedItems(tokens, new Map(prefixes.map(({ value }) => [value, `prefix ${value}`])));
  if (dropped !== null && (prefixes.length > 0 || tokens.some((_, at) => isPrefixBar(tokens, at)))) return text;
  return dropped === null ? null : new SelectorWriter(text, withoutStars(tokens, dropped), dropped).list(false);
}

class SelectorWriter {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #dropped: ReadonlyMap<number, number>;
  #at = 0;

  constructor(text: string, tokens: readonly Token[], dropped: ReadonlyMap<number, number>) {
    this.#text = text;
    this.#tokens = tokens;
    this.#dropped = dropped;
  }

  /** Up to the end, or to the parenthesis that closes it. */
  list(isArgument: boolean): string {
    const items: string[] = [];
    for (;;) {
      items.push(this.#droppedItem() ?? this.#complex(isArgument));
      if (this.#tokens[this.#at]?.type !== 'comma') return items.join(', ');
      this.#at++;
    }
  }

  /** What a forgiving list has dropped stands there as it is written. */
  #droppedItem(): string | null {
    // After a comma, white space belongs to the item; before the first item it does not.
    while (this.#tokens[this.#at]?.type === 'whitespace' && !this.#dropped.has(this.#tokens[this.#at]!.start))
      this.#at++;
    const start = this.#tokens[this.#at]?.start ?? -1;
    const end = this.#dropped.get(start);
    if (end === undefined) return null;
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]!.start < end) this.#at++;
    return this.#text.slice(start, end).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  }

  #complex(isArgument: boolean): string {
    let text = '';
    let isSpaced = false;
    for (; this.#at < this.#tokens.length; ) {
      const token = this.#tokens[this.#at]!;
      if (token.type === 'comma' || (isArgument && token.type === ')')) break;
      if (token.type === 'whitespace') {
        isSpaced = text !== '' && !text.endsWith(' ');
        this.#at++;
      } else if (isCombinator(token)) {
        text = `${text === '' ? text : `${text} `}${token.value} `;
        isSpaced = false;
        this.#at++;
      } else {
        if (isSpaced) text += ' ';
        isSpaced = false;
        text += this.#simple(token);
      }
    }
    return text.trimEnd();
  }

  #simple(token: Token): string {
    this.#at++;
    switch (token.type) {
      case 'ident':
        return identifier(token.value);
      case 'hash':
        return `#${identifier(token.value)}`;
      case '[':
        return this.#attribute();
      case 'colon':
        return this.#pseudo();
      case 'delim':
        if (token.value === '.') return `.${identifier(this.#tokens[this.#at++]?.value ?? '')}`;
        return token.value === '*' && this.#isFollowedBySimple() ? '' : token.value;
      default:
        return '';
    }
  }

  /** Something of the same compound stands here that makes '*' superfluous. */
  #isFollowedBySimple(): boolean {
    const next = this.#tokens[this.#at];
    if (next === undefined) return false;
    if (next.type === 'hash' || next.type === '[') return true;
    if (next.type === 'delim') return next.value === '.';
    if (next.type !== 'colon') return false;
    const name = this.#tokens[this.#at + 1];
    return name !== undefined && name.type !== 'colon' && !LEGACY_PSEUDO_ELEMENTS.has(asciiLower(name.value));
  }

  #attribute(): string {
    let text = '[';
    let hasValue = false;
    for (; this.#at < this.#tokens.length; this.#at++) {
      const { type, value } = this.#tokens[this.#at]!;
      if (type === ']') {
        this.#at++;
        break;
      }
      if (type === 'delim') text += value === '|' && text === '[' ? '' : value;
      else if (type === 'string' || (type === 'ident' && text.endsWith('='))) {
        text += quoted(value);
        hasValue = true;
      } else if (type === 'ident') text += hasValue ? ` ${asciiLower(value)}` : identifier(value);
    }
    return `${text}]`;
  }

  #pseudo(): string {
    const isDouble = this.#tokens[this.#at]?.type === 'colon';
    if (isDouble) this.#at++;
    const token = this.#tokens[this.#at++];
    if (token === undefined) return '';
    const name = asciiLower(token.value);
    const isElement = isDouble || (token.type === 'ident' && LEGACY_PSEUDO_ELEMENTS.has(name));
    const head = `${isElement ? '::' : ':'}${identifier(name)}`;
    if (token.type !== 'function') return head;
    const argument = this.#argument(name);
    if (this.#tokens[this.#at]?.type === ')') this.#at++;
    return `${head}(${argument})`;
  }

  #argument(name: string): string {
    if (SELECTOR_FUNCTIONS.has(name)) return this.list(true);
    if (name.startsWith('nth-')) return this.#nth();
    let text = '';
    for (; this.#at < this.#tokens.length; this.#at++) {
      const { type, value, num } = this.#tokens[this.#at]!;
      if (type === ')') break;
      if (type === 'whitespace') text += text === '' || text.endsWith(' ') ? '' : ' ';
      else if (type === 'comma') text = `${text.trimEnd()}, `;
      else if (type === 'string') text += quoted(value);
      else if (type === 'number') text += String(num);
      else text += type === 'ident' ? identifier(value) : value;
    }
    return text.trimEnd();
  }

  #nth(): string {
    while (this.#tokens[this.#at]?.type === 'whitespace') this.#at++;
    const nth = parseNth(this.#tokens, this.#at);
    if (nth === null) return '';
    this.#at = nth.end;
    while (this.#tokens[this.#at]?.type === 'whitespace') this.#at++;
    const pattern = nthText(nth.step, nth.offset);
    if (this.#tokens[this.#at]?.type !== 'ident') return pattern;
    this.#at++;
    return `${pattern} of ${this.list(true)}`;
  }
}

function isDelim(token: Token | undefined, value: string): boolean {
  return token !== undefined && token.type === 'delim' && token.value === value;
}

/** Without a default namespace, '*|' in front of a type says nothing; in front of an attribute's name it does. */
function withoutStars(tokens: readonly Token[], dropped: ReadonlyMap<number, number>): readonly Token[] {
  return tokens.filter((token, at) => {
    if (dropped.has(token.start)) return true;
    const star = isDelim(tokens[at], '|') ? at - 1 : at;
    return !(isStarBar(tokens, star) && tokens[star - 1]?.type !== '[');
  });
}

function isStarBar(tokens: readonly Token[], at: number): boolean {
  return isDelim(tokens[at], '*') && isDelim(tokens[at + 1], '|') && !isDelim(tokens[at + 2], '=');
}

/** A bar behind a namespace prefix; '|=' is none, and neither is '*|'; '[|name]' has no prefix. */
function isPrefixBar(tokens: readonly Token[], at: number): boolean {
  if (!isDelim(tokens[at], '|') || isDelim(tokens[at + 1], '=')) return false;
  return tokens[at - 1]?.type !== '[' && !isDelim(tokens[at - 1], '*');
}

function isCombinator({ type, value }: Token): boolean {
  return type === 'delim' && (value === '>' || value === '+' || value === '~');
}

/** CSS Syntax 3 §9.1 "serialize an <an+b> value" */
function nthText(step: number, offset: number): string {
  if (step === 0) return String(offset);
  const start = step === 1 ? 'n' : step === -1 ? '-n' : `${step}n`;
  if (offset === 0) return start;
  return offset > 0 ? `${start}+${offset}` : `${start}${offset}`;
}

/** CSSOM "serialize a string" */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\0', '\ufffd')
    .replace(/[\x01-\x1f\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)
    .replace(/["\\]/g, '\\$&');
  return `"${escaped}"`;
}

/** CSSOM "serialize an identifier" */
function identifier(text: string): string {
  let escaped = '';
  for (const [at, character] of [...text].entries()) {
    const code = character.codePointAt(0)!;
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLeadingDigit = isDigit && (at === 0 || (at === 1 && text.startsWith('-')));
    if (code === 0) escaped += '\ufffd';
    else if (code < 0x20 || code === 0x7f || isLeadingDigit) escaped += `\\${code.toString(16)} `;
    else if (text === '-' || (code < 0x80 && !/[-\w]/.test(character))) escaped += `\\${character}`;
    else escaped += character;
  }
  return escaped;
}
