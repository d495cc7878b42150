/**
 * States and values of elements: checked, expanded, disabled, value and the rest, by HTML and by ARIA.
 */
import { documentState, elementState, inputValue, isChecked, isSelected } from '../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  hasAttribute,
  isElement,
  isText,
  parentElement,
} from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import { cleanText, shorten } from './page-text.ts';
import { inputType, isTextField } from './role.ts';
import type { SpatialElement } from './spatial-dom.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type States = Mutable<Omit<SpatialElement, 'id' | 'tag' | 'b'>>;

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
  if (isDisabled(element)) into.disabled = true;
  if (documentState(document).focused === element) into.focused = true;
}

function addControlStates(element: DomElement, into: States): void {
  switch (element.localName) {
    case 'input':
      addInputStates(element, into);
      break;
    case 'textarea': {
      const value = elementState(element).value ?? textContent(element);
      if (value !== '') into.val = shorten(cleanText(value), LIMITS.emittedValueLength);
      break;
    }
    case 'select':
      addSelectStates(element, into);
      break;
    case 'option':
      if (isSelected(element)) into.selected = true;
      break;
    case 'details':
      into.expanded = hasAttribute(element, 'open');
      break;
    case 'summary': {
      const parent = parentElement(element);
      if (parent?.localName === 'details') into.expanded = hasAttribute(parent, 'open');
      break;
    }
  }
  if (hasAttribute(element, 'required') && (isTextField(element) || element.localName !== 'input')) {
    if (DISABLEABLE.has(element.localName)) into.required = true;
  }
  if (hasAttribute(element, 'readonly') && isTextField(element)) into.readonly = true;
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
    case 'file':
      break;
    default: {
      const value = inputValue(input);
      if (value !== '') into.val = shorten(cleanText(value), LIMITS.emittedValueLength);
    }
  }
  const placeholder = cleanText(attribute(input, 'placeholder') ?? '');
  if (placeholder !== '') into.ph = shorten(placeholder, LIMITS.emittedTextLength);
}

function addSelectStates(select: DomElement, into: States): void {
  const options = optionsOf(select);
  const chosen = options.filter(isSelected);
  const isMultiple = hasAttribute(select, 'multiple');
  const shown = isMultiple ? chosen : [chosen.at(-1) ?? options.find((each) => !isDisabled(each)) ?? options[0]];
  const value = shown
    .filter((each) => each !== undefined)
    .map(optionLabel)
    .join(', ');
  if (value !== '') into.val = shorten(value, LIMITS.emittedValueLength);
  if (options.length > 0) into.options = options.slice(0, LIMITS.emittedOptions).map(optionLabel);
}

export function optionsOf(select: DomElement): DomElement[] {
  const options: DomElement[] = [];
  for (let node = firstChild(select); node !== null; node = following(node, select)) {
    if (isElement(node) && node.localName === 'option') options.push(node);
  }
  return options;
}

export function optionLabel(option: DomElement): string {
  return cleanText(attribute(option, 'label') ?? textContent(option));
}

function textContent(root: DomElement): string {
  let text = '';
  for (let node = firstChild(root); node !== null; node = following(node, root)) {
    if (isText(node)) text += characterData(node);
  }
  return text;
}

/** HTML §4.10.19.5: disabled by its own attribute, or by a fieldset around it (but not inside its first legend). */
export function isDisabled(element: DomElement): boolean {
  if (attribute(element, 'aria-disabled') === 'true') return true;
  if (!DISABLEABLE.has(element.localName)) return false;
  if (hasAttribute(element, 'disabled')) return true;
  let child = element;
  for (let parent = parentElement(element); parent !== null; parent = parentElement(parent)) {
    if (parent.localName === 'fieldset' && hasAttribute(parent, 'disabled')) {
      if (!(child.localName === 'legend' && isFirstLegend(child, parent))) return true;
    }
    child = parent;
  }
  return false;
}

function isFirstLegend(legend: DomElement, fieldset: DomElement): boolean {
  for (let node = firstChild(fieldset); node !== null; node = following(node, fieldset)) {
    if (isElement(node) && node.localName === 'legend') return node === legend;
  }
  return false;
}

function addAriaStates(element: DomElement, into: States): void {
  const tristate = (name: string): boolean | 'mixed' | undefined => {
    const value = attribute(element, name);
    if (value === 'mixed') return 'mixed';
    return value === 'true' ? true : value === 'false' ? false : undefined;
  };
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
  const invalid = attribute(element, 'aria-invalid');
  if (invalid !== null && invalid !== '' && invalid !== 'false') into.invalid = true;
  const current = attribute(element, 'aria-current');
  if (current !== null && current !== '' && current !== 'false') into.current = shorten(cleanText(current), 40);
}
