/**
 * Puts forms and their controls into the page realm, and tells them when an element comes or changes.
 */

import { LOCAL_NAME } from '../html/node-keys.ts';
import { installAutofill } from './dom/autofill.ts';
import type { PageNode } from './dom/create-node.ts';
import { setFileTest } from './dom/custom/element-internals.ts';
import { installDataTransfer } from './dom/data-transfer.ts';
import { installFileLists } from './dom/file-list.ts';
import { forgetParserForm } from './dom/form-controls.ts';
import { installFormMembers } from './dom/form-members.ts';
import { nameInForm } from './dom/form-names.ts';
import { installInputMembers } from './dom/input-members.ts';
import { inputAttributeChanged, joinRadioGroup } from './dom/input-value.ts';
import { installOutput } from './dom/output-value.ts';
import { installSelect } from './dom/select-members.ts';
import { installTextSelection } from './dom/text-selection.ts';
import { installValidation } from './dom/validation.ts';
import { installFormData } from './form-data.ts';
import { installFormSubmission } from './form-submission.ts';
import { isFile } from './network/blob.ts';

export function installForms(): void {
  setFileTest(isFile);
  installFormMembers();
  installAutofill();
  installInputMembers();
  installSelect();
  installTextSelection();
  installOutput();
  installValidation();
  installFileLists();
  installDataTransfer();
  installFormData();
  installFormSubmission();
}

/** A control has come into the document. */
export function controlConnected(element: PageNode): void {
  if (element[LOCAL_NAME] === 'input') joinRadioGroup(element);
  nameInForm(element);
}

/** An attribute of an element changed; `null` is absent. */
export function controlAttributeChanged(element: PageNode, name: string, old: string | null): void {
  if (element[LOCAL_NAME] === 'input') inputAttributeChanged(element, name, old);
  if (name === 'name' || name === 'id' || name === 'form') nameInForm(element);
}

/** A control has left the document. */
export function controlDisconnected(element: PageNode): void {
  forgetParserForm(element);
}
