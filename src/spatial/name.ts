/**
 * Accessible names.
 *
 * In:  an element, and its document for references by id and for labels. Out: the name, cleaned; '' when it has none.
 *
 * Accessible Name and Description Computation 1.2 §4.3.2, the steps that decide the name of what we emit: labelledby,
 * label, the host language's own (label elements, alt, value, caption, legend), content, title.
 */
import { inputValue } from '../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  following,
  followingSkippingChildren,
  hasAttribute,
  isElement,
  isText,
  nextSibling,
} from '../html/node-tree.ts';
import { cleanText } from './page-text.ts';
import { inputType } from './role.ts';

/** Elements by id and labels by control, found in one walk of the document and of its shadow trees. */
export interface NameIndex {
  /** By the document or shadow root that they are in: an id is known in its own tree only. */
  readonly ids: ReadonlyMap<DomNode, ReadonlyMap<string, DomElement>>;
  readonly labels: ReadonlyMap<DomElement, readonly DomElement[]>;
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
  ids.set(document, indexTree(document, labels));
  for (const { root } of shadowTrees) ids.set(root, indexTree(root, labels));
  return { ids, labels };
}

function indexTree(root: DomNode, labels: Map<DomElement, DomElement[]>): ReadonlyMap<string, DomElement> {
  const byId = new Map<string, DomElement>();
  const labelElements: DomElement[] = [];
  for (let node = firstChild(root); node !== null; node = following(node, root)) {
    if (!isElement(node)) continue;
    const id = attribute(node, 'id');
    if (id !== null && !byId.has(id)) byId.set(id, node);
    if (node.localName === 'label') labelElements.push(node);
  }
  for (const label of labelElements) {
    const control = labeledControl(label, byId);
    if (control === null) continue;
    const list = labels.get(control);
    if (list === undefined) labels.set(control, [label]);
    else list.push(label);
  }
  return byId;
}

/** The element that an id names where `element` stands. */
function elementById(element: DomElement, id: string, index: NameIndex): DomElement | undefined {
  let root: DomNode = element;
  while (root.parentNode !== null) root = root.parentNode;
  return index.ids.get(root)?.get(id);
}

/** HTML §4.10.4: the control a label is for. */
function labeledControl(label: DomElement, byId: ReadonlyMap<string, DomElement>): DomElement | null {
  const target = attribute(label, 'for');
  if (target !== null) return byId.get(target) ?? null;
  for (let node = firstChild(label); node !== null; node = following(node, label)) {
    if (isElement(node) && LABELABLE.has(node.localName)) return node;
  }
  return null;
}

/** Roles whose name may come from their content (ARIA 1.2 §5.2.8.4). */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'row',
  'rowheader',
  'switch',
  'tab',
  'tooltip',
  'treeitem',
]);

export function accessibleName(element: DomElement, role: string | null, index: NameIndex): string {
  const referenced = cleanText(
    (attribute(element, 'aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => elementById(element, id, index))
      .filter((target) => target !== undefined)
      .map((target) => attribute(target, 'aria-label') ?? contentText(target))
      .join(' '),
  );
  if (referenced !== '') return referenced;

  const label = cleanText(attribute(element, 'aria-label') ?? '');
  if (label !== '') return label;

  const native = cleanText(nativeName(element, index));
  if (native !== '') return native;

  if (role !== null && NAMED_BY_CONTENT.has(role)) {
    const content = cleanText(contentText(element));
    if (content !== '') return content;
  }
  return cleanText(attribute(element, 'title') ?? attribute(element, 'placeholder') ?? '');
}

/** What HTML itself names an element by (HTML-AAM §5). */
function nativeName(element: DomElement, index: NameIndex): string {
  switch (element.localName) {
    case 'input': {
      const labels = labelText(element, index);
      if (labels !== '') return labels;
      switch (inputType(element)) {
        case 'submit':
          return attribute(element, 'value') ?? 'Submit';
        case 'reset':
          return attribute(element, 'value') ?? 'Reset';
        case 'button':
          return inputValue(element);
        case 'image':
          return attribute(element, 'alt') ?? attribute(element, 'value') ?? 'Submit';
        default:
          return '';
      }
    }
    case 'button':
    case 'meter':
    case 'output':
    case 'progress':
    case 'select':
    case 'textarea':
      return labelText(element, index);
    case 'img':
    case 'area':
      return attribute(element, 'alt') ?? '';
    case 'fieldset':
      return childText(element, 'legend');
    case 'figure':
      return childText(element, 'figcaption');
    case 'table':
      return childText(element, 'caption');
    case 'svg':
      return childText(element, 'title');
    default:
      return '';
  }
}

function labelText(element: DomElement, index: NameIndex): string {
  return (index.labels.get(element) ?? []).map((label) => contentText(label, element)).join(' ');
}

function childText(parent: DomElement, localName: string): string {
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) {
    if (isElement(child) && child.localName === localName) return contentText(child);
  }
  return '';
}

const NO_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);
/** Elements that end a word when they stand between two texts. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code em font i kbd label mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** The text of a subtree, with alternatives of images, without the control that a label is for. */
export function contentText(root: DomElement, without?: DomElement): string {
  let text = '';
  for (let node = firstChild(root); node !== null; ) {
    if (isText(node)) text += characterData(node);
    if (!isElement(node)) {
      node = following(node, root);
      continue;
    }
    if (node === without || NO_TEXT.has(node.localName) || isHidden(node)) {
      node = followingSkippingChildren(node, root);
      continue;
    }
    const replacement = attribute(node, 'aria-label') ?? (node.localName === 'img' ? attribute(node, 'alt') : null);
    if (replacement !== null) {
      text += ` ${replacement} `;
      node = followingSkippingChildren(node, root);
      continue;
    }
    if (!INLINE.has(node.localName)) text += ' ';
    node = following(node, root);
  }
  return text;
}

function isHidden(element: DomElement): boolean {
  return hasAttribute(element, 'hidden') || attribute(element, 'aria-hidden') === 'true';
}
