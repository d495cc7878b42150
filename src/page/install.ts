/**
 * Puts the web platform into the page realm: once, when the realm is made, so that all of it is in the snapshot.
 */
import { NODE_KEYS } from '../html/dom-keys.ts';
import { bindNodeKeys, firstElementChild, hasAttribute } from '../html/node-tree.ts';
import { installActivation } from './activation.ts';
import { documentUrl } from './document-address.ts';
import { removeAttributeValue, setAttributeHook, setAttributeValue } from './dom/attribute-list.ts';
import { installAttributes } from './dom/attributes.ts';
import { installCharacterData } from './dom/character-data.ts';
import { createCommentNode, createFragmentNode, type PageNode } from './dom/create-node.ts';
import { installDataset } from './dom/dataset.ts';
import { installDocumentMembers, mainDocument, makeDocument } from './dom/document-members.ts';
import { installElementMembers } from './dom/element-members.ts';
import { stateOf } from './dom/element-state.ts';
import { dropFocus, installFocus } from './dom/focus.ts';
import { installFormControls } from './dom/form-controls.ts';
import { defineMembers, prototypeOf, setConstructor } from './dom/interfaces.ts';
import { installMarkup, setMarkupScriptHook } from './dom/markup.ts';
import { installMutationObserver } from './dom/mutation-records.ts';
import { installLists } from './dom/node-list.ts';
import { installNodeMembers } from './dom/node-members.ts';
import { installReflection } from './dom/reflection.ts';
import { installSelect } from './dom/select-control.ts';
import { inlineStyle, installStyleDeclaration } from './dom/style-declaration.ts';
import { installTextSelection } from './dom/text-selection.ts';
import { installTokenList } from './dom/token-list.ts';
import { installTraversal } from './dom/traversal.ts';
import { isTreeNode, setTreeHooks } from './dom/tree.ts';
import { createEvent } from './event-classes.ts';
import {
  adoptBodyHandlers,
  defineForwardedProperties,
  defineHandlerProperties,
  handlerAttributeChanged,
} from './event-handlers.ts';
import { dispatchTrusted, installEventTarget } from './events.ts';
import { installFormSubmission } from './form-submission.ts';
import { installGeometry } from './geometry.ts';
import { installInput } from './input.ts';
import { setListenerHook } from './listeners.ts';
import { indexOf } from './primordials.ts';
import { setErrorDispatcher } from './report-exception.ts';
import { clearForceAsync, isForcedAsync, isParserScript, markNeverRuns, prepareScript } from './scripts.ts';
import { removeLink, updateLink, updateStyle } from './style-elements.ts';
import { installLinkParts } from './window/location.ts';
import { installWindow } from './window/window.ts';

export function installPlatform(): void {
  bindNodeKeys(NODE_KEYS);
  installDom();
  installHooks();
  installWindow();
}

function installDom(): void {
  installEventTarget();
  installLists();
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
  installFormControls();
  installSelect();
  installTextSelection();
  installFormSubmission();
  installFocus();
  installTraversal();
  installDocumentMembers();
  installActivation();
  installInput();
  installLinkParts();
  installGeometry(() => firstElementChild(mainDocument()) as unknown as PageNode | null);
  setConstructor('Comment', (_, args) => createCommentNode(mainDocument(), args[0] === undefined ? '' : `${args[0]}`));
  setConstructor('DocumentFragment', () => createFragmentNode(mainDocument()));
  setConstructor('Document', () => makeDocument());
  for (const name of ['HTMLElement', 'SVGElement', 'MathMLElement'])
    defineHandlerProperties(prototypeOf(name), 'global');
  defineHandlerProperties(prototypeOf('Document'), 'document');
  defineForwardedProperties(prototypeOf('HTMLBodyElement'));
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
      return (this as unknown as { textContent: string }).textContent;
    },
    set text(value: unknown) {
      (this as unknown as { textContent: unknown }).textContent = value;
    },
  });
}

/** What elements do when they come, change and go. */
function installHooks(): void {
  setMarkupScriptHook(markNeverRuns);
  setTreeHooks({
    connected(element) {
      switch (element.localName) {
        case 'script':
          if (!isParserScript(element)) prepareScript(element);
          return;
        case 'link':
          updateLink(element, isParsing);
          return;
        case 'style':
          if (!isParsing) updateStyle(element, false);
          return;
        case 'body':
          adoptBodyHandlers(element);
      }
    },
    disconnected(element) {
      if (element.localName === 'link') removeLink(element);
      dropFocus(mainDocument(), element);
    },
    childrenChanged(parent) {
      if (parent.localName === 'style') updateStyle(parent, false);
      else if (parent.localName === 'script' && !isParserScript(parent)) prepareScript(parent);
    },
  });
  setAttributeHook((element, name, _, value) => {
    handlerAttributeChanged(element, name, value);
    if (element.localName === 'link' && (name === 'href' || name === 'rel' || name === 'disabled' || name === 'type')) {
      updateLink(element, false);
    } else if (element.localName === 'script' && name === 'src' && !isParserScript(element)) prepareScript(element);
  });
  setListenerHook((target, type) => {
    if (!isTreeNode(target) || target.nodeType !== 1) return;
    const state = stateOf(target);
    const known = state.listeners ?? '';
    if (indexOf(` ${known} `, ` ${type} `) < 0) state.listeners = known === '' ? type : `${known} ${type}`;
  });
  setErrorDispatcher((message, error) => {
    const init = { cancelable: true, message, filename: documentUrl(), error };
    return !dispatchTrusted(globalThis, createEvent('ErrorEvent', 'error', init));
  });
}

/** While the parser puts nodes in, links hold up scripts. */
let isParsing = false;

export function whileParsing(work: () => void): void {
  isParsing = true;
  try {
    work();
  } finally {
    isParsing = false;
  }
}
