/**
 * HTMLFormElement's lists, HTMLFormControlsCollection, RadioNodeList, labels, fieldsets, legends. Names of controls as
 * properties of their form are in form-names.ts.
 *
 * HTML §4.10.3, §4.10.15, §4.10.16, §2.6.2.2 https://html.spec.whatwg.org/#the-form-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { isChecked } from '../../html/node-state.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { documentUrl, encodedAddress } from '../document-address.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { namingVersion } from './document-version.ts';
import { formElements, formOf, isListed, isRadio, labeledControl } from './form-controls.ts';
import { installFormNames } from './form-names.ts';
import { currentValue, setChecked } from './input-value.ts';
import { defineMembers } from './interfaces.ts';
import { cachedList, copyNodes, itemsOf, type ListKind, liveListOf, namedItem, withName } from './node-list.ts';

const CONTROLS: ListKind = { interfaceName: 'HTMLFormControlsCollection', named: controlsNamed };
const RADIOS: ListKind = { interfaceName: 'RadioNodeList', named: null };

/** One control is itself, several are a RadioNodeList. */
function controlsNamed(found: BareArray<PageNode>, name: string): object | undefined {
  if (found.length < 2) return found[0];
  const owner = formOf(found[0]!) ?? fieldsetOf(found[0]!);
  const fill = (out: BareArray<PageNode>): void => {
    const elements = owner === null ? found : elementsOf(owner);
    copyNodes(withName(elements, name), out);
  };
  return liveListOf(RADIOS, fill, null, namingVersion);
}

function elementsOf(owner: PageNode): BareArray<PageNode> {
  return owner[LOCAL_NAME] === 'fieldset' ? fieldsetElements(owner) : formElements(owner);
}

function fieldsetOf(control: PageNode): PageNode | null {
  for (let at = control[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) if (at[LOCAL_NAME] === 'fieldset') return at;
  return null;
}

function fieldsetElements(fieldset: PageNode): BareArray<PageNode> {
  const elements = bareArray<PageNode>();
  for (let at = following(fieldset, fieldset); at !== null; at = following(at, fieldset)) {
    if (isListed(at as StoreNode)) append(elements, at as PageNode);
  }
  return elements;
}

const formLists = new WeakMap<StoreNode, object>();
const fieldsetLists = new WeakMap<StoreNode, object>();

function elementsList(form: PageNode): object {
  return cachedList(formLists, form, () =>
    liveListOf(CONTROLS, (out) => copyNodes(formElements(form), out), null, namingVersion),
  );
}

export function installFormMembers(): void {
  installFormNames(elementsList);
  defineMembers<PageNode>('HTMLFormElement', {
    get elements(): object {
      return elementsList(this);
    },
    get length(): number {
      return itemsOf(elementsList(this)).length;
    },
    get action(): string {
      const value = attribute(this, 'action');
      return value === null || value === '' ? documentUrl() : (encodedAddress(value) ?? value);
    },
    set action(value: unknown) {
      setAttributeValue(this, 'action', `${value}`);
    },
    [Symbol.iterator](): IterableIterator<unknown> {
      return (elementsList(this) as Iterable<unknown>)[Symbol.iterator]() as IterableIterator<unknown>;
    },
  });
  defineMembers<PageNode>('HTMLFieldSetElement', {
    get type(): string {
      return 'fieldset';
    },
    get elements(): object {
      return cachedList(fieldsetLists, this, () =>
        liveListOf(CONTROLS, (out) => copyNodes(fieldsetElements(this), out), null, namingVersion),
      );
    },
  });
  defineMembers<PageNode>('HTMLLabelElement', {
    get control(): PageNode | null {
      return labeledControl(this);
    },
    get form(): PageNode | null {
      const control = labeledControl(this);
      return control === null ? null : formOf(control);
    },
  });
  defineMembers<PageNode>('HTMLLegendElement', {
    get form(): PageNode | null {
      const parent = this[PARENT_NODE];
      return parent !== null && parent[LOCAL_NAME] === 'fieldset' ? formOf(parent) : null;
    },
  });
  installRadioNodeList();
  // One control, or a list of several.
  defineMembers<object>('HTMLFormControlsCollection', {
    namedItem(name: unknown): object | null {
      return namedItem(this, `${name}`) ?? null;
    },
  });
}

function installRadioNodeList(): void {
  defineMembers<object>('RadioNodeList', {
    get value(): string {
      const items = itemsOf(this);
      for (let at = 0; at < items.length; at++) {
        if (isRadio(items[at]!) && isChecked(items[at]!)) return currentValue(items[at]!);
      }
      return '';
    },
    set value(value: unknown) {
      const items = itemsOf(this);
      const wanted = `${value}`;
      for (let at = 0; at < items.length; at++) {
        const item = items[at]!;
        if (!isRadio(item)) continue;
        const own = hasAttribute(item, 'value') ? currentValue(item) : 'on';
        if (own !== wanted) continue;
        setChecked(item, true);
        return;
      }
    },
  });
}
