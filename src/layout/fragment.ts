/**
 * What layout gives: a tree of placed fragments, in physical coordinates.
 *
 * A fragment's size is its border box; its children's x and y are from its own border-box corner, with relative
 * positioning already applied and transforms and scrolling not.
 */
import type { Rect } from '../geometry.ts';
import type { Box } from './box.ts';
import type { AdjoiningFloats, Exclusions } from './exclusions.ts';
import type { PhysicalSides } from './writing-mode.ts';

export interface Placed {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
}

export type Fragment = BoxFragment | TextFragment | LineFragment;

export interface BoxFragment {
  readonly kind: 'box';
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  /** In flow order; out-of-flow boxes are children of their containing block's fragment. */
  readonly children: readonly Placed[];
  /** Used border and padding, for content boxes, clipping and scrolling. */
  readonly border: PhysicalSides<number>;
  readonly padding: PhysicalSides<number>;
  /**
   * Of scroll containers: how far in-flow boxes reach with their margins, before relative positioning (inflow-bounds.ts).
   * Lines that are children count beside it.
   */
  readonly inflow: Rect | null;
}

export interface TextFragment {
  readonly kind: 'text';
  readonly box: Box;
  /** Offsets into box.text. */
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly height: number;
  /** Hyphens and ellipses are text that no node has. */
  readonly generated: string | null;
}

export interface LineFragment {
  readonly kind: 'line';
  readonly width: number;
  readonly height: number;
  /** From the block-start side; `null` where nothing makes the line one. */
  readonly baseline: number | null;
  readonly children: readonly Placed[];
}

/** Margins that have met and not yet been turned into space (CSS 2.2 §8.3.1). Immutable. */
export interface MarginStrut {
  readonly positive: number;
  /** Zero or less. */
  readonly negative: number;
  /** Positive margins that only the user agent's sheet gives; quirks mode drops them at the edges of body and cells. */
  readonly quirky: number;
  /** The strut began at the start of such a container: quirky margins are not taken up. */
  readonly dropsQuirky: boolean;
  /** No margin is taken up any more: 'margin-trim' at the start of a container. */
  readonly trimmed: boolean;
}

/** An out-of-flow box on its way to its containing block, with its static position from the fragment's corner. */
export interface OutOfFlow {
  readonly box: Box;
  /** Physical offset of the static-position rectangle from the border-box corner of the fragment that reports it. */
  readonly x: number;
  readonly y: number;
  /** Size of the static-position rectangle (flex and grid containers align in it); 0 for flow. */
  readonly width: number;
  readonly height: number;
  /** Which edge of the rectangle the box's margin box touches, per physical axis. */
  readonly alignX: 'start' | 'center' | 'end';
  readonly alignY: 'start' | 'center' | 'end';
  /** Whether it is kept at the start of the rectangle where it does not fit ('safe', CSS Align 3 §4.4). */
  readonly safeX: boolean;
  readonly safeY: boolean;
  /**
   * An inline box that is the containing block (position: relative on a span), once one has been passed; with it the
   * rectangle is relative to the block container's corner as usual.
   */
  readonly inlineContainer: Box | null;
}

export interface LayoutResult {
  readonly fragment: BoxFragment;
  /** Distance from the block-start border edge to the baseline, in the box's own block axis; `null` when it has none. */
  readonly firstBaseline: number | null;
  readonly lastBaseline: number | null;
  readonly outOfFlow: readonly OutOfFlow[];
  /** Border-box block size from content alone, before block-size, min and max were applied. */
  readonly intrinsicBlockSize: number;
  /** Only for boxes that share their parent's block formatting context; `null` otherwise. */
  readonly flow: FlowResult | null;
}

/** What a block passes on to its parent in the same block formatting context. */
export interface FlowResult {
  /** Where the border box begins in the BFC; `null` while its margins may still collapse through it. */
  readonly bfcBlockOffset: number | null;
  /** Margins at the end that go on to collapse with what follows; its own block-end margin not included. */
  readonly endMargin: MarginStrut;
  /** Floats of the BFC after this box. */
  readonly exclusions: Exclusions;
  /** The box has no height of its own and its margins collapse through. */
  readonly selfCollapsing: boolean;
  /** Clearance moved it away from its collapsed position. */
  readonly hasClearance: boolean;
  /** Sides of the floats in it whose place is not settled before its own is. */
  readonly adjoiningFloats: AdjoiningFloats;
  /** How many lines were used, for line-clamp. */
  readonly lineCount: number;
}
