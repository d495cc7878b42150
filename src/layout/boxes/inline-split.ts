/**
 * Inline boxes that contain blocks are split around them.
 *
 * In:  an inline box with a block-level child in flow, at any depth of inline boxes.
 * Out: a sequence of pieces of the inline box and of the blocks between them, which the nearest block container puts
 *      into anonymous blocks.
 *
 * CSS 2.2 §9.2.1.1 https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level
 *
 * Boxes are arranged from the leaves up, so each inline box only has to cut its own children's sequence and put its
 * pieces around the inline parts: no recursion, however deep the inline boxes are nested.
 */

import { Box } from '../box.ts';
import { fits } from '../culled-inline.ts';
import type { Arrangement } from './arrange.ts';
import { isInFlowBlock } from './box-kind.ts';

/** The inline boxes around a block, outermost first. */
interface Link {
  readonly box: Box;
  readonly inner: Link | null;
}

interface InlineSegment {
  readonly kind: 'inline';
  readonly piece: Box;
}

interface BlockSegment {
  readonly kind: 'block';
  readonly blocks: Box[];
  readonly chain: Link;
}

type Segment = InlineSegment | BlockSegment;

/**
 * Every level of nesting repeats the pieces of the levels below. From this many pieces on, blocks inside inline boxes
 * are laid out as inline-blocks: a page with more is made to exhaust us.
 */
const MAX_PIECES = 100_000;

const NO_SEGMENTS: readonly Segment[] = [];

export class InlineSplits {
  /** Split boxes that no block container has taken up yet. */
  readonly #segments = new Map<Box, readonly Segment[]>();
  #pieces = 0;

  isSplit(box: Box): boolean {
    return box.kind === 'inline' && this.#segments.size > 0 && this.#segments.has(box);
  }

  /** The pieces and blocks of a split box. It is asked for once, by the box that takes them up. */
  segmentsOf(box: Box): readonly Segment[] {
    const segments = this.#segments.get(box);
    this.#segments.delete(box);
    return segments ?? NO_SEGMENTS;
  }

  interrupted(segment: BlockSegment): readonly Box[] {
    const boxes: Box[] = [];
    for (let link: Link | null = segment.chain; link !== null; link = link.inner) boxes.push(link.box);
    return boxes;
  }

  arrangeInline(arrangement: Arrangement, box: Box): void {
    if (!box.children.some((child) => this.isSplit(child) || isInFlowBlock(child))) return;
    const segments = this.#cut(box);
    this.#pieces += segments.length;
    if (this.#pieces <= MAX_PIECES) this.#segments.set(box, segments);
    else box.replaceChildren(joined(arrangement, box, segments));
  }

  #cut(box: Box): Segment[] {
    const segments: Segment[] = [];
    let content: Box[] = [];
    const keepsBox = box.children.some((child) => !fits(box, child));

    const endPiece = (isLast: boolean): void => {
      const isFirst = segments.length === 0;
      // Blocks that follow each other directly stay together; but the box always has a first and a last piece.
      if (content.length === 0 && !isFirst && !isLast) return;
      const piece = isFirst ? box : new Box('inline', box.node, box.pseudo, box.style, true);
      piece.isFirstPiece = isFirst;
      piece.isLastPiece = isLast;
      piece.keepsBox = keepsBox;
      if (isFirst) firstContent = content;
      else piece.replaceChildren(content);
      segments.push({ kind: 'inline', piece });
      content = [];
    };

    // The first piece is the box itself, whose children are being read until the end.
    let firstContent: readonly Box[] = [];
    for (const child of box.children) {
      if (this.isSplit(child)) {
        for (const segment of this.segmentsOf(child)) {
          if (segment.kind === 'inline') {
            content.push(segment.piece);
          } else {
            endPiece(false);
            segments.push({ kind: 'block', blocks: segment.blocks, chain: { box, inner: segment.chain } });
          }
        }
      } else if (isInFlowBlock(child)) {
        endPiece(false);
        const last = segments.at(-1);
        if (last?.kind === 'block') last.blocks.push(child);
        else segments.push({ kind: 'block', blocks: [child], chain: { box, inner: null } });
      } else {
        content.push(child);
      }
    }
    endPiece(true);
    box.replaceChildren(firstContent);
    return segments;
  }
}

/** All that a box was cut into, as inline-level content again. */
function joined(arrangement: Arrangement, box: Box, segments: readonly Segment[]): Box[] {
  const content: Box[] = [];
  for (const segment of segments) {
    if (segment.kind === 'block') content.push(arrangement.wrap(box, 'inline-block', segment.blocks));
    else if (segment.piece === box) for (const child of box.children) content.push(child);
    else content.push(segment.piece);
  }
  box.isLastPiece = true;
  box.keepsBox = false;
  return content;
}
