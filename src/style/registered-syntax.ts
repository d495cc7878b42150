/**
 * Whether a text fits the syntax of a registered custom property, or of attr(… type(…)).
 *
 * In:  a text without references, and a syntax string such as '<length> | auto' or '<color>#'.
 * Out: yes or no.
 *
 * CSS Properties and Values 1 §5 https://drafts.css-houdini.org/css-properties-values-api/#syntax-strings
 */
import { takeColor } from './color.ts';
import { takeCustomIdent, takeImage } from './properties/lists.ts';
import { findLonghand } from './properties/table.ts';
import {
  LENGTH,
  LENGTH_PERCENT,
  takeAngle,
  takeInteger,
  takeLength,
  takeNumber,
  takePercentage,
} from './specified-value.ts';
import { unitMeaning } from './unit.ts';
import { readValue, type ValueReader } from './value-reader.ts';

interface Component {
  /** A data type in angle brackets without them, or a word. */
  readonly name: string;
  readonly isType: boolean;
  readonly multiplier: '' | '+' | '#';
}

/** Key: the syntax string. `null` stands for any text. Pages register a handful; the limit stops a hostile one. */
const syntaxes = new Map<string, readonly Component[] | null>();
const MAX_SYNTAXES = 500;

function componentsOf(syntax: string): readonly Component[] | null {
  const known = syntaxes.get(syntax);
  if (known !== undefined) return known;
  const components = syntax.trim() === '*' ? null : syntax.split('|').map(componentOf);
  if (syntaxes.size >= MAX_SYNTAXES) syntaxes.clear();
  syntaxes.set(syntax, components);
  return components;
}

function componentOf(text: string): Component {
  const trimmed = text.trim();
  const last = trimmed.at(-1);
  const multiplier = last === '+' || last === '#' ? last : '';
  const name = multiplier === '' ? trimmed : trimmed.slice(0, -1);
  const isType = name.startsWith('<') && name.endsWith('>');
  return { name: isType ? name.slice(1, -1) : name, isType, multiplier };
}

export function fitsSyntax(text: string, syntax: string): boolean {
  const components = componentsOf(syntax);
  if (components === null) return true;
  return components.some((component) => {
    const reader = readValue(text);
    return reader !== null && fits(reader, component) && reader.done;
  });
}

function fits(reader: ValueReader, component: Component): boolean {
  if (!takeComponent(reader, component)) return false;
  if (component.multiplier === '+') while (!reader.done) if (!takeComponent(reader, component)) return false;
  if (component.multiplier === '#') while (reader.takeComma()) if (!takeComponent(reader, component)) return false;
  return true;
}

function takeComponent(reader: ValueReader, component: Component): boolean {
  if (!component.isType) return reader.takeIdentifier() === component.name;
  switch (component.name) {
    case 'length':
      return takeLength(reader, LENGTH) !== undefined;
    case 'length-percentage':
      return takeLength(reader, LENGTH_PERCENT) !== undefined;
    case 'percentage':
      return takePercentage(reader) !== undefined;
    case 'number':
      return takeNumber(reader) !== undefined;
    case 'integer':
      return takeInteger(reader) !== undefined;
    case 'angle':
      return takeAngle(reader, false) !== undefined;
    case 'time':
      return takeDimension(reader, 'time');
    case 'resolution':
      return takeDimension(reader, 'resolution');
    case 'color':
      return takeColor(reader) !== undefined;
    case 'image':
      return takeImage(reader) !== undefined;
    case 'url':
      return reader.takeUrl() !== null;
    case 'string':
      return reader.takeString() !== null;
    case 'custom-ident':
      return takeCustomIdent(reader, '') !== undefined;
    case 'transform-list':
    case 'transform-function':
      return findLonghand('transform')!.parse(reader) !== undefined;
    default:
      return false;
  }
}

function takeDimension(reader: ValueReader, kind: 'time' | 'resolution'): boolean {
  const token = reader.peek();
  if (token === null || token.type !== 'dimension' || unitMeaning(token.unit)?.kind !== kind) return false;
  reader.skip();
  return true;
}
