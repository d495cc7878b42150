/**
 * Document: making nodes, finding elements, what the document says about itself.
 *
 * DOM §4.5 https://dom.spec.whatwg.org/#interface-document, HTML §3.1 https://html.spec.whatwg.org/#the-document-object
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, firstElementChild, following, hasAttribute, nextElementSibling } from '../../html/node-tree.ts';
import { baseUrlOf, documentUrl, setAddressCharset } from '../document-address.ts';
import { currentReadyState } from '../document-lifecycle.ts';
import { eventControl } from '../event.ts';
import { creatableEvent, createEvent } from '../event-classes.ts';
import type { DocumentConfig } from '../messages.ts';
import { encodingOf } from '../network/text-decoder.ts';
import { asciiLower, defineProperty, hasWord, indexOf } from '../primordials.ts';
import { currentScript } from '../scripts.ts';
import { cloneNode } from './clone.ts';
import {
  createAttrNode,
  createCdataNode,
  createCommentNode,
  createElementNode,
  createFragmentNode,
  createInstructionNode,
  createTextNode,
  type DoctypeNode,
  HTML_NAMESPACE,
  type PageNode,
} from './create-node.ts';
import { registryOption } from './custom/registries.ts';
import { createCustom } from './custom/upgrade.ts';
import { addressOf, installImplementation, setParsedAddress } from './document-implementation.ts';
import { contentTypeOf, isXmlDocument, isXmlType, setContentType } from './document-kind.ts';
import { domException } from './dom-exception.ts';
import { elementById, indexDocument } from './element-index.ts';
import { descendants } from './element-members.ts';
import { documentStateOf } from './element-state.ts';
import { focusedElement } from './focus.ts';
import { installInstructionAttributes } from './instruction-attributes.ts';
import { defineMembers, prototypeOf } from './interfaces.ts';
import { textContentOf } from './node-members.ts';
import { checkAttributeName, checkElementName, extractName } from './qualified-name.ts';
import { retarget } from './shadow/shadow-root.ts';
import { isShadowRoot } from './shadow/shadow-walk.ts';
import { makeWalk } from './traversal.ts';
import { adopt, insertBefore, removeNode, replaceAll, rootOf } from './tree.ts';
import { installXmlDeclaration } from './xml-declaration.ts';
import { installXmlSerializer } from './xml-serialise.ts';

export function rootElement(document: StoreNode): PageNode | null {
  return firstElementChild(document) as unknown as PageNode | null;
}

export function headOf(document: StoreNode): PageNode | null {
  return childOfRoot(document, 'head');
}

export function bodyOf(document: StoreNode): PageNode | null {
  return childOfRoot(document, 'body') ?? childOfRoot(document, 'frameset');
}

function childOfRoot(document: StoreNode, name: string): PageNode | null {
  const root = firstElementChild(document);
  if (root === null || root[LOCAL_NAME] !== 'html') return null;
  for (let at = firstElementChild(root); at !== null; at = nextElementSibling(at)) {
    if (at[LOCAL_NAME] === name) return at as unknown as PageNode;
  }
  return null;
}

function titleElement(document: StoreNode): PageNode | null {
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'title') return at as PageNode;
  }
  return null;
}

let window: object | null = null;
let main: PageNode | null = null;
let config: Pick<DocumentConfig, 'contentType' | 'encoding' | 'referrer'> = {
  contentType: 'text/html',
  encoding: 'UTF-8',
  referrer: '',
};

/** Which document is the window's, and what the host says of it. */
export function setMainDocument(document: PageNode, settings: DocumentConfig): void {
  window = globalThis;
  main = document;
  indexDocument(document);
  config = settings;
  const encoding = encodingOf(settings.encoding) ?? 'utf-8';
  setAddressCharset(hasWord(' replacement utf-16be utf-16le ', encoding) ? 'utf-8' : encoding);
  if (isXmlType(settings.contentType)) setContentType(document, settings.contentType);
}

export function documentEncoding(): string {
  return config.encoding;
}

export function mainDocument(): PageNode {
  return main!;
}

export function installDocumentMembers(): void {
  defineMembers<PageNode>('Node', {
    get baseURI(): string {
      return baseUrlOf(this);
    },
  });
  for (const name of ['Document', 'DocumentFragment']) {
    defineMembers<PageNode>(name, {
      getElementById(id: unknown): PageNode | null {
        return elementById(this, `${id}`);
      },
    });
  }
  installMaking();
  installLooking();
  installSaying();
  installImplementation();
  installXmlSerializer();
  installXmlDeclaration();
  installInstructionAttributes();
  setParsedAddress(documentUrl);
  defineMembers<PageNode>('ProcessingInstruction', {
    get target(): string {
      return this[LOCAL_NAME];
    },
  });
}

/** Letters and signs that XML allows at the start of a name; later, digits and a few more. */
const NAME_START =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c-\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  '\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const XML_NAME = new RegExp(`^[${NAME_START}][${NAME_START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f-\\u2040]*$`, 'u');

/** ElementCreationOptions: the name of a customized built-in element. */
function isOption(options: unknown): string | null {
  const is = typeof options === 'object' && options !== null ? (options as { is?: unknown }).is : undefined;
  return is === undefined ? null : `${is}`;
}

/** "flatten element creation options": a registry and 'is' do not go together. */
function madeCustom(document: PageNode, localName: string, options: unknown): PageNode | null {
  const is = isOption(options);
  const registry = registryOption(options);
  if (is !== null && registry !== undefined) {
    throw domException('NotSupportedError', "The options have both 'is' and 'customElementRegistry'.");
  }
  return createCustom(document, localName, is, registry);
}

function installMaking(): void {
  defineMembers<PageNode>('Document', {
    createElement(name: unknown, options?: unknown): PageNode {
      const given = `${name}`;
      checkElementName(given);
      if (isXmlDocument(this) && contentTypeOf(this) !== 'application/xhtml+xml')
        return createElementNode(this, '', given);
      const local = isXmlDocument(this) ? given : asciiLower(given);
      return madeCustom(this, local, options) ?? createElementNode(this, HTML_NAMESPACE, local);
    },
    createElementNS(namespaceGiven: unknown, name: unknown, options?: unknown): PageNode {
      const { namespace, prefix, localName } = extractName(namespaceGiven, `${name}`, 'element');
      const isCustom = namespace === HTML_NAMESPACE && prefix === null;
      const custom = isCustom ? madeCustom(this, localName, options) : null;
      return custom ?? createElementNode(this, namespace ?? '', localName, prefix);
    },
    createProcessingInstruction(target: unknown, data: unknown): PageNode {
      const name = `${target}`;
      const text = `${data}`;
      if (!XML_NAME.test(name)) throw domException('InvalidCharacterError', `'${name}' is not a valid target.`);
      if (indexOf(text, '?>') >= 0) throw domException('InvalidCharacterError', "The data contains '?>'.");
      return createInstructionNode(this, name, text);
    },
    createCDATASection(data: unknown): PageNode {
      const text = `${data}`;
      if (!isXmlDocument(this)) throw domException('NotSupportedError', 'HTML documents have no CDATA sections.');
      if (indexOf(text, ']]>') >= 0) throw domException('InvalidCharacterError', "The data contains ']]>'.");
      return createCdataNode(this, text);
    },
    createTextNode(data: unknown): PageNode {
      return createTextNode(this, `${data}`);
    },
    createComment(data: unknown): PageNode {
      return createCommentNode(this, `${data}`);
    },
    createDocumentFragment(): PageNode {
      return createFragmentNode(this);
    },
    createAttribute(name: unknown): PageNode {
      const given = `${name}`;
      checkAttributeName(given);
      return createAttrNode(this, isXmlDocument(this) ? given : asciiLower(given));
    },
    createAttributeNS(namespaceGiven: unknown, name: unknown): PageNode {
      const qualified = `${name}`;
      const { namespace, localName } = extractName(namespaceGiven, qualified, 'attribute');
      return createAttrNode(this, qualified, namespace, localName);
    },
    createEvent(name: unknown): object {
      const className = creatableEvent(asciiLower(`${name}`));
      if (className === null) throw domException('NotSupportedError', `There is no event interface '${name}'.`);
      const event = createEvent(className, '');
      eventControl.uninitialize(event);
      return event;
    },
    createTreeWalker(root: PageNode, show?: unknown, filter?: unknown): object {
      return makeWalk('TreeWalker', root, show, filter);
    },
    createNodeIterator(root: PageNode, show?: unknown, filter?: unknown): object {
      return makeWalk('NodeIterator', root, show, filter);
    },
    importNode(node: PageNode, options: unknown = false): PageNode {
      if (typeof options !== 'object' || options === null) return cloneNode(node, Boolean(options), this);
      const { selfOnly } = options as { readonly selfOnly?: unknown };
      return cloneNode(node, !selfOnly, this, registryOption(options) ?? null);
    },
    adoptNode(node: PageNode): PageNode {
      if (node[NODE_TYPE] === 9) throw domException('NotSupportedError', 'A document cannot be adopted.');
      if (isShadowRoot(node)) throw domException('HierarchyRequestError', 'A shadow root cannot be adopted.');
      removeNode(node);
      adopt(node, this);
      return node;
    },
  });
}

function installLooking(): void {
  const listed = (name: string, isWanted: (element: StoreNode) => boolean): void => {
    defineProperty(prototypeOf('Document'), name, {
      get(this: PageNode): object {
        return descendants(this, isWanted);
      },
      enumerable: true,
      configurable: true,
    });
  };
  listed('forms', (element) => element[LOCAL_NAME] === 'form');
  listed('images', (element) => element[LOCAL_NAME] === 'img');
  listed('scripts', (element) => element[LOCAL_NAME] === 'script');
  listed('embeds', (element) => element[LOCAL_NAME] === 'embed');
  listed(
    'links',
    (element) => (element[LOCAL_NAME] === 'a' || element[LOCAL_NAME] === 'area') && hasAttribute(element, 'href'),
  );
  listed('anchors', (element) => element[LOCAL_NAME] === 'a' && hasAttribute(element, 'name'));
  defineMembers<PageNode>('Document', {
    get documentElement(): PageNode | null {
      return rootElement(this);
    },
    get head(): PageNode | null {
      return headOf(this);
    },
    get body(): PageNode | null {
      return bodyOf(this);
    },
    set body(value: PageNode | null) {
      const root = firstElementChild(this) as unknown as PageNode | null;
      if (value === null || root === null || (value[LOCAL_NAME] !== 'body' && value[LOCAL_NAME] !== 'frameset')) {
        throw domException('HierarchyRequestError', 'The new body element must be a body or frameset element.');
      }
      const old = bodyOf(this);
      if (old === value) return;
      insertBefore(root, value, old);
      if (old !== null) removeNode(old);
    },
    get doctype(): DoctypeNode | null {
      for (let at = following(this, this); at !== null; at = following(at, this)) {
        if (at[NODE_TYPE] === 10) return at as DoctypeNode;
        if (at[NODE_TYPE] === 1) return null;
      }
      return null;
    },
    getElementsByName(name: unknown): object {
      const wanted = `${name}`;
      return descendants(this, (element) => attribute(element, 'name') === wanted);
    },
    get activeElement(): PageNode | null {
      const focused = focusedElement(this);
      const shown = focused === null ? null : retarget(focused, this);
      return shown ?? bodyOf(this) ?? (firstElementChild(this) as unknown as PageNode | null);
    },
    hasFocus(): boolean {
      return this === main;
    },
    get currentScript(): PageNode | null {
      const script = currentScript();
      return script !== null && isShadowRoot(rootOf(script)) ? null : script;
    },
    get title(): string {
      const element = titleElement(this);
      return element === null
        ? ''
        : textContentOf(element)
            .replace(/[ \t\n\f\r]+/g, ' ')
            .trim();
    },
    set title(value: unknown) {
      let element = titleElement(this);
      const head = headOf(this);
      if (element === null) {
        if (head === null) return;
        element = insertBefore(head, createElementNode(this, HTML_NAMESPACE, 'title'), null);
      }
      replaceAll(element, createTextNode(this, `${value}`));
    },
  });
}

function installSaying(): void {
  defineMembers<PageNode>('Document', {
    get defaultView(): object | null {
      return this === main ? window : null;
    },
    get URL(): string {
      return this === main ? documentUrl() : addressOf(this);
    },
    get documentURI(): string {
      return this === main ? documentUrl() : addressOf(this);
    },
    get compatMode(): string {
      return documentStateOf(this).quirks ? 'BackCompat' : 'CSS1Compat';
    },
    get characterSet(): string {
      return this === main ? config.encoding : 'UTF-8';
    },
    get charset(): string {
      return this === main ? config.encoding : 'UTF-8';
    },
    get inputEncoding(): string {
      return this === main ? config.encoding : 'UTF-8';
    },
    get contentType(): string {
      return this === main ? config.contentType : contentTypeOf(this);
    },
    get referrer(): string {
      return this === main ? config.referrer : '';
    },
    get readyState(): string {
      return this === main ? currentReadyState() : 'complete';
    },
    get visibilityState(): string {
      return 'visible';
    },
    get hidden(): boolean {
      return false;
    },
  });
}
