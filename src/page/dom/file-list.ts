/**
 * FileList of file inputs, and the DataTransfer that scripts make to fill one.
 *
 * File API §5 https://w3c.github.io/FileAPI/#filelist-section, HTML §6.11.3 (DataTransfer)
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { setFileSource } from '../form-entries.ts';
import { makeFile } from '../network/blob.ts';
import { makeBytes } from '../network/bytes.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  copyArray,
  create,
  reflect,
  weakGet,
  weakSet,
} from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { stateOf } from './element-state.ts';
import { inputType } from './form-controls.ts';
import { setFileHooks } from './input-value.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from './interfaces.ts';

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

/** Data of a drag or of the clipboard, by type; and files. */
interface Transfer {
  readonly types: BareArray<string>;
  readonly data: BareArray<string>;
  readonly files: BareArray<object>;
  readonly list: object;
}

const transfers = new WeakMap<object, Transfer>();

function transferOf(object: object): Transfer {
  const transfer = weakGet(transfers, object);
  if (transfer === undefined) throw new TypeError('Illegal invocation');
  return transfer;
}

function formatOf(value: unknown): string {
  const format = asciiLower(`${value}`);
  return format === 'text' ? 'text/plain' : format === 'url' ? 'text/uri-list' : format;
}

function indexOfType(transfer: Transfer, type: string): number {
  for (let at = 0; at < transfer.types.length; at++) if (transfer.types[at] === type) return at;
  return -1;
}

function setData(transfer: Transfer, type: string, text: string): void {
  const index = indexOfType(transfer, type);
  if (index >= 0) transfer.data[index] = text;
  else {
    append(transfer.types, type);
    append(transfer.data, text);
  }
}

function makeTransfer(object: object): object {
  const files = bareArray<object>();
  weakSet(transfers, object, { types: bareArray(), data: bareArray(), files, list: makeFileList(files) });
  return object;
}

/** An empty transfer, for a drag. */
export function newTransfer(): object {
  return makeTransfer(create(prototypeOf('DataTransfer')));
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
  installTransfer();
}

function installTransfer(): void {
  defineInterface('DataTransferItemList', null);
  defineInterface('DataTransfer', null);
  setConstructor('DataTransfer', (newTarget) => makeTransfer(instanceFor(newTarget, 'DataTransfer')));
  defineMembers<object>('DataTransfer', {
    get files(): object {
      return transferOf(this).list;
    },
    get types(): string[] {
      const transfer = transferOf(this);
      const types = copyArray(transfer.types);
      if (transfer.files.length > 0) types[types.length] = 'Files';
      return types;
    },
    get items(): object {
      const items = create(prototypeOf('DataTransferItemList'));
      weakSet(transfers, items, transferOf(this));
      return items;
    },
    get dropEffect(): string {
      return 'none';
    },
    set dropEffect(_: unknown) {},
    get effectAllowed(): string {
      return 'none';
    },
    set effectAllowed(_: unknown) {},
    getData(format: unknown): string {
      const transfer = transferOf(this);
      return transfer.data[indexOfType(transfer, formatOf(format))] ?? '';
    },
    setData(format: unknown, data: unknown): void {
      setData(transferOf(this), formatOf(format), `${data}`);
    },
    clearData(): void {
      const transfer = transferOf(this);
      transfer.types.length = 0;
      transfer.data.length = 0;
    },
    setDragImage(): void {},
  });
  defineMembers<object>('DataTransferItemList', {
    get length(): number {
      const { types, files } = transferOf(this);
      return types.length + files.length;
    },
    add(data: unknown, type?: unknown): void {
      const transfer = transferOf(this);
      if (typeof data === 'object' && data !== null) append(transfer.files, data);
      else {
        if (indexOfType(transfer, formatOf(type)) >= 0) {
          throw domException('NotSupportedError', `An item already exists for type '${type}'.`);
        }
        setData(transfer, formatOf(type), `${data}`);
      }
    },
    clear(): void {
      const transfer = transferOf(this);
      transfer.types.length = 0;
      transfer.data.length = 0;
      transfer.files.length = 0;
    },
  });
}
