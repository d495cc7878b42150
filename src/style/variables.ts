/**
 * Custom properties of one element, and values that use them.
 *
 * In:  the element's own custom declarations, its parent's custom properties, and what is registered.
 * Out: the text of each custom property with all references replaced; and the same for any other value.
 *
 * A property that refers to itself, directly or in a circle, has no value, nor has one whose text would grow beyond
 * bounds (CSS Variables 1 §2.3 and §3.3 https://drafts.csswg.org/css-variables-1/#cycles).
 *
 * Missing: lengths of registered properties are inherited as written, not as computed for the element that set them.
 */
import { attribute, type DomElement, nextElementSibling, previousElementSibling } from '../html/node-tree.ts';
import type { DeclaredValue } from './declaration.ts';
import { ifHolds } from './if-condition.ts';
import type { RegisteredProperty } from './registered-property.ts';
import { fitsSyntax } from './registered-syntax.ts';
import type { StyleEnvironment } from './style-environment.ts';
import {
  type Budget,
  type Lookup,
  mayHaveReferences,
  parseTemplate,
  type Reference,
  substitute,
} from './substitution.ts';

export type CustomProperties = ReadonlyMap<string, string>;
export type RegisteredProperties = ReadonlyMap<string, RegisteredProperty>;

/** How much text the references of one element may make, and how long a chain of references may be. */
const MAX_CHARACTERS = 1 << 20;
const MAX_CHAIN = 200;

/** Chrome on a desktop screen: nothing is cut out of the window. */
const ENVIRONMENT: ReadonlyMap<string, string> = new Map(
  ['top', 'right', 'bottom', 'left'].flatMap((side): [string, string][] => [
    [`safe-area-inset-${side}`, '0px'],
    [`safe-area-max-inset-${side}`, '0px'],
    [`keyboard-inset-${side}`, '0px'],
  ]),
);

/** Whose references are resolved, and whether an attribute was read on the way. */
export class VariableScope {
  readonly #element: DomElement;
  readonly #environment: StyleEnvironment;
  readonly #registered: RegisteredProperties;
  readonly #budget: Budget = { characters: MAX_CHARACTERS };
  #custom: CustomProperties | null = null;
  /** Set once attr() has looked at the element: the style is then this element's alone. */
  usedAttribute = false;
  readonly #lookup: Lookup = (reference) => this.#valueOf(reference);

  constructor(element: DomElement, registered: RegisteredProperties, environment: StyleEnvironment) {
    this.#element = element;
    this.#environment = environment;
    this.#registered = registered;
  }

  /** The custom properties of the element; from here on they are what var() refers to. */
  resolve(own: ReadonlyMap<string, DeclaredValue> | null, parent: CustomProperties | null): CustomProperties | null {
    const inherited = inheritable(parent, this.#registered);
    this.#custom = own === null ? inherited : this.#withOwn(own, inherited);
    return this.#custom;
  }

  /** A value's text with references replaced; `null` makes the declaration invalid at computed-value time. */
  replace(text: string): string | null {
    const template = parseTemplate(text);
    return template === null ? null : substitute(template, this.#lookup, this.#budget);
  }

  #withOwn(own: ReadonlyMap<string, DeclaredValue>, inherited: CustomProperties | null): CustomProperties | null {
    const outside: Outside = (reference, lookup) => this.#outside(reference, lookup);
    const resolution = new Resolution(own, inherited, this.#registered, this.#budget, outside);
    let changed: Map<string, string> | null = null;
    for (const name of own.keys()) {
      const value = resolution.valueOf(name);
      const before = inherited?.get(name) ?? null;
      if (value === before) continue;
      // Shared with the parent as long as nothing differs: rules for '*' set the same values everywhere.
      changed ??= new Map(inherited ?? []);
      if (value === null) changed.delete(name);
      else changed.set(name, value);
    }
    return changed ?? inherited;
  }

  #valueOf(reference: Reference): string | null {
    if (reference.kind !== 'var') return this.#outside(reference, this.#lookup);
    return this.#custom?.get(reference.name) ?? initialValue(reference.name, this.#registered);
  }

  #outside(reference: Reference, lookup: Lookup): string | null {
    const { kind } = reference;
    if (kind === 'env') return ENVIRONMENT.get(reference.name) ?? null;
    if (kind === 'if') {
      const customProperty = (name: string) => lookup({ ...reference, kind: 'var', name });
      return ifHolds(reference.name, this.#environment, customProperty) ? '' : null;
    }
    this.usedAttribute = true;
    if (kind !== 'attr') return String(siblingsOf(this.#element, kind === 'sibling-count'));
    const value = attribute(this.#element, reference.name);
    if (value !== null) return attributeText(value, reference.type);
    // Read as a string, an attribute that is not there is an empty one.
    return reference.type === '' && reference.fallback === null ? '""' : null;
  }
}

/** CSS Values 5 §9: how many elements there are up to this one, or all in all. */
function siblingsOf(element: DomElement, counts: boolean): number {
  let count = 1;
  for (let at = previousElementSibling(element); at !== null; at = previousElementSibling(at)) count++;
  if (counts) for (let at = nextElementSibling(element); at !== null; at = nextElementSibling(at)) count++;
  return count;
}

/** What the element's own custom properties do not tell; `lookup` does. */
type Outside = (reference: Reference, lookup: Lookup) => string | null;

function initialValue(name: string, registered: RegisteredProperties): string | null {
  return registered.get(name)?.initialValue ?? null;
}

/** An attribute's value read as a type: a quoted string, a number with a unit, or text that fits a syntax. */
function attributeText(value: string, type: string): string | null {
  if (type === '') return `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, ' ')}"`;
  const trimmed = value.trim();
  if (/^[a-z%]+$/.test(type)) {
    const isNumber = trimmed !== '' && Number.isFinite(Number(trimmed));
    if (!isNumber) return null;
    return type === 'number' ? trimmed : `${Number(trimmed)}${type}`;
  }
  return fitsSyntax(trimmed, type) ? trimmed : null;
}

/** Key: the parent's map, then the registrations it was filtered for. Freed with the map. */
const filtered = new WeakMap<CustomProperties, { registered: RegisteredProperties; result: CustomProperties | null }>();

/** What children see of a style's custom properties: registered ones may not be inherited. */
function inheritable(parent: CustomProperties | null, registered: RegisteredProperties): CustomProperties | null {
  if (parent === null || registered.size === 0) return parent;
  const known = filtered.get(parent);
  if (known !== undefined && known.registered === registered) return known.result;
  let result: CustomProperties | null = parent;
  for (const name of parent.keys()) {
    if (registered.get(name)?.inherits !== false) continue;
    const kept = [...parent].filter(([each]) => registered.get(each)?.inherits !== false);
    result = kept.length === 0 ? null : new Map(kept);
    break;
  }
  filtered.set(parent, { registered, result });
  return result;
}

/** Resolves the element's own custom properties, each once, detecting circles. */
class Resolution {
  readonly #own: ReadonlyMap<string, DeclaredValue>;
  readonly #inherited: CustomProperties | null;
  readonly #registered: RegisteredProperties;
  readonly #budget: Budget;
  readonly #outside: Outside;
  readonly #values = new Map<string, string | null>();
  readonly #underWay: string[] = [];
  readonly #cyclic = new Set<string>();
  readonly #lookup: Lookup = (reference) =>
    reference.kind === 'var' ? this.valueOf(reference.name) : this.#outside(reference, this.#lookup);

  constructor(
    own: ReadonlyMap<string, DeclaredValue>,
    inherited: CustomProperties | null,
    registered: RegisteredProperties,
    budget: Budget,
    outside: Outside,
  ) {
    this.#own = own;
    this.#inherited = inherited;
    this.#registered = registered;
    this.#budget = budget;
    this.#outside = outside;
  }

  valueOf(name: string): string | null {
    const declared = this.#own.get(name);
    if (declared === undefined) return this.#unset(name);
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const circle = this.#underWay.indexOf(name);
    if (circle !== -1) {
      for (const member of this.#underWay.slice(circle)) this.#cyclic.add(member);
      return null;
    }
    if (this.#underWay.length >= MAX_CHAIN) return null;
    this.#underWay.push(name);
    const text = this.#textOf(name, declared);
    this.#underWay.pop();
    const value = this.#cyclic.has(name) ? this.#invalid(name) : text;
    this.#values.set(name, value);
    return value;
  }

  #textOf(name: string, declared: DeclaredValue): string | null {
    if (declared.kind === 'wide') return this.#wide(name, declared.keyword);
    const text = declared.kind === 'value' ? (declared.value as string) : declared.text;
    if (!mayHaveReferences(text)) return this.#checked(name, text);
    const template = parseTemplate(text);
    const replaced = template === null ? null : substitute(template, this.#lookup, this.#budget);
    if (replaced === null) return this.#invalid(name);
    const wide = WIDE.has(replaced) ? this.#wide(name, replaced) : undefined;
    return wide === undefined ? this.#checked(name, replaced) : wide;
  }

  #wide(name: string, keyword: string): string | null {
    return keyword === 'initial' ? initialValue(name, this.#registered) : this.#unset(name, keyword === 'inherit');
  }

  #checked(name: string, text: string): string | null {
    const registration = this.#registered.get(name);
    return registration === undefined || fitsSyntax(text, registration.syntax) ? text : this.#invalid(name);
  }

  /** Invalid at computed-value time: no value, or for a registered property as if unset. */
  #invalid(name: string): string | null {
    return this.#registered.has(name) ? this.#unset(name) : null;
  }

  #unset(name: string, inherit = this.#registered.get(name)?.inherits ?? true): string | null {
    const inherited = inherit ? this.#inherited?.get(name) : undefined;
    return inherited ?? initialValue(name, this.#registered);
  }
}

const WIDE = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer']);
