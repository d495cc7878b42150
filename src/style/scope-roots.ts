/**
 * Scoped rules: which scoping root an element is in, and how near it is.
 *
 * In:  an element, a rule with its @scope, the context of its tree.
 * Out: the number of generations to the nearest scoping root in whose scope the rule matches, or `null`.
 *
 * CSS Cascade 6 §2.5 https://drafts.csswg.org/css-cascade-6/#scoped-styles
 */
import { PARENT_NODE } from '../html/node-keys.ts';
import { type DomElement, type DomNode, isElement, parentElement } from '../html/node-tree.ts';
import type { ScopeCondition } from './collect-rules.ts';
import { matchesComplex, matchesSelector } from './selector/match.ts';
import type { MatchContext } from './selector/match-context.ts';
import type { ComplexSelector } from './selector/selector.ts';

interface ScopeRoot {
  readonly root: DomNode;
  /** Generations from the element to the root. */
  readonly distance: number;
}

/** The distance to the nearest root in whose scope the selector matches; `null` when it matches in none. */
export function scopeProximity(
  selector: ComplexSelector,
  element: DomElement,
  scope: ScopeCondition,
  context: MatchContext,
): number | null {
  const outer = context.scope;
  let proximity: number | null = null;
  for (const { root, distance } of rootsAround(element, scope, context)) {
    context.scope = root;
    if (matchesComplex(selector, element, context)) {
      proximity = distance;
      break;
    }
  }
  context.scope = outer;
  return proximity;
}

/** Every scoping root that the element is in, nearest first. */
function rootsAround(element: DomElement, scope: ScopeCondition, context: MatchContext): ScopeRoot[] {
  const roots: ScopeRoot[] = [];
  let distance = 0;
  for (let at: DomElement | null = element; at !== null; at = context.parentOf(at)) {
    if (isRoot(at, scope, context) && !isBeyondLimit(element, at, scope, context)) roots.push({ root: at, distance });
    distance++;
  }
  return roots;
}

function isRoot(candidate: DomElement, scope: ScopeCondition, context: MatchContext): boolean {
  if (scope.outer === null) return startsScope(candidate, scope, null, context);
  // A nested scope begins inside one of the outer scopes, which is its ':scope'.
  return rootsAround(candidate, scope.outer, context).some(({ root }) => startsScope(candidate, scope, root, context));
}

function startsScope(
  candidate: DomElement,
  scope: ScopeCondition,
  outerRoot: DomNode | null,
  context: MatchContext,
): boolean {
  // Without selectors the root is the parent of the style element (or the root element, or the host).
  if (scope.start === null) return candidate === implicitRoot(scope, context);
  context.scope = outerRoot;
  return matchesSelector(scope.start, candidate, context);
}

function implicitRoot(scope: ScopeCondition, context: MatchContext): DomElement | null {
  const parent = scope.owner === null ? null : parentElement(scope.owner);
  if (parent !== null) return parent;
  if (context.host !== null) return context.host;
  let top: DomNode | null = scope.owner;
  while (top !== null && !(isElement(top) && parentElement(top) === null)) top = top[PARENT_NODE];
  return top as DomElement | null;
}

/** Whether the element or something between it and the root matches the scope's limit. */
function isBeyondLimit(element: DomElement, root: DomElement, scope: ScopeCondition, context: MatchContext): boolean {
  if (scope.end === null || scope.end.length === 0) return false;
  context.scope = root;
  for (let at: DomElement | null = element; at !== null; at = context.parentOf(at)) {
    if (matchesSelector(scope.end, at, context)) return true;
    if (at === root) return false;
  }
  return false;
}
