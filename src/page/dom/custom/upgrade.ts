/**
 * Custom elements come to be: by construction, by creation with a name, and by upgrade of what is there already.
 *
 * DOM §4.9 "create an element" https://dom.spec.whatwg.org/#concept-create-element
 * HTML §3.2.3 (HTML element constructors), §4.13.5 (upgrades) https://html.spec.whatwg.org/#upgrades
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import {
  LOCAL_NAME,
  NEXT,
  NODE_TYPE,
  OWNER_DOCUMENT,
  OWNER_ELEMENT,
  PARENT_NODE,
  PREV,
  QUALIFIED_NAME,
  SHADOW,
  VALUE,
} from '../../../html/node-keys.ts';
import { eachAttribute, firstChild } from '../../../html/node-tree.ts';
import { append, construct, mapGet, setPrototypeOf } from '../../primordials.ts';
import { reportException } from '../../report-exception.ts';
import { isScriptOver } from '../../script-end.ts';
import { type AttrNode, createElementNode, createPlainElement, HTML_NAMESPACE, type PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { htmlInterfaceOf } from '../interface-table.ts';
import { illegalConstructor, interfaceObjectOf, prototypeOf } from '../interfaces.ts';
import { eachShadowIncluding } from '../shadow/shadow-walk.ts';
import { isConnected } from '../tree.ts';
import {
  customRecord,
  type Definition,
  definitionFor,
  enqueueAttributeChanged,
  enqueueCallback,
  ensureRecord,
  lookUp,
  setCustomState,
  setIsValue,
} from './definition.ts';
import { areReactionsInUse, clearReactions, enqueueReaction } from './reactions.ts';
import {
  activeRegistry,
  assignRegistry,
  type Registry,
  registryDocument,
  registryOf,
  whileActive,
} from './registries.ts';

/** What happens behind a constructor that has made a form-associated element. Set by form-associated.ts. */
let formOwnerSteps: (element: PageNode) => void = () => {};

export function setFormOwnerSteps(steps: (element: PageNode) => void): void {
  formOwnerSteps = steps;
}

/** The HTML element constructor that `new.target` has reached through `super()`. */
export function constructHtmlElement(interfaceName: string, newTarget: object): PageNode {
  const registry = activeRegistry(newTarget);
  const definition = mapGet(registry.byConstructor, newTarget);
  if (definition === undefined || newTarget === interfaceObjectOf(interfaceName)) {
    throw illegalConstructor(interfaceName);
  }
  const isAutonomous = definition.localName === definition.name;
  const expected = isAutonomous ? 'HTMLElement' : htmlInterfaceOf(definition.localName);
  if (interfaceName !== expected) throw new TypeError("Illegal constructor: the interface is not the element's.");

  const own = (newTarget as { prototype?: unknown }).prototype;
  const prototype = typeof own === 'object' && own !== null ? own : prototypeOf(interfaceName);
  const { constructionStack } = definition;
  if (constructionStack.length === 0) {
    const element = createPlainElement(registryDocument(), definition.localName, interfaceName);
    setPrototypeOf(element, prototype);
    if (registry.isScoped) assignRegistry(element, registry);
    const record = ensureRecord(element);
    record.definition = definition;
    if (!isAutonomous) record.is = definition.name;
    setCustomState(element, 'custom');
    return element;
  }
  const top = constructionStack.length - 1;
  const element = constructionStack[top]!;
  if (element === null) throw new TypeError('This instance is already constructed.');
  setPrototypeOf(element, prototype);
  constructionStack[top] = null;
  return element;
}

/**
 * "create an element" with a synchronous constructor, for createElement and createElementNS. `null` for a plain HTML
 * element: there is no definition, and nothing says that there will be one.
 */
export function createCustom(
  document: PageNode,
  localName: string,
  is: string | null,
  given?: Registry | null,
): PageNode | null {
  if (!areReactionsInUse() && is === null && given === undefined) return null;
  const registry = given === undefined ? registryOf(document) : given;
  const definition = registry === null ? null : lookUp(registry, localName, is);
  if (definition === null && is === null && given === undefined) return null;
  if (definition !== null && definition.localName === definition.name) return constructNamed(document, definition);
  const element = createElementNode(document, HTML_NAMESPACE, localName);
  if (given !== undefined) assignRegistry(element, given);
  if (is !== null) setIsValue(element, is);
  if (definition !== null) upgradeNow(element, definition);
  return element;
}

function upgradeNow(element: PageNode, definition: Definition): void {
  try {
    upgradeElement(element, definition);
  } catch (error) {
    reportException(error);
  }
}

/** An autonomous custom element; one that failed when its constructor does. */
function constructNamed(document: PageNode, definition: Definition): PageNode {
  try {
    const result = whileActive(definition, () => construct(definition.elementClass as () => void, [])) as unknown;
    checkConstructed(result, document, definition.localName);
    return result as PageNode;
  } catch (error) {
    reportException(error);
    const element = createPlainElement(document, definition.localName, 'HTMLUnknownElement');
    setCustomState(element, 'failed');
    return element;
  }
}

function checkConstructed(result: unknown, document: PageNode, localName: string): void {
  const isElement = typeof result === 'object' && result !== null && customRecord(result as StoreNode) !== undefined;
  if (!isElement) throw new TypeError('The result must implement the HTMLElement interface.');
  const element = result as PageNode;
  const refuse = (why: string) => domException('NotSupportedError', `The result must not have ${why}.`);
  if ((element[NEXT] as StoreNode)[NODE_TYPE] === 2) throw refuse('attributes');
  if (firstChild(element) !== null) throw refuse('children');
  if (element[PARENT_NODE] !== null) throw refuse('a parent');
  if (element[OWNER_DOCUMENT] !== document) throw refuse('another document');
  if (element[LOCAL_NAME] !== localName) throw refuse('another local name');
}

/** "upgrade an element". Throws what the constructor throws. */
function upgradeElement(element: PageNode, definition: Definition): void {
  const record = ensureRecord(element);
  if (record.state !== 'undefined') return;
  record.definition = definition;
  setCustomState(element, 'failed');
  eachAttribute(element, (name, value) => enqueueAttributeChanged(element, name, null, value, null));
  if (isConnected(element)) enqueueCallback(element, 'connectedCallback', []);

  const { constructionStack } = definition;
  append(constructionStack, element);
  try {
    if (definition.disableShadow && element[SHADOW] !== undefined) {
      throw domException('NotSupportedError', 'The element has a shadow root, which its definition disables.');
    }
    setCustomState(element, 'precustomized');
    const result = whileActive(definition, () => construct(definition.elementClass as () => void, [])) as unknown;
    if (result !== element) throw new TypeError('The custom element constructor did not produce the element.');
  } catch (error) {
    setCustomState(element, 'failed');
    record.definition = null;
    clearReactions(element);
    throw error;
  } finally {
    constructionStack.length--;
  }
  if (definition.formAssociated) formOwnerSteps(element);
  setCustomState(element, 'custom');
}

/** "enqueue a custom element upgrade reaction" */
function enqueueUpgrade(element: PageNode, definition: Definition): void {
  enqueueReaction(element, (target) => upgradeElement(target, definition));
}

/** "try to upgrade": when an element becomes connected, and when script asks for it. */
export function tryToUpgrade(element: PageNode): void {
  if (!areReactionsInUse()) return;
  const record = customRecord(element);
  if (record !== undefined && record.state !== 'undefined') return;
  const definition = definitionFor(element);
  if (definition !== null) enqueueUpgrade(element, definition);
}

/** Elements of a tree that was parsed or cloned, as "create an element" without a synchronous constructor. */
export function upgradeTree(root: PageNode): void {
  if (areReactionsInUse()) eachShadowIncluding(root, tryToUpgrade);
}

/** The elements that a new definition is for, in tree order. */
export function upgradeCandidates(document: PageNode, definition: Definition): void {
  eachShadowIncluding(document, (element) => {
    if (element[LOCAL_NAME] !== definition.localName) return;
    if (definitionFor(element) === definition) tryToUpgrade(element);
  });
}

/**
 * An element that the parser has just made, with its attributes, becomes custom before it is in the tree.
 *
 * Differs: microtasks do not run before the constructor.
 */
export function parsedElement(element: PageNode): PageNode {
  const is = isAttribute(element);
  if (is !== null) setIsValue(element, is);
  if (!areReactionsInUse() || isScriptOver()) return element;
  const definition = definitionFor(element);
  if (definition === null) return element;
  if (definition.localName !== definition.name) {
    upgradeNow(element, definition);
    return element;
  }
  const made = constructNamed(element[OWNER_DOCUMENT]!, definition);
  moveAttributes(element, made);
  return made;
}

function isAttribute(element: StoreNode): string | null {
  for (let at = element[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as typeof at) {
    if (at[QUALIFIED_NAME] === 'is') return `${at[VALUE]}`;
  }
  return null;
}

/** The constructor has seen an element without attributes; it is told of them one by one. */
function moveAttributes(from: PageNode, to: PageNode): void {
  const first = from[NEXT] as StoreNode;
  if (first[NODE_TYPE] !== 2) return;
  let last = first;
  for (let at = first; at[NODE_TYPE] === 2; at = at[NEXT] as StoreNode) {
    (at as AttrNode)[OWNER_ELEMENT] = to;
    last = at;
  }
  const fromEnd = last[NEXT] as StoreNode;
  from[NEXT] = fromEnd;
  fromEnd[PREV] = from;
  const toEnd = to[NEXT] as StoreNode;
  to[NEXT] = first;
  first[PREV] = to;
  last[NEXT] = toEnd;
  toEnd[PREV] = last;
  eachAttribute(to, (name, value) => enqueueAttributeChanged(to, name, null, value, null));
}
