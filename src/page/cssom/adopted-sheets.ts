/**
 * adoptedStyleSheets and styleSheets of documents and shadow roots.
 *
 * CSSOM 1 §6.2 https://drafts.csswg.org/cssom-1/#extensions-to-the-document-or-shadow-root-interface
 */
import type { PageNode } from '../dom/create-node.ts';
import { markChanged } from '../dom/document-version.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, isArray, reflect, removeAt, weakGet, weakSet } from '../primordials.ts';
import { appliedText, type Sheet, sheetOf, styleSheetList } from './style-sheets.ts';

interface Adopted {
  /** What pages see: an array that tells of its changes. */
  readonly view: object[];
  readonly items: object[];
  readonly publish: () => void;
}

const adopted = new WeakMap<PageNode, Adopted>();
const styleSheets = new WeakMap<PageNode, object>();

function adoptedBy(root: PageNode): Adopted {
  const known = weakGet(adopted, root);
  if (known !== undefined) return known;
  const items: object[] = [];
  const publish = (): void => {
    let text = '';
    for (let at = 0; at < items.length; at++) {
      if (items[at] === undefined) continue;
      const own = appliedText(sheetOf(items[at]!));
      if (own !== '') text += `${own}\n`;
    }
    askEngine((engine) => engine.setAdopted(root, text));
    markChanged();
  };
  const view: object[] = new Proxy(items, {
    set(target, key, value, receiver): boolean {
      if (typeof key === 'string' && `${+key >>> 0}` === key) adopt(value as object, publish);
      const isSet = reflect.set(target, key, value, receiver === view ? target : receiver);
      publish();
      return isSet;
    },
    deleteProperty(target, key) {
      const isDeleted = reflect.deleteProperty(target, key);
      publish();
      return isDeleted;
    },
  });
  const entry: Adopted = { view, items, publish };
  weakSet(adopted, root, entry);
  return entry;
}

/** The sheet tells the root when it changes. */
function adopt(value: object, publish: () => void): void {
  const sheet: Sheet = sheetOf(value);
  if (sheet.element !== null || sheet.rule !== null) {
    throw domException('NotAllowedError', "Can't adopt non-constructed stylesheets.");
  }
  if (indexOf(sheet.adopters, publish) < 0) append(sheet.adopters, publish);
}

function indexOf(list: BareArray<() => void>, item: () => void): number {
  for (let at = 0; at < list.length; at++) if (list[at] === item) return at;
  return -1;
}

function replaceAdopted(root: PageNode, value: unknown): void {
  const list = isArray(value) ? value : [...(value as Iterable<unknown>)];
  const { items, publish } = adoptedBy(root);
  for (let at = 0; at < list.length; at++) adopt(list[at] as object, publish);
  for (let at = 0; at < items.length; at++) {
    const { adopters } = sheetOf(items[at]!);
    let isKept = false;
    for (let each = 0; each < list.length; each++) if (list[each] === items[at]) isKept = true;
    const index = isKept ? -1 : indexOf(adopters, publish);
    if (index >= 0) removeAt(adopters, index);
  }
  items.length = 0;
  for (let at = 0; at < list.length; at++) items[at] = list[at] as object;
  publish();
}

export function installAdoptedSheets(): void {
  for (const name of ['Document', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      get adoptedStyleSheets(): object[] {
        return adoptedBy(this).view;
      },
      set adoptedStyleSheets(value: unknown) {
        replaceAdopted(this, value);
      },
      get styleSheets(): object {
        let list = weakGet(styleSheets, this);
        if (list === undefined) {
          list = styleSheetList(this);
          weakSet(styleSheets, this, list);
        }
        return list;
      },
    });
  }
}
