/**
 * innerText: the text of an element as it is rendered.
 *
 * HTML §3.2.7 https://html.spec.whatwg.org/#the-innertext-idl-attribute
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  isElement,
  isHtml,
  isText,
  nextSibling,
  shadowRoot,
} from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import type { FlatTree } from '../../style/flat-tree.ts';

const NOT_RENDERED: ReadonlySet<string> = new Set(['template', 'noscript', 'head', 'title', 'meta', 'link']);
const OPAQUE: ReadonlySet<string> = new Set(
  'textarea input iframe audio video canvas img embed object progress meter'.split(' '),
);
const HOLDS_NO_SPACE: ReadonlySet<string> = new Set(
  'table inline-table table-row table-row-group table-header-group table-footer-group flex inline-flex grid inline-grid'.split(
    ' ',
  ),
);
const BLANK = /^[ \t\n\r\f]*$/;

/** Styles, and the tree that is rendered with them. */
interface FlatStyles extends StyleResolver {
  readonly flatTree: FlatTree;
}

export function innerText(root: DomElement, styles: FlatStyles): string {
  const { flatTree } = styles;
  if (!isRendered(root, styles, flatTree)) return rawText(root);
  return collect(root, styles, flatTree);
}

function isRendered(element: DomElement, styles: StyleResolver, flatTree: FlatTree): boolean {
  let at: DomNode | null = element;
  while (at !== null && isElement(at)) {
    if (styles.styleOf(at).display === 'none') return false;
    const parent: DomNode | null = at[PARENT_NODE];
    if (parent === null) return true;
    if (shadowRoot(parent) !== null && !isSlotted(at, styles, flatTree)) return false;
    at = flatTree.hostOf(parent) ?? parent;
  }
  return true;
}

/** Whether a child of a shadow host is shown by a slot, and the slot by what is around it in its tree. */
function isSlotted(node: DomNode, styles: StyleResolver, flatTree: FlatTree): boolean {
  const slot = flatTree.assignedSlot(node);
  if (slot === null) return false;
  const host = node[PARENT_NODE];
  for (let at: DomElement | null = slot; at !== null && at !== host; at = flatTree.parentOf(at)) {
    if (styles.styleOf(at).display === 'none') return false;
  }
  return true;
}

/** Rendered with a box of its own, and visible. */
export function isShown(element: DomElement, styles: StyleResolver, flatTree: FlatTree): boolean {
  const own = styles.styleOf(element);
  if (own.visibility !== 'visible' || own.display === 'contents') return false;
  for (let at: DomElement | null = element; at !== null; at = flatTree.parentOf(at)) {
    if (styles.styleOf(at).display === 'none') return false;
  }
  return true;
}

function rawText(root: DomNode): string {
  const pieces: string[] = [];
  const stack: (DomNode | null)[] = [firstChild(root)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) continue;
    stack.push(nextSibling(node));
    if (isText(node)) pieces.push(characterData(node));
    else stack.push(firstChild(node));
  }
  return pieces.join('');
}

interface Frame {
  node: DomNode | null;
  readonly style: ComputedStyle;
  /** What happens when the children are done. */
  readonly leave: ((text: RenderedText) => void) | null;
}

/** "rendered text collection steps", with an explicit stack: a page may nest deeper than the call stack. */
function collect(root: DomElement, styles: StyleResolver, flatTree: FlatTree): string {
  const text = new RenderedText();
  if (isOpaque(root)) return '';
  const stack: Frame[] = [{ node: firstChild(root), style: styles.styleOf(root), leave: null }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { node, style } = frame;
    if (node === null) {
      frame.leave?.(text);
      stack.pop();
      continue;
    }
    frame.node = nextSibling(node);
    const parent = node[PARENT_NODE];
    if (parent !== null && shadowRoot(parent) !== null && !isSlotted(node, styles, flatTree)) continue;
    if (isText(node)) {
      if (style.visibility === 'visible' && isShownText(node, style)) text.add(characterData(node), style);
    } else if (isElement(node)) {
      const inside = enter(node, styles, text);
      if (inside !== null) stack.push(inside);
    }
  }
  return text.result();
}

/** White space between the parts of a table or the items of a container makes no box; a <select> has options only. */
function isShownText(node: DomNode, { display }: ComputedStyle): boolean {
  const parent = node[PARENT_NODE];
  const name = parent !== null && isElement(parent) ? parent[LOCAL_NAME] : '';
  if (name === 'select' || (name === 'optgroup' && isInSelect(parent!)) || isInClosedDetails(node)) return false;
  return !(HOLDS_NO_SPACE.has(display) && BLANK.test(characterData(node)));
}

/** Begins an element; `null` where nothing of it is rendered as text. */
function enter(element: DomElement, styles: StyleResolver, text: RenderedText): Frame | null {
  const style = styles.styleOf(element);
  const { display } = style;
  if (display === 'none' || NOT_RENDERED.has(element[LOCAL_NAME]) || isInClosedDetails(element)) return null;
  if (element[LOCAL_NAME] === 'br') {
    text.lineBreak();
    return null;
  }
  const node = firstChild(element);
  if (isOpaque(element)) {
    if (style.visibility === 'visible') {
      const breaks = requiredBreaks(element, style);
      if (breaks === null) text.atom();
      else text.require(breaks);
    }
    return null;
  }
  if (display.startsWith('inline-') && element[LOCAL_NAME] !== 'p') {
    text.atom();
    text.startLine();
    return { node, style, leave: (each) => each.endAtom() };
  }
  // What is not visible asks for no line ends of its own.
  const around = style.visibility === 'visible' ? requiredBreaks(element, style) : null;
  if (around !== null) {
    text.require(around);
    return { node, style, leave: (each) => each.require(around) };
  }
  const behind = behindCell(element, styles);
  if (display === 'table-cell') text.startLine();
  return { node, style, leave: behind === null ? null : (each) => each.separate(behind) };
}

/** Elements whose children are not shown: what is replaced, and what is edited. */
function isOpaque(element: DomElement): boolean {
  return isHtml(element) && OPAQUE.has(element[LOCAL_NAME]);
}

function isInSelect(optgroup: DomNode): boolean {
  const parent = optgroup[PARENT_NODE];
  return parent !== null && isElement(parent) && parent[LOCAL_NAME] === 'select';
}

function isInClosedDetails(node: DomNode): boolean {
  const details = node[PARENT_NODE];
  if (details === null || !isElement(details) || details[LOCAL_NAME] !== 'details') return false;
  if (attribute(details, 'open') !== null) return false;
  let first = firstChild(details);
  while (first !== null && !(isElement(first) && first[LOCAL_NAME] === 'summary')) first = nextSibling(first);
  return first !== node;
}

function requiredBreaks(element: DomElement, style: ComputedStyle): 1 | 2 | null {
  if (element[LOCAL_NAME] === 'p') return 2;
  switch (style.display) {
    case 'block':
    case 'flow-root':
    case 'list-item':
    case 'flow-root-list-item':
    case 'flex':
    case 'grid':
    case 'table':
    case 'table-caption':
      return 1;
    default:
      return style.float !== 'none' || style.position === 'absolute' || style.position === 'fixed' ? 1 : null;
  }
}

/** Cells are separated by tabs, rows by line ends: also a row from the next part of its table. */
function behindCell(element: DomElement, styles: StyleResolver): '\t' | '\n' | null {
  const { display } = styles.styleOf(element);
  if (display !== 'table-cell' && display !== 'table-row') return null;
  for (let at = nextSibling(element); at !== null; at = nextSibling(at)) {
    if (isElement(at)) return display === 'table-cell' ? '\t' : '\n';
  }
  return display === 'table-row' && hasRowsBehind(element[PARENT_NODE], styles) ? '\n' : null;
}

const ROW_GROUPS: ReadonlySet<string> = new Set(['table-row-group', 'table-header-group', 'table-footer-group']);

/** Whether a part of a table is followed by another one that has rows. */
function hasRowsBehind(group: DomNode | null, styles: StyleResolver): boolean {
  const isGroup = (node: DomNode): boolean => isElement(node) && ROW_GROUPS.has(styles.styleOf(node).display);
  if (group === null || !isGroup(group)) return false;
  for (let at = nextSibling(group); at !== null; at = nextSibling(at)) {
    if (!isGroup(at)) continue;
    for (let row = firstChild(at); row !== null; row = nextSibling(row)) {
      if (isElement(row) && styles.styleOf(row).display === 'table-row') return true;
    }
  }
  return false;
}

/** The text as it stands in lines: white space is collapsed as CSS Text 3 §4.1 says. */
class RenderedText {
  #text = '';
  /** Line ends that something asks for before the next text. */
  #breaks = 0;
  /** A space that is rendered if something follows it on its line. */
  #hasSpace = false;
  #isAtLineStart = true;

  add(data: string, style: ComputedStyle): void {
    switch (style.whiteSpaceCollapse) {
      case 'collapse':
        this.#addCollapsed(transformed(data, style), /[ \t\n\r\f]+/);
        return;
      case 'preserve-breaks':
        for (const [at, line] of transformed(data, style).split('\n').entries()) {
          if (at > 0) this.lineBreak();
          this.#addCollapsed(line, /[ \t\r\f]+/);
        }
        return;
      default:
        this.#put(transformed(data, style));
    }
  }

  #addCollapsed(data: string, space: RegExp): void {
    for (const [at, word] of data.split(space).entries()) {
      if (at > 0 && !this.#isAtLineStart) this.#hasSpace = true;
      if (word !== '') this.#put(word);
    }
  }

  #put(text: string): void {
    if (text === '') return;
    if (this.#breaks > 0 && this.#text !== '') this.#text += '\n'.repeat(this.#breaks);
    this.#breaks = 0;
    this.#text += this.#hasSpace ? ` ${text}` : text;
    this.#hasSpace = false;
    this.#isAtLineStart = text.endsWith('\n');
  }

  lineBreak(): void {
    this.#hasSpace = false;
    this.#put('\n');
  }

  /** A box in the line that is no text: spaces around it are rendered. */
  atom(): void {
    if (this.#hasSpace) this.#text += ' ';
    this.#hasSpace = false;
    this.#isAtLineStart = false;
  }

  startLine(): void {
    this.#hasSpace = false;
    this.#isAtLineStart = true;
  }

  endAtom(): void {
    this.#hasSpace = false;
    this.#isAtLineStart = false;
  }

  require(breaks: number): void {
    this.#breaks = Math.max(this.#breaks, breaks);
    this.startLine();
  }

  separate(by: '\t' | '\n'): void {
    this.#hasSpace = false;
    this.#put(by);
    this.startLine();
  }

  result(): string {
    return this.#text;
  }
}

function transformed(data: string, { textTransform }: ComputedStyle): string {
  switch (textTransform) {
    case 'uppercase':
      return data.toUpperCase();
    case 'lowercase':
      return data.toLowerCase();
    case 'capitalize':
      return data.replace(/(?<![\p{L}\p{N}'\u2019])\p{L}/gu, (letter) => letter.toUpperCase());
    default:
      return data;
  }
}
