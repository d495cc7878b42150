/**
 * FormData: names with values, from a form or by hand.
 *
 * In:  a form and its submitter, or nothing. Out: entries that pages read and change, and that requests send.
 *
 * XMLHttpRequest §4.3 https://xhr.spec.whatwg.org/#interface-formdata
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import type { PageNode } from './dom/create-node.ts';
import { domException } from './dom/dom-exception.ts';
import { formOf } from './dom/form-controls.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from './dom/interfaces.ts';
import { constructEntryList, type FormEntry, isSubmitButton, setFormDataMaker } from './form-entries.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  create,
  toWellFormed,
  weakGet,
  weakSet,
} from './primordials.ts';

interface Entries {
  list: BareArray<FormEntry>;
}

const contents = new WeakMap<object, Entries>();

/** Blobs as the file that an entry holds; told by whoever defines Blob and File. */
let asFile: (value: unknown, fileName: unknown) => object | null = () => null;

export function setFileMaker(make: (value: unknown, fileName: unknown) => object | null): void {
  asFile = make;
}

function entriesOf(object: object): Entries {
  const entries = weakGet(contents, object);
  if (entries === undefined) throw new TypeError('Illegal invocation');
  return entries;
}

/** What a FormData holds, for requests that send it; `null` for any other value. */
export function formDataEntries(value: unknown): BareArray<FormEntry> | null {
  if (typeof value !== 'object' || value === null) return null;
  return weakGet(contents, value)?.list ?? null;
}

/** A FormData with these entries. */
export function makeFormData(list: BareArray<FormEntry>): object {
  const data = create(prototypeOf('FormData'));
  weakSet(contents, data, { list });
  return data;
}

/** "create an entry": text stays text, a Blob becomes a File. */
function entry(name: unknown, args: ArrayLike<unknown>): FormEntry {
  const file = asFile(args[1], args[2]);
  if (file === null && args.length > 2) throw new TypeError("parameter 2 is not of type 'Blob'.");
  return { name: toWellFormed(`${name}`), value: file ?? toWellFormed(`${args[1]}`) };
}

function constructData(newTarget: object, args: ArrayLike<unknown>): object {
  const data = instanceFor(newTarget, 'FormData');
  const form = args[0] as PageNode | undefined;
  const submitter = (args[1] ?? null) as PageNode | null;
  if (form === undefined) {
    weakSet(contents, data, { list: bareArray() });
    return data;
  }
  if (typeof form !== 'object' || form === null || form[NODE_TYPE] !== 1 || form[LOCAL_NAME] !== 'form') {
    throw new TypeError("parameter 1 is not of type 'HTMLFormElement'.");
  }
  if (submitter !== null) {
    if (!isSubmitButton(submitter)) throw new TypeError('The specified element is not a submit button.');
    if (formOf(submitter) !== form) {
      throw domException('NotFoundError', 'The specified element is not owned by this form element.');
    }
  }
  const list = constructEntryList(form, submitter);
  if (list === null) throw domException('InvalidStateError', 'The form is constructing entry list.');
  weakSet(contents, data, { list });
  return data;
}

function withoutName(list: BareArray<FormEntry>, name: string): BareArray<FormEntry> {
  const rest = bareArray<FormEntry>();
  for (let at = 0; at < list.length; at++) if (list[at]!.name !== name) append(rest, list[at]!);
  return rest;
}

export function installFormData(): void {
  defineInterface('FormData', null);
  setConstructor('FormData', constructData);
  setFormDataMaker(makeFormData, (data) => entriesOf(data).list);
  defineMembers<object>('FormData', {
    append(...args: unknown[]): void {
      append(entriesOf(this).list, entry(args[0], args));
    },
    delete(name: unknown): void {
      const entries = entriesOf(this);
      entries.list = withoutName(entries.list, `${name}`);
    },
    get(name: unknown): string | object | null {
      const { list } = entriesOf(this);
      for (let at = 0; at < list.length; at++) if (list[at]!.name === `${name}`) return list[at]!.value;
      return null;
    },
    getAll(name: unknown): (string | object)[] {
      const { list } = entriesOf(this);
      const found = bareArray<string | object>();
      for (let at = 0; at < list.length; at++) if (list[at]!.name === `${name}`) append(found, list[at]!.value);
      return copyArray(found);
    },
    has(name: unknown): boolean {
      const { list } = entriesOf(this);
      for (let at = 0; at < list.length; at++) if (list[at]!.name === `${name}`) return true;
      return false;
    },
    set(...args: unknown[]): void {
      const entries = entriesOf(this);
      const next = entry(args[0], args);
      const list = bareArray<FormEntry>();
      let isPlaced = false;
      for (let at = 0; at < entries.list.length; at++) {
        const known = entries.list[at]!;
        if (known.name !== next.name) append(list, known);
        else if (!isPlaced) {
          append(list, next);
          isPlaced = true;
        }
      }
      if (!isPlaced) append(list, next);
      entries.list = list;
    },
    forEach(callback: (value: unknown, name: string, data: object) => void, self?: unknown): void {
      const entries = entriesOf(this);
      for (let at = 0; at < entries.list.length; at++) {
        apply(callback, self, [entries.list[at]!.value, entries.list[at]!.name, this]);
      }
    },
    keys(): Iterator<unknown> {
      return iterate(entriesOf(this), ({ name }) => name);
    },
    values(): Iterator<unknown> {
      return iterate(entriesOf(this), ({ value }) => value);
    },
    entries(): Iterator<unknown> {
      return iterate(entriesOf(this), pair);
    },
    [Symbol.iterator](): Iterator<unknown> {
      return iterate(entriesOf(this), pair);
    },
  });
}

const pair = ({ name, value }: FormEntry): unknown => [name, value];

/** Live, as WebIDL's iterators are: what is added while it runs is seen. */
function* iterate(entries: Entries, pick: (entry: FormEntry) => unknown): Generator<unknown> {
  for (let at = 0; at < entries.list.length; at++) yield pick(entries.list[at]!);
}
