/**
 * One declaration's text into longhand declarations.
 *
 * In:  a property's name and value text as they stand in a sheet, and whether '!important' followed.
 * Out: declarations of longhands; none when the property is unknown, invalid, or of no use to layout.
 *
 * CSS Syntax 3 §8 https://drafts.csswg.org/css-syntax-3/#declaration-rule-list, CSS Cascade 5 §3 and §7,
 * CSS Variables 1 §3.2 (shorthands that wait for variables).
 */
import { asciiLower } from '../code-points.ts';
import type { CssWideKeyword, Declaration, DeclaredValue } from '../declaration.ts';
import { compileMotion } from '../motion-declaration.ts';
import { findShorthand, SHORTHAND_NAMES } from '../shorthand.ts';
import { forgetOldest, mayHaveReferences, parseTemplate } from '../substitution.ts';
import { readValue } from '../value-reader.ts';
import { canonicalName, IGNORED_PROPERTIES } from './property-names.ts';
import { findLonghand, LONGHANDS } from './table.ts';

/** Key: mode, importance, name and text, on which alone a compiled declaration depends. */
const compiled = new Map<string, readonly Declaration[]>();
const MAX_COMPILED = 20_000;
/** Longer values (images as data) are not worth keeping. */
const MAX_KEPT_TEXT = 400;

const NONE: readonly Declaration[] = [];
const WIDE_KEYWORDS: ReadonlySet<string> = new Set<CssWideKeyword>([
  'initial',
  'inherit',
  'unset',
  'revert',
  'revert-layer',
]);

const KNOWN: ReadonlySet<string> = new Set([
  ...LONGHANDS.map((longhand) => longhand.name).filter((name) => !name.startsWith('-internal-')),
  ...SHORTHAND_NAMES,
  ...IGNORED_PROPERTIES,
]);

/** Whether Chrome has a property of this name, also when layout has no use for it. */
export function isKnownProperty(name: string): boolean {
  return name.startsWith('--') || KNOWN.has(canonicalName(asciiLower(name)));
}

/** Whether '@supports (name: value)' holds: any value will do for a property that is known but not used here. */
export function supportsDeclaration(name: string, text: string): boolean {
  if (name.startsWith('--')) return true;
  const property = canonicalName(asciiLower(name));
  if (longhandsOf(property).length > 0) return compileDeclaration(name, text, false).length > 0;
  return IGNORED_PROPERTIES.has(property) && text.trim() !== '';
}

/** The longhand declarations of one declaration. Results are shared: equal text gives the same objects. */
export function compileDeclaration(
  name: string,
  text: string,
  important: boolean,
  quirks = false,
): readonly Declaration[] {
  const key = `${quirks ? '?' : ''}${important ? '!' : ''}${name}:${text}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const value = text.trim();
  const declarations = name.startsWith('--')
    ? compileCustom(name, value, important)
    : compileKnown(canonicalName(asciiLower(name)), value, important, quirks);
  if (key.length <= MAX_KEPT_TEXT) {
    if (compiled.size >= MAX_COMPILED) forgetOldest(compiled, MAX_COMPILED / 2);
    compiled.set(key, declarations);
  }
  return declarations;
}

/** A custom property keeps its text; references in it are looked at when the element is known. */
function compileCustom(property: string, text: string, important: boolean): readonly Declaration[] {
  const wide = wideKeyword(text);
  if (wide !== null) return [{ property, declared: { kind: 'wide', keyword: wide }, important }];
  if (mayHaveReferences(text) && parseTemplate(text) === null) return NONE;
  return [{ property, declared: { kind: 'value', value: text }, important }];
}

function compileKnown(property: string, text: string, important: boolean, quirks: boolean): readonly Declaration[] {
  // Words for every property give motion its initial values, for 'inherit' too.
  const motion = compileMotion(unprefixed(property), wideKeyword(text) === null ? text : '', important);
  if (motion !== null) return motion;
  const longhands = longhandsOf(property);
  if (text === '' || longhands.length === 0) return NONE;
  const wide = wideKeyword(text);
  if (wide !== null) return declare(longhands, { kind: 'wide', keyword: wide }, important);
  // 'content' has an attr() of its own, which needs no substitution.
  const isContent = property === 'content' && !/(?:var|env)\(/i.test(text);
  if (mayHaveReferences(text) && !(isContent && compileValue(property, text, important, quirks).length > 0)) {
    if (parseTemplate(text) === null) return NONE;
    return declare(longhands, { kind: 'pending', property, text }, important);
  }
  return compileValue(property, text, important, quirks);
}

/**
 * The longhands of a value in which every reference has been replaced. `property` is a canonical name, as in a pending
 * declaration.
 */
export function compileSubstituted(property: string, text: string, quirks: boolean): readonly Declaration[] {
  const key = `=${quirks ? '?' : ''}${property}:${text}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const wide = wideKeyword(text.trim());
  const declarations =
    wide === null
      ? compileValue(property, text, false, quirks)
      : declare(longhandsOf(property), { kind: 'wide', keyword: wide }, false);
  if (key.length <= MAX_KEPT_TEXT) {
    if (compiled.size >= MAX_COMPILED) forgetOldest(compiled, MAX_COMPILED / 2);
    compiled.set(key, declarations);
  }
  return declarations;
}

function longhandsOf(property: string): readonly string[] {
  if (property.startsWith('-internal-')) return NO_NAMES;
  return findLonghand(property) === null ? (findShorthand(property)?.longhands ?? NO_NAMES) : [property];
}

const NO_NAMES: readonly string[] = [];

function compileValue(property: string, text: string, important: boolean, quirks: boolean): readonly Declaration[] {
  const longhand = findLonghand(property);
  if (longhand !== null) {
    const isQuirky = quirks && (longhand.quirkyLength || QUIRKY_COLORS.has(property));
    const reader = readValue(text, { quirks: isQuirky });
    if (reader === null) return NONE;
    const value = longhand.parse(reader);
    if (value === undefined || !reader.done) return NONE;
    return [{ property, declared: { kind: 'value', value }, important }];
  }
  const shorthand = findShorthand(property);
  const reader = shorthand === null ? null : readValue(text, { quirks: quirks && shorthand.quirkyLength });
  const values = reader === null ? null : shorthand!.expand(reader);
  if (values === null || !reader!.done) return NONE;
  return shorthand!.longhands.map((name) => ({
    property: name,
    declared: values.has(name) ? { kind: 'value', value: values.get(name) } : INITIAL,
    important,
  }));
}

const INITIAL: DeclaredValue = { kind: 'wide', keyword: 'initial' };
const QUIRKY_COLORS = new Set(['color', 'background-color']);

function declare(longhands: readonly string[], declared: DeclaredValue, important: boolean): readonly Declaration[] {
  return longhands.map((property) => ({ property, declared, important }));
}

function unprefixed(property: string): string {
  return /^-webkit-(?:animation|transition)/.test(property) ? property.slice('-webkit-'.length) : property;
}

function wideKeyword(text: string): CssWideKeyword | null {
  if (text.length > 12) return null;
  const word = asciiLower(text);
  return WIDE_KEYWORDS.has(word) ? (word as CssWideKeyword) : null;
}
