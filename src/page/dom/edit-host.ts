/**
 * What editing does to the nodes of an editing host: text goes in, is taken out, and paragraphs are split.
 *
 * In:  a host (an element with contenteditable) and positions in it. Out: the changed tree, and where the caret is then.
 *
 * execCommand (unofficial) §7, §8 https://w3c.github.io/editing/docs/execCommand/, with Chrome's markup.
 *
 * Differs: spaces stay spaces; Chrome has no-break spaces where they would collapse.
 */
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  firstChild,
  following,
  isInclusiveAncestor,
  isText,
  nextSibling,
  previousSibling,
} from '../../html/node-tree.ts';
import { charCodeAt, hasWord, indexOf, isAsciiSpace, stringSlice } from '../primordials.ts';
import { removeAttributeValue } from './attribute-list.ts';
import { childAt, nodeLength } from './boundary.ts';
import { replaceData } from './character-data.ts';
import { cloneNode } from './clone.ts';
import { createElementNode, createTextNode, HTML_NAMESPACE, type PageNode } from './create-node.ts';
import { type Bounds, indexInParent } from './live-ranges.ts';
import { deleteContents, takeContents } from './range-content.ts';
import type { Position } from './selection-modify.ts';
import { insertBefore, lastChild, removeNode } from './tree.ts';

const BLOCKS =
  ' address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
  'li main nav ol p pre section summary table tbody td tfoot th thead tr ul ';
/** What takes no text. */
const VOID =
  ' area audio br button canvas embed hr iframe img input meter object progress select svg textarea video wbr ';

/** Blocks that Enter does not cut in two: what follows goes to a new line of the same one. */
const UNCUT = ' caption form table tbody td tfoot th thead tr ';
const CELLS = ' td th ';

const isElementNode = (node: PageNode): boolean => node[NODE_TYPE] === 1;
const isBlock = (node: PageNode): boolean => isElementNode(node) && hasWord(BLOCKS, node[LOCAL_NAME]);
const isVoid = (node: PageNode): boolean =>
  hasWord(VOID, node[LOCAL_NAME]) || attribute(node, 'contenteditable') === 'false';

function make(host: PageNode, name: string): PageNode {
  return createElementNode(host[OWNER_DOCUMENT]!, HTML_NAMESPACE, name);
}

/** The nearest block around a node of a host that is not the host. */
export function blockAround(node: PageNode, host: PageNode): PageNode | null {
  for (let at: PageNode | null = node; at !== null && at !== host; at = at[PARENT_NODE]) if (isBlock(at)) return at;
  return null;
}

function cellAround(node: PageNode, host: PageNode): PageNode | null {
  for (let at: PageNode | null = node; at !== null && at !== host; at = at[PARENT_NODE]) {
    if (isElementNode(at) && hasWord(CELLS, at[LOCAL_NAME])) return at;
  }
  return null;
}

/** The break that ends a block in its markup, and is no line of its own. */
function isLastBreak(node: PageNode): boolean {
  return node[LOCAL_NAME] === 'br' && nextSibling(node) === null;
}

/** What a key that deletes takes in place of a character: the image or the break that a caret stands at. */
export function voidBeside(host: PageNode, { node, offset }: Position, forward: boolean): PageNode | null {
  if (isText(node) && offset !== (forward ? nodeLength(node) : 0)) return null;
  let inside = node;
  let at = isText(node) || (!forward && offset === 0) ? null : childAt(node, forward ? offset : offset - 1);
  for (;;) {
    if (at === null) {
      if (inside === host || isBlock(inside)) return null;
      at = (forward ? nextSibling(inside) : previousSibling(inside)) as PageNode | null;
      inside = inside[PARENT_NODE]!;
    } else if (isText(at) ? nodeLength(at) > 0 : isBlock(at)) return null;
    else if (isElementNode(at) && isVoid(at) && !isLastBreak(at)) return at;
    else {
      inside = at;
      at = isElementNode(at) && !isVoid(at) ? ((forward ? firstChild(at) : lastChild(at)) as PageNode | null) : null;
    }
  }
}

/** White space of the markup, and comments: no place for a caret where something else is. */
function isBlank(node: PageNode): boolean {
  return !isElementNode(node) && !(isText(node) && trimmedLength(characterData(node)) > 0);
}

function trimmedLength(text: string): number {
  let length = text.length;
  while (length > 0 && isAsciiSpace(charCodeAt(text, length - 1))) length--;
  return length;
}

/** How much of a text stands before the line break that ends it in the markup. */
function endOfText(text: string): number {
  const length = trimmedLength(text);
  return indexOf(stringSlice(text, length), '\n') < 0 ? text.length : length;
}

/** Behind the last thing that a node holds: in its last text, before the break that keeps an empty line open. */
export function endOf(host: PageNode): Position {
  let node = host;
  for (;;) {
    let child = lastChild(node);
    while (child !== null && isBlank(child)) {
      const before = previousSibling(child) as PageNode | null;
      if (before === null) return isText(child) ? { node: child, offset: nodeLength(child) } : { node, offset: 0 };
      child = before;
    }
    if (child === null) return { node, offset: 0 };
    if (isText(child)) return { node: child, offset: endOfText(characterData(child)) };
    if (child[LOCAL_NAME] === 'br') return { node, offset: indexInParent(child) };
    if (isVoid(child)) return { node, offset: indexInParent(child) + 1 };
    node = child;
  }
}

/** Before the first thing that a node holds. */
export function startOf(host: PageNode): Position {
  let node = host;
  for (;;) {
    let child = firstChild(node) as PageNode | null;
    while (child !== null && isBlank(child)) child = nextSibling(child) as PageNode | null;
    if (child === null) return { node, offset: 0 };
    if (isText(child)) return { node: child, offset: 0 };
    if (isVoid(child)) return { node, offset: indexInParent(child) };
    node = child;
  }
}

function isEmpty(block: PageNode): boolean {
  for (let at = following(block, block) as PageNode | null; at !== null; at = following(at, block) as PageNode | null) {
    if (isElementNode(at) ? isVoid(at) : isText(at) && nodeLength(at) > 0) return false;
  }
  return true;
}

/** A block with nothing in it has no line; a break gives it one. */
function keepOpen(host: PageNode, block: PageNode): boolean {
  if (!isEmpty(block)) return false;
  for (let child = firstChild(block); child !== null; child = firstChild(block)) removeNode(child as PageNode);
  insertBefore(block, make(host, 'br'), null);
  return true;
}

function isKeptOpen(block: PageNode): boolean {
  const first = firstChild(block) as PageNode | null;
  return first !== null && isLastBreak(first);
}

/** Takes out what is between two positions. Blocks that are both cut become one, unless they are in two cells of a table. */
export function deleteIn(host: PageNode, bounds: Bounds): Position {
  const { startNode, startOffset, endNode } = bounds;
  const into = blockAround(startNode, host);
  const from = blockAround(endNode, host);
  const areInOneCell = cellAround(startNode, host) === cellAround(endNode, host);
  deleteContents(bounds);
  const areCut = into !== null && from !== null && !isInclusiveAncestor(into, from) && !isInclusiveAncestor(from, into);
  if (areCut && areInOneCell) {
    const isOpen = isKeptOpen(from);
    for (let child = firstChild(from); child !== null && !isOpen; child = firstChild(from)) {
      insertBefore(into, child as PageNode, null);
    }
    removeNode(from);
  }
  if (into !== null && keepOpen(host, into)) return { node: into, offset: 0 };
  if (!isText(startNode) || nodeLength(startNode) > 0) return { node: startNode, offset: startOffset };
  const parent = startNode[PARENT_NODE]!;
  const offset = indexInParent(startNode);
  removeNode(startNode);
  return { node: parent, offset };
}

/** Where nodes can be put in: a text is cut in two. */
function betweenNodes({ node, offset }: Position): { readonly parent: PageNode; readonly before: PageNode | null } {
  if (!isText(node)) return { parent: node, before: childAt(node, offset) };
  const parent = node[PARENT_NODE]!;
  if (offset === 0) return { parent, before: node };
  const behind = nextSibling(node) as PageNode | null;
  const text = characterData(node);
  if (offset === text.length) return { parent, before: behind };
  const rest = createTextNode(node[OWNER_DOCUMENT]!, stringSlice(text, offset));
  replaceData(node, offset, text.length - offset, '');
  insertBefore(parent, rest, behind);
  return { parent, before: rest };
}

export function insertTextAt(at: Position, text: string): Position {
  const { node, offset } = at;
  if (isText(node)) {
    replaceData(node, offset, 0, text);
    return { node, offset: offset + text.length };
  }
  const before = childAt(node, offset);
  const beside = (before === null ? lastChild(node) : (previousSibling(before) as PageNode | null)) ?? null;
  if (beside !== null && isText(beside)) return insertTextAt({ node: beside, offset: nodeLength(beside) }, text);
  if (before !== null && isText(before)) return insertTextAt({ node: before, offset: 0 }, text);
  const made = createTextNode(node[OWNER_DOCUMENT]!, text);
  insertBefore(node, made, before);
  // The break that kept an empty line open.
  if (beside === null && before !== null && isLastBreak(before)) removeNode(before);
  return { node: made, offset: text.length };
}

/** Puts the nodes of a fragment in; the caret is behind the last one. */
export function insertNodesAt(at: Position, fragment: PageNode): Position {
  const last = lastChild(fragment);
  if (last === null) return at;
  const { parent, before } = betweenNodes(at);
  insertBefore(parent, fragment, before);
  if (isText(last)) return { node: last, offset: nodeLength(last) };
  return { node: parent, offset: indexInParent(last) + 1 };
}

export function breakLineAt(host: PageNode, at: Position): Position {
  const { parent, before } = betweenNodes(at);
  const line = make(host, 'br');
  insertBefore(parent, line, before);
  // One break ends the line that is there; at the end of a block another one gives the new line room.
  if (nextSibling(line) === null) insertBefore(parent, make(host, 'br'), null);
  return { node: parent, offset: indexInParent(line) + 1 };
}

/** Enter: what stands behind the caret goes to a block of its own, one like the block that is cut. */
export function splitAt(host: PageNode, at: Position): Position {
  const block = blockAround(at.node, host);
  if (block !== null && hasWord(UNCUT, block[LOCAL_NAME])) return breakLineAt(host, at);
  const within = block ?? host;
  const rest: Bounds = {
    startNode: at.node,
    startOffset: at.offset,
    endNode: within,
    endOffset: block === null ? indexOfBlock(host, at) : nodeLength(within),
  };
  const content = takeContents(rest, true);
  const made = block === null ? make(host, 'div') : cloneNode(block, false, host[OWNER_DOCUMENT]!);
  removeAttributeValue(made, 'id');
  insertBefore(made, content, null);
  // What was taken out ended in the host, so that the bounds have collapsed to a place between its children.
  if (block === null) insertBefore(host, made, childAt(host, rest.startOffset));
  else insertBefore(block[PARENT_NODE]!, made, nextSibling(block) as PageNode | null);
  if (block !== null) keepOpen(host, block);
  if (keepOpen(host, made)) return { node: made, offset: 0 };
  return startOf(made);
}

/** Text beside blocks ends where the next block begins. */
function indexOfBlock(host: PageNode, at: Position): number {
  let child: PageNode | null = at.node === host ? childAt(host, at.offset) : at.node;
  while (child !== null && child[PARENT_NODE] !== host) child = child[PARENT_NODE];
  for (; child !== null; child = nextSibling(child) as PageNode | null) {
    if (isBlock(child)) return indexInParent(child);
  }
  return nodeLength(host);
}
