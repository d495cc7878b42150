/**
 * What 'content' generates: text and images.
 *
 * In:  the items of a 'content' value, the originating element, counters and quotes as they stand.
 * Out: text and replaced boxes, in order, for the pseudo-element's box.
 *
 * CSS Content 3 §2, §3 https://drafts.csswg.org/css-content-3/
 */
import { attribute, type DomElement, parentElement } from '../../html/node-tree.ts';
import type { ComputedStyle, ContentItem, StyleResolver } from '../../style/computed-style.ts';
import { percent } from '../../style/length.ts';
import { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { formatCounter } from './counter-style.ts';
import type { Counters } from './counters.ts';
import { type ImageSizes, NO_IMAGE, zoomed } from './image-size.ts';
import type { Languages } from './language.ts';
import { quotesOf } from './quotation-marks.ts';
import { transformText } from './text-transform.ts';

/** What generated content depends on besides the style. It is the same for a whole document, and in document order. */
export class GeneratedContent {
  readonly #styles: StyleResolver;
  readonly #counters: Counters;
  readonly #images: ImageSizes;
  readonly #languages: Languages;
  #quoteDepth = 0;
  readonly #depthsOutside: number[] = [];
  /** Whether there are quotation marks: which ones depends on all before them. */
  hasQuotes = false;

  constructor(styles: StyleResolver, counters: Counters, images: ImageSizes, languages: Languages) {
    this.#styles = styles;
    this.#counters = counters;
    this.#images = images;
    this.#languages = languages;
  }

  /** Style containment: quotation marks inside do not change what follows it (CSS Containment 2 §3.3). */
  openContained(): void {
    this.#depthsOutside.push(this.#quoteDepth);
  }

  closeContained(): void {
    this.#quoteDepth = this.#depthsOutside.pop()!;
  }

  /** The boxes of a 'content' list. Text that follows text is one box. */
  boxes(items: readonly ContentItem[], element: DomElement, style: ComputedStyle): Box[] {
    const boxes: Box[] = [];
    let text = '';
    const endText = (): void => {
      if (text !== '') boxes.push(generatedText(text, style, this.#languageFor(style, element)));
      text = '';
    };
    for (const item of items) {
      if (item.kind !== 'image') {
        text += this.#textOf(item, element, style);
        continue;
      }
      endText();
      boxes.push(this.imageBox(item.url, style));
    }
    endText();
    return boxes;
  }

  #languageFor(style: ComputedStyle, element: DomElement): string {
    return style.textTransform === 'none' ? '' : this.#languages.of(element);
  }

  /** An image inside a pseudo-element of this style. One that cannot be shown takes no room. */
  imageBox(url: string, style: ComputedStyle): Box {
    const size = this.#images.sizeOf(url);
    const own = this.#styles.anonymousStyle(style, 'inline');
    const isGenerated = typeof size !== 'string' && size.width === null && size.height === null && size.ratio === null;
    // Chrome: a gradient is as large as what it is in; where that has no height, it has none either.
    const used = isGenerated ? deriveStyle(own, { width: percent(100), height: percent(100) }) : own;
    const box = new Box('replaced', null, null, used, true);
    box.natural = isGenerated || typeof size === 'string' ? NO_IMAGE : zoomed(size, style.zoom);
    return box;
  }

  #textOf(item: Exclude<ContentItem, { kind: 'image' }>, element: DomElement, style: ComputedStyle): string {
    switch (item.kind) {
      case 'text':
        return item.text;
      case 'attr':
        return attribute(element, item.name) ?? item.fallback;
      case 'counter':
        return formatCounter(this.#counters.value(item.name), item.style);
      case 'counters':
        return this.#counters
          .values(item.name)
          .map((value) => formatCounter(value, item.style))
          .join(item.separator);
      case 'quote':
        return this.#quote(item.which, element, style);
    }
  }

  /** CSS Content 3 §3.2: opening quotes go a level deeper, closing ones come back up first. */
  #quote(which: 'open' | 'close' | 'no-open' | 'no-close', element: DomElement, style: ComputedStyle): string {
    this.hasQuotes = true;
    if (which === 'open' || which === 'no-open') {
      const depth = this.#quoteDepth++;
      return which === 'open' ? this.#quoteAt(style, element, depth, 0) : '';
    }
    if (this.#quoteDepth === 0) return '';
    this.#quoteDepth -= 1;
    return which === 'close' ? this.#quoteAt(style, element, this.#quoteDepth, 1) : '';
  }

  /** 'auto' goes by the language around the quotation, not by that of the quoted text. */
  #quoteAt(style: ComputedStyle, element: DomElement, depth: number, side: 0 | 1): string {
    if (style.quotes === 'none') return '';
    const around = parentElement(element) ?? element;
    const pairs = style.quotes === 'auto' ? quotesOf(this.#languages.of(around)) : style.quotes;
    return pairs[Math.min(depth, pairs.length - 1)]?.[side] ?? '';
  }
}

/** Text that makes a line without showing. */
export const ZERO_WIDTH_SPACE = '\u200b';

/** Text that no node holds. */
export function generatedText(text: string, style: ComputedStyle, language = ''): Box {
  const box = new Box('text', null, null, style, true);
  box.text = transformText(text, style.textTransform, language, ' ');
  return box;
}
