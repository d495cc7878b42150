/**
 * Text of text and comment nodes.
 *
 * DOM §4.10 https://dom.spec.whatwg.org/#interface-characterdata
 */
import { NODE_KEYS } from '../../html/dom-keys.ts';
import { characterData, nextSibling } from '../../html/node-tree.ts';
import { stringSlice } from '../primordials.ts';
import { createTextNode, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { defineMembers, setConstructor } from './interfaces.ts';
import { recordCharacterData } from './mutation-records.ts';
import { insertBefore, textChanged } from './tree.ts';

const { value: VALUE } = NODE_KEYS;

/** "replace data" of the whole node. */
export function setData(node: PageNode, data: string): void {
  const old = characterData(node);
  node[VALUE] = data;
  markChanged();
  recordCharacterData(node, old);
  textChanged(node);
}

function replaceData(node: PageNode, offset: unknown, count: unknown, data: unknown): void {
  const old = characterData(node);
  const start = Number(offset) >>> 0;
  if (start > old.length) throw domException('IndexSizeError', 'The offset is larger than the length of the text.');
  const end = Math.min(old.length, start + (Number(count) >>> 0));
  setData(node, `${stringSlice(old, 0, start)}${data}${stringSlice(old, end)}`);
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
      setData(this, `${characterData(this)}${data}`);
    },
    insertData(offset: unknown, data: unknown): void {
      replaceData(this, offset, 0, data);
    },
    deleteData(offset: unknown, count: unknown): void {
      replaceData(this, offset, count, '');
    },
    replaceData(offset: unknown, count: unknown, data: unknown): void {
      replaceData(this, offset, count, data);
    },
  });
  defineMembers<PageNode>('Text', {
    get wholeText(): string {
      let first = this;
      for (;;) {
        const previous = (first as unknown as { previousSibling: PageNode | null }).previousSibling;
        if (previous === null || previous.nodeType !== 3) break;
        first = previous;
      }
      let text = '';
      for (let at: PageNode | null = first; at !== null && at.nodeType === 3; at = nextSibling(at) as PageNode | null) {
        text += characterData(at);
      }
      return text;
    },
    splitText(offset: unknown): PageNode {
      const data = characterData(this);
      const start = Number(offset) >>> 0;
      if (start > data.length)
        throw domException('IndexSizeError', 'The offset is larger than the length of the text.');
      const rest = createTextNode(this.ownerDocument!, stringSlice(data, start));
      if (this.parentNode !== null) insertBefore(this.parentNode, rest, nextSibling(this) as PageNode | null);
      setData(this, stringSlice(data, 0, start));
      return rest;
    },
  });
  setConstructor('Text', (_, args) => createTextNode(currentDocument(), args[0] === undefined ? '' : `${args[0]}`));
}
