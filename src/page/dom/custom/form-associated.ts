/**
 * Form-associated custom elements: what forms ask them, and what they are told of forms.
 *
 * HTML §4.13.1.4, §4.10.18.3 (reset the form owner), §4.10.22.4 https://html.spec.whatwg.org/#form-associated-custom-element
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../../html/node-keys.ts';
import { hasAttribute } from '../../../html/node-tree.ts';
import { type FormEntry, setCustomEntrySource } from '../../form-entries.ts';
import { setCustomReset } from '../../form-submission.ts';
import { type BareArray, weakGet, weakSet } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { formOf, isDisabled, setAssociatedCustomTest } from '../form-controls.ts';
import { eachShadowIncluding } from '../shadow/shadow-walk.ts';
import { rootOf } from '../tree.ts';
import { setCustomElementValidity } from '../validity.ts';
import { definitionOf, enqueueCallback } from './definition.ts';
import { internalsOf, isFormAssociated } from './element-internals.ts';
import { setFormOwnersHook } from './tree-steps.ts';
import { setFormOwnerSteps } from './upgrade.ts';

/** What an element was last told. */
interface Told {
  form: PageNode | null;
  disabled: boolean;
}

const told = new WeakMap<StoreNode, Told>();
/** Whether there is any such definition: until then, changes of the tree and of attributes cost nothing. */
let inUse = false;

export function expectAssociated(): void {
  inUse = true;
}

/** Behind the constructor of an upgrade: the element learns where it stands. */
function meetForm(element: PageNode): void {
  const known: Told = { form: formOf(element), disabled: isDisabled(element) };
  weakSet(told, element, known);
  if (known.form !== null) enqueueCallback(element, 'formAssociatedCallback', [known.form]);
  if (known.disabled) enqueueCallback(element, 'formDisabledCallback', [true]);
  restoreState(element);
}

/** Gives an element what a history entry has kept of it. Set by persisted-state.ts. */
let restoreState: (element: PageNode) => void = () => {};

export function setStateRestorer(restore: (element: PageNode) => void): void {
  restoreState = restore;
}

function knownOf(element: PageNode): Told {
  let known = weakGet(told, element);
  if (known === undefined) {
    known = { form: null, disabled: false };
    weakSet(told, element, known);
  }
  return known;
}

/** Tells an element of its form and of being disabled, where that has changed. */
function update(element: PageNode): void {
  if (!isFormAssociated(element)) return;
  const known = knownOf(element);
  const form = formOf(element);
  if (form !== known.form) {
    known.form = form;
    enqueueCallback(element, 'formAssociatedCallback', [form]);
  }
  const disabled = isDisabled(element);
  if (disabled !== known.disabled) {
    known.disabled = disabled;
    enqueueCallback(element, 'formDisabledCallback', [disabled]);
  }
}

/** An attribute that decides about forms has changed. */
export function formAttributeChanged(element: PageNode, name: string): void {
  if (!inUse) return;
  if (name === 'id' && element[LOCAL_NAME] === 'form') eachShadowIncluding(rootOf(element), update);
  if (name !== 'disabled' && name !== 'form') return;
  if (element[LOCAL_NAME] === 'fieldset') eachShadowIncluding(element, update);
  else update(element);
}

/** A subtree has come or gone. A form with an id in it may be the owner of elements anywhere. */
function subtreeMoved(subtree: PageNode, parent: PageNode): void {
  if (!inUse) return;
  let hasNamedForm = false;
  eachShadowIncluding(subtree, (element) => {
    if (element[LOCAL_NAME] === 'form' && hasAttribute(element, 'id')) hasNamedForm = true;
    update(element);
  });
  if (hasNamedForm) eachShadowIncluding(rootOf(parent), update);
}

function addEntries(element: PageNode, name: string, add: (entry: FormEntry) => void): boolean {
  if (!isFormAssociated(element)) return false;
  const value = internalsOf(element)?.value ?? null;
  if (value === null) return true;
  if (typeof value === 'object' && 'length' in value) {
    const entries = value as BareArray<FormEntry>;
    for (let at = 0; at < entries.length; at++) add(entries[at]!);
  } else if (name !== '') add({ name, value });
  return true;
}

const NO_FLAGS = Object.freeze({ __proto__: null }) as object;

export function installFormAssociated(): void {
  setFormOwnerSteps(meetForm);
  setFormOwnersHook(subtreeMoved);
  setAssociatedCustomTest(isFormAssociated);
  setCustomEntrySource(addEntries);
  setCustomReset((element) => {
    if (definitionOf(element)?.formAssociated) enqueueCallback(element, 'formResetCallback', []);
  });
  setCustomElementValidity({
    flags: (element) => (isFormAssociated(element) ? (internalsOf(element)?.flags ?? NO_FLAGS) : null),
    message: (element) => internalsOf(element)?.message ?? '',
  });
}
