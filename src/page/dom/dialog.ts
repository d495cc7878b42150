/**
 * Dialogs: shown, shown as modal, closed, and asked to close.
 *
 * HTML §4.11.4 https://html.spec.whatwg.org/#the-dialog-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, following, followingSkippingChildren, hasAttribute } from '../../html/node-tree.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { setDialogCloser } from '../form-submission.ts';
import { asciiLower, weakGet, weakSet } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { focusedElement, giveFocus, isFocusable, moveFocus } from './focus.ts';
import { defineMembers } from './interfaces.ts';
import { hideAllPopovers, isPopoverShowing } from './popover.ts';
import { fireBeforeToggle, queueToggle } from './toggle-events.ts';
import { blockingDialog, dropModal, isInert, isModal, pushModal } from './top-layer.ts';
import { isConnected } from './tree.ts';

const returnValues = new WeakMap<StoreNode, string>();
/** What had the focus before a dialog took it. */
const focusBefore = new WeakMap<StoreNode, PageNode | null>();

function isOpen(dialog: PageNode): boolean {
  return hasAttribute(dialog, 'open');
}

/** "show a dialog" */
function show(dialog: PageNode): void {
  if (isOpen(dialog)) {
    if (!isModal(dialog)) return;
    throw domException(
      'InvalidStateError',
      'The dialog is already open as modal, and therefore cannot be opened as non-modal.',
    );
  }
  if (!fireBeforeToggle(dialog, 'open') || isOpen(dialog)) return;
  queueToggle(dialog, 'closed', 'open');
  setAttributeValue(dialog, 'open', '');
  weakSet(focusBefore, dialog, focusedElement(dialog[OWNER_DOCUMENT]!));
  hideAllPopovers(dialog);
  focusInto(dialog);
}

/** "show a modal dialog" */
export function showModal(dialog: PageNode, source: PageNode | null = null): void {
  if (isOpen(dialog)) {
    if (isModal(dialog)) return;
    throw domException(
      'InvalidStateError',
      'The dialog is already open as non-modal, and therefore cannot be opened as modal.',
    );
  }
  if (!isConnected(dialog)) throw domException('InvalidStateError', 'The element is not in a Document.');
  if (isPopoverShowing(dialog)) throw domException('InvalidStateError', 'The dialog is already open as a Popover.');
  if (!fireBeforeToggle(dialog, 'open', source)) return;
  if (isOpen(dialog) || !isConnected(dialog) || isPopoverShowing(dialog)) return;
  queueToggle(dialog, 'closed', 'open', source);
  setAttributeValue(dialog, 'open', '');
  pushModal(dialog);
  weakSet(focusBefore, dialog, focusedElement(dialog[OWNER_DOCUMENT]!));
  hideAllPopovers(dialog);
  focusInto(dialog);
}

/** "dialog focusing steps": what asks for it, else the first that takes it, else the dialog. */
function focusInto(dialog: PageNode): void {
  if (isInert(dialog)) return;
  giveFocus(hasAttribute(dialog, 'autofocus') ? dialog : (focusDelegate(dialog) ?? dialog));
}

/** "focus delegate" */
export function focusDelegate(root: PageNode): PageNode | null {
  let first: PageNode | null = null;
  for (let at = following(root, root) as StoreNode | null; at !== null; ) {
    const isClosedDialog = at[LOCAL_NAME] === 'dialog' && !hasAttribute(at, 'open');
    if (at[NODE_TYPE] === 1 && (hasAttribute(at, 'inert') || hasAttribute(at, 'hidden') || isClosedDialog)) {
      at = followingSkippingChildren(at, root) as StoreNode | null;
      continue;
    }
    if (isFocusable(at)) {
      if (hasAttribute(at, 'autofocus')) return at as PageNode;
      first ??= at as PageNode;
    }
    at = following(at, root) as StoreNode | null;
  }
  return first;
}

/** "close the dialog" */
export function closeDialog(dialog: PageNode, result: string | null, source: PageNode | null = null): void {
  if (!isOpen(dialog)) return;
  fireBeforeToggle(dialog, 'closed', source);
  if (!isOpen(dialog)) return;
  queueToggle(dialog, 'open', 'closed', source);
  removeAttributeValue(dialog, 'open');
  const wasModal = isModal(dialog);
  dropModal(dialog);
  if (result !== null) weakSet(returnValues, dialog, result);
  restoreFocus(dialog, wasModal);
  queueTask(() => dispatchTrusted(dialog, createEvent('Event', 'close')));
}

function restoreFocus(dialog: PageNode, wasModal: boolean): void {
  const before = weakGet(focusBefore, dialog) ?? null;
  weakSet(focusBefore, dialog, null);
  const document = dialog[OWNER_DOCUMENT]!;
  const focused = focusedElement(document);
  if (before !== null && (wasModal || isInside(focused, dialog))) {
    if (isConnected(before)) moveFocus(document, before, true);
  } else if (isInside(focused, dialog)) moveFocus(document, null);
}

function isInside(node: PageNode | null, ancestor: PageNode): boolean {
  for (let at = node; at !== null; at = at[PARENT_NODE]) if (at === ancestor) return true;
  return false;
}

/** "request to close": a listener of 'cancel' may refuse. */
export function requestClose(dialog: PageNode, result: string | null, source: PageNode | null = null): void {
  if (!isOpen(dialog)) return;
  const proceeds = dispatchTrusted(dialog, createEvent('Event', 'cancel', { cancelable: true }));
  if (proceeds && isOpen(dialog)) closeDialog(dialog, result, source);
}

function closedBy(dialog: StoreNode): 'any' | 'closerequest' | 'none' {
  const value = asciiLower(attribute(dialog, 'closedby') ?? '');
  if (value === 'any' || value === 'closerequest' || value === 'none') return value;
  return isModal(dialog) ? 'closerequest' : 'none';
}

/** Escape: the topmost dialog that listens to it is asked to close; `true` when there was one. */
export function closeTopDialog(): boolean {
  const dialog = blockingDialog();
  if (dialog === null || closedBy(dialog) === 'none') return false;
  requestClose(dialog, null);
  return true;
}

/** A click outside closes a dialog with closedby=any. */
export function lightDismissDialog(target: PageNode): void {
  const dialog = blockingDialog();
  if (dialog !== null && closedBy(dialog) === 'any' && !isInside(target, dialog)) requestClose(dialog, null);
}

/** A dialog that leaves the document leaves the top layer, without events. */
export function dialogDisconnected(dialog: PageNode): void {
  dropModal(dialog);
}

/** 'open' was taken away by hand: the dialog is not modal any more. */
export function dialogAttributeChanged(dialog: PageNode, name: string, value: string | null): void {
  if (name === 'open' && value === null && isModal(dialog)) dropModal(dialog);
}

function optionalText(args: ArrayLike<unknown>): string | null {
  return args[0] === undefined ? null : `${args[0]}`;
}

export function installDialog(): void {
  setDialogCloser((form, result) => {
    for (let at: PageNode | null = form; at !== null; at = at[PARENT_NODE]) {
      if (at[LOCAL_NAME] !== 'dialog') continue;
      closeDialog(at, result);
      return;
    }
  });
  defineMembers<PageNode>('HTMLDialogElement', {
    show(): void {
      show(this);
    },
    showModal(): void {
      showModal(this);
    },
    close(...args: unknown[]): void {
      closeDialog(this, optionalText(args));
    },
    requestClose(...args: unknown[]): void {
      requestClose(this, optionalText(args));
    },
    get returnValue(): string {
      return weakGet(returnValues, this) ?? '';
    },
    set returnValue(value: unknown) {
      weakSet(returnValues, this, `${value}`);
    },
    get closedBy(): string {
      return closedBy(this);
    },
    set closedBy(value: unknown) {
      setAttributeValue(this, 'closedby', `${value}`);
    },
  });
}
