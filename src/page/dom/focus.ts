/**
 * Focus: which element has it, and the events when it moves.
 *
 * HTML §6.6 https://html.spec.whatwg.org/#focus
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { afterCallbacks } from '../observers/rendering.ts';
import { hasWord } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { markUserAction } from './document-version.ts';
import { documentStateOf } from './element-state.ts';
import { inputType, isDisabled, isListed, labeledControl } from './form-controls.ts';
import { defineMembers } from './interfaces.ts';
import { parseInteger } from './parse-integer.ts';
import { focusArea, isDelegated, shownIn } from './shadow/focus-delegate.ts';
import { isInert } from './top-layer.ts';
import { isConnected } from './tree.ts';

const CONTROLS = ' button input select textarea ';

/** Whether an element can have focus at all. Whether it is rendered is asked by `takesFocus`. */
export function isFocusable(element: StoreNode): boolean {
  if (element[NODE_TYPE] !== 1 || isInert(element)) return false;
  const name = element[LOCAL_NAME];
  if (hasWord(CONTROLS, name)) {
    return !isDisabled(element) && !(name === 'input' && inputType(element) === 'hidden');
  }
  if ((name === 'a' || name === 'area') && hasAttribute(element, 'href')) return true;
  if (name === 'summary' || name === 'iframe') return true;
  const editable = attribute(element, 'contenteditable');
  if (editable !== null && editable !== 'false') return true;
  if (isListed(element) && isDisabled(element)) return false;
  return hasAttribute(element, 'tabindex');
}

/** An area of an image map is rendered with its image, and what is inside of a canvas stands for its picture. */
function isRendered(element: StoreNode): boolean {
  if (element[LOCAL_NAME] === 'area') return true;
  for (let at: StoreNode | null = element; at !== null; at = at[PARENT_NODE]) {
    if (at[LOCAL_NAME] === 'canvas') return true;
  }
  return askEngine((engine) => engine.isShown(element)) ?? true;
}

/** "focusable area": it can have the focus, and it is rendered. */
export function takesFocus(element: StoreNode): boolean {
  return isFocusable(element) && isRendered(element);
}

export function focusedElement(document: StoreNode): PageNode | null {
  const focused = documentStateOf(document).focused as unknown as PageNode | null | undefined;
  return focused !== null && focused !== undefined && isConnected(focused) ? focused : null;
}

/** Runs before an element loses the focus: a field that was edited tells so. Set by input.ts. */
let leave: (element: PageNode) => void = () => {};

export function setLeaveHook(hook: (element: PageNode) => void): void {
  leave = hook;
}

/** Whether an element of this realm ever had the focus. */
let hasGivenFocus = false;

/** "focus update steps": blur, focusout, focus, focusin; `null` leaves the body with the focus. */
export function moveFocus(document: PageNode, to: PageNode | null, byKeyboard = false): void {
  const from = focusedElement(document);
  if (from === to) return;
  if (from !== null) leave(from);
  const state = documentStateOf(document);
  state.focused = to as unknown as NonNullable<typeof state.focused> | null;
  state.focusVisible = byKeyboard;
  hasGivenFocus = true;
  markUserAction();
  if (from !== null) fire(from, to, 'blur', 'focusout');
  // A listener may have moved the focus elsewhere.
  if (to !== null && focusedElement(document) === to) fire(to, from, 'focus', 'focusin');
}

/** Scrolls what got the focus into view. Set by install.ts. */
let show: (element: PageNode) => void = () => {};

export function setShowHook(hook: (element: PageNode) => void): void {
  show = hook;
}

/** Focus that script or the keyboard gives: the element is scrolled into view. */
export function giveFocus(element: PageNode, preventScroll = false): void {
  const document = element[OWNER_DOCUMENT]!;
  if (focusedElement(document) === element) return;
  moveFocus(document, element, true);
  if (!preventScroll && focusedElement(document) === element) show(element);
}

function fire(target: PageNode, relatedTarget: PageNode | null, type: string, bubblingType: string): void {
  dispatchTrusted(target, createEvent('FocusEvent', type, { view: globalThis, relatedTarget, composed: true }));
  dispatchTrusted(
    target,
    createEvent('FocusEvent', bubblingType, { view: globalThis, relatedTarget, bubbles: true, composed: true }),
  );
}

/** A part of the tree is about to go: what has the focus in it loses it first, with events, as in Chrome. */
export function leaveWith(document: PageNode, node: PageNode): boolean {
  const focused = focusedElement(document);
  for (let at: PageNode | null = focused; at !== null; at = shownIn(at)) {
    if (at !== node) continue;
    moveFocus(document, null);
    return true;
  }
  return false;
}

/** An element that left the document all the same, while listeners were told: it loses the focus without events. */
export function dropFocus(document: PageNode, element: PageNode): void {
  const state = documentStateOf(document);
  if ((state.focused as unknown) !== element) return;
  state.focused = null;
  markUserAction();
}

/** The nearest element around a click that takes focus. */
export function focusTarget(element: PageNode): PageNode | null {
  for (let at: PageNode | null = element; at !== null; at = shownIn(at)) {
    const area = focusArea(at, isFocusable);
    if (area !== null) return area;
  }
  return null;
}

export function installFocus(mainDocument: () => PageNode): void {
  // "focus fixup": what is no longer rendered, or disabled, loses the focus when the page is next rendered.
  afterCallbacks({
    // Faster: and a worker has no document to ask.
    isActive: () => hasGivenFocus && focusedElement(mainDocument()) !== null,
    run() {
      const focused = focusedElement(mainDocument());
      if (focused !== null && !takesFocus(focused)) moveFocus(mainDocument(), null);
    },
  });
  for (const name of ['HTMLElement', 'SVGElement', 'MathMLElement']) {
    defineMembers<PageNode>(name, {
      focus(options?: { readonly preventScroll?: unknown }): void {
        const preventScroll = Boolean(options?.preventScroll);
        if (!isConnected(this)) return;
        const focused = focusedElement(this[OWNER_DOCUMENT]!);
        // A host that delegates keeps the focus where it is inside.
        if (focused !== null && isDelegated(focused, this)) return;
        // Chrome: a label that takes no focus passes it on to its control.
        const target = this[LOCAL_NAME] === 'label' && !takesFocus(this) ? (labeledControl(this) ?? this) : this;
        const area = focusArea(target, takesFocus);
        if (area !== null) giveFocus(area, preventScroll);
      },
      blur(): void {
        const focused = focusedElement(this[OWNER_DOCUMENT]!);
        const isFocused = focused === this || (focused !== null && isDelegated(focused, this));
        if (isFocused) moveFocus(this[OWNER_DOCUMENT]!, null);
      },
      get tabIndex(): number {
        const text = attribute(this, 'tabindex');
        const value = text === null ? null : parseInteger(text);
        if (value !== null && value === (value | 0)) return value;
        return text === null && isFocusable(this) ? 0 : -1;
      },
      set tabIndex(value: unknown) {
        (this as unknown as { setAttribute(name: string, value: unknown): void }).setAttribute(
          'tabindex',
          Number(value),
        );
      },
    });
  }
}
