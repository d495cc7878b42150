/**
 * The user validity of controls: whether ':user-valid' and ':user-invalid' may say anything of them yet.
 *
 * HTML §4.10.18.2 "user validity" https://html.spec.whatwg.org/#user-interaction-and-form-controls
 */
import type { BareArray } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';

/** The user has committed a change to a control, or tried to submit its form; or the form was reset. */
export function setUserValidity(control: PageNode, isKnown: boolean): void {
  if ((stateOf(control).userValidity === true) === isKnown) return;
  stateOf(control).userValidity = isKnown;
  markChanged(control);
}

export function setUserValidityOfAll(controls: BareArray<PageNode>, isKnown: boolean): void {
  for (let at = 0; at < controls.length; at++) setUserValidity(controls[at]!, isKnown);
}
