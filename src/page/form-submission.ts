/**
 * Submitting and resetting forms.
 *
 * In:  a form and the button that was used. Out: validation, the submit event, then a navigation for the host.
 *
 * HTML §4.10.22 https://html.spec.whatwg.org/#form-submission-algorithm
 *
 * Missing: a POST never opens another tab, whatever the target, and what is in a file is not sent, only its name.
 */

import type { StoreNode } from '../html/dom-keys.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { isAllowed } from './csp/violations.ts';
import { documentUrl, encodedAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { documentEncoding } from './dom/document-members.ts';
import { markChanged } from './dom/document-version.ts';
import { domException } from './dom/dom-exception.ts';
import { formElements, formOf, isListed } from './dom/form-controls.ts';
import { resetControl } from './dom/input-value.ts';
import { defineMembers } from './dom/interfaces.ts';
import { resetOutput } from './dom/output-value.ts';
import { resetSelect } from './dom/select-control.ts';
import { tokensOf } from './dom/token-list.ts';
import { isConnected } from './dom/tree.ts';
import { setUserValidityOfAll } from './dom/user-validity.ts';
import { validateForm } from './dom/validation.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { makeFormData } from './form-data.ts';
import { encodeEntries, type FormEncoding, urlEncodeEntries } from './form-encoding.ts';
import { constructEntryList, isSubmitButton } from './form-entries.ts';
import { ownNavigable } from './frames/own-frame.ts';
import { sendFrameWith } from './frames/window-proxy.ts';
import { attemptNavigation, withSource } from './navigation-api/attempt.ts';
import { base64Of } from './network/bytes.ts';
import { encodingOf as encodingOfLabel } from './network/text-decoder.ts';
import { postConsole, postNavigation } from './outbox.ts';
import { asciiLower, hasWord, weakGet, weakSet } from './primordials.ts';
import { linkPolicy } from './referrer-policy.ts';
import { navigableFor, opensElsewhere, targetOf } from './window/popups.ts';

export { isSubmitButton } from './form-entries.ts';

/** Forms that are firing their submit or reset event: doing it again from a listener does nothing. */
const firing = new WeakMap<StoreNode, 'submit' | 'reset' | ''>();

/** A form with method=dialog closes the dialog around it. Set by dialog.ts. */
let closeDialog: (form: PageNode, result: string | null) => void = () => {};

export function setDialogCloser(close: (form: PageNode, result: string | null) => void): void {
  closeDialog = close;
}

/** With validation and a submit event, as a click on a button does it. */
export function requestSubmit(form: PageNode, submitter: PageNode | null): void {
  if (!isConnected(form) || weakGet(firing, form)) return;
  weakSet(firing, form, 'submit');
  setUserValidityOfAll(formElements(form), true);
  const isChecked =
    !hasAttribute(form, 'novalidate') && !(submitter !== null && hasAttribute(submitter, 'formnovalidate'));
  const isRefused = isChecked && !validateForm(form, true);
  let proceeds = false;
  if (!isRefused) {
    const event = createEvent('SubmitEvent', 'submit', { bubbles: true, cancelable: true, submitter });
    proceeds = dispatchTrusted(form, event);
  }
  weakSet(firing, form, '');
  if (proceeds) submitForm(form, submitter);
}

function methodOf(form: PageNode, submitter: PageNode | null): string {
  const text = (submitter === null ? null : attribute(submitter, 'formmethod')) ?? attribute(form, 'method');
  const method = asciiLower(text ?? '');
  return method === 'post' || method === 'dialog' ? method : 'get';
}

function encodingOf(form: PageNode, submitter: PageNode | null): FormEncoding {
  const text = (submitter === null ? null : attribute(submitter, 'formenctype')) ?? attribute(form, 'enctype');
  const encoding = asciiLower(text ?? '');
  return encoding === 'multipart/form-data' || encoding === 'text/plain'
    ? encoding
    : 'application/x-www-form-urlencoded';
}

/** "pick an encoding for the form": what accept-charset names, or the document's own. */
function charsetOf(form: PageNode): string {
  const wanted = tokensOf(attribute(form, 'accept-charset') ?? '');
  let charset: string | null = null;
  for (let at = 0; at < wanted.length && charset === null; at++) charset = encodingOfLabel(wanted[at]!);
  charset ??= encodingOfLabel(documentEncoding()) ?? 'utf-8';
  // "get an output encoding"
  return hasWord(' replacement utf-16be utf-16le ', charset) ? 'utf-8' : charset;
}

/** "submit" once nobody objects: a navigation, or the end of a dialog. */
export function submitForm(form: PageNode, submitter: PageNode | null): void {
  if (!isConnected(form)) return;
  const charset = charsetOf(form);
  const entries = constructEntryList(form, submitter, charset);
  if (entries === null || !isConnected(form)) return;
  const method = methodOf(form, submitter);
  if (askEngine((engine) => engine.frameAllows('forms')) === false) {
    postConsole('A form was not sent: the frame it is in has a sandbox without allow-forms.');
    return;
  }
  if (method === 'dialog') {
    closeDialog(form, submitter === null ? null : attribute(submitter, 'value'));
    return;
  }
  const target = (submitter === null ? null : attribute(submitter, 'formaction')) ?? attribute(form, 'action') ?? '';
  const action = encodedAddress(target === '' ? documentUrl() : target);
  if (action === null) return;
  if (method === 'post') {
    if (!maySend(action)) return;
    const { contentType, bytes } = encodeEntries(entries, encodingOf(form, submitter), charset);
    const body = base64Of(bytes);
    const navigable = navigableFor(targetOf(form, submitter));
    if (navigable >= 0 && navigable !== ownNavigable()) {
      sendFrameWith(navigable, action, 'POST', contentType, body, false, null);
      return;
    }
    if (navigable < 0 && opensElsewhere(form, submitter, action, { contentType, body })) return;
    const referrerPolicy = linkPolicy(form);
    const commit = (): void =>
      postNavigation({ url: action, method: 'POST', contentType, body, replace: false, referrerPolicy });
    const formData = makeFormData(entries);
    withSource(submitter ?? form, () => attemptNavigation(action, 'push', commit, { formData }));
    return;
  }
  const body = urlEncodeEntries(entries, charset);
  const parts = askEngine((engine) => engine.withUrlPart(action, 'search', `?${body}`));
  const url = parts === null || parts === undefined ? action : parts.slice(0, parts.indexOf('\n'));
  if (!maySend(url) || opensElsewhere(form, submitter, url, null)) return;
  const commit = (): void =>
    postNavigation({
      url,
      method: 'GET',
      contentType: null,
      body: null,
      replace: false,
      referrerPolicy: linkPolicy(form),
    });
  withSource(submitter ?? form, () => attemptNavigation(url, 'push', commit));
}

/** CSP 3 §6.4.1 form-action */
function maySend(url: string): boolean {
  const verdict = askEngine((engine) => engine.policyAddress('form-action', url));
  return isAllowed(verdict, `send form data to '${url}'`);
}

/** Told when a form is reset, for custom elements. */
let resetCustom: (element: PageNode) => void = () => {};

export function setCustomReset(reset: (element: PageNode) => void): void {
  resetCustom = reset;
}

/** "reset": controls hold again what the attributes say. */
export function resetForm(form: PageNode): void {
  if (weakGet(firing, form)) return;
  weakSet(firing, form, 'reset');
  const proceeds = dispatchTrusted(form, createEvent('Event', 'reset', { bubbles: true, cancelable: true }));
  weakSet(firing, form, '');
  if (!proceeds) return;
  const elements = formElements(form);
  setUserValidityOfAll(elements, false);
  for (let at = 0; at < elements.length; at++) resetElement(elements[at]!);
  markChanged();
}

function resetElement(element: PageNode): void {
  switch (element[LOCAL_NAME]) {
    case 'input':
    case 'textarea':
      resetControl(element);
      return;
    case 'select':
      resetSelect(element);
      return;
    case 'output':
      resetOutput(element);
      return;
    default:
      resetCustom(element);
  }
}

/** HTML: the form's default button, which Enter in a field uses. */
export function defaultButton(form: PageNode): PageNode | null {
  const elements = formElements(form);
  for (let at = 0; at < elements.length; at++) if (isSubmitButton(elements[at]!)) return elements[at]!;
  return null;
}

export function installFormSubmission(): void {
  defineMembers<PageNode>('HTMLFormElement', {
    submit(): void {
      submitForm(this, null);
    },
    requestSubmit(submitter: PageNode | null = null): void {
      if (submitter !== null) {
        if (!isListed(submitter) || !isSubmitButton(submitter)) {
          throw new TypeError('The specified element is not a submit button.');
        }
        if (formOf(submitter) !== this) {
          throw domException('NotFoundError', 'The specified element is not owned by this form element.');
        }
      }
      requestSubmit(this, submitter);
    },
    reset(): void {
      resetForm(this);
    },
  });
}
