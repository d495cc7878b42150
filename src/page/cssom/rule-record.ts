/**
 * What is kept of a rule, and its text again.
 *
 * In:  a rule's name, prelude, declarations and the rules inside. Out: text, as it was written or as script reads it.
 *
 * CSSOM 1 §6.4.2 https://drafts.csswg.org/cssom-1/#serialize-a-css-rule
 */
import { askEngine } from '../engine-link.ts';
import { type BareArray, charCodeAt, fromCharCode, hasWord, parseJson, stringSlice } from '../primordials.ts';
import { escapeIdentifier, hexText } from './identifier-text.ts';
import { isKeyframesName, keysOf, unquoted } from './keyframe-keys.ts';
import { NESTED } from './split-rules.ts';

export interface RuleRecord {
  readonly name: string;
  prelude: string;
  /** Declarations of a style rule, font face, page or keyframe; the text of a statement is its prelude. */
  declarations: string;
  /** `null` for statements and for rules that hold declarations only. */
  readonly children: BareArray<RuleRecord> | null;
  parent: RuleRecord | null;
  /** Where it stands; `null` once it was deleted. */
  owner: RuleOwner | null;
  object: object | null;
  style: object | null;
  list: object | null;
}

/** A sheet, for its rules. */
export interface RuleOwner {
  readonly object: object;
  changed(): void;
  /** Sheets that script makes import nothing. */
  readonly takesImports: boolean;
  /** The sheet at the address that one of its rules imports. */
  imported(rule: RuleRecord, href: string): object | null;
}

/** What a rule says, as style/cssom/rule-parts.ts takes it apart. */
export function partsOf<Parts>(name: string, prelude: string, body: string): Parts | null {
  const text = askEngine((engine) => engine.ruleParts(name, prelude, body));
  return text === undefined ? null : (parseJson(text) as Parts | null);
}

/** Declarations in their one spelling; descriptors as they are written. */
function canonicalDeclarations({ name, declarations }: RuleRecord): string {
  if (declarations === '') return '';
  if (name === 'property') return propertyText(declarations);
  if (name === 'font-face') {
    const descriptors = partsOf<ArrayLike<ArrayLike<string>>>('font-face', '', declarations);
    let text = '';
    for (let at = 0; at < (descriptors?.length ?? 0); at++) {
      text += `${text === '' ? '' : ' '}${descriptors![at]![0]}: ${descriptors![at]![1]};`;
    }
    return text;
  }
  const isBlock = name === '' || name === NESTED || name === 'page' || name === 'position-try';
  return isBlock ? (askEngine((engine) => engine.declaredText(declarations)) ?? declarations) : declarations;
}

/** Descriptors of a registration in the order that they are told in. */
function propertyText(declarations: string): string {
  const descriptors = partsOf<ArrayLike<ArrayLike<string>>>('font-face', '', declarations);
  const found: Record<string, string> = { __proto__: null as never };
  for (let at = 0; at < (descriptors?.length ?? 0); at++) found[descriptors![at]![0]!] = descriptors![at]![1]!;
  const { syntax = '', inherits = '', 'initial-value': initial } = found;
  return `syntax: ${syntax}; inherits: ${inherits};${initial === undefined ? '' : ` initial-value: ${initial};`}`;
}

/** What stands behind '@import'. */
export interface ImportParts {
  readonly href: string;
  readonly layer: string | null;
  readonly supports: string | null;
  readonly media: ArrayLike<string>;
}

/** In its one spelling, with other media where they are given. */
export function importText(prelude: string, media: string | null = null): string {
  const parts = partsOf<ImportParts>('import', prelude, '');
  if (parts === null) return prelude;
  let text = `url(${quoted(parts.href)})`;
  if (parts.layer !== null) text += parts.layer === '' ? ' layer' : ` layer(${parts.layer})`;
  if (parts.supports !== null) text += ` supports(${parts.supports})`;
  const queries = media ?? joinedQueries(parts.media);
  return queries === '' ? text : `${text} ${queries}`;
}

export function joinedQueries(queries: ArrayLike<string>): string {
  let text = '';
  for (let at = 0; at < queries.length; at++) text += at === 0 ? queries[at] : `, ${queries[at]}`;
  return text;
}

/** CSSOM §2.1 "serialize a string" */
export function quoted(value: string): string {
  let text = '"';
  for (let at = 0; at < value.length; at++) {
    const code = charCodeAt(value, at);
    if (code === 0) text += '\ufffd';
    else if (code < 0x20 || code === 0x7f) text += `\\${hexText(code)} `;
    else text += code === 0x22 || code === 0x5c ? `\\${fromCharCode(code)}` : fromCharCode(code);
  }
  return `${text}"`;
}

/** Rules that have braces also where nothing is in them. */
const GROUPS = ' media supports container layer scope starting-style ';
const STATEMENTS = ' import namespace layer charset ';

/** What stands before the braces, in its one spelling. */
function canonicalHead({ name, prelude, parent }: RuleRecord): string {
  switch (name) {
    case 'import':
      return importText(prelude);
    case 'namespace': {
      const parts = partsOf<{ readonly prefix: string; readonly uri: string }>(name, prelude, '');
      if (parts === null) return prelude;
      return `${parts.prefix === '' ? '' : `${parts.prefix} `}url(${quoted(parts.uri)})`;
    }
    case 'scope': {
      const parts = partsOf<{ readonly start: string | null; readonly end: string | null }>(name, prelude, '');
      const start = parts === null || parts.start === null ? '' : `(${parts.start})`;
      const end = parts === null || parts.end === null ? '' : `to (${parts.end})`;
      return start === '' || end === '' ? start + end : `${start} ${end}`;
    }
    case '':
      return isKeyframesName(parent?.name ?? '') ? keysOf(prelude) : prelude;
    default:
      return isKeyframesName(name) ? escapeIdentifier(unquoted(prelude)) : prelude;
  }
}

/** `canonical`: in the one spelling that script reads; else as it was written. */
export function ruleText(rule: RuleRecord, canonical = false): string {
  const { name, children } = rule;
  const declarations = ended(canonical ? canonicalDeclarations(rule) : rule.declarations);
  if (name === NESTED) return declarations;
  const prelude = canonical ? canonicalHead(rule) : rule.prelude;
  const head = name === '' ? prelude : `@${name}${prelude === '' ? '' : ` ${prelude}`}`;
  if (children === null && declarations === '' && hasWord(STATEMENTS, name)) return `${head};`;
  const isKeyframes = isKeyframesName(name);
  if (children === null || (children.length === 0 && !isKeyframes && !hasWord(GROUPS, name))) {
    return declarations === '' ? `${head} { }` : `${head} { ${declarations} }`;
  }
  let inner = declarations === '' ? '' : `\n  ${declarations}`;
  for (let at = 0; at < children.length; at++) inner += `\n  ${ruleText(children[at]!, canonical)}`;
  return `${head} {${isKeyframes ? ' ' : ''}${inner}\n}`;
}

/** Another rule may stand behind them. */
function ended(declarations: string): string {
  return declarations === '' || stringSlice(declarations, -1) === ';' ? declarations : `${declarations};`;
}
