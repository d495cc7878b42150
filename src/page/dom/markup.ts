/**
 * Markup in and out of the tree: innerHTML, outerHTML, insertAdjacentHTML.
 *
 * Parsing and serialising are done by the engine realm, with nodes that this realm makes.
 *
 * HTML §8.5 https://html.spec.whatwg.org/#dynamic-markup-insertion
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { following } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { asciiLower } from '../primordials.ts';
import {
  createElementNode,
  createFragmentNode,
  HTML_NAMESPACE,
  type PageNode,
  templateContent,
} from './create-node.ts';
import { domException } from './dom-exception.ts';
import { insertAdjacent } from './element-members.ts';
import { defineMembers } from './interfaces.ts';
import { replaceAll, replaceChild } from './tree.ts';

/** Scripts that come in as markup never run. Set by scripts.ts. */
let neverRun: (script: PageNode) => void = () => {};

export function setMarkupScriptHook(hook: (script: PageNode) => void): void {
  neverRun = hook;
}

/** "fragment parsing algorithm" */
export function parseMarkup(context: PageNode, html: string): PageNode {
  const fragment = askEngine((engine) => engine.fragment(html, context)) as PageNode | undefined;
  if (fragment === undefined) return createFragmentNode(context.ownerDocument!);
  for (
    let at = following(fragment, fragment) as StoreNode | null;
    at !== null;
    at = following(at, fragment) as StoreNode | null
  ) {
    if (at.nodeType === 1 && at.localName === 'script') neverRun(at as PageNode);
  }
  return fragment;
}

/** Parses a whole page into a document that script asked for. Its scripts never run. */
export function parseDocumentInto(document: PageNode, html: string): void {
  askEngine((engine) => engine.parseInto(html, document));
  for (let at = following(document, document) as StoreNode | null; at !== null; ) {
    (at as PageNode).ownerDocument = document;
    if (at.nodeType === 1 && at.localName === 'script') neverRun(at as PageNode);
    at = following(at, document) as StoreNode | null;
  }
}

function isTemplate(element: PageNode): boolean {
  return element.nodeType === 1 && element.localName === 'template';
}

/** The element that markup for `node` is parsed in. */
function contextOf(node: PageNode): PageNode {
  if (node.nodeType === 1) return node;
  const host = (node as { host?: PageNode }).host;
  return host ?? createElementNode(node.nodeType === 9 ? node : node.ownerDocument!, HTML_NAMESPACE, 'body');
}

function getInnerHtml(node: PageNode): string {
  return askEngine((engine) => engine.serialise(node, false)) ?? '';
}

function setInnerHtml(node: PageNode, value: unknown): void {
  const fragment = parseMarkup(contextOf(node), value === null ? '' : `${value}`);
  replaceAll(isTemplate(node) ? templateContent(node) : node, fragment);
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
      return askEngine((engine) => engine.serialise(this, true)) ?? '';
    },
    set outerHTML(value: unknown) {
      const parent = this.parentNode;
      if (parent === null) return;
      if (parent.nodeType === 9)
        throw domException('NoModificationAllowedError', 'The root element has no outer HTML.');
      replaceChild(parent, parseMarkup(contextOf(parent), value === null ? '' : `${value}`), this);
    },
    getHTML(): string {
      return getInnerHtml(this);
    },
    setHTMLUnsafe(value: unknown): void {
      setInnerHtml(this, value);
    },
    insertAdjacentHTML(where: unknown, value: unknown): void {
      const place = asciiLower(`${where}`);
      const isOutside = place === 'beforebegin' || place === 'afterend';
      if (isOutside && (this.parentNode === null || this.parentNode.nodeType === 9)) {
        throw domException('NoModificationAllowedError', 'The element has no parent element.');
      }
      insertAdjacent(this, where, parseMarkup(contextOf(isOutside ? this.parentNode! : this), `${value}`));
    },
  });
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
