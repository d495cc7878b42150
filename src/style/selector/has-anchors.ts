/**
 * Which elements an argument of :has() is true for.
 *
 * In:  a relative selector, right to left, and the root of the part of the tree it can be about.
 * Out: the set of all its anchors there.
 *
 * Asking each anchor for its subtree would be quadratic in deep trees. Instead the selector is walked once from its
 * subject to its anchor: all elements that match the subject, then all that are reached from them by the combinator and
 * match the next compound, and so on; each step is linear in the number of elements.
 *
 * Selectors 4 §4.5 https://drafts.csswg.org/selectors-4/#relational
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import {
  type DomElement,
  type DomNode,
  following,
  isElement,
  nextElementSibling,
  previousElementSibling,
} from '../../html/node-tree.ts';
import type { Combinator, ComplexSelector, CompoundSelector } from './selector.ts';

export interface HasMatcher {
  matchesCompound(compound: CompoundSelector, element: DomElement): boolean;
  /** The parent, or the host above a shadow root. */
  parentOf(element: DomElement): DomElement | null;
}

/** Asked this often, an argument is answered for the whole tree at once. */
const ASKED_OFTEN = 4;

interface Answers {
  asked: number;
  /** Anchors in the whole tree below `root`. */
  anchors: Set<DomElement> | null;
}

/** Answers of one resolve. Key: the argument and the root of the tree. Valid until tree, attributes or state change. */
export class HasAnchors {
  private readonly answers = new Map<DomNode, Map<ComplexSelector, Answers>>();

  /** `root` is the top of the tree; a host asks about the shadow tree below `root`, which is not below the host itself. */
  isAnchor(
    selector: ComplexSelector,
    anchor: DomElement,
    isHost: boolean,
    root: DomNode,
    matcher: HasMatcher,
  ): boolean {
    const leading = selector.combinators[selector.compounds.length - 1]!;
    if (selector.compounds.length === 1 && leading === 'next' && !isHost) {
      const next = nextElementSibling(anchor);
      return next !== null && matcher.matchesCompound(selector.compounds[0]!, next);
    }
    const answers = this.answersFor(selector, root);
    if (answers.anchors !== null) return answers.anchors.has(anchor);
    answers.asked++;
    if (isHost || answers.asked >= ASKED_OFTEN) {
      answers.anchors = collectAnchors(selector, root, matcher);
      return answers.anchors.has(anchor);
    }
    const isSibling = leading === 'next' || leading === 'subsequent';
    const below = isSibling ? (anchor[PARENT_NODE] ?? anchor) : anchor;
    return collectAnchors(selector, below, matcher).has(anchor);
  }

  private answersFor(selector: ComplexSelector, root: DomNode): Answers {
    let bySelector = this.answers.get(root);
    if (bySelector === undefined) {
      bySelector = new Map();
      this.answers.set(root, bySelector);
    }
    let answers = bySelector.get(selector);
    if (answers === undefined) {
      answers = { asked: 0, anchors: null };
      bySelector.set(selector, answers);
    }
    return answers;
  }
}

function collectAnchors(selector: ComplexSelector, root: DomNode, matcher: HasMatcher): Set<DomElement> {
  const { compounds, combinators } = selector;
  const subject = compounds[0]!;
  let reached = new Set<DomElement>();
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (isElement(at) && matcher.matchesCompound(subject, at)) reached.add(at);
  }
  for (let step = 0; step < compounds.length; step++) {
    if (reached.size === 0) return reached;
    const related = relatedBy(combinators[step]!, reached, root, matcher);
    const next = compounds[step + 1];
    if (next === undefined) return related;
    reached = new Set();
    for (const element of related) {
      if (element !== root && matcher.matchesCompound(next, element)) reached.add(element);
    }
  }
  return reached;
}

/** All elements that stand in this relation to one of `elements`, not above `root`. */
function relatedBy(
  combinator: Combinator,
  elements: ReadonlySet<DomElement>,
  root: DomNode,
  matcher: HasMatcher,
): Set<DomElement> {
  const related = new Set<DomElement>();
  for (const element of elements) {
    switch (combinator) {
      case 'child': {
        const parent = element === root ? null : matcher.parentOf(element);
        if (parent !== null) related.add(parent);
        break;
      }
      case 'descendant': {
        // What is already there has had its ancestors added.
        let at: DomElement | null = element;
        while (at !== null && at !== root) {
          at = matcher.parentOf(at);
          if (at === null || related.has(at)) break;
          related.add(at);
        }
        break;
      }
      case 'next': {
        const previous = previousElementSibling(element);
        if (previous !== null) related.add(previous);
        break;
      }
      case 'subsequent': {
        let at = previousElementSibling(element);
        while (at !== null && !related.has(at)) {
          related.add(at);
          at = previousElementSibling(at);
        }
        break;
      }
      case 'slotted':
      case 'part':
        break;
    }
  }
  return related;
}
