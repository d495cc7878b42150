/**
 * One walk through a laid-out document that gathers what a person could perceive.
 *
 * In:  nodes, styles, boxes. Out: candidates in the order in which they are read, and what may cover them.
 *
 * Text belongs to the nearest block around it, so that a paragraph with links is one text with its links as elements
 * beside it; the plain cells of a table row make one text; text of a control belongs to the control; text of a label is
 * the name of the control that it labels.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  isElement,
  isHtml,
  isText,
} from '../html/node-tree.ts';
import { ChildCursor } from '../layout/boxes/flat-children.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import { FlatTree } from '../style/flat-tree.ts';
import { isGauge, isLandmark } from './aria-roles.ts';
import { showsNoFace } from './back-face.ts';
import { type Candidate, CELL_END, enterControl, type FramedNames, isStrong } from './candidate.ts';
import { drawnWords, isDrawnText } from './drawn-words.ts';
import { isFrame, isOpaque, isSvg } from './element-kinds.ts';
import type { FrameSource } from './framed-document.ts';
import type { InkCollector } from './ink.ts';
import { hearsClicks, type Interactivity, interactivityOf } from './interactive.ts';
import { indexNames, type NameIndex } from './name-index.ts';
import { type Cover, isCover, paintKey, paintWithin } from './paint-order.ts';
import { isPlainRow } from './plain-row.ts';
import { isDrawnByOthers, isSeen, placeOfReplaced } from './redrawn-control.ts';
import { roleOf } from './role.ts';
import { isListBox } from './select-options.ts';
import { noteText, placeTexts } from './text-places.ts';
import { transformText } from './text-transform.ts';
import {
  hidesSubtree,
  isShut,
  isUnpainted,
  type Place,
  placeOf,
  type SpatialLayout,
  sightWithin,
  textPlace,
} from './visible.ts';
import { readingOrder } from './visual-order.ts';
import { addSpaces, type Frame, type Inside, type Level, NOWHERE, rootFrame, textsOf } from './walk-frame.ts';

export interface GatherInput {
  readonly document: DomNode;
  readonly styles: StyleResolver;
  readonly tree: FlatTree;
  readonly layout: SpatialLayout;
  readonly names: NameIndex;
  /** Gets what a drawing needs besides; `null` when nothing is drawn. */
  readonly ink: InkCollector | null;
  /** Whether every element with a `role` attribute is a part of the page of its own. */
  readonly roles: boolean;
  /** Where the documents in frames come from; `null` for pages without. */
  readonly frames: FrameSource | null;
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly covers: readonly Cover[];
  /** Elements whose content is far away, and is not here. */
  readonly skipped: number;
}

const SKIPPED: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'noscript', 'title']);
const BLANK = /^\s+$/;
/** Covers that are looked at: pages have few, and many would cost time for each element. */
const MOST_COVERS = 64;

export function gather(input: GatherInput): Gathered {
  const found: Found = { candidates: [], covers: [], order: 0, skipped: 0 };
  new Gathering(input, found, null, null).run();
  // What is drawn is the element, with its background.
  if (input.ink === null) placeTexts(found.candidates);
  return found;
}

/** What the walks through a page and the documents in its frames fill together. */
interface Found {
  readonly candidates: Candidate[];
  readonly covers: Cover[];
  order: number;
  skipped: number;
}

class Gathering {
  readonly #input: GatherInput;
  readonly #modal: DomElement | null;
  readonly #found: Found;
  readonly #candidates: Candidate[];
  readonly #covers: Cover[];
  /** Of a document in a frame: what its candidates need to be told apart, and what its root is given. */
  readonly #within: FramedNames | null;
  readonly #outer: Frame | null;
  /** The frame element that was noted last, with what is handed down to its document. */
  #framed: Frame | null = null;

  constructor(input: GatherInput, found: Found, within: FramedNames | null, outer: Frame | null) {
    this.#input = input;
    this.#modal = input.names.modal;
    this.#found = found;
    this.#candidates = found.candidates;
    this.#covers = found.covers;
    this.#within = within;
    this.#outer = outer;
  }

  /** Order of the flat tree with an explicit stack: a page may nest deeper than the call stack. */
  run(): void {
    const { document, layout } = this.#input;
    const start = this.#modal ?? firstChild(document);
    const stack: Level[] = [
      { children: ChildCursor.from(start), frame: rootFrame(this.#input, this.#outer), around: NOWHERE },
    ];
    // Behind a modal dialog everything is inert.
    if (this.#modal !== null) stack[0] = { ...stack[0]!, children: ChildCursor.of([this.#modal]) };
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const node = level.children.next();
      if (node === null) {
        addSpaces(level.around);
        stack.pop();
      } else if (isText(node)) this.#text(node, level.frame, layout);
      else if (isElement(node)) {
        this.#framed = null;
        const inner = this.#element(node, level.frame);
        if (inner !== null && this.#isSkipped(node, inner.frame.style)) this.#found.skipped++;
        else if (inner !== null) {
          const { frame, around } = inner;
          stack.push({ children: readingOrder(node, frame.style, this.#input), frame, around });
        } else if (this.#framed !== null) this.#inside(node, this.#framed);
      }
    }
  }

  /** What is far away has boxes that are not where it will be. A person scrolls there, and then they are. */
  #isSkipped(element: DomElement, { contentVisibility }: ComputedStyle): boolean {
    return contentVisibility === 'auto' && this.#input.layout.skipsContent(element);
  }

  /** The document in a frame is read where its element stands. Frames are not nested deeper than the page allows. */
  #inside(element: DomElement, outer: Frame): void {
    const framed = this.#input.frames?.inside(element) ?? null;
    if (framed === null) return;
    const { document, styles, layout } = framed;
    if (firstChild(document) === null) return;
    const tree = styles.flatTree ?? new FlatTree(document);
    const index = indexNames(document, tree.shadowTrees);
    const { frames, ink, roles } = this.#input;
    const input: GatherInput = { document, styles, tree, layout, names: index, frames, ink, roles };
    new Gathering(input, this.#found, { document, names: { index, styles, tree } }, outer).run();
  }

  #text(node: DomNode, frame: Frame, layout: SpatialLayout): void {
    const { run, link, control } = frame;
    if (frame.hidden || frame.isLabel || run === null || isShut(node, this.#input.styles)) return;
    const data = characterData(node);
    if (data === '' || isUnpainted(frame.style, frame.hasPicture)) return;
    const place = textPlace(node, frame.sight, layout);
    if (place === null) {
      // The end of a line has no place of its own, and still keeps words apart.
      if (BLANK.test(data)) addSpaces(textsOf(frame));
      return;
    }
    this.#input.ink?.text(link ?? run, node, frame.style, layout);
    const shown = transformText(data, frame.style);
    run.text += shown;
    if (link !== null && link !== run) link.text += shown;
    if (control !== null) control.whole += shown;
    if (data.trim() === '') return;
    noteText(run, place, this.#found.order);
    if (link !== null) link.hasOwnText = true;
    else {
      if (control !== null && control !== run && !run.hasOwnText) control.blocks++;
      run.hasOwnText = true;
    }
  }

  /** Notes an element; gives what its children get, or `null` when nothing below can be seen. */
  #element(element: DomElement, outer: Frame): Inside | null {
    const order = this.#found.order++;
    if (SKIPPED.has(element[LOCAL_NAME]) && isHtml(element)) return null;
    const style = this.#input.styles.styleOf(element);
    if (hidesSubtree(element, style, this.#input.layout) && !isDrawnByOthers(element, style, this.#input)) return null;
    if (isShut(element, this.#input.styles)) return null;
    if (showsNoFace(element, style, this.#input.styles, this.#input.tree)) return null;
    const { layout } = this.#input;
    const isVisible = style.visibility === 'visible';
    const place = isVisible ? placeOf(element, style, outer.sight, layout) : null;
    // Faster: written out, as is everything that is made for each element.
    const frame: Frame = {
      style,
      hidden: !isVisible,
      // In a frame, what is fixed is fixed to the frame.
      isFixed: outer.isFixed || (style.position === 'fixed' && this.#outer === null),
      hasPicture: outer.hasPicture || style.hasBackgroundImage,
      isHeard: outer.isHeard || hearsClicks(element),
      isUntold: outer.isUntold || attribute(element, 'aria-hidden') === 'true',
      sight: sightWithin(outer.sight, element, style, place, layout),
      paint: paintWithin(outer.paint, element, style, order),
      run: outer.run,
      link: outer.link,
      control: outer.control,
      heading: outer.heading,
      isLabel: outer.isLabel,
      row: outer.row,
      isDrawing: outer.isDrawing,
    };
    if (element[LOCAL_NAME] === 'br') {
      addSpaces(textsOf(outer));
      return null;
    }
    if (place !== null && place.shown !== null) this.#noteCover(element, style, place, frame);
    if (place !== null && isFrame(element)) this.#framed = frame;
    // A hidden element may have visible children, and a box without size children that overflow it.
    if (place === null) return isOpaque(element) ? null : { frame, around: NOWHERE };
    if (outer.isDrawing) return this.#drawn(element, outer, frame, place, order);
    return this.#placed(element, outer, frame, place, order);
  }

  #placed(element: DomElement, outer: Frame, frame: Frame, place: Place, order: number): Inside | null {
    const { style } = frame;
    const { ink } = this.#input;
    const control = this.#input.names.controlOf.get(element) ?? null;
    const stands = control !== null && !isSeen(control, this.#input);
    const source = stands ? control : element;
    const role = roleOf(source);
    // A label says the name of its control, and is a text of its own only to the eye.
    const isMerged = control !== null && !stands && ink === null;
    const kind = stands
      ? 'control'
      : isMerged
        ? null
        : interactivityOf(element, style, role, {
            hasPointer: outer.isLabel || (outer.style.cursor === 'pointer' && order > 0),
            isHeard: outer.isHeard,
            isUntold: frame.isUntold,
          });
    const isInline = style.display === 'inline' || style.display === 'contents';
    const isImage =
      role === 'img' ||
      isGauge(role) ||
      (element[LOCAL_NAME] === 'img' && (attribute(element, 'alt') ?? '') !== '') ||
      ink?.isPicture(element, place.rect) === true;
    if (isDrawnText(element)) return this.#drawnText(element, outer, frame, place, order);
    // Faster: most inline elements are only parts of a text.
    if (kind === null && isInline && !isImage && !isMerged && !this.#isPart(element, role, frame)) {
      return isOpaque(element) ? this.#picture(element, frame) : { frame, around: NOWHERE };
    }
    const where = stands && ink === null ? placeOfReplaced(control, place, this.#input.layout) : place;
    const candidate = this.#candidate(element, source, role, kind, outer, frame, where, order, isImage);
    ink?.box(candidate, style);

    if (kind !== null) {
      if (enterControl(candidate)) return this.#control(candidate, outer, frame);
      // A part of the control around it is none of its own.
      candidate.isControl = false;
    }
    if (isMerged) return { frame: { ...frame, run: null, link: null, isLabel: true }, around: NOWHERE };
    const isOwn = isImage || candidate.isLandmark;
    if (isOwn) this.#candidates.push(candidate);
    if (isOpaque(element)) return this.#picture(element, frame);
    if (outer.row !== null && style.display === 'table-cell') {
      outer.row.text += CELL_END;
      if (ink?.isPainted(candidate) === true) this.#candidates.push(candidate);
      return { frame, around: NOWHERE };
    }
    if (isInline) return { frame, around: NOWHERE };
    const around = textsOf(outer);
    addSpaces(around);
    // A box in a line is a word of that line.
    if (style.display.startsWith('inline-') && outer.run !== null) return { frame, around };
    if (!isOwn) this.#candidates.push(candidate);
    if (outer.run !== null) outer.run.hasBlocks = true;
    const heading = candidate.isHeading ? candidate : frame.heading;
    const row = style.display === 'table-row' && isPlainRow(element, this.#input.styles) ? candidate : null;
    return { frame: { ...frame, run: candidate, link: null, heading, row }, around };
  }

  /** What is inside of a picture; `null` where nothing in it can be told. An icon is a part of its button. */
  #picture(element: DomElement, frame: Frame): Inside | null {
    if (!isSvg(element) || isStrong(frame.control) || this.#input.ink !== null) return null;
    return { frame: { ...frame, run: null, link: null, row: null, isDrawing: true }, around: NOWHERE };
  }

  /** In a picture, what shows that it takes clicks is told, with its words. Everything else is only drawn. */
  #drawn(element: DomElement, outer: Frame, frame: Frame, place: Place, order: number): Inside | null {
    const role = roleOf(element);
    const { style, isUntold } = frame;
    const hasPointer = outer.style.cursor === 'pointer';
    const kind = interactivityOf(element, style, role, { hasPointer, isHeard: outer.isHeard, isUntold });
    const isTold = kind === 'control' || kind === 'focus' || (kind !== null && style.cursor === 'pointer');
    // Faster: drawings have thousands of parts, and a candidate is made for the few that are told.
    const told = isTold ? this.#candidate(element, element, role, kind, outer, frame, place, order, false) : null;
    if (told !== null && enterControl(told)) {
      this.#candidates.push(told);
      if (!isDrawnText(element)) return { frame: { ...frame, control: told }, around: NOWHERE };
      return this.#drawnText(element, { ...outer, control: told }, frame, place, order);
    }
    if (!isDrawnText(element)) return { frame, around: NOWHERE };
    const isPart = outer.control !== null && isSvg(outer.control.element);
    return isPart ? this.#drawnText(element, outer, frame, place, order) : null;
  }

  /** What a drawing says in one place. In a link or a control it is what that says. */
  #drawnText(element: DomElement, outer: Frame, frame: Frame, place: Place, order: number): null {
    const words = drawnWords(element);
    const candidate = outer.control ?? this.#candidate(element, element, null, null, outer, frame, place, order, false);
    if (outer.control === null) this.#candidates.push(candidate);
    candidate.text += ` ${words}`;
    candidate.whole += ` ${words}`;
    candidate.hasOwnText = true;
    return null;
  }

  /** A link in running text is part of the text; any other control keeps its text to itself. */
  #control(candidate: Candidate, outer: Frame, frame: Frame): Inside | null {
    const { element, role } = candidate;
    const { style } = frame;
    this.#candidates.push(candidate);
    if (outer.heading !== null) {
      outer.heading.links++;
      candidate.heading = outer.heading;
    }
    // The options of a list that nobody sees are not seen either.
    const isShut = element[LOCAL_NAME] === 'select' && (!isListBox(element) || candidate.place.isClipped);
    if (isShut) return null;
    if (isOpaque(element)) return this.#picture(element, { ...frame, control: candidate });
    const isInline = style.display === 'inline' || style.display.startsWith('inline-');
    const joins = isInline && outer.run !== null && !isStrong(outer.control) && (role === 'link' || role === null);
    if (joins) {
      const around = style.display === 'inline' || outer.run === null ? NOWHERE : [outer.run];
      addSpaces(around);
      return { frame: { ...frame, link: candidate, control: candidate }, around };
    }
    const inCell = outer.row !== null && style.display === 'table-cell';
    if (inCell) outer.row!.text += CELL_END;
    const around = outer.control === null ? NOWHERE : [outer.control];
    addSpaces(around);
    return { frame: { ...frame, run: candidate, link: null, control: candidate, row: null }, around };
  }

  #isPart(element: DomElement, role: string | null, { isUntold }: Frame): boolean {
    if (!this.#input.roles) return isLandmark(role);
    return !isUntold && (isLandmark(role) || (role !== null && attribute(element, 'role') !== null));
  }

  #candidate(
    element: DomElement,
    source: DomElement,
    role: string | null,
    interactivity: Interactivity | null,
    outer: Frame,
    frame: Frame,
    place: Place,
    order: number,
    isImage: boolean,
  ): Candidate {
    return {
      element,
      source,
      within: this.#within,
      role,
      interactivity,
      isLandmark: this.#isPart(element, role, frame),
      isImage,
      isHeading: role === 'heading',
      place,
      paint: frame.paint,
      order,
      isFixed: frame.isFixed,
      control: outer.control,
      text: '',
      whole: '',
      hasOwnText: false,
      textRect: null,
      hasBlocks: false,
      hasInner: false,
      blocks: 0,
      links: 0,
      heading: null,
      isControl: null,
    };
  }

  #noteCover(element: DomElement, style: ComputedStyle, place: Place, frame: Frame): void {
    if (this.#covers.length >= MOST_COVERS || !isCover(element, style)) return;
    this.#covers.push({ element, rect: place.shown!, key: paintKey(frame.paint), isFixed: frame.isFixed });
  }
}
