/**
 * Shadow trees: which root belongs to which host, which slot a node is assigned to, and the flat tree that results.
 *
 * In:  a document. Out: answers that hold until the tree changes; then another one is made.
 *
 * DOM §4.2.2 (slots), CSS Scoping 1 §3.1 https://drafts.csswg.org/css-scoping/#flattening
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { elementState, manualSlot } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  isElement,
  isText,
  nextSibling,
  shadowRoot,
} from '../html/node-tree.ts';

export interface ShadowTree {
  readonly root: DomNode;
  readonly host: DomElement;
  /** 1 for a shadow tree in the document, 2 for one inside that, and so on. */
  readonly depth: number;
}

export class FlatTree {
  readonly document: DomNode;
  /** Every shadow tree, hosts in tree order, outer ones before inner ones. */
  readonly shadowTrees: readonly ShadowTree[];
  private readonly byRoot = new Map<DomNode, ShadowTree>();
  /** Slots of a shadow root by name, the first of each name; made when first asked for. */
  private readonly slots = new Map<DomNode, ReadonlyMap<string, DomElement>>();
  /** For shadow roots whose slots script fills. */
  private readonly assigned = new Map<DomNode, ReadonlyMap<DomNode, DomElement>>();

  constructor(document: DomNode) {
    this.document = document;
    const trees: ShadowTree[] = [];
    collectHosts(document, 1, trees);
    for (let at = 0; at < trees.length; at++) {
      const tree = trees[at]!;
      this.byRoot.set(tree.root, tree);
      collectHosts(tree.root, tree.depth + 1, trees);
    }
    this.shadowTrees = trees;
  }

  /** The host of a shadow root; `null` for every other node. */
  hostOf(root: DomNode): DomElement | null {
    return this.byRoot.get(root)?.host ?? null;
  }

  treeOf(root: DomNode): ShadowTree | null {
    return this.byRoot.get(root) ?? null;
  }

  /** The shadow root that a node is in, or `null` when it is in the document itself. */
  rootOf(node: DomNode): DomNode | null {
    if (this.shadowTrees.length === 0) return null;
    let at = node;
    while (at[PARENT_NODE] !== null) at = at[PARENT_NODE];
    return this.byRoot.has(at) ? at : null;
  }

  /** The slot that shows a child of a shadow host; `null` when no slot takes it, or when its parent is no host. */
  assignedSlot(node: DomNode): DomElement | null {
    const parent = node[PARENT_NODE];
    if (this.shadowTrees.length === 0 || parent === null) return null;
    const root = shadowRoot(parent);
    if (root === null) return null;
    if (elementState(root).manualSlots === true) return this.manualSlots(root).get(node) ?? null;
    const name = isElement(node) ? (attribute(node, 'slot') ?? '') : '';
    return this.slotsOf(root).get(name) ?? null;
  }

  /** The children of a host that a slot shows; empty when the slot shows its own content. */
  assignedNodes(slot: DomElement): DomNode[] {
    const root = this.rootOf(slot);
    const host = root === null ? null : this.hostOf(root);
    const nodes: DomNode[] = [];
    if (host === null) return nodes;
    const isManual = elementState(root!).manualSlots === true;
    if (!isManual && this.slotsOf(root!).get(attribute(slot, 'name') ?? '') !== slot) return nodes;
    for (let child = firstChild(host); child !== null; child = nextSibling(child)) {
      if ((isElement(child) || isText(child)) && this.assignedSlot(child) === slot) nodes.push(child);
    }
    return nodes;
  }

  /** The element whose style an element inherits from: its slot, its host, or its parent. */
  parentOf(node: DomNode): DomElement | null {
    const parent = node[PARENT_NODE];
    if (parent === null) return null;
    if (!isElement(parent)) return this.hostOf(parent);
    if (this.shadowTrees.length === 0 || shadowRoot(parent) === null) return parent;
    // A child that no slot takes is not shown; it inherits from the host, so that its style is still defined.
    return this.assignedSlot(node) ?? parent;
  }

  /** Children of a host by the slot that script has given them to, as far as it is in the host's shadow tree. */
  private manualSlots(root: DomNode): ReadonlyMap<DomNode, DomElement> {
    const known = this.assigned.get(root);
    if (known !== undefined) return known;
    const slots = new Map<DomNode, DomElement>();
    for (let child = firstChild(this.hostOf(root)!); child !== null; child = nextSibling(child)) {
      const slot = manualSlot(child);
      if (slot !== null && slot[LOCAL_NAME] === 'slot' && isElement(slot) && this.rootOf(slot) === root) {
        slots.set(child, slot);
      }
    }
    this.assigned.set(root, slots);
    return slots;
  }

  private slotsOf(root: DomNode): ReadonlyMap<string, DomElement> {
    const known = this.slots.get(root);
    if (known !== undefined) return known;
    const slots = new Map<string, DomElement>();
    for (let at = following(root, root); at !== null; at = following(at, root)) {
      if (!isElement(at) || at[LOCAL_NAME] !== 'slot') continue;
      const name = attribute(at, 'name') ?? '';
      if (!slots.has(name)) slots.set(name, at);
    }
    this.slots.set(root, slots);
    return slots;
  }
}

function collectHosts(root: DomNode, depth: number, trees: ShadowTree[]): void {
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (!isElement(at)) continue;
    const shadow = shadowRoot(at);
    if (shadow !== null) trees.push({ root: shadow, host: at, depth });
  }
}
