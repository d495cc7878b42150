/**
 * Select elements and their options.
 *
 * HTML §4.10.7, §4.10.10 https://html.spec.whatwg.org/#the-select-element
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { isSelected } from '../../html/node-state.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import { createTextNode, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { formOf, labelsOf } from './form-controls.ts';
import { defineMembers } from './interfaces.ts';
import { copyNodes, liveCollection } from './node-list.ts';
import { textContentOf } from './node-members.ts';
import { replaceAll } from './tree.ts';

export function optionsOf(select: StoreNode): BareArray<PageNode> {
  const options = bareArray<PageNode>();
  for (let at = following(select, select); at !== null; at = following(at, select)) {
    if (at.nodeType === 1 && at.localName === 'option') append(options, at as PageNode);
  }
  return options;
}

/** The selected option of a select with one choice: the last selected, else the first that is not disabled. */
export function selectedIndex(select: StoreNode): number {
  const options = optionsOf(select);
  const isMultiple = hasAttribute(select, 'multiple');
  let index = -1;
  for (let at = 0; at < options.length; at++) {
    if (!isSelected(options[at]!)) continue;
    if (isMultiple) return at;
    index = at;
  }
  if (index >= 0 || isMultiple || Number(attribute(select, 'size') ?? 1) > 1) return index;
  for (let at = 0; at < options.length; at++) if (!hasAttribute(options[at]!, 'disabled')) return at;
  return -1;
}

export function selectIndex(select: StoreNode, index: number): void {
  const options = optionsOf(select);
  for (let at = 0; at < options.length; at++) stateOf(options[at]!).selected = at === index;
  markChanged();
}

export function optionValue(option: StoreNode): string {
  return attribute(option, 'value') ?? optionText(option);
}

export function optionText(option: StoreNode): string {
  return textContentOf(option)
    .replace(/[ \t\n\f\r]+/g, ' ')
    .trim();
}

function selectOf(option: StoreNode): StoreNode | null {
  for (let at = option.parentNode; at !== null; at = at.parentNode) if (at.localName === 'select') return at;
  return null;
}

export function installSelect(): void {
  defineMembers<PageNode>('HTMLSelectElement', {
    get type(): string {
      return hasAttribute(this, 'multiple') ? 'select-multiple' : 'select-one';
    },
    get options(): object {
      return liveCollection((out) => copyNodes(optionsOf(this), out));
    },
    get selectedOptions(): object {
      return liveCollection((out) => {
        const options = optionsOf(this);
        const only = hasAttribute(this, 'multiple') ? -1 : selectedIndex(this);
        for (let at = 0; at < options.length; at++) {
          if (only < 0 ? isSelected(options[at]!) : at === only) append(out, options[at]!);
        }
      });
    },
    get length(): number {
      return optionsOf(this).length;
    },
    get selectedIndex(): number {
      return selectedIndex(this);
    },
    set selectedIndex(value: unknown) {
      selectIndex(this, Number(value));
    },
    get value(): string {
      const option = optionsOf(this)[selectedIndex(this)];
      return option === undefined ? '' : optionValue(option);
    },
    set value(value: unknown) {
      const options = optionsOf(this);
      let index = -1;
      for (let at = 0; at < options.length && index < 0; at++) if (optionValue(options[at]!) === `${value}`) index = at;
      selectIndex(this, index);
    },
    item(index: unknown): PageNode | null {
      return optionsOf(this)[Number(index) >>> 0] ?? null;
    },
    get labels(): object {
      return labelsOf(this);
    },
  });
  defineMembers<PageNode>('HTMLOptionElement', {
    get value(): string {
      return optionValue(this);
    },
    set value(value: unknown) {
      setAttributeValue(this, 'value', `${value}`);
    },
    get text(): string {
      return optionText(this);
    },
    set text(value: unknown) {
      replaceAll(this, createTextNode(this.ownerDocument!, `${value}`));
    },
    get label(): string {
      return attribute(this, 'label') ?? optionText(this);
    },
    set label(value: unknown) {
      setAttributeValue(this, 'label', `${value}`);
    },
    get selected(): boolean {
      const select = selectOf(this);
      if (select === null || hasAttribute(select, 'multiple')) return isSelected(this);
      return optionsOf(select)[selectedIndex(select)] === this;
    },
    set selected(value: unknown) {
      const select = selectOf(this);
      if (value && select !== null && !hasAttribute(select, 'multiple')) {
        const options = optionsOf(select);
        for (let at = 0; at < options.length; at++) stateOf(options[at]!).selected = false;
      }
      stateOf(this).selected = Boolean(value);
      markChanged();
    },
    get index(): number {
      const select = selectOf(this);
      const options = select === null ? bareArray<PageNode>() : optionsOf(select);
      for (let at = 0; at < options.length; at++) if (options[at] === this) return at;
      return 0;
    },
    get form(): PageNode | null {
      const select = selectOf(this);
      return select === null ? null : formOf(select);
    },
  });
}
