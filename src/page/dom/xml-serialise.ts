/**
 * Nodes into XML text: XMLSerializer, and innerHTML in XML documents.
 *
 * In:  a node. Out: well-formed XML wherever that can be, with the namespace declarations that it needs.
 *
 * DOM Parsing §2 https://w3c.github.io/DOM-Parsing/#xml-serialization
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NEXT, NODE_TYPE, PUBLIC_ID, QUALIFIED_NAME, SYSTEM_ID } from '../../html/node-keys.ts';
import { characterData, firstChild, nextSibling } from '../../html/node-tree.ts';
import { append, bareArray, create, hasWord, indexOf, stringSlice, weakHas, weakSet } from '../primordials.ts';
import {
  type AttrNode,
  attributeNamespace,
  type DoctypeNode,
  HTML_NAMESPACE,
  isTemplate,
  namespaceUri,
  type PageNode,
  prefixOf,
  templateContent,
} from './create-node.ts';
import { defineInterface, defineMembers, instanceFor, setConstructor } from './interfaces.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE } from './qualified-name.ts';
import { declarationText } from './xml-declaration.ts';

/** HTML elements that are written without an end tag. */
const VOID =
  ' area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr menuitem ';

/** Prefixes by namespace, latest first, and the other way round; scopes look up to the ones around them. */
interface Scope {
  readonly prefixes: Record<string, string>;
  readonly namespaces: Record<string, string>;
  /** The default namespace here; '' is none. */
  defaultNamespace: string;
}

function inner(scope: Scope): Scope {
  return {
    prefixes: create(scope.prefixes) as Record<string, string>,
    namespaces: create(scope.namespaces) as Record<string, string>,
    defaultNamespace: scope.defaultNamespace,
  };
}

interface Frame {
  node: StoreNode | null;
  readonly closing: string;
  readonly scope: Scope;
}

interface Output {
  text: string;
  /** For prefixes that have to be made up. */
  madeUp: number;
}

export function serialiseXml(root: PageNode, withRoot: boolean): string {
  const prefixes: Record<string, string> = { __proto__: null as never, [XML_NAMESPACE]: 'xml' };
  const namespaces: Record<string, string> = { __proto__: null as never, xml: XML_NAMESPACE };
  const outer: Scope = { prefixes, namespaces, defaultNamespace: '' };
  const out: Output = { text: '', madeUp: 0 };
  const stack = bareArray<Frame>();
  if (withRoot) writeNode(root, outer, out, stack);
  else
    append(stack, {
      node: firstChild(contentOf(root)) as StoreNode | null,
      closing: '',
      scope: innerScope(root, outer),
    });
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    if (frame.node === null) {
      out.text += frame.closing;
      stack.length--;
      continue;
    }
    const { node } = frame;
    frame.node = nextSibling(node) as StoreNode | null;
    writeNode(node, frame.scope, out, stack);
  }
  return out.text;
}

/** What is declared for the children of an element whose own tags are not written. */
function innerScope(root: PageNode, outer: Scope): Scope {
  const scope = inner(outer);
  if (root[NODE_TYPE] !== 1) return scope;
  scope.defaultNamespace = prefixOf(root) === null ? (namespaceUri(root) ?? '') : '';
  return scope;
}

function contentOf(node: StoreNode): StoreNode {
  return isTemplate(node) ? templateContent(node as PageNode) : node;
}

function writeNode(
  node: StoreNode,
  scope: Scope,
  out: Output,
  stack: { length: number; [index: number]: Frame },
): void {
  switch (node[NODE_TYPE]) {
    case 1:
      writeElement(node as PageNode, scope, out, stack);
      return;
    case 3:
      out.text += escapeText(characterData(node));
      return;
    case 4:
      out.text += `<![CDATA[${characterData(node)}]]>`;
      return;
    case 7:
      out.text += `<?${node[LOCAL_NAME]} ${characterData(node)}?>`;
      return;
    case 8:
      out.text += `<!--${characterData(node)}-->`;
      return;
    case 10:
      out.text += doctypeText(node as DoctypeNode);
      return;
    default:
      append(stack, { node: firstChild(node) as StoreNode | null, closing: '', scope });
  }
}

function doctypeText({ [QUALIFIED_NAME]: name, [PUBLIC_ID]: publicId, [SYSTEM_ID]: systemId }: DoctypeNode): string {
  if (publicId !== '') return `<!DOCTYPE ${name} PUBLIC "${publicId}" "${systemId}">`;
  return systemId === '' ? `<!DOCTYPE ${name}>` : `<!DOCTYPE ${name} SYSTEM "${systemId}">`;
}

/** Takes in what an element declares. Gives the default namespace that it declares; `null` for none. */
function declareOwn(element: PageNode, scope: Scope): string | null {
  let declaredDefault: string | null = null;
  for (let attr = element[NEXT] as AttrNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as AttrNode) {
    if (attributeNamespace(attr) !== XMLNS_NAMESPACE) continue;
    const value = characterData(attr);
    if (attr[QUALIFIED_NAME] === 'xmlns') declaredDefault = value;
    else if (value !== XML_NAMESPACE && scope.namespaces[attr[LOCAL_NAME]] !== value) {
      scope.prefixes[value] = attr[LOCAL_NAME];
      scope.namespaces[attr[LOCAL_NAME]] = value;
    }
  }
  return declaredDefault;
}

function writeElement(
  element: PageNode,
  around: Scope,
  out: Output,
  stack: { length: number; [index: number]: Frame },
): void {
  const namespace = namespaceUri(element) ?? '';
  const scope = inner(around);
  const declaredDefault = declareOwn(element, scope);
  let attributes = '';
  let name: string;
  let ignoresDefault = false;
  if (around.defaultNamespace === namespace) {
    // A declaration of another default namespace would change what the element is.
    ignoresDefault = declaredDefault !== null && declaredDefault !== namespace;
    name = namespace === XML_NAMESPACE ? `xml:${element[LOCAL_NAME]}` : element[LOCAL_NAME];
  } else {
    let prefix = prefixFor(element, namespace, scope, declaredDefault);
    const given = prefixOf(element);
    if (prefix === null && given !== null && given !== 'xmlns' && namespace !== '') {
      // The element's own prefix, unless it says something else here.
      prefix = scope.namespaces[given] === undefined ? given : `ns${++out.madeUp}`;
      attributes += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
      scope.prefixes[namespace] = prefix;
      scope.namespaces[prefix] = namespace;
    }
    if (prefix !== null) name = `${prefix}:${element[LOCAL_NAME]}`;
    else {
      name = element[LOCAL_NAME];
      scope.defaultNamespace = namespace;
      if (declaredDefault === null || declaredDefault !== namespace) {
        ignoresDefault = true;
        attributes += ` xmlns="${escapeAttribute(namespace)}"`;
      }
    }
    if (prefix !== null && declaredDefault !== null) scope.defaultNamespace = declaredDefault;
  }
  attributes += attributesText(element, scope, out, ignoresDefault);
  const content = contentOf(element);
  const child = firstChild(content) as StoreNode | null;
  if (child === null) {
    const isHtml = namespace === HTML_NAMESPACE;
    if (!isHtml) out.text += `<${name}${attributes}/>`;
    else if (hasWord(VOID, element[LOCAL_NAME])) out.text += `<${name}${attributes} />`;
    else out.text += `<${name}${attributes}></${name}>`;
    return;
  }
  out.text += `<${name}${attributes}>`;
  append(stack, { node: child, closing: `</${name}>`, scope });
}

/** A prefix that is declared for the element's namespace: its own one before others. */
function prefixFor(element: PageNode, namespace: string, scope: Scope, declaredDefault: string | null): string | null {
  if (namespace === '' || (declaredDefault === namespace && prefixOf(element) === null)) return null;
  const given = prefixOf(element);
  if (given !== null && scope.namespaces[given] === namespace) return given;
  return scope.prefixes[namespace] ?? null;
}

function attributesText(element: PageNode, scope: Scope, out: Output, ignoresDefault: boolean): string {
  let text = '';
  for (let attr = element[NEXT] as AttrNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as AttrNode) {
    const namespace = attributeNamespace(attr);
    let name = attr[LOCAL_NAME];
    if (namespace === XMLNS_NAMESPACE) {
      if (attr[QUALIFIED_NAME] === 'xmlns' && ignoresDefault) continue;
      if (characterData(attr) === XML_NAMESPACE) continue;
      name = attr[QUALIFIED_NAME] === 'xmlns' ? 'xmlns' : `xmlns:${attr[LOCAL_NAME]}`;
    } else if (namespace !== null) {
      let prefix = prefixForAttribute(attr, namespace, scope);
      if (prefix === null) {
        prefix = `ns${++out.madeUp}`;
        scope.prefixes[namespace] = prefix;
        scope.namespaces[prefix] = namespace;
        text += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
      }
      name = `${prefix}:${attr[LOCAL_NAME]}`;
    }
    text += ` ${name}="${escapeAttribute(characterData(attr))}"`;
  }
  return text;
}

function prefixForAttribute(attr: AttrNode, namespace: string, scope: Scope): string | null {
  const given =
    attr[QUALIFIED_NAME].length === attr[LOCAL_NAME].length
      ? null
      : stringSlice(attr[QUALIFIED_NAME], 0, indexOf(attr[QUALIFIED_NAME], ':'));
  if (given !== null && scope.namespaces[given] === namespace) return given;
  return scope.prefixes[namespace] ?? null;
}

function escapeText(text: string): string {
  return escaped(text, false);
}

function escapeAttribute(text: string): string {
  return escaped(text, true);
}

function escaped(text: string, isAttribute: boolean): string {
  let result = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const reference = referenceFor(text[at]!, isAttribute);
    if (reference === null) continue;
    result += stringSlice(text, start, at) + reference;
    start = at + 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

function referenceFor(character: string, isAttribute: boolean): string | null {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return isAttribute ? '&quot;' : null;
    case '\t':
      return isAttribute ? '&#9;' : null;
    case '\n':
      return isAttribute ? '&#10;' : null;
    case '\r':
      return isAttribute ? '&#13;' : '&#xD;';
    default:
      return null;
  }
}

const serialisers = new WeakMap<object, true>();

export function installXmlSerializer(): void {
  defineInterface('XMLSerializer', null);
  setConstructor('XMLSerializer', (newTarget) => {
    const object = instanceFor(newTarget, 'XMLSerializer');
    weakSet(serialisers, object, true);
    return object;
  });
  defineMembers<object>('XMLSerializer', {
    serializeToString(root: PageNode): string {
      if (!weakHas(serialisers, this)) throw new TypeError('Illegal invocation');
      if (typeof root !== 'object' || root === null || typeof root[NODE_TYPE] !== 'number') {
        throw new TypeError("parameter 1 is not of type 'Node'.");
      }
      return (root[NODE_TYPE] === 9 ? declarationText(root) : '') + serialiseXml(root, true);
    },
  });
}
