/**
 * navigator.plugins and navigator.mimeTypes: the five names of the PDF viewer that every browser with one has.
 *
 * HTML §8.10.1.6 https://html.spec.whatwg.org/#pdf-viewing-support
 */
import { defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { defineProperty } from '../primordials.ts';
import { attachRecord, defineRecordInterface, makeRecord, recordOf } from '../record-objects.ts';
import { giveAdmitted } from './admitted.ts';

const PLUGIN_NAMES = [
  'PDF Viewer',
  'Chrome PDF Viewer',
  'Chromium PDF Viewer',
  'Microsoft Edge PDF Viewer',
  'WebKit built-in PDF',
];
const TYPES = ['application/pdf', 'text/pdf'];
const DESCRIPTION = 'Portable Document Format';

interface Items {
  readonly length: number;
  readonly [index: number]: object;
}

/** Puts items on a list by their number, and by their name as a property that is not enumerable. */
function fill(list: object, items: readonly object[], names: readonly string[], more: object = {}): object {
  const byName: Record<string, object> = { __proto__: null as never };
  for (const [index, item] of items.entries()) {
    byName[names[index]!] = item;
    defineProperty(list, index, { value: item, writable: false, enumerable: true, configurable: true });
  }
  for (const [index, item] of items.entries()) {
    defineProperty(list, names[index]!, { value: item, writable: false, enumerable: false, configurable: true });
  }
  return attachRecord(list, { ...more, length: items.length, items: { ...items, __proto__: null }, byName });
}

function defineList(name: string, fields: readonly string[]): void {
  defineRecordInterface(name, null, [...fields, 'length']);
  defineMembers<object>(name, {
    item(index: unknown): object | null {
      return (recordOf(this)['items'] as Items)[Number(index) >>> 0] ?? null;
    },
    namedItem(key: unknown): object | null {
      return (recordOf(this)['byName'] as Record<string, object>)[`${key}`] ?? null;
    },
  });
  const value = Array.prototype.values;
  defineProperty(prototypeOf(name), Symbol.iterator, { value, writable: true, enumerable: false, configurable: true });
}

export function installPlugins(): void {
  defineList('PluginArray', []);
  defineMembers<object>('PluginArray', { refresh(): void {} });
  defineList('Plugin', ['name', 'filename', 'description']);
  defineList('MimeTypeArray', []);
  defineRecordInterface('MimeType', null, ['type', 'suffixes', 'description', 'enabledPlugin']);
  const plugins = PLUGIN_NAMES.map(() => makeRecord('Plugin', {}));
  const types = TYPES.map((type) =>
    makeRecord('MimeType', { type, suffixes: 'pdf', description: DESCRIPTION, enabledPlugin: plugins[0] }),
  );
  for (const [index, plugin] of plugins.entries()) {
    const more = { name: PLUGIN_NAMES[index], filename: 'internal-pdf-viewer', description: DESCRIPTION };
    fill(plugin, types, TYPES, more);
  }
  const lists = {
    plugins: fill(makeRecord('PluginArray', {}), plugins, PLUGIN_NAMES),
    mimeTypes: fill(makeRecord('MimeTypeArray', {}), types, TYPES),
  };
  for (const [name, list] of Object.entries(lists)) {
    defineNamedAccessor(prototypeOf('Navigator'), name, list, giveAdmitted, null);
  }
}
