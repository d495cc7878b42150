/**
 * Editing of an editing host at the selection of its document: by keys, by an agent's typing, and by editing commands.
 *
 * In:  a host, and what an edit does. Out: beforeinput with the range that it is about, the changed nodes, the caret, input.
 *
 * Input Events 2 §5.1 https://w3c.github.io/input-events/
 */
import { OWNER_DOCUMENT, PARENT_NODE } from '../html/node-keys.ts';
import { attribute, isInclusiveAncestor } from '../html/node-tree.ts';
import { nodeLength } from './dom/boundary.ts';
import type { PageNode } from './dom/create-node.ts';
import {
  blockAround,
  breakLineAt,
  deleteIn,
  endOf,
  insertNodesAt,
  insertTextAt,
  splitAt,
  startOf,
  voidBeside,
} from './dom/edit-host.ts';
import { type Bounds, indexInParent } from './dom/live-ranges.ts';
import { staticRange } from './dom/range.ts';
import { selectBounds, selectedBounds } from './dom/selection.ts';
import { movedPosition, type Position } from './dom/selection-modify.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { asciiLower } from './primordials.ts';
import { setTargetRange } from './target-ranges.ts';

export type Edit =
  | { readonly inputType: 'insertText'; readonly text: string }
  | { readonly inputType: 'insertParagraph' | 'insertLineBreak' }
  | { readonly inputType: 'deleteContentBackward' | 'deleteContentForward' | 'deleteByCut' }
  /** Markup of an editing command: it has no type of its own. */
  | { readonly inputType: ''; readonly nodes: PageNode };

function caret({ node, offset }: Position): Bounds {
  return { startNode: node, startOffset: offset, endNode: node, endOffset: offset };
}

function isCollapsed({ startNode, startOffset, endNode, endOffset }: Bounds): boolean {
  return startNode === endNode && startOffset === endOffset;
}

function isWithin(host: PageNode, { startNode, endNode }: Bounds): boolean {
  return isInclusiveAncestor(host, startNode) && isInclusiveAncestor(host, endNode);
}

/** What is selected in a host. A caret that is elsewhere goes behind what the host holds, where typing goes on. */
function selectedIn(host: PageNode): Bounds {
  const document = host[OWNER_DOCUMENT]!;
  const selected = selectedBounds(document);
  if (selected !== null && isWithin(host, selected)) return { ...selected };
  const end = caret(endOf(host));
  selectBounds(document, end);
  return end;
}

/** All that a host holds. */
export function selectHost(host: PageNode): void {
  const { node: startNode, offset: startOffset } = startOf(host);
  const { node: endNode, offset: endOffset } = endOf(host);
  selectBounds(host[OWNER_DOCUMENT]!, { startNode, startOffset, endNode, endOffset });
}

/** What an edit is about: `null` where there is nothing to delete. A key takes one character where nothing is selected. */
function targetOf(host: PageNode, inputType: Edit['inputType']): Bounds | null {
  const bounds = selectedIn(host);
  switch (inputType) {
    case 'deleteByCut':
      return isCollapsed(bounds) ? null : bounds;
    case 'deleteContentBackward':
    case 'deleteContentForward':
      return isCollapsed(bounds) ? besideCaret(host, bounds, inputType === 'deleteContentForward') : bounds;
    case 'insertText':
    case 'insertParagraph':
    case 'insertLineBreak':
    case '':
      return bounds;
  }
}

function besideCaret(host: PageNode, bounds: Bounds, forward: boolean): Bounds | null {
  const { startNode: node, startOffset: offset } = bounds;
  const taken = voidBeside(host, { node, offset }, forward);
  if (taken !== null) {
    const parent = taken[PARENT_NODE]!;
    const index = indexInParent(taken);
    return { startNode: parent, startOffset: index, endNode: parent, endOffset: index + 1 };
  }
  const to = movedPosition({ node, offset }, 'character', forward, host);
  if (to === null || !isInclusiveAncestor(host, to.node) || (to.node === node && to.offset === offset)) return null;
  // Between blocks it is their border that goes, and no character.
  const crosses = blockAround(to.node, host) !== blockAround(node, host);
  const end = crosses ? (forward ? 0 : nodeLength(to.node)) : to.offset;
  return forward
    ? { ...bounds, endNode: to.node, endOffset: end }
    : { ...bounds, startNode: to.node, startOffset: end };
}

/** Whether Enter makes no paragraphs in a host. */
function isPlain(host: PageNode): boolean {
  return asciiLower(attribute(host, 'contenteditable') ?? '') === 'plaintext-only';
}

/** `false` when a listener of beforeinput said no, or when there is nothing to delete. Commands of script ask nobody. */
export function editHost(host: PageNode, asked: Edit, isCommand = false): boolean {
  const edit: Edit = asked.inputType === 'insertParagraph' && isPlain(host) ? { inputType: 'insertLineBreak' } : asked;
  const { inputType } = edit;
  let target = targetOf(host, inputType);
  if (target === null) return false;
  const init = { bubbles: true, composed: true, data: inputType === 'insertText' ? edit.text : null, inputType };
  if (!isCommand) {
    const event = createEvent('InputEvent', 'beforeinput', { ...init, cancelable: true });
    setTargetRange(event, staticRange(target));
    if (!dispatchTrusted(host, event)) return false;
    // Listeners may have selected something else, or taken out what was to be deleted.
    target = targetOf(host, inputType);
    if (target === null) return false;
  }
  const end = perform(host, edit, target);
  selectBounds(host[OWNER_DOCUMENT]!, caret(end));
  dispatchTrusted(host, createEvent('InputEvent', 'input', init));
  return true;
}

function perform(host: PageNode, edit: Edit, bounds: Bounds): Position {
  const { startNode: node, startOffset: offset } = bounds;
  const at = isCollapsed(bounds) ? { node, offset } : deleteIn(host, bounds);
  switch (edit.inputType) {
    case 'insertText':
      return insertTextAt(at, edit.text);
    case 'insertParagraph':
      return splitAt(host, at);
    case 'insertLineBreak':
      return isPlain(host) ? insertTextAt(at, '\n') : breakLineAt(host, at);
    case '':
      return insertNodesAt(at, edit.nodes);
    case 'deleteContentBackward':
    case 'deleteContentForward':
    case 'deleteByCut':
      return at;
  }
}
