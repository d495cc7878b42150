/**
 * Puts what opens and closes into the page realm: dialogs, popovers, details and the buttons that command them.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { PageNode } from './dom/create-node.ts';
import { detailsAttributeChanged, detailsConnected } from './dom/details.ts';
import {
  closeTopDialog,
  dialogAttributeChanged,
  dialogDisconnected,
  installDialog,
  lightDismissDialog,
} from './dom/dialog.ts';
import { installInvokers } from './dom/invokers.ts';
import {
  closeTopPopover,
  installPopover,
  lightDismissPopovers,
  popoverAttributeChanged,
  popoverDisconnected,
} from './dom/popover.ts';
import { closeTopWatcher } from './rare/close-watcher.ts';

export function installDisclosure(): void {
  installPopover();
  installDialog();
  installInvokers();
}

/** An element has come into the document. */
export function disclosureConnected(element: PageNode): void {
  if (element[LOCAL_NAME] === 'details') detailsConnected(element);
}

export function disclosureDisconnected(element: PageNode): void {
  if (element[LOCAL_NAME] === 'dialog') dialogDisconnected(element);
  popoverDisconnected(element);
}

export function disclosureAttributeChanged(
  element: PageNode,
  name: string,
  old: string | null,
  value: string | null,
): void {
  if (name === 'popover') popoverAttributeChanged(element, name);
  else if (element[LOCAL_NAME] === 'details') detailsAttributeChanged(element, name, old, value);
  else if (element[LOCAL_NAME] === 'dialog') dialogAttributeChanged(element, name, value);
}

/** A press outside of what is open closes it. */
export function lightDismiss(target: PageNode): void {
  lightDismissPopovers(target);
  lightDismissDialog(target);
}

/** Escape closes what was opened last; `true` when something took it. */
export function closeByEscape(): boolean {
  return closeTopWatcher() || closeTopPopover() || closeTopDialog();
}
