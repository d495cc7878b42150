/**
 * Styles of the first formatted line.
 *
 * In:  a block container. Out: which style its ::first-line, or that of a block it begins, gives to a box on the line:
 *      inherited values that the box has from the block become those of the first line.
 *
 * CSS Pseudo-Elements 4 §2.1 https://drafts.csswg.org/css-pseudo-4/#first-line-pseudo
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';

/** What ::first-line may change and layout looks at. */
const PROPERTIES = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'fontStretch',
  'fontVariantCaps',
  'fontKerning',
  'fontSizeAdjust',
  'lineHeight',
  'letterSpacing',
  'wordSpacing',
  'whiteSpaceCollapse',
  'textWrapMode',
] as const satisfies readonly (keyof ComputedStyle)[];

/** Gives boxes their style on the first line. One result for each style that occurs. */
export class FirstLineStyles {
  readonly #block: ComputedStyle;
  readonly #firstLine: ComputedStyle;
  readonly #known = new Map<ComputedStyle, ComputedStyle>();

  constructor(block: ComputedStyle, firstLine: ComputedStyle) {
    this.#block = block;
    this.#firstLine = firstLine;
  }

  styleOf(style: ComputedStyle): ComputedStyle {
    let found = this.#known.get(style);
    if (found === undefined) {
      found = this.#derive(style);
      this.#known.set(style, found);
    }
    return found;
  }

  #derive(style: ComputedStyle): ComputedStyle {
    const changes: Record<string, unknown> = {};
    for (const property of PROPERTIES) {
      const value = this.#firstLine[property];
      if (value !== this.#block[property] && style[property] === this.#block[property]) changes[property] = value;
    }
    return Object.keys(changes).length === 0 ? style : deriveStyle(style, changes as Partial<ComputedStyle>);
  }
}

/** `null` when the container's first line is like the others. */
export function firstLineStyles(container: Box): FirstLineStyles | null {
  if (!mayHaveFirstLine(container)) return null;
  for (let box: Box | null = container; box !== null; box = box.parent) {
    if (box.firstLineStyle !== null) return new FirstLineStyles(box.style, box.firstLineStyle);
    // The first line of a block that begins another block is the first line of both.
    const begins: boolean = box.kind === 'flow' && !box.inlineLevel && firstInFlow(box.parent) === box;
    if (!begins || box.isFloating || box.isOutOfFlow || box.parent?.kind !== 'flow') return null;
  }
  return null;
}

/** Faster: a look at the ancestors alone. Only for the few pages with ::first-line are their children looked through. */
function mayHaveFirstLine(container: Box): boolean {
  for (let box: Box | null = container; box !== null && box.kind === 'flow'; box = box.parent) {
    if (box.firstLineStyle !== null) return true;
    if (box.inlineLevel || box.isFloating || box.isOutOfFlow) return false;
  }
  return false;
}

function firstInFlow(parent: Box | null): Box | null {
  return parent?.children.find((child) => !child.isFloating && !child.isOutOfFlow) ?? null;
}
