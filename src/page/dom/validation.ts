/**
 * checkValidity(), reportValidity(), ValidityState, and the invalid event.
 *
 * HTML §4.10.20.2, §4.10.20.3 https://html.spec.whatwg.org/#the-constraint-validation-api
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { append, bareArray, create, defineProperty, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { isFocusable, moveFocus } from './focus.ts';
import { formElements } from './form-controls.ts';
import { withLineEnds } from './input-value.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { isConnected } from './tree.ts';
import {
  firstProblem,
  isValidControl,
  setCustomMessage,
  suffersFrom,
  VALIDITY_FLAGS,
  validationMessage,
  willValidate,
} from './validity.ts';

/** Fires 'invalid' at a control that is not valid; `true` when a listener took care of it. */
function fireInvalid(control: PageNode): boolean {
  return !dispatchTrusted(control, createEvent('Event', 'invalid', { cancelable: true }));
}

/** "check validity steps"; with `report` the user is led to the control. */
export function validateControl(control: PageNode, report: boolean): boolean {
  if (isValidControl(control)) return true;
  const isHandled = fireInvalid(control);
  if (report && !isHandled) leadTo(control);
  return false;
}

function leadTo(control: PageNode): void {
  if (isConnected(control) && isFocusable(control)) moveFocus(control[OWNER_DOCUMENT]!, control);
}

/** "statically validate the constraints", "interactively validate the constraints" */
export function validateForm(form: PageNode, report: boolean): boolean {
  const elements = formElements(form);
  const invalid = bareArray<PageNode>();
  for (let at = 0; at < elements.length; at++) if (!isValidControl(elements[at]!)) append(invalid, elements[at]!);
  let first: PageNode | null = null;
  for (let at = 0; at < invalid.length; at++) {
    const isHandled = fireInvalid(invalid[at]!);
    if (!isHandled) first ??= invalid[at]!;
  }
  if (report && first !== null) leadTo(first);
  return invalid.length === 0;
}

const states = new WeakMap<StoreNode, object>();
const owners = new WeakMap<object, PageNode>();

/** The ValidityState of a control; also for custom elements. */
export function validityOf(control: PageNode): object {
  const known = weakGet(states, control);
  if (known !== undefined) return known;
  const state = create(prototypeOf('ValidityState')) as object;
  weakSet(states, control, state);
  weakSet(owners, state, control);
  return state;
}

function ownerOf(state: object): PageNode {
  const owner = weakGet(owners, state);
  if (owner === undefined) throw new TypeError('Illegal invocation');
  return owner;
}

export function installValidation(): void {
  defineInterface('ValidityState', null);
  for (const flag of VALIDITY_FLAGS) {
    defineProperty(prototypeOf('ValidityState'), flag, {
      get(this: object): boolean {
        return suffersFrom(ownerOf(this), flag);
      },
      enumerable: true,
      configurable: true,
    });
  }
  defineMembers<object>('ValidityState', {
    get valid(): boolean {
      return firstProblem(ownerOf(this)) === null;
    },
  });
  for (const name of ['Input', 'Button', 'Select', 'TextArea', 'FieldSet', 'Output', 'Object']) {
    defineMembers<PageNode>(`HTML${name}Element`, {
      get willValidate(): boolean {
        return willValidate(this);
      },
      get validity(): object {
        return validityOf(this);
      },
      get validationMessage(): string {
        return validationMessage(this);
      },
      checkValidity(): boolean {
        return validateControl(this, false);
      },
      reportValidity(): boolean {
        return validateControl(this, true);
      },
      setCustomValidity(message: unknown): void {
        setCustomMessage(this, withLineEnds(`${message}`, '\n'));
      },
    });
  }
  defineMembers<PageNode>('HTMLFormElement', {
    checkValidity(): boolean {
      return validateForm(this, false);
    },
    reportValidity(): boolean {
      return validateForm(this, true);
    },
  });
}
