/**
 * Buttons that act on another element: 'popovertarget' and 'command' with 'commandfor'; and what 'interestfor' refers to.
 *
 * HTML §6.12.2 https://html.spec.whatwg.org/#the-popover-target-attributes, §4.10.6 (command)
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { asciiLower, startsWith, weakGet, weakSet } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { closeDialog, requestClose, showModal } from './dialog.ts';
import { elementById } from './element-index.ts';
import { isDisabled } from './form-controls.ts';
import { defineMembers } from './interfaces.ts';
import { hidePopover, isPopoverShowing, popoverKind, showPopover } from './popover.ts';
import { isTreeNode, rootOf } from './tree.ts';

/** Elements set by script, which no id names. */
const explicit: Readonly<Record<string, WeakMap<StoreNode, PageNode | null>>> = {
  __proto__: null as never,
  popovertarget: new WeakMap(),
  commandfor: new WeakMap(),
  interestfor: new WeakMap(),
};

/** Web IDL: an element, or nothing. */
function elementOrNull(value: unknown): PageNode | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && isTreeNode(value) && value[NODE_TYPE] === 1) return value;
  throw new TypeError("Failed to convert value to 'Element'.");
}

/** HTML: an element that an attribute names by id, or that script has set. */
export function referencedElement(element: PageNode, name: string): PageNode | null {
  const id = attribute(element, name);
  if (id === null) return null;
  const set = weakGet(explicit[name]!, element) ?? null;
  if (id === '' && set !== null) return set;
  return elementById(rootOf(element), id);
}

function setReference(element: PageNode, name: string, given: unknown): void {
  const value = elementOrNull(given);
  if (value === null) {
    removeAttributeValue(element, name);
    weakSet(explicit[name]!, element, null);
    return;
  }
  setAttributeValue(element, name, '');
  weakSet(explicit[name]!, element, value);
}

const HIDE = { focusBack: true, fireEvents: true, throws: false };

function toggle(popover: PageNode, action: string, source: PageNode): void {
  if (isPopoverShowing(popover)) {
    if (action !== 'show') hidePopover(popover, HIDE, source);
  } else if (action !== 'hide') showPopover(popover, false, source);
}

/** "popover target attribute activation behavior"; `true` when the button had one. */
function activatePopoverTarget(button: PageNode): boolean {
  const popover = referencedElement(button, 'popovertarget');
  if (popover === null || popoverKind(popover) === null) return false;
  toggle(popover, asciiLower(attribute(button, 'popovertargetaction') ?? 'toggle'), button);
  return true;
}

const COMMANDS = ' toggle-popover show-popover hide-popover show-modal close request-close ';

/** The command of a button as pages see it; unknown ones are empty. */
function commandOf(button: PageNode): string {
  const text = attribute(button, 'command') ?? '';
  if (startsWith(text, '--')) return text;
  const lower = asciiLower(text);
  return lower !== '' && COMMANDS.includes(` ${lower} `) ? lower : '';
}

function runCommand(target: PageNode, command: string, source: PageNode): void {
  const isDialog = target[LOCAL_NAME] === 'dialog';
  switch (command) {
    case 'toggle-popover':
    case 'show-popover':
    case 'hide-popover':
      if (popoverKind(target) !== null) toggle(target, command.slice(0, command.indexOf('-')), source);
      return;
    case 'show-modal':
      if (isDialog && attribute(target, 'open') === null && !isPopoverShowing(target)) showModal(target, source);
      return;
    case 'close':
      if (isDialog) closeDialog(target, attribute(source, 'value'), source);
      return;
    case 'request-close':
      if (isDialog) requestClose(target, attribute(source, 'value'), source);
  }
}

/** What a button does besides its form: `true` when it did something. */
export function activateInvoker(button: PageNode): boolean {
  if (isDisabled(button)) return false;
  const target = button[LOCAL_NAME] === 'button' ? referencedElement(button, 'commandfor') : null;
  if (target !== null) {
    const command = commandOf(button);
    if (command === '') return true;
    const event = createEvent('CommandEvent', 'command', { cancelable: true, command, source: button });
    if (dispatchTrusted(target, event) && !startsWith(command, '--')) runCommand(target, command, button);
    return true;
  }
  return activatePopoverTarget(button);
}

export function installInvokers(): void {
  for (const name of ['HTMLButtonElement', 'HTMLInputElement']) {
    defineMembers<PageNode>(name, {
      get popoverTargetElement(): PageNode | null {
        return referencedElement(this, 'popovertarget');
      },
      set popoverTargetElement(value: unknown) {
        setReference(this, 'popovertarget', value);
      },
      get popoverTargetAction(): string {
        const action = asciiLower(attribute(this, 'popovertargetaction') ?? '');
        return action === 'show' || action === 'hide' ? action : 'toggle';
      },
      set popoverTargetAction(value: unknown) {
        setAttributeValue(this, 'popovertargetaction', `${value}`);
      },
    });
  }
  // Differs: nothing waits for a pointer or the focus to rest on them; script can read and set what they refer to.
  for (const name of ['HTMLButtonElement', 'HTMLAnchorElement', 'HTMLAreaElement', 'SVGAElement']) {
    defineMembers<PageNode>(name, {
      get interestForElement(): PageNode | null {
        return referencedElement(this, 'interestfor');
      },
      set interestForElement(value: unknown) {
        setReference(this, 'interestfor', value);
      },
    });
  }
  defineMembers<PageNode>('HTMLButtonElement', {
    get commandForElement(): PageNode | null {
      return referencedElement(this, 'commandfor');
    },
    set commandForElement(value: unknown) {
      setReference(this, 'commandfor', value);
    },
    get command(): string {
      return commandOf(this);
    },
    set command(value: unknown) {
      setAttributeValue(this, 'command', `${value}`);
    },
  });
}
