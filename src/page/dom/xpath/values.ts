/**
 * The values of XPath, and how they turn into each other.
 *
 * XPath 1.0 §1, §4.2–§4.4 https://www.w3.org/TR/xpath-10/#section-String-Functions
 */
import { NEXT, NODE_TYPE, PARENT_NODE } from '../../../html/node-keys.ts';
import { characterData, firstChild, nextSibling } from '../../../html/node-tree.ts';
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  isNotANumber,
  mapGet,
  mapSet,
  newMap,
  stringSlice,
} from '../../primordials.ts';
import { comparePosition } from '../compare.ts';
import type { AttrNode, PageNode } from '../create-node.ts';
import { textContentOf } from '../node-members.ts';
import { rootOf } from '../tree.ts';
import { parentOf } from './axes.ts';

/** A set of nodes is always in document order, each node once. */
export type NodeSet = BareArray<PageNode>;
export type Value =
  | { readonly kind: 'nodes'; readonly nodes: NodeSet }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly boolean: boolean };

export function nodesValue(nodes: NodeSet): Value {
  return { kind: 'nodes', nodes };
}
export function numberValue(number: number): Value {
  return { kind: 'number', number };
}
export function textValue(text: string): Value {
  return { kind: 'text', text };
}
export function booleanValue(boolean: boolean): Value {
  return { kind: 'boolean', boolean };
}

/** "string-value" of a node. */
export function textOfNode(node: PageNode): string {
  const { [NODE_TYPE]: nodeType } = node;
  return nodeType === 1 || nodeType === 9 || nodeType === 11 ? textContentOf(node) : characterData(node);
}

export function toText(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return textOfNumber(value.number);
    case 'boolean':
      return value.boolean ? 'true' : 'false';
    case 'nodes':
      return value.nodes.length === 0 ? '' : textOfNode(value.nodes[0]!);
  }
}

/** XPath writes numbers without an exponent. */
function textOfNumber(number: number): string {
  if (number === 0) return '0';
  const text = `${number}`;
  for (let at = 0; at < text.length; at++) if (text[at] === 'e') return withoutExponent(number);
  return text;
}

function withoutExponent(number: number): string {
  let text = number.toFixed(20);
  while (text[text.length - 1] === '0') text = stringSlice(text, 0, -1);
  return text[text.length - 1] === '.' ? stringSlice(text, 0, -1) : text;
}

export function toNumber(value: Value): number {
  switch (value.kind) {
    case 'number':
      return value.number;
    case 'boolean':
      return value.boolean ? 1 : 0;
    default:
      return numberOfText(toText(value));
  }
}

/** White space, a minus, digits with a point; anything else is not a number. */
export function numberOfText(text: string): number {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(charCodeAt(text, start))) start++;
  while (end > start && isSpace(charCodeAt(text, end - 1))) end--;
  if (start === end) return Number.NaN;
  for (let at = start; at < end; at++) {
    const code = charCodeAt(text, at);
    const isAllowed = (code >= 0x30 && code <= 0x39) || code === 0x2e || (code === 0x2d && at === start);
    if (!isAllowed) return Number.NaN;
  }
  return Number(stringSlice(text, start, end));
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

export function toBoolean(value: Value): boolean {
  switch (value.kind) {
    case 'boolean':
      return value.boolean;
    case 'number':
      return value.number !== 0 && !isNotANumber(value.number);
    case 'text':
      return value.text !== '';
    case 'nodes':
      return value.nodes.length > 0;
  }
}

/** More nodes than this are put in order by one walk through the tree. */
const FEW = 24;

/** Nodes in document order, each once. */
export function inOrder(nodes: BareArray<PageNode>): NodeSet {
  if (nodes.length < 2) return nodes;
  const seen = newMap<PageNode, boolean>();
  const unique = bareArray<PageNode>();
  for (let at = 0; at < nodes.length; at++) {
    if (mapGet(seen, nodes[at]!)) continue;
    mapSet(seen, nodes[at]!, true);
    append(unique, nodes[at]!);
  }
  return unique.length <= FEW ? insertionSorted(unique) : walked(unique, seen);
}

function insertionSorted(nodes: BareArray<PageNode>): NodeSet {
  for (let at = 1; at < nodes.length; at++) {
    const node = nodes[at]!;
    let place = at;
    while (place > 0 && isBefore(node, nodes[place - 1]!)) {
      nodes[place] = nodes[place - 1]!;
      place--;
    }
    nodes[place] = node;
  }
  return nodes;
}

function isBefore(node: PageNode, other: PageNode): boolean {
  const own = node[NODE_TYPE] === 2 ? parentOf(node) : node;
  const theirs = other[NODE_TYPE] === 2 ? parentOf(other) : other;
  if (own === null || theirs === null) return false;
  if (own === theirs) {
    if (node[NODE_TYPE] !== 2) return true;
    if (other[NODE_TYPE] !== 2) return false;
    for (let at = node[NEXT] as PageNode; at !== null && at[NODE_TYPE] === 2; at = at[NEXT] as PageNode) {
      if (at === other) return true;
    }
    return false;
  }
  return (comparePosition(own, theirs) & 4) !== 0;
}

/** One walk through the tree, or trees, that the nodes stand in. */
function walked(nodes: BareArray<PageNode>, wanted: Map<PageNode, boolean>): NodeSet {
  const out = bareArray<PageNode>();
  const roots = bareArray<PageNode>();
  for (let at = 0; at < nodes.length && roots.length < 2; at++) {
    const owner = nodes[at]![NODE_TYPE] === 2 ? parentOf(nodes[at]!) : nodes[at]!;
    if (owner === null) continue;
    const root = rootOf(owner);
    let isKnown = false;
    for (let index = 0; index < roots.length; index++) if (roots[index] === root) isKnown = true;
    if (!isKnown) append(roots, root);
  }
  for (let at = 0; at < roots.length; at++) {
    for (let node: PageNode | null = roots[at]!; node !== null; node = nextIn(node, roots[at]!)) {
      if (mapGet(wanted, node)) append(out, node);
      if (node[NODE_TYPE] !== 1) continue;
      for (let attr = node[NEXT] as AttrNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as AttrNode) {
        if (mapGet(wanted, attr)) append(out, attr);
      }
    }
  }
  return out;
}

function nextIn(node: PageNode, root: PageNode): PageNode | null {
  const child = firstChild(node) as PageNode | null;
  if (child !== null) return child;
  for (let at: PageNode | null = node; at !== null && at !== root; at = at[PARENT_NODE]) {
    const sibling = nextSibling(at) as PageNode | null;
    if (sibling !== null) return sibling;
  }
  return null;
}
