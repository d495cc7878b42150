/**
 * DataTransfer: what is dragged, pasted or copied, as texts by type and as files.
 *
 * HTML §6.11.3 https://html.spec.whatwg.org/#the-datatransfer-interface
 */
import { queueTask } from '../event-loop.ts';
import { blobType, type File, isFile } from '../network/blob.ts';
import { promised } from '../network/promises.ts';
import {
  append,
  apply,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  copyArray,
  create,
  hasWord,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { reportException } from '../report-exception.ts';
import { domException } from './dom-exception.ts';
import { makeFileList } from './file-list.ts';
import { indexedHandler } from './indexed-list.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from './interfaces.ts';

/** A text of a type, or a file. */
interface Item {
  readonly type: string;
  readonly content: string | File;
}

interface Transfer {
  readonly items: BareArray<Item>;
  readonly files: BareArray<File>;
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

/** Items are read by their numbers. */
const HANDLER = indexedHandler(
  (target) => transferOf(target).items.length,
  (target, index) => itemObject(transferOf(target).items[index]),
);

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

/** RFC 2483 §5: lines of addresses, and comments that begin with '#'. */
function firstAddress(list: string): string {
  let line = '';
  for (let at = 0; at <= list.length; at++) {
    const code = at < list.length ? charCodeAt(list, at) : 0x0a;
    if (code !== 0x0a && code !== 0x0d) line += list[at];
    else if (line !== '' && line[0] !== '#') return line;
    else line = '';
  }
  return '';
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
  const files = bareArray<File>();
  const target = create(prototypeOf('DataTransferItemList')) as object;
  const list = new Proxy(target, HANDLER);
  const fileList = makeFileList(files);
  const transfer = { items: bareArray<Item>(), files, fileList, list, dropEffect: 'none', effectAllowed };
  weakSet(transfers, object, transfer);
  weakSet(transfers, target, transfer);
  weakSet(transfers, list, transfer);
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

function addFile({ items, files }: Transfer, file: unknown): Item {
  if (!isFile(file)) {
    throw new TypeError("Failed to execute 'add' on 'DataTransferItemList': parameter 1 is not of type 'File'.");
  }
  const item: Item = { type: asciiLower(blobType(file)), content: file };
  append(items, item);
  append(files, file);
  return item;
}

function addText(transfer: Transfer, data: unknown, given: unknown): Item {
  const content = `${data}`;
  const type = asciiLower(`${given}`);
  if (indexOfText(transfer, type) >= 0) {
    throw domException('NotSupportedError', `An item already exists for type '${type}'.`);
  }
  const item: Item = { type, content };
  append(transfer.items, item);
  return item;
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
      const effect = `${value}`;
      if (hasWord(DROP_EFFECTS, effect)) transferOf(this).dropEffect = effect;
    },
    get effectAllowed(): string {
      return transferOf(this).effectAllowed;
    },
    set effectAllowed(value: unknown) {
      const effect = `${value}`;
      if (hasWord(ALLOWED_EFFECTS, effect)) transferOf(this).effectAllowed = effect;
    },
    getData(format: unknown): string {
      const transfer = transferOf(this);
      const given = asciiLower(`${format}`);
      const text = textOf(transfer, formatOf(given));
      return given === 'url' ? firstAddress(text) : text;
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
    /** Web IDL: the number of arguments tells which of its two forms is called. */
    add(...args: unknown[]): object {
      const transfer = transferOf(this);
      return itemObject(args.length < 2 ? addFile(transfer, args[0]) : addText(transfer, args[0], args[1]))!;
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
