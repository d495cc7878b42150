/**
 * Element and HTMLElement: names, classes, queries.
 *
 * DOM §4.9 https://dom.spec.whatwg.org/#interface-element, HTML §3.2.2 https://html.spec.whatwg.org/#htmlelement
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, following } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  stringSlice,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import { createTextNode, isHtmlElement, namespaceUri, type PageNode, prefixOf } from './create-node.ts';
import { datasetOf } from './dataset.ts';
import { isXmlDocument } from './document-kind.ts';
import { structureVersion } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { indexedInside, isIndexed } from './element-index.ts';
import { documentStateOf } from './element-state.ts';
import { defineMembers } from './interfaces.ts';
import { liveCollection, staticNodeList } from './node-list.ts';
import { nodeNameOf, textContentOf } from './node-members.ts';
import { namespaceOrNull } from './qualified-name.ts';
import { tokenList, tokensOf } from './token-list.ts';
import { insertBefore, replaceAll, rootOf } from './tree.ts';

const classLists = new WeakMap<StoreNode, object>();

function badSelector(selectors: string): Error {
  return domException('SyntaxError', `'${selectors}' is not a valid selector.`);
}

/** Whether a selector is one plain id, as most are. */
function isPlainId(text: string): boolean {
  if (charCodeAt(text, 0) !== NUMBER_SIGN || text.length < 2) return false;
  for (let at = 1; at < text.length; at++) {
    const code = charCodeAt(text, at);
    const isLetter = ((code | 32) >= 97 && (code | 32) <= 122) || code === LOW_LINE;
    const isOther = code === HYPHEN || (code >= 48 && code <= 57);
    if (!isLetter && (!isOther || at === 1)) return false;
  }
  return true;
}

const NUMBER_SIGN = 35;
const HYPHEN = 45;
const LOW_LINE = 95;

export function queryFirst(root: PageNode, selectors: unknown): PageNode | null {
  const text = `${selectors}`;
  // Faster: by index. In quirks mode, ids are compared without regard to case.
  if (isPlainId(text)) {
    const top = rootOf(root);
    if (isIndexed(top) && !documentStateOf(top).quirks) return indexedInside(root, stringSlice(text, 1));
  }
  const found = askEngine((engine) => engine.queryFirst(root, text));
  if (found === -1) throw badSelector(text);
  return (found ?? null) as PageNode | null;
}

export function queryAll(root: PageNode, selectors: unknown): BareArray<PageNode> {
  const text = `${selectors}`;
  const out = bareArray<PageNode>();
  const count = askEngine((engine) => engine.queryAll(root, text, out as { [index: number]: StoreNode }));
  if (count === -1) throw badSelector(text);
  return out;
}

/** Descendants that a test selects, live. */
export function descendants(
  root: StoreNode,
  isWanted: (element: StoreNode) => boolean,
  versionOf?: () => number,
): object {
  return liveCollection((out) => {
    for (let at = following(root, root); at !== null; at = following(at, root)) {
      if (at[NODE_TYPE] === 1 && isWanted(at as StoreNode)) append(out, at as PageNode);
    }
  }, versionOf);
}

function hasAllClasses(element: StoreNode, wanted: BareArray<string>): boolean {
  const value = attribute(element, 'class');
  if (value === null) return false;
  const own = tokensOf(value);
  for (let at = 0; at < wanted.length; at++) {
    let found = false;
    for (let index = 0; index < own.length && !found; index++) found = own[index] === wanted[at];
    if (!found) return false;
  }
  return wanted.length > 0;
}

/** Whether this is the element's qualified name. */
function hasTagName(element: StoreNode, name: string): boolean {
  const prefix = prefixOf(element);
  return prefix === null ? element[LOCAL_NAME] === name : `${prefix}:${element[LOCAL_NAME]}` === name;
}

/** On Element, Document and DocumentFragment alike. */
const QUERIES: ThisType<PageNode> & Record<never, never> = {
  querySelector(selectors: unknown): PageNode | null {
    return queryFirst(this, selectors);
  },
  querySelectorAll(selectors: unknown): object {
    return staticNodeList(queryAll(this, selectors));
  },
};

const COLLECTIONS: ThisType<PageNode> & Record<never, never> = {
  getElementsByTagName(name: unknown): object {
    const given = `${name}`;
    const isXml = isXmlDocument(this[NODE_TYPE] === 9 ? this : this[OWNER_DOCUMENT]);
    const lower = isXml ? given : asciiLower(given);
    return descendants(
      this,
      (element) => given === '*' || hasTagName(element, isHtmlElement(element) ? lower : given),
      structureVersion,
    );
  },
  getElementsByTagNameNS(namespace: unknown, name: unknown): object {
    const local = `${name}`;
    const wanted = namespaceOrNull(namespace);
    return descendants(
      this,
      (element) =>
        (local === '*' || element[LOCAL_NAME] === local) && (wanted === '*' || namespaceUri(element) === wanted),
      structureVersion,
    );
  },
  getElementsByClassName(names: unknown): object {
    const wanted = tokensOf(`${names}`);
    return descendants(this, (element) => hasAllClasses(element, wanted));
  },
};

function adjacentParent(element: PageNode, where: string): readonly [PageNode, PageNode | null] | null {
  const { [PARENT_NODE]: parentNode } = element;
  const { firstChild, nextSibling } = element as unknown as Record<'firstChild' | 'nextSibling', PageNode | null>;
  switch (asciiLower(where)) {
    case 'beforebegin':
      return parentNode === null ? null : [parentNode, element];
    case 'afterbegin':
      return [element, firstChild];
    case 'beforeend':
      return [element, null];
    case 'afterend':
      return parentNode === null ? null : [parentNode, nextSibling];
    default:
      throw domException('SyntaxError', `'${where}' is not a place to insert at.`);
  }
}

export function insertAdjacent(element: PageNode, where: string, node: PageNode): PageNode | null {
  const place = adjacentParent(element, where);
  return place === null ? null : insertBefore(place[0], node, place[1]);
}

const styles = new WeakMap<StoreNode, object>();

export function installElementMembers(inlineStyle: (element: PageNode) => object): void {
  for (const name of ['Element', 'Document', 'DocumentFragment']) defineMembers<PageNode>(name, QUERIES);
  for (const name of ['Element', 'Document']) defineMembers<PageNode>(name, COLLECTIONS);

  defineMembers<PageNode>('Element', {
    get namespaceURI(): string | null {
      return namespaceUri(this);
    },
    get prefix(): string | null {
      return prefixOf(this);
    },
    get localName(): string {
      return this[LOCAL_NAME];
    },
    get tagName(): string {
      return nodeNameOf(this);
    },
    get id(): string {
      return attribute(this, 'id') ?? '';
    },
    set id(value: unknown) {
      setAttributeValue(this, 'id', `${value}`);
    },
    get className(): string {
      return attribute(this, 'class') ?? '';
    },
    set className(value: unknown) {
      setAttributeValue(this, 'class', `${value}`);
    },
    get classList(): object {
      return tokenList(classLists, this, 'class');
    },
    set classList(value: unknown) {
      setAttributeValue(this, 'class', `${value}`);
    },
    get slot(): string {
      return attribute(this, 'slot') ?? '';
    },
    set slot(value: unknown) {
      setAttributeValue(this, 'slot', `${value}`);
    },
    matches(selectors: unknown): boolean {
      const text = `${selectors}`;
      const matched = askEngine((engine) => engine.matches(this, text));
      if (matched === -1) throw badSelector(text);
      return matched === 1;
    },
    webkitMatchesSelector(selectors: unknown): boolean {
      return (this as unknown as { matches(selectors: unknown): boolean }).matches(selectors);
    },
    closest(selectors: unknown): PageNode | null {
      const text = `${selectors}`;
      const found = askEngine((engine) => engine.closest(this, text));
      if (found === -1) throw badSelector(text);
      return (found ?? null) as PageNode | null;
    },
    insertAdjacentElement(where: unknown, element: PageNode): PageNode | null {
      return insertAdjacent(this, `${where}`, element);
    },
    insertAdjacentText(where: unknown, text: unknown): void {
      const place = `${where}`;
      const data = `${text}`;
      insertAdjacent(this, place, createTextNode(this[OWNER_DOCUMENT]!, data));
    },
  });

  for (const name of ['HTMLElement', 'SVGElement', 'MathMLElement']) {
    defineMembers<PageNode>(name, {
      get style(): object {
        let style = weakGet(styles, this);
        if (style === undefined) {
          style = inlineStyle(this);
          weakSet(styles, this, style);
        }
        return style;
      },
      set style(value: unknown) {
        setAttributeValue(this, 'style', `${value}`);
      },
      get dataset(): object {
        return datasetOf(this);
      },
    });
  }
  defineMembers<PageNode>('HTMLElement', {
    get innerText(): string {
      return renderedText(this);
    },
    set innerText(value: unknown) {
      setRenderedText(this, value === null ? '' : `${value}`);
    },
  });
}

function renderedText(element: PageNode): string {
  return askEngine((engine) => engine.renderedText(element)) ?? textContentOf(element);
}

/** "rendered text fragment": line ends become <br>. */
function setRenderedText(element: PageNode, text: string): void {
  replaceAll(element, null);
  const document = element[OWNER_DOCUMENT]! as PageNode & { createElement(name: string): PageNode };
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    if (at > 0) insertBefore(element, document.createElement('br'), null);
    if (lines[at] !== '') insertBefore(element, createTextNode(document, lines[at]!), null);
  }
}
