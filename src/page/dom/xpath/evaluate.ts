/**
 * Evaluating XPath expressions.
 *
 * In:  an expression, a context node, and who knows namespaces. Out: a value.
 *
 * XPath 1.0 §2, §3 https://www.w3.org/TR/xpath-10/
 */
import { NODE_TYPE } from '../../../html/node-keys.ts';
import { append, type BareArray, bareArray } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { rootOf } from '../tree.ts';
import { axisNodes, isReverse, parentOf, passesTest, type Resolver } from './axes.ts';
import type { Arithmetic, Comparison, Expression, Step } from './expression.ts';
import { callFunction, isFunction, type Place } from './functions.ts';
import {
  booleanValue,
  inOrder,
  type NodeSet,
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

/** `null` for an expression that needs nodes where it has none, or calls what there is not. */
export function evaluate(expression: Expression, place: Place, resolve: Resolver): Value | null {
  switch (expression.kind) {
    case 'text':
      return textValue(expression.value);
    case 'number':
      return numberValue(expression.value);
    case 'or':
    case 'and': {
      const left = evaluate(expression.left, place, resolve);
      if (left === null) return null;
      if (toBoolean(left) === (expression.kind === 'or')) return booleanValue(expression.kind === 'or');
      const right = evaluate(expression.right, place, resolve);
      return right === null ? null : booleanValue(toBoolean(right));
    }
    case 'negate': {
      const operand = evaluate(expression.operand, place, resolve);
      return operand === null ? null : numberValue(-toNumber(operand));
    }
    case 'compare':
    case 'arithmetic':
    case 'union': {
      const left = evaluate(expression.left, place, resolve);
      const right = left === null ? null : evaluate(expression.right, place, resolve);
      if (left === null || right === null) return null;
      if (expression.kind === 'compare') return booleanValue(compare(expression.operator, left, right));
      if (expression.kind === 'arithmetic') {
        return numberValue(calculate(expression.operator, toNumber(left), toNumber(right)));
      }
      return left.kind === 'nodes' && right.kind === 'nodes' ? nodesValue(union(left.nodes, right.nodes)) : null;
    }
    case 'call':
      return call(expression.name, expression.args, place, resolve);
    case 'filter': {
      const value = evaluate(expression.primary, place, resolve);
      if (value === null || value.kind !== 'nodes') return null;
      const kept = applyPredicates(value.nodes, expression.predicates, resolve);
      return kept === null ? null : nodesValue(kept);
    }
    case 'path':
      return path(expression.start, expression.steps, place, resolve);
  }
}

function call(name: string, args: BareArray<Expression>, place: Place, resolve: Resolver): Value | null {
  if (!isFunction(name, args.length)) return null;
  const values = bareArray<Value>();
  for (let at = 0; at < args.length; at++) {
    const value = evaluate(args[at]!, place, resolve);
    if (value === null) return null;
    append(values, value);
  }
  return callFunction(name, values, place);
}

function union(left: NodeSet, right: NodeSet): NodeSet {
  const all = bareArray<PageNode>();
  for (let at = 0; at < left.length; at++) append(all, left[at]!);
  for (let at = 0; at < right.length; at++) append(all, right[at]!);
  return inOrder(all);
}

function calculate(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case 'div':
      return left / right;
    case 'mod':
      return left % right;
  }
}

/** §3.4: a set of nodes compares as true when one of its nodes does. */
function compare(operator: Comparison, left: Value, right: Value): boolean {
  if (left.kind === 'nodes' && right.kind === 'nodes') {
    for (let at = 0; at < left.nodes.length; at++) {
      if (compareNodes(operator, textValue(textOfNode(left.nodes[at]!)), right.nodes)) return true;
    }
    return false;
  }
  if (right.kind === 'nodes') {
    return left.kind === 'boolean' ? comparePlain(operator, left, right) : compareNodes(operator, left, right.nodes);
  }
  if (left.kind === 'nodes') {
    if (right.kind === 'boolean') return comparePlain(operator, left, right);
    return compareNodes(MIRRORED[operator], right, left.nodes);
  }
  return comparePlain(operator, left, right);
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function compareNodes(operator: Comparison, left: Value, nodes: NodeSet): boolean {
  for (let at = 0; at < nodes.length; at++) {
    const text = textOfNode(nodes[at]!);
    const right = left.kind === 'number' ? numberValue(numberOfText(text)) : textValue(text);
    if (comparePlain(operator, left, right)) return true;
  }
  return false;
}

function comparePlain(operator: Comparison, left: Value, right: Value): boolean {
  if (operator === '=' || operator === '!=') {
    const isNumber = left.kind === 'number' || right.kind === 'number';
    const isEqual =
      left.kind === 'boolean' || right.kind === 'boolean'
        ? toBoolean(left) === toBoolean(right)
        : isNumber
          ? toNumber(left) === toNumber(right)
          : toText(left) === toText(right);
    return isEqual === (operator === '=');
  }
  const isBoolean = left.kind === 'boolean' || right.kind === 'boolean';
  const first = isBoolean ? Number(toBoolean(left)) : toNumber(left);
  const second = isBoolean ? Number(toBoolean(right)) : toNumber(right);
  switch (operator) {
    case '<':
      return first < second;
    case '<=':
      return first <= second;
    case '>':
      return first > second;
    case '>=':
      return first >= second;
  }
}

function path(
  start: Expression | 'root' | null,
  steps: BareArray<Step>,
  place: Place,
  resolve: Resolver,
): Value | null {
  let nodes: NodeSet = bareArray();
  if (start === null) append(nodes, place.node);
  else if (start === 'root')
    append(nodes, rootOf(place.node[NODE_TYPE] === 2 ? (parentOf(place.node) ?? place.node) : place.node));
  else {
    const value = evaluate(start, place, resolve);
    if (value === null || value.kind !== 'nodes') return null;
    nodes = value.nodes;
  }
  for (let at = 0; at < steps.length; at++) {
    const next = takeStep(nodes, steps[at]!, resolve);
    if (next === null) return null;
    nodes = next;
  }
  return nodesValue(nodes);
}

function takeStep(from: NodeSet, { axis, test, predicates }: Step, resolve: Resolver): NodeSet | null {
  const all = bareArray<PageNode>();
  for (let at = 0; at < from.length; at++) {
    const candidates = axisNodes(axis, from[at]!);
    const passed = bareArray<PageNode>();
    for (let index = 0; index < candidates.length; index++) {
      if (passesTest(test, axis, candidates[index]!, resolve)) append(passed, candidates[index]!);
    }
    const kept = applyPredicates(passed, predicates, resolve);
    if (kept === null) return null;
    for (let index = 0; index < kept.length; index++) append(all, kept[index]!);
  }
  // From one node a forward axis is in document order already.
  return from.length > 1 || isReverse(axis) ? inOrder(all) : all;
}

/** §2.4: a number as a predicate is a position, counted along the axis. */
function applyPredicates(
  nodes: BareArray<PageNode>,
  predicates: BareArray<Expression>,
  resolve: Resolver,
): BareArray<PageNode> | null {
  let current = nodes;
  for (let at = 0; at < predicates.length; at++) {
    const kept = bareArray<PageNode>();
    for (let index = 0; index < current.length; index++) {
      const place: Place = { node: current[index]!, position: index + 1, size: current.length };
      const value = evaluate(predicates[at]!, place, resolve);
      if (value === null) return null;
      const isKept = value.kind === 'number' ? value.number === index + 1 : toBoolean(value);
      if (isKept) append(kept, current[index]!);
    }
    current = kept;
  }
  return current;
}
