/**
 * Nodes back into HTML text.
 *
 * In:  a node. Out: markup of its children, or of itself with them. Depth costs no stack.
 *
 * HTML §13.3 https://html.spec.whatwg.org/#serialising-html-fragments
 */
import { LOCAL_NAME, NODE_TYPE, QUALIFIED_NAME } from './node-keys.ts';
import {
  attribute,
  CDATA_SECTION_NODE,
  COMMENT_NODE,
  characterData,
  DOCUMENT_TYPE_NODE,
  type DomNode,
  eachAttribute,
  firstChild,
  isElement,
  isHtml,
  nextSibling,
  TEXT_NODE,
} from './node-tree.ts';

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Their text is not escaped. */
const RAW_TEXT = new Set('style script xmp iframe noembed noframes plaintext'.split(' '));

export interface SerialiseOptions {
  /** Whether scripts run in the document: then what is in noscript is text. */
  readonly scripting: boolean;
  /** A template's content; without this a template is empty. */
  readonly templateContent?: (template: DomNode) => DomNode;
  /** The is value of a customized built-in element, which stands in the markup also where no attribute tells it. */
  readonly isValue?: (element: DomNode) => string | null;
  /** The shadow root that is to be written for a host. */
  readonly shadowRoot?: (host: DomNode) => DomNode | null;
}

/** A parent whose children are being written. */
interface Frame {
  node: DomNode | null;
  readonly closingTag: string;
  readonly isRaw: boolean;
}

export function serialise(root: DomNode, outer: boolean, options: SerialiseOptions): string {
  const parts: string[] = [];
  const stack: Frame[] = [];
  if (outer) writeNode(root, false, parts, stack, options);
  else {
    stack.push(frameOf(root, '', options));
    if (isElement(root)) pushShadow(root, parts, stack, options);
  }
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { node } = frame;
    if (node === null) {
      parts.push(frame.closingTag);
      stack.pop();
      continue;
    }
    frame.node = nextSibling(node);
    writeNode(node, frame.isRaw, parts, stack, options);
  }
  return parts.join('');
}

function frameOf(parent: DomNode, closingTag: string, options: SerialiseOptions): Frame {
  const name = parent[LOCAL_NAME];
  const isHtmlElement = isElement(parent) && isHtml(parent);
  const isRaw = isHtmlElement && (RAW_TEXT.has(name) || (options.scripting && name === 'noscript'));
  const content = isHtmlElement && name === 'template' ? (options.templateContent?.(parent) ?? parent) : parent;
  return { node: firstChild(content), closingTag, isRaw };
}

function writeNode(node: DomNode, isRaw: boolean, parts: string[], stack: Frame[], options: SerialiseOptions): void {
  switch (node[NODE_TYPE]) {
    case TEXT_NODE:
    case CDATA_SECTION_NODE:
      parts.push(isRaw ? characterData(node) : escapeText(characterData(node)));
      return;
    case COMMENT_NODE:
      parts.push(`<!--${characterData(node)}-->`);
      return;
    case DOCUMENT_TYPE_NODE:
      parts.push(`<!DOCTYPE ${(node as DomNode & { [QUALIFIED_NAME]?: unknown })[QUALIFIED_NAME]}>`);
      return;
  }
  if (!isElement(node)) {
    stack.push(frameOf(node, '', options));
    return;
  }
  parts.push(`<${node[LOCAL_NAME]}`);
  const is = isHtml(node) ? (options.isValue?.(node) ?? null) : null;
  if (is !== null && attribute(node, 'is') === null) parts.push(` is="${escapeAttribute(is)}"`);
  eachAttribute(node, (name, value) => parts.push(` ${name}="${escapeAttribute(value)}"`));
  parts.push('>');
  if (isHtml(node) && VOID.has(node[LOCAL_NAME])) return;
  stack.push(frameOf(node, `</${node[LOCAL_NAME]}>`, options));
  pushShadow(node, parts, stack, options);
}

/** A shadow root stands before its host's children, as the template that declares it. */
function pushShadow(host: DomNode, parts: string[], stack: Frame[], options: SerialiseOptions): void {
  const root = options.shadowRoot?.(host) ?? null;
  if (root === null) return;
  const { mode, delegatesFocus, serializable, slotAssignment, clonable } = root as DomNode &
    Readonly<Record<string, unknown>>;
  parts.push(`<template shadowrootmode="${mode === 'closed' ? 'closed' : 'open'}"`);
  if (delegatesFocus === true) parts.push(' shadowrootdelegatesfocus=""');
  if (serializable === true) parts.push(' shadowrootserializable=""');
  if (slotAssignment === 'manual') parts.push(' shadowrootslotassignment="manual"');
  if (clonable === true) parts.push(' shadowrootclonable=""');
  parts.push('>');
  stack.push(frameOf(root, '</template>', options));
}

function escapeText(text: string): string {
  if (!/[&<>\u00a0]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** As Chrome since 138: '<' and '>' are escaped in attributes too. */
function escapeAttribute(value: string): string {
  if (!/[&"<>\u00a0]/.test(value)) return value;
  return escapeText(value).replaceAll('"', '&quot;');
}
