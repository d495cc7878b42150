/**
 * What an agent does to an element, as the events that a person at a browser would cause.
 *
 * In:  an element's id and the action, from the host. Out: trusted events with their default actions.
 *
 * UI Events §5, HTML §6.4 (activation), Input Events 2.
 */
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { clickElement, isDisabledControl } from './activation.ts';
import { createTextNode, type PageNode } from './dom/create-node.ts';
import { bodyOf as documentBody } from './dom/document-members.ts';
import { markUserAction } from './dom/document-version.ts';
import { documentStateOf } from './dom/element-state.ts';
import { focusedElement, focusTarget, moveFocus, setLeaveHook } from './dom/focus.ts';
import { formOf, inputType, isDisabled } from './dom/form-controls.ts';
import { currentValue, setTypedValue, textAreaValue } from './dom/input-value.ts';
import { textContentOf } from './dom/node-members.ts';
import { replaceAll } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { defaultButton, requestSubmit } from './form-submission.ts';
import { rectsOf } from './geometry.ts';
import { closeByEscape, lightDismiss } from './install-disclosure.ts';
import type { InputOutcome, PageInput } from './messages.ts';
import { charCodeAt, hasWord, round, stringSlice, toUpperCase } from './primordials.ts';

const TEXT_TYPES = ' text search tel url email password number date month week time datetime-local color range ';

export function installInput(): void {
  setLeaveHook(fireChange);
}

export function performInput(document: PageNode, input: PageInput): InputOutcome {
  if (input.kind === 'key') {
    pressKey(document, focusedElement(document) ?? bodyOf(document), input.key);
    return 'done';
  }
  const { id } = input;
  const element = askEngine((engine) => engine.nodeOfId(id)) as PageNode | null | undefined;
  if (element === null || element === undefined) return 'not_found';
  switch (input.kind) {
    case 'click':
      clickAt(document, element);
      return 'done';
    case 'focus':
      moveFocus(document, focusTarget(element), true);
      return 'done';
    case 'type':
      return typeText(document, element, input.text, input.clear);
  }
}

function bodyOf(document: PageNode): PageNode {
  return documentBody(document) ?? document;
}

/** Pointer and mouse events in the middle of the element, with the focus change in between. */
function clickAt(document: PageNode, element: PageNode): void {
  const rect = rectsOf(element)[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  const clientX = round(rect.x + rect.width / 2);
  const clientY = round(rect.y + rect.height / 2);
  const place = {
    clientX,
    clientY,
    screenX: clientX,
    screenY: clientY,
    view: globalThis,
    bubbles: true,
    composed: true,
  };
  const pointer = { ...place, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  const isOff = isDisabledControl(element);
  const fire = (className: string, type: string, init: object): boolean =>
    isOff && className === 'MouseEvent'
      ? true
      : dispatchTrusted(element, createEvent(className, type, { ...init, cancelable: true }));

  moveHover(document, element, place, pointer);
  fire('PointerEvent', 'pointermove', pointer);
  fire('MouseEvent', 'mousemove', place);
  documentStateOf(document).active = element as never;
  fire('PointerEvent', 'pointerdown', { ...pointer, buttons: 1, pressure: 0.5 });
  lightDismiss(element);
  const mayFocus = fire('MouseEvent', 'mousedown', { ...place, buttons: 1, detail: 1 });
  if (mayFocus) moveFocus(document, focusTarget(element));
  fire('PointerEvent', 'pointerup', pointer);
  fire('MouseEvent', 'mouseup', { ...place, detail: 1 });
  documentStateOf(document).active = null;
  markUserAction();
  if (!isOff)
    dispatchTrusted(element, createEvent('PointerEvent', 'click', { ...pointer, cancelable: true, detail: 1 }));
}

/** The pointer comes over an element: what it was over before is left. */
function moveHover(document: PageNode, to: PageNode, place: object, pointer: object): void {
  const state = documentStateOf(document);
  const from = (state.hovered ?? null) as PageNode | null;
  if (from === to) return;
  state.hovered = to as never;
  markUserAction();
  if (from !== null) {
    dispatchTrusted(from, createEvent('PointerEvent', 'pointerout', { ...pointer, relatedTarget: to }));
    dispatchTrusted(from, createEvent('MouseEvent', 'mouseout', { ...place, relatedTarget: to }));
    dispatchTrusted(from, createEvent('MouseEvent', 'mouseleave', { ...place, bubbles: false, relatedTarget: to }));
  }
  dispatchTrusted(to, createEvent('PointerEvent', 'pointerover', { ...pointer, relatedTarget: from }));
  dispatchTrusted(to, createEvent('PointerEvent', 'pointerenter', { ...pointer, bubbles: false, relatedTarget: from }));
  dispatchTrusted(to, createEvent('MouseEvent', 'mouseover', { ...place, relatedTarget: from }));
  dispatchTrusted(to, createEvent('MouseEvent', 'mouseenter', { ...place, bubbles: false, relatedTarget: from }));
}

type TextTarget = 'input' | 'textarea' | 'editable' | null;

function textTargetOf(element: PageNode): TextTarget {
  const name = element.localName;
  if (name === 'input') {
    const takesText = hasWord(TEXT_TYPES, inputType(element));
    return takesText && !isDisabled(element) && !hasAttribute(element, 'readonly') ? 'input' : null;
  }
  if (name === 'textarea') return isDisabled(element) || hasAttribute(element, 'readonly') ? null : 'textarea';
  const editable = attribute(element, 'contenteditable');
  return editable !== null && editable !== 'false' ? 'editable' : null;
}

function typeText(document: PageNode, element: PageNode, text: string, clear: boolean): InputOutcome {
  const target = textTargetOf(element);
  if (target === null) return 'not_editable';
  moveFocus(document, element, true);
  const before =
    target === 'input'
      ? currentValue(element)
      : target === 'textarea'
        ? textAreaValue(element)
        : textContentOf(element);
  let value = clear ? '' : before;
  if (clear && before !== '') editTo(element, target, value, null, 'deleteContentBackward');
  for (let at = 0; at < text.length; at++) {
    const character = characterAt(text, at);
    at += character.length - 1;
    const isLine = character === '\n' || character === '\r';
    const key = isLine ? 'Enter' : character;
    if (!keyEvent(element, 'keydown', key)) continue;
    if (!isLine) keyEvent(element, 'keypress', key);
    if (isLine && target === 'input') continue;
    value += isLine ? '\n' : character;
    editTo(element, target, value, isLine ? null : character, isLine ? 'insertLineBreak' : 'insertText');
    value =
      target === 'input'
        ? currentValue(element)
        : target === 'textarea'
          ? textAreaValue(element)
          : textContentOf(element);
    keyEvent(element, 'keyup', key);
  }
  if (value !== before) pendingChange = element;
  return 'done';
}

/** One character, of one or two code units. */
function characterAt(text: string, at: number): string {
  const code = charCodeAt(text, at);
  const isPair = code >= 0xd800 && code < 0xdc00 && at + 1 < text.length;
  return stringSlice(text, at, isPair ? at + 2 : at + 1);
}

/** A field whose change event comes when it is left or Enter is pressed. */
let pendingChange: PageNode | null = null;

function fireChange(element: PageNode): void {
  if (pendingChange !== element) return;
  pendingChange = null;
  dispatchTrusted(element, createEvent('Event', 'change', { bubbles: true }));
}

function editTo(element: PageNode, target: TextTarget, value: string, data: string | null, inputType: string): void {
  const init = { bubbles: true, composed: true, data, inputType };
  if (!dispatchTrusted(element, createEvent('InputEvent', 'beforeinput', { ...init, cancelable: true }))) return;
  if (target === 'editable') replaceAll(element, value === '' ? null : createTextNode(element.ownerDocument!, value));
  else setTypedValue(element, value);
  dispatchTrusted(element, createEvent('InputEvent', 'input', init));
}

const KEY_CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  Enter: 13,
  Escape: 27,
  Tab: 9,
  Backspace: 8,
  Delete: 46,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  ' ': 32,
};

function keyEvent(target: PageNode, type: string, key: string): boolean {
  const keyCode = KEY_CODES[key] ?? (key.length === 1 ? charCodeAt(toUpperCase(key), 0) : 0);
  const init = { bubbles: true, cancelable: true, composed: true, key, code: codeOf(key), keyCode, view: globalThis };
  return dispatchTrusted(target, createEvent('KeyboardEvent', type, init));
}

function codeOf(key: string): string {
  if (key.length > 1) return key;
  const code = charCodeAt(toUpperCase(key), 0);
  if (code >= 0x41 && code <= 0x5a) return `Key${toUpperCase(key)}`;
  if (code >= 0x30 && code <= 0x39) return `Digit${key}`;
  return key === ' ' ? 'Space' : '';
}

/** A key on the element with the focus, with what it does by default. */
function pressKey(document: PageNode, target: PageNode, key: string): void {
  const proceeds = keyEvent(target, 'keydown', key) && (key !== 'Enter' || keyEvent(target, 'keypress', key));
  if (proceeds && key === 'Enter') pressEnter(target);
  if (proceeds && key === 'Escape' && !closeByEscape()) moveFocus(document, null);
  keyEvent(target, 'keyup', key);
  if (proceeds && key === ' ' && target.localName === 'button') clickElement(target, true);
}

/** Enter activates links and buttons, and in a field submits its form (HTML: implicit submission). */
function pressEnter(target: PageNode): void {
  const name = target.localName;
  if (name === 'a' || name === 'button' || name === 'summary') {
    clickElement(target, true);
    return;
  }
  if (name !== 'input') return;
  fireChange(target);
  const form = formOf(target);
  if (form === null) return;
  const button = defaultButton(form);
  if (button === null) requestSubmit(form, null);
  else if (!isDisabled(button)) clickElement(button, true);
}
