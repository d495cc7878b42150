/**
 * Namespaces by prefix, and prefixes by namespace.
 *
 * DOM §4.4 https://dom.spec.whatwg.org/#locate-a-namespace
 */
import { attribute, eachAttribute, firstElementChild } from '../../html/node-tree.ts';
import { startsWith, stringSlice } from '../primordials.ts';
import { type AttrNode, namespaceUri, type PageNode } from './create-node.ts';
import { defineMembers } from './interfaces.ts';

/** The element whose declarations count for a node. */
function elementFor(node: PageNode): PageNode | null {
  switch (node.nodeType) {
    case 1:
      return node;
    case 2:
      return (node as AttrNode).ownerElement;
    case 9:
      return firstElementChild(node) as unknown as PageNode | null;
    case 10:
    case 11:
      return null;
    default:
      return node.parentNode !== null && node.parentNode.nodeType === 1 ? node.parentNode : null;
  }
}

/** "locate a namespace" */
function locateNamespace(node: PageNode, prefix: string | null): string | null {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  if (prefix === 'xmlns') return 'http://www.w3.org/2000/xmlns/';
  for (let at = elementFor(node); at !== null && at.nodeType === 1; at = at.parentNode) {
    // An element without a prefix is in the default namespace.
    if (prefix === null) return namespaceUri(at);
    const declared = attribute(at, `xmlns:${prefix}`);
    if (declared !== null) return declared === '' ? null : declared;
  }
  return null;
}

/** "locate a namespace prefix" */
function locatePrefix(node: PageNode, namespace: string): string | null {
  for (let at = elementFor(node); at !== null && at.nodeType === 1; at = at.parentNode) {
    let prefix: string | null = null;
    eachAttribute(at, (name, value) => {
      if (prefix === null && value === namespace && startsWith(name, 'xmlns:')) prefix = stringSlice(name, 6);
    });
    if (prefix !== null) return prefix;
  }
  return null;
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : `${value}`;
}

export function installNamespaceLookup(): void {
  defineMembers<PageNode>('Node', {
    lookupNamespaceURI(prefix: unknown): string | null {
      return locateNamespace(this, textOrNull(prefix));
    },
    lookupPrefix(namespace: unknown): string | null {
      const uri = textOrNull(namespace);
      return uri === null ? null : locatePrefix(this, uri);
    },
    isDefaultNamespace(namespace: unknown): boolean {
      return locateNamespace(this, null) === textOrNull(namespace);
    },
  });
}
