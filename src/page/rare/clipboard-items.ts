/**
 * ClipboardItem: what is copied, in several forms. Text goes to the session's clipboard, other forms stay with the page.
 *
 * Clipboard API §4 https://www.w3.org/TR/clipboard-apis/#clipboard-interface
 */
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { blobBytes, isBlob, makeBlob } from '../network/blob.ts';
import { decodeUtf8Text, encodeUtf8 } from '../network/bytes.ts';
import { askHost } from '../network/host-call.ts';
import { chained, promised, resolvedWith } from '../network/promises.ts';
import { freeze, ownKeys, startsWith } from '../primordials.ts';
import { hasTransientActivation } from '../user-activation.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, type Given } from './answers.ts';

const SUPPORTED = /^(?:text\/(?:plain|html)|image\/(?:png|svg\+xml))$/;

function itemOf(args: Args): LiveRecord {
  const where = "Failed to construct 'ClipboardItem': ";
  const given = args[0];
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`${where}The provided value is not of type 'record<DOMString, Promise<(DOMString or Blob)>>'.`);
  }
  const types = ownKeys(given).filter((key) => typeof key === 'string');
  if (types.length === 0) throw new TypeError(`${where}Empty dictionary argument`);
  const forms: Record<string, unknown> = { __proto__: null };
  for (const type of types) forms[type] = (given as Given)[type];
  return { types: freeze(types), '%forms': forms };
}

/** A form of an item as a blob, when it is there. */
function typed(record: LiveRecord, type: string): Promise<object> {
  const forms = record['%forms'] as Record<string, unknown>;
  if (!(type in forms)) {
    throw domException('NotFoundError', `${failedTo('getType', 'ClipboardItem')}The type was not found`);
  }
  return chained(resolvedWith(forms[type]), (value) =>
    isBlob(value) ? value : makeBlob(encodeUtf8(`${value}`), type),
  );
}

function writeItems(args: Args): Promise<undefined> {
  return promised(() => {
    const items: LiveRecord[] = [];
    for (const item of args[0] as Iterable<unknown>) {
      const record = liveRecord(item, 'ClipboardItem');
      if (record === null) throw new TypeError("Failed to convert value to 'ClipboardItem'.");
      items.push(record);
    }
    const first = items[0];
    if (first === undefined || !(first['types'] as string[]).includes('text/plain')) return undefined;
    return chained(typed(first, 'text/plain'), (blob) => {
      askHost('set_clipboard', decodeUtf8Text(blobBytes(blob as never)));
      return undefined;
    });
  });
}

function readItems(): Promise<object[]> {
  return promised(() => {
    const text = hasTransientActivation() ? askHost('clipboard', '') : null;
    if (text === null) {
      throw domException('NotAllowedError', `${failedTo('read', 'Clipboard')}Read permission denied.`);
    }
    const record = itemOf([{ 'text/plain': makeBlob(encodeUtf8(text), 'text/plain') }]);
    return [liveObject('ClipboardItem', record)];
  });
}

function defineClipboardItems(): void {
  defineBehaviour('ClipboardItem', {
    construct: itemOf,
    getType(this: LiveRecord, args: Args) {
      return promised(() => typed(this, `${args[0]}`));
    },
    supports: (args: Args) => SUPPORTED.test(`${args[0]}`) || startsWith(`${args[0]}`, 'web '),
  });
}

export function installClipboardItems(): void {
  defineLater('ClipboardItem', defineClipboardItems);
  defineMembers<object>('Clipboard', {
    read(): Promise<object[]> {
      return readItems();
    },
    write(items: unknown): Promise<undefined> {
      return writeItems([items]);
    },
  });
}
