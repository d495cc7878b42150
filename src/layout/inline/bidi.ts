/**
 * The bidirectional algorithm: levels of characters, and the visual order of a line.
 *
 * In:  the text of an inline formatting context, with control characters where 'unicode-bidi' asks for them, and the
 *      base direction; then the levels of one line.
 * Out: a level for every code unit (odd is right-to-left); runs of a line from left to right.
 *
 * UAX 9 https://www.unicode.org/reports/tr9/. Paragraphs end at line feeds and paragraph separators.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { BC, bidiClass, hasBidi } from './bidi-class.ts';
import { firstStrongLevel, isIsolateStart, matchIsolates, resolveExplicit } from './bidi-explicit.ts';
import { type RunSequence, resolveImplicit } from './bidi-implicit.ts';

export { hasBidi } from './bidi-class.ts';

export type BaseDirection = 'ltr' | 'rtl' | 'auto';

/** A stretch of one level. */
export interface VisualRun {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** The embedding level of every code unit. */
export function bidiLevels(text: string, base: BaseDirection): Uint8Array {
  const levels = new Uint8Array(text.length);
  if (base !== 'rtl' && !hasBidi(text)) return levels;
  const classes = classesOf(text);
  let start = 0;
  while (start < text.length) {
    let end = start;
    while (end < text.length && classes[end] !== BC.B) end++;
    if (end < text.length) end++;
    resolveParagraph(text.slice(start, end), classes.subarray(start, end), levels.subarray(start, end), base);
    start = end;
  }
  return levels;
}

/** The base level of text[start, end) by its first strong character: 0 or 1, `fallback` when there is none (P2, P3). */
export function paragraphLevel(text: string, start: number, end: number, fallback: 0 | 1 = 0): 0 | 1 {
  const level = firstStrongLevel(classesOf(text.slice(start, end)), 0, end - start);
  return level < 0 ? fallback : level === 1 ? 1 : 0;
}

/** Text with the style that its base direction comes from. */
export interface BidiContent {
  readonly text: string;
  readonly container: { readonly style: Pick<ComputedStyle, 'direction' | 'unicodeBidi'> };
}

/** The base direction of the paragraph around a place; with 'unicode-bidi: plaintext' it follows the text. */
export function baseDirection(content: BidiContent, offset: number): 'ltr' | 'rtl' {
  const { direction, unicodeBidi } = content.container.style;
  if (unicodeBidi !== 'plaintext') return direction;
  const start = offset === 0 ? 0 : content.text.lastIndexOf('\n', offset - 1) + 1;
  const end = content.text.indexOf('\n', offset);
  return paragraphLevel(content.text, start, end < 0 ? content.text.length : end) === 1 ? 'rtl' : 'ltr';
}

/** Both halves of a surrogate pair have the class of the character. */
function classesOf(text: string): Uint8Array {
  const classes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i)!;
    const one = bidiClass(codePoint);
    classes[i] = one;
    if (codePoint > 0xffff) classes[++i] = one;
  }
  return classes;
}

/** The levels of one paragraph: what is passed on are parts of the arrays that begin where it begins. */
function resolveParagraph(text: string, classes: Uint8Array, levels: Uint8Array, direction: BaseDirection): void {
  const base =
    direction === 'auto' ? Math.max(0, firstStrongLevel(classes, 0, classes.length)) : direction === 'rtl' ? 1 : 0;
  const original = classes.slice();
  const isolateEnds = matchIsolates(classes);
  resolveExplicit(classes, levels, isolateEnds, base);
  for (const sequence of runSequences(classes, original, levels, isolateEnds, base)) {
    resolveImplicit(text, classes, levels, sequence);
  }
  // §5.2: what X9 would have removed goes with what stands before it.
  for (let i = 0; i < classes.length; i++) {
    if (classes[i] === BC.BN) levels[i] = i > 0 ? levels[i - 1]! : base;
  }
  resetSeparators(original, levels, base);
}

/** L1 for separators inside the paragraph; white space at the end of a line is for `resetTrailing`. */
function resetSeparators(original: Uint8Array, levels: Uint8Array, base: number): void {
  let reset = false;
  for (let i = original.length - 1; i >= 0; i--) {
    const one = original[i]!;
    if (one === BC.B || one === BC.S) reset = true;
    else if (!isSpaceOrIsolate(one)) reset = false;
    if (reset) levels[i] = base;
  }
}

function isSpaceOrIsolate(bidiClass: number): boolean {
  return (
    bidiClass === BC.WS ||
    bidiClass === BC.BN ||
    isIsolateStart(bidiClass) ||
    bidiClass === BC.PDI ||
    isEmbedding(bidiClass)
  );
}

function isEmbedding(bidiClass: number): boolean {
  return bidiClass >= BC.LRE && bidiClass <= BC.PDF;
}

/** L1 at the end of a line: trailing white space gets the base level. */
export function resetTrailing(text: string, levels: Uint8Array, start: number, end: number, baseLevel: number): void {
  for (let i = end - 1; i >= start; i--) {
    if (!isSpaceOrIsolate(bidiClass(text.charCodeAt(i)))) break;
    levels[i] = baseLevel;
  }
}

/** X10, BD13: level runs, joined across the isolates that interrupt them. */
function runSequences(
  classes: Uint8Array,
  original: Uint8Array,
  levels: Uint8Array,
  isolateEnds: Int32Array,
  base: number,
): RunSequence[] {
  const sequences: RunSequence[] = [];
  const end = classes.length;
  const taken = new Uint8Array(end);
  for (let first = 0; first < end; first++) {
    if (taken[first] !== 0 || classes[first] === BC.BN || classes[first] === BC.B) continue;
    const level = levels[first]!;
    const places: number[] = [];
    let i = first;
    while (i < end) {
      if (classes[i] === BC.BN || classes[i] === BC.B) {
        i++;
        continue;
      }
      if (levels[i] !== level) break;
      places.push(i);
      taken[i] = 1;
      // After an isolate starts, the sequence goes on at its end.
      i = isIsolateStart(original[i]!) ? isolateEnds[i]! : i + 1;
    }
    // An isolate without an end reaches to the end of the paragraph.
    const isOpen = isIsolateStart(original[places.at(-1)!]!);
    sequences.push(runSequence(classes, levels, base, places, isOpen));
  }
  return sequences;
}

function runSequence(
  classes: Uint8Array,
  levels: Uint8Array,
  base: number,
  places: readonly number[],
  isOpen: boolean,
): RunSequence {
  let before = places[0]! - 1;
  while (before >= 0 && classes[before] === BC.BN) before--;
  let after = places.at(-1)! + 1;
  while (after < classes.length && classes[after] === BC.BN) after++;
  const level = levels[places[0]!]!;
  const levelBefore = before >= 0 ? levels[before]! : base;
  const levelAfter = after < classes.length && !isOpen ? levels[after]! : base;
  return {
    at: Int32Array.from(places),
    count: places.length,
    level,
    startOfSequence: Math.max(level, levelBefore) % 2 === 0 ? BC.L : BC.R,
    endOfSequence: Math.max(level, levelAfter) % 2 === 0 ? BC.L : BC.R,
  };
}

/** L2: the runs of levels[start, end) from left to right. The text of a run with an odd level is drawn backwards. */
export function reorderVisual(levels: Uint8Array, start: number, end: number): VisualRun[] {
  const runs: VisualRun[] = [];
  let highest = 0;
  let lowestOdd = 255;
  for (let i = start; i < end; ) {
    const level = levels[i]!;
    let j = i + 1;
    while (j < end && levels[j] === level) j++;
    runs.push({ start: i, end: j, level });
    highest = Math.max(highest, level);
    if (level % 2 === 1) lowestOdd = Math.min(lowestOdd, level);
    i = j;
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let i = 0; i < runs.length; i++) {
      if (runs[i]!.level < level) continue;
      let j = i + 1;
      while (j < runs.length && runs[j]!.level >= level) j++;
      reverse(runs, i, j - 1);
      i = j;
    }
  }
  return runs;
}

function reverse(runs: VisualRun[], from: number, to: number): void {
  for (let i = from, j = to; i < j; i++, j--) [runs[i], runs[j]] = [runs[j]!, runs[i]!];
}
