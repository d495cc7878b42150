/**
 * Form controls: what they hold, which form they belong to, selects and their options.
 *
 * Values set by script or user stand in the element's state record (html/node-state.ts); until then the attributes
 * speak. That is HTML's dirty flags.
 *
 * HTML §4.10 https://html.spec.whatwg.org/#forms
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { elementState, inputValue, isChecked } from '../../html/node-state.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { append, asciiLower, type BareArray, bareArray, charCodeAt, hasWord, stringSlice } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { createTextNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { defineMembers } from './interfaces.ts';
import { copyNodes, liveCollection } from './node-list.ts';
import { textContentOf } from './node-members.ts';
import { replaceAll, rootOf } from './tree.ts';

const TYPES =
  ' hidden text search tel url email password date month week time datetime-local number range color checkbox radio ' +
  'file submit image reset button ';
const LISTED = ' button fieldset input object output select textarea ';

export function inputType(input: StoreNode): string {
  const type = asciiLower(attribute(input, 'type') ?? 'text');
  return hasWord(TYPES, type) ? type : 'text';
}

/** The text with every line end (CR LF, CR or LF) replaced. */
function withLineEnds(text: string, lineEnd: string): string {
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

/** The current value of an input, by the mode of its type. */
export function currentValue(input: StoreNode): string {
  switch (inputType(input)) {
    case 'checkbox':
    case 'radio':
      return attribute(input, 'value') ?? 'on';
    case 'hidden':
    case 'submit':
    case 'image':
    case 'reset':
    case 'button':
      return attribute(input, 'value') ?? '';
    case 'file':
      return '';
    default:
      return inputValue(input);
  }
}

export function setInputValue(input: PageNode, value: string): void {
  switch (inputType(input)) {
    case 'checkbox':
    case 'radio':
    case 'hidden':
    case 'submit':
    case 'image':
    case 'reset':
    case 'button':
      setAttributeValue(input, 'value', value);
      return;
    case 'file':
      return;
    default:
      // One line: line ends are taken out (HTML: value sanitization).
      stateOf(input).value = withLineEnds(value, '');
      markChanged();
  }
}

export function textAreaValue(element: StoreNode): string {
  return elementState(element).value ?? withLineEnds(textContentOf(element), '\n');
}

export function setControlValue(control: PageNode, value: string): void {
  if (control.localName === 'input') setInputValue(control, value);
  else {
    stateOf(control).value = withLineEnds(value, '\n');
    markChanged();
  }
}

export function setChecked(input: PageNode, checked: boolean): void {
  stateOf(input).checked = checked;
  if (checked && inputType(input) === 'radio') {
    const group = radioGroup(input);
    for (let at = 0; at < group.length; at++) if (group[at] !== input) stateOf(group[at]!).checked = false;
  }
  markChanged();
}

/** The other radio buttons with this name in the same form or tree. */
export function radioGroup(input: PageNode): BareArray<PageNode> {
  const name = attribute(input, 'name');
  const group = bareArray<PageNode>();
  if (name === null || name === '') return group;
  const root = rootOf(input);
  const form = formOf(input);
  for (let at = following(root, root) as StoreNode | null; at !== null; at = following(at, root) as StoreNode | null) {
    const isRadio = at.nodeType === 1 && at.localName === 'input' && inputType(at) === 'radio';
    if (isRadio && attribute(at, 'name') === name && formOf(at) === form) append(group, at as PageNode);
  }
  return group;
}

/** HTML: form owner. */
export function formOf(control: StoreNode): PageNode | null {
  const id = attribute(control, 'form');
  if (id !== null) {
    const root = rootOf(control as PageNode);
    for (
      let at = following(root, root) as StoreNode | null;
      at !== null;
      at = following(at, root) as StoreNode | null
    ) {
      if (at.nodeType === 1 && attribute(at, 'id') === id) return at.localName === 'form' ? (at as PageNode) : null;
    }
    return null;
  }
  for (let at = control.parentNode; at !== null; at = at.parentNode) if (at.localName === 'form') return at as PageNode;
  return null;
}

/** The listed elements of a form, in tree order; image buttons are not among them. */
export function formElements(form: PageNode): BareArray<PageNode> {
  const elements = bareArray<PageNode>();
  const root = rootOf(form);
  for (let at = following(root, root) as StoreNode | null; at !== null; at = following(at, root) as StoreNode | null) {
    if (at.nodeType !== 1 || !hasWord(LISTED, at.localName) || formOf(at) !== form) continue;
    if (at.localName !== 'input' || inputType(at) !== 'image') append(elements, at as PageNode);
  }
  return elements;
}

/** HTML: a control is disabled by itself or by a fieldset around it, except in that fieldset's first legend. */
export function isDisabled(control: StoreNode): boolean {
  if (hasAttribute(control, 'disabled')) return true;
  let inner = control;
  for (let at = control.parentNode; at !== null; at = at.parentNode) {
    if (at.localName === 'fieldset' && hasAttribute(at, 'disabled') && inner.localName !== 'legend') return true;
    inner = at;
  }
  return false;
}

export function installFormControls(): void {
  for (const name of ['Input', 'Button', 'Select', 'TextArea', 'FieldSet', 'Output', 'Object', 'Label', 'Legend']) {
    defineMembers<PageNode>(`HTML${name}Element`, {
      get form(): PageNode | null {
        return formOf(this);
      },
    });
  }
  defineMembers<PageNode>('HTMLInputElement', {
    get type(): string {
      return inputType(this);
    },
    set type(value: unknown) {
      setAttributeValue(this, 'type', `${value}`);
    },
    get value(): string {
      return currentValue(this);
    },
    set value(value: unknown) {
      setInputValue(this, value === null ? '' : `${value}`);
    },
    get valueAsNumber(): number {
      const value = currentValue(this);
      return value === '' ? Number.NaN : Number(value);
    },
    set valueAsNumber(value: unknown) {
      setInputValue(this, Number.isNaN(Number(value)) ? '' : `${Number(value)}`);
    },
    get checked(): boolean {
      return isChecked(this);
    },
    set checked(value: unknown) {
      setChecked(this, Boolean(value));
    },
    get indeterminate(): boolean {
      return elementState(this).indeterminate === true;
    },
    set indeterminate(value: unknown) {
      stateOf(this).indeterminate = Boolean(value);
      markChanged();
    },
    get labels(): object {
      return labelsOf(this);
    },
  });
  defineMembers<PageNode>('HTMLTextAreaElement', {
    get type(): string {
      return 'textarea';
    },
    get value(): string {
      return textAreaValue(this);
    },
    set value(value: unknown) {
      setControlValue(this, value === null ? '' : `${value}`);
    },
    get defaultValue(): string {
      return textContentOf(this);
    },
    set defaultValue(value: unknown) {
      replaceAll(this, createTextNode(this.ownerDocument!, `${value}`));
    },
    get textLength(): number {
      return textAreaValue(this).length;
    },
    get labels(): object {
      return labelsOf(this);
    },
  });
  defineMembers<PageNode>('HTMLLabelElement', {
    get control(): PageNode | null {
      return labeledControl(this);
    },
  });
  defineMembers<PageNode>('HTMLFormElement', {
    get elements(): object {
      return liveCollection((out) => copyNodes(formElements(this), out));
    },
    get length(): number {
      return formElements(this).length;
    },
    get action(): string {
      const { baseURI } = this as unknown as { baseURI: string };
      const value = attribute(this, 'action');
      return value === null || value === '' ? baseURI : value;
    },
    set action(value: unknown) {
      setAttributeValue(this, 'action', `${value}`);
    },
  });
}

const LABELABLE = ' button input meter output progress select textarea ';

/** The control that a label is for. */
export function labeledControl(label: PageNode): PageNode | null {
  const id = attribute(label, 'for');
  const root = id === null ? label : rootOf(label);
  for (let at = following(root, root) as StoreNode | null; at !== null; at = following(at, root) as StoreNode | null) {
    if (at.nodeType !== 1 || (id !== null && attribute(at, 'id') !== id)) continue;
    const isControl = hasWord(LABELABLE, at.localName) && !(at.localName === 'input' && inputType(at) === 'hidden');
    if (isControl) return at as PageNode;
    if (id !== null) return null;
  }
  return null;
}

export function labelsOf(control: PageNode): object {
  return liveCollection((out) => {
    const root = rootOf(control);
    for (let at = following(root, root); at !== null; at = following(at, root)) {
      if (at.nodeType === 1 && at.localName === 'label' && labeledControl(at as PageNode) === control) {
        append(out, at as PageNode);
      }
    }
  });
}
