/**
 * What names refer to: elements by id, and labels by the control that they are for.
 *
 * In:  a document and its shadow trees. Out: an index, made in one walk, that holds until the tree changes.
 *
 * HTML §4.10.4 https://html.spec.whatwg.org/#the-label-element
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  isElement,
  isHtml,
} from '../html/node-tree.ts';
import { inputType } from './role.ts';

export interface NameIndex {
  /** By the document or shadow root that they are in: an id is known in its own tree only. */
  readonly ids: ReadonlyMap<DomNode, ReadonlyMap<string, DomElement>>;
  readonly labels: ReadonlyMap<DomElement, readonly DomElement[]>;
  readonly controlOf: ReadonlyMap<DomElement, DomElement>;
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
  const ids = new Map<DomNode, ReadonlyMap<string, DomElement>>();
  const labels = new Map<DomElement, DomElement[]>();
  const controlOf = new Map<DomElement, DomElement>();
  for (const root of [document, ...shadowTrees.map((tree) => tree.root)]) {
    const { byId, labelElements } = indexTree(root);
    ids.set(root, byId);
    for (const label of labelElements) {
      const control = labeledControl(label, byId);
      if (control === null) continue;
      controlOf.set(label, control);
      const list = labels.get(control);
      if (list === undefined) labels.set(control, [label]);
      else list.push(label);
    }
  }
  return { ids, labels, controlOf };
}

function indexTree(root: DomNode): { byId: ReadonlyMap<string, DomElement>; labelElements: readonly DomElement[] } {
  const byId = new Map<string, DomElement>();
  const labelElements: DomElement[] = [];
  for (let node = firstChild(root); node !== null; node = following(node, root)) {
    if (!isElement(node)) continue;
    const id = attribute(node, 'id');
    if (id !== null && !byId.has(id)) byId.set(id, node);
    if (node[LOCAL_NAME] === 'label' && isHtml(node)) labelElements.push(node);
  }
  return { byId, labelElements };
}

/** The elements that a list of ids names where `element` stands. */
export function referencedElements(element: DomElement, ids: string, index: NameIndex): DomElement[] {
  let root: DomNode = element;
  while (root[PARENT_NODE] !== null) root = root[PARENT_NODE];
  const byId = index.ids.get(root);
  if (byId === undefined) return [];
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
function labeledControl(label: DomElement, byId: ReadonlyMap<string, DomElement>): DomElement | null {
  const target = attribute(label, 'for');
  if (target !== null) {
    const control = byId.get(target) ?? null;
    return control !== null && isLabelable(control) ? control : null;
  }
  for (let node = firstChild(label); node !== null; node = following(node, label)) {
    if (isElement(node) && LABELABLE.has(node[LOCAL_NAME]) && isLabelable(node)) return node;
  }
  return null;
}
