/**
 * TreeWalker and NodeIterator.
 *
 * DOM §6 https://dom.spec.whatwg.org/#traversal
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { firstChild, following, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { trackIterator } from './live-ranges.ts';
import { lastChild } from './tree.ts';

const ACCEPT = 1;
const REJECT = 2;
const SKIP = 3;

interface Walk {
  readonly root: PageNode;
  readonly whatToShow: number;
  readonly filter: unknown;
  current: PageNode;
  /** NodeIterator: the reference stands before the next node. */
  before: boolean;
  isActive: boolean;
}

const walks = new WeakMap<object, Walk>();

function walkOf(object: object): Walk {
  const walk = weakGet(walks, object);
  if (walk === undefined) throw new TypeError('Illegal invocation');
  return walk;
}

function isNode(value: unknown): value is PageNode {
  return typeof value === 'object' && value !== null && typeof (value as PageNode)[NODE_TYPE] === 'number';
}

/** "filter" */
function test(walk: Walk, node: StoreNode): number {
  if (walk.isActive) throw domException('InvalidStateError', 'The filter is running already.');
  if (((1 << (node[NODE_TYPE] - 1)) & walk.whatToShow) === 0) return SKIP;
  const { filter } = walk;
  if (filter === null || filter === undefined) return ACCEPT;
  walk.isActive = true;
  try {
    const result =
      typeof filter === 'function'
        ? filter(node)
        : (filter as { acceptNode(node: StoreNode): unknown }).acceptNode(node);
    return Number(result);
  } finally {
    walk.isActive = false;
  }
}

function childOf(node: StoreNode, forward: boolean): PageNode | null {
  return (forward ? firstChild(node) : lastChild(node)) as PageNode | null;
}

function siblingOf(node: StoreNode, forward: boolean): PageNode | null {
  return (forward ? nextSibling(node) : previousSibling(node)) as PageNode | null;
}

/** "traverse children" */
function traverseChildren(walk: Walk, forward: boolean): PageNode | null {
  let node = childOf(walk.current, forward);
  while (node !== null) {
    const result = test(walk, node);
    if (result === ACCEPT) return (walk.current = node);
    if (result === SKIP) {
      const child = childOf(node, forward);
      if (child !== null) {
        node = child;
        continue;
      }
    }
    let next: PageNode | null = null;
    for (let at: PageNode | null = node; at !== null && next === null; ) {
      next = siblingOf(at, forward);
      if (next !== null) break;
      const parent: PageNode | null = at[PARENT_NODE];
      if (parent === null || parent === walk.root || parent === walk.current) return null;
      at = parent;
    }
    node = next;
  }
  return null;
}

/** "traverse siblings" */
function traverseSiblings(walk: Walk, forward: boolean): PageNode | null {
  let node: PageNode | null = walk.current;
  if (node === walk.root) return null;
  for (;;) {
    let sibling = siblingOf(node, forward);
    while (sibling !== null) {
      node = sibling;
      const result = test(walk, node);
      if (result === ACCEPT) return (walk.current = node);
      sibling = childOf(node, forward);
      if (result === REJECT || sibling === null) sibling = siblingOf(node, forward);
    }
    node = node[PARENT_NODE];
    if (node === null || node === walk.root || test(walk, node) === ACCEPT) return null;
  }
}

function nextNode(walk: Walk): PageNode | null {
  let node: PageNode = walk.current;
  let result = ACCEPT;
  for (;;) {
    let child = result === REJECT ? null : childOf(node, true);
    while (child !== null) {
      node = child;
      result = test(walk, node);
      if (result === ACCEPT) return (walk.current = node);
      child = result === REJECT ? null : childOf(node, true);
    }
    let sibling: PageNode | null = null;
    for (let at: PageNode | null = node; at !== null && at !== walk.root; at = at[PARENT_NODE]) {
      sibling = siblingOf(at, true);
      if (sibling !== null) break;
    }
    if (sibling === null) return null;
    node = sibling;
    result = test(walk, node);
    if (result === ACCEPT) return (walk.current = node);
  }
}

function previousNode(walk: Walk): PageNode | null {
  let node: PageNode = walk.current;
  while (node !== walk.root) {
    let sibling = siblingOf(node, false);
    while (sibling !== null) {
      node = sibling;
      let result = test(walk, node);
      for (let child = lastChild(node); result !== REJECT && child !== null; child = lastChild(node)) {
        node = child;
        result = test(walk, node);
      }
      if (result === ACCEPT) return (walk.current = node);
      sibling = siblingOf(node, false);
    }
    if (node === walk.root || node[PARENT_NODE] === null) return null;
    node = node[PARENT_NODE];
    if (test(walk, node) === ACCEPT) return (walk.current = node);
  }
  return null;
}

/** "traverse" of a NodeIterator. */
function iterate(walk: Walk, forward: boolean): PageNode | null {
  let node = walk.current;
  let { before } = walk;
  for (;;) {
    if (before === forward) before = !forward;
    else {
      const next = forward ? (following(node, walk.root) as PageNode | null) : preceding(node, walk.root);
      if (next === null) return null;
      node = next;
    }
    if (test(walk, node) !== ACCEPT) continue;
    walk.current = node;
    walk.before = before;
    return node;
  }
}

function preceding(node: PageNode, root: PageNode): PageNode | null {
  if (node === root) return null;
  let at = previousSibling(node) as PageNode | null;
  if (at === null) return node[PARENT_NODE];
  for (let last = lastChild(at); last !== null; last = lastChild(at)) at = last;
  return at;
}

export function makeWalk(interfaceName: 'TreeWalker' | 'NodeIterator', root: PageNode, show: unknown, filter: unknown) {
  if (!isNode(root)) throw new TypeError("parameter 1 is not of type 'Node'.");
  if (filter !== null && filter !== undefined && typeof filter !== 'function' && typeof filter !== 'object') {
    throw new TypeError("parameter 3 is not of type 'NodeFilter'.");
  }
  const object = create(prototypeOf(interfaceName));
  const whatToShow = show === undefined ? 0xffffffff : Number(show) >>> 0;
  const walk: Walk = { root, whatToShow, filter: filter ?? null, current: root, before: true, isActive: false };
  weakSet(walks, object, walk);
  if (interfaceName === 'NodeIterator') trackIterator(walk);
  return object;
}

export function installTraversal(): void {
  defineInterface('TreeWalker', null);
  defineInterface('NodeIterator', null);
  const shared = {
    get root(): PageNode {
      return walkOf(this).root;
    },
    get whatToShow(): number {
      return walkOf(this).whatToShow;
    },
    get filter(): unknown {
      return walkOf(this).filter;
    },
  };
  defineMembers('TreeWalker', shared);
  defineMembers('NodeIterator', shared);
  defineMembers<object>('TreeWalker', {
    get currentNode(): PageNode {
      return walkOf(this).current;
    },
    set currentNode(node: PageNode) {
      if (!isNode(node)) throw new TypeError("The value is not of type 'Node'.");
      walkOf(this).current = node;
    },
    parentNode(): PageNode | null {
      const walk = walkOf(this);
      for (let node: PageNode | null = walk.current; node !== null && node !== walk.root; ) {
        node = node[PARENT_NODE];
        if (node !== null && test(walk, node) === ACCEPT) return (walk.current = node);
      }
      return null;
    },
    firstChild: childMethod(true),
    lastChild: childMethod(false),
    nextSibling: siblingMethod(true),
    previousSibling: siblingMethod(false),
    nextNode(): PageNode | null {
      return nextNode(walkOf(this));
    },
    previousNode(): PageNode | null {
      return previousNode(walkOf(this));
    },
  });
  defineMembers<object>('NodeIterator', {
    get referenceNode(): PageNode {
      return walkOf(this).current;
    },
    get pointerBeforeReferenceNode(): boolean {
      return walkOf(this).before;
    },
    nextNode(): PageNode | null {
      return iterate(walkOf(this), true);
    },
    previousNode(): PageNode | null {
      return iterate(walkOf(this), false);
    },
    detach(): void {},
  });
}

function childMethod(forward: boolean) {
  return {
    method(this: object): PageNode | null {
      return traverseChildren(walkOf(this), forward);
    },
  }.method;
}

function siblingMethod(forward: boolean) {
  return {
    method(this: object): PageNode | null {
      return traverseSiblings(walkOf(this), forward);
    },
  }.method;
}
