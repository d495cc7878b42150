/**
 * What names refer to: elements by id, and labels by the control that they are for; and the modal dialog, on the way.
 *
 * In:  a document and its shadow trees. Out: an index, made in one walk, that holds until the tree changes.
 *
 * HTML §4.10.4 https://html.spec.whatwg.org/#the-label-element
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  eachElement,
  firstChild,
  following,
  isElement,
  isHtml,
} from '../html/node-tree.ts';
import { inputType } from './role.ts';
import { isModal } from './visible.ts';

export interface NameIndex {
  /** The elements with ids of one document or shadow root: an id is known in its own tree only. */
  readonly idsIn: (root: DomNode) => ReadonlyMap<string, DomElement>;
  readonly labels: ReadonlyMap<DomElement, readonly DomElement[]>;
  readonly controlOf: ReadonlyMap<DomElement, DomElement>;
  /** The modal dialog that makes everything else inert; the last one that was opened. */
  readonly modal: DomElement | null;
}

const LABELABLE: ReadonlySet<string> = new Set([
  'button',
  'input',
  'meter',
  'output',
  'progress',
  'select',
  'textarea',
]);

export function indexNames(document: DomNode, shadowTrees: readonly { readonly root: DomNode }[] = []): NameIndex {
  const idsIn = idsByTree();
  const labels = new Map<DomElement, DomElement[]>();
  const controlOf = new Map<DomElement, DomElement>();
  let modal: DomElement | null = null;
  for (const root of [document, ...shadowTrees.map((tree) => tree.root)]) {
    const { labelElements, modal: found } = indexTree(root);
    if (root === document) modal = found;
    for (const label of labelElements) {
      const control = labeledControl(label, () => idsIn(root));
      if (control === null) continue;
      controlOf.set(label, control);
      const list = labels.get(control);
      if (list === undefined) labels.set(control, [label]);
      else list.push(label);
    }
  }
  return { idsIn, labels, controlOf, modal };
}

interface IndexedTree {
  readonly labelElements: readonly DomElement[];
  readonly modal: DomElement | null;
}

function indexTree(root: DomNode): IndexedTree {
  const labelElements: DomElement[] = [];
  let modal: DomElement | null = null;
  eachElement(root, (element) => {
    const name = element[LOCAL_NAME];
    if (name === 'label' && isHtml(element)) labelElements.push(element);
    else if (name === 'dialog' && isModal(element)) modal = modal === null ? element : upper(modal, element);
  });
  return { labelElements, modal };
}

/** Which of two modal dialogs was opened later. */
function upper(a: DomElement, b: DomElement): DomElement {
  return (elementState(a).topLayer ?? 0) > (elementState(b).topLayer ?? 0) ? a : b;
}

/** Faster: a tree's ids are looked up when the first of them is asked for, which on most pages is never. */
function idsByTree(): NameIndex['idsIn'] {
  const trees = new Map<DomNode, Map<string, DomElement>>();
  return (root) => {
    let byId = trees.get(root);
    if (byId === undefined) {
      const found = new Map<string, DomElement>();
      eachElement(root, (element) => {
        const id = attribute(element, 'id');
        if (id !== null && !found.has(id)) found.set(id, element);
      });
      byId = found;
      trees.set(root, byId);
    }
    return byId;
  };
}

/** The elements that a list of ids names where `element` stands. */
export function referencedElements(element: DomElement, ids: string, index: NameIndex): DomElement[] {
  let root: DomNode = element;
  while (root[PARENT_NODE] !== null) root = root[PARENT_NODE];
  const byId = index.idsIn(root);
  return ids
    .split(/\s+/)
    .map((id) => byId.get(id))
    .filter((target) => target !== undefined);
}

function isLabelable(element: DomElement): boolean {
  if (!LABELABLE.has(element[LOCAL_NAME]) || !isHtml(element)) return element[LOCAL_NAME].includes('-');
  return element[LOCAL_NAME] !== 'input' || inputType(element) !== 'hidden';
}

/** The control a label is for: by id, else the first one inside. */
function labeledControl(label: DomElement, byId: () => ReadonlyMap<string, DomElement>): DomElement | null {
  const target = attribute(label, 'for');
  if (target !== null) {
    const control = byId().get(target) ?? null;
    return control !== null && isLabelable(control) ? control : null;
  }
  for (let node = firstChild(label); node !== null; node = following(node, label)) {
    if (isElement(node) && LABELABLE.has(node[LOCAL_NAME]) && isLabelable(node)) return node;
  }
  return null;
}
