/**
 * What belongs to a session and outlives its documents: storage, and how dialogs are answered. Cookies are in the
 * fetcher, which needs them with every request.
 */
import { Dialogs } from './dialogs.ts';
import { StorageStore } from './storage-store.ts';

export class SessionState {
  readonly storage = new StorageStore();
  readonly dialogs: Dialogs;

  constructor(dialogs = new Dialogs()) {
    this.dialogs = dialogs;
  }
}
