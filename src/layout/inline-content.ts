/**
 * The port between a block container and the inline formatting context inside it.
 *
 * Block layout and inline layout do not import each other: layout.ts hands each the other's function.
 */
import type { Box } from './box.ts';
import type { Exclusions } from './exclusions.ts';
import type { LineFragment, OutOfFlow, Placed } from './fragment.ts';
import type { LineLimits } from './line-limits.ts';
import type { Space } from './space.ts';

export interface InlineInput {
  /** A 'flow' box with `inlineContent`. */
  readonly box: Box;
  /** The space of that box, for percentages and ports. */
  readonly space: Space;
  /** Content-box inline size of the container. */
  readonly contentInline: number;
  /** Content-box block size when definite, else INDEFINITE: percentages of inline children. */
  readonly contentBlock: number;
  /** Where the content box begins in the BFC: from its line-left edge, and in the block direction. */
  readonly bfcLineOffset: number;
  readonly bfcBlockOffset: number;
  /** What margins and padding leave above the first line for its ruby annotations. */
  readonly spaceAbove: number;
  readonly exclusions: Exclusions;
  /** Places a float that the line reaches, not above this BFC block offset; block layout knows the rules of floats. */
  readonly placeFloat: (float: Box, bfcBlockOffset: number, exclusions: Exclusions) => PlacedFloat;
  /** How many lines show, and how the first and last are trimmed. */
  readonly limits: LineLimits | null;
}

/** The lines of a block whose content is plain text, from the corner of its content box. */
export interface PlainContent {
  /** Smaller: the only line at the start of the content box, which needs no place of its own. */
  readonly line: LineFragment | null;
  /** All lines, where there is more to say of them. */
  readonly lines: readonly Placed[];
  readonly blockSize: number;
  readonly firstBaseline: number;
  readonly lastBaseline: number;
}

export interface PlacedFloat {
  readonly exclusions: Exclusions;
  /** Margin box in BFC coordinates. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly blockStart: number;
  readonly blockEnd: number;
}

export interface InlineResult {
  /** Lines with physical offsets from the content-box corner as if the container had `contentInline` and `blockSize`. */
  readonly lines: readonly PlacedLine[];
  /** From the content's block-start to the end of the last line. */
  readonly blockSize: number;
  /** From the content's block-start; `null` without a line. */
  readonly firstBaseline: number | null;
  readonly lastBaseline: number | null;
  readonly exclusions: Exclusions;
  readonly outOfFlow: readonly OutOfFlow[];
  /** Boxes of absolutely positioned containing blocks that are inline: their rectangles from the content corner. */
  readonly inlineContainers: ReadonlyMap<Box, Placed>;
  readonly lineCount: number;
}

export interface PlacedLine {
  readonly fragment: LineFragment;
  /** In the container's writing mode, from the content edges. */
  readonly inlineOffset: number;
  readonly blockOffset: number;
}

export interface InlinePorts {
  /** Faster than `layoutInlineContent` for the content of most blocks; `null` where it is not that simple. */
  layoutPlainText(
    box: Box,
    contentInline: number,
    exclusions: Exclusions,
    bfcLineOffset: number,
    bfcBlockOffset: number,
  ): PlainContent | null;
  layoutInlineContent(input: InlineInput): InlineResult;
  /** No line of it would have any height, and margins collapse through it (CSS 2.2 §9.4.2). */
  inlineContentIsEmpty(box: Box): boolean;
  /** Content-box min-content and max-content of the inline content, floats among it included. */
  inlineContentSizes(box: Box, space: Space): { readonly min: number; readonly max: number };
}
