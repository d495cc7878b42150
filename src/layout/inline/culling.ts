/**
 * Which inline boxes are culled: they have no fragment of their own where nothing of them could be seen.
 *
 * In:  inline boxes as they open and close, and what is inside. Out: for each whether it is culled.
 *
 * No standard says so, but it shows: a culled box has no part on a line that holds none of its content, and is not
 * aligned there.
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { containsAbsolute } from '../containing-block.ts';
import { fontFor } from '../text/measure.ts';
import type { InlineItem } from './items.ts';

interface OpenInline {
  readonly item: InlineItem;
  hasContent: boolean;
}

/** Follows the nesting of inline boxes. Every box is culled until something speaks against it. */
export class Culling {
  readonly #open: OpenInline[] = [];

  enter(item: InlineItem): void {
    const parent = this.#open[this.#open.length - 1];
    if (parent !== undefined && !fitsInto(item.style, parent.item.style)) parent.item.isCulled = false;
    item.isCulled = !isVisible(item.box);
    this.#open.push({ item, hasContent: false });
  }

  exit(): void {
    const { item, hasContent } = this.#open.pop()!;
    if (!hasContent) {
      // An empty box has its place, but an <area> is no box at all.
      item.isCulled = item.box.node?.[LOCAL_NAME] === 'area';
      return;
    }
    this.content();
  }

  /** Something that makes a line stands in all open boxes. */
  content(): void {
    const top = this.#open[this.#open.length - 1];
    if (top !== undefined) top.hasContent = true;
  }

  /** An atomic inline may be higher than the box around it. */
  atomic(): void {
    this.content();
    const top = this.#open[this.#open.length - 1];
    if (top !== undefined) top.item.isCulled = false;
  }
}

function isVisible(box: Box): boolean {
  const { style } = box;
  return (
    style.anchorName.length > 0 ||
    !box.isFirstPiece ||
    !box.isLastPiece ||
    containsAbsolute(box) ||
    style.backgroundColor[3] > 0 ||
    style.hasBackgroundImage ||
    hasBorderOrPadding(style) ||
    hasMargin(style)
  );
}

function hasBorderOrPadding(style: ComputedStyle): boolean {
  return (
    style.borderTopWidth !== 0 ||
    style.borderRightWidth !== 0 ||
    style.borderBottomWidth !== 0 ||
    style.borderLeftWidth !== 0 ||
    style.paddingTop !== 0 ||
    style.paddingRight !== 0 ||
    style.paddingBottom !== 0 ||
    style.paddingLeft !== 0
  );
}

function hasMargin(style: ComputedStyle): boolean {
  return style.marginTop !== 0 || style.marginRight !== 0 || style.marginBottom !== 0 || style.marginLeft !== 0;
}

/** An inner box keeps the outer one culled if it is as high and stands where its text does. */
function fitsInto(inner: ComputedStyle, outer: ComputedStyle): boolean {
  if (hasMargin(inner) || inner.verticalAlign !== 'baseline') return false;
  const innerFont = fontFor(inner);
  const outerFont = fontFor(outer);
  return innerFont.ascent === outerFont.ascent && innerFont.descent === outerFont.descent;
}
