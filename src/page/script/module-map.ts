/**
 * The module map: every module of the document once, with what it imports.
 *
 * In:  addresses and inline texts. Out: records whose whole graph has been fetched and compiled, or the reason why not.
 * The host compiles (isolate/document-modules.ts) and says what a module imports; here that becomes addresses.
 *
 * HTML §8.1.5.3 https://html.spec.whatwg.org/#module-map, §8.1.4.2 (fetching module graphs)
 */
import type { ModuleCompile, ModuleType, ScriptUse } from '../messages.ts';
import type { RequestOptions } from '../outbox.ts';
import { append, type BareArray, bareArray, mapGet, mapSet, newMap, parseJson, quote } from '../primordials.ts';
import { type ResourceAnswer, requestResource } from '../resources.ts';
import { mappedIntegrity, resolveSpecifier } from './import-map.ts';

/** A module that was not found is a failure of the element; one that cannot be compiled is an exception. */
export interface ModuleFailure {
  readonly kind: 'fetch' | 'exception';
  readonly text: string;
}

export interface ModuleRecord {
  readonly id: number;
  /** After redirects, once it has been fetched. */
  url: string;
  readonly type: ModuleType;
  isLoading: boolean;
  failure: ModuleFailure | null;
  readonly imports: BareArray<ModuleRecord>;
  /** What the element said, for policies: what it imports is asked for in the same way. */
  nonce: string;
  /** What is imported into a worker is part of it. */
  use: ScriptUse;
}

interface Waiter {
  readonly root: ModuleRecord;
  readonly done: (failure: ModuleFailure | null) => void;
  /** A module of the graph that was not there the last time. */
  blocker: ModuleRecord;
}

const ANONYMOUS: RequestOptions = { cors: 'anonymous', as: 'module' };

const byKey = new Map<string, ModuleRecord>();
const byId = new Map<number, ModuleRecord>();
let lastId = 0;
let waiters: BareArray<Waiter> = bareArray();
let compiles: BareArray<ModuleCompile> = bareArray();

function makeRecord(url: string, type: ModuleType): ModuleRecord {
  const record: ModuleRecord = {
    id: ++lastId,
    url,
    type,
    isLoading: true,
    failure: null,
    imports: bareArray(),
    nonce: '',
    use: 'module',
  };
  mapSet(byId, record.id, record);
  return record;
}

/** The module at an address; it is fetched when it is asked for the first time. */
export function fetchModule(url: string, type: ModuleType, options: RequestOptions = ANONYMOUS): ModuleRecord {
  const key = `${type} ${url}`;
  const known = mapGet(byKey, key);
  if (known !== undefined) return known;
  const record = makeRecord(url, type);
  mapSet(byKey, key, record);
  record.nonce = options.nonce ?? '';
  record.use = options.as ?? 'module';
  const destination = type === 'javascript' ? 'script' : type === 'css' ? 'style' : 'fetch';
  const onAnswer = (answer: ResourceAnswer): void => {
    if (!answer.ok) {
      finish(record, { kind: 'fetch', text: `TypeError: Failed to fetch dynamically imported module: ${url}` });
      return;
    }
    // The host keeps the texts of scripts; other texts come with the answer.
    record.url = answer.url;
    const isKept = destination === 'script';
    const { id } = record;
    append(compiles, { id, request: isKept ? request : null, code: isKept ? '' : answer.text, url: answer.url, type });
  };
  const integrity = options.integrity || mappedIntegrity(url);
  const request = requestResource(url, destination, onAnswer, { ...options, integrity });
  return record;
}

/** A module whose text stands in the document. */
export function inlineModule(code: string, url: string): ModuleRecord {
  const record = makeRecord(url, 'javascript');
  append(compiles, { id: record.id, request: null, code, url, type: 'javascript' });
  return record;
}

/** The texts that the host has to compile, as JSON, once. */
export function takeCompiles(): string {
  let text = '';
  for (let at = 0; at < compiles.length; at++) {
    const { id, request, code, url, type } = compiles[at]!;
    const source = `"request":${request},"code":${quote(code)},"url":${quote(url)}`;
    text += `${at === 0 ? '' : ','}{"id":${id},${source},"type":"${type}"}`;
  }
  if (compiles.length > 0) compiles = bareArray();
  return `[${text}]`;
}

export function hasCompiles(): boolean {
  return compiles.length > 0;
}

interface Outcome {
  readonly ok: boolean;
  readonly error?: string;
  readonly requests?: ArrayLike<{ readonly specifier: string; readonly type: string }>;
}

/** The host has compiled a module: its imports are fetched. Gives their numbers as JSON. */
export function moduleCompiled(id: number, outcomeText: string): string {
  const record = mapGet(byId, id);
  if (record === undefined) return '';
  const outcome = parseJson(outcomeText) as Outcome;
  if (!outcome.ok) {
    finish(record, { kind: 'exception', text: outcome.error ?? 'SyntaxError' });
    return '';
  }
  let ids = '';
  const requests = outcome.requests!;
  for (let at = 0; at < requests.length; at++) {
    const { specifier, type } = requests[at]!;
    const url = resolveSpecifier(specifier, record.url);
    const failure = url === null ? unresolved(specifier) : isModuleType(type) ? null : unknownType(type);
    if (failure !== null) {
      finish(record, { kind: 'exception', text: failure });
      return '';
    }
    const imported = fetchModule(url!, type as ModuleType, {
      ...ANONYMOUS,
      nonce: record.nonce,
      as: record.use,
      referrer: record.url,
    });
    append(record.imports, imported);
    ids += `${at === 0 ? '' : ','}${imported.id}`;
  }
  finish(record, null);
  return `[${ids}]`;
}

export function isModuleType(type: string): type is ModuleType {
  return type === 'javascript' || type === 'json' || type === 'css';
}

export function unresolved(specifier: string): string {
  const advice = 'Relative references must start with either "/", "./", or "../".';
  return `TypeError: Failed to resolve module specifier "${specifier}". ${advice}`;
}

export function unknownType(type: string): string {
  return `TypeError: "${type}" is not a valid module type.`;
}

function finish(record: ModuleRecord, failure: ModuleFailure | null): void {
  record.isLoading = false;
  record.failure = failure;
  const open = waiters;
  waiters = bareArray();
  const ready = bareArray<Waiter>();
  for (let at = 0; at < open.length; at++) {
    const waiter = open[at]!;
    if (waiter.blocker === record) append(ready, waiter);
    else append(waiters, waiter);
  }
  for (let at = 0; at < ready.length; at++) whenGraphIsThere(ready[at]!.root, ready[at]!.done);
}

/** Calls `done` once everything that `root` imports is there, or cannot be. */
export function whenGraphIsThere(root: ModuleRecord, done: (failure: ModuleFailure | null) => void): void {
  const seen = newMap<number, true>();
  const list = bareArray<ModuleRecord>();
  append(list, root);
  mapSet(seen, root.id, true);
  for (let at = 0; at < list.length; at++) {
    const record = list[at]!;
    if (record.isLoading) {
      append(waiters, { root, done, blocker: record });
      return;
    }
    if (record.failure !== null) {
      done(record.failure);
      return;
    }
    for (let each = 0; each < record.imports.length; each++) {
      const imported = record.imports[each]!;
      if (mapGet(seen, imported.id)) continue;
      mapSet(seen, imported.id, true);
      append(list, imported);
    }
  }
  done(null);
}
