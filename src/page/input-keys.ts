/**
 * Keys and chords on the element with the focus, with what they do by default.
 *
 * HTML §6.6.7 (order of Tab), §4.10.22.2 (implicit submission), §4.10.5.1 (arrows in radio groups and lists)
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { isChecked } from '../html/node-state.ts';
import { attribute, following } from '../html/node-tree.ts';
import { clickElement } from './activation.ts';
import type { PageNode } from './dom/create-node.ts';
import { rootElement } from './dom/document-members.ts';
import { focusedElement, giveFocus, isFocusable, moveFocus } from './dom/focus.ts';
import { formOf, inputType, isDisabled, isOptionDisabled, radioGroup } from './dom/form-controls.ts';
import { currentValue, setTypedValue } from './dom/input-value.ts';
import { optionsOf, selectedIndex, selectIndex } from './dom/select-control.ts';
import { setUserValidity } from './dom/user-validity.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { defaultButton, requestSubmit } from './form-submission.ts';
import { metricsOf, rectsOf } from './geometry.ts';
import { keyEvent } from './input-key-event.ts';
import { modifierKeys } from './input-pointer.ts';
import { changePending, deleteText, fireChange, insertText, selectAllText, textTargetOf } from './input-text.ts';
import { closeByEscape } from './install-disclosure.ts';
import type { Modifier, PressPhase } from './messages.ts';
import { append, type BareArray, bareArray, hasWord, isNotANumber, toUpperCase } from './primordials.ts';
import { scrollBy } from './scrolling.ts';

/** Whether the key that is down may do what it does when it comes up. */
let mayActOnRelease = false;

/** Presses the modifiers, then the key, and lets go in the opposite order; one of both, with a phase. */
export function pressChord(
  document: PageNode,
  target: PageNode,
  key: string,
  modifiers: readonly Modifier[],
  phase?: PressPhase,
): void {
  if (phase !== 'up') chordDown(document, target, key, modifiers);
  // The focus may have moved: the key comes up where it is now.
  if (phase !== 'down') chordUp(focusedNow(document, target), key, modifiers);
}

function chordDown(document: PageNode, target: PageNode, key: string, modifiers: readonly Modifier[]): void {
  const keys = modifierKeys(modifiers);
  const isCommand = keys.ctrlKey || keys.metaKey || keys.altKey;
  const named = keys.shiftKey && key.length === 1 ? toUpperCase(key) : key;
  for (let at = 0; at < modifiers.length; at++) keyEvent(target, 'keydown', modifiers[at]!, keys);
  let proceeds = keyEvent(target, 'keydown', named, keys);
  const writes = (named.length === 1 || named === 'Enter') && !isCommand;
  if (proceeds && writes) proceeds = keyEvent(target, 'keypress', named, keys);
  if (proceeds) {
    if (!isCommand) pressKey(document, target, named, keys.shiftKey);
    else if ((keys.ctrlKey || keys.metaKey) && (key === 'a' || key === 'A')) selectAllText(target);
  }
  mayActOnRelease = proceeds && !isCommand;
}

function chordUp(target: PageNode, key: string, modifiers: readonly Modifier[]): void {
  const keys = modifierKeys(modifiers);
  const named = keys.shiftKey && key.length === 1 ? toUpperCase(key) : key;
  keyEvent(target, 'keyup', named, keys);
  if (mayActOnRelease && named === ' ' && isSpaceClicked(target)) clickElement(target, true);
  for (let at = modifiers.length - 1; at >= 0; at--) {
    const held: Modifier[] = [];
    for (let left = 0; left < at; left++) held[left] = modifiers[left]!;
    keyEvent(target, 'keyup', modifiers[at]!, modifierKeys(held));
  }
}

function focusedNow(document: PageNode, target: PageNode): PageNode {
  return focusedElement(document) ?? target;
}

function pressKey(document: PageNode, target: PageNode, key: string, shift: boolean): void {
  const isField = textTargetOf(target) !== null;
  switch (key) {
    case 'Enter':
      pressEnter(target);
      return;
    case 'Escape':
      if (!closeByEscape()) clearSearch(target);
      return;
    case 'Tab':
      tabTo(document, nextInOrder(document, target, shift));
      return;
    case 'Backspace':
      deleteText(target, false);
      return;
    case 'Delete':
      deleteText(target, true);
      return;
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight': {
      const forward = key === 'ArrowDown' || key === 'ArrowRight';
      if (!isField || inputType(target) === 'range') pressArrow(document, target, forward, key);
      return;
    }
    case 'PageDown':
    case 'PageUp':
    case 'Home':
    case 'End':
      if (!isField) scrollByKey(document, key);
      return;
    default:
      if (key.length === 1 || (key.length === 2 && isField)) {
        if (isField) insertText(target, key);
        else if (key === ' ' && !isSpaceClicked(target)) scrollByKey(document, shift ? 'PageUp' : 'PageDown');
      }
  }
}

/** Enter activates links and buttons, breaks lines, and in a field submits its form (HTML: implicit submission). */
function pressEnter(target: PageNode): void {
  const name = target[LOCAL_NAME];
  if (name === 'a' || name === 'button' || name === 'summary') {
    clickElement(target, true);
    return;
  }
  const field = textTargetOf(target);
  if (field === 'textarea' || field === 'editable') {
    insertText(target, '\n');
    return;
  }
  if (name !== 'input') return;
  if (hasWord(' submit button reset image color file ', inputType(target))) {
    clickElement(target, true);
    return;
  }
  fireChange(target);
  submitFrom(target);
  if (inputType(target) === 'search') fireSearch(target);
}

function submitFrom(target: PageNode): void {
  const form = formOf(target);
  if (form === null) return;
  const button = defaultButton(form);
  if (button === null) requestSubmit(form, null);
  else if (!isDisabled(button)) clickElement(button, true);
}

/** Chrome's own event of search fields: Enter was pressed, or Escape has emptied the field. */
function fireSearch(field: PageNode): void {
  dispatchTrusted(field, createEvent('Event', 'search', { bubbles: true }));
}

function clearSearch(target: PageNode): void {
  if (textTargetOf(target) !== 'input' || inputType(target) !== 'search' || currentValue(target) === '') return;
  setTypedValue(target, '');
  changePending(target);
  dispatchTrusted(target, createEvent('Event', 'input', { bubbles: true, composed: true }));
  fireSearch(target);
}

function isSpaceClicked(target: PageNode): boolean {
  const name = target[LOCAL_NAME];
  if (name === 'button' || name === 'summary') return true;
  return name === 'input' && hasWord(' checkbox radio submit button reset image color file ', inputType(target));
}

function pressArrow(document: PageNode, target: PageNode, forward: boolean, key: string): void {
  if (target[LOCAL_NAME] === 'select') stepSelect(target, forward);
  else if (target[LOCAL_NAME] === 'input' && inputType(target) === 'radio') stepRadio(target, forward);
  else if (target[LOCAL_NAME] === 'input' && inputType(target) === 'range') stepRange(target, forward);
  else scrollByKey(document, key);
}

function stepSelect(select: PageNode, forward: boolean): void {
  const options = optionsOf(select);
  for (let at = selectedIndex(select) + (forward ? 1 : -1); at >= 0 && at < options.length; at += forward ? 1 : -1) {
    if (isOptionDisabled(options[at]!)) continue;
    selectIndex(select, at);
    fireInputAndChange(select);
    return;
  }
}

function tabTo(document: PageNode, next: PageNode | null): void {
  if (next === null) moveFocus(document, null, true);
  else giveFocus(next);
}

/** The next one of the group gets the focus and the tick. */
function stepRadio(radio: PageNode, forward: boolean): void {
  const group = radioGroup(radio);
  let at = 0;
  while (at < group.length && group[at] !== radio) at++;
  const next = group[(at + (forward ? 1 : group.length - 1)) % group.length];
  if (next === undefined || next === radio || isDisabled(next)) return;
  giveFocus(next);
  if (!isChecked(next)) clickElement(next, true);
}

/** stepUp() and stepDown() as the page's own members have them would run page code; this is what a slider does. */
function stepRange(input: PageNode, forward: boolean): void {
  const numberOf = (name: string, otherwise: number): number => {
    const value = Number(attribute(input, name) ?? 'x');
    return isNotANumber(value) ? otherwise : value;
  };
  const step = numberOf('step', 1);
  const current = Number(currentValue(input));
  const next = current + (forward ? step : -step);
  if (next < numberOf('min', 0) || next > numberOf('max', 100)) return;
  setTypedValue(input, `${next}`);
  fireInputAndChange(input);
}

export function fireInputAndChange(control: PageNode): void {
  setUserValidity(control, true);
  dispatchTrusted(control, createEvent('InputEvent', 'input', { bubbles: true, composed: true }));
  dispatchTrusted(control, createEvent('Event', 'change', { bubbles: true }));
}

function scrollByKey(document: PageNode, key: string): void {
  const root = rootElement(document);
  if (root === null) return;
  const page = metricsOf(root).clientHeight * 0.875;
  const far = 1e9;
  const line = 40;
  switch (key) {
    case 'PageDown':
      scrollBy(root, 0, page);
      return;
    case 'PageUp':
      scrollBy(root, 0, -page);
      return;
    case 'Home':
      scrollBy(root, 0, -far);
      return;
    case 'End':
      scrollBy(root, 0, far);
      return;
    case 'ArrowDown':
      scrollBy(root, 0, line);
      return;
    case 'ArrowUp':
      scrollBy(root, 0, -line);
      return;
    case 'ArrowRight':
      scrollBy(root, line, 0);
      return;
    case 'ArrowLeft':
      scrollBy(root, -line, 0);
  }
}

/** Elements that Tab stops at: those with a positive index first, in its order, then the others as they stand. */
function nextInOrder(document: PageNode, from: PageNode, backwards: boolean): PageNode | null {
  const order = tabOrder(document);
  if (order.length === 0) return null;
  let index = -1;
  for (let at = 0; at < order.length; at++) if (order[at] === from) index = at;
  if (index === -1) return backwards ? order[order.length - 1]! : order[0]!;
  return order[index + (backwards ? -1 : 1)] ?? null;
}

function tabOrder(document: PageNode): BareArray<PageNode> {
  const plain = bareArray<PageNode>();
  const positive = bareArray<{ readonly element: PageNode; readonly index: number }>();
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (at[NODE_TYPE] !== 1) continue;
    const element = at as PageNode;
    if (!isFocusable(element) || rectsOf(element).length === 0) continue;
    const index = Number(attribute(element, 'tabindex') ?? 0);
    if (index < 0) continue;
    if (!(index > 0)) append(plain, element);
    else {
      let place = positive.length;
      append(positive, { element, index });
      // Insertion keeps elements with the same index in tree order.
      while (place > 0 && positive[place - 1]!.index > index) {
        positive[place] = positive[place - 1]!;
        place--;
      }
      positive[place] = { element, index };
    }
  }
  const order = bareArray<PageNode>();
  for (let at = 0; at < positive.length; at++) append(order, positive[at]!.element);
  for (let at = 0; at < plain.length; at++) append(order, plain[at]!);
  return order;
}
