/**
 * The record of an element's state that is not in attributes (see html/node-state.ts), made when first needed.
 *
 * Records have no prototype: a page that puts 'value' on Object.prototype must not give every control that value.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { STATE } from '../../html/node-keys.ts';
import type { DocumentState, ElementState } from '../../html/node-state.ts';

export function stateOf(element: StoreNode): ElementState {
  let state = element[STATE] as ElementState | undefined;
  if (state === undefined) {
    state = { __proto__: null } as ElementState;
    element[STATE] = state;
  }
  return state;
}

export function documentStateOf(document: StoreNode): DocumentState {
  return stateOf(document) as DocumentState;
}
