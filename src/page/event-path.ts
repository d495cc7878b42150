/**
 * The way of an event: from its target through slots, shadow roots and hosts to the window.
 *
 * In:  target, event, and the related target that its maker gave. Out: the steps, each with the targets as they are seen
 * from there, and what composedPath() shows at a step.
 *
 * DOM §2.9 "dispatch", §4.8 "retarget" https://dom.spec.whatwg.org/#concept-event-dispatch
 */
import { HOST, PARENT_NODE, SHADOW_INIT } from '../html/node-keys.ts';
import type { PageNode } from './dom/create-node.ts';
import { isShadowRoot } from './dom/shadow/shadow-walk.ts';
import { slotOf } from './dom/shadow/slots.ts';
import { isTreeNode, rootOf } from './dom/tree.ts';
import type { Event, PathStep } from './event.ts';
import { append, type BareArray, bareArray, weakGet, weakSet } from './primordials.ts';

/** Targets that are not in the tree name their parent here: the document's is the window. */
const parents = new WeakMap<object, (event: Event) => object | null>();

export function setEventParent(target: object, parent: (event: Event) => object | null): void {
  weakSet(parents, target, parent);
}

function rootOfTarget(target: object): object {
  return isTreeNode(target) ? rootOf(target) : target;
}

function isInShadowTree(target: object | null): boolean {
  if (target === null || !isTreeNode(target)) return false;
  return isShadowRoot(rootOf(target));
}

/** Whether `root` is the root of `node`'s tree, or of one that this tree is inside of. */
function isRootAround(root: PageNode, node: PageNode): boolean {
  for (let at = rootOf(node); ; at = rootOf(at[HOST])) {
    if (at === root) return true;
    if (!isShadowRoot(at)) return false;
  }
}

/** "retarget": `object` as `viewer` may see it. */
export function retarget(object: object | null, viewer: object): object | null {
  let at = object;
  while (at !== null && isTreeNode(at)) {
    const root = rootOf(at);
    if (!isShadowRoot(root) || (isTreeNode(viewer) && isRootAround(root, viewer))) return at;
    at = root[HOST];
  }
  return at;
}

/** "get the parent" */
function parentOf(object: object, event: Event, isComposed: boolean, firstRoot: object): object | null {
  const special = weakGet(parents, object);
  if (special !== undefined) return special(event);
  if (!isTreeNode(object)) return null;
  if (isShadowRoot(object)) return isComposed || object !== firstRoot ? object[HOST] : null;
  return slotOf(object) ?? object[PARENT_NODE];
}

/** What dispatch needs to know of the way besides its steps. */
export interface EventPath {
  readonly steps: BareArray<PathStep>;
  /** Listeners have seen targets that nobody outside may see once the dispatch is over. */
  readonly clearsTargets: boolean;
}

export function buildPath(target: object, event: Event, isComposed: boolean, related: object | null): EventPath {
  const steps = bareArray<PathStep>();
  let relatedTarget = related === null ? null : retarget(related, target);
  // The related target cannot be told from the target: nobody is to hear of it.
  if (target === relatedTarget && target !== related) return { steps, clearsTargets: false };

  const firstRoot = rootOfTarget(target);
  let shownTarget = target;
  /** The root of the tree that `shownTarget` is in: what is inside of it sees that target. */
  let shownRoot = firstRoot;
  appendStep(steps, target, target, target, relatedTarget, false);
  for (let at = target; ; ) {
    const parent = parentOf(at, event, isComposed, firstRoot);
    if (parent === null) break;
    const isSlotted = isTreeNode(at) && isTreeNode(parent) && at[PARENT_NODE] !== parent && !isShadowRoot(at);
    const changesTree = isSlotted || (isTreeNode(at) && isShadowRoot(at));
    const isClosedSlot = isSlotted && isClosedRoot(rootOf(parent as PageNode));
    if (related !== null && changesTree) relatedTarget = retarget(related, parent);
    if (at !== shownRoot || !isTreeNode(parent)) {
      appendStep(steps, parent, null, shownTarget, relatedTarget, isClosedSlot);
    } else {
      // Leaving the target's tree: from outside its host is the target, unless the event comes from there too.
      if (parent === relatedTarget) break;
      shownTarget = parent;
      shownRoot = rootOfTarget(parent);
      appendStep(steps, parent, parent, parent, relatedTarget, isClosedSlot);
    }
    at = parent;
  }
  return { steps, clearsTargets: seesShadow(steps) };
}

function appendStep(
  steps: BareArray<PathStep>,
  object: object,
  target: object | null,
  shownTarget: object,
  relatedTarget: object | null,
  slotInClosedTree: boolean,
): void {
  append(steps, {
    object,
    target,
    shownTarget,
    relatedTarget,
    rootOfClosedTree: isClosedRoot(object),
    slotInClosedTree,
  });
}

function isClosedRoot(object: object): boolean {
  return isTreeNode(object) && isShadowRoot(object) && object[SHADOW_INIT].mode === 'closed';
}

/** Whether the last of the targets is in a shadow tree. */
function seesShadow(steps: BareArray<PathStep>): boolean {
  for (let at = steps.length - 1; at >= 0; at--) {
    const { target, relatedTarget } = steps[at]!;
    if (target !== null) return isInShadowTree(target) || isInShadowTree(relatedTarget);
  }
  return false;
}

export function isStepInShadow(step: PathStep): boolean {
  return isInShadowTree(step.object);
}

/** composedPath(): the steps that are not in closed trees which the current one is outside of. */
export function visibleSteps(steps: BareArray<PathStep>, current: number): BareArray<object> {
  const visible = bareArray<object>();
  if (steps[current] === undefined) return visible;
  let level = 0;
  for (let at = steps.length - 1; at >= 0; at--) {
    if (steps[at]!.rootOfClosedTree) level++;
    if (at === current) break;
    if (steps[at]!.slotInClosedTree) level--;
  }
  // Towards the target, nearest first; turned round at the end.
  const before = bareArray<object>();
  let hidden = level;
  let most = level;
  for (let at = current - 1; at >= 0; at--) {
    if (steps[at]!.rootOfClosedTree) hidden++;
    if (hidden <= most) append(before, steps[at]!.object);
    if (!steps[at]!.slotInClosedTree) continue;
    hidden--;
    if (hidden < most) most = hidden;
  }
  for (let at = before.length - 1; at >= 0; at--) append(visible, before[at]!);
  append(visible, steps[current]!.object);
  hidden = level;
  most = level;
  for (let at = current + 1; at < steps.length; at++) {
    if (steps[at]!.slotInClosedTree) hidden++;
    if (hidden <= most) append(visible, steps[at]!.object);
    if (!steps[at]!.rootOfClosedTree) continue;
    hidden--;
    if (hidden < most) most = hidden;
  }
  return visible;
}
