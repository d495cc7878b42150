/**
 * One open document: its two realms, connected, and the ways into them.
 *
 * In:  two new contexts of one isolate. Out: references to the entries that the host calls.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';
import type { DocumentWorkers } from './document-workers.ts';
import type { PageScripts } from './page-scripts.ts';

export type Entry = ivm.Reference<(...args: never[]) => unknown>;

/** Entries of one realm, and how their answers are collected. */
export interface RealmEntries<Name extends string> {
  readonly entries: Readonly<Record<Name, Entry>>;
  readonly collect: Entry;
}

export const PAGE_ENTRIES = [
  'feed',
  'turn',
  'scriptDone',
  'moduleCompiled',
  'answer',
  'deliver',
  'input',
  'report',
  'endScripts',
] as const;
export const ENGINE_ENTRIES = [
  'view',
  'boxes',
  'find',
  'html',
  'read',
  'runScript',
  'runModule',
  'connectModules',
  'connectLoader',
  'evaluate',
  'rest',
  'fitFrames',
  'disconnect',
] as const;

export const FRAME_ENTRIES = [
  'takeNews',
  'open',
  'fail',
  'ways',
  'realmOfId',
  'realmInside',
  'focusedRealm',
  'facts',
  'realmOf',
] as const;

/** The engine realm's functions for frames. None of them runs code of a page. */
export type FrameEntries = Readonly<Record<(typeof FRAME_ENTRIES)[number], Entry>>;

export interface OpenDocument {
  readonly pageContext: ivm.Context;
  readonly engineContext: ivm.Context;
  readonly page: RealmEntries<(typeof PAGE_ENTRIES)[number]>;
  readonly engine: RealmEntries<(typeof ENGINE_ENTRIES)[number]>;
  /** The host's time when the document's clock read zero. */
  openedAt: number;
  url: string;
  readonly scripts: PageScripts;
  readonly workers: DocumentWorkers;
  readonly frameEntries: FrameEntries;
  /** Whether the page wants a turn and so on; runs no code of it. */
  readonly status: Entry;
  /** What the page's questions go to. */
  readonly host: ivm.Reference;
}

export interface BootOptions {
  /** The engine realm compiles with it what a script inserts. */
  readonly isolate: ivm.Isolate;
  readonly engineContext: ivm.Context;
  readonly pageContext: ivm.Context;
  readonly scripts: PageScripts;
  readonly workers: DocumentWorkers;
  /** The document's settings as JSON. */
  readonly config: string;
  readonly url: string;
  /** The host's time now. */
  readonly openedAt: number;
  /** What the page's questions go to. */
  readonly host: ivm.Reference;
}

export function memberOf(object: ivm.Reference, name: string): Entry {
  return object.getSync(name, { reference: true }) as Entry;
}

export function entriesOf<Name extends string>(object: ivm.Reference, names: readonly Name[]): RealmEntries<Name> {
  return {
    entries: Object.fromEntries(names.map((name) => [name, memberOf(object, name)])) as Record<Name, Entry>,
    collect: memberOf(object, 'collect'),
  };
}

/**
 * Connects the two realms, and takes the way in off the page's global object.
 *
 * Faster: no code of a page runs here, so it may be synchronous; that saves 90 µs for each of the calls.
 */
export function bootDocument({
  engineContext,
  pageContext,
  isolate,
  scripts,
  workers,
  config,
  url,
  openedAt,
  host,
}: BootOptions): OpenDocument {
  const pageBoot = pageContext.global.getSync('__agentbrowser', { reference: true }) as ivm.Reference;
  const engineBoot = engineContext.global.getSync('__agentbrowser', { reference: true }) as ivm.Reference;
  pageContext.global.deleteSync('__agentbrowser');

  // What is only needed here is given back at the end: a reference keeps its whole realm.
  const passing: ivm.Reference[] = [pageBoot, engineBoot];
  const once = (object: ivm.Reference, name: string): Entry => {
    const reference = memberOf(object, name);
    passing.push(reference);
    return reference;
  };
  const asReference = { result: { reference: true } } as const;
  const page = once(pageBoot, 'bootPage').applySync(undefined, [config] as never, asReference) as ivm.Reference;
  const engineArgs = [once(page, 'port').derefInto(), config] as never;
  const engine = once(engineBoot, 'bootEngine').applySync(undefined, engineArgs, asReference) as ivm.Reference;
  const pageEntries = once(page, 'entries');
  const engineEntries = once(engine, 'forHost');
  once(engineEntries, 'connectHost').applySync(undefined, [host, isolate, pageContext] as never);
  once(pageEntries, 'connect').applySync(undefined, [once(engine, 'forPage').derefInto()] as never);

  const frames = once(engineEntries, 'frames');
  const document: OpenDocument = {
    pageContext,
    engineContext,
    page: entriesOf(pageEntries, PAGE_ENTRIES),
    engine: entriesOf(engineEntries, ENGINE_ENTRIES),
    openedAt,
    url,
    scripts,
    workers,
    frameEntries: Object.fromEntries(FRAME_ENTRIES.map((name) => [name, memberOf(frames, name)])) as FrameEntries,
    status: memberOf(pageEntries, 'status'),
    host,
  };
  for (const reference of [...passing, page, engine]) reference.release();
  return document;
}

/** The document is over: what the host holds of it is given back, so that its realm can go. The engine's stays. */
export function releaseDocument({
  page,
  engine,
  scripts,
  pageContext,
  frameEntries,
  status,
  host,
}: OpenDocument): void {
  for (const { entries, collect } of [page, engine]) {
    for (const entry of [...Object.values<Entry>(entries), collect]) entry.release();
  }
  for (const entry of [...Object.values<Entry>(frameEntries), status, host]) entry.release();
  scripts.close();
  pageContext.release();
}
