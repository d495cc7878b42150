/**
 * FileList of file inputs, and of what is dragged (data-transfer.ts).
 *
 * File API §5 https://w3c.github.io/FileAPI/#filelist-section
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { setFileSource } from '../form-entries.ts';
import { type File, fileName, makeFile } from '../network/blob.ts';
import { makeBytes } from '../network/bytes.ts';
import { type BareArray, bareArray, create, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';
import { inputType } from './form-controls.ts';
import { indexedHandler } from './indexed-list.ts';
import { setFileHooks } from './input-value.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

const contents = new WeakMap<object, BareArray<File>>();
const lists = new WeakMap<StoreNode, object>();

function filesOf(list: object): BareArray<File> {
  const files = weakGet(contents, list);
  if (files === undefined) throw new TypeError('Illegal invocation');
  return files;
}

const HANDLER = indexedHandler(
  (target) => filesOf(target).length,
  (target, index) => filesOf(target)[index],
);

export function makeFileList(files: BareArray<File>): object {
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
  const files = filesOf(list);
  let names = '';
  for (let at = 0; at < files.length; at++) names += `${at === 0 ? '' : ', '}${fileName(files[at]!)}`;
  stateOf(input).files = names;
  markChanged();
}

/** The files that a user has chosen. */
export function chooseFiles(input: PageNode, files: BareArray<File>): void {
  setList(input, makeFileList(files));
}

export function installFileLists(): void {
  setFileHooks(
    (input) => {
      const first = filesOf(listOf(input))[0];
      return first === undefined ? null : fileName(first);
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
