/**
 * What the workers and the frames of a document get of its isolate.
 *
 * In:  the ways of the isolate. Out: the ports of document-workers.ts and document-frames.ts. Their tasks are bounded like
 * those of the page, and at its expense.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';
import { type DocumentConfig, REALM_CHANNEL } from '../page/messages.ts';
import type { DocumentFrames, FramesPort } from './document-frames.ts';
import type { WorkersPort } from './document-workers.ts';
import type { IsolateCalls } from './isolate-calls.ts';
import type { OpenDocument } from './open-document.ts';

export interface RealmWays {
  readonly calls: IsolateCalls;
  readonly isolate: ivm.Isolate;
  /** For making a realm. */
  readonly layoutMs: number;
  /** The document that is open, its frames, and its time. */
  document(): OpenDocument;
  frames(): DocumentFrames;
  now(): number;
  deliverToPage: WorkersPort['deliverToPage'];
}

export function framesPort({ calls, isolate, layoutMs, document, now }: RealmWays): FramesPort {
  return {
    entries: () => document().frameEntries,
    now,
    makeContext: () => calls.enter('Opening a frame', layoutMs, () => isolate.createContext()),
    call: (entry, collect, args) => calls.script('A task of a frame', entry, collect, args),
    scriptPort: (context, ways) => calls.scriptPort(context, ways),
    noteTimeout: (error) => calls.noteTimeout(error),
    pageStatus: () => String(document().status.applySync(undefined, [])),
    onClosed: (realm) => document().workers.closeOwned(realm),
  };
}

export function workersPort(
  { calls, isolate, layoutMs, frames, now, deliverToPage }: RealmWays,
  engineContext: ivm.Context,
  host: ivm.Reference,
  config: DocumentConfig,
): WorkersPort {
  return {
    isolate,
    engineContext,
    host,
    config,
    now,
    makeContext: () => calls.enter('Starting a worker', layoutMs, () => isolate.createContext()),
    call: (entry, collect, args) => calls.script('A task of a worker', entry, collect, args),
    scriptPort: (context, ways) => calls.scriptPort(context, ways),
    deliverToPage,
    deliverToFrame: (realm, kind, head, text) => frames().deliver(realm, REALM_CHANNEL, kind, head, text),
    windowRealm: (navigable, origin) => frames().windowRealm(navigable, origin),
    sender: (realm) => frames().sender(realm),
    noteTimeout: (error) => calls.noteTimeout(error),
  };
}
