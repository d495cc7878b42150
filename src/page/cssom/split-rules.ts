/**
 * The text of a style sheet, cut into rules: what the CSSOM shows of it, nothing more.
 *
 * In:  text. Out: rules with their preludes and bodies as they are written. Never fails: what is left open at the end is
 * closed there.
 *
 * CSS Syntax 3 §5.4 https://drafts.csswg.org/css-syntax-3/#parser-algorithms
 */
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  isAsciiSpace,
  stringSlice,
  trim,
} from '../primordials.ts';

export interface RuleText {
  /** The name of an at-rule without '@', in lower case; empty for style rules. */
  readonly name: string;
  readonly prelude: string;
  /** What stands in the braces; `null` for a statement. */
  readonly body: string | null;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const STAR = 0x2a;
const AT = 0x40;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const PARENTHESIS = 0x28;

/** Behind a comment, a string or a single character that begins at `at`. */
function skip(text: string, at: number): number {
  const code = charCodeAt(text, at);
  if (code === BACKSLASH) return at + 2;
  if (code === SLASH && charCodeAt(text, at + 1) === STAR) {
    let end = at + 2;
    while (end < text.length && !(charCodeAt(text, end) === STAR && charCodeAt(text, end + 1) === SLASH)) end++;
    return end + 2;
  }
  if (code !== QUOTE && code !== APOSTROPHE) return at + 1;
  let end = at + 1;
  while (end < text.length && charCodeAt(text, end) !== code) end += charCodeAt(text, end) === BACKSLASH ? 2 : 1;
  return end + 1;
}

/** The brace that closes the one at `at`, or the end of the text. */
function closingBrace(text: string, at: number): number {
  let depth = 0;
  let end = at;
  while (end < text.length) {
    const code = charCodeAt(text, end);
    if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return end;
    end = skip(text, end);
  }
  return text.length;
}

/** Behind the bracket or parenthesis that closes the one at `at`, or the end of the text. */
function behindBlock(text: string, at: number): number {
  let open = '';
  for (let end = at; end < text.length; ) {
    const code = charCodeAt(text, end);
    if (code === BRACKET) open += ']';
    else if (code === PARENTHESIS) open += ')';
    else if (code === OPEN) open += '}';
    else if (open !== '' && stringSlice(text, end, end + 1) === stringSlice(open, open.length - 1)) {
      open = stringSlice(open, 0, open.length - 1);
      if (open === '') return end + 1;
    }
    end = skip(text, end);
  }
  return text.length;
}

function opensBlock(code: number): boolean {
  return code === BRACKET || code === PARENTHESIS;
}

/** Text without its comments, trimmed. Two names with a comment between them stay two. */
function cleaned(text: string): string {
  let clean = '';
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const next = skip(text, at);
    if (charCodeAt(text, at) === SLASH && next > at + 1) {
      clean += stringSlice(text, from, at);
      from = next;
      if (isNamePart(charCodeAt(text, at - 1)) && isNamePart(charCodeAt(text, next))) clean += '/**/';
    }
    at = next;
  }
  return trim(clean + stringSlice(text, from));
}

/** Cuts a list of rules. */
export function splitRules(text: string): BareArray<RuleText> {
  const rules = bareArray<RuleText>();
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const code = charCodeAt(text, at);
    const isStatement = code === SEMICOLON && charCodeAt(text, firstInk(text, start)) === AT;
    if (code !== OPEN && !isStatement) {
      at = opensBlock(code) ? behindBlock(text, at) : skip(text, at);
      continue;
    }
    const end = isStatement ? at : closingBrace(text, at);
    addRule(rules, cleaned(stringSlice(text, start, at)), isStatement ? null : stringSlice(text, at + 1, end));
    at = end + 1;
    start = at;
  }
  const rest = cleaned(stringSlice(text, start));
  if (charCodeAt(rest, 0) === AT) addRule(rules, rest, null);
  return rules;
}

/** The first character that is neither white space nor in a comment. */
function firstInk(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const isComment = charCodeAt(text, at) === SLASH && charCodeAt(text, at + 1) === STAR;
    if (!isComment && !isAsciiSpace(charCodeAt(text, at))) return at;
    at = skip(text, at);
  }
  return at;
}

function addRule(rules: BareArray<RuleText>, head: string, body: string | null): void {
  if (charCodeAt(head, 0) !== AT) {
    if (body !== null && head !== '') append(rules, { name: '', prelude: head, body });
    return;
  }
  let end = 1;
  while (end < head.length && !isNameEnd(charCodeAt(head, end))) end++;
  append(rules, { name: asciiLower(stringSlice(head, 1, end)), prelude: trim(stringSlice(head, end)), body });
}

function isNamePart(code: number): boolean {
  return code >= 0x80 || code === 0x5f || !isNameEnd(code);
}

function isNameEnd(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return !isLetter && code !== 0x2d && !(code >= 0x30 && code <= 0x39);
}

/** The name of declarations that stand behind rules, or in a group: no at-rule can have it. */
export const NESTED = '{}';

export interface BodyText {
  /** What stands before the first rule. */
  readonly declarations: string;
  /** The others in their order; declarations between and behind them are rules of their own (CSS Nesting 1 §5.1). */
  readonly rules: BareArray<RuleText>;
}

/** The body of a style rule, or of a group in one, cut into declarations and rules. */
export function splitBody(body: string): BodyText {
  const rules = bareArray<RuleText>();
  let first: string | null = null;
  let run = '';
  let start = 0;
  // Braces in the value of a custom property open no rule.
  let isValue = false;
  const endRun = (): void => {
    if (first === null) first = trim(run);
    else if (cleaned(run) !== '') append(rules, { name: NESTED, prelude: '', body: trim(run) });
    run = '';
  };
  for (let at = 0; at < body.length; ) {
    const code = charCodeAt(body, at);
    if (code === SEMICOLON) {
      const head = cleaned(stringSlice(body, start, at));
      if (charCodeAt(head, 0) === AT) {
        endRun();
        addRule(rules, head, null);
      } else run += stringSlice(body, start, at + 1);
      start = ++at;
      isValue = false;
    } else if (code === OPEN) {
      const end = closingBrace(body, at);
      const head: string = isValue ? '--' : cleaned(stringSlice(body, start, at));
      isValue = stringSlice(head, 0, 2) === '--';
      if (!isValue) {
        endRun();
        addRule(rules, head, stringSlice(body, at + 1, end));
      }
      at = end + 1;
      if (!isValue) start = at;
    } else at = opensBlock(code) ? behindBlock(body, at) : skip(body, at);
  }
  run += stringSlice(body, start);
  endRun();
  return { declarations: first ?? '', rules };
}
