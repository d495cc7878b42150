/**
 * What a form sends: the entry list, and its encodings.
 *
 * In:  a form and the button that was used. Out: names with values, after the formdata event.
 *
 * HTML §4.10.22.4 https://html.spec.whatwg.org/#constructing-the-form-data-set
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { isChecked } from '../html/node-state.ts';
import { attribute, type DomElement } from '../html/node-tree.ts';
import { directionality } from '../style/selector/directionality.ts';
import type { PageNode } from './dom/create-node.ts';
import { formControls, inputType, isDisabled, isOptionDisabled } from './dom/form-controls.ts';
import { currentValue, textAreaValue } from './dom/input-value.ts';
import { optionValue, selectedOptions } from './dom/select-control.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  hasWord,
  round,
  startsWith,
  toUpperCase,
  weakGet,
  weakSet,
} from './primordials.ts';

export interface FormEntry {
  readonly name: string;
  /** Text, or a File of the page. */
  readonly value: string | object;
}

/** Forms whose entry list is being made. */
const constructing = new WeakMap<PageNode, boolean>();

let makeData: (list: BareArray<FormEntry>) => object = () => ({});
let entriesOfData: (data: object) => BareArray<FormEntry> = () => bareArray();

export function setFormDataMaker(
  make: (list: BareArray<FormEntry>) => object,
  read: (data: object) => BareArray<FormEntry>,
): void {
  makeData = make;
  entriesOfData = read;
}

/** What file inputs and custom elements add; told by the files that know them. */
let filesOf: (input: PageNode) => BareArray<object> | null = () => null;
let customEntries: (element: PageNode, name: string, add: (entry: FormEntry) => void) => boolean = () => false;

let noFile: () => object | string = () => '';

export function setFileSource(source: (input: PageNode) => BareArray<object> | null, none: () => object): void {
  noFile = none;
  filesOf = source;
}

/** Form-associated custom elements: `true` when the element is one and has added what it has to. */
export function setCustomEntrySource(
  source: (element: PageNode, name: string, add: (entry: FormEntry) => void) => boolean,
): void {
  customEntries = source;
}

/** "constructing the entry list"; `null` while it is being made for the same form. */
export function constructEntryList(
  form: PageNode,
  submitter: PageNode | null,
  charset = 'utf-8',
): BareArray<FormEntry> | null {
  if (weakGet(constructing, form)) return null;
  weakSet(constructing, form, true);
  const list = bareArray<FormEntry>();
  const add = (entry: FormEntry): void => append(list, entry);
  const controls = formControls(form);
  usedCharset = charset;
  for (let at = 0; at < controls.length; at++) addEntries(controls[at]!, submitter, add);
  // Listeners see the entries and may change them.
  const formData = makeData(list);
  dispatchTrusted(form, createEvent('FormDataEvent', 'formdata', { bubbles: true, formData }));
  weakSet(constructing, form, false);
  const result = bareArray<FormEntry>();
  const final = entriesOfData(formData);
  for (let at = 0; at < final.length; at++) append(result, final[at]!);
  return result;
}

type Add = (entry: FormEntry) => void;

/** The encoding of the form whose entries are being made. */
let usedCharset = 'utf-8';

function addEntries(control: PageNode, submitter: PageNode | null, add: Add): void {
  if (isDisabled(control) || isInDatalist(control)) return;
  const name = attribute(control, 'name') ?? '';
  const isImage = control[LOCAL_NAME] === 'input' && inputType(control) === 'image';
  if (isImage) {
    if (control === submitter) addImage(name, add);
    return;
  }
  if (customEntries(control, name, add)) return;
  if (name === '') return;
  switch (control[LOCAL_NAME]) {
    case 'select': {
      const options = selectedOptions(control);
      for (let at = 0; at < options.length; at++) {
        if (!isOptionDisabled(options[at]!)) add({ name, value: optionValue(options[at]!) });
      }
      return;
    }
    case 'textarea':
      add({ name, value: textAreaValue(control) });
      addDirection(control, add);
      return;
    case 'button':
      if (control === submitter) add({ name, value: attribute(control, 'value') ?? '' });
      return;
    case 'input':
      addInput(control, name, submitter, add);
  }
}

/** Encoding §4.3: as the standard writes it. */
function encodingName(charset: string): string {
  const isUpper =
    hasWord(' utf-8 ibm866 gbk koi8-r koi8-u euc-jp euc-kr iso-2022-jp ', charset) || startsWith(charset, 'iso');
  if (isUpper) return toUpperCase(charset);
  return charset === 'big5' ? 'Big5' : charset === 'shift_jis' ? 'Shift_JIS' : charset;
}

function isInDatalist(control: PageNode): boolean {
  for (let at = control[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) if (at[LOCAL_NAME] === 'datalist') return true;
  return false;
}

function addImage(name: string, add: Add): void {
  const prefix = name === '' ? '' : `${name}.`;
  add({ name: `${prefix}x`, value: `${round(clicked.x)}` });
  add({ name: `${prefix}y`, value: `${round(clicked.y)}` });
}

/** Where an image button was clicked. */
let clicked = { x: 0, y: 0 };

export function noteImageClick(x: number, y: number): void {
  clicked = { x, y };
}

function addInput(input: PageNode, name: string, submitter: PageNode | null, add: Add): void {
  const type = inputType(input);
  switch (type) {
    case 'submit':
      if (input === submitter) add({ name, value: currentValue(input) });
      return;
    case 'button':
    case 'reset':
      return;
    case 'file': {
      const files = filesOf(input);
      for (let at = 0; files !== null && at < files.length; at++) add({ name, value: files[at]! });
      // No file is an empty one without a name.
      if (files === null || files.length === 0) add({ name, value: noFile() });
      return;
    }
    case 'checkbox':
    case 'radio':
      if (isChecked(input)) add({ name, value: currentValue(input) });
      return;
    case 'hidden':
      // HTML: a hidden field of this name says which encoding is used.
      add({ name, value: asciiLower(name) === '_charset_' ? encodingName(usedCharset) : currentValue(input) });
      addDirection(input, add);
      return;
    default:
      add({ name, value: currentValue(input) });
      addDirection(input, add);
  }
}

function addDirection(control: PageNode, add: Add): void {
  const name = attribute(control, 'dirname');
  if (name !== null && name !== '') add({ name, value: directionality(control as unknown as DomElement) });
}

export function isSubmitButton(element: PageNode): boolean {
  if (element[LOCAL_NAME] === 'button') {
    const type = asciiLower(attribute(element, 'type') ?? 'submit');
    return type !== 'button' && type !== 'reset';
  }
  if (element[LOCAL_NAME] !== 'input') return false;
  const type = inputType(element);
  return type === 'submit' || type === 'image';
}
