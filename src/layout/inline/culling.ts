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
import { hasMargin, showsItself } from '../culled-inline.ts';
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
    const { box } = item;
    item.isCulled = box.isFirstPiece && box.isLastPiece && !showsItself(box);
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

/** An inner box keeps the outer one culled if it is as high and stands where its text does. */
function fitsInto(inner: ComputedStyle, outer: ComputedStyle): boolean {
  if (hasMargin(inner) || inner.verticalAlign !== 'baseline' || inner.textBoxTrim !== 'none') return false;
  const innerFont = fontFor(inner);
  const outerFont = fontFor(outer);
  return innerFont.ascent === outerFont.ascent && innerFont.descent === outerFont.descent;
}
