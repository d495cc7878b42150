/**
 * A custom property registered with @property or CSS.registerProperty().
 *
 * In:  what is to be registered. Out: what is wrong with it, and the computed values of what is right.
 *
 * CSS Properties and Values 1 §1, §2 https://drafts.css-houdini.org/css-properties-values-api/
 *
 * Differs: addresses in <url> and <image> stay as they are written, where Chrome resolves them.
 */
import { asciiLower } from './code-points.ts';
import { computedPart } from './cssom/computed-parts.ts';
import { computedText, type ValueContext, type WrittenValue } from './cssom/written-value.ts';
import type { Rgba } from './named-colors.ts';
import { isUniversal, isValidSyntax, valueOfSyntax } from './registered-syntax.ts';
import { mayHaveReferences } from './substitution.ts';
import { tokenize } from './tokenizer.ts';
import { type UnitContext, unitMeaning } from './unit.ts';
import { readValue } from './value-reader.ts';

export interface RegisteredProperty {
  readonly name: string;
  /** The syntax string, for example '<length> | auto'; '*' takes anything. */
  readonly syntax: string;
  readonly inherits: boolean;
  /** `null` only for the universal syntax: the guaranteed-invalid value. */
  readonly initialValue: string | null;
}

const WIDE = /^(?:initial|inherit|unset|revert|revert-layer|default)$/;

export type RegistrationFault = 'name' | 'syntax' | 'missing' | 'initial' | 'dependent';

/** §4.1: what keeps it from being registered; `null` for nothing. The initial value is missing, wrong, or not the same for all. */
export function registrationFault({ name, syntax, initialValue }: RegisteredProperty): RegistrationFault | null {
  if (!name.startsWith('--') || name.length < 3) return 'name';
  if (!isValidSyntax(syntax)) return 'syntax';
  if (initialValue === null) return isUniversal(syntax) ? null : 'missing';
  const text = initialValue.trim();
  if (WIDE.test(asciiLower(text))) return 'initial';
  if (mayHaveReferences(text)) return 'dependent';
  if (isUniversal(syntax)) return isDeclarationValue(initialValue) ? null : 'initial';
  if (valueOfSyntax(text, syntax) === null) return 'initial';
  return dependsOnElement(text) ? 'dependent' : null;
}

/** CSS Syntax 3 §8.2: brackets match, no string or address is broken, neither ';' nor '!' stands outside of brackets. */
function isDeclarationValue(text: string): boolean {
  const reader = readValue(text);
  if (reader === null) return text.trim() === '';
  while (!reader.done) {
    const { type, value } = reader.peek()!;
    if (type === 'semicolon' || (type === 'delim' && value === '!')) return false;
    reader.skip();
  }
  return true;
}

const FONT_UNIT = /^(?:r?(?:em|ex|ch|cap|ic|lh)|cq(?:w|h|i|b|min|max))$/;

/** §2.1: whether a value is computed from properties of the element or of others ('computationally dependent'). */
function dependsOnElement(text: string): boolean {
  for (const { type, unit } of tokenize(text)) {
    if (type === 'dimension' && FONT_UNIT.test(unitMeaning(unit)?.name ?? '')) return true;
  }
  return false;
}

/** What values of one element are computed with. */
export interface RegisteredContext {
  readonly units: UnitContext;
  readonly currentColor: Rgba;
  readonly scheme: 'light' | 'dark';
}

/**
 * The computed value of a text (§2.4), or the text itself while the element's font is not known. `undefined`: it does not
 * fit; `null`: it depends on the font, which may depend on it.
 */
export function registeredText(
  { syntax }: RegisteredProperty,
  text: string,
  context: RegisteredContext | null,
): string | null | undefined {
  if (isUniversal(syntax)) return text;
  const value = valueOfSyntax(text, syntax);
  if (value === null) return undefined;
  if (context === null) return dependsOnElement(text) ? null : text;
  return textOf(value, { ...context, resolveUrl: (url) => url, made: computedPart });
}

/** 'currentcolor' is a computed value, which children make their own colour of. */
function textOf(value: WrittenValue, context: ValueContext): string {
  if (typeof value === 'string') return value;
  if (value.kind === 'color' && value.text === 'currentcolor') return value.text;
  if (value.kind !== 'list') return computedText(value, context);
  return value.items.map((item) => textOf(item, context)).join(value.separator);
}

/** What a property is where nothing sets it; `null` for nothing. */
export function initialText(
  property: RegisteredProperty | undefined,
  context: RegisteredContext | null,
): string | null {
  const text = property?.initialValue ?? null;
  return text === null || context === null ? text : (registeredText(property!, text, context) ?? text);
}
