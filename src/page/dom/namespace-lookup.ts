/**
 * Namespaces by prefix, and prefixes by namespace.
 *
 * DOM §4.4 https://dom.spec.whatwg.org/#locate-a-namespace
 */
import { LOCAL_NAME, NEXT, NODE_TYPE, OWNER_ELEMENT, PARENT_NODE, QUALIFIED_NAME } from '../../html/node-keys.ts';
import { characterData, firstElementChild } from '../../html/node-tree.ts';
import { attributeNodeNS } from './attribute-list.ts';
import { type AttrNode, attributeNamespace, namespaceUri, type PageNode, prefixOf } from './create-node.ts';
import { defineMembers } from './interfaces.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE } from './qualified-name.ts';

/** The element whose declarations count for a node. */
function elementFor(node: PageNode): PageNode | null {
  switch (node[NODE_TYPE]) {
    case 1:
      return node;
    case 2:
      return (node as AttrNode)[OWNER_ELEMENT];
    case 9:
      return firstElementChild(node) as unknown as PageNode | null;
    case 10:
    case 11:
      return null;
    default:
      return node[PARENT_NODE] !== null && node[PARENT_NODE][NODE_TYPE] === 1 ? node[PARENT_NODE] : null;
  }
}

/** "locate a namespace" */
function locateNamespace(node: PageNode, prefix: string | null): string | null {
  const start = elementFor(node);
  if (start === null) return null;
  if (prefix === 'xml') return XML_NAMESPACE;
  if (prefix === 'xmlns') return XMLNS_NAMESPACE;
  for (let at: PageNode | null = start; at !== null && at[NODE_TYPE] === 1; at = at[PARENT_NODE]) {
    const namespace = namespaceUri(at);
    if (namespace !== null && prefixOf(at) === prefix) return namespace;
    const declared = attributeNodeNS(at, XMLNS_NAMESPACE, prefix ?? 'xmlns');
    // Without a prefix, 'xmlns' itself declares; with one, 'xmlns:prefix' does.
    if (declared === null || (declared[QUALIFIED_NAME] === 'xmlns') !== (prefix === null)) continue;
    return characterData(declared) === '' ? null : characterData(declared);
  }
  return null;
}

/** "locate a namespace prefix" */
function locatePrefix(node: PageNode, namespace: string): string | null {
  for (let at = elementFor(node); at !== null && at[NODE_TYPE] === 1; at = at[PARENT_NODE]) {
    const prefix = prefixOf(at);
    if (prefix !== null && namespaceUri(at) === namespace) return prefix;
    for (let attr = at[NEXT] as AttrNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as AttrNode) {
      const isDeclaration = attributeNamespace(attr) === XMLNS_NAMESPACE && attr[QUALIFIED_NAME] !== 'xmlns';
      if (isDeclaration && characterData(attr) === namespace) return attr[LOCAL_NAME];
    }
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
