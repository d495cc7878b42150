/**
 * Breaks a plain text (plain-text.ts) into lines, without the machinery that other content needs.
 *
 * In:  the text with what is known of it, the room. Out: its lines, or `null` where line-breaker.ts has to look: a word
 *      that breaks because it does not fit, kerning across the end of a line, lines that are justified.
 *
 * It takes the same decisions as break-text.ts for an item that is alone in its container.
 */
import type { LineFragment, Placed } from '../fragment.ts';
import type { PlainContent } from '../inline-content.ts';
import { ceilUnit, EPSILON } from '../layout-unit.ts';
import { lineOffset } from './align.ts';
import { lineHeightOf } from './font-height.ts';
import { choosesBreaks, isBreakableSpace } from './items.ts';
import type { PlainText } from './plain-text.ts';

export function breakPlainText(plain: PlainText, contentInline: number, bfcBlockOffset: number): PlainContent | null {
  const { style, metrics } = plain;
  if (style.lineClamp !== 'none' || style.lineBreak === 'anywhere' || choosesBreaks(style)) return null;
  const { positions, breaks, text } = plain.measures();
  const available = Math.max(0, contentInline) + EPSILON;
  const height = lineHeightOf(metrics);
  const lines: Placed[] = [];
  let cursor = bfcBlockOffset;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(plain, positions, breaks, text, start, available);
    if (end < 0 || isKerned(plain, positions, text, end)) return null;
    const width = Math.max(0, ceilUnit(positions[end]! - positions[start]!));
    const offset = lineOffset(style, contentInline - width, end === text.length);
    if (offset === null) return null;
    lines.push({ fragment: lineOf(plain, start, end, width, height), x: offset, y: cursor - bfcBlockOffset });
    cursor += height;
    // The space behind the last word belongs to its line, and is not there.
    start = end < text.length && isBreakableSpace(text.charCodeAt(end)) ? end + 1 : end;
  }
  const last = lines[lines.length - 1]!;
  return {
    line: null,
    lines,
    blockSize: cursor - bfcBlockOffset,
    firstBaseline: metrics.ascent,
    lastBaseline: last.y + metrics.ascent,
  };
}

/** Where the line that begins at `start` ends, spaces at its end left out; -1 when that is not for us to say. */
function lineEnd(
  plain: PlainText,
  positions: Float64Array,
  breaks: Uint8Array,
  text: string,
  start: number,
  available: number,
): number {
  const candidate = firstBeyond(positions, start, text.length, available);
  if (candidate >= text.length) return text.length;
  // Spaces hang: where the first character beyond is one, the word before it fits.
  if (isBreakableSpace(text.charCodeAt(candidate))) return Math.max(start + 1, candidate);
  let at = candidate;
  while (at > start && breaks[at] === 0) at--;
  if (at > start) return isBreakableSpace(text.charCodeAt(at - 1)) ? at - 1 : at;
  if (plain.breaksAnywhere) return -1;
  // Not even the first word fits: it overflows.
  at = Math.max(candidate, start + 1);
  while (at < text.length && breaks[at] === 0) at++;
  return at < text.length && isBreakableSpace(text.charCodeAt(at - 1)) ? at - 1 : at;
}

/** The first character of text[start, end) that does not fit, or `end`. */
function firstBeyond(positions: Float64Array, start: number, end: number, available: number): number {
  const limit = positions[start]! + available;
  if (positions[end]! <= limit) return end;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (positions[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What follows is not beside the last character any more: if the two are kerned, the width may be another. */
function isKerned({ font }: PlainText, positions: Float64Array, text: string, end: number): boolean {
  if (end === text.length || !font.kerning) return false;
  const advance = positions[end]! - positions[end - 1]!;
  return Math.abs(advance - font.primary.ascii[text.charCodeAt(end - 1)]!) >= 1e-6;
}

function lineOf(plain: PlainText, start: number, end: number, width: number, height: number): LineFragment {
  const { box, font, metrics } = plain;
  const fragment = {
    kind: 'text',
    box,
    start: plain.sourceOffset(start),
    end: plain.sourceOffset(end - 1) + 1,
    width,
    height: font.ascent + font.descent,
    generated: null,
  } as const;
  const children = [{ fragment, x: 0, y: metrics.ascent - font.ascent }];
  return { kind: 'line', width, height, baseline: metrics.ascent, children };
}
