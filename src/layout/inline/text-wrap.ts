/**
 * 'text-wrap-style': how wide the lines of a block may be, so that they are balanced or do not end with a lonely word.
 *
 * In:  where a line begins. Out: the width it may take at most, whatever room there is.
 *
 * 'balance' looks at the first paragraph of a block, up to 6 lines; 'pretty' at the last 4 lines of each paragraph that
 * ends with a single short word. Both as Chrome does it.
 *
 * CSS Text 4 §6.4 https://drafts.csswg.org/css-text-4/#text-wrap-style
 */
import { NO_EXCLUSIONS } from '../exclusions.ts';
import { toUnit } from '../layout-unit.ts';
import { fontFor } from '../text/measure.ts';
import type { BrokenLine } from './broken-line.ts';
import { choosesBreaks, wrapsLines } from './items.ts';
import { type LineRoom, type LineStart, type NextLine, nextLine } from './line-breaker.ts';
import type { LineContext } from './line-state.ts';
import { optimalLines } from './optimal-lines.ts';

const MOST_BALANCED = 6;
const MOST_PRETTY = 4;
/** Only a last line that is shorter than this share of the room is worth the work. */
const SHORT_LINE = 1 / 3;
/** The search for the narrowest width ends when it is this near, in pixels. */
const NEAR = 1;
/** It begins below the mean width of the lines. */
const LEAST_SHARE = 0.8;

export class TextWrap {
  readonly #context: LineContext;
  readonly #balances: boolean;
  readonly #available: number;
  readonly #maxLines: number;
  /** Of the next lines. */
  #limits: number[] = [];
  /** Of all lines. */
  #limit = Number.POSITIVE_INFINITY;
  /** Lines that were looked at in advance, the first of them from where the next call begins. */
  #ahead: NextLine[] = [];
  #isDecided = false;

  private constructor(context: LineContext, balances: boolean, maxLines: number) {
    this.#context = context;
    this.#balances = balances;
    this.#available = context.lineEnd - context.lineStart;
    this.#maxLines = maxLines;
  }

  /** `null` where lines take what fits: the usual. Beside floats they do, too. */
  static of(context: LineContext, maxLines: number, isBesideFloats: boolean): TextWrap | null {
    const { style, items } = context.items;
    if (!choosesBreaks(style) || !wrapsLines(style) || isBesideFloats || context.lineEnd <= context.lineStart)
      return null;
    return items.some(({ kind }) => kind === 'float')
      ? null
      : new TextWrap(context, style.textWrapStyle === 'balance', maxLines);
  }

  /** To be asked for each line in turn. */
  limitAt(start: LineStart): number {
    if (this.#balances && start.isFirst) this.#balance(start);
    else if (!this.#balances) this.#lookAhead(start);
    return this.#limits.shift() ?? this.#limit;
  }

  // --- 'balance' ----------------------------------------------------------------------------------------------------

  #balance(start: LineStart): void {
    if (this.#mayScore() && this.#maxLines > MOST_BALANCED) {
      const { lines, isEnd } = this.#break(start, this.#available, MOST_BALANCED);
      const best = isEnd && lines.length > 1 ? optimalLines(lines, this.#available, true) : null;
      if (best !== null) {
        this.#limits = best;
        return;
      }
    }
    this.#limit = this.#narrowest(start);
  }

  /** The narrowest width that makes no more lines. */
  #narrowest(start: LineStart): number {
    const none = Number.POSITIVE_INFINITY;
    const { items } = this.#context;
    const isClamped = this.#maxLines <= MOST_BALANCED;
    if (items.items.some(({ kind }) => kind === 'newline')) return none;
    const perLine = Math.floor(this.#available / fontFor(items.style).spaceWidth);
    if (!isClamped && items.text.length > MOST_BALANCED * 2 * perLine) return none;
    const { lines, isEnd } = this.#break(start, this.#available, isClamped ? this.#maxLines : MOST_BALANCED);
    if (lines.length < 2 || (!isEnd && !isClamped)) return none;
    const stop = lines.at(-1)!.end;
    const sum = lines.reduce((width, line) => width + line.width, 0);
    let upper = this.#available;
    let lower = toUnit((sum / lines.length) * LEAST_SHARE);
    while (lower + NEAR < upper) {
      const middle = toUnit((upper + lower) / 2);
      const narrower = this.#break(start, middle, lines.length);
      const { item, offset } = narrower.lines.at(-1)!.end;
      const isDone = narrower.isEnd || item > stop.item || (item === stop.item && offset >= stop.offset);
      if (isDone) upper = middle;
      else lower = middle;
    }
    return upper;
  }

  // --- 'pretty' -----------------------------------------------------------------------------------------------------

  /** Once the end of the paragraph is in view, its lines are decided on. */
  #lookAhead(start: LineStart): void {
    if (start.afterForcedBreak) this.#isDecided = false;
    if (this.#isDecided) return;
    const ahead = this.#ahead;
    ahead.shift();
    for (;;) {
      const last = ahead.at(-1);
      if (last === undefined || !endsParagraph(last)) {
        if (ahead.length === MOST_PRETTY) return;
        const from = last === undefined ? start : last.next!;
        ahead.push(this.#next(from, this.#available));
        continue;
      }
      this.#isDecided = true;
      this.#ahead = [];
      const lines = ahead.map(({ line }) => line);
      if (lines.length > 1 && this.#mayScore() && isLonely(lines.at(-1)!)) {
        this.#limits = optimalLines(lines, this.#available, false) ?? [];
      }
      return;
    }
  }

  // --- Lines that take what fits ------------------------------------------------------------------------------------

  /** Tabs are as wide as their place on the line says, and a first line of its own is measured apart. */
  #mayScore(): boolean {
    const { items } = this.#context;
    return items.forFirstLine === items && !items.items.some(({ kind }) => kind === 'tab');
  }

  #break(start: LineStart, width: number, most: number): { readonly lines: BrokenLine[]; readonly isEnd: boolean } {
    const lines: BrokenLine[] = [];
    for (let at = start; ; ) {
      const broken = this.#next(at, width);
      lines.push(broken.line);
      if (endsParagraph(broken)) return { lines, isEnd: true };
      if (lines.length === most) return { lines, isEnd: false };
      at = broken.next!;
    }
  }

  #next(start: LineStart, width: number): NextLine {
    const { lineStart } = this.#context;
    const opportunity = {
      lineStart,
      lineEnd: lineStart + width,
      blockOffset: 0,
      blockEnd: Number.POSITIVE_INFINITY,
      nextBlockOffset: Number.POSITIVE_INFINITY,
    };
    const room = {
      opportunity,
      exclusions: NO_EXCLUSIONS,
      minBlockSize: 0,
      leadingFloats: NO_FLOATS,
      limit: Number.POSITIVE_INFINITY,
    };
    return nextLine(this.#context, start, room, false);
  }
}

const NO_FLOATS: LineRoom['leadingFloats'] = new Map();

function endsParagraph({ line, next }: NextLine): boolean {
  return next === null || line.hasForcedBreak;
}

/** A short last line of a single word. */
function isLonely(line: BrokenLine): boolean {
  if (line.width >= line.availableWidth * SHORT_LINE) return false;
  const { results, items } = line;
  return results.every((result, index) => {
    if (index < results.length - 1 && result.canBreakAfter) return false;
    if (result.item.kind !== 'text' || !wrapsLines(result.item.style)) return true;
    const breaks = items.breaks.forStyle(result.item.style, false);
    for (let at = result.start + 1; at < result.end; at++) if (breaks[at] !== 0) return false;
    return true;
  });
}
