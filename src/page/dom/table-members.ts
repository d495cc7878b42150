/**
 * Tables as objects: rows, sections, cells, and adding and removing them.
 *
 * HTML §4.9 https://html.spec.whatwg.org/#the-table-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { firstElementChild, nextElementSibling } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { createElementNode, HTML_NAMESPACE, isHtmlElement, type PageNode } from './create-node.ts';
import { structureVersion } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { defineMembers } from './interfaces.ts';
import { cachedList, liveCollection, placeIn } from './node-list.ts';
import { insertBefore, removeNode } from './tree.ts';

function childrenNamed(parent: StoreNode, out: BareArray<PageNode>, isWanted: (name: string) => boolean): void {
  for (let at = firstElementChild(parent); at !== null; at = nextElementSibling(at)) {
    const child = at as unknown as PageNode;
    if (isHtmlElement(child) && isWanted(child[LOCAL_NAME])) append(out, child);
  }
}

function firstNamed(parent: StoreNode, name: string): PageNode | null {
  const found = bareArray<PageNode>();
  childrenNamed(parent, found, (own) => own === name);
  return found[0] ?? null;
}

/** Rows in the order in which they are shown: heads, then bodies and rows of the table, then feet. */
function tableRows(table: PageNode): BareArray<PageNode> {
  const rows = bareArray<PageNode>();
  const sections = bareArray<PageNode>();
  childrenNamed(table, sections, (name) => name === 'thead' || name === 'tbody' || name === 'tfoot' || name === 'tr');
  const isRow = (name: string): boolean => name === 'tr';
  for (const part of ['thead', 'tbody', 'tfoot']) {
    for (let at = 0; at < sections.length; at++) {
      const { [LOCAL_NAME]: localName } = sections[at]!;
      if (localName === part) childrenNamed(sections[at]!, rows, isRow);
      else if (localName === 'tr' && part === 'tbody') append(rows, sections[at]!);
    }
  }
  return rows;
}

function sectionRows(section: PageNode): BareArray<PageNode> {
  const rows = bareArray<PageNode>();
  childrenNamed(section, rows, (name) => name === 'tr');
  return rows;
}

function rowCells(row: PageNode): BareArray<PageNode> {
  const cells = bareArray<PageNode>();
  childrenNamed(row, cells, (name) => name === 'td' || name === 'th');
  return cells;
}

function make(near: PageNode, name: string): PageNode {
  return createElementNode(near[OWNER_DOCUMENT]!, HTML_NAMESPACE, name);
}

function checkIndex(index: number, least: number, most: number): void {
  if (index >= least && index <= most) return;
  throw domException('IndexSizeError', `The value provided (${index}) is outside the range [${least}, ${most}].`);
}

function toIndex(value: unknown, byDefault: number): number {
  return value === undefined ? byDefault : Number(value) | 0;
}

function lastOf(list: BareArray<PageNode>): PageNode | null {
  return list.length === 0 ? null : list[list.length - 1]!;
}

/** "insertRow()" of a table: into the section that has the row there. */
function insertTableRow(table: PageNode, value: unknown): PageNode {
  const index = toIndex(value, -1);
  const rows = tableRows(table);
  checkIndex(index, -1, rows.length);
  const row = make(table, 'tr');
  const last = lastOf(rows);
  if (last === null) {
    const bodies = bareArray<PageNode>();
    childrenNamed(table, bodies, (name) => name === 'tbody');
    const body = lastOf(bodies) ?? insertBefore(table, make(table, 'tbody'), null);
    return insertBefore(body, row, null);
  }
  if (index === -1 || index === rows.length) return insertBefore(last[PARENT_NODE]!, row, null);
  return insertBefore(rows[index]![PARENT_NODE]!, row, rows[index]!);
}

function insertAt(parent: PageNode, list: BareArray<PageNode>, value: unknown, name: string): PageNode {
  const index = toIndex(value, -1);
  checkIndex(index, -1, list.length);
  return insertBefore(parent, make(parent, name), index === -1 ? null : (list[index] ?? null));
}

function deleteAt(list: BareArray<PageNode>, value: unknown): void {
  const index = toIndex(value, Number.NaN);
  checkIndex(index, -1, list.length - (index === -1 ? 0 : 1));
  const target = index === -1 ? lastOf(list) : list[index]!;
  if (target !== null) removeNode(target);
}

/** Where a new section of a kind goes: a head before everything but caption and columns. */
function placeFor(table: PageNode, name: string): PageNode | null {
  if (name === 'caption') return firstElementChild(table) as unknown as PageNode | null;
  if (name === 'tfoot') return null;
  for (let at = firstElementChild(table); at !== null; at = nextElementSibling(at)) {
    if (at[LOCAL_NAME] !== 'caption' && at[LOCAL_NAME] !== 'colgroup') return at as unknown as PageNode;
  }
  return null;
}

function setPart(table: PageNode, name: string, value: unknown): void {
  const part = value as PageNode | null;
  if (part !== null && (typeof part !== 'object' || part[NODE_TYPE] !== 1))
    throw new TypeError('The value is not an element.');
  if (part !== null && part[LOCAL_NAME] !== name) {
    if (name === 'caption') throw new TypeError("The provided value is not of type 'HTMLTableCaptionElement'.");
    throw domException('HierarchyRequestError', `Not a ${name} element.`);
  }
  const old = firstNamed(table, name);
  if (old !== null) removeNode(old);
  if (part !== null) insertBefore(table, part, placeFor(table, name));
}

function createPart(table: PageNode, name: string): PageNode {
  return firstNamed(table, name) ?? insertBefore(table, make(table, name), placeFor(table, name));
}

function deletePart(table: PageNode, name: string): void {
  const part = firstNamed(table, name);
  if (part !== null) removeNode(part);
}

const rowLists = new WeakMap<StoreNode, object>();
const bodyLists = new WeakMap<StoreNode, object>();
const cellLists = new WeakMap<StoreNode, object>();

function listOf(
  cache: WeakMap<StoreNode, object>,
  owner: PageNode,
  items: (owner: PageNode) => BareArray<PageNode>,
): object {
  return cachedList(cache, owner, () =>
    liveCollection((out) => {
      const list = items(owner);
      for (let at = 0; at < list.length; at++) append(out, list[at]!);
    }, structureVersion),
  );
}

export function installTables(): void {
  for (const [property, name, create, remove] of [
    ['caption', 'caption', 'createCaption', 'deleteCaption'],
    ['tHead', 'thead', 'createTHead', 'deleteTHead'],
    ['tFoot', 'tfoot', 'createTFoot', 'deleteTFoot'],
  ] as const) {
    defineMembers<PageNode>('HTMLTableElement', {
      get [property](): PageNode | null {
        return firstNamed(this as unknown as PageNode, name);
      },
      set [property](value: unknown) {
        setPart(this as unknown as PageNode, name, value);
      },
      [create](): PageNode {
        return createPart(this as unknown as PageNode, name);
      },
      [remove](): void {
        deletePart(this as unknown as PageNode, name);
      },
    });
  }
  defineMembers<PageNode>('HTMLTableElement', {
    get rows(): object {
      return listOf(rowLists, this, tableRows);
    },
    get tBodies(): object {
      return listOf(bodyLists, this, (table) => {
        const bodies = bareArray<PageNode>();
        childrenNamed(table, bodies, (name) => name === 'tbody');
        return bodies;
      });
    },
    createTBody(): PageNode {
      const bodies = bareArray<PageNode>();
      childrenNamed(this, bodies, (name) => name === 'tbody');
      const last = lastOf(bodies);
      const next = last === null ? null : (nextElementSibling(last) as unknown as PageNode | null);
      return insertBefore(this, make(this, 'tbody'), next);
    },
    insertRow(index?: unknown): PageNode {
      return insertTableRow(this, index);
    },
    deleteRow(index: unknown): void {
      deleteAt(tableRows(this), index);
    },
  });
  defineMembers<PageNode>('HTMLTableSectionElement', {
    get rows(): object {
      return listOf(rowLists, this, sectionRows);
    },
    insertRow(index?: unknown): PageNode {
      return insertAt(this, sectionRows(this), index, 'tr');
    },
    deleteRow(index: unknown): void {
      deleteAt(sectionRows(this), index);
    },
  });
  installRows();
}

function tableOf(row: PageNode): PageNode | null {
  const parent = row[PARENT_NODE];
  if (parent === null) return null;
  if (parent[LOCAL_NAME] === 'table') return parent;
  const isSection = parent[LOCAL_NAME] === 'tbody' || parent[LOCAL_NAME] === 'thead' || parent[LOCAL_NAME] === 'tfoot';
  return isSection && parent[PARENT_NODE]?.[LOCAL_NAME] === 'table' ? parent[PARENT_NODE] : null;
}

function installRows(): void {
  defineMembers<PageNode>('HTMLTableRowElement', {
    get rowIndex(): number {
      const table = tableOf(this);
      return table === null ? -1 : placeIn(listOf(rowLists, table, tableRows), this);
    },
    get sectionRowIndex(): number {
      const parent = this[PARENT_NODE];
      if (parent === null) return -1;
      return placeIn(listOf(rowLists, parent, parent[LOCAL_NAME] === 'table' ? tableRows : sectionRows), this);
    },
    get cells(): object {
      return listOf(cellLists, this, rowCells);
    },
    insertCell(index?: unknown): PageNode {
      return insertAt(this, rowCells(this), index, 'td');
    },
    deleteCell(index: unknown): void {
      deleteAt(rowCells(this), index);
    },
  });
  defineMembers<PageNode>('HTMLTableCellElement', {
    get cellIndex(): number {
      const row = this[PARENT_NODE];
      return row === null || row[LOCAL_NAME] !== 'tr' ? -1 : placeIn(listOf(cellLists, row, rowCells), this);
    },
  });
}
