/**
 * Selection: the part of the document that the user, or script, has selected.
 *
 * Selection API §3 https://w3c.github.io/selection-api/#selection-interface
 *
 * Differs: toString() gives the text of the nodes, also where it is not rendered.
 */
import { NODE_TYPE, OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import { checkBoundary, compareBoundary, nodeLength } from './boundary.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import type { Bounds } from './live-ranges.ts';
import { boundsOf, isRange, makeRange, nodeArgument, setRangeHook } from './range.ts';
import { deleteContents, rangeText } from './range-content.ts';
import { movedPosition } from './selection-modify.ts';
import { rootOf } from './tree.ts';

interface SelectionState {
  readonly document: PageNode;
  range: object | null;
  isBackward: boolean;
  isEventQueued: boolean;
}

const selections = new WeakMap<object, SelectionState>();
const byDocument = new WeakMap<PageNode, object>();

function stateOf(selection: object): SelectionState {
  const state = weakGet(selections, selection);
  if (state === undefined) throw new TypeError('Illegal invocation');
  return state;
}

/** The selection of a document. */
export function selectionOf(document: PageNode): object {
  const known = weakGet(byDocument, document);
  if (known !== undefined) return known;
  const selection = create(prototypeOf('Selection')) as object;
  weakSet(selections, selection, { document, range: null, isBackward: false, isEventQueued: false });
  weakSet(byDocument, document, selection);
  return selection;
}

/** "schedule a selectionchange event": one for all changes of a turn. */
function changed(state: SelectionState): void {
  if (state.isEventQueued) return;
  state.isEventQueued = true;
  queueTask(() => {
    state.isEventQueued = false;
    dispatchTrusted(state.document, createEvent('Event', 'selectionchange'));
  });
}

function setRange(state: SelectionState, range: object | null, isBackward: boolean): void {
  if (state.range === null && range === null) return;
  state.range = range;
  state.isBackward = isBackward;
  changed(state);
}

/** What is selected in a document; `null` where nothing is, not even a caret. */
export function selectedBounds(document: PageNode): Readonly<Bounds> | null {
  const { range } = stateOf(selectionOf(document));
  return range === null ? null : boundsOf(range);
}

/** The range of a selection; `null` where nothing is selected. Throws for what is none. */
export function rangeOfSelection(selection: object): object | null {
  return stateOf(selection).range;
}

/** Selects from one place to another. */
export function selectBounds(document: PageNode, { startNode, startOffset, endNode, endOffset }: Bounds): void {
  const ends = { anchorNode: startNode, anchorOffset: startOffset, focusNode: endNode, focusOffset: endOffset };
  select(stateOf(selectionOf(document)), ends);
}

/** Selects nothing in a document. */
export function deselect(document: PageNode): void {
  setRange(stateOf(selectionOf(document)), null, false);
}

interface Ends {
  readonly anchorNode: PageNode;
  readonly anchorOffset: number;
  readonly focusNode: PageNode;
  readonly focusOffset: number;
}

function endsOf({ range, isBackward }: SelectionState): Ends | null {
  if (range === null) return null;
  const { startNode, startOffset, endNode, endOffset } = boundsOf(range);
  return isBackward
    ? { anchorNode: endNode, anchorOffset: endOffset, focusNode: startNode, focusOffset: startOffset }
    : { anchorNode: startNode, anchorOffset: startOffset, focusNode: endNode, focusOffset: endOffset };
}

function select(state: SelectionState, { anchorNode, anchorOffset, focusNode, focusOffset }: Ends): void {
  const isBackward = compareBoundary(focusNode, focusOffset, anchorNode, anchorOffset) === -1;
  const range = makeRange(isBackward ? focusNode : anchorNode, isBackward ? focusOffset : anchorOffset);
  const bounds = boundsOf(range);
  bounds.endNode = isBackward ? anchorNode : focusNode;
  bounds.endOffset = isBackward ? anchorOffset : focusOffset;
  setRange(state, range, isBackward);
}

function collapse(state: SelectionState, value: unknown, offsetValue: unknown): void {
  if (value === null || value === undefined) {
    setRange(state, null, false);
    return;
  }
  const node = nodeArgument(value);
  const offset = Number(offsetValue ?? 0) >>> 0;
  checkBoundary(node, offset);
  if (isForeign(state, node)) return;
  setRange(state, makeRange(node, offset), false);
}

function isForeign(state: SelectionState, node: PageNode): boolean {
  return rootOf(node) !== state.document;
}

function collapsedTo(state: SelectionState, toStart: boolean): void {
  if (state.range === null) throw domException('InvalidStateError', 'There is no selection.');
  const { startNode, startOffset, endNode, endOffset } = boundsOf(state.range);
  setRange(state, toStart ? makeRange(startNode, startOffset) : makeRange(endNode, endOffset), false);
}

function isCollapsed({ startNode, startOffset, endNode, endOffset }: Bounds): boolean {
  return startNode === endNode && startOffset === endOffset;
}

/** "containsNode()" */
function contains(state: SelectionState, node: PageNode, allowsPartial: boolean): boolean {
  if (state.range === null || isForeign(state, node)) return false;
  const { startNode, startOffset, endNode, endOffset } = boundsOf(state.range);
  const startsBefore = compareBoundary(startNode, startOffset, node, 0);
  const endsAfter = compareBoundary(endNode, endOffset, node, nodeLength(node));
  if (startsBefore !== 1 && endsAfter !== -1) return true;
  if (!allowsPartial) return false;
  return (
    compareBoundary(startNode, startOffset, node, nodeLength(node)) === -1 &&
    compareBoundary(endNode, endOffset, node, 0) === 1
  );
}

function modify(state: SelectionState, alter: unknown, direction: unknown, granularity: unknown): void {
  const ends = endsOf(state);
  if (ends === null) return;
  const isExtending = `${alter}` === 'extend';
  const forward = `${direction}` === 'forward' || `${direction}` === 'right';
  const from = { node: ends.focusNode, offset: ends.focusOffset };
  const to = movedPosition(from, `${granularity}`, forward, state.document);
  if (to === null) return;
  if (isExtending) select(state, { ...ends, focusNode: to.node, focusOffset: to.offset });
  else setRange(state, makeRange(to.node, to.offset), false);
}

export function installSelection(): void {
  setRangeHook((range) => {
    const { startNode } = boundsOf(range);
    const document = startNode[NODE_TYPE] === 9 ? startNode : startNode[OWNER_DOCUMENT];
    const selection = document === null ? undefined : weakGet(byDocument, document);
    if (selection !== undefined && stateOf(selection).range === range) changed(stateOf(selection));
  });
  defineInterface('Selection', null);
  defineMembers<object>('Selection', READING);
  defineMembers<object>('Selection', CHANGING);
  defineMembers<PageNode>('Document', {
    getSelection(): object | null {
      return selectionOf(this);
    },
  });
}

const READING: ThisType<object> & Record<never, never> = {
  get anchorNode(): PageNode | null {
    return endsOf(stateOf(this))?.anchorNode ?? null;
  },
  get anchorOffset(): number {
    return endsOf(stateOf(this))?.anchorOffset ?? 0;
  },
  get focusNode(): PageNode | null {
    return endsOf(stateOf(this))?.focusNode ?? null;
  },
  get focusOffset(): number {
    return endsOf(stateOf(this))?.focusOffset ?? 0;
  },
  get baseNode(): PageNode | null {
    return endsOf(stateOf(this))?.anchorNode ?? null;
  },
  get extentNode(): PageNode | null {
    return endsOf(stateOf(this))?.focusNode ?? null;
  },
  get isCollapsed(): boolean {
    const { range } = stateOf(this);
    return range === null || isCollapsed(boundsOf(range));
  },
  get rangeCount(): number {
    return stateOf(this).range === null ? 0 : 1;
  },
  get type(): string {
    const { range } = stateOf(this);
    if (range === null) return 'None';
    return isCollapsed(boundsOf(range)) ? 'Caret' : 'Range';
  },
  get direction(): string {
    const state = stateOf(this);
    if (state.range === null || isCollapsed(boundsOf(state.range))) return 'none';
    return state.isBackward ? 'backward' : 'forward';
  },
  getRangeAt(index: unknown): object {
    const { range } = stateOf(this);
    if (Number(index) >>> 0 !== 0 || range === null) {
      throw domException('IndexSizeError', `${Number(index) >>> 0} is not a valid index.`);
    }
    return range;
  },
  containsNode(node: unknown, allowsPartial: unknown = false): boolean {
    return contains(stateOf(this), nodeArgument(node), Boolean(allowsPartial));
  },
  toString(): string {
    const { range } = stateOf(this);
    return range === null ? '' : rangeText(boundsOf(range));
  },
};

const CHANGING: ThisType<object> & Record<never, never> = {
  addRange(range: unknown): void {
    const state = stateOf(this);
    if (!isRange(range)) throw new TypeError("parameter 1 is not of type 'Range'.");
    if (isForeign(state, boundsOf(range).startNode) || state.range !== null) return;
    setRange(state, range, false);
  },
  removeRange(range: unknown): void {
    const state = stateOf(this);
    if (state.range !== range) throw domException('NotFoundError', 'The range is not in this selection.');
    setRange(state, null, false);
  },
  removeAllRanges(): void {
    setRange(stateOf(this), null, false);
  },
  empty(): void {
    setRange(stateOf(this), null, false);
  },
  collapse(node: unknown, offset?: unknown): void {
    collapse(stateOf(this), node, offset);
  },
  setPosition(node: unknown, offset?: unknown): void {
    collapse(stateOf(this), node, offset);
  },
  collapseToStart(): void {
    collapsedTo(stateOf(this), true);
  },
  collapseToEnd(): void {
    collapsedTo(stateOf(this), false);
  },
  extend(value: unknown, offsetValue: unknown = 0): void {
    const state = stateOf(this);
    const node = nodeArgument(value);
    if (isForeign(state, node)) return;
    const ends = endsOf(state);
    if (ends === null) throw domException('InvalidStateError', 'This Selection object does not have any Ranges.');
    const offset = Number(offsetValue) >>> 0;
    checkBoundary(node, offset);
    select(state, { ...ends, focusNode: node, focusOffset: offset });
  },
  setBaseAndExtent(anchor: unknown, anchorOffset: unknown, focus: unknown, focusOffset: unknown): void {
    const state = stateOf(this);
    const ends = {
      anchorNode: nodeArgument(anchor),
      anchorOffset: Number(anchorOffset) >>> 0,
      focusNode: nodeArgument(focus),
      focusOffset: Number(focusOffset) >>> 0,
    };
    checkBoundary(ends.anchorNode, ends.anchorOffset);
    checkBoundary(ends.focusNode, ends.focusOffset);
    if (!isForeign(state, ends.anchorNode) && !isForeign(state, ends.focusNode)) select(state, ends);
  },
  selectAllChildren(value: unknown): void {
    const state = stateOf(this);
    const node = nodeArgument(value);
    checkBoundary(node, 0);
    if (isForeign(state, node)) return;
    select(state, { anchorNode: node, anchorOffset: 0, focusNode: node, focusOffset: nodeLength(node) });
  },
  modify(alter: unknown, direction: unknown, granularity: unknown): void {
    modify(stateOf(this), alter, direction, granularity);
  },
  deleteFromDocument(): void {
    const state = stateOf(this);
    if (state.range === null) return;
    deleteContents(boundsOf(state.range));
    changed(state);
  },
};
