/**
 * Markup in and out of the tree: innerHTML, outerHTML, insertAdjacentHTML.
 *
 * Parsing and serialising are done by the engine realm, with nodes that this realm makes.
 *
 * HTML §8.5 https://html.spec.whatwg.org/#dynamic-markup-insertion
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { HOST, LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE, SHADOW_INIT } from '../../html/node-keys.ts';
import { attribute, eachAttribute, firstChild, nextSibling } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { append, asciiLower, type BareArray, bareArray, startsWith, stringSlice } from '../primordials.ts';
import {
  createElementNode,
  createFragmentNode,
  HTML_NAMESPACE,
  inertDocument,
  isHtmlElement,
  isTemplate,
  namespaceUri,
  type PageNode,
  prefixOf,
  type ShadowRootNode,
  templateContent,
} from './create-node.ts';
import { setIsValue } from './custom/definition.ts';
import { inheritRegistry } from './custom/registries.ts';
import { upgradeTree } from './custom/upgrade.ts';
import { isXmlDocument } from './document-kind.ts';
import { domException } from './dom-exception.ts';
import { insertAdjacent } from './element-members.ts';
import { defineMembers } from './interfaces.ts';
import { isShadowRoot, shadowIncludingNext, shadowOf } from './shadow/shadow-walk.ts';
import { replaceAll, replaceChild } from './tree.ts';
import { serialiseXml } from './xml-serialise.ts';

/** Scripts that come in as markup never run. Set by scripts.ts. */
let neverRun: (script: PageNode) => void = () => {};

export function setMarkupScriptHook(hook: (script: PageNode) => void): void {
  neverRun = hook;
}

/** "fragment parsing algorithm". `owner` is what the markup is for: the context itself, or its shadow root. */
export function parseMarkup(context: PageNode, html: string, shadowRoots = false, owner = context): PageNode {
  if (isXmlDocument(context[OWNER_DOCUMENT])) return parseXmlMarkup(context, html);
  const fragment = askEngine((engine) => engine.fragment(html, context, shadowRoots)) as PageNode | undefined;
  const own = context[NODE_TYPE] === 9 ? context : context[OWNER_DOCUMENT]!;
  const document = isTemplate(context) ? inertDocument(own) : own;
  if (fragment === undefined) return createFragmentNode(document);
  const roots = bareArray<PageNode>();
  append(roots, fragment);
  for (let at = 0; at < roots.length; at++)
    settleParsed(roots[at]!, at === 0 ? document : inertDocument(own), roots, at === 0 ? owner : null);
  upgradeTree(fragment);
  return fragment;
}

/** "XML fragment parsing algorithm": with the namespaces that are declared around the text. */
function parseXmlMarkup(context: PageNode, text: string): PageNode {
  const document = context[OWNER_DOCUMENT]!;
  const fragment = createFragmentNode(document);
  const problem = askEngine((engine) => engine.parseXml(text, fragment, declaredNamespaces(context)));
  if (problem !== '') throw domException('SyntaxError', problem ?? 'The text cannot be parsed.');
  const roots = bareArray<PageNode>();
  append(roots, fragment);
  for (let at = 0; at < roots.length; at++)
    settleParsed(roots[at]!, at === 0 ? document : inertDocument(document), roots);
  upgradeTree(fragment);
  return fragment;
}

/** Lines of a prefix, a tab and a namespace; the nearest declaration comes first. */
function declaredNamespaces(context: PageNode): string {
  let lines = `\t${prefixOf(context) === null ? (namespaceUri(context) ?? '') : ''}\n`;
  for (let at: PageNode | null = context; at !== null && at[NODE_TYPE] === 1; at = at[PARENT_NODE]) {
    const prefix = prefixOf(at);
    if (prefix !== null) lines += `${prefix}\t${namespaceUri(at) ?? ''}\n`;
    eachAttribute(at, (name, value) => {
      if (startsWith(name, 'xmlns:')) lines += `${stringSlice(name, 6)}\t${value}\n`;
    });
  }
  return lines;
}

/** Gives what the parser made to its document. Contents of templates go to `roots`, to be done in their turn. */
function settleParsed(
  root: PageNode,
  document: PageNode,
  roots: BareArray<PageNode>,
  owner: PageNode | null = null,
): void {
  for (let at: StoreNode | null = root; at !== null; at = shadowIncludingNext(at, root)) {
    (at as PageNode)[OWNER_DOCUMENT] = document;
    if (at[NODE_TYPE] !== 1) continue;
    if (owner !== null) inheritRegistry(at, root, owner);
    if (at[LOCAL_NAME] === 'script') neverRun(at as PageNode);
    else if (isTemplate(at)) append(roots, templateContent(at as PageNode));
    const is = attribute(at, 'is');
    if (is !== null && isHtmlElement(at)) setIsValue(at as PageNode, is);
  }
}

/** Parses a whole page into a document that script asked for. Its scripts never run. */
export function parseDocumentInto(document: PageNode, html: string): void {
  askEngine((engine) => engine.parseInto(html, document));
  settleNodes(document);
}

/** Gives all nodes below a document to it; the parser makes them for the window's. */
export function settleNodes(document: PageNode): void {
  const roots = bareArray<PageNode>();
  for (let at = firstChild(document); at !== null; at = nextSibling(at)) append(roots, at as PageNode);
  const own = roots.length;
  for (let at = 0; at < roots.length; at++)
    settleParsed(roots[at]!, at < own ? document : inertDocument(document), roots);
}

/** The element that markup for `node` is parsed in. */
function contextOf(node: PageNode): PageNode {
  if (node[NODE_TYPE] === 1) return node;
  if (isShadowRoot(node)) return node[HOST];
  return createElementNode(node[NODE_TYPE] === 9 ? node : node[OWNER_DOCUMENT]!, HTML_NAMESPACE, 'body');
}

function getInnerHtml(node: PageNode): string {
  if (isXmlDocument(node[OWNER_DOCUMENT])) return serialiseXml(node, false);
  return askEngine((engine) => engine.serialise(node, false)) ?? '';
}

function setInnerHtml(node: PageNode, value: unknown, shadowRoots = false): void {
  const fragment = parseMarkup(contextOf(node), value === null ? '' : `${value}`, shadowRoots, node);
  replaceAll(isTemplate(node) ? templateContent(node) : node, fragment);
}

/** getHTML(): shadow roots that are serializable, when that is asked for, and those that are named. */
function htmlWithShadows(node: PageNode, options: Record<string, unknown> | undefined): string {
  const all = Boolean(options?.['serializableShadowRoots']);
  const given = options?.['shadowRoots'] ?? null;
  const named = bareArray<unknown>();
  if (given !== null) for (const root of given as Iterable<unknown>) append(named, root);
  const isWanted = (root: ShadowRootNode): boolean => {
    if (all && root[SHADOW_INIT].serializable) return true;
    for (let at = 0; at < named.length; at++) if (named[at] === root) return true;
    return false;
  };
  const shadowFor = (host: StoreNode): StoreNode | null => {
    const root = shadowOf(host);
    return root !== undefined && isWanted(root) ? root : null;
  };
  return askEngine((engine) => engine.serialise(node, false, shadowFor)) ?? '';
}

export function installMarkup(): void {
  defineMembers<PageNode>('Element', {
    get innerHTML(): string {
      return getInnerHtml(this);
    },
    set innerHTML(value: unknown) {
      setInnerHtml(this, value);
    },
    get outerHTML(): string {
      if (isXmlDocument(this[OWNER_DOCUMENT])) return serialiseXml(this, true);
      return askEngine((engine) => engine.serialise(this, true)) ?? '';
    },
    set outerHTML(value: unknown) {
      const html = value === null ? '' : `${value}`;
      const parent = this[PARENT_NODE];
      if (parent === null) return;
      if (parent[NODE_TYPE] === 9)
        throw domException('NoModificationAllowedError', 'The root element has no outer HTML.');
      replaceChild(parent, parseMarkup(contextOf(parent), html), this);
    },
    insertAdjacentHTML(where: unknown, value: unknown): void {
      const place = asciiLower(`${where}`);
      const html = `${value}`;
      const isOutside = place === 'beforebegin' || place === 'afterend';
      if (isOutside && (this[PARENT_NODE] === null || this[PARENT_NODE][NODE_TYPE] === 9)) {
        throw domException('NoModificationAllowedError', 'The element has no parent element.');
      }
      insertAdjacent(this, place, parseMarkup(contextOf(isOutside ? this[PARENT_NODE]! : this), html));
    },
  });
  for (const name of ['Element', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      getHTML(options?: Record<string, unknown>): string {
        return htmlWithShadows(this, options);
      },
      setHTMLUnsafe(value: unknown): void {
        setInnerHtml(this, `${value}`, true);
      },
    });
  }
  defineMembers<PageNode>('ShadowRoot', {
    get innerHTML(): string {
      return getInnerHtml(this);
    },
    set innerHTML(value: unknown) {
      setInnerHtml(this, value);
    },
  });
  defineMembers<PageNode>('HTMLTemplateElement', {
    get content(): PageNode {
      return templateContent(this);
    },
  });
}
