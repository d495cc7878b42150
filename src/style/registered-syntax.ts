/**
 * The syntax of registered custom properties and of attr(… type(…)), and values that fit it.
 *
 * In:  a text without references, and a syntax string such as '<length> | auto' or '<color>#'.
 * Out: whether the syntax is one; the text as a value that can be computed and written in one spelling.
 *
 * CSS Properties and Values 1 §5 https://drafts.css-houdini.org/css-properties-values-api/#syntax-strings
 */
import { asciiLower } from './code-points.ts';
import { parseComponentValues } from './component-value.ts';
import { takeType } from './cssom/value-types.ts';
import { takeLonghand } from './cssom/written-longhand.ts';
import type { WrittenValue } from './cssom/written-value.ts';
import { takeImage } from './properties/lists.ts';
import { findLonghand } from './properties/table.ts';
import { forgetOldest } from './substitution.ts';
import { readValue, type ValueReader } from './value-reader.ts';

interface Component {
  /** A data type in angle brackets without them, or a word. */
  readonly name: string;
  readonly isType: boolean;
  readonly multiplier: '' | '+' | '#';
}

type Syntax = 'universal' | 'invalid' | readonly Component[];

/** §5.1 */
const TYPES: ReadonlySet<string> = new Set(
  (
    'length number percentage length-percentage color image url string integer angle time resolution ' +
    'transform-function transform-list custom-ident'
  ).split(' '),
);
const NOT_WORDS: ReadonlySet<string> = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

/** Key: the syntax string. Pages register a handful; the limit stops a hostile one. */
const syntaxes = new Map<string, Syntax>();
const MAX_SYNTAXES = 500;
/** Key: syntax and text. */
const values = new Map<string, WrittenValue | null>();
const MAX_VALUES = 1_000;
const MAX_KEPT_TEXT = 500;

function syntaxOf(text: string): Syntax {
  const known = syntaxes.get(text);
  if (known !== undefined) return known;
  const syntax = parseSyntax(trimmed(text));
  if (syntaxes.size >= MAX_SYNTAXES) syntaxes.clear();
  syntaxes.set(text, syntax);
  return syntax;
}

/** §5.4.2 consume a syntax definition */
function parseSyntax(text: string): Syntax {
  if (text === '*') return 'universal';
  const components: Component[] = [];
  for (const part of text.split('|')) {
    const component = componentOf(trimmed(part));
    if (component === null) return 'invalid';
    components.push(component);
  }
  return components;
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, '');
}

/** §5.4.3 consume a syntax component */
function componentOf(text: string): Component | null {
  const last = text.at(-1);
  const multiplier = last === '+' || last === '#' ? last : '';
  const name = multiplier === '' ? text : text.slice(0, -1);
  if (name.startsWith('<')) {
    const type = name.slice(1, -1);
    if (!name.endsWith('>') || !TYPES.has(type)) return null;
    // A list of transforms has its multiplier in it.
    return type === 'transform-list' && multiplier !== '' ? null : { name: type, isType: true, multiplier };
  }
  const parts = parseComponentValues(name);
  const word = parts[0];
  if (parts.length !== 1 || word?.kind !== 'token' || word.token.type !== 'ident') return null;
  if (NOT_WORDS.has(asciiLower(word.token.value))) return null;
  return { name: word.token.value, isType: false, multiplier };
}

export function isValidSyntax(syntax: string): boolean {
  return syntaxOf(syntax) !== 'invalid';
}

/** Whether the syntax takes anything. */
export function isUniversal(syntax: string): boolean {
  return syntaxOf(syntax) === 'universal';
}

export function fitsSyntax(text: string, syntax: string): boolean {
  return isUniversal(syntax) || valueOfSyntax(text, syntax) !== null;
}

/** The value that a text is by a syntax that does not take anything; `null` when it does not fit. */
export function valueOfSyntax(text: string, syntax: string): WrittenValue | null {
  const key = `${syntax}:${text}`;
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = parseValue(text, syntaxOf(syntax));
  if (key.length <= MAX_KEPT_TEXT) {
    if (values.size >= MAX_VALUES) forgetOldest(values, MAX_VALUES / 2);
    values.set(key, value);
  }
  return value;
}

function parseValue(text: string, syntax: Syntax): WrittenValue | null {
  const reader = typeof syntax === 'string' ? null : readValue(text);
  if (reader === null) return null;
  for (const component of syntax as readonly Component[]) {
    reader.rewind(0);
    const value = takeList(reader, component);
    if (value !== undefined && reader.done) return value;
  }
  return null;
}

function takeList(reader: ValueReader, component: Component): WrittenValue | undefined {
  const first = takeComponent(reader, component);
  if (first === undefined || component.multiplier === '') return first;
  const items = [first];
  while (component.multiplier === '+' ? !reader.done : reader.takeComma()) {
    const item = takeComponent(reader, component);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind: 'list', items, separator: component.multiplier === '+' ? ' ' : ', ' };
}

function takeComponent(reader: ValueReader, { name, isType, multiplier }: Component): WrittenValue | undefined {
  if (!isType) {
    if (reader.takeIdentifier() !== name) return undefined;
    return takenText(reader, reader.position - 1);
  }
  switch (name) {
    case 'custom-ident':
      return takeType('ident', false, reader);
    case 'image':
      return takeImageValue(reader);
    case 'transform-list':
    case 'transform-function': {
      const start = reader.position;
      const value = takeTransform(reader);
      // One function is one that nothing follows; with a multiplier they come all at once.
      const isSeveral = value !== undefined && callsIn(reader, start) > 1;
      return isSeveral && name === 'transform-function' && multiplier !== '+' ? undefined : value;
    }
    default:
      return takeType(name, false, reader);
  }
}

/** Layout's own table may know more than the grammar. */
function takeImageValue(reader: ValueReader): WrittenValue | undefined {
  if (reader.peekWord() === 'none') return undefined;
  const start = reader.position;
  const value = takeLonghand('list-style-image', reader);
  if (value !== undefined) return value;
  reader.rewind(start);
  return takeImage(reader) === undefined ? undefined : takenText(reader, start);
}

/** Layout's own table knows what the functions take. */
function takeTransform(reader: ValueReader): WrittenValue | undefined {
  if (reader.peekWord() === 'none') return undefined;
  const start = reader.position;
  if (findLonghand('transform')!.parse(reader) === undefined) return undefined;
  const end = reader.position;
  reader.rewind(start);
  const value = takeLonghand('transform', reader);
  if (value !== undefined && reader.position === end) return value;
  reader.rewind(end);
  return takenText(reader, start);
}

function callsIn(reader: ValueReader, start: number): number {
  const end = reader.position;
  let count = 0;
  reader.rewind(start);
  while (reader.position < end) {
    reader.skip();
    count++;
  }
  reader.rewind(end);
  return count;
}

function takenText(reader: ValueReader, start: number): string {
  return reader.textBetween(start, reader.position).replace(/\s+/g, ' ');
}
