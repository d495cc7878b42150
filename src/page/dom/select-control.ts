/**
 * Select elements and their options: which are chosen, and the list that pages change.
 *
 * HTML §4.10.7, §4.10.10 https://html.spec.whatwg.org/#the-select-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { elementState, isSelected } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  firstElementChild,
  following,
  followingSkippingChildren,
  hasAttribute,
  isText,
  nextElementSibling,
} from '../../html/node-tree.ts';
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  isAsciiSpace,
  mapGet,
  mapSet,
  newMap,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { isHtmlElement, namespaceUri, type PageNode, SVG_NAMESPACE } from './create-node.ts';
import { documentVersion, markChanged, structureVersion } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { isOptionDisabled } from './form-controls.ts';
import { insertBefore, isTreeNode, removeNode } from './tree.ts';

/** What was found out about a select, and in which version. */
interface KnownOptions {
  readonly options: BareArray<PageNode>;
  readonly structure: number;
  /** Where each option stands, from the first time that somebody asks for one of them. */
  places: Map<PageNode, number> | null;
  selected: number;
  /** Of the document, when that option was selected. */
  selectedVersion: number;
}

const knownOptions = new WeakMap<StoreNode, KnownOptions>();

/** Faster: a loop through options, by index or by 'option.index' and 'option.selected', finds them once. */
function known(select: StoreNode): KnownOptions {
  const structure = structureVersion();
  let record = weakGet(knownOptions, select);
  if (record === undefined || record.structure !== structure) {
    record = { options: findOptions(select), structure, places: null, selected: -1, selectedVersion: -1 };
    weakSet(knownOptions, select, record);
  }
  return record;
}

/** HTML: the list of options. Those of nested groups belong to it, those of a select inside do not. */
export function optionsOf(select: StoreNode): BareArray<PageNode> {
  return known(select).options;
}

/** Where an option of a select stands among the others. */
export function indexInSelect(select: StoreNode, option: PageNode): number {
  const record = known(select);
  if (record.places === null) {
    record.places = newMap();
    for (let at = 0; at < record.options.length; at++) mapSet(record.places, record.options[at]!, at);
  }
  return mapGet(record.places, option) ?? 0;
}

function findOptions(select: StoreNode): BareArray<PageNode> {
  const options = bareArray<PageNode>();
  let at = following(select, select);
  while (at !== null) {
    const isElement = at[NODE_TYPE] === 1;
    if (isElement && at[LOCAL_NAME] === 'option') {
      append(options, at as PageNode);
      at = followingSkippingChildren(at, select);
    } else if (isElement && (at[LOCAL_NAME] === 'select' || at[LOCAL_NAME] === 'datalist')) {
      at = followingSkippingChildren(at, select);
    } else at = following(at, select);
  }
  return options;
}

export function displaySize(select: StoreNode): number {
  const size = Number.parseInt(attribute(select, 'size') ?? '', 10);
  if (size > 0) return size;
  return hasAttribute(select, 'multiple') ? 4 : 1;
}

/** The selected option of a select with one choice: the last selected, else the first that is not disabled. */
export function selectedIndex(select: StoreNode): number {
  const record = known(select);
  const version = documentVersion();
  if (record.selectedVersion !== version) {
    record.selected = selectedIndexIn(select, record.options);
    record.selectedVersion = version;
  }
  return record.selected;
}

function selectedIndexIn(select: StoreNode, options: BareArray<PageNode>): number {
  const isMultiple = hasAttribute(select, 'multiple');
  let index = -1;
  let refused = 0;
  for (let at = 0; at < options.length; at++) {
    const { selected } = elementState(options[at]!);
    if (selected === false) refused++;
    else if (selected === true || hasAttribute(options[at]!, 'selected')) {
      if (isMultiple) return at;
      index = at;
    }
  }
  // All refused: script has chosen to show nothing.
  if (index >= 0 || isMultiple || refused === options.length || displaySize(select) > 1) return index;
  for (let at = 0; at < options.length; at++) if (!isOptionDisabled(options[at]!)) return at;
  return -1;
}

/**
 * Selects one option, or none for -1; what script or user does.
 *
 * An option that is merely not the one keeps no record, so that the list falls back to its first option when the chosen
 * one is taken out.
 */
export function selectIndex(select: StoreNode, index: number): void {
  const options = optionsOf(select);
  const isKnown = options[index] !== undefined;
  for (let at = 0; at < options.length; at++) {
    const option = options[at]!;
    if (isKnown && at !== index && !hasAttribute(option, 'selected')) delete stateOf(option).selected;
    else stateOf(option).selected = at === index;
  }
  markChanged();
}

export function optionValue(option: StoreNode): string {
  return attribute(option, 'value') ?? optionText(option);
}

/** The text without what scripts hold, and without white space that does not show. */
export function optionText(option: StoreNode): string {
  let text = '';
  for (let at = following(option, option); at !== null; ) {
    if (isScript(at as StoreNode)) at = followingSkippingChildren(at, option);
    else {
      if (isText(at)) text += characterData(at);
      at = following(at, option);
    }
  }
  return collapsed(text);
}

function isScript(node: StoreNode): boolean {
  const isNamedScript = node[NODE_TYPE] === 1 && node[LOCAL_NAME] === 'script';
  return isNamedScript && (isHtmlElement(node) || namespaceUri(node) === SVG_NAMESPACE);
}

/** "strip and collapse ASCII white space" */
export function collapsed(text: string): string {
  let result = '';
  let isSpace = false;
  for (let at = 0; at < text.length; at++) {
    if (isAsciiSpace(charCodeAt(text, at))) isSpace = true;
    else {
      if (isSpace && result !== '') result += ' ';
      isSpace = false;
      result += text[at];
    }
  }
  return result;
}

/** The select that an option is in the list of. */
export function selectOf(option: StoreNode): PageNode | null {
  for (let at = option[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) {
    if (at[LOCAL_NAME] === 'select') return at as PageNode;
    if (at[LOCAL_NAME] === 'datalist' || at[LOCAL_NAME] === 'option') return null;
  }
  return null;
}

export function isOptionSelected(option: StoreNode): boolean {
  const select = selectOf(option);
  if (select === null || hasAttribute(select, 'multiple')) return isSelected(option);
  return optionsOf(select)[selectedIndex(select)] === option;
}

export function setOptionSelected(option: PageNode, selected: boolean): void {
  const select = selectOf(option);
  const isSingle = select !== null && !hasAttribute(select, 'multiple');
  if (isSingle && selected) {
    selectIndex(select, indexInSelect(select, option));
    return;
  }
  stateOf(option).selected = selected;
  markChanged();
  if (isSingle && displaySize(select) === 1 && selectedIndex(select) < 0) selectFirst(select);
}

/** "selectedness setting algorithm": a drop-down shows its first option that can be chosen. */
function selectFirst(select: PageNode): void {
  const options = optionsOf(select);
  for (let at = 0; at < options.length; at++) {
    if (isOptionDisabled(options[at]!)) continue;
    stateOf(options[at]!).selected = true;
    markChanged();
    return;
  }
}

/** The options that are selected, in tree order. */
export function selectedOptions(select: PageNode): BareArray<PageNode> {
  const chosen = bareArray<PageNode>();
  const options = optionsOf(select);
  const only = hasAttribute(select, 'multiple') ? -2 : selectedIndex(select);
  for (let at = 0; at < options.length; at++) {
    if (only === -2 ? isSelected(options[at]!) : at === only) append(chosen, options[at]!);
  }
  return chosen;
}

/** Back to what the markup says. */
export function resetSelect(select: PageNode): void {
  const options = optionsOf(select);
  for (let at = 0; at < options.length; at++) delete stateOf(options[at]!).selected;
  markChanged();
}

export function labelOfOption(option: StoreNode): string {
  const label = attribute(option, 'label');
  return label === null || label === '' ? optionText(option) : label;
}

/** "add": before an option, an index, or at the end. */
export function addOption(select: PageNode, element: PageNode, before: unknown): void {
  let reference: PageNode | null = null;
  if (typeof before === 'object' && before !== null && isTreeNode(before) && before[NODE_TYPE] === 1)
    reference = before;
  else if (before !== null && before !== undefined) reference = optionsOf(select)[Number(before) | 0] ?? null;
  const parent = reference === null ? select : reference[PARENT_NODE];
  if (parent !== null) insertBefore(parent, element, reference);
}

export function removeOption(select: PageNode, index: number): void {
  const option = optionsOf(select)[index];
  if (option !== undefined) removeNode(option);
}

/** The first child elements of a kind, for legends and groups. */
export function firstChildNamed(parent: StoreNode, name: string): PageNode | null {
  for (let at = firstElementChild(parent); at !== null; at = nextElementSibling(at)) {
    if (at[LOCAL_NAME] === name) return at as unknown as PageNode;
  }
  return null;
}
