/**
 * Typed values of styles: `el.computedStyleMap()` and `el.attributeStyleMap`.
 *
 * In:  declarations as el.style and getComputedStyle() have them. Out: maps of values, each a number with its unit, a keyword,
 * or a value that can only be read as text.
 *
 * CSS Typed OM 1 §3, §4 https://drafts.css-houdini.org/css-typed-om-1/
 *
 * Differs: values of several parts (transforms, images, variables) are one text.
 */
import type { PageNode } from '../dom/create-node.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { computedStyle } from '../dom/style-declaration.ts';
import { askEngine } from '../engine-link.ts';
import { append, asciiLower, type BareArray, bareArray, startsWith, trim, weakGet, weakSet } from '../primordials.ts';
import { failedTo } from '../rare/answers.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { defineNumbers, numericFromText, numericObjectText } from './typed-numbers.ts';

type Args = ArrayLike<unknown>;

/** What is used of a CSSStyleDeclaration. */
interface Declaration {
  readonly length: number;
  item(index: number): string;
  getPropertyValue(name: string): string;
  setProperty(name: string, value: string): void;
  removeProperty(name: string): string;
  cssText: string;
}

/** §5: what a text is an object of. */
function valueOfText(text: string): object {
  if (/^(?:[-+.\d]|(?:calc|min|max|clamp)\()/i.test(text)) {
    const number = numericFromText(text);
    if (number !== null) return number;
  }
  if (/^-?[a-z_][\w-]*$/i.test(text)) return liveObject('CSSKeywordValue', { value: text });
  return liveObject('CSSStyleValue', { '%text': text });
}

/** The text of a value: an object of ours, or what a page writes. */
function textOf(value: unknown): string {
  if (liveRecord(value, 'CSSNumericValue') !== null) return numericObjectText(value as object);
  const record = liveRecord(value, 'CSSStyleValue');
  return record === null ? `${value}` : `${record['value'] ?? record['%text']}`;
}

function declarationOf(record: LiveRecord): Declaration {
  return record['%declaration'] as Declaration;
}

function namesOf(declaration: Declaration): BareArray<string> {
  const names = bareArray<string>();
  for (let at = 0; at < declaration.length; at++) append(names, declaration.item(at));
  return names;
}

function entriesOf(record: LiveRecord): [string, object[]][] {
  const declaration = declarationOf(record);
  const entries: [string, object[]][] = [];
  const names = namesOf(declaration);
  for (let at = 0; at < names.length; at++) {
    entries[at] = [names[at]!, [valueOfText(declaration.getPropertyValue(names[at]!))]];
  }
  return entries;
}

function valueIn(record: LiveRecord, name: unknown): object | undefined {
  const text = declarationOf(record).getPropertyValue(`${name}`);
  return text === '' ? undefined : valueOfText(text);
}

function defineValues(): void {
  const text = (_args: Args, self: object): string => textOf(self);
  const parsed = (method: string) => (args: Args) => {
    const where = failedTo(method, 'CSSStyleValue');
    const [name, value] = [`${args[0]}`, `${args[1]}`];
    const isKnown =
      startsWith(name, '--') || askEngine((engine) => engine.supportsDeclaration(asciiLower(name), 'inherit'));
    if (isKnown !== true) throw new TypeError(`${where}Invalid property name`);
    if (askEngine((engine) => engine.supportsDeclaration(asciiLower(name), value)) !== true) {
      throw new TypeError(`${where}The value provided ('${value}') could not be parsed as a '${name}'.`);
    }
    return valueOfText(trim(value));
  };
  const parse = parsed('parse');
  const parseAll = parsed('parseAll');
  defineBehaviour('CSSStyleValue', { toString: text, parse, parseAll: (args: Args) => [parseAll(args)] });
  defineBehaviour('CSSKeywordValue', {
    construct: (args: Args): LiveRecord => {
      const value = `${args[0]}`;
      const where = "Failed to construct 'CSSKeywordValue': ";
      if (value === '') throw new TypeError(`${where}CSSKeywordValue does not support empty strings`);
      return { value };
    },
  });
}

function defineMaps(): void {
  defineBehaviour('StylePropertyMapReadOnly', {
    size(this: LiveRecord): number {
      return declarationOf(this).length;
    },
    get(this: LiveRecord, args: Args): object | undefined {
      return valueIn(this, args[0]);
    },
    getAll(this: LiveRecord, args: Args): object[] {
      const value = valueIn(this, args[0]);
      return value === undefined ? [] : [value];
    },
    has(this: LiveRecord, args: Args): boolean {
      return valueIn(this, args[0]) !== undefined;
    },
    entries(this: LiveRecord): IterableIterator<[string, object[]]> {
      return entriesOf(this).values();
    },
    keys(this: LiveRecord): IterableIterator<string> {
      return entriesOf(this)
        .map(([name]) => name)
        .values();
    },
    values(this: LiveRecord): IterableIterator<object[]> {
      return entriesOf(this)
        .map(([, value]) => value)
        .values();
    },
    forEach(this: LiveRecord, args: Args, self: object): void {
      const callback = args[0] as (value: object[], name: string, map: object) => void;
      for (const [name, value] of entriesOf(this)) callback(value, name, self);
    },
  });
  const set = function (this: LiveRecord, args: Args): void {
    declarationOf(this).setProperty(`${args[0]}`, textOf(args[1]));
  };
  defineBehaviour('StylePropertyMap', {
    set,
    append: set,
    delete(this: LiveRecord, args: Args): void {
      declarationOf(this).removeProperty(`${args[0]}`);
    },
    clear(this: LiveRecord): void {
      declarationOf(this).cssText = '';
    },
  });
}

const NUMBERS =
  'CSSNumericValue CSSUnitValue CSSMathSum CSSMathProduct CSSMathMin CSSMathMax CSSMathNegate CSSMathInvert CSSMathClamp ' +
  'CSSNumericArray';

const maps = new WeakMap<PageNode, object>();

/** A map that reads and writes declarations: of an element, or of a rule. */
export function styleMapOf(declaration: object): object {
  return liveObject('StylePropertyMap', { '%declaration': declaration });
}

export function installTypedOm(): void {
  defineLater('CSSStyleValue CSSKeywordValue', defineValues);
  defineLater(NUMBERS, defineNumbers);
  defineMaps();
  defineMembers<PageNode>('Element', {
    computedStyleMap(): object {
      return liveObject('StylePropertyMapReadOnly', { '%declaration': computedStyle(this, null) });
    },
  });
  for (const name of ['HTMLElement', 'SVGElement', 'MathMLElement']) {
    defineMembers<PageNode & { readonly style: object }>(name, {
      get attributeStyleMap(): object {
        let map = weakGet(maps, this);
        if (map === undefined) {
          map = styleMapOf(this.style);
          weakSet(maps, this, map);
        }
        return map;
      },
    });
  }
}
