/**
 * From a laid-out document to the Spatial DOM.
 *
 * In:  nodes, styles, boxes. Out: one entry for every interactive element and every run of visible text.
 *
 * One walk in the order of the flat tree. Text belongs to the nearest block around it, so that a paragraph with links is one text
 * with its links as elements beside it; text of a control belongs to the control alone; text of a label is the name of
 * the control it labels. What a person could not see is left out: no box, hidden, transparent, clipped away, off-canvas.
 */
import type { Rect } from '../geometry.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  isElement,
  isText,
  nextSibling,
} from '../html/node-tree.ts';
import { ChildCursor, flatChildren } from '../layout/boxes/flat-children.ts';
import { LIMITS } from '../limits.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import { FlatTree } from '../style/flat-tree.ts';
import type { ElementIds } from './ids.ts';
import { isInteractive } from './interactive.ts';
import { accessibleName, indexNames, type NameIndex } from './name.ts';
import { cleanText, shorten } from './page-text.ts';
import { headingLevel, roleOf } from './role.ts';
import type { Bounds, EmitOptions, SpatialDom, SpatialElement } from './spatial-dom.ts';
import { addStates, type States } from './state.ts';

/** What the emitter asks of layout. Rectangles are in page coordinates. */
export interface SpatialLayout {
  borderBox(node: DomNode): Rect | null;
  /** The part of a rectangle of this node that overflow of its ancestors does not clip away. */
  clip(node: DomNode, rect: Rect): Rect | null;
  /** The union of a text node's line fragments; `null` when it has none. */
  textBox(text: DomNode): Rect | null;
}

export interface SpatialPage {
  readonly document: DomNode;
  readonly styles: StyleResolver & { readonly flatTree?: FlatTree };
  readonly layout: SpatialLayout;
  readonly ids: ElementIds;
  readonly url: string;
  readonly title: string;
  readonly viewport: readonly [number, number];
  readonly scroll: readonly [number, number];
}

/** An element that may become an entry, while its text is being gathered. */
interface Candidate {
  readonly element: DomElement;
  readonly role: string | null;
  readonly interactive: boolean;
  readonly rect: Rect;
  text: string;
  /** Has text of its own, outside of interactive elements in it. */
  hasOwnText: boolean;
}

/** What an element hands down to its children. */
interface Frame {
  readonly hidden: boolean;
  readonly insidePointer: boolean;
  /** Blocks and controls that text below belongs to, innermost last. */
  readonly owners: readonly Candidate[];
  readonly insideControl: boolean;
}

const SKIPPED: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'option',
  'optgroup',
]);

export function emitSpatialDom(page: SpatialPage, version: number, options: EmitOptions = {}): SpatialDom {
  const candidates = new Emission(page).run();
  const els: SpatialElement[] = [];
  for (const candidate of candidates.list) {
    if (els.length >= LIMITS.emittedElements) break;
    if (options.interactiveOnly && !candidate.interactive) continue;
    if (options.scope === 'viewport' && !isInViewport(candidate.rect, page)) continue;
    els.push(candidates.entryOf(candidate));
  }
  const { url, title, viewport, scroll } = page;
  return { url, title: shorten(cleanText(title), 200), vp: viewport, scroll, version, els };
}

/** A control that pages make transparent to draw their own in its place: it still takes the clicks. */
function isDrawnByOthers(element: DomElement): boolean {
  if (element.localName === 'select') return true;
  return element.localName === 'input' && /^(?:checkbox|radio|file|range)$/i.test(attribute(element, 'type') ?? '');
}

function isInViewport(rect: Rect, { viewport, scroll }: SpatialPage): boolean {
  const left = rect.x - scroll[0];
  const top = rect.y - scroll[1];
  return left < viewport[0] && top < viewport[1] && left + rect.w > 0 && top + rect.h > 0;
}

class Emission {
  readonly #page: SpatialPage;
  readonly #tree: FlatTree;
  readonly #names: NameIndex;
  readonly #labelOf = new Map<DomElement, DomElement>();
  readonly #candidates: Candidate[] = [];

  constructor(page: SpatialPage) {
    this.#page = page;
    this.#tree = page.styles.flatTree ?? new FlatTree(page.document);
    this.#names = indexNames(page.document, this.#tree.shadowTrees);
    for (const [control, labels] of this.#names.labels) {
      for (const label of labels) this.#labelOf.set(label, control);
    }
  }

  run(): { list: readonly Candidate[]; entryOf: (candidate: Candidate) => SpatialElement } {
    this.#walk();
    const list = this.#candidates.filter((candidate) => this.#saysSomething(candidate));
    return { list, entryOf: (candidate) => this.#entryOf(candidate) };
  }

  /** Order of the flat tree with an explicit stack: a page may nest deeper than the call stack. */
  #walk(): void {
    const start: Frame = { hidden: false, insidePointer: false, owners: [], insideControl: false };
    const first = ChildCursor.from(firstChild(this.#page.document));
    const stack: { readonly children: ChildCursor; readonly frame: Frame }[] = [{ children: first, frame: start }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { children, frame } = top;
      const node = children.next();
      if (node === null) stack.pop();
      else if (isText(node)) this.#text(node, frame);
      else if (isElement(node)) {
        const inner = this.#element(node, frame);
        if (inner !== null) stack.push({ children: flatChildren(node, this.#tree), frame: inner });
      }
    }
  }

  /** Notes an element; gives what its children get, or `null` when nothing below can be seen. */
  #element(element: DomElement, frame: Frame): Frame | null {
    if (SKIPPED.has(element.localName)) return null;
    const style = this.#page.styles.styleOf(element);
    if (style.display === 'none' || style.contentVisibility === 'hidden') return null;
    if (style.opacity === 0 && !isDrawnByOthers(element)) return null;
    if (element.localName === 'br') for (const owner of frame.owners) owner.text += ' ';

    const insidePointer = style.cursor === 'pointer';
    const hidden = style.visibility !== 'visible';
    const rect = hidden ? null : this.#visibleBox(element);
    // A hidden element may have visible children, and a box without size children that overflow it.
    if (rect === null) return { ...frame, hidden, insidePointer };

    const control = this.#labelOf.get(element) ?? null;
    const stands = control !== null && this.#visibleBox(control) === null;
    const role = stands ? roleOf(control) : roleOf(element);
    const interactive = stands || isInteractive(element, style, role, frame.insidePointer);
    const candidate: Candidate = { element, role, interactive, rect, text: '', hasOwnText: false };
    if (interactive || ownsText(style) || element.localName === 'img' || role === 'heading') {
      this.#candidates.push(candidate);
      // Text of a label that names a visible control is that control's name, not a text of its own.
      if (control !== null && !stands) return { hidden, insidePointer, owners: [], insideControl: true };
      // A link in running text is part of the text; any other control keeps its text to itself.
      const joins = interactive && style.display === 'inline' && frame.owners.length > 0;
      const owners = joins ? [...frame.owners.slice(-1), candidate] : [candidate];
      return { hidden, insidePointer, owners, insideControl: interactive };
    }
    if (control !== null && !stands) return { hidden, insidePointer, owners: [], insideControl: true };
    return { ...frame, hidden, insidePointer };
  }

  #text(node: DomNode, frame: Frame): void {
    if (frame.hidden || frame.owners.length === 0) return;
    const data = characterData(node);
    const box = this.#page.layout.textBox(node);
    if (box === null || !isOnCanvas(box)) return;
    if (this.#page.layout.clip(node, box) === null) return;
    for (const owner of frame.owners) owner.text += data;
    if (data.trim() !== '') {
      frame.owners.at(-1)!.hasOwnText = true;
      if (!frame.insideControl) for (const owner of frame.owners) owner.hasOwnText = true;
    }
  }

  #visibleBox(element: DomElement): Rect | null {
    const box = this.#page.layout.borderBox(element);
    if (box === null || box.w < 1 || box.h < 1 || !isOnCanvas(box)) return null;
    const visible = this.#page.layout.clip(element, box);
    return visible === null || visible.w < 1 || visible.h < 1 ? null : box;
  }

  #saysSomething(candidate: Candidate): boolean {
    if (candidate.interactive) return true;
    if (candidate.element.localName === 'img') return (attribute(candidate.element, 'alt') ?? '') !== '';
    return candidate.hasOwnText && cleanText(candidate.text) !== '';
  }

  #entryOf({ element, role, interactive, rect, text }: Candidate): SpatialElement {
    const { document, ids } = this.#page;
    const states: States = {};
    const control = this.#labelOf.get(element);
    const source = control !== undefined && interactive ? control : element;

    if (role !== null && role !== NATIVE_ROLE[element.localName] && !isTextRole(role)) states.role = role;
    const visibleText = shorten(cleanText(text), LIMITS.emittedTextLength);
    if (visibleText !== '') states.text = visibleText;
    if (interactive || element.localName === 'img') {
      const name = shorten(accessibleName(source, role, this.#names), LIMITS.emittedTextLength);
      if (name !== '' && name !== visibleText) states.name = name;
    }
    if (role === 'heading' && !/^h[1-6]$/.test(element.localName)) states.level = headingLevel(element);
    const href = element.localName === 'a' || element.localName === 'area' ? attribute(element, 'href') : null;
    if (href !== null) states.href = shorten(cleanText(href), LIMITS.emittedHrefLength);
    addStates(source, document, states);
    if (states.name !== undefined && states.name === states.ph) delete states.name;
    return { id: ids.idOf(element), tag: element.localName, ...states, b: boundsOf(rect) };
  }
}

/** Roles that the tag says already. */
const NATIVE_ROLE: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  img: 'img',
  select: 'combobox',
  summary: 'button',
  textarea: 'textbox',
};

/** Roles of plain containers: they tell an agent nothing about a run of text. */
function isTextRole(role: string): boolean {
  return TEXT_ROLES.has(role);
}

const TEXT_ROLES: ReadonlySet<string> = new Set(['paragraph', 'listitem', 'cell', 'generic', 'definition', 'term']);

/** A box that inline text is gathered in: anything but an inline box. */
function ownsText(style: ComputedStyle): boolean {
  return style.display !== 'inline' && style.display !== 'contents';
}

/** Left of or above the page there is no scrolling to. */
function isOnCanvas(rect: Rect): boolean {
  return rect.x + rect.w > 0 && rect.y + rect.h > 0;
}

function boundsOf({ x, y, w, h }: Rect): Bounds {
  const left = Math.round(x);
  const top = Math.round(y);
  return [left, top, Math.round(x + w) - left, Math.round(y + h) - top];
}

/** The text of <title>, as the document has it now. */
export function documentTitle(document: DomNode): string {
  const stack: (DomNode | null)[] = [firstChild(document)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) continue;
    stack.push(nextSibling(node));
    if (!isElement(node)) continue;
    if (node.localName === 'title') {
      const text = firstChild(node);
      return text !== null && isText(text) ? characterData(text) : '';
    }
    if (node.localName === 'html' || node.localName === 'head') stack.push(firstChild(node));
  }
  return '';
}
