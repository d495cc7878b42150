/**
 * Range, StaticRange and AbstractRange.
 *
 * DOM §5 https://dom.spec.whatwg.org/#ranges, DOM Parsing §4 (createContextualFragment)
 */
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { following } from '../../html/node-tree.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import { checkBoundary, commonAncestor, compareBoundary } from './boundary.ts';
import { createElementNode, HTML_NAMESPACE, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import {
  defineConstants,
  defineInterface,
  defineMembers,
  instanceFor,
  prototypeOf,
  setConstructor,
} from './interfaces.ts';
import { type Bounds, indexInParent, trackRange } from './live-ranges.ts';
import { parseMarkup } from './markup.ts';
import {
  deleteContents,
  insertIntoRange,
  rangeText,
  selectContents,
  selectNode,
  surroundContents,
  takeContents,
} from './range-content.ts';
import { rootOf } from './tree.ts';

const live = new WeakMap<object, Bounds>();
const fixed = new WeakMap<object, Bounds>();

export function boundsOf(range: object): Bounds {
  const bounds = weakGet(live, range);
  if (bounds === undefined) throw new TypeError('Illegal invocation');
  return bounds;
}

export function isRange(value: unknown): value is object {
  return typeof value === 'object' && value !== null && weakGet(live, value) !== undefined;
}

function anyBounds(range: object): Bounds {
  return weakGet(live, range) ?? weakGet(fixed, range) ?? otherBounds(range) ?? boundsOf(range);
}

/** Told when script changes a range: it may be the selection's. Set by selection.ts. */
let changed: (range: object) => void = () => {};

export function setRangeHook(hook: (range: object) => void): void {
  changed = hook;
}

export function makeRange(node: PageNode, offset: number, prototype = prototypeOf('Range')): object {
  const range = create(prototype) as object;
  const bounds: Bounds = { startNode: node, startOffset: offset, endNode: node, endOffset: offset };
  weakSet(live, range, bounds);
  trackRange(bounds);
  return range;
}

export function nodeArgument(value: unknown): PageNode {
  if (typeof value !== 'object' || value === null || typeof (value as PageNode)[NODE_TYPE] !== 'number') {
    throw new TypeError("parameter 1 is not of type 'Node'.");
  }
  return value as PageNode;
}

/** "set the start or end": the other end follows when it would come to lie on the wrong side. */
export function setBoundary(bounds: Bounds, node: PageNode, offset: number, isStart: boolean): void {
  checkBoundary(node, offset);
  const isElsewhere = rootOf(bounds.startNode) !== rootOf(node);
  if (isStart) {
    if (isElsewhere || compareBoundary(node, offset, bounds.endNode, bounds.endOffset) === 1) {
      bounds.endNode = node;
      bounds.endOffset = offset;
    }
    bounds.startNode = node;
    bounds.startOffset = offset;
    return;
  }
  if (isElsewhere || compareBoundary(node, offset, bounds.startNode, bounds.startOffset) === -1) {
    bounds.startNode = node;
    bounds.startOffset = offset;
  }
  bounds.endNode = node;
  bounds.endOffset = offset;
}

function setBeside(range: object, value: unknown, isStart: boolean, shift: 0 | 1): void {
  const node = nodeArgument(value);
  if (node[PARENT_NODE] === null) throw domException('InvalidNodeTypeError', 'The given Node has no parent.');
  setBoundary(boundsOf(range), node[PARENT_NODE], indexInParent(node) + shift, isStart);
  changed(range);
}

function compareWith(own: Bounds, how: unknown, other: Bounds): number {
  const kind = Number(how) & 0xffff;
  if (kind > 3) throw domException('NotSupportedError', 'The comparison method provided must be one of 0 to 3.');
  if (rootOf(own.startNode) !== rootOf(other.startNode)) {
    throw domException('WrongDocumentError', 'The two Ranges are not in the same tree.');
  }
  const ownIsStart = kind === 0 || kind === 3;
  const otherIsStart = kind === 0 || kind === 1;
  return compareBoundary(
    ownIsStart ? own.startNode : own.endNode,
    ownIsStart ? own.startOffset : own.endOffset,
    otherIsStart ? other.startNode : other.endNode,
    otherIsStart ? other.startOffset : other.endOffset,
  );
}

/** -1, 0 or 1: before, in, behind. */
function comparePoint(bounds: Bounds, node: PageNode, offset: number): -1 | 0 | 1 {
  if (compareBoundary(node, offset, bounds.startNode, bounds.startOffset) === -1) return -1;
  return compareBoundary(node, offset, bounds.endNode, bounds.endOffset) === 1 ? 1 : 0;
}

function intersects(bounds: Bounds, node: PageNode): boolean {
  if (rootOf(node) !== rootOf(bounds.startNode)) return false;
  const parent = node[PARENT_NODE];
  if (parent === null) return true;
  const offset = indexInParent(node);
  return (
    compareBoundary(parent, offset, bounds.endNode, bounds.endOffset) === -1 &&
    compareBoundary(parent, offset + 1, bounds.startNode, bounds.startOffset) === 1
  );
}

/** The element that markup for a range is parsed in. */
function contextOf(node: PageNode): PageNode {
  const element = node[NODE_TYPE] === 1 ? node : node[PARENT_NODE];
  const isUsable = element !== null && element[NODE_TYPE] === 1 && element[LOCAL_NAME] !== 'html';
  if (isUsable) return element;
  const document = node[NODE_TYPE] === 9 ? node : node[OWNER_DOCUMENT]!;
  return createElementNode(document, HTML_NAMESPACE, 'body');
}

/** Scripts of a contextual fragment run when they are inserted, unlike those of innerHTML. */
let mayRun: (script: PageNode) => void = () => {};

export function setContextualScriptHook(hook: (script: PageNode) => void): void {
  mayRun = hook;
}

/** Ranges of other kinds, which have no boundaries in the tree. */
let otherBounds: (range: object) => Bounds | null = () => null;

export function setOtherBounds(bounds: typeof otherBounds): void {
  otherBounds = bounds;
}

export function installRange(currentDocument: () => PageNode): void {
  defineInterface('AbstractRange', null);
  // Chrome's, between the ranges of nodes and those of fields' values (OpaqueRange).
  defineInterface('NodeRange', 'AbstractRange');
  defineInterface('Range', 'NodeRange');
  defineInterface('StaticRange', 'NodeRange');
  setConstructor('Range', (newTarget) => {
    const prototype = (newTarget as { prototype?: unknown }).prototype;
    const isObject = typeof prototype === 'object' && prototype !== null;
    return makeRange(currentDocument(), 0, isObject ? prototype : prototypeOf('Range'));
  });
  setConstructor('StaticRange', makeStatic);
  defineMembers<object>('NodeRange', {
    get startContainer(): PageNode {
      return anyBounds(this).startNode;
    },
    get endContainer(): PageNode {
      return anyBounds(this).endNode;
    },
  });
  defineMembers<object>('AbstractRange', {
    get startOffset(): number {
      return anyBounds(this).startOffset;
    },
    get endOffset(): number {
      return anyBounds(this).endOffset;
    },
    get collapsed(): boolean {
      const { startNode, startOffset, endNode, endOffset } = anyBounds(this);
      return startNode === endNode && startOffset === endOffset;
    },
  });
  defineConstants('Range', { START_TO_START: 0, START_TO_END: 1, END_TO_END: 2, END_TO_START: 3 });
  defineMembers<object>('Range', MOVING);
  defineMembers<object>('Range', READING);
  defineMembers<object>('Range', CHANGING);
  defineMembers<PageNode>('Document', {
    createRange(): object {
      return makeRange(this, 0);
    },
  });
}

function makeStatic(newTarget: object, args: ArrayLike<unknown>): object {
  const init = args[0] as Record<string, unknown> | undefined;
  if (typeof init !== 'object' || init === null) throw new TypeError('StaticRange needs its boundary points.');
  if (init['startOffset'] === undefined || init['endOffset'] === undefined) {
    throw new TypeError('StaticRange needs the offsets of its boundary points.');
  }
  const startNode = nodeArgument(init['startContainer']);
  const endNode = nodeArgument(init['endContainer']);
  for (const node of [startNode, endNode]) {
    if (node[NODE_TYPE] === 10 || node[NODE_TYPE] === 2) {
      throw domException('InvalidNodeTypeError', 'Doctypes and attributes have no positions.');
    }
  }
  const range = instanceFor(newTarget, 'StaticRange');
  const startOffset = Number(init['startOffset']) >>> 0;
  weakSet(fixed, range, { startNode, startOffset, endNode, endOffset: Number(init['endOffset']) >>> 0 });
  return range;
}

/** A range that does not follow changes of the tree. */
export function staticRange({ startNode, startOffset, endNode, endOffset }: Bounds): object {
  const range = create(prototypeOf('StaticRange')) as object;
  weakSet(fixed, range, { startNode, startOffset, endNode, endOffset });
  return range;
}

const MOVING: ThisType<object> & Record<never, never> = {
  setStart(node: unknown, offset: unknown): void {
    setBoundary(boundsOf(this), nodeArgument(node), Number(offset) >>> 0, true);
    changed(this);
  },
  setEnd(node: unknown, offset: unknown): void {
    setBoundary(boundsOf(this), nodeArgument(node), Number(offset) >>> 0, false);
    changed(this);
  },
  setStartBefore(node: unknown): void {
    setBeside(this, node, true, 0);
  },
  setStartAfter(node: unknown): void {
    setBeside(this, node, true, 1);
  },
  setEndBefore(node: unknown): void {
    setBeside(this, node, false, 0);
  },
  setEndAfter(node: unknown): void {
    setBeside(this, node, false, 1);
  },
  collapse(toStart: unknown = false): void {
    const bounds = boundsOf(this);
    if (toStart) {
      bounds.endNode = bounds.startNode;
      bounds.endOffset = bounds.startOffset;
    } else {
      bounds.startNode = bounds.endNode;
      bounds.startOffset = bounds.endOffset;
    }
    changed(this);
  },
  selectNode(node: unknown): void {
    selectNode(boundsOf(this), nodeArgument(node));
    changed(this);
  },
  selectNodeContents(node: unknown): void {
    selectContents(boundsOf(this), nodeArgument(node));
    changed(this);
  },
};

const READING: ThisType<object> & Record<never, never> = {
  get commonAncestorContainer(): PageNode {
    return commonAncestor(boundsOf(this));
  },
  compareBoundaryPoints(how: unknown, other: object): number {
    return compareWith(boundsOf(this), how, boundsOf(other));
  },
  comparePoint(value: unknown, offset: unknown): number {
    const bounds = boundsOf(this);
    const node = nodeArgument(value);
    if (rootOf(node) !== rootOf(bounds.startNode)) {
      throw domException('WrongDocumentError', 'The node provided is not in the same tree as the Range.');
    }
    checkBoundary(node, Number(offset) >>> 0);
    return comparePoint(bounds, node, Number(offset) >>> 0);
  },
  isPointInRange(value: unknown, offset: unknown): boolean {
    const bounds = boundsOf(this);
    const node = nodeArgument(value);
    if (rootOf(node) !== rootOf(bounds.startNode)) return false;
    checkBoundary(node, Number(offset) >>> 0);
    return comparePoint(bounds, node, Number(offset) >>> 0) === 0;
  },
  intersectsNode(node: unknown): boolean {
    return intersects(boundsOf(this), nodeArgument(node));
  },
  cloneRange(): object {
    const { startNode, startOffset, endNode, endOffset } = boundsOf(this);
    const copy = makeRange(startNode, startOffset);
    const bounds = boundsOf(copy);
    bounds.endNode = endNode;
    bounds.endOffset = endOffset;
    return copy;
  },
  detach(): void {},
  toString(): string {
    return rangeText(boundsOf(this));
  },
};

const CHANGING: ThisType<object> & Record<never, never> = {
  deleteContents(): void {
    deleteContents(boundsOf(this));
    changed(this);
  },
  extractContents(): PageNode {
    const fragment = takeContents(boundsOf(this), true);
    changed(this);
    return fragment;
  },
  cloneContents(): PageNode {
    return takeContents(boundsOf(this), false);
  },
  insertNode(node: unknown): void {
    insertIntoRange(boundsOf(this), nodeArgument(node));
  },
  surroundContents(parent: unknown): void {
    surroundContents(boundsOf(this), nodeArgument(parent));
    changed(this);
  },
  createContextualFragment(html: unknown): PageNode {
    const fragment = parseMarkup(contextOf(boundsOf(this).startNode), `${html}`);
    for (let at = following(fragment, fragment); at !== null; at = following(at, fragment)) {
      if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'script') mayRun(at as PageNode);
    }
    return fragment;
  },
};
