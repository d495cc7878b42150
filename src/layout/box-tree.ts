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
import { LOCAL_NAME } from '../html/node-keys.ts';
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
import { isListItem } from '../style/display.ts';
import { FlatTree } from '../style/flat-tree.ts';
import { INITIAL_STYLE } from '../style/style-record.ts';
import type { Approached } from './approach.ts';
import { Box } from './box.ts';
import { Arrangement } from './boxes/arrange.ts';
import { boxType, isBlockContainer } from './boxes/box-kind.ts';
import { needsTextBox } from './boxes/collapsible-text.ts';
import { Counters } from './boxes/counters.ts';
import { detailsContentBox } from './boxes/details.ts';
import { needsEditingLine } from './boxes/editing-host.ts';
import { type ElementBoxContext, elementBox, groupLabel, legendBox } from './boxes/element-box.ts';
import { type ElementRole, elementRole, vanishesAsContents } from './boxes/element-role.ts';
import { arrangeFieldset } from './boxes/fieldset.ts';
import { applyFirstLetter } from './boxes/first-letter.ts';
import { ChildCursor, flatChildren } from './boxes/flat-children.ts';
import { GeneratedContent, generatedText, ZERO_WIDTH_SPACE } from './boxes/generated-content.ts';
import { ImageSizes, type ImageState } from './boxes/image-size.ts';
import { Languages } from './boxes/language.ts';
import { applyCounters, countsItems, isList, isReversedList } from './boxes/list-counter.ts';
import { makeMarker } from './boxes/marker.ts';
import { viewportStyle } from './boxes/scrollbar-gutter.ts';
import { transformText } from './boxes/text-transform.ts';
import { containsStyle } from './containment.ts';

export type { ImageState } from './boxes/image-size.ts';

export interface BoxTreeOptions {
  /**
   * What is known of an image, by its address as it stands in the page. Without this, images that are not in the
   * document itself (data: URLs) are broken.
   */
  readonly images?: (source: string) => ImageState;
  /** Whether scripts run, as they do unless this is false: <noscript> is not shown, and <canvas> is drawn on. */
  readonly scripting?: boolean;
  /** Elements with 'content-visibility: auto' whose content counts. Without this, that of all does. */
  readonly approached?: Pick<Approached, 'has'>;
}

/** Styles, and the flat tree that they were computed along if they keep one. */
export type BoxStyles = StyleResolver & { readonly flatTree?: FlatTree };

/**
 * Generates the boxes of a document.
 *
 * @example
 * const root = buildBoxTree(document, createStyleResolver(document, sources, environment));
 * root.children[0]?.node; // <html>
 */
export function buildBoxTree(document: DomNode, styles: BoxStyles, options: BoxTreeOptions = {}): Box {
  return generateBoxes(document, styles, options).box;
}

/** Boxes, and how they hang together with boxes elsewhere in the document. */
export interface GeneratedBoxes {
  readonly box: Box;
  /** Some show what depends on boxes before them: numbers, quotation marks. */
  readonly showsOrder: boolean;
  /** Some change what boxes behind them show. */
  readonly changesOrder: boolean;
  /** A first letter stands in a box of its own, which may be deep inside the element that it belongs to. */
  readonly hasFirstLetter: boolean;
}

/** The boxes of a document, or of one element in it that has a box of its own, as if nothing stood before it. */
export function generateBoxes(
  document: DomNode,
  styles: BoxStyles,
  options: BoxTreeOptions,
  element: DomElement | null = null,
): GeneratedBoxes {
  const builder = new BoxTreeBuilder(document, styles, options);
  const box = element === null ? builder.build() : builder.buildPart(element);
  return { box, ...builder.order };
}

/** A box whose content is being visited. */
interface Frame {
  /** `null` for the initial containing block. */
  readonly element: DomElement | null;
  readonly style: ComputedStyle;
  readonly role: ElementRole;
  /** Where the children's boxes go: the element's box, or with 'display: contents' that of an ancestor. */
  readonly box: Box;
  readonly ownsBox: boolean;
  /** The last box in flow inside `box`; frames that share a box share this. */
  readonly flow: { previous: Box | null };
  readonly children: ChildCursor;
  readonly hasPseudoElements: boolean;
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
  readonly #elements: ElementBoxContext;
  readonly #arrangement: Arrangement;
  readonly #counters = new Counters();
  readonly #languages = new Languages();
  readonly #content: GeneratedContent;
  readonly #approached: Pick<Approached, 'has'> | null;
  readonly #frames: Frame[] = [];
  /** For 'capitalize': the last character in the current inline formatting context. */
  #lastCharacter = ' ';
  #hasFirstLetter = false;

  constructor(document: DomNode, styles: BoxStyles, options: BoxTreeOptions) {
    const tree = styles.flatTree ?? new FlatTree(document);
    const images = new ImageSizes(options.images ?? null);
    this.#document = document;
    this.#styles = styles;
    this.#tree = tree;
    this.#approached = options.approached ?? null;
    const quirks = documentState(document).quirks ?? false;
    this.#elements = { styles, tree, images, quirks, scripting: options.scripting ?? true };
    this.#arrangement = new Arrangement(styles);
    this.#content = new GeneratedContent(styles, this.#counters, images, this.#languages);
  }

  build(): Box {
    const element = firstElementChild(this.#document);
    const style = this.#initialStyle(element);
    const root = new Box('flow', null, null, style, false);
    this.#open(root, element);
    this.#visit();
    return root;
  }

  /** The box of one element; the caller knows that it has one. */
  buildPart(element: DomElement): Box {
    const around = new Box('flow', null, null, INITIAL_STYLE, false);
    this.#open(around, element);
    this.#visit();
    return around.children[0]!;
  }

  get order(): Omit<GeneratedBoxes, 'box'> {
    const { isShown, isChanged } = this.#counters;
    const { hasQuotes } = this.#content;
    return {
      showsOrder: isShown || hasQuotes,
      changesOrder: isChanged || hasQuotes,
      hasFirstLetter: this.#hasFirstLetter,
    };
  }

  /** Begins with a box that is not an element's. */
  #open(box: Box, element: DomElement | null): void {
    this.#push({
      element: null,
      style: box.style,
      role: 'ordinary',
      box,
      ownsBox: true,
      flow: { previous: null },
      children: ChildCursor.of(element === null ? [] : [element]),
      hasPseudoElements: false,
      rest: null,
      legend: null,
      reversed: false,
    });
  }

  #visit(): void {
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const child = frame.children.next();
      if (child === null) this.#endOfChildren(frame);
      else if (isElement(child)) this.#openElement(child, frame);
      else if (isText(child)) this.#addText(child, frame);
    }
  }

  /** The initial containing block has the principal writing mode: the body's (CSS Writing Modes 4 §8). */
  #initialStyle(root: DomElement | null): ComputedStyle {
    if (root === null) return this.#styles.anonymousStyle(INITIAL_STYLE, 'block');
    let body = firstElementChild(root);
    while (body !== null && body[LOCAL_NAME] !== 'body') body = nextElementSibling(body);
    const principal = body === null || this.#styles.styleOf(body).display === 'none' ? root : body;
    return viewportStyle(this.#styles, this.#styles.styleOf(principal), this.#styles.styleOf(root));
  }

  #openElement(element: DomElement, parent: Frame): void {
    const style = this.#styles.styleOf(element);
    if (style.display === 'none') return;
    const role = elementRole(element);
    const reversed = isList(element) ? isReversedList(element) : parent.reversed;
    if (style.display === 'contents') {
      if (vanishesAsContents(element, role)) return;
      // Chrome: an element without a box counts nothing, but lists and items number what is in them.
      if (countsItems(element)) applyCounters(element, style, this.#counters, parent.reversed);
      this.#push({
        element,
        style,
        role: 'ordinary',
        box: parent.box,
        ownsBox: false,
        flow: parent.flow,
        children: flatChildren(element, this.#tree),
        hasPseudoElements: true,
        rest: null,
        legend: parent.legend,
        reversed,
      });
      if (role === 'option-group') this.#append(groupLabel(element, style, this.#styles), parent);
      return;
    }
    applyCounters(element, style, this.#counters, parent.reversed);
    const made =
      parent.legend === element
        ? legendBox(element, style, this.#elements)
        : elementBox(element, style, role, this.#elements);
    if (made !== null && style.contentVisibility === 'auto')
      made.box.skipsContent = this.#skipsContent(element, made.box);
    if (made !== null) this.#append(made.box, parent);
    if (made === null || made.children === null) {
      this.#counters.endWithoutScope();
      return;
    }
    this.#push({
      element,
      style,
      role,
      box: made.box,
      ownsBox: true,
      flow: { previous: made.box.children.at(-1) ?? null },
      children: made.children,
      hasPseudoElements: made.hasPseudoElements,
      rest: made.rest,
      legend: made.legend,
      reversed,
    });
  }

  /** Size containment does nothing to inline boxes and to parts of tables other than cells and captions. */
  #skipsContent(element: DomElement, { kind }: Box): boolean {
    const takesContainment = isBlockContainer(kind) || kind === 'flex' || kind === 'grid' || kind === 'replaced';
    return takesContainment && this.#approached !== null && !this.#approached.has(element);
  }

  #push(frame: Frame): void {
    const contains = frame.ownsBox && containsStyle(frame.style);
    this.#frames.push(frame);
    this.#counters.openScope(contains);
    if (contains) this.#content.openContained();
    if (!frame.hasPseudoElements) return;
    if (frame.ownsBox) this.#addMarker(frame);
    this.#addPseudo(frame, 'before');
  }

  #endOfChildren(frame: Frame): void {
    if (frame.rest !== null) {
      this.#openDetailsContent(frame, frame.rest);
      frame.rest = null;
      return;
    }
    if (frame.hasPseudoElements) this.#addPseudo(frame, 'after');
    this.#counters.closeScope();
    if (frame.ownsBox && containsStyle(frame.style)) this.#content.closeContained();
    this.#frames.pop();
    if (frame.ownsBox) this.#finish(frame);
  }

  #openDetailsContent(details: Frame, nodes: readonly DomNode[]): void {
    const box = detailsContentBox(details.element!, details.style, this.#styles);
    if (box === null) return;
    this.#append(box, details);
    this.#push({
      element: details.element,
      style: box.style,
      role: 'ordinary',
      box,
      ownsBox: true,
      flow: { previous: null },
      children: ChildCursor.of(nodes),
      hasPseudoElements: false,
      rest: null,
      legend: null,
      reversed: details.reversed,
    });
  }

  /** All children of a box are known: give them their final arrangement. */
  #finish(frame: Frame): void {
    const { box } = frame;
    if (box.kind !== 'inline') this.#lastCharacter = ' ';
    box.trimChildren();
    if (frame.element !== null && needsEditingLine(frame.element, box)) {
      box.children.push(generatedText(ZERO_WIDTH_SPACE, box.style));
    }
    const legend = frame.legend === null ? undefined : box.children.find((child) => child.node === frame.legend);
    if (legend !== undefined) {
      arrangeFieldset(box, legend, this.#arrangement);
    } else if (frame.role === 'button' && box.kind === 'flow' && box.children.length > 0) {
      box.centersContent = true;
      box.replaceChildren([this.#arrangement.wrap(box, 'block', box.children)]);
    } else {
      this.#arrangement.arrange(box);
    }
    if (isBlockContainer(box.kind) && box.node !== null && box.pseudo === null) this.#applyFirstPseudos(box, frame);
  }

  #applyFirstPseudos(box: Box, frame: Frame): void {
    const element = frame.element!;
    box.firstLineStyle = this.#styles.pseudoStyleOf(element, 'first-line');
    const letterStyle = this.#styles.pseudoStyleOf(element, 'first-letter');
    if (letterStyle === null) return;
    this.#hasFirstLetter = true;
    applyFirstLetter(box, letterStyle, this.#styles);
  }

  #addText(node: DomNode, frame: Frame): void {
    const data = characterData(node);
    const { style } = frame;
    if (!needsTextBox(data, style, frame.box, frame.flow.previous)) return;
    const box = new Box('text', node, null, style, true);
    const transform = style.textTransform;
    const language = transform === 'none' || frame.element === null ? '' : this.#languages.of(frame.element);
    box.text = transformText(data, transform, language, this.#lastCharacter);
    this.#append(frame.ownsBox ? box : this.#inherits(box), frame);
    this.#lastCharacter = data.at(-1) ?? ' ';
  }

  /** Text of an element without a box takes that element's inherited style with it in an inline box of its own. */
  #inherits(text: Box): Box {
    return this.#arrangement.wrap(text, 'inline', [text]);
  }

  #addMarker(frame: Frame): void {
    const { element, style, role, box } = frame;
    if (element === null || role === 'button' || !isListItem(style.display)) return;
    const marker = makeMarker({
      element,
      style,
      styles: this.#styles,
      counters: this.#counters,
      content: this.#content,
    });
    if (marker === null) return;
    if (marker.kind === 'inline') {
      this.#append(marker, frame);
    } else {
      marker.parent = box;
      box.marker = marker;
    }
  }

  #addPseudo(frame: Frame, pseudo: 'before' | 'after'): void {
    const element = frame.element!;
    const style = this.#styles.pseudoStyleOf(element, pseudo);
    if (style === null || style.display === 'none' || typeof style.content === 'string') return;
    this.#counters.apply(style);
    const content = this.#content.boxes(style.content, element, style);
    this.#counters.endWithoutScope();
    if (style.display === 'contents') {
      for (const box of content) this.#append(box, frame);
      return;
    }
    const type = boxType(style.display);
    const box = new Box(type.kind, element, pseudo, style, type.inlineLevel);
    box.replaceChildren(content);
    this.#arrangement.arrange(box);
    this.#append(box, frame);
  }

  #append(box: Box, frame: Frame): void {
    frame.box.children.push(box);
    if (box.kind !== 'text' && box.kind !== 'inline') this.#lastCharacter = ' ';
    if (!box.isFloating && !box.isOutOfFlow) frame.flow.previous = box;
  }
}
