/**
 * NavigationHistoryEntry and NavigationDestination: entries of the history, and where a navigation leads.
 *
 * HTML §7.2.6.5 https://html.spec.whatwg.org/#the-navigationhistoryentry-interface
 *
 * Differs: only the entries of this document are listed, and their keys are new for each document.
 */
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { randomUuid } from '../network/random.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import { structuredValue } from '../storage/structured-text.ts';
import type { HistoryEntry } from '../window/history.ts';
import { historyEntries } from '../window/history.ts';
import { defineHandlersOf } from '../window/navigator-object.ts';

const entryOfObject = new WeakMap<object, HistoryEntry>();
const objectOfEntry = new WeakMap<HistoryEntry, object>();

/** The object for an entry, the same each time. */
export function entryObject(entry: HistoryEntry): object {
  let object = weakGet(objectOfEntry, entry);
  if (object === undefined) {
    object = create(prototypeOf('NavigationHistoryEntry')) as object;
    weakSet(objectOfEntry, entry, object);
    weakSet(entryOfObject, object, entry);
  }
  return object;
}

function entryOf(object: object): HistoryEntry {
  const entry = weakGet(entryOfObject, object);
  if (entry === undefined) throw new TypeError('Illegal invocation');
  return entry;
}

export function keyOf(entry: HistoryEntry): string {
  if (entry.key === '') entry.key = randomUuid();
  return entry.key;
}

function indexOfEntry(entry: HistoryEntry): number {
  const entries = historyEntries();
  for (let at = 0; at < entries.length; at++) if (entries[at] === entry) return at;
  return -1;
}

interface Destination {
  readonly url: string;
  readonly entry: HistoryEntry | null;
  readonly isSameDocument: boolean;
  readonly state: string;
}

const destinations = new WeakMap<object, Destination>();

export function makeDestination(destination: Destination): object {
  const object = create(prototypeOf('NavigationDestination')) as object;
  weakSet(destinations, object, destination);
  return object;
}

function destinationOf(object: object): Destination {
  const destination = weakGet(destinations, object);
  if (destination === undefined) throw new TypeError('Illegal invocation');
  return destination;
}

function stateValue(text: string): unknown {
  return text === '' ? undefined : structuredValue(text);
}

export function installHistoryEntries(): void {
  defineInterface('NavigationHistoryEntry', 'EventTarget');
  defineMembers<object>('NavigationHistoryEntry', {
    get url(): string {
      return entryOf(this).url;
    },
    get key(): string {
      return indexOfEntry(entryOf(this)) < 0 ? '' : keyOf(entryOf(this));
    },
    get id(): string {
      const entry = entryOf(this);
      if (indexOfEntry(entry) < 0) return '';
      if (entry.id === '') entry.id = randomUuid();
      return entry.id;
    },
    get index(): number {
      return indexOfEntry(entryOf(this));
    },
    get sameDocument(): boolean {
      return true;
    },
    getState(): unknown {
      return stateValue(entryOf(this).navigationState);
    },
  });
  defineHandlersOf('NavigationHistoryEntry', ['dispose']);
  defineInterface('NavigationDestination', null);
  defineMembers<object>('NavigationDestination', {
    get url(): string {
      return destinationOf(this).url;
    },
    get key(): string {
      const { entry } = destinationOf(this);
      return entry === null ? '' : keyOf(entry);
    },
    get id(): string {
      const { entry } = destinationOf(this);
      return entry === null ? '' : entry.id;
    },
    get index(): number {
      const { entry } = destinationOf(this);
      return entry === null ? -1 : indexOfEntry(entry);
    },
    get sameDocument(): boolean {
      return destinationOf(this).isSameDocument;
    },
    getState(): unknown {
      return stateValue(destinationOf(this).state);
    },
  });
}
