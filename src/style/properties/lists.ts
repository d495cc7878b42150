/**
 * Longhands of lists, counters, quotes and generated content.
 *
 * CSS Lists 3 https://drafts.csswg.org/css-lists-3/, CSS Content 3 https://drafts.csswg.org/css-content-3/
 *
 * A list style type that is a string begins with a double quote, `"→ "`; any other is a counter style's name.
 */
import { asciiLower } from '../code-points.ts';
import type { ComputedStyle, ContentItem, CounterChange } from '../computed-style.ts';
import { takeInteger } from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { keywords, type Longhand, plain, wordMap } from './longhand.ts';

const WIDE_KEYWORDS = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

/** An author's name: any identifier but the words that mean something everywhere. */
export function takeCustomIdent(reader: ValueReader, not: string): string | undefined {
  const token = reader.peek();
  if (token === null || token.type !== 'ident') return undefined;
  const lower = asciiLower(token.value);
  if (lower === not || WIDE_KEYWORDS.has(lower)) return undefined;
  reader.skip();
  return token.value;
}

const PREDEFINED = new Set(
  (
    'none disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-greek lower-latin upper-latin ' +
    'lower-alpha upper-alpha armenian georgian hebrew disclosure-open disclosure-closed cjk-decimal hiragana katakana ' +
    'hiragana-iroha katakana-iroha arabic-indic bengali devanagari thai korean-hangul-formal cjk-ideographic'
  ).split(' '),
);

/** Predefined names are matched in any case, the author's only as written. */
function takeCounterStyle(reader: ValueReader): string | undefined {
  const name = takeCustomIdent(reader, '');
  if (name === undefined) return undefined;
  const lower = asciiLower(name);
  return PREDEFINED.has(lower) ? lower : name;
}

export function takeListStyleType(reader: ValueReader): string | undefined {
  const text = reader.takeString();
  if (text !== null) return `"${text}"`;
  return takeCounterStyle(reader);
}

const IMAGE_FUNCTIONS =
  /^(?:-webkit-|repeating-|-webkit-repeating-)?(?:linear|radial|conic)-gradient$|^(?:-webkit-)?(?:image-set|cross-fade|image|element|paint)$|^-webkit-gradient$/;

/** The address of an image, or for a generated image its text. */
export function takeImage(reader: ValueReader): string | undefined {
  const url = reader.takeUrl();
  if (url !== null) return url;
  const name = reader.peekFunction();
  if (name === null || !IMAGE_FUNCTIONS.test(name)) return undefined;
  const start = reader.position;
  reader.skip();
  return reader.textBetween(start, reader.position);
}

export function takeListStyleImage(reader: ValueReader): string | null | undefined {
  return reader.takeWord('none') ? null : takeImage(reader);
}

/**
 * Names with an optional integer each. Chrome has no reversed counters for authors; '<ol reversed>' asks for one under
 * a name of our own. Without a number it starts where its items end: NaN.
 */
function counterParser(initial: number, allowReversed: boolean) {
  return (reader: ValueReader): readonly CounterChange[] | undefined => {
    if (reader.takeWord('none')) return [];
    const changes: CounterChange[] = [];
    while (!reader.done) {
      const reversed = allowReversed && reader.peekFunction() === '-internal-reversed';
      const name = takeCustomIdent(reversed ? reader.takeInside() : reader, 'none');
      if (name === undefined) return undefined;
      const value = takeInteger(reader) ?? (reversed ? Number.NaN : initial);
      if (typeof value !== 'number') return undefined;
      changes.push({ name, value, reversed });
    }
    return changes.length === 0 ? undefined : changes;
  };
}

const QUOTE_WORDS: ReadonlyMap<string, ContentItem> = new Map<string, ContentItem>([
  ['open-quote', { kind: 'quote', which: 'open' }],
  ['close-quote', { kind: 'quote', which: 'close' }],
  ['no-open-quote', { kind: 'quote', which: 'no-open' }],
  ['no-close-quote', { kind: 'quote', which: 'no-close' }],
]);

function parseContent(reader: ValueReader): ComputedStyle['content'] | undefined {
  if (reader.takeWord('normal')) return 'normal';
  if (reader.takeWord('none')) return 'none';
  const items: ContentItem[] = [];
  while (!reader.done && !reader.takeDelimiter('/')) {
    const item = takeContentItem(reader);
    if (item === undefined) return undefined;
    items.push(item);
  }
  // What follows '/' is read aloud instead; it makes no box.
  while (!reader.done) if (takeContentItem(reader) === undefined) return undefined;
  return items.length === 0 ? undefined : items;
}

function takeContentItem(reader: ValueReader): ContentItem | undefined {
  const text = reader.takeString();
  if (text !== null) return { kind: 'text', text };
  const quote = reader.takeFrom(QUOTE_WORDS);
  if (quote !== undefined) return quote;
  switch (reader.peekFunction()) {
    case 'attr':
      return takeAttr(reader.takeInside());
    case 'counter':
      return takeCounter(reader.takeInside());
    case 'counters':
      return takeCounters(reader.takeInside());
    default: {
      const url = takeImage(reader);
      return url === undefined ? undefined : { kind: 'image', url };
    }
  }
}

/** attr(name), attr(name string), attr(name raw-string), each with a fallback string. */
function takeAttr(inside: ValueReader): ContentItem | undefined {
  let name = inside.takeIdentifier();
  if (name === null) return undefined;
  // A namespace prefix, 'xlink|href', is dropped.
  if (inside.takeDelimiter('|')) name = inside.takeIdentifier();
  if (name === null) return undefined;
  if (!inside.takeWord('string')) inside.takeWord('raw-string');
  let fallback = '';
  if (inside.takeComma()) fallback = inside.takeString() ?? '';
  return inside.done ? { kind: 'attr', name: asciiLower(name), fallback } : undefined;
}

function takeCounter(inside: ValueReader): ContentItem | undefined {
  const name = takeCustomIdent(inside, 'none');
  if (name === undefined) return undefined;
  const style = inside.takeComma() ? takeListStyleType(inside) : 'decimal';
  return style === undefined || !inside.done ? undefined : { kind: 'counter', name, style };
}

function takeCounters(inside: ValueReader): ContentItem | undefined {
  const name = takeCustomIdent(inside, 'none');
  if (name === undefined || !inside.takeComma()) return undefined;
  const separator = inside.takeString();
  if (separator === null) return undefined;
  const style = inside.takeComma() ? takeListStyleType(inside) : 'decimal';
  return style === undefined || !inside.done ? undefined : { kind: 'counters', name, separator, style };
}

function parseQuotes(reader: ValueReader): ComputedStyle['quotes'] | undefined {
  const word = reader.takeFrom(QUOTES_WORDS);
  if (word !== undefined) return word;
  const pairs: [string, string][] = [];
  while (!reader.done) {
    const open = reader.takeString();
    const close = reader.takeString();
    if (open === null || close === null) return undefined;
    pairs.push([open, close]);
  }
  return pairs.length === 0 ? undefined : pairs;
}

const QUOTES_WORDS = wordMap(['auto', 'none']);

export const LIST_LONGHANDS: readonly Longhand[] = [
  plain('list-style-type', 'listStyleType', true, takeListStyleType),
  keywords('list-style-position', 'listStylePosition', true, ['inside', 'outside']),
  plain('list-style-image', 'listStyleImage', true, takeListStyleImage),
  plain('counter-reset', 'counterReset', false, counterParser(0, true)),
  plain('counter-increment', 'counterIncrement', false, counterParser(1, false)),
  plain('counter-set', 'counterSet', false, counterParser(0, false)),
  plain('content', 'content', false, parseContent),
  plain('quotes', 'quotes', true, parseQuotes),
];
