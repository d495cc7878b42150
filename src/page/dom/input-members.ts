/**
 * HTMLInputElement and HTMLTextAreaElement: values in all their forms.
 *
 * HTML §4.10.5, §4.10.11 https://html.spec.whatwg.org/#the-input-element
 */
import { LOCAL_NAME, OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { elementState, isChecked } from '../../html/node-state.ts';
import { attribute } from '../../html/node-tree.ts';
import { construct, hasWord, isFiniteNumber, isNotANumber, uncurryThis } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import { createTextNode, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { elementById } from './element-index.ts';
import { stateOf } from './element-state.ts';
import { formOf, inputType, labelsOf } from './form-controls.ts';
import {
  dateMilliseconds,
  isOffStep,
  maximumOf,
  minimumOf,
  numberKind,
  numberOf,
  onStep,
  stepBaseOf,
  stepOf,
  textOfDate,
  textOfNumber,
} from './input-number.ts';
import { childText, currentValue, setChecked, setControlValue, setInputValue, textAreaValue } from './input-value.ts';
import { defineMembers } from './interfaces.ts';
import { replaceAll, rootOf } from './tree.ts';

const DATE_TYPES = ' date month week time ';
const LIST_TYPES = ' text search url tel email date month week time datetime-local number range color ';
const PlatformDate = Date;
const timeOf = uncurryThis(Date.prototype.getTime);
const { ceil } = Math;

function stepBy(input: PageNode, count: unknown, direction: 1 | -1): void {
  const type = inputType(input);
  const kind = numberKind(type);
  const step = kind === null ? null : stepOf(input, type);
  if (kind === null || step === null) throw domException('InvalidStateError', 'This form element does not have steps.');
  const min = minimumOf(input, type);
  const max = maximumOf(input, type);
  if (min !== null && max !== null && min > max) return;
  const base = stepBaseOf(input, type);
  const before = kind.parse(currentValue(input)) ?? 0;
  const n = (count === undefined ? 1 : Number(count) | 0) * direction;
  let value: number;
  if (isOffStep(before, base, step)) {
    // First onto a step, in the direction asked for.
    value = onStep(
      n > 0 ? base + ceil((before - base) / step) * step : base + Math.floor((before - base) / step) * step,
      base,
      step,
    );
  } else value = onStep(before + n * step, base, step);
  if (min !== null && value < min) value = onStep(base + ceil((min - base) / step) * step, base, step);
  if (max !== null && value > max) value = onStep(base + Math.floor((max - base) / step) * step, base, step);
  if ((n < 0 && value > before) || (n > 0 && value < before)) return;
  setInputValue(input, kind.format(value));
}

/** The datalist that an input names. */
function listOf(input: PageNode): PageNode | null {
  const id = attribute(input, 'list');
  if (id === null || id === '' || !hasWord(LIST_TYPES, inputType(input))) return null;
  const list = elementById(rootOf(input), id);
  return list !== null && list[LOCAL_NAME] === 'datalist' ? list : null;
}

export function installInputMembers(): void {
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
    get list(): PageNode | null {
      return listOf(this);
    },
    showPicker(): void {},
  });
  installNumbers();
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
      return childText(this);
    },
    set defaultValue(value: unknown) {
      const text = `${value}`;
      replaceAll(this, text === '' ? null : createTextNode(this[OWNER_DOCUMENT]!, text));
    },
    get textLength(): number {
      return textAreaValue(this).length;
    },
  });
  for (const name of ['Input', 'Button', 'Select', 'TextArea', 'FieldSet', 'Output', 'Object']) {
    defineMembers<PageNode>(`HTML${name}Element`, {
      get form(): PageNode | null {
        return formOf(this);
      },
    });
  }
  for (const name of ['Input', 'Button', 'Select', 'TextArea', 'Output', 'Meter', 'Progress']) {
    defineMembers<PageNode>(`HTML${name}Element`, {
      get labels(): object | null {
        return labelsOf(this);
      },
    });
  }
}

function installNumbers(): void {
  defineMembers<PageNode>('HTMLInputElement', {
    get valueAsNumber(): number {
      return numberOf(inputType(this), currentValue(this));
    },
    set valueAsNumber(value: unknown) {
      const number = Number(value);
      const type = inputType(this);
      if (!isFiniteNumber(number) && !isNotANumber(number)) throw new TypeError('The value provided is infinite.');
      if (numberKind(type) === null) {
        throw domException('InvalidStateError', 'This input element does not support Number values.');
      }
      setInputValue(this, textOfNumber(type, number));
    },
    get valueAsDate(): Date | null {
      const type = inputType(this);
      if (!hasWord(DATE_TYPES, type)) return null;
      const time = dateMilliseconds(type, currentValue(this));
      return time === null ? null : (construct(PlatformDate, [time]) as Date);
    },
    set valueAsDate(value: Date | null) {
      const type = inputType(this);
      if (!hasWord(DATE_TYPES, type)) {
        throw domException('InvalidStateError', 'This input element does not support Date values.');
      }
      setInputValue(this, value === null ? '' : textOfDate(type, timeOf(value)));
    },
    stepUp(count?: unknown): void {
      stepBy(this, count, 1);
    },
    stepDown(count?: unknown): void {
      stepBy(this, count, -1);
    },
  });
}
