/**
 * Initial letters: a first letter as high as several lines, which the lines beside it give way to.
 *
 * In:  the style of a ::first-letter with 'initial-letter', the paragraph it begins.
 * Out: the style of its box, and how far the box reaches above and below the first baseline.
 *
 * Differs: the letter takes its advance and its font's heights, where Chrome looks at the outline of the glyph.
 *
 * CSS Inline 3 §7 https://drafts.csswg.org/css-inline-3/#initial-letter-styling
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { deriveStyle, WITHOUT_SIZES } from '../derive-style.ts';
import { toUnit } from '../layout-unit.ts';
import { fontFor } from '../text/measure.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';
import { baselineOf, lineHeightOf, metricsHeight, usedLineHeight, withLeading } from './font-height.ts';
import { inlineEdges } from './inline-edges.ts';
import type { InlineItem } from './items.ts';
import type { LogicalLine } from './logical-line.ts';

export function isInitialLetter({ pseudo, kind, style }: Box): boolean {
  return pseudo === 'first-letter' && kind === 'flow' && style.initialLetter !== null;
}

/** Its box is laid out on its own, but what does not apply to inline boxes does not apply to it. */
const INLINE: Partial<ComputedStyle> = {
  display: 'inline-block',
  verticalAlign: 'baseline',
  letterSpacing: 0,
  ...WITHOUT_SIZES,
};

/** §7.5: capitals reach from the cap height of the first line to the baseline of the last that the size names. */
export function initialLetterStyle(style: ComputedStyle, paragraph: ComputedStyle): ComputedStyle {
  const { size } = style.initialLetter!;
  const height = (size - 1) * usedLineHeight(paragraph) + fontFor(paragraph).capHeight;
  const { capHeight } = fontFor(style);
  const fontSize = capHeight > 0 ? (height * style.fontSize) / capHeight : height;
  const sized = deriveStyle(style, { ...INLINE, fontSize });
  return deriveStyle(sized, { lineHeight: { px: lineHeightOf(metricsHeight(fontFor(sized), baselineOf(sized))) } });
}

/** The letter that the first line begins with, if there is one. */
export function initialLetterOf(items: readonly InlineItem[]): Box | null {
  for (const { kind, box } of items) {
    if (kind === 'initial-letter') return box;
    const isMarker = box.pseudo === 'marker' || box.parent?.pseudo === 'marker';
    if ((kind === 'text' || kind === 'atomic') && !isMarker) return null;
  }
  return null;
}

/** A letter beside the first line; distances are from the block-start edge of that line. */
export interface InitialLetter {
  readonly box: Box;
  /** How far the first line moves down to make room above it. */
  readonly raise: number;
  /** Where its border box begins, and where its margin box ends. */
  readonly top: number;
  readonly bottom: number;
}

/** §7.4: the baseline of the letter is that of the line it sinks to. Lines count as high as the paragraph's own. */
export function initialLetterIn(
  paragraph: ComputedStyle,
  firstLine: ComputedStyle,
  box: Box,
  margins: LogicalSides<number>,
  blockSize: number,
  percentBase: number,
): InitialLetter {
  const { size, sink } = box.style.initialLetter!;
  const lineHeight = usedLineHeight(paragraph);
  const baseline = lineAscent(firstLine) + (sink - 1) * lineHeight;
  const font = fontFor(box.style);
  const { ascent, descent } = metricsHeight(font, 'alphabetic');
  // Its block-start margin moves it down, border and padding do not.
  const top = baseline - ascent - inlineEdges(box, percentBase).over + margins.blockStart;
  const raise = Math.max(0, toUnit((Math.floor(size) - sink) * lineHeight));
  // Nothing is below the baseline of most letters; in fonts of squares all of it is filled.
  const isEmpty = font.capHeight < font.ascent && !HAS_DESCENDER.test(textOf(box));
  return { box, raise, top, bottom: top + blockSize - (isEmpty ? descent : 0) + margins.blockEnd };
}

/** From the top of a line down to the baseline that its boxes are aligned by. */
function lineAscent(style: ComputedStyle): number {
  return withLeading(metricsHeight(fontFor(style), baselineOf(style)), usedLineHeight(style)).ascent;
}

/** The letter stands where it is on its line, as deep as it sinks; the lines that follow keep away from it. */
export function placeLetter({ box, top, bottom, raise }: InitialLetter, built: LogicalLine, { rtl }: Writing): void {
  const { line, entries, metrics } = built;
  const entry = entries.find((each) => each.box === box);
  if (entry === undefined) return;
  entry.blockOffset = top - metrics.ascent;
  const indent = line.isRtl ? 0 : line.textIndent;
  const edge = line.lineLeft + line.alignOffset + indent + entry.inlineOffset - entry.lead;
  line.exclusions = line.exclusions.addLetter({
    side: rtl ? 'right' : 'left',
    lineStart: rtl ? edge : line.lineLeft,
    lineEnd: rtl ? line.lineLeft + line.availableWidth : edge + entry.inlineSize,
    blockStart: line.blockOffset - raise,
    blockEnd: line.blockOffset + bottom,
  });
}

/** Letters of the Latin script that reach below the baseline, and what looks like them. */
const HAS_DESCENDER = /[^A-PR-Za-fhik-or-uvwxz0-9"'!.?*\s\u2018-\u201f]/u;

function textOf({ children }: Box): string {
  return children[0]?.text ?? '';
}
