/**
 * document.evaluate(), XPathEvaluator, XPathExpression, XPathResult.
 *
 * DOM §8 https://dom.spec.whatwg.org/#xpath
 */
import { NODE_TYPE } from '../../html/node-keys.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { documentVersion } from './document-version.ts';
import { domException } from './dom-exception.ts';
import {
  defineConstants,
  defineInterface,
  defineMembers,
  instanceFor,
  prototypeOf,
  setConstructor,
} from './interfaces.ts';
import type { Resolver } from './xpath/axes.ts';
import { evaluate } from './xpath/evaluate.ts';
import type { Expression } from './xpath/expression.ts';
import { parseXPath } from './xpath/parse.ts';
import {
  booleanValue,
  type NodeSet,
  numberValue,
  textValue,
  toBoolean,
  toNumber,
  toText,
  type Value,
} from './xpath/values.ts';

const TYPES = {
  ANY_TYPE: 0,
  NUMBER_TYPE: 1,
  STRING_TYPE: 2,
  BOOLEAN_TYPE: 3,
  UNORDERED_NODE_ITERATOR_TYPE: 4,
  ORDERED_NODE_ITERATOR_TYPE: 5,
  UNORDERED_NODE_SNAPSHOT_TYPE: 6,
  ORDERED_NODE_SNAPSHOT_TYPE: 7,
  ANY_UNORDERED_NODE_TYPE: 8,
  FIRST_ORDERED_NODE_TYPE: 9,
} as const;

interface Result {
  readonly type: number;
  readonly value: Value;
  /** The document's version when it was made: an iterator ends with a change. */
  readonly version: number;
  next: number;
}

interface Compiled {
  readonly expression: Expression;
  readonly resolve: Resolver;
}

const results = new WeakMap<object, Result>();
const expressions = new WeakMap<object, Compiled>();

function resultOf(object: object): Result {
  const result = weakGet(results, object);
  if (result === undefined) throw new TypeError('Illegal invocation');
  return result;
}

/** A function, an object with lookupNamespaceURI, or nothing. */
function resolverOf(given: unknown): Resolver {
  return (prefix) => {
    if (given === null || given === undefined) {
      throw domException('NamespaceError', `The prefix '${prefix}' has no namespace.`);
    }
    const lookup = typeof given === 'function' ? given : (given as { lookupNamespaceURI?: unknown }).lookupNamespaceURI;
    if (typeof lookup !== 'function') throw new TypeError('The resolver has no lookupNamespaceURI.');
    const uri = (lookup as (this: unknown, prefix: string) => unknown).call(given, prefix);
    return uri === null || uri === undefined ? null : `${uri}`;
  };
}

function compile(text: unknown, resolver: unknown): Compiled {
  const expression = parseXPath(`${text}`);
  if (expression === null) {
    throw domException('SyntaxError', `The string '${text}' is not a valid XPath expression.`);
  }
  return { expression, resolve: resolverOf(resolver) };
}

function run({ expression, resolve }: Compiled, node: unknown, typeValue: unknown): object {
  if (typeof node !== 'object' || node === null || typeof (node as PageNode)[NODE_TYPE] !== 'number') {
    throw new TypeError("parameter 2 is not of type 'Node'.");
  }
  const value = evaluate(expression, { node: node as PageNode, position: 1, size: 1 }, resolve);
  if (value === null)
    throw domException(
      'SyntaxError',
      'The expression calls a function that does not exist, or as it cannot be called.',
    );
  const asked = Number(typeValue ?? 0) & 0xffff;
  const type = asked === TYPES.ANY_TYPE ? naturalType(value) : asked;
  const object = create(prototypeOf('XPathResult')) as object;
  weakSet(results, object, { type, value: converted(value, type), version: documentVersion(), next: 0 });
  return object;
}

function naturalType(value: Value): number {
  switch (value.kind) {
    case 'number':
      return TYPES.NUMBER_TYPE;
    case 'text':
      return TYPES.STRING_TYPE;
    case 'boolean':
      return TYPES.BOOLEAN_TYPE;
    case 'nodes':
      return TYPES.UNORDERED_NODE_ITERATOR_TYPE;
  }
}

function converted(value: Value, type: number): Value {
  switch (type) {
    case TYPES.NUMBER_TYPE:
      return numberValue(toNumber(value));
    case TYPES.STRING_TYPE:
      return textValue(toText(value));
    case TYPES.BOOLEAN_TYPE:
      return booleanValue(toBoolean(value));
  }
  if (type > TYPES.FIRST_ORDERED_NODE_TYPE) throw domException('NotSupportedError', 'There is no such type of result.');
  if (value.kind !== 'nodes')
    throw new TypeError('The result is not a node set, and therefore cannot be converted to the desired type.');
  return value;
}

function wrongType(): Error {
  return new TypeError('The result type is not of the kind that this property belongs to.');
}

function nodesOf(result: Result, least: number, most: number): NodeSet {
  if (result.type < least || result.type > most || result.value.kind !== 'nodes') throw wrongType();
  return result.value.nodes;
}

const EVALUATOR: ThisType<unknown> & Record<never, never> = {
  createExpression(text: unknown, resolver: unknown = null): object {
    const object = create(prototypeOf('XPathExpression')) as object;
    weakSet(expressions, object, compile(text, resolver));
    return object;
  },
  createNSResolver(node: unknown): unknown {
    return node;
  },
  evaluate(text: unknown, node: unknown, resolver: unknown = null, type: unknown = 0): object {
    return run(compile(text, resolver), node, type);
  },
};

export function installXPath(): void {
  for (const name of ['XPathEvaluator', 'XPathExpression', 'XPathResult']) defineInterface(name, null);
  setConstructor('XPathEvaluator', (newTarget) => instanceFor(newTarget, 'XPathEvaluator'));
  defineMembers('XPathEvaluator', EVALUATOR);
  defineMembers('Document', EVALUATOR);
  defineMembers<object>('XPathExpression', {
    evaluate(node: unknown, type: unknown = 0): object {
      const compiled = weakGet(expressions, this);
      if (compiled === undefined) throw new TypeError('Illegal invocation');
      return run(compiled, node, type);
    },
  });
  defineConstants('XPathResult', TYPES);
  defineMembers<object>('XPathResult', {
    get resultType(): number {
      return resultOf(this).type;
    },
    get numberValue(): number {
      const { value } = resultOf(this);
      if (value.kind !== 'number') throw wrongType();
      return value.number;
    },
    get stringValue(): string {
      const { value } = resultOf(this);
      if (value.kind !== 'text') throw wrongType();
      return value.text;
    },
    get booleanValue(): boolean {
      const { value } = resultOf(this);
      if (value.kind !== 'boolean') throw wrongType();
      return value.boolean;
    },
    get singleNodeValue(): PageNode | null {
      return nodesOf(resultOf(this), 8, 9)[0] ?? null;
    },
    get invalidIteratorState(): boolean {
      const { type, version } = resultOf(this);
      return (type === 4 || type === 5) && version !== documentVersion();
    },
    get snapshotLength(): number {
      return nodesOf(resultOf(this), 6, 7).length;
    },
    snapshotItem(index: unknown): PageNode | null {
      return nodesOf(resultOf(this), 6, 7)[Number(index) >>> 0] ?? null;
    },
    iterateNext(): PageNode | null {
      const result = resultOf(this);
      const nodes = nodesOf(result, 4, 5);
      if (result.version !== documentVersion()) {
        throw domException('InvalidStateError', 'The document has mutated since the result was returned.');
      }
      return nodes[result.next++] ?? null;
    },
  });
}
