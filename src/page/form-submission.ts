/**
 * Submitting and resetting forms.
 *
 * In:  a form and the button that was used. Out: the submit event, then a navigation for the host.
 *
 * HTML §4.10.22 https://html.spec.whatwg.org/#form-submission-algorithm
 *
 * Missing: files are not sent; multipart forms are sent URL-encoded.
 */
import { isChecked, isSelected } from '../html/node-state.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { documentUrl, resolveAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { markChanged } from './dom/document-version.ts';
import { domException } from './dom/dom-exception.ts';
import { stateOf } from './dom/element-state.ts';
import { currentValue, formElements, formOf, inputType, isDisabled, textAreaValue } from './dom/form-controls.ts';
import { defineMembers } from './dom/interfaces.ts';
import { optionsOf, optionValue, selectedIndex } from './dom/select-control.ts';
import { isConnected } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { postNavigation } from './outbox.ts';
import { asciiLower } from './primordials.ts';
import { percentEncodeText } from './url/percent-encoding.ts';

type FormEntry = readonly [name: string, value: string];

/** URL §5.2: what application/x-www-form-urlencoded leaves as it is. */
const isReserved = (codePoint: number): boolean => !/[A-Za-z0-9*\-._]/.test(String.fromCodePoint(codePoint));

export function urlEncode(entries: readonly FormEntry[]): string {
  const encode = (text: string) =>
    percentEncodeText(text.replace(/\r\n|\n|\r/g, '\r\n'), isReserved).replaceAll('%20', '+');
  return entries.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** "constructing the entry list" */
export function formEntries(form: PageNode, submitter: PageNode | null): FormEntry[] {
  const entries: FormEntry[] = [];
  const elements = formElements(form);
  for (let at = 0; at < elements.length; at++) addEntries(elements[at]!, submitter, entries);
  return entries;
}

function addEntries(control: PageNode, submitter: PageNode | null, entries: FormEntry[]): void {
  const name = attribute(control, 'name') ?? '';
  if (isDisabled(control) || name === '') return;
  switch (control.localName) {
    case 'select': {
      const options = optionsOf(control);
      const only = hasAttribute(control, 'multiple') ? -1 : selectedIndex(control);
      for (let at = 0; at < options.length; at++) {
        const isChosen = only < 0 ? isSelected(options[at]!) : at === only;
        if (isChosen && !hasAttribute(options[at]!, 'disabled')) entries.push([name, optionValue(options[at]!)]);
      }
      return;
    }
    case 'textarea':
      entries.push([name, textAreaValue(control)]);
      return;
    case 'button':
      if (control === submitter) entries.push([name, attribute(control, 'value') ?? '']);
      return;
    case 'input':
      addInput(control, name, submitter, entries);
  }
}

function addInput(input: PageNode, name: string, submitter: PageNode | null, entries: FormEntry[]): void {
  switch (inputType(input)) {
    case 'submit':
      if (input === submitter) entries.push([name, currentValue(input)]);
      return;
    case 'button':
    case 'reset':
    case 'image':
    case 'file':
      return;
    case 'checkbox':
    case 'radio':
      if (isChecked(input)) entries.push([name, currentValue(input)]);
      return;
    default:
      entries.push([name, currentValue(input)]);
  }
}

/** With a submit event, as a click on a button does it. */
export function requestSubmit(form: PageNode, submitter: PageNode | null): void {
  if (!isConnected(form)) return;
  const event = createEvent('SubmitEvent', 'submit', { bubbles: true, cancelable: true, submitter });
  if (dispatchTrusted(form, event)) submitForm(form, submitter);
}

/** "submit" once nobody objects: a navigation. */
export function submitForm(form: PageNode, submitter: PageNode | null): void {
  if (!isConnected(form)) return;
  const override = (name: string) => (submitter === null ? null : attribute(submitter, `form${name}`));
  const method = asciiLower(override('method') ?? attribute(form, 'method') ?? 'get');
  if (method === 'dialog') return;
  const target = override('action') ?? attribute(form, 'action') ?? '';
  const action = resolveAddress(target === '' ? documentUrl() : target);
  if (action === null) return;
  const body = urlEncode(formEntries(form, submitter));
  if (method === 'post') {
    const contentType = 'application/x-www-form-urlencoded';
    postNavigation({ url: action, method: 'POST', contentType, body, replace: false });
    return;
  }
  const parts = askEngine((engine) => engine.withUrlPart(action, 'search', `?${body}`));
  const url = parts === null || parts === undefined ? action : parts.slice(0, parts.indexOf('\n'));
  postNavigation({ url, method: 'GET', contentType: null, body: null, replace: false });
}

/** "reset": controls hold again what the attributes say. */
export function resetForm(form: PageNode): void {
  if (!dispatchTrusted(form, createEvent('Event', 'reset', { bubbles: true, cancelable: true }))) return;
  const elements = formElements(form);
  for (let at = 0; at < elements.length; at++) {
    const state = stateOf(elements[at]!);
    delete state.value;
    delete state.checked;
    delete state.indeterminate;
    if (elements[at]!.localName !== 'select') continue;
    const options = optionsOf(elements[at]!);
    for (let index = 0; index < options.length; index++) delete stateOf(options[index]!).selected;
  }
  markChanged();
}

/** HTML: the form's default button, which Enter in a field uses. */
export function defaultButton(form: PageNode): PageNode | null {
  const elements = formElements(form);
  for (let at = 0; at < elements.length; at++) if (isSubmitButton(elements[at]!)) return elements[at]!;
  return null;
}

export function isSubmitButton(element: PageNode): boolean {
  if (element.localName === 'button') {
    const type = asciiLower(attribute(element, 'type') ?? 'submit');
    return type !== 'button' && type !== 'reset';
  }
  if (element.localName !== 'input') return false;
  const type = inputType(element);
  return type === 'submit' || type === 'image';
}

export function installFormSubmission(): void {
  defineMembers<PageNode>('HTMLFormElement', {
    submit(): void {
      submitForm(this, null);
    },
    requestSubmit(submitter: PageNode | null = null): void {
      if (submitter !== null && (!isSubmitButton(submitter) || formOf(submitter) !== this)) {
        throw domException('NotFoundError', 'The submitter is not a submit button of this form.');
      }
      requestSubmit(this, submitter);
    },
    reset(): void {
      resetForm(this);
    },
  });
}
