/**
 * Pseudo-classes and pseudo-elements.
 *
 * In:  a reader that stands on ':', and the compound read so far.
 * Out: the compound has it; or a combinator and the compound behind it ('::slotted()', '::part()'); or `null`.
 *
 * Selectors 4 §3.5 to §3.6, CSS Pseudo 4, CSS Scoping 1 §3.2, CSS Shadow Parts 1
 */
import { elementState } from '../../html/node-state.ts';
import { asciiLower } from '../code-points.ts';
import type { Token } from '../tokenizer.ts';
import { CompoundBuilder } from './compound-builder.ts';
import { hasHeadingLevel } from './heading-level.ts';
import { parseNth } from './parse-nth.ts';
import { pseudoClassTest } from './pseudo-classes.ts';
import {
  isKnownPseudoElement,
  LEGACY_PSEUDO_ELEMENTS,
  mayFollow,
  mayNest,
  pseudoElementName,
} from './pseudo-elements.ts';
import {
  addSpecificity,
  type Combinator,
  maxSpecificity,
  type SimpleSelector,
  simpleSelector,
  specificity,
} from './selector.ts';
import type { ListRules, SelectorReader } from './selector-reader.ts';

export interface ParsedPseudo {
  readonly combinator: Combinator | null;
  readonly builder: CompoundBuilder;
}

const ONE_CLASS = specificity(0, 1, 0);

export function parsePseudo(reader: SelectorReader, builder: CompoundBuilder, rules: ListRules): ParsedPseudo | null {
  reader.at++;
  const isElement = reader.peek()?.type === 'colon';
  if (isElement) reader.at++;
  const token = reader.peek();
  if (token === undefined || (token.type !== 'ident' && token.type !== 'function')) return null;
  const name = asciiLower(token.value);
  reader.at++;
  if (isElement || (token.type === 'ident' && LEGACY_PSEUDO_ELEMENTS.has(name))) {
    return rules.pseudoElements ? parsePseudoElement(reader, builder, rules, token, name) : null;
  }
  const behind = builder.pseudoElement || builder.sealed;
  if (behind === 'slotted' || (behind !== '' && !mayFollow(behind, name))) return null;
  const before = builder.simples.length;
  const valid =
    token.type === 'ident'
      ? plainPseudoClass(reader, builder, name)
      : functionalPseudoClass(reader, builder, rules, name);
  if (!valid) return null;
  // A pseudo-class behind a pseudo-element is about the pseudo-element, which nobody hovers or focuses here.
  if (builder.pseudoElement !== '') builder.simples.splice(before, Number.POSITIVE_INFINITY, NEVER);
  return { combinator: null, builder };
}

const NEVER = simpleSelector('test', { name: 'never', test: () => false });

function plainPseudoClass(reader: SelectorReader, builder: CompoundBuilder, name: string): boolean {
  if (name === 'scope') {
    reader.markAnchored();
    builder.add(simpleSelector('scope', { name }), 1);
    return true;
  }
  if (name === 'host') {
    builder.add(simpleSelector('host', { name }), 1);
    return true;
  }
  const test = pseudoClassTest(name);
  if (test === null) return false;
  builder.add(simpleSelector('test', { name, test }), 1);
  return true;
}

function functionalPseudoClass(
  reader: SelectorReader,
  builder: CompoundBuilder,
  rules: ListRules,
  name: string,
): boolean {
  const inner: ListRules = { ...rules, forgiving: false, relative: false, pseudoElements: false, compoundOnly: false };
  switch (name) {
    case '-webkit-any': {
      const selectors = reader.argument(() => reader.parseList({ ...inner, compoundOnly: true }));
      if (selectors === null) return false;
      builder.addWeighed(simpleSelector('is', { name, selectors }), maxSpecificity(selectors));
      return true;
    }
    case 'is':
    case 'where': {
      // Inside ':host()' and its like, nothing may have combinators.
      const insidePart = rules.insidePart === true || builder.sealed === 'part';
      const nested = { ...inner, forgiving: true, compoundOnly: rules.compoundOnly || insidePart, insidePart };
      const selectors = reader.argument(() => reader.parseList(nested));
      if (selectors === null) return false;
      builder.addWeighed(simpleSelector('is', { name, selectors }), name === 'where' ? 0 : maxSpecificity(selectors));
      return true;
    }
    case 'not': {
      const selectors = reader.argument(() => reader.parseList({ ...inner, compoundOnly: rules.compoundOnly }));
      if (selectors === null) return false;
      builder.addWeighed(simpleSelector('not', { name, selectors }), maxSpecificity(selectors));
      return true;
    }
    case 'has': {
      if (rules.insideHas) return false;
      const selectors = reader.argument(() => reader.parseList({ ...inner, relative: true, insideHas: true }));
      if (selectors === null) return false;
      builder.addWeighed(simpleSelector('has', { name, selectors }), maxSpecificity(selectors));
      return true;
    }
    case 'host':
    case 'host-context': {
      const selectors = reader.argument(() => reader.parseList({ ...inner, compoundOnly: true }));
      if (selectors === null || selectors.length !== 1) return false;
      builder.addWeighed(
        simpleSelector(name, { name, selectors }),
        addSpecificity(ONE_CLASS, maxSpecificity(selectors)),
      );
      return true;
    }
    case 'nth-child':
    case 'nth-last-child':
    case 'nth-of-type':
    case 'nth-last-of-type':
      return nthPseudoClass(reader, builder, inner, name);
    case 'lang': {
      // Differs: one range, and no string, as in Chrome.
      const range = reader.argument(() => single(reader, 'ident'));
      if (range === null) return false;
      builder.add(simpleSelector('lang', { name, value: range }), 1);
      return true;
    }
    case 'dir': {
      const keyword = reader.argument(() => single(reader, 'ident'));
      if (keyword === null) return false;
      builder.add(simpleSelector('dir', { name: asciiLower(keyword) }), 1);
      return true;
    }
    case 'heading': {
      const levels = reader.argument(() => integers(reader));
      if (levels === null) return false;
      builder.add(simpleSelector('test', { name, test: (element) => hasHeadingLevel(element, levels) }), 1);
      return true;
    }
    case 'state':
    case 'active-view-transition-type': {
      const names = reader.argument(() => commaSeparated(reader, ['ident']));
      if (names === null || (name === 'state' && names.length > 1)) return false;
      builder.add(name === 'state' ? customState(names[0]!) : NEVER, 1);
      return true;
    }
    default:
      return false;
  }
}

/** HTML: a state that a custom element has given itself. */
function customState(name: string): SimpleSelector {
  const word = ` ${name} `;
  return simpleSelector('test', {
    name: 'state',
    test: (element) => elementState(element).states?.includes(word) === true,
  });
}

function nthPseudoClass(reader: SelectorReader, builder: CompoundBuilder, inner: ListRules, name: string): boolean {
  const ofType = name.endsWith('of-type');
  const fromEnd = name.startsWith('nth-last');
  const simple = reader.argument(() => {
    const nth = parseNth(reader.tokens, reader.at);
    if (nth === null) return null;
    reader.at = nth.end;
    reader.skipWhitespace();
    const pattern = { step: nth.step, offset: nth.offset, fromEnd, ofType };
    if (reader.atEnd()) return simpleSelector('nth', { name, nth: pattern });
    const of = reader.peek()!;
    if (ofType || of.type !== 'ident' || asciiLower(of.value) !== 'of') return null;
    reader.at++;
    const selectors = reader.parseList(inner);
    return selectors === null ? null : simpleSelector('nth', { name, nth: pattern, selectors });
  });
  if (simple === null) return false;
  const weight = simple.selectors === null ? 0 : maxSpecificity(simple.selectors);
  builder.addWeighed(simple, addSpecificity(ONE_CLASS, weight));
  return true;
}

function parsePseudoElement(
  reader: SelectorReader,
  builder: CompoundBuilder,
  rules: ListRules,
  token: Token,
  name: string,
): ParsedPseudo | null {
  const behind = builder.pseudoElement || builder.sealed;
  if (behind !== '' && !mayNest(behind, pseudoElementName(name))) return null;
  if (token.type === 'function') {
    if (name === 'slotted') return parseSlotted(reader, builder, rules);
    if (name === 'part') return parsePart(reader, builder);
    if (!isKnownPseudoElement(name, true)) return null;
    const words = reader.argument(() => pseudoElementArgument(reader));
    if (words === null) return null;
    builder.setPseudoElement(`${name}(${words})`);
    return { combinator: null, builder };
  }
  if (!isKnownPseudoElement(name, false)) return null;
  builder.setPseudoElement(pseudoElementName(name));
  return { combinator: null, builder };
}

/** '::slotted(x)': x itself, behind a 'slotted' combinator that leads to the slot. */
function parseSlotted(reader: SelectorReader, builder: CompoundBuilder, rules: ListRules): ParsedPseudo | null {
  if (!builder.isOpen) return null;
  const selectors = reader.argument(() =>
    reader.parseList({ ...rules, forgiving: false, relative: false, pseudoElements: false, compoundOnly: true }),
  );
  if (selectors === null || selectors.length !== 1) return null;
  const slotted = new CompoundBuilder();
  const weight = addSpecificity(specificity(0, 0, 1), maxSpecificity(selectors));
  slotted.sealed = 'slotted';
  slotted.addCompound(selectors[0]!.compounds[0]!, weight);
  // A bare '::slotted(x)' stands on any slot.
  if (builder.isEmpty) builder.setType(null, '');
  return { combinator: 'slotted', builder: slotted };
}

/** '::part(a b)': an element with all these parts, behind a 'part' combinator that leads to its host. */
function parsePart(reader: SelectorReader, builder: CompoundBuilder): ParsedPseudo | null {
  if (!builder.isOpen) return null;
  const names = reader.argument(() => spaceSeparated(reader));
  if (names === null) return null;
  const part = new CompoundBuilder();
  part.sealed = 'part';
  for (const name of names) part.addWeighed(simpleSelector('part', { name }), 0);
  part.addWeighed(NO_TEST, specificity(0, 0, 1));
  if (builder.isEmpty) builder.setType(null, '');
  return { combinator: 'part', builder: part };
}

const NO_TEST = simpleSelector('test', { name: 'always', test: () => true });

function single(reader: SelectorReader, type: Token['type']): string | null {
  const token = reader.peek();
  if (token === undefined || token.type !== type) return null;
  reader.at++;
  return token.value;
}

function commaSeparated(reader: SelectorReader, types: readonly Token['type'][]): string[] | null {
  const words: string[] = [];
  for (;;) {
    reader.skipWhitespace();
    const token = reader.peek();
    if (token === undefined || !types.includes(token.type)) return null;
    words.push(token.value);
    reader.at++;
    reader.skipWhitespace();
    if (reader.peek()?.type !== 'comma') return words;
    reader.at++;
  }
}

function integers(reader: SelectorReader): number[] | null {
  const numbers: number[] = [];
  for (;;) {
    reader.skipWhitespace();
    const token = reader.peek();
    if (token === undefined || token.type !== 'number' || !token.integer) return null;
    numbers.push(token.num);
    reader.at++;
    reader.skipWhitespace();
    if (reader.peek()?.type !== 'comma') return numbers;
    reader.at++;
  }
}

function spaceSeparated(reader: SelectorReader): string[] | null {
  const words: string[] = [];
  while (reader.peek()?.type === 'ident') {
    words.push(reader.peek()!.value);
    reader.at++;
    reader.skipWhitespace();
  }
  return words.length > 0 ? words : null;
}

/** The argument of a functional pseudo-element such as '::view-transition-group(root)': kept as words. */
function pseudoElementArgument(reader: SelectorReader): string | null {
  let words = '';
  while (!reader.atEnd()) {
    const token = reader.peek()!;
    if (token.type === 'ident') words += token.value;
    else if (token.type === 'delim' && (token.value === '*' || token.value === '.')) words += token.value;
    else if (token.type === 'whitespace') words += ' ';
    else return null;
    reader.at++;
  }
  return words === '' ? null : words;
}
