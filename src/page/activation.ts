/**
 * What a click does by default: links lead away, boxes are ticked, buttons submit, labels pass it on, details open.
 *
 * HTML §4.6.4 (following links), §4.10.5.1, §4.10.4 (labels), §4.11.2 (summary).
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { elementState, isChecked } from '../html/node-state.ts';
import { attribute, firstElementChild, hasAttribute } from '../html/node-tree.ts';
import { setActivation } from './activation-behaviour.ts';
import { removeAttributeValue, setAttributeValue } from './dom/attribute-list.ts';
import { isHtmlElement, type PageNode } from './dom/create-node.ts';
import { markChanged } from './dom/document-version.ts';
import { stateOf } from './dom/element-state.ts';
import { focusTarget, giveFocus } from './dom/focus.ts';
import { formOf, inputType, isDisabled, labeledControl, radioGroup } from './dom/form-controls.ts';
import { setChecked } from './dom/input-value.ts';
import { defineMembers } from './dom/interfaces.ts';
import { activateInvoker } from './dom/invokers.ts';
import { isConnected } from './dom/tree.ts';
import { setUserValidity } from './dom/user-validity.ts';
import { askEngine } from './engine-link.ts';
import { type Event, eventControl } from './event.ts';
import { createEvent } from './event-classes.ts';
import { dispatch, dispatchTrusted } from './events.ts';
import { isSubmitButton, requestSubmit, resetForm } from './form-submission.ts';
import { postFileChooser } from './network/commands.ts';
import { asciiLower } from './primordials.ts';
import { hasTransientActivation } from './user-activation.ts';
import { followLink } from './window/popups.ts';

function activateLink(link: PageNode, event: Event): void {
  const { ctrlKey, metaKey } = event as unknown as { readonly ctrlKey?: boolean; readonly metaKey?: boolean };
  followLink(link, eventControl.isTrusted(event) && (ctrlKey === true || metaKey === true));
}

function fireInputAndChange(control: PageNode): void {
  if (!isConnected(control)) return;
  setUserValidity(control, true);
  dispatchTrusted(control, createEvent('InputEvent', 'input', { bubbles: true, composed: true }));
  dispatchTrusted(control, createEvent('Event', 'change', { bubbles: true }));
}

/** Legacy-pre-activation: the tick shows before listeners run, and goes back when one of them cancels. */
function tick(input: PageNode): (() => void) | null {
  const type = inputType(input);
  if (type === 'checkbox') {
    const { indeterminate = false } = elementState(input);
    const was = isChecked(input);
    setChecked(input, !was);
    stateOf(input).indeterminate = false;
    return () => {
      setChecked(input, was);
      stateOf(input).indeterminate = indeterminate;
    };
  }
  if (type !== 'radio') return null;
  const group = radioGroup(input);
  let before: PageNode | null = null;
  for (let at = 0; at < group.length && before === null; at++) if (isChecked(group[at]!)) before = group[at]!;
  const former = before;
  setChecked(input, true);
  return () => {
    setChecked(input, false);
    if (former !== null) setChecked(former, true);
    markChanged();
  };
}

function activateInput(input: PageNode): void {
  const type = inputType(input);
  const form = formOf(input);
  // A tick is set by a click that script makes, also where a person could not.
  if (type === 'checkbox' || type === 'radio') fireInputAndChange(input);
  else if (isDisabled(input)) return;
  else if (isSubmitButton(input) && form !== null) requestSubmit(form, input);
  else if (type === 'reset' && form !== null) resetForm(form);
  else if (type === 'file') chooseFile(input);
  else activateInvoker(input);
}

/** "show the picker": the session tells the agent which input waits for files. */
function chooseFile(input: PageNode): void {
  if (!hasTransientActivation()) return;
  const id = askEngine((engine) => engine.idOf(input)) ?? 0;
  postFileChooser(id, hasAttribute(input, 'multiple'));
}

function activateButton(button: PageNode): void {
  if (isDisabled(button)) return;
  const form = formOf(button);
  if (form !== null && isSubmitButton(button) && !isPlainInvoker(button)) requestSubmit(form, button);
  else if (form !== null && asciiLower(attribute(button, 'type') ?? '') === 'reset') resetForm(form);
  else activateInvoker(button);
}

/** A button that commands another element submits only when it says so. */
function isPlainInvoker(button: PageNode): boolean {
  const hasCommand = hasAttribute(button, 'commandfor') || hasAttribute(button, 'command');
  return hasCommand && !hasAttribute(button, 'type');
}

/** A click on a label is a click on its control, unless it hit something that takes clicks itself. */
function activateLabel(label: PageNode, event: Event): void {
  const control = labeledControl(label);
  if (control === null || isDisabled(control)) return;
  for (let at = eventControl.target(event) as PageNode | null; at !== null && at !== label; at = at[PARENT_NODE]) {
    if (at === control || focusTarget(at) === at) return;
  }
  // As in Chrome: the control has the focus when its click comes.
  const area = focusTarget(control);
  if (area === control) giveFocus(control);
  clickElement(control);
}

function toggleDetails(summary: PageNode): void {
  const details = summary[PARENT_NODE]!;
  if (hasAttribute(details, 'open')) removeAttributeValue(details, 'open');
  else setAttributeValue(details, 'open', '');
}

function isFirstSummary(summary: PageNode): boolean {
  const parent = summary[PARENT_NODE];
  if (parent === null || parent[LOCAL_NAME] !== 'details') return false;
  let at = firstElementChild(parent);
  while (at !== null && at[LOCAL_NAME] !== 'summary')
    at = (at as unknown as { nextElementSibling: typeof at }).nextElementSibling;
  return (at as unknown) === summary;
}

/** A click without a pointer: `el.click()`, a label, Enter on a button. */
export function clickElement(element: PageNode, isTrusted = false): void {
  if (isDisabledControl(element)) return;
  const event = createEvent('PointerEvent', 'click', {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: globalThis,
  });
  if (isTrusted) dispatchTrusted(element, event);
  else dispatch(element, event);
}

/** Disabled controls get no clicks. */
export function isDisabledControl(element: PageNode): boolean {
  const name = element[LOCAL_NAME];
  const isControl = name === 'button' || name === 'input' || name === 'select' || name === 'textarea';
  return isControl && isDisabled(element);
}

export function installActivation(): void {
  const hasHref = (element: PageNode) =>
    hasAttribute(element, 'href') || (!isHtmlElement(element) && hasAttribute(element, 'xlink:href'));
  setActivation('a', { applies: hasHref, run: activateLink });
  setActivation('area', { applies: hasHref, run: activateLink });
  setActivation('input', { before: tick, run: activateInput });
  setActivation('button', { run: activateButton });
  setActivation('label', { run: activateLabel });
  setActivation('summary', { applies: isFirstSummary, run: toggleDetails });
  defineMembers<PageNode>('HTMLElement', {
    click(): void {
      clickElement(this);
    },
  });
}
