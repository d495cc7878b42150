/**
 * What inputs and text areas hold.
 *
 * Values set by script or user stand in the element's state record (html/node-state.ts); until then the attributes
 * speak. That is HTML's dirty flags. Every value that leaves here has been sanitized by its type.
 *
 * HTML §4.10.5.1, §4.10.5.4, §4.10.11 https://html.spec.whatwg.org/#value-sanitization-algorithm
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { elementState, inputValue, isChecked } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  firstChild,
  following,
  hasAttribute,
  isText,
  nextSibling,
} from '../../html/node-tree.ts';
import {
  asciiLower,
  charCodeAt,
  hasWord,
  isAsciiSpace,
  stringSlice,
  weakGet,
  weakHas,
  weakSet,
} from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { formatLocalDateTime, parseLocalDateTime } from './date-time.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { indexedWithName, isIndexed } from './element-index.ts';
import { stateOf } from './element-state.ts';
import { formOf, inputType, inputTypeOf, isRadio } from './form-controls.ts';
import { numberKind, sanitizeRange } from './input-number.ts';
import { rootOf } from './tree.ts';

/** How a type keeps its value (HTML §4.10.5.4). */
export type ValueMode = 'value' | 'default' | 'default/on' | 'filename';

export function valueMode(type: string): ValueMode {
  if (type === 'checkbox' || type === 'radio') return 'default/on';
  if (type === 'file') return 'filename';
  return hasWord(' hidden submit image reset button ', type) ? 'default' : 'value';
}

/** The text with every line end (CR LF, CR or LF) replaced. */
export function withLineEnds(text: string, lineEnd: string): string {
  let result = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code !== 0x0a && code !== 0x0d) continue;
    result += stringSlice(text, start, at) + lineEnd;
    if (code === 0x0d && at + 1 < text.length && charCodeAt(text, at + 1) === 0x0a) at++;
    start = at + 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/** Without ASCII white space around it. */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(charCodeAt(text, start))) start++;
  while (end > start && isAsciiSpace(charCodeAt(text, end - 1))) end--;
  return stringSlice(text, start, end);
}

function sanitizeEmails(text: string): string {
  let result = '';
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== ',') continue;
    result += `${start === 0 ? '' : ','}${stripped(stringSlice(text, start, at))}`;
    start = at + 1;
  }
  return result;
}

function isSimpleColor(text: string): boolean {
  if (text.length !== 7 || text[0] !== '#') return false;
  for (let at = 1; at < 7; at++) {
    const code = charCodeAt(text, at) | 0x20;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit && !(code >= 0x61 && code <= 0x66)) return false;
  }
  return true;
}

/** "value sanitization algorithm" */
export function sanitize(input: StoreNode, type: string, text: string): string {
  switch (type) {
    case 'text':
    case 'search':
    case 'tel':
    case 'password':
      return withLineEnds(text, '');
    case 'url':
      return stripped(withLineEnds(text, ''));
    case 'email':
      return hasAttribute(input, 'multiple') ? sanitizeEmails(text) : stripped(withLineEnds(text, ''));
    case 'datetime-local': {
      const parsed = parseLocalDateTime(text);
      return parsed === null ? '' : formatLocalDateTime(parsed);
    }
    case 'date':
    case 'month':
    case 'week':
    case 'time':
    case 'number':
      return numberKind(type)!.parse(text) === null ? '' : text;
    case 'range':
      return sanitizeRange(input, text);
    case 'color':
      return isSimpleColor(text) ? asciiLower(text) : '#000000';
    default:
      return text;
  }
}

/** The name of the first chosen file, for the value of a file input. Set by file-list.ts. */
let fileNameOf: (input: StoreNode) => string | null = () => null;
let clearFiles: (input: PageNode) => void = () => {};

export function setFileHooks(name: (input: StoreNode) => string | null, clear: (input: PageNode) => void): void {
  fileNameOf = name;
  clearFiles = clear;
}

/** The current value of an input, by the mode of its type. */
export function currentValue(input: StoreNode): string {
  const type = inputType(input);
  switch (valueMode(type)) {
    case 'default/on':
      return attribute(input, 'value') ?? 'on';
    case 'default':
      return attribute(input, 'value') ?? '';
    case 'filename': {
      const name = fileNameOf(input);
      return name === null ? '' : `C:\\fakepath\\${name}`;
    }
    case 'value':
      return sanitize(input, type, inputValue(input));
  }
}

/** Told when the text of a control changed by script: its selection goes to the end. Set by text-selection.ts. */
let valueReplaced: (control: PageNode) => void = () => {};

export function setValueHook(hook: (control: PageNode) => void): void {
  valueReplaced = hook;
}

export function setInputValue(input: PageNode, value: string): void {
  const type = inputType(input);
  switch (valueMode(type)) {
    case 'default/on':
    case 'default':
      setAttributeValue(input, 'value', value);
      return;
    case 'filename':
      if (value !== '') throw domException('InvalidStateError', 'A file input takes no value but the empty one.');
      clearFiles(input);
      return;
    case 'value': {
      const old = currentValue(input);
      const next = sanitize(input, type, value);
      stateOf(input).value = next;
      markChanged(input);
      if (next !== old) valueReplaced(input);
    }
  }
}

/** The text of the text nodes that are its children. */
export function childText(element: StoreNode): string {
  let text = '';
  for (let at = firstChild(element); at !== null; at = nextSibling(at)) if (isText(at)) text += characterData(at);
  return text;
}

export function textAreaValue(element: StoreNode): string {
  return elementState(element).value ?? withLineEnds(childText(element), '\n');
}

export function setControlValue(control: PageNode, value: string): void {
  if (control[LOCAL_NAME] === 'input') {
    setInputValue(control, value);
    return;
  }
  const old = textAreaValue(control);
  const next = withLineEnds(value, '\n');
  stateOf(control).value = next;
  markChanged(control);
  if (next !== old) valueReplaced(control);
}

const typedControls = new WeakMap<StoreNode, string>();

/** The user typed this: only then is its length held against it. */
export function setTypedValue(control: PageNode, value: string): void {
  setControlValue(control, value);
  weakSet(typedControls, control, controlText(control));
}

export function isTyped(control: StoreNode): boolean {
  return weakGet(typedControls, control) === controlText(control);
}

/** The text that a control of either kind shows. */
export function controlText(control: StoreNode): string {
  return control[LOCAL_NAME] === 'textarea' ? textAreaValue(control) : currentValue(control);
}

export function setChecked(input: PageNode, checked: boolean): void {
  stateOf(input).checked = checked;
  if (checked) uncheckOthers(input);
  markChanged();
}

/** HTML: of a radio group, at most one is checked. */
export function uncheckOthers(input: PageNode): void {
  if (inputType(input) !== 'radio') return;
  const name = attribute(input, 'name');
  if (name === null || name === '') return;
  const root = rootOf(input);
  const form = formOf(input);
  const uncheck = (other: StoreNode): void => {
    // Faster: hardly any is checked, and to look whether it is costs less than to look whose it is.
    if (other === input || !isChecked(other) || !isRadio(other) || attribute(other, 'name') !== name) return;
    if (rootOf(other as PageNode) === root && formOf(other) === form) stateOf(other as PageNode).checked = false;
  };
  if (isIndexed(root)) {
    const named = indexedWithName(name);
    for (let at = 0; at < named.length; at++) uncheck(named[at]!);
  } else for (let at = following(root, root); at !== null; at = following(at, root)) uncheck(at as StoreNode);
}

/** A radio button came, or got another name or type: if it is checked, it is the one. */
export function joinRadioGroup(input: PageNode): void {
  if (inputType(input) === 'radio' && isChecked(input)) uncheckOthers(input);
}

const formerPasswords = new WeakMap<StoreNode, true>();

/** Whether a field is one for a password, or was: pages turn them into others to show what is in them. */
export function isOrWasPassword(input: StoreNode): boolean {
  return inputType(input) === 'password' || weakHas(formerPasswords, input);
}

/** HTML §4.10.5: "when an input element's type attribute changes state". */
export function inputTypeChanged(input: PageNode, oldType: string): void {
  const type = inputType(input);
  if (type === oldType) return;
  if (oldType === 'password') weakSet(formerPasswords, input, true);
  const was = valueMode(oldType);
  const mode = valueMode(type);
  const { value } = elementState(input);
  if (was === 'value' && value !== undefined && value !== '' && (mode === 'default' || mode === 'default/on')) {
    setAttributeValue(input, 'value', value);
  }
  const state = stateOf(input);
  if (was === 'value' && mode !== 'value') delete state.value;
  else if (was !== 'value' && mode === 'value') delete state.value;
  else if (mode === 'value' && value !== undefined) state.value = sanitize(input, type, value);
  if (mode === 'filename') clearFiles(input);
  joinRadioGroup(input);
  markChanged();
}

/** Reset algorithm of inputs and text areas. */
export function resetControl(control: PageNode): void {
  const state = stateOf(control);
  delete state.value;
  delete state.checked;
  delete state.indeterminate;
  if (control[LOCAL_NAME] !== 'input') return;
  if (inputType(control) === 'file') clearFiles(control);
  joinRadioGroup(control);
}

/** An attribute that counts for what an input holds; `null` is absent. */
export function inputAttributeChanged(input: PageNode, name: string, old: string | null): void {
  if (name === 'type') inputTypeChanged(input, inputTypeOf(old));
  else if (name === 'name' || name === 'form' || name === 'checked') joinRadioGroup(input);
}

/** Puts a boolean attribute on or takes it off. */
export function setFlag(element: PageNode, name: string, value: unknown): void {
  if (!value) removeAttributeValue(element, name);
  else if (!hasAttribute(element, name)) setAttributeValue(element, name, '');
}
