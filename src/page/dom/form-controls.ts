/**
 * Form controls among each other: types, form owners, the controls of a form, radio groups, labels, what is disabled.
 *
 * HTML §4.10.18.3 (form owner), §4.10.2 (categories), §4.10.4 (labels) https://html.spec.whatwg.org/#forms
 *
 * A form owner is found when it is asked for; what only the parser knows stands on the control (PARSER_FORM).
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE, PARSER_FORM } from '../../html/node-keys.ts';
import { attribute, firstElementChild, following, hasAttribute, nextElementSibling } from '../../html/node-tree.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  hasWord,
  mapGet,
  mapSet,
  newMap,
  wordTable,
} from '../primordials.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { namingVersion } from './document-version.ts';
import { elementById, hasFormReference, indexedByIdOrName, isIndexed } from './element-index.ts';
import { cachedList, copyNodes, liveNodeList } from './node-list.ts';
import { rootOf } from './tree.ts';

const TYPES =
  ' hidden text search tel url email password date month week time datetime-local number range color checkbox radio ' +
  'file submit image reset button ';
const LISTED = wordTable('button fieldset input object output select textarea');
const LABELABLE = ' button input meter output progress select textarea ';

/** Form-associated custom elements, told by whoever defines them. */
let isAssociatedCustom: (element: StoreNode) => boolean = () => false;

export function setAssociatedCustomTest(test: (element: StoreNode) => boolean): void {
  isAssociatedCustom = test;
}

export function inputType(input: StoreNode): string {
  return inputTypeOf(attribute(input, 'type'));
}

/** The type that a 'type' attribute stands for. */
export function inputTypeOf(text: string | null): string {
  if (text === null) return 'text';
  const lower = asciiLower(text);
  return hasWord(TYPES, lower) ? lower : 'text';
}

/** HTML: listed elements. */
export function isListed(element: StoreNode): boolean {
  if (element[NODE_TYPE] !== 1 || !isHtmlElement(element)) return false;
  return LISTED[element[LOCAL_NAME]] === true || isAssociatedCustom(element);
}

/** The other radio buttons with this name in the same form or tree, and the button itself. */
export function radioGroup(input: PageNode): BareArray<PageNode> {
  const name = attribute(input, 'name');
  if (name === null || name === '') return bareArray();
  const root = rootOf(input);
  return mapGet(radiosNamed(root, name), formOf(input) ?? root) ?? bareArray();
}

/** The groups of one name in a tree, by their form or, without one, by the tree. */
type Groups = Map<StoreNode, BareArray<PageNode>>;

/** Faster: those of the tree that was asked for last, as long as nothing there comes, goes or gets another name. */
let groupsByName = new Map<string, Groups>();
let groupsRoot: StoreNode | null = null;
let groupsVersion = -1;

function radiosNamed(root: StoreNode, name: string): Groups {
  if (groupsRoot !== root || groupsVersion !== namingVersion()) {
    groupsByName = newMap();
    groupsRoot = root;
    groupsVersion = namingVersion();
  }
  let groups = mapGet(groupsByName, name);
  if (groups === undefined) {
    groups = findRadios(root, name);
    mapSet(groupsByName, name, groups);
  }
  return groups;
}

export function isRadio(element: StoreNode): boolean {
  return element[NODE_TYPE] === 1 && element[LOCAL_NAME] === 'input' && inputType(element) === 'radio';
}

function findRadios(root: StoreNode, name: string): Groups {
  const groups: Groups = newMap();
  const add = (element: StoreNode): void => {
    if (!isRadio(element) || attribute(element, 'name') !== name) return;
    const owner = formOf(element) ?? root;
    let group = mapGet(groups, owner);
    if (group === undefined) {
      group = bareArray();
      mapSet(groups, owner, group);
    }
    append(group, element as PageNode);
  };
  if (isIndexed(root)) {
    const candidates = indexedByIdOrName(name);
    for (let at = 0; at < candidates.length; at++) add(candidates[at]!);
  } else for (let at = following(root, root); at !== null; at = following(at, root)) add(at as StoreNode);
  return groups;
}

/** HTML: form owner. */
export function formOf(control: StoreNode): PageNode | null {
  const id = attribute(control, 'form');
  if (id !== null && isListed(control)) {
    const owner = elementById(rootOf(control as PageNode), id);
    return owner !== null && owner[LOCAL_NAME] === 'form' ? owner : null;
  }
  const given = control[PARSER_FORM] as PageNode | undefined;
  if (given !== undefined && rootOf(given) === rootOf(control as PageNode)) return given;
  for (let at = control[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) {
    if (at[LOCAL_NAME] === 'form' && isHtmlElement(at)) return at as PageNode;
  }
  return null;
}

/** HTML, removing steps: what the parser knew ends when a control and its form are in two trees. */
export function forgetParserForm(control: PageNode): void {
  const form = control[PARSER_FORM] as PageNode | undefined;
  if (form !== undefined && rootOf(form) !== rootOf(control)) control[PARSER_FORM] = undefined;
}

/** Listed elements of a form in tree order, image buttons too. */
export function formControls(form: PageNode): BareArray<PageNode> {
  const controls = bareArray<PageNode>();
  const id = attribute(form, 'id');
  const root = rootOf(form);
  // Faster: nothing outside of the form belongs to it unless something names it.
  const isNamed = id !== null && id !== '' && (!isIndexed(root) || hasFormReference(id));
  const top = isNamed || form[PARSER_FORM] !== undefined ? root : form;
  for (let at = following(top, top) as StoreNode | null; at !== null; at = following(at, top) as StoreNode | null) {
    if (isListed(at) && formOf(at) === form) append(controls, at as PageNode);
  }
  return controls;
}

/** What `form.elements` has: image buttons are not among them. */
export function formElements(form: PageNode): BareArray<PageNode> {
  const elements = bareArray<PageNode>();
  const controls = formControls(form);
  for (let at = 0; at < controls.length; at++) {
    const control = controls[at]!;
    if (control[LOCAL_NAME] !== 'input' || inputType(control) !== 'image') append(elements, control);
  }
  return elements;
}

/** HTML: a control is disabled by itself or by a fieldset around it, except in that fieldset's first legend. */
export function isDisabled(control: StoreNode): boolean {
  if (hasAttribute(control, 'disabled')) return true;
  let inner = control;
  for (let at = control[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) {
    // Faster: of what is no legend nobody needs to know the first.
    const isFirst = inner[LOCAL_NAME] === 'legend' && at[LOCAL_NAME] === 'fieldset' && inner === firstLegend(at);
    if (at[LOCAL_NAME] === 'fieldset' && hasAttribute(at, 'disabled') && !isFirst) return true;
    inner = at;
  }
  return false;
}

function firstLegend(fieldset: StoreNode): StoreNode | null {
  let child = firstElementChild(fieldset);
  while (child !== null && child[LOCAL_NAME] !== 'legend') child = nextElementSibling(child);
  return child as unknown as StoreNode | null;
}

/** HTML: an option is disabled by itself or by the group around it. */
export function isOptionDisabled(option: StoreNode): boolean {
  if (hasAttribute(option, 'disabled')) return true;
  const parent = option[PARENT_NODE];
  return parent !== null && parent[LOCAL_NAME] === 'optgroup' && hasAttribute(parent, 'disabled');
}

export function isLabelable(element: StoreNode): boolean {
  if (element[NODE_TYPE] !== 1 || !isHtmlElement(element)) return false;
  if (element[LOCAL_NAME] === 'input') return inputType(element) !== 'hidden';
  return hasWord(LABELABLE, element[LOCAL_NAME]) || isAssociatedCustom(element);
}

/** The control that a label is for. */
export function labeledControl(label: PageNode): PageNode | null {
  const id = attribute(label, 'for');
  if (id !== null) {
    const control = elementById(rootOf(label), id);
    return control !== null && isLabelable(control) ? control : null;
  }
  for (let at = following(label, label) as StoreNode | null; at !== null; at = following(at, label) as StoreNode | null)
    if (isLabelable(at)) return at as PageNode;
  return null;
}

const labelLists = new WeakMap<StoreNode, object>();

export function labelsOf(control: PageNode): object | null {
  if (!isLabelable(control)) return null;
  return cachedList(labelLists, control, () =>
    liveNodeList((out) => {
      const labels = mapGet(labelsIn(rootOf(control)), control);
      if (labels !== undefined) copyNodes(labels, out);
    }, namingVersion),
  );
}

/** Faster: the labels of the tree that was asked for last, by their controls: a page asks for those of each control. */
let labelsByControl = new Map<StoreNode, BareArray<PageNode>>();
let labelsRoot: StoreNode | null = null;
let labelsVersion = -1;

function labelsIn(root: StoreNode): typeof labelsByControl {
  if (labelsRoot === root && labelsVersion === namingVersion()) return labelsByControl;
  labelsByControl = newMap();
  labelsRoot = root;
  labelsVersion = namingVersion();
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    const control = at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'label' ? labeledControl(at as PageNode) : null;
    if (control === null) continue;
    let labels = mapGet(labelsByControl, control);
    if (labels === undefined) {
      labels = bareArray();
      mapSet(labelsByControl, control, labels);
    }
    append(labels, at as PageNode);
  }
  return labelsByControl;
}
