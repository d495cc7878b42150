/**
 * The box tree of a document.
 *
 * In:  a document and the styles of its elements.
 * Out: an anonymous box for the initial containing block, with the root element's box inside.
 *
 * The flat tree is walked once, in document order, with a stack of our own: depth is limited by memory only. A box's
 * children are arranged (arrange.ts) when its element ends, so everything below it is complete by then.
 *
 * CSS Display 3 https://drafts.csswg.org/css-display-3/, CSS 2.2 §9.2, CSS Pseudo-Elements 4
 */
import { documentState } from '../html/node-state.ts';
import {
  characterData,
  type DomElement,
  type DomNode,
  firstElementChild,
  isElement,
  isText,
  nextElementSibling,
} from '../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import { FlatTree } from '../style/flat-tree.ts';
import { INITIAL_STYLE } from '../style/style-record.ts';
import { Arrangement } from './arrange.ts';
import { Box } from './box.ts';
import { boxType, isBlockContainer } from './box-kind.ts';
import { needsTextBox } from './collapsible-text.ts';
import { Counters } from './counters.ts';
import { detailsContentBox } from './details.ts';
import { type ElementRole, elementRole, vanishesAsContents } from './element-role.ts';
import { type ElementBox, elementBox } from './element-box.ts';
import { arrangeFieldset } from './fieldset.ts';
import { applyFirstLetter } from './first-letter.ts';
import { ChildCursor, flatChildren } from './flat-children.ts';
import { GeneratedContent, languageOf } from './generated-content.ts';
import { ImageSizes, type ImageState } from './image-size.ts';
import { applyCounters, isList, isReversedList } from './list-counter.ts';
import { makeMarker } from './marker.ts';
import { transformText } from './text-transform.ts';

export type { ImageState } from './image-size.ts';

export interface BoxTreeOptions {
  /**
   * What is known of an image, by its address as it stands in the page. Without this, images that are not in the
   * document itself (data: URLs) are broken.
   */
  readonly images?: (source: string) => ImageState;
}

/**
 * Generates the boxes of a document.
 *
 * @example
 * const root = buildBoxTree(document, createStyleResolver(document, sources, environment));
 * root.children[0]?.node; // <html>
 */
export function buildBoxTree(document: DomNode, styles: StyleResolver, options: BoxTreeOptions = {}): Box {
  return new BoxTreeBuilder(document, styles, options).build();
}

/** An element whose children are being visited. */
interface Frame {
  readonly element: DomElement;
  readonly style: ComputedStyle;
  readonly role: ElementRole;
  /** Where the children's boxes go: the element's box, or with 'display: contents' that of an ancestor. */
  readonly box: Box;
  readonly ownsBox: boolean;
  /** The last box in flow inside `box`; frames that share a box share this. */
  readonly flow: { previous: Box | null };
  readonly children: ChildCursor;
  /** For <details>: what goes into its content box once the summary is done. */
  rest: readonly DomNode[] | null;
  /** For <fieldset>: the legend that is rendered as one. */
  readonly legend: DomElement | null;
  /** Whether the nearest list counts down. */
  readonly reversed: boolean;
}

class BoxTreeBuilder {
  readonly #document: DomNode;
  readonly #styles: StyleResolver;
  readonly #tree: FlatTree;
  readonly #images: ImageSizes;
  readonly #quirks: boolean;
  readonly #arrangement: Arrangement;
  readonly #counters = new Counters();
  readonly #content: GeneratedContent;
  readonly #frames: Frame[] = [];
  /** For 'capitalize': the last character in the current inline formatting context. */
  #lastCharacter = ' ';

  constructor(document: DomNode, styles: StyleResolver, options: BoxTreeOptions) {
    this.#document = document;
    this.#styles = styles;
    this.#tree = new FlatTree(document);
    this.#images = new ImageSizes(options.images ?? null);
    this.#quirks = documentState(document).quirks ?? false;
    this.#arrangement = new Arrangement(styles);
    this.#content = new GeneratedContent(styles, this.#counters, this.#images);
  }

  build(): Box {
    const element = firstElementChild(this.#document);
    const root = new Box('flow', null, null, this.#initialStyle(element), false);
    if (element === null) return root;
    this.#openElement(element, { box: root, flow: { previous: null }, reversed: false });
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const child = frame.children.next();
      if (child === null) this.#endOfChildren(frame);
      else if (isElement(child)) this.#openElement(child, frame);
      else if (isText(child)) this.#addText(child, frame);
    }
    this.#arrangement.arrange(root);
    return root;
  }

  /** The initial containing block has the principal writing mode: the body's (CSS Writing Modes 4 §8). */
  #initialStyle(root: DomElement | null): ComputedStyle {
    if (root === null) return this.#styles.anonymousStyle(INITIAL_STYLE, 'block');
    let body = firstElementChild(root);
    while (body !== null && body.localName !== 'body') body = nextElementSibling(body);
    const principal = body === null || this.#styles.styleOf(body).display === 'none' ? root : body;
    return this.#styles.anonymousStyle(this.#styles.styleOf(principal), 'block');
  }

  #openElement(element: DomElement, parent: Pick<Frame, 'box' | 'flow' | 'reversed'> & Partial<Frame>): void {
    const style = this.#styles.styleOf(element);
    if (style.display === 'none') return;
    const role = elementRole(element);
    if (style.display === 'contents') {
      if (vanishesAsContents(element, role)) return;
      applyCounters(element, style, this.#counters, parent.reversed);
      const children = flatChildren(element, this.#tree);
      this.#push({ element, style, role, children, rest: null, legend: null, ...this.#within(element, parent) });
      return;
    }
    applyCounters(element, style, this.#counters, parent.reversed);
    const made = elementBox(element, style, role, {
      styles: this.#styles,
      tree: this.#tree,
      images: this.#images,
      quirks: this.#quirks,
      isLegend: parent.legend === element,
    });
    if (made === null) return;
    this.#append(made.box, parent);
    if (made.children !== null) this.#enter(element, style, role, made, made.children, parent);
  }
