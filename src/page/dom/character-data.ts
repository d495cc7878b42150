/**
 * Text of text and comment nodes.
 *
 * DOM §4.10 https://dom.spec.whatwg.org/#interface-characterdata
 */
import { NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE, VALUE } from '../../html/node-keys.ts';
import { characterData, following, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { min, stringSlice } from '../primordials.ts';
import { createTextNode, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { defineMembers, setConstructor } from './interfaces.ts';
import { hasPositions, indexInParent, positionsMerged, positionsReplaced, positionsSplit } from './live-ranges.ts';
import { recordCharacterData } from './mutation-records.ts';
import { insertBefore, removeNode, textChanged } from './tree.ts';

/** "replace data" of the whole node. */
export function setData(node: PageNode, data: string): void {
  const old = characterData(node);
  write(node, old, data);
  if (hasPositions()) positionsReplaced(node, 0, old.length, data.length);
  textChanged(node);
}

function write(node: PageNode, old: string, data: string): void {
  node[VALUE] = data;
  markChanged(node);
  recordCharacterData(node, old);
}

/** "replace data" */
export function replaceData(node: PageNode, offset: number, count: number, data: string): void {
  const old = characterData(node);
  if (offset > old.length) throw domException('IndexSizeError', 'The offset is larger than the length of the text.');
  const end = min(old.length, offset + count);
  write(node, old, `${stringSlice(old, 0, offset)}${data}${stringSlice(old, end)}`);
  if (hasPositions()) positionsReplaced(node, offset, end - offset, data.length);
  textChanged(node);
}

/** "split": the text from `offset` on goes to a new node behind this one. */
export function splitText(node: PageNode, offset: number): PageNode {
  const data = characterData(node);
  if (offset > data.length) throw domException('IndexSizeError', 'The offset is larger than the length of the text.');
  const rest = createTextNode(node[OWNER_DOCUMENT]!, stringSlice(data, offset));
  const parent = node[PARENT_NODE];
  if (parent !== null) {
    insertBefore(parent, rest, nextSibling(node) as PageNode | null);
    if (hasPositions()) positionsSplit(node, rest, offset, parent, indexInParent(node));
  }
  replaceData(node, offset, data.length - offset, '');
  return rest;
}

/** "normalize": no empty text, and no two texts in a row. */
export function normalize(root: PageNode): void {
  for (let at = following(root, root); at !== null; ) {
    const next = following(at, root);
    if (at[NODE_TYPE] === 3) normalizeText(at as PageNode);
    at = next;
  }
}

function normalizeText(text: PageNode): void {
  if (characterData(text) === '') {
    removeNode(text);
    return;
  }
  const previous = previousSibling(text) as PageNode | null;
  if (previous === null || previous[NODE_TYPE] !== 3) return;
  const { length } = characterData(previous);
  replaceData(previous, length, 0, characterData(text));
  if (hasPositions()) positionsMerged(text, previous, length, text[PARENT_NODE]!, indexInParent(text));
  removeNode(text);
}

export function installCharacterData(currentDocument: () => PageNode): void {
  defineMembers<PageNode>('CharacterData', {
    get data(): string {
      return characterData(this);
    },
    set data(value: unknown) {
      setData(this, value === null ? '' : `${value}`);
    },
    get length(): number {
      return characterData(this).length;
    },
    substringData(offset: unknown, count: unknown): string {
      const data = characterData(this);
      const start = Number(offset) >>> 0;
      if (start > data.length)
        throw domException('IndexSizeError', 'The offset is larger than the length of the text.');
      return stringSlice(data, start, start + (Number(count) >>> 0));
    },
    appendData(data: unknown): void {
      replaceData(this, characterData(this).length, 0, `${data}`);
    },
    insertData(offset: unknown, data: unknown): void {
      replaceData(this, Number(offset) >>> 0, 0, `${data}`);
    },
    deleteData(offset: unknown, count: unknown): void {
      replaceData(this, Number(offset) >>> 0, Number(count) >>> 0, '');
    },
    replaceData(offset: unknown, count: unknown, data: unknown): void {
      replaceData(this, Number(offset) >>> 0, Number(count) >>> 0, `${data}`);
    },
  });
  defineMembers<PageNode>('Text', {
    get wholeText(): string {
      let first = this;
      for (let at = previousSibling(this); at !== null && at[NODE_TYPE] === 3; at = previousSibling(at)) {
        first = at as PageNode;
      }
      let text = '';
      for (
        let at: PageNode | null = first;
        at !== null && at[NODE_TYPE] === 3;
        at = nextSibling(at) as PageNode | null
      ) {
        text += characterData(at);
      }
      return text;
    },
    splitText(offset: unknown): PageNode {
      return splitText(this, Number(offset) >>> 0);
    },
  });
  setConstructor('Text', (_, args) => createTextNode(currentDocument(), args[0] === undefined ? '' : `${args[0]}`));
}
