/**
 * Puts the web platform into the page realm: once, when the realm is made, so that all of it is in the snapshot.
 */

import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT } from '../html/node-keys.ts';
import { firstElementChild, hasAttribute } from '../html/node-tree.ts';
import { installActivation } from './activation.ts';
import { motionListenerAdded } from './animations/css-motion.ts';
import { emptyBitmap } from './canvas/bitmap.ts';
import { baseConnected, installPolicyGuards, policyDeclared } from './csp/declared-policy.ts';
import { documentUrl } from './document-address.ts';
import { currentReadyState } from './document-lifecycle.ts';
import { installAllCollection } from './dom/all-collection.ts';
import { removeAttributeValue, setAttributeHook, setAttributeValue, setNamespacedHook } from './dom/attribute-list.ts';
import { installAttributes } from './dom/attributes.ts';
import { autofocusConnected, installAutofocus } from './dom/autofocus.ts';
import { installCharacterData } from './dom/character-data.ts';
import { setScriptCloned } from './dom/clone.ts';
import { createCommentNode, createFragmentNode, type PageNode } from './dom/create-node.ts';
import { customAttributeChanged } from './dom/custom/definition.ts';
import { installElementInternals } from './dom/custom/element-internals.ts';
import { formAttributeChanged, installFormAssociated } from './dom/custom/form-associated.ts';
import { installReactionScopes } from './dom/custom/reaction-scopes.ts';
import { installCustomElements } from './dom/custom/registry.ts';
import { customConnected, customDisconnected } from './dom/custom/tree-steps.ts';
import { installDataset } from './dom/dataset.ts';
import { makeXmlDocument } from './dom/document-implementation.ts';
import { bodyOf, installDocumentMembers, mainDocument } from './dom/document-members.ts';
import { indexElement, reindexAttribute, unindexElement } from './dom/element-index.ts';
import { installElementMembers } from './dom/element-members.ts';
import { documentStateOf, stateOf } from './dom/element-state.ts';
import { dropFocus, installFocus, leaveWith, setShowHook } from './dom/focus.ts';
import { imageConnected, loadingChanged, updateImage } from './dom/image-element.ts';
import { defineMembers, type InterfaceObject, prototypeOf, setConstructor } from './dom/interfaces.ts';
import { updateHint } from './dom/link-hints.ts';
import { installMarkup, setMarkupScriptHook } from './dom/markup.ts';
import { isMedia, mediaConnected, mediaSourceChanged } from './dom/media-loading.ts';
import { installMutationObserver, setSlotChangeHook } from './dom/mutation-records.ts';
import { installLists } from './dom/node-list.ts';
import { installNodeMembers, setTextOf, textContentOf } from './dom/node-members.ts';
import { installPointQueries } from './dom/point-queries.ts';
import { installRange, setContextualScriptHook } from './dom/range.ts';
import { installRangeGeometry } from './dom/range-geometry.ts';
import { installReflection } from './dom/reflection.ts';
import { installSelection } from './dom/selection.ts';
import { installShadowRoots } from './dom/shadow/shadow-root.ts';
import { slotAttributeChanged } from './dom/shadow/slots.ts';
import { inlineStyle, installStyleDeclaration } from './dom/style-declaration.ts';
import { installTokenList } from './dom/token-list.ts';
import { installTraversal } from './dom/traversal.ts';
import { isTreeNode, setTreeHooks } from './dom/tree.ts';
import { createEvent } from './event-classes.ts';
import {
  adoptBodyHandlers,
  copyHandlerProperties,
  defineForwardedProperties,
  defineHandlerProperties,
  handlerAttributeChanged,
} from './event-handlers.ts';
import { dispatchTrusted, installEventTarget } from './events.ts';
import { installFragment } from './fragment.ts';
import { frameChanged, frameConnected, frameDisconnected, isFrameElement } from './frames/frame-elements.ts';
import { installGeometry } from './geometry.ts';
import { installIdlGuards } from './idl-guards.ts';
import { installInput } from './input.ts';
import {
  disclosureAttributeChanged,
  disclosureConnected,
  disclosureDisconnected,
  installDisclosure,
} from './install-disclosure.ts';
import { installElements } from './install-elements.ts';
import { controlAttributeChanged, controlConnected, controlDisconnected, installForms } from './install-forms.ts';
import { installConstructors } from './interface-constructors.ts';
import { setListenerHook } from './listeners.ts';
import { scheduleRefresh } from './meta-refresh.ts';
import { defineNamedAccessor } from './named-function.ts';
import { installNativeLook } from './native-look.ts';
import { installPersistedState } from './persisted-state.ts';
import { apply, getOwnPropertyDescriptor, hasWord, indexOf } from './primordials.ts';
import { installReceiverGuards } from './receiver-guards.ts';
import { noteReferrerMeta } from './referrer-policy.ts';
import { installRejections } from './rejections.ts';
import { blockingChanged, installRenderBlocking, unblockRendering, updateExpectation } from './render-blocking.ts';
import { setErrorDispatcher } from './report-exception.ts';
import { installDocumentWrite } from './script/document-write.ts';
import {
  clearForceAsync,
  copyStarted,
  isForcedAsync,
  isParserScript,
  markMayRun,
  markNeverRuns,
  prepareScript,
} from './scripts.ts';
import { scrollIntoView, scrollIntoViewIfNeeded } from './scroll-into-view.ts';
import { installScrolling, scrolled } from './scrolling.ts';
import { removeLink, updateLink, updateStyle } from './style-elements.ts';
import { installLazyInterfaces } from './window/lazy-interfaces.ts';
import { installLinkParts } from './window/location.ts';
import { orderMembers, orderWindow } from './window/member-order.ts';
import { installConsoleMemory } from './window/rare-parts.ts';
import { installWindow } from './window/window.ts';
import { BUILT_IN_NAMES } from './workers/built-in-names.ts';
import { hideWorkerScope } from './workers/worker-scope.ts';

export function installPlatform(): void {
  installDom();
  installHooks();
  installWindow();
  installReactionScopes();
  installConstructors();
  installIdlGuards();
  installReceiverGuards((name) => hasWord(BUILT_IN_NAMES, name) || name === 'Window');
  orderMembers();
  installNativeLook();
  installConsoleMemory();
  installLazyInterfaces((name) => getOwnPropertyDescriptor(globalThis, name)?.value as InterfaceObject | undefined);
  hideWorkerScope();
  orderWindow();
}

function installDom(): void {
  installEventTarget();
  installRejections();
  installLists();
  installAllCollection();
  installMutationObserver();
  installNodeMembers();
  installCharacterData(mainDocument);
  installAttributes();
  installTokenList();
  installDataset();
  installStyleDeclaration();
  installElementMembers(inlineStyle);
  installMarkup();
  installReflection();
  installElements();
  installForms();
  installDisclosure();
  installFocus(mainDocument);
  installAutofocus(mainDocument);
  installTraversal();
  installShadowRoots();
  installCustomElements(mainDocument);
  installElementInternals();
  installFormAssociated();
  installDocumentMembers();
  installRange(mainDocument);
  installRangeGeometry();
  installSelection();
  installPointQueries();
  installDocumentWrite();
  installActivation();
  installInput();
  installLinkParts();
  const root = (): PageNode | null => firstElementChild(mainDocument()) as unknown as PageNode | null;
  installGeometry();
  setShowHook((element) => scrollIntoViewIfNeeded(element, true, root()));
  installScrolling(root, () => bodyOf(mainDocument()));
  installFragment(mainDocument, root);
  installPersistedState(mainDocument, root);
  installRenderBlocking({
    document: mainDocument,
    isParsing: () => currentReadyState() === 'loading',
    hasBody: () => bodyOf(mainDocument()) !== null,
  });
  defineMembers<PageNode>('Element', {
    scrollIntoView(options?: unknown): Promise<object> {
      return scrolled(() => scrollIntoView(this, options, root()));
    },
    scrollIntoViewIfNeeded(centred: unknown = true): void {
      scrollIntoViewIfNeeded(this, Boolean(centred), root());
    },
  });
  setConstructor('Comment', (_, args) => createCommentNode(mainDocument(), args[0] === undefined ? '' : `${args[0]}`));
  setConstructor('DocumentFragment', () => createFragmentNode(mainDocument()));
  setConstructor('Document', () => makeXmlDocument('application/xml', 'Document'));
  defineHandlerProperties(prototypeOf('HTMLElement'), 'global');
  for (const name of ['SVGElement', 'MathMLElement']) {
    copyHandlerProperties(prototypeOf('HTMLElement'), prototypeOf(name));
  }
  defineHandlerProperties(prototypeOf('Document'), 'document');
  for (const name of ['HTMLBodyElement', 'HTMLFrameSetElement']) defineForwardedProperties(prototypeOf(name));
  defineMembers<PageNode>('HTMLScriptElement', {
    get async(): boolean {
      return isForcedAsync(this) || hasAttribute(this, 'async');
    },
    set async(value: unknown) {
      clearForceAsync(this);
      if (value) setAttributeValue(this, 'async', '');
      else removeAttributeValue(this, 'async');
    },
    get text(): string {
      return textContentOf(this);
    },
    set text(value: unknown) {
      setTextOf(this, `${value}`);
    },
  });
  // Trusted Types: scripts have these themselves, though they do what those of their parents do.
  for (const [from, name] of [
    ['Node', 'textContent'],
    ['HTMLElement', 'innerText'],
  ] as const) {
    const shape = getOwnPropertyDescriptor(prototypeOf(from), name)!;
    const { get, set } = shape as { get(this: unknown): unknown; set(this: unknown, value: unknown): void };
    defineNamedAccessor(
      prototypeOf('HTMLScriptElement'),
      name,
      null,
      (self) => apply(get, self, []),
      (self, value) => apply(set, self, [value]),
    );
  }
}

/** What elements do when they come, change and go. */
function installHooks(): void {
  installPolicyGuards();
  setMarkupScriptHook(markNeverRuns);
  setScriptCloned(copyStarted);
  setContextualScriptHook(markMayRun);
  setTreeHooks({
    connected(element) {
      indexElement(element);
      controlConnected(element);
      disclosureConnected(element);
      customConnected(element);
      // Only the window's document runs scripts and loads things.
      if (element[OWNER_DOCUMENT] !== mainDocument()) return;
      autofocusConnected(element);
      switch (element[LOCAL_NAME]) {
        case 'script':
          if (!isParserScript(element)) prepareScript(element);
          return;
        case 'link':
          updateLink(element, isParsing);
          updateHint(element);
          updateExpectation(element);
          return;
        case 'style':
          if (!isParsing) updateStyle(element, false);
          return;
        case 'iframe':
        case 'frame':
          frameConnected(element);
          return;
        case 'img':
          imageConnected(element);
          return;
        case 'video':
        case 'audio':
        case 'source':
          mediaConnected(element);
          return;
        case 'meta':
          scheduleRefresh(element);
          noteReferrerMeta(element);
          policyDeclared(element);
          return;
        case 'base':
          baseConnected(element);
          return;
        case 'body':
          adoptBodyHandlers(element);
      }
    },
    disconnected(element) {
      unindexElement(element);
      disclosureDisconnected(element);
      customDisconnected(element);
      controlDisconnected(element);
      unblockRendering(element);
      if (element[LOCAL_NAME] === 'link') removeLink(element);
      else if (isFrameElement(element)) frameDisconnected(element);
      dropFocus(mainDocument(), element);
    },
    leaving: (node) => leaveWith(mainDocument(), node),
    childrenChanged(parent) {
      if (parent[OWNER_DOCUMENT] !== mainDocument()) return;
      if (parent[LOCAL_NAME] === 'style') updateStyle(parent, false);
      else if (parent[LOCAL_NAME] === 'script' && !isParserScript(parent)) prepareScript(parent);
    },
  });
  setAttributeHook((element, name, old, value) => {
    reindexAttribute(element, name, old, value);
    controlAttributeChanged(element, name, old);
    if (element[LOCAL_NAME] === 'canvas' && (name === 'width' || name === 'height')) emptyBitmap(element);
    if (element[LOCAL_NAME] === 'link') updateExpectation(element);
    if (name === 'blocking') blockingChanged(element);
    disclosureAttributeChanged(element, name, old, value);
    handlerAttributeChanged(element, name, value);
    if (name === 'slot' || name === 'name') slotAttributeChanged(element, name, old, value);
    if (
      element[LOCAL_NAME] === 'link' &&
      (name === 'href' || name === 'rel' || name === 'disabled' || name === 'type')
    ) {
      updateLink(element, false);
      updateHint(element);
    } else if (element[LOCAL_NAME] === 'img') {
      if (name === 'src' || name === 'srcset') updateImage(element);
      else if (name === 'loading') loadingChanged(element);
    } else if (isFrameElement(element) && (name === 'src' || name === 'srcdoc' || name === 'name'))
      frameChanged(element, name);
    else if (element[LOCAL_NAME] === 'script' && name === 'src' && !isParserScript(element)) prepareScript(element);
    else if (name === 'src' && value !== null && isMedia(element)) mediaSourceChanged(element);
    formAttributeChanged(element, name);
    // Last, because it may run script.
    customAttributeChanged(element, name, old, value);
  });
  setNamespacedHook(customAttributeChanged);
  setSlotChangeHook((slot) => dispatchTrusted(slot, createEvent('Event', 'slotchange', { bubbles: true })));
  setListenerHook((target, type, isAttribute) => {
    motionListenerAdded(type);
    const document = mainDocument() as PageNode | null;
    if (document === null || document === undefined) return;
    const whole = documentStateOf(document);
    if (!isAttribute) whole.heard = withType(whole.heard, type);
    const state = isTreeNode(target) && target[NODE_TYPE] === 1 ? stateOf(target) : whole;
    state.listeners = withType(state.listeners, type);
  });
  setErrorDispatcher((message, error, place) => {
    const { filename, lineno, colno } = place ?? { filename: documentUrl(), lineno: 0, colno: 0 };
    const init = { cancelable: true, message, filename, lineno, colno, error };
    return !dispatchTrusted(globalThis, createEvent('ErrorEvent', 'error', init));
  });
}

/** Types that a page makes up are not kept without end. */
const MOST_TYPES_LENGTH = 4_000;

function withType(known: string | undefined, type: string): string {
  if (known === undefined) return type;
  const isKnown = known.length > MOST_TYPES_LENGTH || indexOf(` ${known} `, ` ${type} `) >= 0;
  return isKnown ? known : `${known} ${type}`;
}

/** While the parser puts a node in, links hold up scripts. */
let isParsing = false;

export function noteParsing(isPutIn: boolean): void {
  isParsing = isPutIn;
}
