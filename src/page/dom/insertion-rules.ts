/**
 * Which node may go where: the checks before a node is inserted, takes another's place, or is moved.
 *
 * DOM §4.2.3 "ensure pre-insert validity", "replace", "move" https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { END, HOST, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { firstChild, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { hostOf, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { isShadowRoot } from './shadow/shadow-walk.ts';

function refused(why: string): Error {
  return domException('HierarchyRequestError', why);
}

/** "host-including inclusive ancestor": whether `ancestor` is `node` or above it, through hosts of shadow roots and templates. */
function isHostInclusiveAncestor(ancestor: StoreNode, node: StoreNode): boolean {
  let at: StoreNode | null = node;
  while (at !== null) {
    if (at === ancestor) return true;
    at = at[PARENT_NODE] ?? hostOf(at);
  }
  return false;
}

/** `node` before `child`, or with `replaces` in its place. */
export function checkInsertion(parent: PageNode, node: PageNode, child: PageNode | null, replaces: boolean): void {
  if (typeof node !== 'object' || node === null || typeof node[NODE_TYPE] !== 'number') {
    throw new TypeError("parameter 1 is not of type 'Node'.");
  }
  if (parent[END] === undefined) throw refused('This node type does not take children.');
  // Faster: only a node that has something in it, or is its own parent-to-be, can be above itself.
  if (parent === node || node[END] !== undefined) {
    if (isHostInclusiveAncestor(node, parent)) throw refused('The new child element contains the parent.');
  }
  if (child !== null && child[PARENT_NODE] !== parent) {
    throw domException(
      'NotFoundError',
      `The node ${replaces ? 'to be replaced' : 'before which the new node is to be inserted'} is not a child of this node.`,
    );
  }
  const { [NODE_TYPE]: nodeType } = node;
  if (nodeType === 9 || nodeType === 2 || nodeType < 1) throw refused('Nodes of this type may not be inserted.');
  if (parent[NODE_TYPE] === 9) checkDocumentChild(parent, node, child, replaces ? child : null);
  else if (nodeType === 10) throw refused('A doctype belongs to a document.');
}

/** A document has one element, one doctype before it, and no text. */
function checkDocumentChild(
  document: PageNode,
  node: PageNode,
  child: PageNode | null,
  replaced: PageNode | null,
): void {
  if (node[NODE_TYPE] === 10) {
    const isBehindElement = child === null ? has(document, 1, null) : hasBefore(child, 1);
    if (has(document, 10, replaced) || isBehindElement)
      throw refused('A document has one doctype, before its element.');
    return;
  }
  let elements = node[NODE_TYPE] === 1 ? 1 : 0;
  let hasText = node[NODE_TYPE] === 3 || node[NODE_TYPE] === 4;
  if (node[NODE_TYPE] === 11) {
    for (let at = firstChild(node); at !== null; at = nextSibling(at)) {
      if (at[NODE_TYPE] === 1) elements++;
      if (at[NODE_TYPE] === 3 || at[NODE_TYPE] === 4) hasText = true;
    }
  }
  if (hasText || elements > 1) throw refused('A document takes one element and no text.');
  if (elements === 0) return;
  const isBeforeDoctype = child !== null && ((replaced === null && child[NODE_TYPE] === 10) || hasBehind(child, 10));
  if (has(document, 1, replaced) || isBeforeDoctype) throw refused('A document has one element, behind its doctype.');
}

function has(document: PageNode, nodeType: number, except: PageNode | null): boolean {
  for (let at = firstChild(document); at !== null; at = nextSibling(at)) {
    if (at[NODE_TYPE] === nodeType && at !== except) return true;
  }
  return false;
}

function hasBefore(child: PageNode, nodeType: number): boolean {
  for (let at = previousSibling(child); at !== null; at = previousSibling(at))
    if (at[NODE_TYPE] === nodeType) return true;
  return false;
}

function hasBehind(child: PageNode, nodeType: number): boolean {
  for (let at = nextSibling(child); at !== null; at = nextSibling(at)) if (at[NODE_TYPE] === nodeType) return true;
  return false;
}

function shadowIncludingRoot(node: PageNode): PageNode {
  let at = node;
  for (;;) {
    if (at[PARENT_NODE] !== null) at = at[PARENT_NODE];
    else if (isShadowRoot(at)) at = at[HOST];
    else return at;
  }
}

/** "move": inside of one document or tree only, and only what has a life of its own there. */
export function checkMove(parent: PageNode, node: PageNode, child: PageNode | null): void {
  checkMoveNode(node);
  if (shadowIncludingRoot(parent) !== shadowIncludingRoot(node)) throw refused('The node is not in the same tree.');
  if (isHostInclusiveAncestor(node, parent)) throw refused('The new child element contains the parent.');
  if (child !== null && child[PARENT_NODE] !== parent) {
    throw domException('NotFoundError', 'The node before which to move is not a child of this node.');
  }
  if (
    node[NODE_TYPE] !== 1 &&
    node[NODE_TYPE] !== 3 &&
    node[NODE_TYPE] !== 4 &&
    node[NODE_TYPE] !== 7 &&
    node[NODE_TYPE] !== 8
  ) {
    throw refused('Nodes of this type may not be moved.');
  }
  if (parent[NODE_TYPE] !== 9) return;
  const isElementMisplaced =
    node[NODE_TYPE] === 1 &&
    (has(parent, 1, node) || (child !== null && (child[NODE_TYPE] === 10 || hasBehind(child, 10))));
  if (node[NODE_TYPE] === 3 || node[NODE_TYPE] === 4 || isElementMisplaced) {
    throw refused('A document takes one element and no text.');
  }
}

function checkMoveNode(node: unknown): void {
  if (typeof node !== 'object' || node === null || typeof (node as PageNode)[NODE_TYPE] !== 'number') {
    throw new TypeError("parameter 1 is not of type 'Node'.");
  }
}
