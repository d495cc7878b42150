/**
 * FileList of file inputs, and of what is dragged (data-transfer.ts).
 *
 * File API §5 https://w3c.github.io/FileAPI/#filelist-section
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { setFileSource } from '../form-entries.ts';
import { makeFile } from '../network/blob.ts';
import { makeBytes } from '../network/bytes.ts';
import { type BareArray, bareArray, create, reflect, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { inputType } from './form-controls.ts';
import { setFileHooks } from './input-value.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

const contents = new WeakMap<object, BareArray<object>>();
const lists = new WeakMap<StoreNode, object>();

function filesOf(list: object): BareArray<object> {
  const files = weakGet(contents, list);
  if (files === undefined) throw new TypeError('Illegal invocation');
  return files;
}

const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    const index = typeof key === 'string' ? +key : Number.NaN;
    if (`${index >>> 0}` === key) return filesOf(target)[index];
    return reflect.get(target, key, receiver);
  },
  has(target, key) {
    const index = typeof key === 'string' ? +key : Number.NaN;
    return `${index >>> 0}` === key ? index < filesOf(target).length : reflect.has(target, key);
  },
  getOwnPropertyDescriptor(target, key) {
    const index = typeof key === 'string' ? +key : Number.NaN;
    const value = `${index >>> 0}` === key ? filesOf(target)[index] : undefined;
    if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: false, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys: string[] = [];
    const { length } = filesOf(target);
    for (let at = 0; at < length; at++) keys[at] = `${at}`;
    return keys;
  },
};

export function makeFileList(files: BareArray<object>): object {
  const target = create(prototypeOf('FileList'));
  const list = new Proxy(target, HANDLER);
  weakSet(contents, target, files);
  weakSet(contents, list, files);
  return list;
}

function listOf(input: StoreNode): object {
  let list = weakGet(lists, input);
  if (list === undefined) {
    list = makeFileList(bareArray());
    weakSet(lists, input, list);
  }
  return list;
}

function setList(input: PageNode, list: object): void {
  weakSet(lists, input, list);
  const files = filesOf(list) as BareArray<{ readonly name: unknown }>;
  let names = '';
  for (let at = 0; at < files.length; at++) names += `${at === 0 ? '' : ', '}${files[at]!.name}`;
  stateOf(input).files = names;
  markChanged();
}

/** The files that a user has chosen. */
export function chooseFiles(input: PageNode, files: BareArray<object>): void {
  setList(input, makeFileList(files));
}

export function installFileLists(): void {
  setFileHooks(
    (input) => {
      const first = filesOf(listOf(input))[0] as { name?: unknown } | undefined;
      return first === undefined ? null : `${first.name}`;
    },
    (input) => setList(input, makeFileList(bareArray())),
  );
  const noFile = () => makeFile(makeBytes(0), '', 'application/octet-stream', 0);
  setFileSource((input) => filesOf(listOf(input)), noFile);
  defineInterface('FileList', null);
  defineMembers<object>('FileList', {
    get length(): number {
      return filesOf(this).length;
    },
    item(index: unknown): object | null {
      return filesOf(this)[Number(index) >>> 0] ?? null;
    },
    [Symbol.iterator]: Array.prototype.values,
  });
  defineMembers<PageNode>('HTMLInputElement', {
    get files(): object | null {
      return inputType(this) === 'file' ? listOf(this) : null;
    },
    set files(value: unknown) {
      if (inputType(this) !== 'file' || value === null || value === undefined) return;
      filesOf(value as object);
      setList(this, value as object);
    },
  });
}
