/**
 * Popovers: shown, hidden, toggled, and dismissed by a click elsewhere.
 *
 * HTML §6.12 https://html.spec.whatwg.org/#the-popover-attribute
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { append, asciiLower, type BareArray, bareArray, removeAt, weakGet, weakSet } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { stateOf } from './element-state.ts';
import { focusedElement, giveFocus, isFocusable, moveFocus } from './focus.ts';
import { defineMembers } from './interfaces.ts';
import { fireBeforeToggle, queueToggle } from './toggle-events.ts';
import { enterTopLayer, isModal, leaveTopLayer } from './top-layer.ts';
import { isConnected } from './tree.ts';

type PopoverKind = 'auto' | 'hint' | 'manual';

/** Those that close when something else opens, in the order in which they were shown. */
const autoStack: BareArray<PageNode> = bareArray();
const hintStack: BareArray<PageNode> = bareArray();

interface Shown {
  readonly kind: PopoverKind;
  readonly invoker: PageNode | null;
  readonly focusBefore: PageNode | null;
}

const shown = new WeakMap<StoreNode, Shown | null>();
/** Popovers whose events are running. */
const changing = new WeakMap<StoreNode, boolean>();

export function popoverKind(element: StoreNode): PopoverKind | null {
  const value = attribute(element, 'popover');
  if (value === null || !isHtmlElement(element)) return null;
  const lower = asciiLower(value);
  if (lower === '' || lower === 'auto') return 'auto';
  return lower === 'hint' ? 'hint' : 'manual';
}

export function isPopoverShowing(element: StoreNode): boolean {
  return (weakGet(shown, element) ?? null) !== null;
}

/** "check popover validity": whether showing or hiding has something to do. */
function isReady(element: PageNode, expectShowing: boolean, throws: boolean): boolean {
  if (popoverKind(element) === null) {
    if (!throws) return false;
    throw domException(
      'NotSupportedError',
      "Not supported on elements that do not have a valid value for the 'popover' attribute.",
    );
  }
  if (isPopoverShowing(element) !== expectShowing) return false;
  const problem = !isConnected(element)
    ? 'Invalid on disconnected popover elements.'
    : isModal(element)
      ? 'The dialog is already open as a modal.'
      : weakGet(changing, element) === true
        ? 'The popover is already changing.'
        : null;
  if (problem === null) return true;
  if (throws) throw domException('InvalidStateError', problem);
  return false;
}

/** "show popover" */
export function showPopover(element: PageNode, throws: boolean, invoker: PageNode | null = null): void {
  if (!isReady(element, false, throws)) return;
  weakSet(changing, element, true);
  const proceeds = fireBeforeToggle(element, 'open', invoker);
  weakSet(changing, element, false);
  if (!proceeds || !isReady(element, false, throws)) return;

  const kind = popoverKind(element)!;
  if (kind !== 'manual') {
    hideUntil(ancestorOf(element, invoker), kind === 'hint', false);
    // Their listeners may have changed everything.
    if (popoverKind(element) !== kind || !isReady(element, false, throws)) return;
    append(kind === 'auto' ? autoStack : hintStack, element);
  }
  const document = element[OWNER_DOCUMENT]!;
  weakSet(shown, element, { kind, invoker, focusBefore: focusedElement(document) });
  enterTopLayer(element);
  // CSS Anchor Positioning 1: what shows a popover is its implicit anchor.
  if (invoker !== null) stateOf(element).implicitAnchor = invoker;
  const target = focusTargetIn(element);
  if (target !== null) giveFocus(target);
  queueToggle(element, 'closed', 'open', invoker);
}

/** "popover focusing steps": only what asks for the focus gets it. */
function focusTargetIn(popover: PageNode): PageNode | null {
  if (hasAttribute(popover, 'autofocus') && isFocusable(popover)) return popover;
  for (let at = following(popover, popover); at !== null; at = following(at, popover)) {
    if (at[NODE_TYPE] === 1 && hasAttribute(at, 'autofocus') && isFocusable(at as StoreNode)) return at as PageNode;
  }
  return null;
}

/** "hide popover" */
export function hidePopover(
  element: PageNode,
  options: { readonly focusBack: boolean; readonly fireEvents: boolean; readonly throws: boolean },
  source: PageNode | null = null,
): void {
  if (!isReady(element, true, options.throws)) return;
  const { kind, focusBefore } = weakGet(shown, element)!;
  if (kind !== 'manual') {
    hideAbove(element, kind === 'hint', options.fireEvents);
    if (!isReady(element, true, options.throws)) return;
  }
  if (options.fireEvents) {
    weakSet(changing, element, true);
    fireBeforeToggle(element, 'closed', source);
    weakSet(changing, element, false);
    if (!isReady(element, true, options.throws)) return;
    queueToggle(element, 'open', 'closed', source);
  }
  forget(element);
  const document = element[OWNER_DOCUMENT]!;
  if (options.focusBack && focusBefore !== null && isInside(focusedElement(document), element)) {
    moveFocus(document, isConnected(focusBefore) ? focusBefore : null, true);
  }
}

function forget(element: PageNode): void {
  delete stateOf(element).implicitAnchor;
  weakSet(shown, element, null);
  drop(autoStack, element);
  drop(hintStack, element);
  leaveTopLayer(element);
}

function drop(stack: BareArray<PageNode>, element: PageNode): void {
  for (let at = stack.length - 1; at >= 0; at--) if (stack[at] === element) removeAt(stack, at);
}

function isInside(node: PageNode | null, ancestor: PageNode): boolean {
  for (let at = node; at !== null; at = at[PARENT_NODE]) if (at === ancestor) return true;
  return false;
}

/** "topmost popover ancestor": the shown popover that this one, or what opened it, stands in. */
function ancestorOf(element: PageNode, invoker: PageNode | null): PageNode | null {
  const byTree = openPopoverAround(element[PARENT_NODE], element);
  const byInvoker = openPopoverAround(invoker, element);
  if (byTree === null || byInvoker === null) return byTree ?? byInvoker;
  return place(byTree) > place(byInvoker) ? byTree : byInvoker;
}

function place(popover: PageNode): number {
  for (let at = 0; at < autoStack.length; at++) if (autoStack[at] === popover) return at;
  for (let at = 0; at < hintStack.length; at++) if (hintStack[at] === popover) return autoStack.length + at;
  return -1;
}

function openPopoverAround(node: PageNode | null, except: PageNode | null): PageNode | null {
  for (let at = node; at !== null; at = at[PARENT_NODE]) {
    if (at !== except && at[NODE_TYPE] === 1 && place(at) >= 0) return at;
  }
  return null;
}

/** "hide all popovers until": everything above `end`; hints alone when a hint opens. */
function hideUntil(end: PageNode | null, onlyHints: boolean, focusBack: boolean): void {
  const options = { focusBack, fireEvents: true, throws: false };
  hideStack(hintStack, end, options);
  if (!onlyHints) hideStack(autoStack, end, options);
}

function hideStack(
  stack: BareArray<PageNode>,
  end: PageNode | null,
  options: { focusBack: boolean; fireEvents: boolean; throws: boolean },
): void {
  // Bounded: listeners may show what was hidden again and again.
  for (let rounds = stack.length; rounds > 0 && stack.length > 0; rounds--) {
    const top = stack[stack.length - 1]!;
    if (top === end) return;
    hidePopover(top, options);
    if (stack[stack.length - 1] === top) forget(top);
  }
}

/** Popovers that were opened from inside of this one go first. */
function hideAbove(element: PageNode, isHint: boolean, fireEvents: boolean): void {
  const options = { focusBack: false, fireEvents, throws: false };
  if (!isHint) hideStack(hintStack, element, options);
  const stack = isHint ? hintStack : autoStack;
  for (let rounds = stack.length; rounds > 0 && stack[stack.length - 1] !== element && place(element) >= 0; rounds--) {
    const top = stack[stack.length - 1];
    if (top === undefined) return;
    hidePopover(top, options);
    if (stack[stack.length - 1] === top) forget(top);
  }
}

/** A dialog opens: popovers that it does not stand in close. */
export function hideAllPopovers(around: PageNode | null): void {
  if (autoStack.length > 0 || hintStack.length > 0) hideUntil(openPopoverAround(around, null), false, false);
}

/** "light dismiss": a click outside closes what is not around it, nor opened by it. */
export function lightDismissPopovers(target: PageNode): void {
  if (autoStack.length === 0 && hintStack.length === 0) return;
  hideUntil(topmostClicked(target), false, false);
}

/** The popover that was clicked, or that the clicked button controls. */
function topmostClicked(target: PageNode): PageNode | null {
  const around = openPopoverAround(target, null);
  let controlled: PageNode | null = null;
  for (let at: PageNode | null = target; at !== null && controlled === null; at = at[PARENT_NODE]) {
    if (at[NODE_TYPE] !== 1) continue;
    const id = attribute(at, 'popovertarget') ?? attribute(at, 'commandfor');
    if (id === null) continue;
    for (let index = 0; index < autoStack.length; index++) {
      if (attribute(autoStack[index]!, 'id') === id) controlled = autoStack[index]!;
    }
  }
  if (around === null || controlled === null) return around ?? controlled;
  return place(around) > place(controlled) ? around : controlled;
}

/** Escape closes the topmost popover; `true` when there was one. */
export function closeTopPopover(): boolean {
  const top = hintStack[hintStack.length - 1] ?? autoStack[autoStack.length - 1];
  if (top === undefined) return false;
  hidePopover(top, { focusBack: true, fireEvents: true, throws: false });
  return true;
}

export function popoverDisconnected(element: PageNode): void {
  if (isPopoverShowing(element)) forget(element);
}

/** The popover attribute changed: what is shown as one kind cannot become another. */
export function popoverAttributeChanged(element: PageNode, name: string): void {
  if (name !== 'popover' || !isPopoverShowing(element)) return;
  if (popoverKind(element) === weakGet(shown, element)!.kind) return;
  fireBeforeToggle(element, 'closed');
  if (!isPopoverShowing(element)) return;
  queueToggle(element, 'open', 'closed');
  forget(element);
}

export function installPopover(): void {
  defineMembers<PageNode>('HTMLElement', {
    get popover(): string | null {
      return popoverKind(this);
    },
    set popover(value: unknown) {
      if (value === null || value === undefined) removeAttributeValue(this, 'popover');
      else setAttributeValue(this, 'popover', `${value}`);
    },
    showPopover(options?: { source?: PageNode | null }): void {
      showPopover(this, true, options?.source ?? null);
    },
    hidePopover(): void {
      hidePopover(this, { focusBack: true, fireEvents: true, throws: true });
    },
    togglePopover(options?: boolean | { force?: boolean; source?: PageNode | null }): boolean {
      const given = typeof options === 'object' && options !== null ? options : { force: options };
      const { force, source = null } = given as { force?: boolean; source?: PageNode | null };
      if (isPopoverShowing(this) && force !== true) {
        hidePopover(this, { focusBack: true, fireEvents: true, throws: true });
      } else if (force !== false) {
        if (!isPopoverShowing(this)) showPopover(this, true, source);
      } else isReady(this, isPopoverShowing(this), true);
      return isPopoverShowing(this);
    },
  });
}
