/**
 * What selectors ask about form controls: disabled, checked, editable, valid.
 *
 * In:  an element and the state recorded on it (node-state.ts).
 * Out: yes or no, as the pseudo-classes of HTML define it.
 *
 * HTML §4.16.3 https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { elementState, inputValue, isChecked, isSelected } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstElementChild,
  following,
  hasAttribute,
  isElement,
  isHtml,
  isText,
  nextElementSibling,
  parentElement,
} from '../../html/node-tree.ts';
import { asciiLower } from '../code-points.ts';

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);
const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'month', 'week', 'time', 'datetime-local']);
const OTHER_TYPES: ReadonlySet<string> = new Set(
  'hidden range color checkbox radio file submit image reset button'.split(' '),
);
const BUTTON_TYPES: ReadonlySet<string> = new Set(['submit', 'image', 'reset', 'button']);

/** The state of an input's type attribute; unknown types are 'text'. */
export function inputType(input: DomNode): string {
  const type = asciiLower(attribute(input, 'type') ?? 'text');
  return TEXT_TYPES.has(type) || DATE_TYPES.has(type) || OTHER_TYPES.has(type) ? type : 'text';
}

export function isControl(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  switch (element[LOCAL_NAME]) {
    case 'button':
    case 'input':
    case 'select':
    case 'textarea':
    case 'fieldset':
    case 'optgroup':
    case 'option':
      return true;
    default:
      return elementState(element).formAssociated === true;
  }
}

/** HTML: "actually disabled". */
export function isDisabled(element: DomElement): boolean {
  if (!isControl(element)) return false;
  if (hasAttribute(element, 'disabled')) return true;
  if (element[LOCAL_NAME] === 'optgroup' || element[LOCAL_NAME] === 'option') {
    const select = closestNamed(element, 'select');
    return isDisabledOption(element) || (select !== null && isDisabled(select));
  }
  return isInDisabledFieldset(element);
}

/** HTML: an option that cannot be chosen, whatever its select is. */
function isDisabledOption(option: DomElement): boolean {
  if (hasAttribute(option, 'disabled')) return true;
  const parent = parentElement(option);
  return parent !== null && parent[LOCAL_NAME] === 'optgroup' && hasAttribute(parent, 'disabled');
}

/** In a disabled fieldset, but not in its first legend. */
function isInDisabledFieldset(element: DomElement): boolean {
  let child: DomElement = element;
  for (let at = parentElement(element); at !== null; at = parentElement(at)) {
    // Faster: of what is no legend nobody needs to know the first.
    const isFirst = child[LOCAL_NAME] === 'legend' && at[LOCAL_NAME] === 'fieldset' && child === firstLegend(at);
    if (at[LOCAL_NAME] === 'fieldset' && hasAttribute(at, 'disabled') && !isFirst) return true;
    child = at;
  }
  return false;
}

function firstLegend(fieldset: DomElement): DomElement | null {
  let child = firstElementChild(fieldset);
  while (child !== null && child[LOCAL_NAME] !== 'legend') child = nextElementSibling(child);
  return child;
}

export function isCheckedControl(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  if (element[LOCAL_NAME] === 'input') {
    const type = inputType(element);
    return (type === 'checkbox' || type === 'radio') && isChecked(element);
  }
  return element[LOCAL_NAME] === 'option' && isShownOption(element);
}

/** Selected by markup or user, or the first one that can be when a drop-down has no other. */
function isShownOption(option: DomElement): boolean {
  if (isSelected(option)) return true;
  if (elementState(option).selected !== undefined || isDisabledOption(option)) return false;
  const select = closestNamed(option, 'select');
  if (select === null || hasAttribute(select, 'multiple')) return false;
  if (Number(attribute(select, 'size') ?? '1') > 1) return false;
  for (let at = following(select, select); at !== null; at = following(at, select)) {
    if (!isElement(at) || at[LOCAL_NAME] !== 'option') continue;
    if (isSelected(at)) return false;
    if (!isDisabledOption(at)) return at === option && !hasLaterSelected(at, select);
  }
  return false;
}

function hasLaterSelected(option: DomElement, select: DomElement): boolean {
  for (let at = following(option, select); at !== null; at = following(at, select)) {
    if (isElement(at) && at[LOCAL_NAME] === 'option' && isSelected(at)) return true;
  }
  return false;
}

export function isIndeterminate(element: DomElement, document: DomNode): boolean {
  if (!isHtml(element)) return false;
  if (element[LOCAL_NAME] === 'progress') return !hasAttribute(element, 'value');
  if (element[LOCAL_NAME] !== 'input') return false;
  const type = inputType(element);
  if (type === 'checkbox') return elementState(element).indeterminate === true;
  return type === 'radio' && !hasCheckedInGroup(element, document);
}

function hasCheckedInGroup(radio: DomElement, document: DomNode): boolean {
  if (isChecked(radio)) return true;
  const name = attribute(radio, 'name') ?? '';
  if (name === '') return false;
  const root = closestNamed(radio, 'form') ?? document;
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    const isPeer = isElement(at) && at[LOCAL_NAME] === 'input' && inputType(at) === 'radio';
    if (isPeer && attribute(at, 'name') === name && isChecked(at)) return true;
  }
  return false;
}

/** ':default': what a form starts with, and the button that Enter presses. */
export function isDefault(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  switch (element[LOCAL_NAME]) {
    case 'option':
      return hasAttribute(element, 'selected');
    case 'input': {
      const type = inputType(element);
      if (type === 'checkbox' || type === 'radio') return hasAttribute(element, 'checked');
      return isDefaultButton(element);
    }
    case 'button':
      return isDefaultButton(element);
    default:
      return false;
  }
}

function isDefaultButton(button: DomElement): boolean {
  const form = closestNamed(button, 'form');
  if (form === null || !isSubmitButton(button)) return false;
  for (let at = following(form, form); at !== null; at = following(at, form)) {
    if (isElement(at) && isSubmitButton(at)) return at === button;
  }
  return false;
}

function isSubmitButton(element: DomElement): boolean {
  if (element[LOCAL_NAME] === 'input') return inputType(element) === 'submit' || inputType(element) === 'image';
  if (element[LOCAL_NAME] !== 'button') return false;
  const type = asciiLower(attribute(element, 'type') ?? 'submit');
  return type !== 'button' && type !== 'reset';
}

/** The user could type in it: text controls that are neither disabled nor read-only, and editable elements. */
export function isReadWrite(element: DomElement): boolean {
  if (isHtml(element) && (element[LOCAL_NAME] === 'textarea' || element[LOCAL_NAME] === 'input')) {
    const type = element[LOCAL_NAME] === 'input' ? inputType(element) : 'text';
    const takesText = TEXT_TYPES.has(type) || DATE_TYPES.has(type);
    return takesText && !hasAttribute(element, 'readonly') && !isDisabled(element);
  }
  return isEditable(element);
}

function isEditable(element: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at)) {
    const editable = attribute(at, 'contenteditable');
    if (editable !== null) return asciiLower(editable) !== 'false';
  }
  return false;
}

/** The text of a textarea or input as the user sees it. */
export function controlValue(control: DomElement): string {
  if (control[LOCAL_NAME] !== 'textarea') return inputValue(control);
  const typed = elementState(control).value;
  if (typed !== undefined) return typed;
  let text = '';
  for (let at = following(control, control); at !== null; at = following(at, control)) {
    if (isText(at)) text += characterData(at);
  }
  return text;
}

/** Whether the control is of a kind that shows a placeholder, has one, and is empty. */
export function isPlaceholderShown(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  const isText =
    element[LOCAL_NAME] === 'textarea' || (element[LOCAL_NAME] === 'input' && TEXT_TYPES.has(inputType(element)));
  return isText && hasAttribute(element, 'placeholder') && controlValue(element) === '';
}

export function isRequired(element: DomElement): boolean {
  return hasAttribute(element, 'required') && canBeRequired(element);
}

/** As in Chrome, every control that is not required, also a button. */
export function isOptional(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  switch (element[LOCAL_NAME]) {
    case 'button':
    case 'input':
    case 'select':
    case 'textarea':
      return !isRequired(element);
    default:
      return false;
  }
}

/** Controls to which 'required' applies. */
function canBeRequired(element: DomElement): boolean {
  if (!isHtml(element)) return false;
  if (element[LOCAL_NAME] === 'select' || element[LOCAL_NAME] === 'textarea') return true;
  if (element[LOCAL_NAME] !== 'input') return false;
  const type = inputType(element);
  return type !== 'hidden' && type !== 'range' && type !== 'color' && !BUTTON_TYPES.has(type);
}

export function closestNamed(element: DomElement, name: string): DomElement | null {
  let at = parentElement(element);
  while (at !== null && at[LOCAL_NAME] !== name) at = parentElement(at);
  return at;
}
