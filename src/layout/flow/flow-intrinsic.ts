/**
 * Min-content and max-content inline sizes of block containers.
 *
 * In:  a block container, what percentages of its block size resolve against.
 * Out: border-box sizes: the widest child, with floats side by side for the maximum and each alone for the minimum.
 *
 * CSS Sizing 3 §4 https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { type Edges, lineLeftMargin, lineRightMargin, usedEdges, usedMargins } from '../edges.ts';
import { type Contribution, inlineContribution, measuringSpace } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength } from '../sizing.ts';
import type { LayoutPorts } from '../space.ts';
import { logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { clearSides, floatSide } from './float.ts';
import { spansColumns, startsFormattingContext } from './formatting-context.ts';

/** `blockSize` is the border-box block size if the parent has decided it, else INDEFINITE. */
export function flowIntrinsicSizes(
  box: Box,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number,
): IntrinsicSizes {
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, 0);
  const contained = sizeContainedInline(box);
  if (contained !== null) {
    const size = contained + edges.inlineSum;
    return { min: size, max: size, dependsOnBlock: false };
  }
  const inner = isDefinite(blockSize)
    ? Math.max(0, blockSize - edges.blockSum)
    : innerPercentBlock(box, edges, writing, ports, percentBlock);
  const content = box.inlineContent
    ? inlineSizes(box, ports, inner)
    : new BlockSizes(box, writing).measure(ports, inner);
  return {
    min: content.min + edges.inlineSum,
    max: Math.max(content.min, content.max) + edges.inlineSum,
    // A box with a height of its own shields its content from the height around it; a percentage hands it on.
    dependsOnBlock:
      typeof heightOf(box, writing) === 'object' ||
      (content.dependsOnBlock && inner !== INDEFINITE && typeof heightOf(box, writing) !== 'number'),
  };
}

function heightOf(box: Box, writing: Writing): unknown {
  return logicalSizes(box.style, writing).blockSize;
}

function inlineSizes(box: Box, ports: LayoutPorts, percentBlock: number): Contribution {
  const { min, max } = ports.inlineContentSizes(box, measuringSpace(ports, percentBlock));
  return { min, max, dependsOnBlock: true };
}

/** What 100% is for the block sizes of the children. */
function innerPercentBlock(box: Box, edges: Edges, writing: Writing, ports: LayoutPorts, percentBlock: number): number {
  // HTML §15.3.12: the content of a fieldset is in a box of its own, whose height is not known yet.
  if (box.pseudo === null && box.node?.[LOCAL_NAME] === 'fieldset') return INDEFINITE;
  const size = logicalSizes(box.style, writing).blockSize;
  const own = blockLength(size, box, measuringSpace(ports, percentBlock), writing, edges, INDEFINITE);
  if (own !== null) return Math.max(0, own - edges.blockSum);
  return box.isAnonymous || (ports.quirks && size === 'auto') ? percentBlock : INDEFINITE;
}

/** Children one below the other, floats beside each other. */
class BlockSizes {
  readonly #box: Box;
  readonly #writing: Writing;
  #min = 0;
  #max = 0;
  #floatsLeft = 0;
  #floatsRight = 0;
  #dependsOnBlock = false;

  constructor(box: Box, writing: Writing) {
    this.#box = box;
    this.#writing = writing;
  }

  measure(ports: LayoutPorts, percentBlock: number): Contribution {
    for (const child of this.#box.children) {
      if (child.isOutOfFlow || spansColumns(child)) continue;
      this.#add(child, inlineContribution(child, this.#writing, ports, percentBlock));
    }
    return { min: this.#min, max: this.#max, dependsOnBlock: this.#dependsOnBlock && isDefinite(percentBlock) };
  }

  #add(child: Box, sizes: Contribution): void {
    const writing = this.#writing;
    const margins = usedMargins(child.style, writing, 0);
    const marginSum = margins.inlineStart + margins.inlineEnd;
    this.#dependsOnBlock ||= sizes.dependsOnBlock;

    const clears = clearSides(child.style, this.#box.style);
    if (clears === 'left' || clears === 'both') this.#floatsLeft = 0;
    if (clears === 'right' || clears === 'both') this.#floatsRight = 0;

    let max: number;
    if (child.isFloating) {
      const size = sizes.max + marginSum;
      if (floatSide(child.style, this.#box.style) === 'left') this.#floatsLeft += size;
      else this.#floatsRight += size;
      max = this.#floatsLeft + this.#floatsRight;
    } else if (startsFormattingContext(child)) {
      // It stands beside the floats; its margins overlap with them.
      max =
        sizes.max +
        besideFloat(this.#floatsLeft, lineLeftMargin(margins, writing)) +
        besideFloat(this.#floatsRight, lineRightMargin(margins, writing));
    } else {
      max = sizes.max + marginSum;
      // Lines stand beside the floats before them.
      if (child.isAnonymous) max += this.#floatsLeft + this.#floatsRight;
    }
    // What comes after a block, also an empty one, is not beside the floats before it.
    if (!child.isFloating) {
      this.#floatsLeft = 0;
      this.#floatsRight = 0;
    }
    this.#max = Math.max(this.#max, max);
    this.#min = Math.max(this.#min, sizes.min + marginSum);
  }
}

function besideFloat(floats: number, margin: number): number {
  return margin > 0 ? Math.max(floats, margin) : floats + margin;
}
