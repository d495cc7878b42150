/**
 * performance: the document's clock, marks and measures, and observers of them.
 *
 * High Resolution Time 3 §7 https://w3c.github.io/hr-time/, User Timing 3, Performance Timeline 2, Navigation Timing 2
 *
 * Pretended: the navigation entry and 'timing' have the times that the document itself knows; network times are those of
 * the document's opening. Nothing is painted, so the paint entries stand at the time of the load event.
 */

import { coarseNow, timeOrigin } from '../clock.ts';
import { documentUrl } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { queueTask } from '../event-loop.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  create,
  defineProperty,
  freeze,
  indexOf,
  max,
  removeAt,
  startsWith,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { defineRecordInterface, makeRecord, recordOf } from '../record-objects.ts';
import { reportException } from '../report-exception.ts';
import { isScriptOver } from '../script-end.ts';
import { cloneValue } from '../structured-clone.ts';
import { admit, checkAdmitted } from './admitted.ts';
import { defineOldTiming, navigationObject, timingObject } from './old-timing.ts';

/** Entries that are kept; older ones go first. */
const MAX_ENTRIES = 10_000;
const SUPPORTED: readonly string[] = freeze(['mark', 'measure', 'navigation', 'paint', 'resource']);

interface Watcher {
  readonly object: object;
  readonly callback: (list: object, observer: object) => void;
  types: string;
  queue: BareArray<object>;
  isQueued: boolean;
}

const entries: BareArray<object> = bareArray();
const watchers = new WeakMap<object, Watcher>();
const active: BareArray<Watcher> = bareArray();
const lists = new WeakMap<object, BareArray<object>>();
/** Times of the document's life by their names in PerformanceTiming. */
const times: Record<string, number> = { __proto__: null as never };

/** A moment of the document's life, for timings. */
export function noteTime(name: string): void {
  times[name] ??= coarseNow();
}

/** Nothing holds up the first paint any more. */
export function noteUnblocked(): void {
  times['unblocked'] = coarseNow();
}

export function addPerformanceEntry(entry: object): void {
  append(entries, entry);
  if (entries.length > MAX_ENTRIES) removeAt(entries, 0);
  const type = recordOf(entry)['entryType'] as string;
  for (let at = 0; at < active.length; at++) {
    const watcher = active[at]!;
    if (indexOf(watcher.types, ` ${type} `) < 0) continue;
    append(watcher.queue, entry);
    tell(watcher);
  }
}

function tell(watcher: Watcher): void {
  if (watcher.isQueued) return;
  watcher.isQueued = true;
  queueTask(() => {
    watcher.isQueued = false;
    if (watcher.queue.length === 0 || isScriptOver()) return;
    const list = create(prototypeOf('PerformanceObserverEntryList'));
    weakSet(lists, list, watcher.queue);
    watcher.queue = bareArray();
    try {
      apply(watcher.callback, watcher.object, [list, watcher.object]);
    } catch (error) {
      reportException(error);
    }
  });
}

function select(from: BareArray<object>, name: string | null, type: string | null): object[] {
  const found = bareArray<object>();
  for (let at = 0; at < from.length; at++) {
    const record = recordOf(from[at]!);
    if ((name !== null && record['name'] !== name) || (type !== null && record['entryType'] !== type)) continue;
    let place = found.length;
    append(found, from[at]!);
    // By start time; equal ones keep their order.
    const start = record['startTime'] as number;
    for (; place > 0 && (recordOf(found[place - 1]!)['startTime'] as number) > start; place--) {
      found[place] = found[place - 1]!;
    }
    found[place] = from[at]!;
  }
  return copyArray(found);
}

function remove(type: string, name: unknown): void {
  for (let at = entries.length - 1; at >= 0; at--) {
    const record = recordOf(entries[at]!);
    if (record['entryType'] === type && (name === undefined || record['name'] === `${name}`)) removeAt(entries, at);
  }
}

/** A time of a measure: a number, or the name of a mark. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const name = `${value}`;
  for (let at = entries.length - 1; at >= 0; at--) {
    const record = recordOf(entries[at]!);
    if (record['entryType'] === 'mark' && record['name'] === name) return record['startTime'] as number;
  }
  const known = times[name];
  if (known !== undefined) return known;
  throw domException('SyntaxError', `The mark '${name}' does not exist.`);
}

function makeMark(name: unknown, options: unknown): object {
  const { startTime, detail } = (options ?? {}) as { startTime?: unknown; detail?: unknown };
  return makeRecord('PerformanceMark', {
    name: `${name}`,
    entryType: 'mark',
    startTime: startTime === undefined ? coarseNow() : Number(startTime),
    duration: 0,
    detail: detail === undefined ? null : cloneValue(detail),
  });
}

function makeMeasure(name: unknown, first: unknown, second: unknown): object {
  const isOptions = typeof first === 'object' && first !== null;
  const given = (isOptions ? first : { start: first, end: second }) as Record<string, unknown>;
  const { start, end, duration, detail } = given;
  const endTime =
    end !== undefined
      ? timeOf(end)
      : start !== undefined && duration !== undefined
        ? timeOf(start) + Number(duration)
        : coarseNow();
  const startTime =
    start !== undefined ? timeOf(start) : duration !== undefined && end !== undefined ? endTime - Number(duration) : 0;
  return makeRecord('PerformanceMeasure', {
    name: `${name}`,
    entryType: 'measure',
    startTime,
    duration: endTime - startTime,
    detail: detail === undefined ? null : cloneValue(detail),
  });
}

const NAVIGATION_TIMES = [
  'fetchStart',
  'domainLookupStart',
  'domainLookupEnd',
  'connectStart',
  'connectEnd',
  'requestStart',
  'responseStart',
  'responseEnd',
  'domInteractive',
  'domContentLoadedEventStart',
  'domContentLoadedEventEnd',
  'domComplete',
  'loadEventStart',
  'loadEventEnd',
] as const;

/** What servers of today speak: HTTP/2 with those that are asked securely. */
export function protocolOf(url: string): string {
  return startsWith(url, 'https:') ? 'h2' : 'http/1.1';
}

/** The document has loaded: what a browser would have recorded by now. */
export function noteLoaded(): void {
  noteTime('loadEventEnd');
  const loaded = times['loadEventEnd'] ?? 0;
  const navigation: Record<string, unknown> = {
    name: documentUrl(),
    entryType: 'navigation',
    startTime: 0,
    duration: loaded,
    initiatorType: 'navigation',
    nextHopProtocol: protocolOf(documentUrl()),
    type: 'navigate',
    redirectCount: 0,
    transferSize: 0,
    encodedBodySize: 0,
    decodedBodySize: 0,
  };
  for (let at = 0; at < NAVIGATION_TIMES.length; at++) {
    const name = NAVIGATION_TIMES[at]!;
    navigation[name] = times[name] ?? 0;
  }
  addPerformanceEntry(makeRecord('PerformanceNavigationTiming', navigation));
  notePaint('first-paint');
  notePaint('first-contentful-paint');
}

function notePaint(name: string): void {
  const paint = {
    name,
    entryType: 'paint',
    startTime: max(times['domInteractive'] ?? 0, times['unblocked'] ?? 0),
    duration: 0,
  };
  addPerformanceEntry(makeRecord('PerformancePaintTiming', paint));
}

function defineEntries(): void {
  defineRecordInterface('PerformanceEntry', null, ['name', 'entryType', 'startTime', 'duration']);
  defineRecordInterface('PerformanceMark', 'PerformanceEntry', ['detail']);
  defineRecordInterface('PerformanceMeasure', 'PerformanceEntry', ['detail']);
  defineRecordInterface('PerformancePaintTiming', 'PerformanceEntry', []);
  defineRecordInterface('PerformanceResourceTiming', 'PerformanceEntry', [
    'initiatorType',
    'nextHopProtocol',
    'transferSize',
    'encodedBodySize',
    'decodedBodySize',
    'fetchStart',
    'domainLookupStart',
    'domainLookupEnd',
    'connectStart',
    'connectEnd',
    'requestStart',
    'responseStart',
    'responseEnd',
  ]);
  defineRecordInterface('PerformanceNavigationTiming', 'PerformanceResourceTiming', [
    'domInteractive',
    'domContentLoadedEventStart',
    'domContentLoadedEventEnd',
    'domComplete',
    'loadEventStart',
    'loadEventEnd',
    'type',
    'redirectCount',
  ]);
  setConstructor('PerformanceMark', (_, args) => makeMark(args[0], args[1]));
}

function defineObserver(): void {
  defineInterface('PerformanceObserverEntryList', null);
  const listOf = (list: object): BareArray<object> => weakGet(lists, list) ?? bareArray();
  defineMembers<object>('PerformanceObserverEntryList', {
    getEntries(): object[] {
      return select(listOf(this), null, null);
    },
    getEntriesByType(type: unknown): object[] {
      return select(listOf(this), null, `${type}`);
    },
    getEntriesByName(name: unknown, type?: unknown): object[] {
      return select(listOf(this), `${name}`, type === undefined ? null : `${type}`);
    },
  });
  defineInterface('PerformanceObserver', null);
  setConstructor('PerformanceObserver', (newTarget, args) => {
    if (typeof args[0] !== 'function') throw new TypeError('parameter 1 is not a function.');
    const object = instanceFor(newTarget, 'PerformanceObserver');
    const callback = args[0] as Watcher['callback'];
    weakSet(watchers, object, { object, callback, types: ' ', queue: bareArray(), isQueued: false });
    return object;
  });
  const supported = { get: () => SUPPORTED, enumerable: true, configurable: true };
  defineProperty(prototypeOf('PerformanceObserver').constructor, 'supportedEntryTypes', supported);
  defineMembers<object>('PerformanceObserver', {
    /** Types that nobody makes entries of are accepted and stay silent. */
    observe(options: unknown): void {
      const watcher = weakGet(watchers, this);
      if (watcher === undefined) throw new TypeError('Illegal invocation');
      const { type, entryTypes, buffered } = (options ?? {}) as Record<string, unknown>;
      if (type === undefined && entryTypes === undefined) {
        throw new TypeError("An observe() call must include either 'entryTypes' or 'type' arguments.");
      }
      if (watcher.types === ' ') append(active, watcher);
      if (type !== undefined) watcher.types += `${type} `;
      else {
        watcher.types = ' ';
        const wanted = entryTypes as ArrayLike<unknown>;
        for (let at = 0; at < wanted.length; at++) watcher.types += `${wanted[at]} `;
      }
      if (!buffered || type === undefined) return;
      const old = select(entries, null, `${type}`);
      for (let at = 0; at < old.length; at++) append(watcher.queue, old[at]!);
      if (old.length > 0) tell(watcher);
    },
    disconnect(): void {
      const watcher = weakGet(watchers, this);
      if (watcher === undefined) return;
      for (let at = active.length - 1; at >= 0; at--) if (active[at] === watcher) removeAt(active, at);
      watcher.types = ' ';
      watcher.queue = bareArray();
    },
    takeRecords(): object[] {
      const watcher = weakGet(watchers, this);
      if (watcher === undefined) return [];
      const taken = copyArray(watcher.queue);
      watcher.queue = bareArray();
      return taken;
    },
  });
}

export function makePerformance(): object {
  defineEntries();
  defineObserver();
  defineInterface('Performance', 'EventTarget');
  defineOldTiming(NAVIGATION_TIMES, (name) => times[name]);
  defineMembers<object>('Performance', {
    now(): number {
      checkAdmitted(this);
      return coarseNow();
    },
    get timeOrigin(): number {
      checkAdmitted(this);
      return timeOrigin();
    },
    get timing(): object {
      return timingObject();
    },
    get navigation(): object {
      return navigationObject();
    },
    mark(name: unknown, options?: unknown): object {
      const entry = makeMark(name, options);
      addPerformanceEntry(entry);
      return entry;
    },
    measure(name: unknown, start?: unknown, end?: unknown): object {
      const entry = makeMeasure(name, start, end);
      addPerformanceEntry(entry);
      return entry;
    },
    clearMarks(name?: unknown): void {
      remove('mark', name);
    },
    clearMeasures(name?: unknown): void {
      remove('measure', name);
    },
    clearResourceTimings(): void {
      remove('resource', undefined);
    },
    setResourceTimingBufferSize(): void {},
    getEntries(): object[] {
      return select(entries, null, null);
    },
    getEntriesByType(type: unknown): object[] {
      return select(entries, null, `${type}`);
    },
    getEntriesByName(name: unknown, type?: unknown): object[] {
      return select(entries, `${name}`, type === undefined ? null : `${type}`);
    },
    toJSON(): object {
      return { timeOrigin: timeOrigin(), timing: timingObject(), navigation: navigationObject() };
    },
  });
  return admit(create(prototypeOf('Performance')) as object);
}
