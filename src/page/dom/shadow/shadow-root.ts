/**
 * Shadow roots: attachShadow, ShadowRoot's own members, and slots as script sees them.
 *
 * DOM §4.8, §4.9 "attach a shadow root" https://dom.spec.whatwg.org/#concept-attach-a-shadow-root
 * HTML §4.12.4 (slot) https://html.spec.whatwg.org/#the-slot-element
 */

import { canHostShadow, declaredShadow } from '../../../html/declarative-shadow.ts';
import { HOST, LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, SHADOW, SHADOW_INIT } from '../../../html/node-keys.ts';
import { attribute, firstChild, hasAttribute } from '../../../html/node-tree.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  copyArray,
  mapGet,
  weakGet,
  weakSet,
} from '../../primordials.ts';
import { removeAttributeValue, setAttributeValue } from '../attribute-list.ts';
import {
  createShadowRootNode,
  type PageNode,
  type ShadowInit,
  type ShadowRootNode,
  setTemplateContent,
} from '../create-node.ts';
import { customRecord, isValueOf } from '../custom/definition.ts';
import { assignRegistry, registryObjectOf, registryOf, registryOption } from '../custom/registries.ts';
import { watchTree } from '../custom/tree-steps.ts';
import { markChanged } from '../document-version.ts';
import { domException } from '../dom-exception.ts';
import { stateOf } from '../element-state.ts';
import { focusedElement } from '../focus.ts';
import { defineMembers } from '../interfaces.ts';
import { isTreeNode, removeNode, rootOf } from '../tree.ts';
import { isShadowRoot, shadowOf } from './shadow-walk.ts';
import { assignedTo, assignManually, flattenedTo, isSlottable, openSlotOf } from './slots.ts';

/** Roots that markup has declared; script that attaches one finds it there, once. */
const declaratives = new WeakMap<ShadowRootNode, boolean>();

/** "available to element internals" */
const internal = new WeakMap<ShadowRootNode, boolean>();

export function internalShadowRoot(host: PageNode): ShadowRootNode | null {
  const root = shadowOf(host);
  return root !== undefined && weakGet(internal, root) === true ? root : null;
}

/** ShadowRootInit, read and checked. */
function readInit(given: unknown): ShadowInit {
  if ((typeof given !== 'object' || given === null) && typeof given !== 'function') {
    throw new TypeError("parameter 1 is not of type 'ShadowRootInit'.");
  }
  const init = given as Record<string, unknown>;
  const clonable = Boolean(init['clonable']);
  const delegatesFocus = Boolean(init['delegatesFocus']);
  const givenMode = init['mode'];
  const mode = givenMode === undefined ? undefined : `${givenMode}`;
  if (mode !== 'open' && mode !== 'closed') {
    throw new TypeError(`The value '${mode}' is not a valid value of the enumeration ShadowRootMode.`);
  }
  const givenTarget = init['referenceTarget'];
  const referenceTarget = givenTarget === undefined || givenTarget === null ? null : `${givenTarget}`;
  const serializable = Boolean(init['serializable']);
  const givenAssignment = init['slotAssignment'];
  const slotAssignment = givenAssignment === undefined ? 'named' : `${givenAssignment}`;
  if (slotAssignment !== 'named' && slotAssignment !== 'manual') {
    throw new TypeError(`The value '${slotAssignment}' is not a valid value of the enumeration SlotAssignmentMode.`);
  }
  return { mode, delegatesFocus, slotAssignment, clonable, serializable, referenceTarget };
}

function hasHyphen(name: string): boolean {
  for (let at = 1; at < name.length; at++) if (name[at] === '-') return true;
  return false;
}

function isShadowDisabled(host: PageNode): boolean {
  const name = hasHyphen(host[LOCAL_NAME]) ? host[LOCAL_NAME] : isValueOf(host);
  const registry = name === null ? null : registryOf(host);
  return registry !== null && mapGet(registry.byName, name!)?.disableShadow === true;
}

/** "attach a shadow root". `declarative` is the parser's, which script may take over once. */
export function attachShadow(host: PageNode, init: ShadowInit, declarative = false): ShadowRootNode {
  if (!canHostShadow(host)) {
    throw domException('NotSupportedError', `<${host[LOCAL_NAME]}> does not support attachShadow.`);
  }
  if (isShadowDisabled(host))
    throw domException('NotSupportedError', 'attachShadow() is disabled by disabledFeatures.');
  const present = host[SHADOW] as ShadowRootNode | undefined;
  if (present !== undefined) {
    if (weakGet(declaratives, present) !== true || present[SHADOW_INIT].mode !== init.mode) {
      throw domException('NotSupportedError', 'The element has a shadow root already.');
    }
    for (let child = firstChild(present); child !== null; child = firstChild(present)) removeNode(child as PageNode);
    weakSet(declaratives, present, false);
    return present;
  }
  const root = createShadowRootNode(host, init);
  const state = customRecord(host)?.state;
  if (declarative || state === 'precustomized' || state === 'custom') weakSet(internal, root, true);
  if (declarative) weakSet(declaratives, root, true);
  if (init.slotAssignment === 'manual') stateOf(root).manualSlots = true;
  host[SHADOW] = root;
  watchTree();
  markChanged();
  return root;
}

/** For the parser: a template that declares the shadow root of the element it stands in. */
export function declareShadow(host: PageNode, template: PageNode): boolean {
  const init = declaredShadow(template);
  if (init === null || !canHostShadow(host) || shadowOf(host) !== undefined || isShadowDisabled(host)) return false;
  const root = attachShadow(host, init, true);
  if (hasAttribute(template, 'shadowrootcustomelementregistry')) assignRegistry(root, null);
  setTemplateContent(template, root);
  return true;
}

/** The element as a tree of another root sees it: itself, the host it is in, or `null`. */
export function retarget(element: PageNode, root: PageNode): PageNode | null {
  for (let at: PageNode = element; ; ) {
    const own = rootOf(at);
    if (own === root) return at;
    if (!isShadowRoot(own)) return null;
    at = own[HOST];
  }
}

function checkedSlottables(nodes: ArrayLike<unknown>): BareArray<PageNode> {
  const list = bareArray<PageNode>();
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (typeof node !== 'object' || node === null || !isTreeNode(node) || !isSlottable(node)) {
      throw new TypeError("The value is not of type 'Element' or 'Text'.");
    }
    let isKnown = false;
    for (let other = 0; other < list.length && !isKnown; other++) isKnown = list[other] === node;
    if (!isKnown) append(list, node);
  }
  return list;
}

function keyword(template: PageNode, name: string, known: string, other: string, fallback: string): string {
  const value = attribute(template, name);
  if (value === null) return fallback;
  const lower = asciiLower(value);
  return lower === known || lower === other ? lower : fallback;
}

function setFlag(template: PageNode, name: string, value: unknown): void {
  if (value) setAttributeValue(template, name, '');
  else removeAttributeValue(template, name);
}

/** What a template declares, as its attributes say it. */
const TEMPLATE_MEMBERS: ThisType<PageNode> & Record<never, never> = {
  get htmlFor(): string {
    return attribute(this as unknown as PageNode, 'for') ?? '';
  },
  set htmlFor(value: unknown) {
    setAttributeValue(this as unknown as PageNode, 'for', `${value}`);
  },
  get shadowRootReferenceTarget(): string | null {
    return attribute(this as unknown as PageNode, 'shadowrootreferencetarget');
  },
  set shadowRootReferenceTarget(value: unknown) {
    const template = this as unknown as PageNode;
    if (value === null || value === undefined) removeAttributeValue(template, 'shadowrootreferencetarget');
    else setAttributeValue(template, 'shadowrootreferencetarget', `${value}`);
  },
  get shadowRootMode(): string {
    return keyword(this as unknown as PageNode, 'shadowrootmode', 'open', 'closed', '');
  },
  set shadowRootMode(value: unknown) {
    setAttributeValue(this as unknown as PageNode, 'shadowrootmode', `${value}`);
  },
  get shadowRootSlotAssignment(): string {
    return keyword(this as unknown as PageNode, 'shadowrootslotassignment', 'named', 'manual', 'named');
  },
  set shadowRootSlotAssignment(value: unknown) {
    setAttributeValue(this as unknown as PageNode, 'shadowrootslotassignment', `${value}`);
  },
  get shadowRootDelegatesFocus(): boolean {
    return hasAttribute(this as unknown as PageNode, 'shadowrootdelegatesfocus');
  },
  set shadowRootDelegatesFocus(value: unknown) {
    setFlag(this as unknown as PageNode, 'shadowrootdelegatesfocus', value);
  },
  get shadowRootClonable(): boolean {
    return hasAttribute(this as unknown as PageNode, 'shadowrootclonable');
  },
  set shadowRootClonable(value: unknown) {
    setFlag(this as unknown as PageNode, 'shadowrootclonable', value);
  },
  get shadowRootCustomElementRegistry(): string {
    return attribute(this as unknown as PageNode, 'shadowrootcustomelementregistry') ?? '';
  },
  set shadowRootCustomElementRegistry(value: unknown) {
    setAttributeValue(this as unknown as PageNode, 'shadowrootcustomelementregistry', `${value}`);
  },
  get shadowRootSerializable(): boolean {
    return hasAttribute(this as unknown as PageNode, 'shadowrootserializable');
  },
  set shadowRootSerializable(value: unknown) {
    setFlag(this as unknown as PageNode, 'shadowrootserializable', value);
  },
};

export function installShadowRoots(): void {
  defineMembers<PageNode>('Element', {
    attachShadow(init: unknown): ShadowRootNode {
      const given = readInit(init);
      const registry = registryOption(init);
      const root = attachShadow(this, given);
      if (registry !== undefined) assignRegistry(root, registry);
      return root;
    },
    get shadowRoot(): ShadowRootNode | null {
      const root = this[SHADOW] as ShadowRootNode | undefined;
      return root !== undefined && root[SHADOW_INIT].mode === 'open' ? root : null;
    },
  });
  for (const name of ['Element', 'Text']) {
    defineMembers<PageNode>(name, {
      get assignedSlot(): PageNode | null {
        return openSlotOf(this);
      },
    });
  }
  defineMembers<ShadowRootNode>('ShadowRoot', {
    get mode(): string {
      return this[SHADOW_INIT].mode;
    },
    get host(): PageNode {
      return this[HOST];
    },
    get referenceTarget(): string | null {
      return this[SHADOW_INIT].referenceTarget;
    },
    set referenceTarget(value: unknown) {
      this[SHADOW_INIT].referenceTarget = value === null || value === undefined ? null : `${value}`;
    },
    get delegatesFocus(): boolean {
      return this[SHADOW_INIT].delegatesFocus;
    },
    get slotAssignment(): string {
      return this[SHADOW_INIT].slotAssignment;
    },
    get clonable(): boolean {
      return this[SHADOW_INIT].clonable;
    },
    get serializable(): boolean {
      return this[SHADOW_INIT].serializable;
    },
    get customElementRegistry(): object | null {
      return registryObjectOf(this);
    },
    get activeElement(): PageNode | null {
      const focused = focusedElement(this[OWNER_DOCUMENT]!);
      return focused === null ? null : retarget(focused, this);
    },
  });
  defineMembers<PageNode>('HTMLTemplateElement', TEMPLATE_MEMBERS);
  defineMembers<PageNode>('HTMLSlotElement', {
    assign(...nodes: unknown[]): void {
      assignManually(this, checkedSlottables(nodes));
      markChanged();
    },
    assignedNodes(options?: { flatten?: unknown }): PageNode[] {
      return copyArray(options?.flatten ? flattenedTo(this) : assignedTo(this));
    },
    assignedElements(options?: { flatten?: unknown }): PageNode[] {
      const nodes = options?.flatten ? flattenedTo(this) : assignedTo(this);
      const elements = bareArray<PageNode>();
      for (let at = 0; at < nodes.length; at++) if (nodes[at]![NODE_TYPE] === 1) append(elements, nodes[at]!);
      return copyArray(elements);
    },
  });
}
