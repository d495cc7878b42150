/**
 * DataTransfer: what is dragged, pasted or copied, as texts by type and as files.
 *
 * HTML §6.11.3 https://html.spec.whatwg.org/#the-datatransfer-interface
 */
import { queueTask } from '../event-loop.ts';
import { promised } from '../network/promises.ts';
import {
  append,
  apply,
  asciiLower,
  type BareArray,
  bareArray,
  copyArray,
  create,
  hasWord,
  reflect,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { reportException } from '../report-exception.ts';
import { domException } from './dom-exception.ts';
import { makeFileList } from './file-list.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from './interfaces.ts';

/** A text of a type, or a file. */
interface Item {
  readonly type: string;
  readonly content: string | object;
}

interface Transfer {
  readonly items: BareArray<Item>;
  readonly files: BareArray<object>;
  readonly fileList: object;
  /** The one object of its list. */
  readonly list: object;
  dropEffect: string;
  effectAllowed: string;
}

const transfers = new WeakMap<object, Transfer>();
const itemsOf = new WeakMap<object, Item>();
/** The object of an item, which is the same each time. */
const itemObjects = new WeakMap<Item, object>();

function transferOf(object: object): Transfer {
  const transfer = weakGet(transfers, object);
  if (transfer === undefined) throw new TypeError('Illegal invocation');
  return transfer;
}

function itemOf(object: object): Item {
  const item = weakGet(itemsOf, object);
  if (item === undefined) throw new TypeError('Illegal invocation');
  return item;
}

function itemObject(item: Item | undefined): object | undefined {
  if (item === undefined) return undefined;
  let object = weakGet(itemObjects, item);
  if (object === undefined) {
    object = create(prototypeOf('DataTransferItem')) as object;
    weakSet(itemsOf, object, item);
    weakSet(itemObjects, item, object);
  }
  return object;
}

function indexIn(key: string | symbol): number {
  const index = typeof key === 'string' ? +key : -1;
  return `${index >>> 0}` === key ? index : -1;
}

/** Items are read by their numbers. */
const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    const index = indexIn(key);
    return index < 0 ? reflect.get(target, key, receiver) : itemObject(transferOf(target).items[index]);
  },
  has(target, key) {
    const index = indexIn(key);
    return index < 0 ? reflect.has(target, key) : index < transferOf(target).items.length;
  },
  getOwnPropertyDescriptor(target, key) {
    const index = indexIn(key);
    const value = index < 0 ? undefined : itemObject(transferOf(target).items[index]);
    if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: false, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys = bareArray<string | symbol>();
    const { length } = transferOf(target).items;
    for (let at = 0; at < length; at++) append(keys, `${at}`);
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) append(keys, own[at]!);
    return copyArray(keys);
  },
};

function formatOf(value: unknown): string {
  const format = asciiLower(`${value}`);
  return format === 'text' ? 'text/plain' : format === 'url' ? 'text/uri-list' : format;
}

function isTextOf(item: Item, type: string): boolean {
  return typeof item.content === 'string' && item.type === type;
}

function indexOfText({ items }: Transfer, type: string): number {
  for (let at = 0; at < items.length; at++) if (isTextOf(items[at]!, type)) return at;
  return -1;
}

function textOf(transfer: Transfer, type: string): string {
  const { content } = transfer.items[indexOfText(transfer, type)] ?? { content: '' };
  return typeof content === 'string' ? content : '';
}

/** Keeps the items that `keeps` says. */
function keepItems(transfer: Transfer, keeps: (item: Item, at: number) => boolean): void {
  const { items, files } = transfer;
  let kept = 0;
  files.length = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    if (!keeps(item, at)) continue;
    items[kept++] = item;
    if (typeof item.content !== 'string') append(files, item.content);
  }
  items.length = kept;
}

function makeTransfer(object: object, effectAllowed: string): object {
  const files = bareArray<object>();
  const target = create(prototypeOf('DataTransferItemList')) as object;
  const list = new Proxy(target, HANDLER);
  const fileList = makeFileList(files);
  const transfer = { items: bareArray<Item>(), files, fileList, list, dropEffect: 'none', effectAllowed };
  for (const each of [object, target, list]) weakSet(transfers, each, transfer);
  return object;
}

/** An empty transfer, for a drag or for what is copied. */
export function newTransfer(): object {
  return makeTransfer(create(prototypeOf('DataTransfer')) as object, 'uninitialized');
}

/** The plain text that a page has put into a transfer. */
export function transferText(object: object): string {
  return textOf(transferOf(object), 'text/plain');
}

const DROP_EFFECTS = ' none copy link move ';
const ALLOWED_EFFECTS = ' none copy copyLink copyMove link linkMove move all uninitialized ';

export function installDataTransfer(): void {
  defineInterface('DataTransferItem', null);
  defineInterface('DataTransferItemList', null);
  defineInterface('DataTransfer', null);
  setConstructor('DataTransfer', (newTarget) => makeTransfer(instanceFor(newTarget, 'DataTransfer'), 'none'));
  defineMembers<object>('DataTransfer', {
    get files(): object {
      return transferOf(this).fileList;
    },
    get types(): string[] {
      const { items, files } = transferOf(this);
      const types = bareArray<string>();
      for (let at = 0; at < items.length; at++) {
        if (typeof items[at]!.content === 'string') append(types, items[at]!.type);
      }
      if (files.length > 0) append(types, 'Files');
      return copyArray(types);
    },
    get items(): object {
      return transferOf(this).list;
    },
    get dropEffect(): string {
      return transferOf(this).dropEffect;
    },
    set dropEffect(value: unknown) {
      if (hasWord(DROP_EFFECTS, `${value}`)) transferOf(this).dropEffect = `${value}`;
    },
    get effectAllowed(): string {
      return transferOf(this).effectAllowed;
    },
    set effectAllowed(value: unknown) {
      if (hasWord(ALLOWED_EFFECTS, `${value}`)) transferOf(this).effectAllowed = `${value}`;
    },
    getData(format: unknown): string {
      return textOf(transferOf(this), formatOf(format));
    },
    setData(format: unknown, data: unknown): void {
      const transfer = transferOf(this);
      const type = formatOf(format);
      const content = `${data}`;
      keepItems(transfer, (item) => !isTextOf(item, type));
      append(transfer.items, { type, content });
    },
    clearData(format?: unknown): void {
      const transfer = transferOf(this);
      const type = format === undefined ? null : formatOf(format);
      keepItems(transfer, (item) => typeof item.content !== 'string' || (type !== null && item.type !== type));
    },
    setDragImage(): void {},
  });
  defineMembers<object>('DataTransferItemList', {
    get length(): number {
      return transferOf(this).items.length;
    },
    add(data: unknown, type?: unknown): object {
      const transfer = transferOf(this);
      const isFile = typeof data === 'object' && data !== null;
      const format = isFile ? `${(data as { readonly type?: unknown }).type}` : formatOf(type);
      if (!isFile && indexOfText(transfer, format) >= 0) {
        throw domException('NotSupportedError', `An item already exists for type '${type}'.`);
      }
      const item: Item = { type: format, content: isFile ? data : `${data}` };
      append(transfer.items, item);
      if (isFile) append(transfer.files, data);
      return itemObject(item)!;
    },
    remove(index: unknown): void {
      const removed = +(index as number) >>> 0;
      keepItems(transferOf(this), (_, at) => at !== removed);
    },
    clear(): void {
      keepItems(transferOf(this), () => false);
    },
    [Symbol.iterator]: Array.prototype.values,
  });
  installItems();
}

function installItems(): void {
  defineMembers<object>('DataTransferItem', {
    get kind(): string {
      return typeof itemOf(this).content === 'string' ? 'string' : 'file';
    },
    get type(): string {
      return itemOf(this).type;
    },
    getAsString(callback: unknown): void {
      const { content } = itemOf(this);
      if (typeof callback !== 'function' || typeof content !== 'string') return;
      queueTask(() => {
        try {
          apply(callback as never, undefined, [content]);
        } catch (error) {
          reportException(error);
        }
      });
    },
    getAsFile(): object | null {
      const { content } = itemOf(this);
      return typeof content === 'string' ? null : content;
    },
    webkitGetAsEntry(): null {
      void itemOf(this);
      return null;
    },
    getAsFileSystemHandle(): Promise<null> {
      void itemOf(this);
      return promised(() => null) as Promise<null>;
    },
  });
}
