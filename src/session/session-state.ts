/**
 * What belongs to a session and outlives its documents: storage, and how dialogs are answered. Cookies are in the
 * fetcher, which needs them with every request.
 */
import { Dialogs } from './dialogs.ts';
import type { LoadOptions } from './load-document.ts';
import { StorageStore } from './storage-store.ts';

export class SessionState {
  readonly storage = new StorageStore();
  /** What the pages of an origin have put on the clipboard. No other origin can read it. */
  readonly clipboard = new Map<string, string>();
  readonly dialogs: Dialogs;
  /** How documents are loaded. */
  readonly loading: LoadOptions;

  constructor(dialogs = new Dialogs(), loading: LoadOptions = {}) {
    this.dialogs = dialogs;
    this.loading = loading;
  }
}
