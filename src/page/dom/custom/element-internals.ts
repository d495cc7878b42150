/**
 * ElementInternals: what a custom element says of itself to its form, to assistive technology and to style.
 *
 * HTML §4.13.7 https://html.spec.whatwg.org/#element-internals
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { HOST, PARENT_NODE } from '../../../html/node-keys.ts';
import { formDataEntries } from '../../form-data.ts';
import type { FormEntry } from '../../form-entries.ts';
import { create, defineProperty, weakGet, weakSet } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { markChanged } from '../document-version.ts';
import { domException } from '../dom-exception.ts';
import { stateOf } from '../element-state.ts';
import { formOf, labelsOf } from '../form-controls.ts';
import { defineInterface, defineMembers, prototypeOf } from '../interfaces.ts';
import { internalShadowRoot } from '../shadow/shadow-root.ts';
import { isShadowRoot } from '../shadow/shadow-walk.ts';
import { isTreeNode } from '../tree.ts';
import { validateControl, validityOf } from '../validation.ts';
import { firstProblem, VALIDITY_FLAGS, type ValidityFlag, validationMessage, willValidate } from '../validity.ts';
import { customRecord, definitionFor, isValueOf } from './definition.ts';
import { installStateSets, stateSetOf } from './state-set.ts';

/** What an element has told its internals. */
interface Internals {
  readonly target: PageNode;
  /** "submission value": text, a File, the entries of a FormData, or nothing. */
  value: SubmissionValue;
  /** What a history entry keeps of it. */
  state: SubmissionValue;
  flags: Partial<Record<ValidityFlag, boolean>>;
  message: string;
  /** Default values of ARIA attributes, by property name. */
  readonly aria: Record<string, unknown>;
}

export type SubmissionValue = string | object | null;

const byObject = new WeakMap<object, Internals>();
const byTarget = new WeakMap<StoreNode, Internals>();

export function internalsOf(element: StoreNode): Internals | undefined {
  return weakGet(byTarget, element);
}

function ownInternals(object: object): Internals {
  const internals = weakGet(byObject, object);
  if (internals === undefined) throw new TypeError('Illegal invocation');
  return internals;
}

/** Members about forms are for form-associated elements only. */
function formInternals(object: object): Internals {
  const internals = ownInternals(object);
  const definition = customRecord(internals.target)?.definition;
  if (definition?.formAssociated !== true) {
    throw domException('NotSupportedError', 'The target element is not a form-associated custom element.');
  }
  return internals;
}

function attachInternals(element: PageNode): object {
  const refuse = (why: string) => domException('NotSupportedError', `Unable to attach ElementInternals: ${why}.`);
  if (isValueOf(element) !== null) throw refuse('the element is a customized built-in');
  const definition = customRecord(element)?.definition ?? definitionFor(element);
  if (definition === null) throw refuse('the element is not a custom element');
  if (definition.disableInternals) throw refuse('the definition disables internals');
  if (weakGet(byTarget, element) !== undefined) throw refuse('it has been done already');
  const state = customRecord(element)?.state;
  if (state !== 'precustomized' && state !== 'custom') throw refuse('the constructor has not run yet');
  const object = create(prototypeOf('ElementInternals'));
  const aria = create(null) as Record<string, unknown>;
  const internals: Internals = {
    target: element,
    value: null,
    state: null,
    flags: create(null) as object,
    message: '',
    aria,
  };
  weakSet(byObject, object, internals);
  weakSet(byTarget, element, internals);
  return object;
}

/** A FormData is kept as the entries that it has now. */
function readSubmissionValue(value: unknown): SubmissionValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') {
    const entries = formDataEntries(value);
    if (entries !== null) {
      const copy = create(null) as { length: number; [index: number]: FormEntry };
      copy.length = entries.length;
      for (let at = 0; at < entries.length; at++) copy[at] = entries[at]!;
      return copy;
    }
    if (isFile(value)) return value;
  }
  return `${value}`;
}

/** Whether an object is a File, whoever makes them. */
let isFile: (value: object) => boolean = () => false;

export function setFileTest(test: (value: object) => boolean): void {
  isFile = test;
}

function isShadowInclusiveDescendant(node: PageNode, ancestor: PageNode): boolean {
  for (let at: PageNode | null = node; at !== null; at = isShadowRoot(at) ? at[HOST] : at[PARENT_NODE]) {
    if (at === ancestor) return true;
  }
  return false;
}

function setValidity(internals: Internals, given: unknown, message: unknown, anchor: unknown): void {
  const flags = create(null) as Partial<Record<ValidityFlag, boolean>>;
  let hasProblem = false;
  for (let at = 0; at < VALIDITY_FLAGS.length; at++) {
    const flag = VALIDITY_FLAGS[at]!;
    const isSet = Boolean((given as Record<string, unknown> | null | undefined)?.[flag]);
    flags[flag] = isSet;
    if (isSet) hasProblem = true;
  }
  const text = message === undefined ? '' : `${message}`;
  if (hasProblem && text === '') throw new TypeError('The message is empty, but there is a problem to tell.');
  if (anchor !== undefined && (typeof anchor !== 'object' || anchor === null || !isTreeNode(anchor))) {
    throw new TypeError("parameter 3 is not of type 'HTMLElement'.");
  }
  if (anchor !== undefined && !isShadowInclusiveDescendant(anchor as PageNode, internals.target)) {
    throw domException('NotFoundError', 'The anchor element must be inside of the target element.');
  }
  internals.flags = flags;
  internals.message = hasProblem ? text : '';
  stateOf(internals.target).invalid = firstProblem(internals.target) !== null;
  markChanged(internals.target);
}

const ARIA_PROPERTIES =
  'Atomic AutoComplete BrailleLabel BrailleRoleDescription Busy Checked ColCount ColIndex ColIndexText ColSpan Current ' +
  'Description Disabled Expanded HasPopup Hidden Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable ' +
  'Orientation Placeholder PosInSet Pressed ReadOnly Relevant Required RoleDescription RowCount RowIndex RowIndexText RowSpan ' +
  'Selected SetSize Sort ValueMax ValueMin ValueNow ValueText';
const ARIA_ELEMENTS =
  'ActionsElements ActiveDescendantElement ControlsElements DescribedByElements DetailsElements ErrorMessageElements FlowToElements ' +
  'LabelledByElements';

function defineAria(name: string, convert: (value: unknown) => unknown): void {
  defineProperty(prototypeOf('ElementInternals'), name, {
    get(this: object): unknown {
      return ownInternals(this).aria[name] ?? null;
    },
    set(this: object, value: unknown) {
      const { aria, target } = ownInternals(this);
      aria[name] = value === null || value === undefined ? null : convert(value);
      // What an agent is told of an element that says nothing in attributes.
      if (name === 'role') stateOf(target).role = `${aria[name] ?? ''}`;
      if (name === 'ariaLabel') stateOf(target).label = `${aria[name] ?? ''}`;
      markChanged(target);
    },
    enumerable: true,
    configurable: true,
  });
}

export function installElementInternals(): void {
  installStateSets();
  defineInterface('ElementInternals', null);
  defineMembers<PageNode>('HTMLElement', {
    attachInternals(): object {
      return attachInternals(this);
    },
  });
  defineMembers<object>('ElementInternals', {
    get shadowRoot(): PageNode | null {
      return internalShadowRoot(ownInternals(this).target);
    },
    get states(): object {
      return stateSetOf(ownInternals(this).target);
    },
    setFormValue(value: unknown, state?: unknown): void {
      const internals = formInternals(this);
      const given = readSubmissionValue(value);
      internals.state = state === undefined ? given : readSubmissionValue(state);
      internals.value = given;
    },
    get form(): PageNode | null {
      return formOf(formInternals(this).target);
    },
    setValidity(flags?: unknown, message?: unknown, anchor?: unknown): void {
      setValidity(formInternals(this), flags, message, anchor);
    },
    get willValidate(): boolean {
      return willValidate(formInternals(this).target);
    },
    get validity(): object {
      return validityOf(formInternals(this).target);
    },
    get validationMessage(): string {
      return validationMessage(formInternals(this).target);
    },
    checkValidity(): boolean {
      return validateControl(formInternals(this).target, false);
    },
    reportValidity(): boolean {
      return validateControl(formInternals(this).target, true);
    },
    get labels(): object | null {
      return labelsOf(formInternals(this).target);
    },
  });
  for (const name of ['role', ...ARIA_PROPERTIES.split(' ').map((each) => `aria${each}`)]) {
    defineAria(name, (value) => `${value}`);
  }
  for (const name of ARIA_ELEMENTS.split(' ')) defineAria(`aria${name}`, (value) => value);
}

/** Also while its constructor is behind it but the upgrade is not. */
export function isFormAssociated(element: StoreNode): boolean {
  const record = customRecord(element);
  if (record === undefined || record.definition === null) return false;
  return record.definition.formAssociated && (record.state === 'custom' || record.state === 'precustomized');
}
