/**
 * Constraint validation, as far as ':valid', ':invalid', ':in-range' and ':out-of-range' show it.
 *
 * In:  a control, form or fieldset. Out: whether it satisfies its constraints; `null` when none apply to it.
 *
 * HTML §4.10.20 https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { elementState, inputValue, isChecked } from '../../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  following,
  hasAttribute,
  isElement,
  isHtml,
} from '../../html/node-tree.ts';
import { closestNamed, controlValue, inputType, isCheckedControl, isDisabled, isRequired } from './form-state.ts';

/** An address as HTML's own pattern has it, without its length limits. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i;
const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\S+$/i;
/** Types of input with a minimum and a maximum. */
const RANGED: ReadonlySet<string> = new Set(['number', 'range', 'date', 'month', 'week', 'time', 'datetime-local']);
/** A pattern that is longer is not tried: it comes from the page, and a regular expression can take very long. */
const MAX_CHECKED_VALUE = 1000;

export function isValid(element: DomElement, document: DomNode): boolean | null {
  if (!isHtml(element)) return null;
  switch (element[LOCAL_NAME]) {
    case 'form':
    case 'fieldset':
      return !hasInvalidControl(element, document);
    case 'input':
    case 'select':
    case 'textarea':
      return isCandidate(element) ? !hasOwnMessage(element) && satisfiesConstraints(element, document) : null;
    case 'button':
      return isCandidate(element) ? !hasOwnMessage(element) : null;
    default: {
      const { formAssociated, invalid } = elementState(element);
      return formAssociated === true && !isDisabled(element) ? invalid !== true : null;
    }
  }
}

/** setCustomValidity() with a text. */
function hasOwnMessage(control: DomElement): boolean {
  return elementState(control).invalid === true;
}

function hasInvalidControl(container: DomElement, document: DomNode): boolean {
  for (let at = following(container, container); at !== null; at = following(at, container)) {
    if (!isElement(at) || at[LOCAL_NAME] === 'fieldset' || at[LOCAL_NAME] === 'form') continue;
    if (isValid(at, document) === false) return true;
  }
  return false;
}

/** Barred from validation: disabled, read-only, hidden, and buttons that do not submit. */
function isCandidate(control: DomElement): boolean {
  if (isDisabled(control) || closestNamed(control, 'datalist') !== null) return false;
  if (control[LOCAL_NAME] === 'button') return (attribute(control, 'type') ?? 'submit').toLowerCase() === 'submit';
  if (control[LOCAL_NAME] === 'select') return true;
  if (control[LOCAL_NAME] === 'textarea') return !hasAttribute(control, 'readonly');
  const type = inputType(control);
  if (type === 'hidden' || type === 'reset' || type === 'button' || type === 'image') return false;
  return !hasAttribute(control, 'readonly');
}

function satisfiesConstraints(control: DomElement, document: DomNode): boolean {
  if (isMissing(control, document)) return false;
  if (control[LOCAL_NAME] !== 'input') return true;
  const value = inputValue(control);
  if (value === '') return true;
  const type = inputType(control);
  if (type === 'email' && !emailsMatch(control, value)) return false;
  if (type === 'url' && !ABSOLUTE_URL.test(value)) return false;
  if (isInRange(control) === false || isOffStep(control)) return false;
  return matchesPattern(control, value);
}

function isMissing(control: DomElement, document: DomNode): boolean {
  if (!isRequired(control)) return false;
  if (control[LOCAL_NAME] === 'select') return selectedValue(control) === '';
  if (control[LOCAL_NAME] === 'textarea') return controlValue(control) === '';
  const type = inputType(control);
  if (type === 'checkbox') return !isChecked(control);
  if (type === 'radio') return !groupHasChecked(control, document);
  return inputValue(control) === '';
}

function selectedValue(select: DomElement): string {
  for (let at = following(select, select); at !== null; at = following(at, select)) {
    if (isElement(at) && at[LOCAL_NAME] === 'option' && isCheckedControl(at)) return attribute(at, 'value') ?? 'text';
  }
  return '';
}

function groupHasChecked(radio: DomElement, document: DomNode): boolean {
  const name = attribute(radio, 'name') ?? '';
  if (name === '' || isChecked(radio)) return isChecked(radio);
  const root = closestNamed(radio, 'form') ?? document;
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (isElement(at) && at[LOCAL_NAME] === 'input' && attribute(at, 'name') === name && isChecked(at)) return true;
  }
  return false;
}

function emailsMatch(control: DomElement, value: string): boolean {
  const addresses = hasAttribute(control, 'multiple') ? value.split(',') : [value];
  return addresses.every((address) => EMAIL.test(address.trim()));
}

// Secure: the page's pattern is not run; a regular expression of the page's choosing could take for ever. Only patterns
// made of one class and a count are understood, which are the common ones; others count as matched.
function matchesPattern(control: DomElement, value: string): boolean {
  const pattern = attribute(control, 'pattern');
  if (pattern === null || value.length > MAX_CHECKED_VALUE) return true;
  const simple = /^(\[[\w\s.@-]+\]|\\d|\\w|\.)(\+|\*|\{(\d{1,4})(,(\d{1,4})?)?\})$/.exec(pattern);
  if (simple === null) return true;
  return new RegExp(`^(?:${pattern})$`).test(value);
}

/** Whether a number or date lies between its limits, if it has any; `null` when it can have none. */
export function isInRange(element: DomElement): boolean | null {
  if (!isHtml(element) || element[LOCAL_NAME] !== 'input' || !isCandidate(element)) return null;
  const type = inputType(element);
  if (!RANGED.has(type)) return null;
  const min = limit(type, attribute(element, 'min'));
  const max = limit(type, attribute(element, 'max'));
  const value = limit(type, inputValue(element));
  if (value === null) return true;
  return (min === null || value >= min) && (max === null || value <= max);
}

function limit(type: string, text: string | null): number | string | null {
  if (text === null || text === '') return null;
  switch (type) {
    case 'number': {
      const number = Number(text);
      return Number.isFinite(number) ? number : null;
    }
    // Dates and times are written so that text order is their order.
    case 'date':
    case 'month':
    case 'week':
    case 'time':
    case 'datetime-local':
      return /^\d{4,}-(W?\d\d)|^\d\d:\d\d/.test(text) ? text : null;
    // What a slider is set to has been brought between its limits.
    default:
      return null;
  }
}

function isOffStep(control: DomElement): boolean {
  if (inputType(control) !== 'number') return false;
  const step = attribute(control, 'step') ?? '1';
  if (step === 'any') return false;
  const size = Number(step) > 0 ? Number(step) : 1;
  const base = Number(attribute(control, 'min') ?? attribute(control, 'value') ?? '0');
  const value = Number(inputValue(control));
  if (!Number.isFinite(value) || !Number.isFinite(base)) return false;
  const steps = (value - base) / size;
  return Math.abs(steps - Math.round(steps)) > 1e-6;
}
