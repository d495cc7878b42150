/**
 * innerText: the text of an element as it is rendered.
 *
 * HTML §3.2.7 https://html.spec.whatwg.org/#the-innertext-idl-attribute
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import {
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  isElement,
  isText,
  nextSibling,
} from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import type { FlatTree } from '../../style/flat-tree.ts';

/** A line break that is required at least this often in a row: 1 around blocks, 2 around paragraphs. */
type Piece = string | 1 | 2;

const NOT_RENDERED = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'meta', 'link', 'textarea']);

export function innerText(root: DomElement, styles: StyleResolver): string {
  if (!isRendered(root, styles)) return rawText(root);
  return join(collect(root, styles));
}

function isRendered(element: DomElement, styles: StyleResolver): boolean {
  for (let at: DomNode | null = element; at !== null && isElement(at); at = at[PARENT_NODE]) {
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
  /** What stands behind the element when its children are done. */
  readonly after: Piece | null;
}

/** "rendered text collection steps", with an explicit stack: a page may nest deeper than the call stack. */
function collect(root: DomElement, styles: StyleResolver): Piece[] {
  const pieces: Piece[] = [];
  const stack: Frame[] = [{ node: firstChild(root), style: styles.styleOf(root), after: null }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { node, style } = frame;
    if (node === null) {
      if (frame.after !== null) pieces.push(frame.after);
      stack.pop();
      continue;
    }
    frame.node = nextSibling(node);
    if (isText(node)) {
      if (style.visibility === 'visible') pieces.push(renderedText(characterData(node), style));
    } else if (isElement(node)) {
      const own = styles.styleOf(node);
      if (own.display === 'none' || NOT_RENDERED.has(node[LOCAL_NAME])) continue;
      if (node[LOCAL_NAME] === 'br') {
        pieces.push('\n');
        continue;
      }
      const around = requiredBreaks(node, own);
      if (around !== null) pieces.push(around);
      stack.push({ node: firstChild(node), style: own, after: around ?? behindCell(node, own) });
    }
  }
  return pieces;
}

function requiredBreaks(element: DomElement, style: ComputedStyle): 1 | 2 | null {
  if (element[LOCAL_NAME] === 'p') return 2;
  switch (style.display) {
    case 'block':
    case 'flow-root':
    case 'list-item':
    case 'flex':
    case 'grid':
    case 'table':
    case 'table-caption':
      return 1;
    default:
      return style.float !== 'none' || style.position === 'absolute' || style.position === 'fixed' ? 1 : null;
  }
}

/** Cells are separated by tabs, rows by line ends. */
function behindCell(element: DomElement, style: ComputedStyle): Piece | null {
  if (style.display !== 'table-cell' && style.display !== 'table-row') return null;
  for (let at = nextSibling(element); at !== null; at = nextSibling(at)) {
    if (isElement(at)) return style.display === 'table-cell' ? '\t' : '\n';
  }
  return null;
}

function renderedText(data: string, style: ComputedStyle): string {
  const collapsed = style.whiteSpaceCollapse === 'collapse' ? data.replace(/[ \t\n\r\f]+/g, ' ') : data;
  switch (style.textTransform) {
    case 'uppercase':
      return collapsed.toUpperCase();
    case 'lowercase':
      return collapsed.toLowerCase();
    default:
      return collapsed;
  }
}

function join(pieces: readonly Piece[]): string {
  let text = '';
  let breaks = 0;
  for (const piece of pieces) {
    if (typeof piece === 'number') {
      breaks = Math.max(breaks, piece);
      continue;
    }
    // White space at the begin and end of a line is not rendered, and two spaces in a row are one.
    const atLineStart = breaks > 0 || text === '' || text.endsWith('\n') || text.endsWith(' ');
    const shown = atLineStart && piece.startsWith(' ') ? piece.slice(1) : piece;
    if (shown === '') continue;
    if (breaks > 0 && text !== '') text = `${text.replace(/ +$/, '')}${'\n'.repeat(breaks)}`;
    breaks = 0;
    text += shown;
  }
  return text.replace(/ +$/, '');
}
