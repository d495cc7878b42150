/**
 * What entries of performance say of steps that nothing here takes: caches of workers, redirects, early answers.
 *
 * Resource Timing 2 §4.3 https://www.w3.org/TR/resource-timing/, Navigation Timing 2 §4.3, Paint Timing §4.1
 */
import { copyMembers, prototypeOf } from '../dom/interfaces.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { ownKeys, reflect } from '../primordials.ts';
import { recordOf } from '../record-objects.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject } from './lazy-interfaces.ts';

/** Fields by interface, each with the field whose value it has, or with its value. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  PerformanceEntry: { navigationId },
  PerformanceResourceTiming: {
    deliveryType: '',
    workerStart: 0,
    redirectStart: 0,
    redirectEnd: 0,
    secureConnectionStart: (record: Values) => (/^https:/.test(`${record['name']}`) ? record['connectStart'] : 0),
    renderBlockingStatus: 'non-blocking',
    responseStatus: 200,
    contentType: '',
    contentEncoding: '',
    finalResponseHeadersStart: (record: Values) => record['responseStart'],
    firstInterimResponseStart: 0,
    workerRouterEvaluationStart: 0,
    workerCacheLookupStart: 0,
    workerMatchedSourceType: '',
    workerFinalSourceType: '',
    serverTiming: () => [],
  },
  PerformanceNavigationTiming: {
    unloadEventStart: 0,
    confidence,
    unloadEventEnd: 0,
    criticalCHRestart: 0,
    activationStart: 0,
    notRestoredReasons: null,
  },
  PerformancePaintTiming: {
    paintTime: (record: Values) => record['startTime'],
    presentationTime: (record: Values) => record['startTime'],
  },
};

type Values = Readonly<Record<string, unknown>>;

/** The documents of a page have numbers, the first of them by chance. */
const ids = { navigation: 0 };

function navigationId(): number {
  if (ids.navigation === 0) ids.navigation = 100 + Math.floor(Math.random() * 9_900);
  return ids.navigation;
}

/** Navigation Timing 2 §4.3: how far times may be those of a browser that had just begun. Chrome says so by chance, too. */
const RANDOMIZED_RATE = 0.499_479_8;
let trust: object | null = null;

function confidence(): object {
  const value = Math.random() < RANDOMIZED_RATE / 2 ? 'low' : 'high';
  trust ??= liveObject('PerformanceTimingConfidence', { randomizedTriggerRate: RANDOMIZED_RATE, value });
  return trust;
}

/** The order of Chrome's JSON, where it is not that of the prototype. */
const JSON_ORDER: Readonly<Record<string, string>> = {
  __proto__: null as never,
  PerformanceResourceTiming:
    'initiatorType deliveryType nextHopProtocol renderBlockingStatus contentType contentEncoding workerStart ' +
    'workerRouterEvaluationStart workerCacheLookupStart workerMatchedSourceType workerFinalSourceType redirectStart ' +
    'redirectEnd fetchStart domainLookupStart domainLookupEnd connectStart secureConnectionStart connectEnd requestStart ' +
    'responseStart firstInterimResponseStart finalResponseHeadersStart responseEnd transferSize encodedBodySize ' +
    'decodedBodySize responseStatus serverTiming',
  PerformanceNavigationTiming:
    'unloadEventStart unloadEventEnd domInteractive domContentLoadedEventStart domContentLoadedEventEnd domComplete ' +
    'loadEventStart loadEventEnd type redirectCount activationStart criticalCHRestart notRestoredReasons confidence',
};

function jsonKeys(prototype: object): readonly PropertyKey[] {
  const tag = reflect.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.value as string;
  return JSON_ORDER[tag]?.split(' ') ?? ownKeys(prototype);
}

function read(self: unknown, { field, value }: { readonly field: string; readonly value: unknown }): unknown {
  const record = recordOf(self as object);
  if (field in record) return record[field];
  return typeof value === 'function' ? (value as (record: Values) => unknown)(record) : value;
}

/** "default toJSON steps": every attribute, those of the parents first. */
function jsonOf(self: object, prototype: object, into: Record<string, unknown>): Record<string, unknown> {
  const parent = reflect.getPrototypeOf(prototype);
  if (parent !== null && parent !== Object.prototype) jsonOf(self, parent, into);
  const keys = jsonKeys(prototype);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    const get = reflect.getOwnPropertyDescriptor(prototype, key)?.get;
    if (get !== undefined && typeof key === 'string') into[key] = reflect.apply(get, self, []);
  }
  return into;
}

export function installTimingMembers(): void {
  defineLater('PerformanceTimingConfidence', () =>
    defineBehaviour('PerformanceTimingConfidence', {
      toJSON(this: LiveRecord) {
        return { randomizedTriggerRate: this['randomizedTriggerRate'], value: this['value'] };
      },
    }),
  );
  for (const name of Object.keys(FIELDS)) {
    const prototype = prototypeOf(name);
    for (const field of Object.keys(FIELDS[name]!)) {
      defineNamedAccessor(prototype, field, { field, value: FIELDS[name]![field] }, read, null);
    }
    copyMembers(prototype, {
      toJSON(this: object): object {
        return jsonOf(this, prototype, {});
      },
    });
  }
}
