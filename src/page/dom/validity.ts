/**
 * Constraint validation: which constraints a control does not satisfy.
 *
 * In:  a control. Out: flags, and what to tell the user.
 *
 * HTML §4.10.20.1, §4.10.20.2 https://html.spec.whatwg.org/#constraints
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { isChecked } from '../../html/node-state.ts';
import { attribute, firstElementChild, hasAttribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { apply, asciiLower, hasWord, weakGet, weakSet } from '../primordials.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { inputType, isDisabled, radioGroup } from './form-controls.ts';
import { isOffStep, leadingNumber, maximumOf, minimumOf, numberKind, stepBaseOf, stepOf } from './input-number.ts';
import { controlText, currentValue, isTyped } from './input-value.ts';
import { optionsOf, optionValue, selectedIndex } from './select-control.ts';

export const VALIDITY_FLAGS = [
  'valueMissing',
  'typeMismatch',
  'patternMismatch',
  'tooLong',
  'tooShort',
  'rangeUnderflow',
  'rangeOverflow',
  'stepMismatch',
  'badInput',
  'customError',
] as const;
export type ValidityFlag = (typeof VALIDITY_FLAGS)[number];

const CANDIDATES = ' button input select textarea ';
const LENGTH_TYPES = ' text search url tel email password ';
/** Types of input that cannot be required. */
const NEVER_REQUIRED = ' hidden range color submit image reset button ';
const PATTERN_TYPES = LENGTH_TYPES;

const messages = new WeakMap<StoreNode, string>();

/** What custom elements say of themselves (ElementInternals); `null` for all other elements. */
export interface CustomValidity {
  readonly flags: (element: StoreNode) => Readonly<Partial<Record<ValidityFlag, boolean>>> | null;
  readonly message: (element: StoreNode) => string;
}
let custom: CustomValidity = { flags: () => null, message: () => '' };

export function setCustomElementValidity(source: CustomValidity): void {
  custom = source;
}

export function customMessage(control: StoreNode): string {
  return weakGet(messages, control) ?? '';
}

export function setCustomMessage(control: PageNode, message: string): void {
  weakSet(messages, control, message);
  stateOf(control).invalid = message !== '';
  markChanged();
}

/** HTML: not "barred from constraint validation". */
export function willValidate(control: StoreNode): boolean {
  if (!isHtmlElement(control)) return false;
  const name = control[LOCAL_NAME];
  if (!hasWord(CANDIDATES, name)) return custom.flags(control) !== null && !isDisabled(control);
  if (isDisabled(control) || isInDatalist(control)) return false;
  if (name === 'button') {
    const type = asciiLower(attribute(control, 'type') ?? 'submit');
    return type !== 'reset' && type !== 'button';
  }
  if (name === 'select') return true;
  if (name === 'input' && hasWord(' hidden reset button ', inputType(control))) return false;
  return !hasAttribute(control, 'readonly') || (name === 'input' && !takesReadOnly(inputType(control)));
}

function takesReadOnly(type: string): boolean {
  return !hasWord(' range color checkbox radio file submit image ', type);
}

function isInDatalist(control: StoreNode): boolean {
  for (let at = control[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) if (at[LOCAL_NAME] === 'datalist') return true;
  return false;
}

/** Whether a control suffers from this; asked also of controls that will not be validated. */
export function suffersFrom(control: PageNode, flag: ValidityFlag): boolean {
  if (flag === 'customError' && customMessage(control) !== '') return true;
  const own = custom.flags(control);
  if (own !== null) return own[flag] === true;
  switch (control[LOCAL_NAME]) {
    case 'input':
      return inputSuffersFrom(control, flag);
    case 'textarea':
      if (flag === 'valueMissing') return isMissing(control, controlText(control));
      return lengthMismatch(control, flag);
    case 'select':
      return flag === 'valueMissing' && isSelectMissing(control);
    default:
      return false;
  }
}

function inputSuffersFrom(input: PageNode, flag: ValidityFlag): boolean {
  const type = inputType(input);
  const value = currentValue(input);
  switch (flag) {
    case 'valueMissing':
      return isInputMissing(input, type, value);
    case 'typeMismatch':
      return value !== '' && isTypeMismatch(input, type, value);
    case 'patternMismatch':
      return hasWord(PATTERN_TYPES, type) && value !== '' && isPatternMismatch(input, type, value);
    case 'tooLong':
    case 'tooShort':
      return hasWord(LENGTH_TYPES, type) && lengthMismatch(input, flag);
    case 'rangeUnderflow':
    case 'rangeOverflow':
    case 'stepMismatch':
      return isNumberMismatch(input, type, value, flag);
    // What a user typed and the type cannot hold never becomes the value here.
    case 'badInput':
    case 'customError':
      return false;
  }
}

function isMutable(control: StoreNode): boolean {
  return !isDisabled(control) && !hasAttribute(control, 'readonly');
}

function isMissing(control: StoreNode, value: string): boolean {
  return hasAttribute(control, 'required') && isMutable(control) && value === '';
}

function isInputMissing(input: PageNode, type: string, value: string): boolean {
  if (hasWord(NEVER_REQUIRED, type)) return false;
  if (type === 'checkbox') return hasAttribute(input, 'required') && !isChecked(input);
  if (type === 'radio') return isRadioMissing(input);
  if (type === 'file') return hasAttribute(input, 'required') && value === '';
  return isMissing(input, value);
}

/** A group is required when one of its buttons is. */
function isRadioMissing(input: PageNode): boolean {
  let isRequired = hasAttribute(input, 'required');
  if (isChecked(input)) return false;
  const group = radioGroup(input);
  for (let at = 0; at < group.length; at++) {
    if (isChecked(group[at]!)) return false;
    if (hasAttribute(group[at]!, 'required')) isRequired = true;
  }
  return isRequired;
}

/** A select that only shows its placeholder option, or nothing. */
function isSelectMissing(select: PageNode): boolean {
  if (!hasAttribute(select, 'required')) return false;
  const options = optionsOf(select);
  const index = selectedIndex(select);
  if (index < 0) return true;
  const isMultiple = hasAttribute(select, 'multiple');
  const isList = isMultiple || Number(attribute(select, 'size') ?? 1) > 1;
  const isPlaceholder =
    index === 0 && options[0]![PARENT_NODE] === select && (firstElementChild(select) as unknown) === options[0];
  return !isList && isPlaceholder && optionValue(options[0]!) === '';
}

function isTypeMismatch(input: StoreNode, type: string, value: string): boolean {
  if (type === 'url') return askEngine((engine) => engine.resolveUrl(value, 'about:blank')) === null;
  if (type !== 'email') return false;
  if (!hasAttribute(input, 'multiple')) return !isEmail(value);
  const addresses = value.split(',');
  for (let at = 0; at < addresses.length; at++) if (!isEmail(addresses[at]!)) return true;
  return false;
}

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const { exec } = RegExp.prototype;
const CompiledPattern = RegExp;

function isEmail(text: string): boolean {
  return apply(exec, EMAIL, [text]) !== null;
}

/** The pattern is the page's, and so is the time that matching takes. */
function isPatternMismatch(input: StoreNode, type: string, value: string): boolean {
  const pattern = attribute(input, 'pattern');
  if (pattern === null) return false;
  const values = type === 'email' && hasAttribute(input, 'multiple') ? value.split(',') : [value];
  let compiled: RegExp;
  try {
    // By itself first: the text must not close the group that is put around it.
    new CompiledPattern(pattern, 'v');
    compiled = new CompiledPattern(`^(?:${pattern})$`, 'v');
  } catch {
    // HTML: a pattern that cannot be compiled constrains nothing.
    return false;
  }
  for (let at = 0; at < values.length; at++) if (apply(exec, compiled, [values[at]!]) === null) return true;
  return false;
}

function lengthMismatch(control: StoreNode, flag: ValidityFlag): boolean {
  if ((flag !== 'tooLong' && flag !== 'tooShort') || !isTyped(control)) return false;
  const text = attribute(control, flag === 'tooLong' ? 'maxlength' : 'minlength');
  const limit = text === null ? null : leadingNumber(text);
  if (limit === null || limit < 0) return false;
  const { length } = controlText(control);
  return flag === 'tooLong' ? length > limit : length !== 0 && length < limit;
}

function isNumberMismatch(input: StoreNode, type: string, value: string, flag: ValidityFlag): boolean {
  const number = numberKind(type)?.parse(value) ?? null;
  if (number === null) return false;
  const min = minimumOf(input, type);
  const max = maximumOf(input, type);
  if (flag === 'stepMismatch') {
    const step = stepOf(input, type);
    return step !== null && isOffStep(number, stepBaseOf(input, type), step);
  }
  // Times go round: with a maximum before the minimum, what lies between is out of range on both sides.
  if (type === 'time' && min !== null && max !== null && max < min) return number > max && number < min;
  return flag === 'rangeUnderflow' ? min !== null && number < min : max !== null && number > max;
}

export function firstProblem(control: PageNode): ValidityFlag | null {
  if (suffersFrom(control, 'customError')) return 'customError';
  for (let at = 0; at < VALIDITY_FLAGS.length; at++) {
    if (suffersFrom(control, VALIDITY_FLAGS[at]!)) return VALIDITY_FLAGS[at]!;
  }
  return null;
}

export function isValidControl(control: PageNode): boolean {
  return !willValidate(control) || firstProblem(control) === null;
}

/** What a browser would tell the user. */
export function validationMessage(control: PageNode): string {
  if (!willValidate(control)) return '';
  const problem = firstProblem(control);
  if (problem === null) return '';
  if (customMessage(control) !== '') return customMessage(control);
  if (custom.flags(control) !== null) return custom.message(control);
  return messageFor(control, problem);
}

function messageFor(control: PageNode, problem: ValidityFlag): string {
  const type = control[LOCAL_NAME] === 'input' ? inputType(control) : control[LOCAL_NAME];
  switch (problem) {
    case 'valueMissing':
      if (type === 'checkbox') return 'Please check this box if you want to proceed.';
      if (type === 'radio') return 'Please select one of these options.';
      if (type === 'select') return 'Please select an item in the list.';
      return type === 'file' ? 'Please select a file.' : 'Please fill out this field.';
    case 'typeMismatch':
      return type === 'url' ? 'Please enter a URL.' : 'Please enter an email address.';
    case 'patternMismatch':
      return 'Please match the requested format.';
    case 'tooLong':
      return `Please shorten this text to ${attribute(control, 'maxlength')} characters or less.`;
    case 'tooShort':
      return `Please lengthen this text to ${attribute(control, 'minlength')} characters or more.`;
    case 'rangeUnderflow':
      return `Value must be greater than or equal to ${attribute(control, 'min')}.`;
    case 'rangeOverflow':
      return `Value must be less than or equal to ${attribute(control, 'max')}.`;
    case 'stepMismatch':
      return 'Please enter a valid value.';
    case 'badInput':
      return 'Please enter a number.';
    case 'customError':
      return customMessage(control);
  }
}
