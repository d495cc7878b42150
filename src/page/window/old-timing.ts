/**
 * `performance.timing` and `performance.navigation`: the moments of a load as they were told before there were entries of them.
 *
 * In:  the moments that performance.ts knows, in milliseconds since the document began. Out: objects with wall-clock times.
 *
 * Navigation Timing 1 §4.3, §4.4 https://www.w3.org/TR/navigation-timing/
 */
import { timeOrigin } from '../clock.ts';
import { defineBehaviour, liveObject } from './lazy-interfaces.ts';

/** Moments that only this one has. */
const ONLY_OLD = [
  'navigationStart',
  'unloadEventStart',
  'unloadEventEnd',
  'redirectStart',
  'redirectEnd',
  'domLoading',
  'secureConnectionStart',
];

type TimeOf = (name: string) => number | undefined;

/** A wall-clock time; zero for what has not happened yet. */
function oldTime(name: string, timeOf: TimeOf): number {
  const isEarly = !/^(?:dom[CI]|load|unload|redirect)/.test(name);
  const known = timeOf(name);
  return Math.round(known !== undefined ? timeOrigin() + known : isEarly ? timeOrigin() : 0);
}

/** Their interfaces are those of the table. */
export function defineOldTiming(names: readonly string[], timeOf: TimeOf): void {
  const all = [...ONLY_OLD, ...names];
  const getters: Record<string, unknown> = {};
  for (const name of all) getters[name] = () => oldTime(name, timeOf);
  const toJson = (): object => {
    const values: Record<string, number> = {};
    for (const name of all) values[name] = oldTime(name, timeOf);
    return values;
  };
  defineBehaviour('PerformanceTiming', { ...getters, toJSON: toJson });
  defineBehaviour('PerformanceNavigation', {
    type: 0,
    redirectCount: 0,
    toJSON: () => ({ type: 0, redirectCount: 0 }),
  });
}

let oldTiming: object | null = null;
let oldNavigation: object | null = null;

export function timingObject(): object {
  oldTiming ??= liveObject('PerformanceTiming');
  return oldTiming;
}

export function navigationObject(): object {
  oldNavigation ??= liveObject('PerformanceNavigation');
  return oldNavigation;
}
