/**
 * The core function library of XPath.
 *
 * XPath 1.0 §4 https://www.w3.org/TR/xpath-10/#corelib
 */
import { LOCAL_NAME, NODE_TYPE, QUALIFIED_NAME } from '../../../html/node-keys.ts';
import { attribute } from '../../../html/node-tree.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  floor,
  indexOf,
  isNotANumber,
  startsWith,
  stringSlice,
} from '../../primordials.ts';
import type { AttrNode, PageNode } from '../create-node.ts';
import { elementById } from '../element-index.ts';
import { rootOf } from '../tree.ts';
import { localPart, namespaceText, parentOf } from './axes.ts';
import {
  booleanValue,
  inOrder,
  isSpace,
  nodesValue,
  numberOfText,
  numberValue,
  textOfNode,
  textValue,
  toBoolean,
  toNumber,
  toText,
  type Value,
} from './values.ts';

/** Where an expression is evaluated. */
export interface Place {
  readonly node: PageNode;
  readonly position: number;
  readonly size: number;
}

type Library = (args: BareArray<Value>, place: Place) => Value | null;

const { ceil } = Math;

/** How many arguments each function takes: least and most. */
const ARITY: Readonly<Record<string, readonly [least: number, most: number]>> = {
  __proto__: null as never,
  last: [0, 0],
  position: [0, 0],
  count: [1, 1],
  id: [1, 1],
  'local-name': [0, 1],
  'namespace-uri': [0, 1],
  name: [0, 1],
  string: [0, 1],
  concat: [2, 1000],
  'starts-with': [2, 2],
  contains: [2, 2],
  'substring-before': [2, 2],
  'substring-after': [2, 2],
  substring: [2, 3],
  'string-length': [0, 1],
  'normalize-space': [0, 1],
  translate: [3, 3],
  boolean: [1, 1],
  not: [1, 1],
  true: [0, 0],
  false: [0, 0],
  lang: [1, 1],
  number: [0, 1],
  sum: [1, 1],
  floor: [1, 1],
  ceiling: [1, 1],
  round: [1, 1],
};

export function isFunction(name: string, argumentCount: number): boolean {
  const arity = ARITY[name];
  return arity !== undefined && argumentCount >= arity[0] && argumentCount <= arity[1];
}

/** The value of a call; `null` when an argument is not of the kind that the function needs. */
export const callFunction = (name: string, args: BareArray<Value>, place: Place): Value | null =>
  LIBRARY[name]!(args, place);

/** The first argument, or the context node as one. */
function firstOrContext(args: BareArray<Value>, place: Place): Value {
  if (args.length > 0) return args[0]!;
  const nodes = bareArray<PageNode>();
  append(nodes, place.node);
  return nodesValue(nodes);
}

const named =
  (nameOf: (node: PageNode) => string): Library =>
  (args, place) => {
    const value = firstOrContext(args, place);
    if (value.kind !== 'nodes') return null;
    return textValue(value.nodes.length === 0 ? '' : nameOf(value.nodes[0]!));
  };

function qualifiedName(node: PageNode): string {
  if (node[NODE_TYPE] === 2) return (node as AttrNode)[QUALIFIED_NAME];
  if (node[NODE_TYPE] !== 1 && node[NODE_TYPE] !== 7) return '';
  return node[LOCAL_NAME];
}

const LIBRARY: Readonly<Record<string, Library>> = {
  __proto__: null as never,
  last: (_, place) => numberValue(place.size),
  position: (_, place) => numberValue(place.position),
  count: (args) => {
    const value = args[0]!;
    return value.kind === 'nodes' ? numberValue(value.nodes.length) : null;
  },
  id: (args, place) => idNodes(args[0]!, place),
  'local-name': named((node) => localPart(qualifiedName(node))),
  'namespace-uri': named(namespaceText),
  name: named(qualifiedName),
  string: (args, place) => textValue(toText(firstOrContext(args, place))),
  concat: (args) => {
    let text = '';
    for (let at = 0; at < args.length; at++) text += toText(args[at]!);
    return textValue(text);
  },
  'starts-with': (args) => booleanValue(startsWith(toText(args[0]!), toText(args[1]!))),
  contains: (args) => booleanValue(indexOf(toText(args[0]!), toText(args[1]!)) >= 0),
  'substring-before': (args) => {
    const text = toText(args[0]!);
    const at = indexOf(text, toText(args[1]!));
    return textValue(at < 0 ? '' : stringSlice(text, 0, at));
  },
  'substring-after': (args) => {
    const text = toText(args[0]!);
    const mark = toText(args[1]!);
    const at = indexOf(text, mark);
    return textValue(at < 0 ? '' : stringSlice(text, at + mark.length));
  },
  substring: (args) => textValue(substring(args)),
  'string-length': (args, place) => numberValue(toText(firstOrContext(args, place)).length),
  'normalize-space': (args, place) => textValue(normalizeSpace(toText(firstOrContext(args, place)))),
  translate: (args) => textValue(translate(toText(args[0]!), toText(args[1]!), toText(args[2]!))),
  boolean: (args) => booleanValue(toBoolean(args[0]!)),
  not: (args) => booleanValue(!toBoolean(args[0]!)),
  true: () => booleanValue(true),
  false: () => booleanValue(false),
  lang: (args, place) => booleanValue(hasLanguage(place.node, asciiLower(toText(args[0]!)))),
  number: (args, place) => numberValue(toNumber(firstOrContext(args, place))),
  sum: (args) => {
    const value = args[0]!;
    if (value.kind !== 'nodes') return null;
    let sum = 0;
    for (let at = 0; at < value.nodes.length; at++) sum += numberOfText(textOfNode(value.nodes[at]!));
    return numberValue(sum);
  },
  floor: (args) => numberValue(floor(toNumber(args[0]!))),
  ceiling: (args) => numberValue(ceil(toNumber(args[0]!))),
  round: (args) => numberValue(roundHalfUp(toNumber(args[0]!))),
};

/** Half-way goes towards positive infinity. */
function roundHalfUp(number: number): number {
  return floor(number + 0.5);
}

/** Positions count from one, and both ends are rounded. */
function substring(args: BareArray<Value>): string {
  const text = toText(args[0]!);
  const start = roundHalfUp(toNumber(args[1]!));
  const end = args.length > 2 ? start + roundHalfUp(toNumber(args[2]!)) : Number.POSITIVE_INFINITY;
  if (isNotANumber(start) || isNotANumber(end)) return '';
  let result = '';
  for (let at = 0; at < text.length; at++) if (at + 1 >= start && at + 1 < end) result += text[at];
  return result;
}

function normalizeSpace(text: string): string {
  let result = '';
  let isPending = false;
  for (let at = 0; at < text.length; at++) {
    if (isSpace(charCodeAt(text, at))) isPending = true;
    else {
      if (isPending && result !== '') result += ' ';
      isPending = false;
      result += text[at];
    }
  }
  return result;
}

function translate(text: string, from: string, to: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const index = indexOf(from, text[at]!);
    if (index < 0) result += text[at];
    else if (index < to.length) result += to[index];
  }
  return result;
}

function idNodes(value: Value, { node }: Place): Value {
  const found = bareArray<PageNode>();
  const root = rootOf(node[NODE_TYPE] === 2 ? (parentOf(node) ?? node) : node);
  const add = (ids: string): void => {
    const list = normalizeSpace(ids).split(' ');
    for (let at = 0; at < list.length; at++) {
      const element = elementById(root, list[at]!);
      if (element !== null) append(found, element);
    }
  };
  if (value.kind === 'nodes') for (let at = 0; at < value.nodes.length; at++) add(textOfNode(value.nodes[at]!));
  else add(toText(value));
  return nodesValue(inOrder(found));
}

/** The nearest 'xml:lang', and only that, says the language; 'en' also means 'en-US'. */
function hasLanguage(node: PageNode, wanted: string): boolean {
  for (let at: PageNode | null = node; at !== null; at = parentOf(at)) {
    if (at[NODE_TYPE] !== 1) continue;
    const lang = attribute(at, 'xml:lang');
    if (lang === null) continue;
    const own = asciiLower(lang);
    return own === wanted || startsWith(own, `${wanted}-`);
  }
  return false;
}
