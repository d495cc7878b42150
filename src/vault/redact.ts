/**
 * Keeps secrets out of everything that leaves the engine.
 *
 * In:  secrets, and answers on their way out. Out: the same answers without the secrets, also where a page shows them
 *      encoded (URL, HTML, base64, hexadecimal, escapes of scripts), in other letters, with something between the letters,
 *      backwards, or split over several elements.
 *
 * Missing: what a page makes of a secret by a cipher or a hash of its own is not recognised.
 */
import { LIMITS } from '../limits.ts';
import { decodings } from './redact-decode.ts';
import { LEAST_LENGTH, NeedleIndex, type NeedleReading, needlesOf } from './redact-needles.ts';
import { cutOffSecret } from './redact-tail.ts';
import { base64Reading, foldedReading, plainReading, type Reading, textOf } from './redact-views.ts';

export const REDACTED = '[redacted]';

/** Codes that are remembered at a time. */
const MAX_CODES = 200;
/** Names that are remembered to be clean. */
const MAX_NAMES = 2_000;
/** Fields of an element that show its content: a secret may begin in one and go on in another. */
const CONTENT: ReadonlySet<string> = new Set(['text', 'name', 'val', 'ph', 'title', 'options']);

type Index = { readonly [Key in NeedleReading]: NeedleIndex };

interface Range {
  readonly start: number;
  readonly end: number;
}

export class Redactor {
  readonly #kept = new Set<string>();
  /** Codes with the time at which they are nothing worth any more. */
  readonly #codes = new Map<string, number>();
  #index: Index = newIndex();
  /** Secrets that are too short to be looked for within text. */
  readonly #tiny = new Set<string>();
  /** Secrets as texts that were cut short are compared with. */
  readonly #folded = new Set<string>();
  /** Faster: names in answers are the same all the time. */
  readonly #cleanNames = new Set<string>();

  get isEmpty(): boolean {
    return this.#kept.size === 0 && this.#codes.size === 0;
  }

  add(secret: string, lifetime: 'kept' | 'code'): void {
    if (secret === '') return;
    if (lifetime === 'kept') {
      if (this.#kept.has(secret)) return;
      this.#kept.add(secret);
    } else {
      this.#codes.set(secret, Date.now() + LIMITS.codeSecretMs);
      this.#dropOldCodes();
    }
    this.#learn(secret);
  }

  /** One text without secrets. */
  text(text: string): string {
    return this.#strings([text])[0]!;
  }

  /** A JSON value without secrets: the same one when there are none in it. */
  value<T>(value: T): T {
    if (this.isEmpty) return value;
    this.#dropOldCodes();
    const slots = slotsOf(value);
    const texts = slots.map(({ text }) => text);
    const clean = this.#cleanSlots(slots, texts);
    const names = this.#renamed(value);
    if (names === null && clean.every((text, at) => text === texts[at])) return value;
    const copy = structuredClone({ value });
    for (const [at, { holder, key }] of slotsOf(copy.value, copy).entries()) {
      if (clean[at] !== texts[at]) (holder as Record<string, unknown>)[key] = clean[at];
    }
    return names === null ? copy.value : (withNames(copy.value, names) as T);
  }

  /** Names in objects that hold a secret, with what stands for them; `null` when none does. */
  #renamed(value: unknown): ReadonlyMap<string, string> | null {
    const renamed = new Map<string, string>();
    for (const name of namesIn(value)) {
      if (this.#cleanNames.has(name)) continue;
      const clean = this.text(name);
      if (clean !== name) renamed.set(name, clean);
      else if (this.#cleanNames.size < MAX_NAMES) this.#cleanNames.add(name);
    }
    return renamed.size === 0 ? null : renamed;
  }

  /** First the strings of each field, one after the other, then all that shows together. */
  #cleanSlots(slots: readonly Slot[], texts: readonly string[]): string[] {
    const clean = [...texts];
    const groups = new Map<string, number[]>();
    const content: number[] = [];
    for (const [at, { field }] of slots.entries()) {
      const group = groups.get(field);
      if (group === undefined) groups.set(field, [at]);
      else group.push(at);
      if (CONTENT.has(field)) content.push(at);
    }
    for (const group of [...groups.values(), content]) {
      const found = this.#strings(group.map((at) => clean[at]!));
      for (const [nth, at] of group.entries()) clean[at] = found[nth]!;
    }
    return clean;
  }

  #strings(strings: readonly string[]): readonly string[] {
    if (this.isEmpty || strings.length === 0) return strings;
    const whole = strings.join('');
    const ranges = this.#find(whole, strings);
    const clean = ranges.length === 0 ? strings : cut(strings, ranges);
    return clean.map((text) => (this.#tiny.has(text.trim()) ? REDACTED : this.#withoutTail(text)));
  }

  #withoutTail(text: string): string {
    const at = cutOffSecret(text, this.#folded);
    return at < 0 ? text : `${text.slice(0, at)}${REDACTED}…`;
  }

  #find(whole: string, strings: readonly string[]): Range[] {
    const ranges: Range[] = [];
    const borders = bordersOf(strings);
    const { visible, words, base64 } = this.#index;
    for (const reading of decodings(plainReading(whole))) {
      if (visible.size > 0) findIn(foldedReading(reading, 'visible'), visible, whole, borders, ranges);
      if (words.size > 0) findIn(foldedReading(reading, 'words'), words, whole, borders, ranges);
      if (base64.size > 0) findIn(base64Reading(reading), base64, whole, borders, ranges);
    }
    return merged(ranges);
  }

  #learn(secret: string): void {
    this.#cleanNames.clear();
    if (secret.trim().length < LEAST_LENGTH) this.#tiny.add(secret.trim());
    this.#folded.add(textOf(foldedReading(plainReading(secret), 'visible')));
    for (const [reading, needle] of needlesOf(secret)) this.#index[reading].add(needle);
  }

  #dropOldCodes(): void {
    const now = Date.now();
    const before = this.#codes.size;
    for (const [code, until] of this.#codes) {
      if (until <= now || this.#codes.size > MAX_CODES) this.#codes.delete(code);
    }
    if (this.#codes.size === before) return;
    this.#index = newIndex();
    this.#tiny.clear();
    this.#folded.clear();
    for (const secret of [...this.#kept, ...this.#codes.keys()]) this.#learn(secret);
  }
}

function findIn(reading: Reading, index: NeedleIndex, whole: string, borders: Uint32Array, into: Range[]): void {
  index.find(reading.codes, (at, needle) => {
    const start = reading.starts[at]!;
    const end = reading.ends[at + needle.text.length - 1]!;
    if (!needle.crosses && crosses(borders, start, end)) return;
    if (needle.wholeWord && !isWholeWord(whole, start, end)) return;
    into.push(needle.takesRun ? runAround(whole, start, end) : withMargins(whole, start, end, needle.margins));
  });
}

function newIndex(): Index {
  return { visible: new NeedleIndex(), words: new NeedleIndex(), base64: new NeedleIndex() };
}

/** A string of a JSON value, with its place. */
interface Slot {
  readonly holder: object;
  readonly key: string;
  /** The nearest name above it: items of a list have that of the list. */
  readonly field: string;
  readonly text: string;
}

/** All strings, and numbers that stand alone as `value`, in the order in which they are written. */
function slotsOf(value: unknown, root: object = { value }): Slot[] {
  const slots: Slot[] = [];
  const stack: { holder: object; key: string; field: string; value: unknown }[] = [
    { holder: root, key: 'value', field: 'value', value },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { holder, key, field, value: found } = next;
    if (typeof found === 'string') slots.push({ holder, key, field, text: found });
    else if (typeof found === 'number' && key === 'value') slots.push({ holder, key, field, text: String(found) });
    if (typeof found !== 'object' || found === null) continue;
    const isList = Array.isArray(found);
    const entries = Object.entries(found);
    for (let at = entries.length - 1; at >= 0; at--) {
      const [name, inner] = entries[at]!;
      stack.push({ holder: found, key: name, field: isList ? field : name, value: inner });
    }
  }
  return slots;
}

/** The names of all fields, each once. */
function namesIn(value: unknown): Set<string> {
  const names = new Set<string>();
  const stack: unknown[] = [value];
  for (let next = stack.pop(); next !== undefined || stack.length > 0; next = stack.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) for (const name of Object.keys(next)) names.add(name);
    for (const inner of Object.values(next)) if (typeof inner === 'object') stack.push(inner);
  }
  return names;
}

/** A JSON value with other names for some of its fields. Depth is that of what a page can make an answer of. */
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withNames(inner, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names.get(name) ?? name, withNames(inner, names)]),
  );
}

/** Where each string begins in the whole. */
function bordersOf(strings: readonly string[]): Uint32Array {
  const borders = new Uint32Array(strings.length);
  let at = 0;
  for (const [nth, text] of strings.entries()) {
    borders[nth] = at;
    at += text.length;
  }
  return borders;
}

function crosses(borders: Uint32Array, start: number, end: number): boolean {
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (borders[middle]! <= start) low = middle + 1;
    else high = middle;
  }
  return low < borders.length && borders[low]! < end;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isWord = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? '');
  return !isWord(start - 1) && !isWord(end);
}

function runAround(text: string, start: number, end: number): Range {
  const isRun = (at: number) => /[A-Za-z0-9+/=_%-]/.test(text[at] ?? '');
  let from = start;
  let to = end;
  while (isRun(from - 1)) from--;
  while (isRun(to)) to++;
  return { start: from, end: to };
}

/** With as many signs around it as the secret has. */
function withMargins(text: string, start: number, end: number, [before, behind]: readonly [number, number]): Range {
  const isSign = (at: number) => /[^\p{L}\p{N}\s]/u.test(text[at] ?? '');
  let from = start;
  let to = end;
  while (start - from < before && isSign(from - 1)) from--;
  while (to - end < behind && isSign(to)) to++;
  return { start: from, end: to };
}

function merged(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a.start - b.start);
  const out: Range[] = [];
  for (const range of ranges) {
    const last = out.at(-1);
    if (last === undefined || range.start > last.end) out.push(range);
    else if (range.end > last.end) out[out.length - 1] = { start: last.start, end: range.end };
  }
  return out;
}

/** The strings without the ranges of their whole. The mark stands in every string that had a part of one. */
function cut(strings: readonly string[], ranges: readonly Range[]): string[] {
  let nth = 0;
  let offset = 0;
  return strings.map((text) => {
    const end = offset + text.length;
    let out = '';
    let at = offset;
    for (; nth < ranges.length && ranges[nth]!.start < end; nth++) {
      const range = ranges[nth]!;
      out += text.slice(at - offset, Math.max(at, range.start) - offset) + REDACTED;
      at = Math.min(end, range.end);
      if (range.end > end) break;
    }
    out += text.slice(at - offset);
    offset = end;
    return out;
  });
}
