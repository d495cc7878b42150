/**
 * Documents that script makes: document.implementation, DOMParser, `new Document()`.
 *
 * DOM §4.5.1 https://dom.spec.whatwg.org/#interface-domimplementation, HTML §8.5.1 (DOMParser)
 */
import { END, NODE_TYPE } from '../../html/node-keys.ts';
import { askEngine } from '../engine-link.ts';
import { create, defineProperty, hasWord, weakGet, weakSet } from '../primordials.ts';
import {
  createDoctypeNode,
  createDocumentNode,
  createElementNode,
  createTextNode,
  HTML_NAMESPACE,
  type PageNode,
  SVG_NAMESPACE,
} from './create-node.ts';
import { setContentType } from './document-kind.ts';
import { documentStateOf } from './element-state.ts';
import { defineInterface, defineMembers } from './interfaces.ts';
import { parseDocumentInto, settleNodes } from './markup.ts';
import { checkDoctypeName, extractName, namespaceOrNull } from './qualified-name.ts';
import { insertBefore, replaceAll } from './tree.ts';
import { noteDeclaration } from './xml-declaration.ts';

/** An HTML document without a window: DOMParser, createHTMLDocument. */
export function makeDocument(): PageNode {
  const document = createDocumentNode();
  documentStateOf(document);
  return document;
}

export function makeXmlDocument(contentType: string, interfaceName: 'XMLDocument' | 'Document'): PageNode {
  const document = createDocumentNode(interfaceName);
  documentStateOf(document);
  setContentType(document, contentType);
  return document;
}

/** Addresses of documents that script made of text, which have that of the document they were made in. */
const addresses = new WeakMap<object, string>();

export function addressOf(document: PageNode): string {
  return weakGet(addresses, document) ?? 'about:blank';
}

/** An XML document of this text; where it is not well-formed, a document that says so. */
export function parseXml(text: string, contentType: string): PageNode {
  const document = makeXmlDocument(contentType, 'XMLDocument');
  const problem = askEngine((engine) => engine.parseXml(text, document, '')) ?? 'The text cannot be parsed.';
  settleNodes(document);
  if (problem === '') noteDeclaration(document, text);
  if (problem !== '') {
    const error = createElementNode(document, 'http://www.mozilla.org/newlayout/xml/parsererror.xml', 'parsererror');
    insertBefore(error, createTextNode(document, problem), null);
    replaceAll(document, error);
  }
  return document;
}

function makeHtmlDocument(title: unknown, hasTitle: boolean): PageNode {
  const document = makeDocument();
  const element = (parent: PageNode, name: string): PageNode =>
    insertBefore(parent, createElementNode(document, HTML_NAMESPACE, name), null);
  insertBefore(document, createDoctypeNode(document, 'html', '', ''), null);
  const root = element(document, 'html');
  const head = element(root, 'head');
  if (hasTitle) insertBefore(element(head, 'title'), createTextNode(document, `${title}`), null);
  element(root, 'body');
  return document;
}

/** The content type of documents by the namespace of their element. */
function typeOfNamespace(namespace: string | null): string {
  if (namespace === HTML_NAMESPACE) return 'application/xhtml+xml';
  return namespace === SVG_NAMESPACE ? 'image/svg+xml' : 'application/xml';
}

const implementations = new WeakMap<object, object>();
const implementedDocuments = new WeakMap<object, PageNode>();

export function installImplementation(): void {
  const prototype = defineInterface('DOMImplementation', null);
  const documentOf = (implementation: object): PageNode => {
    const document = weakGet(implementedDocuments, implementation);
    if (document === undefined) throw new TypeError('Illegal invocation');
    return document;
  };
  defineMembers<PageNode>('Document', {
    get implementation(): object {
      if (this[END] === undefined) throw new TypeError('Illegal invocation');
      let known = weakGet(implementations, this);
      if (known === undefined) {
        known = create(prototype) as object;
        weakSet(implementations, this, known);
        weakSet(implementedDocuments, known, this);
      }
      return known;
    },
  });
  defineMembers<object>('DOMImplementation', {
    createHTMLDocument(...args: [title?: unknown]): PageNode {
      documentOf(this);
      return makeHtmlDocument(args[0], args.length > 0 && args[0] !== undefined);
    },
    createDocument(namespaceGiven: unknown, name: unknown, doctype: PageNode | null = null): PageNode {
      documentOf(this);
      const namespace = namespaceOrNull(namespaceGiven);
      const document = makeXmlDocument(typeOfNamespace(namespace), 'XMLDocument');
      const qualified = name === null ? '' : `${name}`;
      if (doctype !== null && (typeof doctype !== 'object' || doctype[NODE_TYPE] !== 10)) {
        throw new TypeError("parameter 3 is not of type 'DocumentType'.");
      }
      const parts = qualified === '' ? null : extractName(namespace, qualified, 'element');
      if (doctype !== null) insertBefore(document, doctype, null);
      if (parts !== null) {
        insertBefore(document, createElementNode(document, namespace ?? '', parts.localName, parts.prefix), null);
      }
      return document;
    },
    createDocumentType(name: unknown, publicId: unknown, systemId: unknown): PageNode {
      const document = documentOf(this);
      const given = `${name}`;
      checkDoctypeName(given);
      return createDoctypeNode(document, given, `${publicId}`, `${systemId}`);
    },
    hasFeature(): boolean {
      return true;
    },
  });
}

const XML_TYPES = ' text/xml application/xml application/xhtml+xml image/svg+xml ';

/** Set by document-members.ts, which knows the address. */
let currentAddress: () => string = () => 'about:blank';

export function setParsedAddress(address: () => string): void {
  currentAddress = address;
}

/** HTML §8.5.3 'parseHTMLUnsafe': a document of text, with its scripts, which do not run. */
export function parseHtmlUnsafe(text: unknown): PageNode {
  const document = makeDocument();
  parseDocumentInto(document, `${text}`);
  return document;
}

export class DOMParser {
  parseFromString(text: unknown, type: unknown): PageNode {
    const markup = `${text}`;
    const contentType = `${type}`;
    let document: PageNode;
    if (contentType === 'text/html') {
      document = makeDocument();
      parseDocumentInto(document, markup);
    } else if (hasWord(XML_TYPES, contentType)) {
      document = parseXml(markup, contentType);
    } else throw new TypeError(`'${type}' is not a type that can be parsed.`);
    weakSet(addresses, document, currentAddress());
    return document;
  }
}
defineProperty(DOMParser, 'name', { value: 'DOMParser' });
defineProperty(DOMParser.prototype, Symbol.toStringTag, { value: 'DOMParser', configurable: true });
