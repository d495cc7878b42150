/**
 * What belongs to a session and outlives its documents: storage, and how dialogs are answered. Cookies are in the
 * fetcher, which needs them with every request.
 */
import { Dialogs } from './dialogs.ts';
import type { LoadOptions } from './load-document.ts';
import { StorageStore } from './storage-store.ts';

export class SessionState {
  readonly storage = new StorageStore();
  /** What pages have put on the clipboard, which is the session's own. */
  readonly clipboard = { text: '' };
  readonly dialogs: Dialogs;
  /** How documents are loaded. */
  readonly loading: LoadOptions;

  constructor(dialogs = new Dialogs(), loading: LoadOptions = {}) {
    this.dialogs = dialogs;
    this.loading = loading;
  }
}
