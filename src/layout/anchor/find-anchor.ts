/**
 * Anchors among the fragments of a containing block.
 *
 * In:  the fragments that are in the containing block so far, who asks, and a name or a node.
 * Out: the anchor with all its pieces, each with the way down to it.
 *
 * An anchor that is laid out later than the box that asks is not there yet, and so is no acceptable one.
 *
 * CSS Anchor Positioning 1 §2 https://drafts.csswg.org/css-anchor-position-1/#target
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import { elementState } from '../../html/node-state.ts';
import { type DomElement, type DomNode, isElement, nextSibling } from '../../html/node-tree.ts';
import type { ComputedStyle, PseudoName } from '../../style/computed-style.ts';
import type { FlatTree } from '../../style/flat-tree.ts';
import type { Box } from '../box.ts';
import { scrollsItself } from '../flow/formatting-context.ts';
import type { BoxFragment, Placed } from '../fragment.ts';
import { scrollsAlong } from '../sizing.ts';

/** A fragment on the way from a containing block down to an anchor; `parent` is `null` for a child of the block. */
export interface Step {
  readonly placed: Placed;
  readonly parent: Step | null;
}

/** An anchor: its last steps, one for each of its fragments. */
export interface Anchor {
  readonly box: Box;
  readonly pieces: readonly Step[];
}

/** What is known of the document around boxes. Without it, names have no scopes. */
export interface AnchorTree {
  readonly flatTree: FlatTree;
  styleOf(element: DomElement): ComputedStyle;
}

/** What is in a containing block, by name. It grows with the list of fragments that it was made for. */
class AnchorIndex {
  readonly #children: readonly Placed[];
  readonly #byName = new Map<string, Anchor[]>();
  #seen = 0;

  constructor(children: readonly Placed[]) {
    this.#children = children;
  }

  named(name: string): readonly Anchor[] {
    for (; this.#seen < this.#children.length; this.#seen++) {
      eachBox({ placed: this.#children[this.#seen]!, parent: null }, (fragment, step) => {
        for (const each of fragment.box.style.anchorName) {
          const known = this.#byName.get(each) ?? [];
          this.#byName.set(each, known);
          addPiece(known, fragment.box, step);
        }
      });
    }
    return this.#byName.get(name) ?? NO_ANCHORS;
  }

  /** The boxes of a node, which need not have a name. */
  ofNode(node: DomNode, pseudo: PseudoName | null): Anchor | null {
    const found: Anchor[] = [];
    for (const placed of this.#children) {
      eachBox({ placed, parent: null }, ({ box }, step) => {
        if (box.node === node && box.pseudo === pseudo) addPiece(found, box, step);
      });
    }
    return found[0] ?? null;
  }
}

const NO_ANCHORS: readonly Anchor[] = [];

/** An inline box in several lines, or a box in several columns, counts as a whole. */
function addPiece(anchors: Anchor[], box: Box, step: Step): void {
  const known = anchors.findIndex((anchor) => anchor.box.node === box.node && anchor.box.pseudo === box.pseudo);
  if (known === -1) anchors.push({ box, pieces: [step] });
  else anchors[known] = { box: anchors[known]!.box, pieces: [...anchors[known]!.pieces, step] };
}

/** Boxes of elements and pseudo-elements at and below a fragment. */
function eachBox(from: Step, visit: (fragment: BoxFragment, step: Step) => void): void {
  const stack = [from];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { fragment } = step.placed;
    if (fragment.kind === 'text') continue;
    if (fragment.kind === 'box' && !fragment.box.isAnonymous) visit(fragment, step);
    for (const placed of fragment.children) stack.push({ placed, parent: step });
  }
}

/** Key: the list of fragments, which lives as long as the layout of its containing block. */
const indexes = new WeakMap<readonly Placed[], AnchorIndex>();

function indexOf(children: readonly Placed[]): AnchorIndex {
  let index = indexes.get(children);
  if (index === undefined) {
    index = new AnchorIndex(children);
    indexes.set(children, index);
  }
  return index;
}

/**
 * §2.3: of several anchors with a name that are in scope, the last in tree order.
 *
 * @param inside the containing block, where that is an inline box and so only a part of the fragments.
 */
export function findNamed(
  name: string,
  asking: Box,
  children: readonly Placed[],
  tree: AnchorTree | null,
  inside: Box | null,
): Anchor | null {
  let found: Anchor | null = null;
  for (const anchor of indexOf(children).named(name)) {
    if (inside !== null && !isInside(anchor.box, inside)) continue;
    if (topLayerOf(anchor.box, tree) > topLayerOf(asking, tree)) continue;
    if (tree !== null && !isInScope(name, anchor.box, asking, tree)) continue;
    if (found === null || isAfter(anchor.box, found.box, tree)) found = anchor;
  }
  return found;
}

function isInside(box: Box, inline: Box): boolean {
  for (let at: Box | null = box.parent; at !== null; at = at.parent) {
    if (at.node === inline.node || at.interrupts.some((each) => each.node === inline.node)) return true;
  }
  return false;
}

/** §2.4: the control that showed a popover; the element of a pseudo-element. */
export function findImplicit(asking: Box, children: readonly Placed[]): Anchor | null {
  if (asking.node === null) return null;
  const node = asking.pseudo === null ? elementState(asking.node).implicitAnchor : asking.node;
  return node === undefined ? null : indexOf(children).ofNode(node, null);
}

/** §2.3: what is in the top layer is no anchor for what is below that. */
function topLayerOf(box: Box, tree: AnchorTree | null): number {
  for (let at = box.node; at !== null; at = tree?.flatTree.parentOf(at) ?? null) {
    const top = isElement(at) ? elementState(at).topLayer : undefined;
    if (top !== undefined) return top;
  }
  return 0;
}

/** The nearest box around an anchor that scrolls along a page axis; `null` for the containing block, or what is around. */
export function scrollerOf({ pieces }: Anchor, horizontal: boolean): DomNode | null {
  for (let at = pieces[0]!.parent; at !== null; at = at.parent) {
    const { fragment } = at.placed;
    if (fragment.kind === 'box' && scrollsItself(fragment.box) && scrollsAlong(fragment.box.style, horizontal)) {
      return fragment.box.node;
    }
  }
  return null;
}

/** §2.2: names belong to trees, and 'anchor-scope' keeps them to the inside of an element. */
function isInScope(name: string, anchor: Box, asking: Box, tree: AnchorTree): boolean {
  const { flatTree } = tree;
  if (flatTree.rootOf(anchor.node!) !== flatTree.rootOf(asking.node!)) return false;
  const scopeOf = (box: Box): DomElement | null => {
    let at = isElement(box.node!) ? box.node : null;
    for (; at !== null; at = flatTree.parentOf(at)) {
      const { anchorScope } = tree.styleOf(at);
      if (anchorScope.length > 0 && (anchorScope[0] === '*' || anchorScope.includes(name))) return at;
    }
    return null;
  };
  return scopeOf(anchor) === scopeOf(asking);
}

/** Whether a box comes after another in tree order. */
function isAfter(box: Box, other: Box, tree: AnchorTree | null): boolean {
  if (box.node === other.node) return pseudoOrder(box.pseudo) > pseudoOrder(other.pseudo);
  const path = pathOf(box.node!, tree);
  const otherPath = pathOf(other.node!, tree);
  let depth = 0;
  while (depth < path.length && path[depth] === otherPath[depth]) depth++;
  // One is inside of the other: behind it, unless that is the box behind all of its content.
  if (depth === otherPath.length) return other.pseudo !== 'after';
  if (depth === path.length) return box.pseudo === 'after';
  for (let at = nextSibling(otherPath[depth]!); at !== null; at = nextSibling(at)) if (at === path[depth]) return true;
  return false;
}

function pseudoOrder(pseudo: PseudoName | null): number {
  return pseudo === null ? 0 : pseudo === 'after' ? 2 : 1;
}

function pathOf(node: DomNode, tree: AnchorTree | null): DomNode[] {
  const path: DomNode[] = [];
  for (let at: DomNode | null = node; at !== null; at = at[PARENT_NODE] ?? tree?.flatTree.hostOf(at) ?? null) {
    path.push(at);
  }
  return path.reverse();
}
