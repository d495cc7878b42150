/**
 * States and values of elements: checked, expanded, disabled, value and the rest, by HTML and by ARIA.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { documentState, elementState, inputValue, isChecked, isSelected, textAreaValue } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  hasAnyAttribute,
  hasAttribute,
  isElement,
  parentElement,
} from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import { isValid } from '../style/selector/form-validity.ts';
import { cleanText, shorten } from './page-text.ts';
import { inputType, isTextField } from './role.ts';
import { isListBox, optionLabel, optionsOf, shownOptions } from './select-options.ts';
import type { SpatialElement } from './spatial-dom.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type States = Mutable<SpatialElement>;

const DISABLEABLE: ReadonlySet<string> = new Set([
  'button',
  'fieldset',
  'input',
  'optgroup',
  'option',
  'select',
  'textarea',
]);

/** Writes the states that say something into `into`. */
export function addStates(element: DomElement, document: DomNode, into: States): void {
  addControlStates(element, into);
  addAriaStates(element, into);
  if (isInvalid(element, document)) into.invalid = true;
  if (isDisabled(element)) into.disabled = true;
  if (documentState(document).focused === element) into.focused = true;
}

function addControlStates(element: DomElement, into: States): void {
  switch (element[LOCAL_NAME]) {
    case 'input':
      addInputStates(element, into);
      break;
    case 'textarea': {
      const value = textAreaValue(element);
      if (value !== '') into.val = shorten(cleanText(value), LIMITS.emittedValueLength);
      break;
    }
    case 'select':
      addSelectStates(element, into);
      break;
    case 'meter':
    case 'progress':
      addRange(element, into, 'min', 'max', 'value');
      break;
    case 'option':
      if (isSelected(element)) into.selected = true;
      break;
    case 'details':
      into.expanded = hasAttribute(element, 'open');
      break;
    case 'summary': {
      const parent = parentElement(element);
      if (parent?.[LOCAL_NAME] === 'details') into.expanded = hasAttribute(parent, 'open');
      break;
    }
  }
  if (!DISABLEABLE.has(element[LOCAL_NAME])) return;
  if ((isTextField(element) || element[LOCAL_NAME] !== 'input') && hasAttribute(element, 'required')) {
    into.required = true;
  }
  if (!isTextField(element)) return;
  if (hasAttribute(element, 'readonly')) into.readonly = true;
  const placeholder = cleanText(attribute(element, 'placeholder') ?? '');
  if (placeholder !== '') into.ph = shorten(placeholder, LIMITS.emittedTextLength);
}

function addInputStates(input: DomElement, into: States): void {
  const type = inputType(input);
  if (type !== 'text') into.type = type;
  switch (type) {
    case 'checkbox':
    case 'radio':
      into.checked = elementState(input).indeterminate === true ? 'mixed' : isChecked(input);
      if (hasAttribute(input, 'required')) into.required = true;
      break;
    case 'password':
      // Secure: what is in a password field is never told, not even its length.
      break;
    case 'submit':
    case 'reset':
    case 'button':
    case 'image':
      break;
    case 'file': {
      const names = shorten(cleanText(elementState(input).files ?? ''), LIMITS.emittedValueLength);
      if (names !== '') into.val = names;
      break;
    }
    case 'number':
    case 'range':
      addRange(input, into, 'min', 'max', null);
      into.val = shorten(cleanText(inputValue(input)), LIMITS.emittedValueLength);
      if (into.val === '') delete into.val;
      break;
    default: {
      const value = inputValue(input);
      if (value !== '') into.val = shorten(cleanText(value), LIMITS.emittedValueLength);
    }
  }
}

/** Lowest, highest and current value, by the attributes that say them. */
function addRange(element: DomElement, into: States, min: string, max: string, value: string | null): void {
  const numberOf = (name: string): number | undefined => {
    const text = attribute(element, name);
    const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) ? number : undefined;
  };
  const lowest = numberOf(min);
  const highest = numberOf(max);
  if (lowest !== undefined) into.min = lowest;
  if (highest !== undefined) into.max = highest;
  const current = value === null ? undefined : numberOf(value);
  if (current !== undefined) into.val = String(current);
}

function addSelectStates(select: DomElement, into: States): void {
  const value = shownOptions(select).map(optionLabel).join(', ');
  if (value !== '') into.val = shorten(value, LIMITS.emittedValueLength);
  // The options of a list box are elements of their own.
  if (isListBox(select)) return;
  const options = optionsOf(select);
  if (options.length > 0) into.options = options.slice(0, LIMITS.emittedOptions).map(shortLabel);
}

function shortLabel(option: DomElement): string {
  return shorten(optionLabel(option), LIMITS.emittedOptionLength);
}

/** HTML §4.10.19.5: disabled by its own attribute, or by a fieldset around it (but not inside its first legend). */
export function isDisabled(element: DomElement): boolean {
  if (attribute(element, 'aria-disabled') === 'true') return true;
  if (!DISABLEABLE.has(element[LOCAL_NAME])) return false;
  if (hasAttribute(element, 'disabled')) return true;
  let child = element;
  for (let parent = parentElement(element); parent !== null; parent = parentElement(parent)) {
    if (parent[LOCAL_NAME] === 'fieldset' && hasAttribute(parent, 'disabled')) {
      if (!(child[LOCAL_NAME] === 'legend' && isFirstLegend(child, parent))) return true;
    }
    child = parent;
  }
  return false;
}

function isFirstLegend(legend: DomElement, fieldset: DomElement): boolean {
  for (let node = firstChild(fieldset); node !== null; node = following(node, fieldset)) {
    if (isElement(node) && node[LOCAL_NAME] === 'legend') return node === legend;
  }
  return false;
}

/** What the author says, else what constraint validation does. As in Chrome, a text field is not wrong while it is empty. */
function isInvalid(element: DomElement, document: DomNode): boolean {
  const told = attribute(element, 'aria-invalid') ?? '';
  if (told !== '') return told.toLowerCase() !== 'false';
  if (!FIELDS.has(element[LOCAL_NAME]) || isValid(element, document) !== false) return false;
  if (!isTextField(element)) return true;
  return (element[LOCAL_NAME] === 'textarea' ? textAreaValue(element) : inputValue(element)) !== '';
}

const FIELDS: ReadonlySet<string> = new Set(['button', 'input', 'select', 'textarea']);

const ARIA_STATES: ReadonlySet<string> = new Set(
  'valuenow checked pressed expanded selected required readonly current'.split(' ').map((name) => `aria-${name}`),
);

function addAriaStates(element: DomElement, into: States): void {
  if (!hasAnyAttribute(element, ARIA_STATES)) return;
  const tristate = (name: string): boolean | 'mixed' | undefined => {
    const value = attribute(element, name);
    if (value === 'mixed') return 'mixed';
    return value === 'true' ? true : value === 'false' ? false : undefined;
  };
  if (hasAttribute(element, 'aria-valuenow')) {
    addRange(element, into, 'aria-valuemin', 'aria-valuemax', 'aria-valuenow');
    const words = cleanText(attribute(element, 'aria-valuetext') ?? '');
    if (words !== '') into.val = shorten(words, LIMITS.emittedValueLength);
  }
  const checked = tristate('aria-checked');
  if (checked !== undefined && into.checked === undefined) into.checked = checked;
  const pressed = tristate('aria-pressed');
  if (pressed !== undefined) into.pressed = pressed;
  const expanded = tristate('aria-expanded');
  if (expanded === true || expanded === false) into.expanded = expanded;
  const selected = tristate('aria-selected');
  if (selected === true || selected === false) into.selected = selected;
  if (attribute(element, 'aria-required') === 'true') into.required = true;
  if (attribute(element, 'aria-readonly') === 'true') into.readonly = true;
  const current = attribute(element, 'aria-current');
  if (current !== null && current !== '' && current !== 'false') into.current = shorten(cleanText(current), 40);
}
