/**
 * What pages have stored, by origin: localStorage, sessionStorage and databases. It outlives documents.
 *
 * In:  changes that pages made. Out: everything that an origin has, as JSON. Kept within limits: the origins that were
 * not used for longest go first.
 *
 * Storage https://storage.spec.whatwg.org/
 */
import { LIMITS } from '../limits.ts';
import type { PageCommand, StorageArea } from '../page/network/commands.ts';

type StorageCommand = Extract<PageCommand, { readonly kind: 'storage' }>;

/** One area of one origin. */
class StoredItems {
  readonly #items = new Map<string, string>();
  #chars = 0;

  get entries(): [string, string][] {
    return [...this.#items];
  }

  apply({ clears, items }: Pick<StorageCommand, 'clears' | 'items'>): void {
    if (clears) {
      this.#items.clear();
      this.#chars = 0;
    }
    for (const [key, value] of items) {
      const old = this.#items.get(key);
      if (old !== undefined) this.#chars -= key.length + old.length;
      // Secure: the page keeps to the quota by itself; a realm that does not is not believed.
      if (value === null || this.#chars + key.length + value.length > LIMITS.storageChars) this.#items.delete(key);
      else {
        this.#chars += key.length + value.length;
        this.#items.set(key, value);
      }
    }
  }
}

interface StoredOrigin {
  readonly local: StoredItems;
  readonly session: StoredItems;
  /** Databases by name, as the page wrote them. */
  readonly databases: Map<string, string>;
}

/** Everything of one session, to be kept and given back. */
export interface StoredState {
  readonly origin: string;
  readonly local: readonly (readonly [string, string])[];
  /** Databases by name, as pages wrote them. */
  readonly databases?: readonly (readonly [string, string])[];
}

export class StorageStore {
  /** The origin that was used last is the last one. */
  readonly #origins = new Map<string, StoredOrigin>();

  items(origin: string, area: StorageArea): [string, string][] {
    return this.#of(origin)[area].entries;
  }

  apply(origin: string, command: StorageCommand): void {
    this.#of(origin)[command.area].apply(command);
  }

  database(origin: string, name: string): string | null {
    return this.#of(origin).databases.get(name) ?? null;
  }

  databases(origin: string): string[] {
    return [...this.#of(origin).databases.keys()];
  }

  setDatabase(origin: string, name: string, content: string | null): void {
    const { databases } = this.#of(origin);
    if (content === null) databases.delete(name);
    else if (databases.has(name) || databases.size < LIMITS.databasesPerOrigin) databases.set(name, content);
  }

  /** localStorage and databases of all origins. */
  save(): StoredState[] {
    return [...this.#origins].map(([origin, { local, databases }]) => ({
      origin,
      local: local.entries,
      databases: [...databases],
    }));
  }

  load(states: readonly StoredState[]): void {
    for (const { origin, local, databases = [] } of states) {
      this.#of(origin).local.apply({ clears: true, items: local });
      for (const [name, content] of databases) this.setDatabase(origin, name, content);
    }
  }

  #of(origin: string): StoredOrigin {
    let stored = this.#origins.get(origin);
    if (stored === undefined) {
      if (this.#origins.size >= LIMITS.storageOrigins) this.#origins.delete(this.#origins.keys().next().value!);
      stored = { local: new StoredItems(), session: new StoredItems(), databases: new Map() };
    } else this.#origins.delete(origin);
    this.#origins.set(origin, stored);
    return stored;
  }
}
