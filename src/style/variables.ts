/**
 * Custom properties of one element, and values that use them.
 *
 * In:  the element's own custom declarations, its parent's custom properties, and what is registered.
 * Out: the text of each custom property with all references replaced; and the same for any other value.
 *
 * A property that refers to itself, directly or in a circle, has no value, nor has one whose text would grow beyond
 * bounds (CSS Variables 1 §2.3 and §3.3 https://drafts.csswg.org/css-variables-1/#cycles).
 *
 * Registered properties have computed values (CSS Properties and Values 1 §2.4). Their lengths need the element's font,
 * which may refer to custom properties itself: so all are resolved a second time when the font is known. Until then what
 * depends on it has no value.
 *
 * Differs: 'lh' in a registered property means the line height that is inherited.
 */
import { attribute, type DomElement, nextElementSibling, previousElementSibling } from '../html/node-tree.ts';
import type { DeclaredValue } from './declaration.ts';
import { ifHolds } from './if-condition.ts';
import { initialText, type RegisteredContext, type RegisteredProperty, registeredText } from './registered-property.ts';
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
  #own: ReadonlyMap<string, DeclaredValue> | null = null;
  #inherited: CustomProperties | null = null;
  /** `null` until the element's font is known. */
  #context: RegisteredContext | null = null;
  /** Registered properties that depend on the font, until it is known. */
  #waiting: ReadonlySet<string> | null = null;
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
    this.#own = own;
    this.#inherited = inherited;
    this.#custom = own === null ? inherited : this.#withOwn(own, inherited, this.#budget);
    return this.#custom;
  }

  /** Whether some of the element's own properties have values that depend on what else it has. */
  get waits(): boolean {
    if (this.#own === null || this.#registered.size === 0) return false;
    for (const [name, declared] of this.#own) {
      // Also what refers to one that is not set: it gets its initial value.
      if (this.#registered.has(name) || (declared.kind !== 'wide' && mayHaveReferences(textOf(declared)))) return true;
    }
    return false;
  }

  /** The same with computed values, now that the element's font is known. */
  compute(context: RegisteredContext): CustomProperties | null {
    this.#context = context;
    if (this.#own !== null) this.#custom = this.#withOwn(this.#own, this.#inherited, { characters: MAX_CHARACTERS });
    return this.#custom;
  }

  /** A value's text with references replaced; `null` makes the declaration invalid at computed-value time. */
  replace(text: string): string | null {
    const template = parseTemplate(text);
    return template === null ? null : substitute(template, this.#lookup, this.#budget);
  }

  #withOwn(
    own: ReadonlyMap<string, DeclaredValue>,
    inherited: CustomProperties | null,
    budget: Budget,
  ): CustomProperties | null {
    const outside: Outside = (reference, lookup) => this.#outside(reference, lookup);
    const resolution = new Resolution(own, inherited, this.#registered, budget, outside, this.#context);
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
    this.#waiting = resolution.waiting;
    return changed ?? inherited;
  }

  #valueOf(reference: Reference): string | null {
    if (reference.kind !== 'var') return this.#outside(reference, this.#lookup);
    if (this.#waiting?.has(reference.name)) return null;
    return this.#custom?.get(reference.name) ?? initialText(this.#registered.get(reference.name), this.#context);
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
  readonly #context: RegisteredContext | null;
  readonly #values = new Map<string, string | null>();
  readonly #underWay: string[] = [];
  /** Those whose values depend on the font, which is not known. */
  waiting: Set<string> | null = null;
  readonly #cyclic = new Set<string>();
  readonly #lookup: Lookup = (reference) =>
    reference.kind === 'var' ? this.valueOf(reference.name) : this.#outside(reference, this.#lookup);

  constructor(
    own: ReadonlyMap<string, DeclaredValue>,
    inherited: CustomProperties | null,
    registered: RegisteredProperties,
    budget: Budget,
    outside: Outside,
    context: RegisteredContext | null,
  ) {
    this.#own = own;
    this.#inherited = inherited;
    this.#registered = registered;
    this.#budget = budget;
    this.#outside = outside;
    this.#context = context;
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
    const text = textOf(declared);
    if (!mayHaveReferences(text)) return this.#checked(name, text);
    const template = parseTemplate(text);
    const replaced = template === null ? null : substitute(template, this.#lookup, this.#budget);
    if (replaced === null) return this.#invalid(name);
    const wide = WIDE.has(replaced) ? this.#wide(name, replaced) : undefined;
    return wide === undefined ? this.#checked(name, replaced) : wide;
  }

  #wide(name: string, keyword: string): string | null {
    if (keyword === 'initial') return initialText(this.#registered.get(name), this.#context);
    return keyword === 'inherit' ? this.#unset(name, true) : this.#unset(name);
  }

  #checked(name: string, text: string): string | null {
    const registration = this.#registered.get(name);
    const value = registration === undefined ? text : registeredText(registration, text, this.#context);
    if (value === undefined) return this.#invalid(name);
    if (value === null) this.waiting = (this.waiting ?? new Set()).add(name);
    return value;
  }

  /** Invalid at computed-value time: no value, or for a registered property as if unset. */
  #invalid(name: string): string | null {
    return this.#registered.has(name) ? this.#unset(name) : null;
  }

  #unset(name: string, inherit = this.#registered.get(name)?.inherits ?? true): string | null {
    const inherited = inherit ? this.#inherited?.get(name) : undefined;
    return inherited ?? initialText(this.#registered.get(name), this.#context);
  }
}

function textOf(declared: Exclude<DeclaredValue, { readonly kind: 'wide' }>): string {
  return declared.kind === 'value' ? (declared.value as string) : declared.text;
}

const WIDE = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer']);
