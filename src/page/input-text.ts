/**
 * Text that goes into fields, key by key, and leaves them.
 *
 * In:  a field and text. Out: keydown, keypress, beforeinput, input and keyup for each character; change when it is left.
 *
 * UI Events §3.6, Input Events 2 https://w3c.github.io/input-events/
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../html/node-keys.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { inputType, isDisabled } from './dom/form-controls.ts';
import { currentValue, setTypedValue, textAreaValue } from './dom/input-value.ts';
import { textContentOf } from './dom/node-members.ts';
import { setTextSelection, textSelectionOf } from './dom/text-selection.ts';
import { setUserValidity } from './dom/user-validity.ts';
import { editHost, selectHost } from './editing.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { keyEvent, needsShift } from './input-key-event.ts';
import { charCodeAt, hasWord, stringSlice } from './primordials.ts';
import { editedSelection, editedText, editText, hasEditContext } from './rare/edit-context.ts';

const TEXT_TYPES = ' text search tel url email password number date month week time datetime-local color range ';
/** Fields whose value is chosen as a whole: halves of a date are no dates. */
const WHOLE_TYPES = ' date month week time datetime-local color range ';

export type TextTarget = 'input' | 'textarea' | 'editable' | 'context' | null;

/** Whether an element is a control that holds text, also one that cannot be written to. */
export function isTextControl(element: PageNode): boolean {
  const name = element[LOCAL_NAME];
  return name === 'textarea' || (name === 'input' && hasWord(TEXT_TYPES, inputType(element)));
}

/** What kind of field an element is; `null` when it takes no text. */
export function textTargetOf(element: PageNode): TextTarget {
  const name = element[LOCAL_NAME];
  if (name === 'input' || name === 'textarea') {
    const isWritable = isTextControl(element) && !isDisabled(element) && !hasAttribute(element, 'readonly');
    return isWritable ? name : null;
  }
  if (hasEditContext(element)) return 'context';
  const editable = attribute(element, 'contenteditable');
  return editable !== null && editable !== 'false' ? 'editable' : null;
}

/** The nearest editing host around a node that was hit, or the node itself. */
export function textFieldAround(element: PageNode): PageNode {
  for (let at: PageNode | null = element; at !== null && at[NODE_TYPE] === 1; at = at[PARENT_NODE]) {
    if (textTargetOf(at) !== null) return at;
  }
  return element;
}

export function textOfField(element: PageNode, target: TextTarget): string {
  if (target === 'input') return currentValue(element);
  if (target === 'context') return editedText(element) ?? '';
  return target === 'textarea' ? textAreaValue(element) : textContentOf(element);
}

/** Whether a field's value is chosen as a whole. */
export function isSetWhole(element: PageNode, target: TextTarget): boolean {
  return target === 'input' && hasWord(WHOLE_TYPES, inputType(element));
}

/** Types text into a field that has the focus, behind what it holds. */
export function typeText(element: PageNode, target: TextTarget, text: string, clear: boolean): void {
  const before = textOfField(element, target);
  if (clear && before !== '') clearField(element, target);
  if (isSetWhole(element, target)) {
    editTo(element, target, text, text, 'insertReplacementText');
  } else {
    for (let at = 0; at < text.length; at++) {
      const character = characterAt(text, at);
      at += character.length - 1;
      typeCharacter(element, target, character);
    }
  }
  if (textOfField(element, target) !== before) pendingChange = element;
}

function clearField(element: PageNode, target: TextTarget): void {
  if (target !== 'editable') editTo(element, target, '', null, 'deleteContentBackward');
  else {
    selectHost(element);
    editHost(element, { inputType: 'deleteContentBackward' });
  }
}

function typeCharacter(element: PageNode, target: TextTarget, character: string): void {
  const isLine = character === '\n' || character === '\r';
  const key = isLine ? 'Enter' : character;
  const isShifted = !isLine && needsShift(character);
  const keys = isShifted ? { shiftKey: true } : {};
  if (isShifted) keyEvent(element, 'keydown', 'Shift', keys);
  // Both may keep the character from being written.
  const writes = keyEvent(element, 'keydown', key, keys) && keyEvent(element, 'keypress', key, keys);
  if (writes && !(isLine && target === 'input')) writeCharacter(element, target, character, isLine);
  keyEvent(element, 'keyup', key, keys);
  if (isShifted) keyEvent(element, 'keyup', 'Shift');
}

function writeCharacter(element: PageNode, target: TextTarget, character: string, isLine: boolean): void {
  if (target === 'editable') {
    writeInHost(element, isLine ? '\n' : character);
    return;
  }
  // Listeners may have changed what is there already.
  const value = textOfField(element, target) + (isLine ? '\n' : character);
  editTo(element, target, value, isLine ? null : character, isLine ? 'insertLineBreak' : 'insertText');
}

function writeInHost(host: PageNode, text: string): void {
  editHost(host, text === '\n' ? { inputType: 'insertParagraph' } : { inputType: 'insertText', text });
}

/** A key that writes: in place of what is selected, else behind what the field holds. A command of script asks nobody. */
export function insertText(element: PageNode, text: string, isCommand = false): void {
  const target = textTargetOf(element);
  if (target === null) return;
  if (target === 'editable') {
    writeInHost(element, text);
    return;
  }
  const before = textOfField(element, target);
  const { start, end } = selectionOf(element, target, before);
  const value = stringSlice(before, 0, start) + text + stringSlice(before, end);
  const isLine = text === '\n';
  editTo(element, target, value, isLine ? null : text, isLine ? 'insertLineBreak' : 'insertText', isCommand);
  if (textOfField(element, target) !== before) pendingChange = element;
}

/** Backspace and Delete. */
export function deleteText(element: PageNode, forward: boolean, isCommand = false): void {
  const target = textTargetOf(element);
  if (target === null) return;
  if (target === 'editable') {
    editHost(element, { inputType: forward ? 'deleteContentForward' : 'deleteContentBackward' });
    return;
  }
  const before = textOfField(element, target);
  const selected = selectionOf(element, target, before);
  let { start, end } = selected;
  if (start === end) {
    if (forward ? end >= before.length : start === 0) return;
    if (forward) end += characterAt(before, end).length;
    else start -= start > 1 && isLowSurrogate(charCodeAt(before, start - 1)) ? 2 : 1;
  }
  const value = stringSlice(before, 0, start) + stringSlice(before, end);
  editTo(element, target, value, null, forward ? 'deleteContentForward' : 'deleteContentBackward', isCommand);
  if (textOfField(element, target) !== before) pendingChange = element;
}

export function selectAllText(element: PageNode): void {
  const target = textTargetOf(element);
  if (target === 'editable') selectHost(element);
  if (target === 'input' || target === 'textarea') {
    setTextSelection(element, 0, textOfField(element, target).length, 'none');
  }
}

/** A caret that script has never moved stands at the end, where typing goes on. */
function selectionOf(element: PageNode, target: TextTarget, text: string): { readonly start: number; end: number } {
  const atEnd = { start: text.length, end: text.length };
  if (target === 'context') return editedSelection(element);
  const { start, end } = textSelectionOf(element);
  return start === end ? atEnd : { start, end };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** One character, of one or two code units. */
function characterAt(text: string, at: number): string {
  const code = charCodeAt(text, at);
  const isPair = code >= 0xd800 && code < 0xdc00 && at + 1 < text.length;
  return stringSlice(text, at, isPair ? at + 2 : at + 1);
}

/** A field whose change event comes when it is left or Enter is pressed. */
let pendingChange: PageNode | null = null;

export function changePending(element: PageNode): void {
  pendingChange = element;
}

export function fireChange(element: PageNode): void {
  if (pendingChange !== element) return;
  pendingChange = null;
  setUserValidity(element, true);
  dispatchTrusted(element, createEvent('Event', 'change', { bubbles: true }));
}

/** `false` when a listener of beforeinput said no. */
export function editTo(
  element: PageNode,
  target: TextTarget,
  value: string,
  data: string | null,
  inputType: string,
  isCommand = false,
): boolean {
  const init = { bubbles: true, composed: true, data, inputType };
  const ask = (): boolean =>
    dispatchTrusted(element, createEvent('InputEvent', 'beforeinput', { ...init, cancelable: true }));
  if (!isCommand && !ask()) return false;
  if (target === 'context') {
    editText(element, value);
    return true;
  }
  setTypedValue(element, value);
  dispatchTrusted(element, createEvent('InputEvent', 'input', init));
  return true;
}
