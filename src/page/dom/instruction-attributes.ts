/**
 * Attributes of processing instructions, which their data hold.
 *
 * In:  the data. Out: members that read them, and write the data again.
 *
 * DOM §4.13 https://dom.spec.whatwg.org/#interface-processinginstruction
 *
 * Differs: names are in the order they are written in, where Chrome has them in that of a hash table; no instruction links a
 * style sheet.
 */
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { characterData } from '../../html/node-tree.ts';
import {
  append,
  bareArray,
  copyArray,
  mapDelete,
  mapEach,
  mapGet,
  mapHas,
  mapSet,
  mapSize,
  newMap,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setData } from './character-data.ts';
import type { PageNode } from './create-node.ts';
import { isXmlDocument } from './document-kind.ts';
import { defineMembers } from './interfaces.ts';
import { pseudoAttributeText, readPseudoAttributes } from './pseudo-attributes.ts';
import { checkAttributeName } from './qualified-name.ts';

interface Known {
  readonly data: string;
  readonly attributes: Map<string, string>;
}

/** Faster: data are read once. */
const known = new WeakMap<PageNode, Known>();

/** Data that are not well-formed hold none. */
function attributesOf(node: PageNode): Map<string, string> {
  const data = characterData(node);
  const found = weakGet(known, node);
  if (found?.data === data) return found.attributes;
  const attributes = readPseudoAttributes(data) ?? newMap<string, string>();
  weakSet(known, node, { data, attributes });
  return attributes;
}

function write(node: PageNode, attributes: Map<string, string>): void {
  const isXml = isXmlDocument(node[OWNER_DOCUMENT]);
  let data = '';
  mapEach(attributes, (value, name) => {
    data += `${data === '' ? '' : ' '}${pseudoAttributeText(name, value, isXml)}`;
  });
  weakSet(known, node, { data, attributes });
  setData(node, data);
}

function put(node: PageNode, name: string, value: string): void {
  const attributes = attributesOf(node);
  mapSet(attributes, name, value);
  write(node, attributes);
}

function remove(node: PageNode, name: string): void {
  const attributes = attributesOf(node);
  if (mapDelete(attributes, name)) write(node, attributes);
}

export function installInstructionAttributes(): void {
  defineMembers<PageNode>('ProcessingInstruction', {
    get sheet(): null {
      return null;
    },
    hasAttributes(): boolean {
      return mapSize(attributesOf(this)) > 0;
    },
    getAttributeNames(): string[] {
      const names = bareArray<string>();
      mapEach(attributesOf(this), (_, name) => append(names, name));
      return copyArray(names);
    },
    getAttribute(name: unknown): string | null {
      return mapGet(attributesOf(this), `${name}`) ?? null;
    },
    setAttribute(name: unknown, value: unknown): void {
      const text = `${name}`;
      const given = `${value}`;
      checkAttributeName(text);
      put(this, text, given);
    },
    removeAttribute(name: unknown): void {
      remove(this, `${name}`);
    },
    toggleAttribute(name: unknown, force: unknown): void {
      const text = `${name}`;
      checkAttributeName(text);
      const isThere = mapHas(attributesOf(this), text);
      const isWanted = force === undefined ? !isThere : Boolean(force);
      if (isWanted && !isThere) put(this, text, '');
      else if (!isWanted) remove(this, text);
    },
    hasAttribute(name: unknown): boolean {
      return mapHas(attributesOf(this), `${name}`);
    },
  });
}
