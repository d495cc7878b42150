/**
 * Custom element reactions: what waits for each element, and when it runs.
 *
 * In:  reactions that tree, attribute and registry code enqueue. Out: page code called at the end of the API method that
 * caused them, in the order of elements, or in a microtask when no such method is running.
 *
 * HTML §4.13.6 https://html.spec.whatwg.org/#custom-element-reactions
 */
import type { StoreNode } from '../../../html/dom-keys.ts';
import { append, type BareArray, bareArray, enqueueMicrotask, weakGet, weakSet } from '../../primordials.ts';
import { reportException } from '../../report-exception.ts';
import { isScriptOver } from '../../script-end.ts';
import type { PageNode } from '../create-node.ts';

/** An upgrade, or the call of one callback. What it throws is reported. */
export type Reaction = (element: PageNode) => void;

interface ReactionQueue {
  list: BareArray<Reaction>;
  /** How many of them have been taken. */
  taken: number;
}

type ElementQueue = BareArray<PageNode>;

const queues = new WeakMap<StoreNode, ReactionQueue>();
/** "custom element reactions stack". An entry is `null` until something is enqueued: most methods cause nothing. */
const stack = bareArray<ElementQueue | null>();
let backup: ElementQueue = bareArray();
let isBackupQueued = false;

/** Whether any element can have reactions at all. Until a page defines one, methods skip the stack. */
let inUse = false;

export function areReactionsInUse(): boolean {
  return inUse;
}

export function useReactions(): void {
  inUse = true;
}

/** Behind a task that was stopped half-way: its methods have not come to their ends. */
export function resetReactions(): void {
  stack.length = 0;
}

/** Puts a reaction last in the element's queue, and the element into the current element queue. */
export function enqueueReaction(element: PageNode, reaction: Reaction): void {
  let queue = weakGet(queues, element);
  if (queue === undefined) {
    queue = { list: bareArray(), taken: 0 };
    weakSet(queues, element, queue);
  }
  append(queue.list, reaction);
  enqueueElement(element);
}

/** "empty the reaction queue": the constructor threw. */
export function clearReactions(element: PageNode): void {
  const queue = weakGet(queues, element);
  if (queue === undefined) return;
  queue.list = bareArray();
  queue.taken = 0;
}

/** "enqueue an element on the appropriate element queue" */
function enqueueElement(element: PageNode): void {
  const top = stack.length - 1;
  if (top < 0) {
    append(backup, element);
    if (isBackupQueued) return;
    isBackupQueued = true;
    enqueueMicrotask(runBackup);
    return;
  }
  const queue = stack[top]!;
  if (queue === null) {
    const made = bareArray<PageNode>();
    append(made, element);
    stack[top] = made;
  } else append(queue, element);
}

function runBackup(): void {
  isBackupQueued = false;
  flushBackup();
}

/** Runs what waits for no method, unless one is running. For changes that page code sees at once. */
export function flushBackup(): void {
  if (stack.length > 0 || backup.length === 0) return;
  const elements = backup;
  backup = bareArray();
  invokeReactions(elements);
}

/** The begin of a method that is [CEReactions]. */
export function beginReactions(): void {
  append(stack, null);
}

/** Its end: what it has caused runs now. */
export function endReactions(): void {
  const top = stack.length - 1;
  if (top < 0) return;
  const elements = stack[top]!;
  stack.length = top;
  if (elements !== null) invokeReactions(elements);
}

/** "invoke custom element reactions" */
function invokeReactions(elements: ElementQueue): void {
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!;
    const queue = weakGet(queues, element);
    if (queue === undefined) continue;
    while (queue.taken < queue.list.length && !isScriptOver()) {
      const reaction = queue.list[queue.taken++]!;
      try {
        reaction(element);
      } catch (error) {
        reportException(error);
      }
    }
    queue.list = bareArray();
    queue.taken = 0;
  }
}

/** Runs platform code as a method that is [CEReactions]. */
export function withReactions<Result>(work: () => Result): Result {
  if (!inUse) return work();
  beginReactions();
  try {
    return work();
  } finally {
    endReactions();
  }
}
