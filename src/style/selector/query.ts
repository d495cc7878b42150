/**
 * querySelector, querySelectorAll, matches and closest, for the page's DOM.
 *
 * In:  a node, a parsed list. Out: elements in tree order. The caller parses (and reports a syntax error), so that a list
 * can be kept and used again.
 *
 * DOM §4.2.6 and §4.9 https://dom.spec.whatwg.org/#interface-parentnode
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, type DomElement, type DomNode, following, isElement } from '../../html/node-tree.ts';
import { matchesSelector } from './match.ts';
import type { MatchContext } from './match-context.ts';
import type { SelectorList } from './selector.ts';

/** All descendants of `root` that match; ':scope' is `root`. */
export function selectAll(root: DomNode, list: SelectorList, context: MatchContext): DomElement[] {
  const found: DomElement[] = [];
  withScope(context, root, () => {
    for (let at = following(root, root); at !== null; at = following(at, root)) {
      if (isElement(at) && matchesSelector(list, at, context)) found.push(at);
    }
  });
  return found;
}

/** The first descendant of `root` that matches. */
export function selectFirst(root: DomNode, list: SelectorList, context: MatchContext): DomElement | null {
  let found: DomElement | null = null;
  withScope(context, root, () => {
    const id = onlyId(list);
    for (let at = following(root, root); at !== null && found === null; at = following(at, root)) {
      if (!isElement(at)) continue;
      // Faster: most queries are for one id; nothing else needs to be asked then.
      const matched = id === null || context.quirks ? matchesSelector(list, at, context) : attribute(at, 'id') === id;
      if (matched) found = at;
    }
  });
  return found;
}

/** The element itself or its nearest ancestor that matches; ':scope' is the element. */
export function closest(element: DomElement, list: SelectorList, context: MatchContext): DomElement | null {
  let found: DomElement | null = null;
  withScope(context, element, () => {
    let at: DomNode | null = element;
    while (at !== null && found === null) {
      if (isElement(at) && matchesSelector(list, at, context)) found = at;
      at = at[PARENT_NODE];
    }
  });
  return found;
}

/** Whether the element matches; ':scope' is the element. */
export function matches(element: DomElement, list: SelectorList, context: MatchContext): boolean {
  let matched = false;
  withScope(context, element, () => {
    matched = matchesSelector(list, element, context);
  });
  return matched;
}

function withScope(context: MatchContext, scope: DomNode, run: () => void): void {
  const outer = context.scope;
  // A document has no element for ':scope'; the root element stands for it.
  context.scope = isElement(scope) ? scope : null;
  run();
  context.scope = outer;
}

function onlyId(list: SelectorList): string | null {
  const only = list.length === 1 && list[0]!.compounds.length === 1 ? list[0]!.compounds[0]! : null;
  if (only === null || list[0]!.pseudoElement !== '' || only.type !== '' || only.namespace !== null) return null;
  return only.simples.length === 1 && only.simples[0]!.kind === 'id' ? only.simples[0]!.name : null;
}
