/**
 * Controls and images of a form as properties of the form, by index, name and id. They hide the form's own members: with a
 * control named 'action', `form.action` is that control.
 *
 * HTML §4.10.3, supported property names https://html.spec.whatwg.org/#the-form-element; Web IDL [LegacyOverrideBuiltIns]
 *
 * Names that hide nothing are found by a proxy behind the prototype. One that hides a member becomes a property of the form
 * when the control comes, and is gone when nothing has the name any more.
 *
 * Differs: in a form outside of the document, members are not hidden. Missing: the past names map.
 */

import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, following, hasAttributes } from '../../html/node-tree.ts';
import { create, defineProperty, getOwnPropertyDescriptor, reflect, setPrototypeOf } from '../primordials.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { formOf, isListed } from './form-controls.ts';
import { prototypeOf } from './interfaces.ts';
import { keysBehind } from './keys-behind.ts';
import { isNamed, itemsOf, namedItem } from './node-list.ts';

/** The list behind `form.elements`. */
let elementsList: (form: PageNode) => object = () => [];

/** Controls by index, controls by name, then images by name. */
function formProperty(form: PageNode, key: string): object | undefined {
  const index = +key;
  if (`${index >>> 0}` === key) return itemsOf(elementsList(form))[index];
  const control = namedItem(elementsList(form), key);
  if (control !== undefined) return control;
  for (let at = following(form, form); at !== null; at = following(at, form)) {
    if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'img' && isNamed(at as PageNode, key)) return at as PageNode;
  }
  return undefined;
}

function isForm(value: unknown): value is PageNode {
  const element = value as PageNode;
  return typeof value === 'object' && value !== null && element[LOCAL_NAME] === 'form' && isHtmlElement(element);
}

/** Behind the members of HTMLElement there is nothing else, so names stand before it, after those of forms. */
const FORM_NAMES: ProxyHandler<object> = {
  ownKeys: () => keysBehind(prototypeOf('HTMLElement')),
  get(target, key, receiver) {
    if (reflect.has(target, key)) return reflect.get(target, key, receiver);
    return typeof key === 'string' && key !== '' && isForm(receiver) ? formProperty(receiver, key) : undefined;
  },
  defineProperty: () => false,
  preventExtensions: () => false,
};

/** A control or an image has come to a form, or has another name there. */
export function nameInForm(element: PageNode): void {
  if (!hasAttributes(element)) return;
  const isImage = element[LOCAL_NAME] === 'img' && isHtmlElement(element);
  if (!isImage && !isListed(element)) return;
  hideMember(element, attribute(element, 'name'));
  hideMember(element, attribute(element, 'id'));
}

function hideMember(element: PageNode, key: string | null): void {
  if (key === null || key === '' || !reflect.has(prototypeOf('HTMLFormElement'), key)) return;
  const form = formOf(element);
  if (form === null || getOwnPropertyDescriptor(form, key) !== undefined) return;
  const shown = (): object | undefined => {
    const found = formProperty(form, key);
    if (found === undefined) reflect.deleteProperty(form, key);
    return found;
  };
  // Secure: without a prototype, on which a page could put a 'value'.
  const descriptor = {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => shown() ?? reflect.get(form, key),
    set: (value: unknown) => {
      if (shown() === undefined) reflect.set(form, key, value);
    },
  };
  defineProperty(form, key, descriptor);
}

export function installFormNames(elements: (form: PageNode) => object): void {
  elementsList = elements;
  setPrototypeOf(prototypeOf('HTMLFormElement'), new Proxy(create(prototypeOf('HTMLElement')), FORM_NAMES));
}
