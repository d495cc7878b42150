/**
 * Puts the custom element reactions stack around every method and setter that the standards mark [CEReactions].
 *
 * In:  the interfaces with all their members. Out: the same members; once a page has defined a custom element, each runs
 * the reactions that it has caused before it returns.
 *
 * HTML §4.13.6 https://html.spec.whatwg.org/#cereactions
 */
import { type Method, namedMethod, namedSetter } from '../../named-function.ts';
import { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } from '../../primordials.ts';
import { HTML_INTERFACES } from '../interface-table.ts';
import { prototypeOf } from '../interfaces.ts';
import { areReactionsInUse, beginReactions, endReactions } from './reactions.ts';

const PARENT_NODE = 'append moveBefore prepend replaceChildren';
const CHILD_NODE = 'after before remove replaceWith';

/** Methods by interface. Those that are not there are passed over. */
const METHODS: Readonly<Record<string, string>> = {
  Node: 'appendChild cloneNode insertBefore normalize removeChild replaceChild',
  Element:
    `${PARENT_NODE} ${CHILD_NODE} insertAdjacentElement insertAdjacentHTML removeAttribute removeAttributeNS ` +
    'removeAttributeNode setAttribute setAttributeNS setAttributeNode setAttributeNodeNS setHTML setHTMLUnsafe ' +
    'toggleAttribute',
  Document: `${PARENT_NODE} adoptNode close createElement createElementNS execCommand importNode open write writeln`,
  DocumentFragment: PARENT_NODE,
  ShadowRoot: 'setHTML setHTMLUnsafe',
  CharacterData: CHILD_NODE,
  DocumentType: CHILD_NODE,
  NamedNodeMap: 'removeNamedItem removeNamedItemNS setNamedItem setNamedItemNS',
  DOMTokenList: 'add remove replace toggle',
  CSSStyleDeclaration: 'removeProperty setProperty',
  Range: 'cloneContents createContextualFragment deleteContents extractContents insertNode surroundContents',
  Selection: 'deleteFromDocument',
  HTMLDialogElement: 'close requestClose show showModal',
  HTMLFormElement: 'reset',
  HTMLElement: 'hidePopover showPopover togglePopover',
  HTMLOptionsCollection: 'add remove',
  HTMLSelectElement: 'add remove',
  HTMLTableElement:
    'createCaption createTBody createTFoot createTHead deleteCaption deleteRow deleteTFoot deleteTHead insertRow',
  HTMLTableRowElement: 'deleteCell insertCell',
  HTMLTableSectionElement: 'deleteRow insertRow',
};

/** Interfaces whose setters reflect attributes or change the tree. */
const SETTERS =
  'Node Element Document ShadowRoot CharacterData Attr DOMTokenList CSSStyleDeclaration HTMLOptionsCollection ' +
  'HTMLElement SVGElement MathMLElement';

/** WebIDL: a member keeps its name and length. */
function scopedMethod(original: Method): Method {
  return namedMethod(original.name, original.length, callScoped, original);
}

function callScoped(self: unknown, args: ArrayLike<unknown>, original: Method): unknown {
  if (!areReactionsInUse()) return apply(original, self, args);
  beginReactions();
  try {
    return apply(original, self, args);
  } finally {
    endReactions();
  }
}

function scopedSetter(property: string, original: Method): Method {
  return namedSetter(property, setScoped, original);
}

function setScoped(self: unknown, value: unknown, original: Method): void {
  callScoped(self, [value], original);
}

function scopeMethod(prototype: object, name: string): void {
  const descriptor = getOwnPropertyDescriptor(prototype, name);
  if (descriptor === undefined || typeof descriptor.value !== 'function') return;
  defineProperty(prototype, name, { ...descriptor, value: scopedMethod(descriptor.value as Method) });
}

function scopeSetters(prototype: object): void {
  for (const key of ownKeys(prototype)) {
    const descriptor = getOwnPropertyDescriptor(prototype, key);
    if (typeof key !== 'string' || descriptor?.set === undefined || key.startsWith('on')) continue;
    defineProperty(prototype, key, { ...descriptor, set: scopedSetter(key, descriptor.set as Method) });
  }
}

/** Once, when all members are there. */
export function installReactionScopes(): void {
  for (const name of Object.keys(METHODS)) {
    const prototype = prototypeOf(name) as object | undefined;
    if (prototype === undefined) continue;
    for (const method of METHODS[name]!.split(' ')) scopeMethod(prototype, method);
  }
  const interfaces = new Set([...SETTERS.split(' '), ...Object.values(HTML_INTERFACES)]);
  for (const name of interfaces) {
    const prototype = prototypeOf(name) as object | undefined;
    if (prototype !== undefined) scopeSetters(prototype);
  }
}
