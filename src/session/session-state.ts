/**
 * What belongs to a session and outlives its documents: storage, and how dialogs are answered. Cookies are in the
 * fetcher, which needs them with every request.
 */
import type { DialogPolicy } from './page-questions.ts';
import { StorageStore } from './storage-store.ts';

export class SessionState {
  readonly storage = new StorageStore();
  dialogs: DialogPolicy = 'dismiss';
}
