/**
 * Date in the session's time zone, where that is not the one of the process.
 *
 * V8 has one time zone for all isolates of a process; sessions have their own. What a Date says of local time is read off a
 * second date that is shifted by the zone's offset, with the methods for UTC.
 *
 * ECMA-262 §21.4 https://tc39.es/ecma262/#sec-date-objects
 */
import { apply, construct, isNotANumber, stringSlice, trunc, uncurryThis } from '../primordials.ts';
import { replaceConstructor, replaceMethod } from './replace-built-in.ts';
import type { ZoneClock } from './zone-offset.ts';

const Intrinsic = Date;
const prototype = Intrinsic.prototype as unknown as Record<string, (this: Date, ...args: unknown[]) => unknown>;
const getTime = uncurryThis(Intrinsic.prototype.getTime);
const setTime = uncurryThis(Intrinsic.prototype.setTime);
const processOffset = uncurryThis(Intrinsic.prototype.getTimezoneOffset);
const utcText = uncurryThis(Intrinsic.prototype.toUTCString);
const utcYear = uncurryThis(Intrinsic.prototype.getUTCFullYear);
const utcDate = uncurryThis(Intrinsic.prototype.getUTCDate);
const utcDay = uncurryThis(Intrinsic.prototype.getUTCDay);
const setUtcYear = uncurryThis(Intrinsic.prototype.setUTCFullYear);
const execute = uncurryThis(RegExp.prototype.exec);
const { parse: processParse, UTC } = Intrinsic;
const { DateTimeFormat } = Intl;
const formatToParts = uncurryThis(DateTimeFormat.prototype.formatToParts);

const MINUTE_MS = 60_000;
const GETTERS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
const SETTERS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];

export function installZonedDate(zone: ZoneClock, timeZone: string, locale: string): void {
  const shifted = (time: number): Date => new Intrinsic(time + zone.offsetAt(time));

  for (const part of GETTERS) {
    const read = prototype[`getUTC${part}`]!;
    replaceMethod(prototype, `get${part}`, (self) => apply(read, shifted(getTime(self as Date)), []));
  }
  for (const part of SETTERS) {
    const write = prototype[`setUTC${part}`]!;
    replaceMethod(prototype, `set${part}`, (self, args) => {
      const local = shifted(getTime(self as Date));
      apply(write, local, args);
      return setTime(self as Date, zone.timeOf(getTime(local)));
    });
  }
  const fullYear = prototype['getUTCFullYear']!;
  const setFullYear = prototype['setFullYear']!;
  replaceMethod(prototype, 'getYear', (self) => (apply(fullYear, shifted(getTime(self as Date)), []) as number) - 1900);
  replaceMethod(prototype, 'setYear', (self, args) => {
    getTime(self as Date);
    const year = Number(args[0]);
    if (isNotANumber(year)) return setTime(self as Date, year);
    return apply(setFullYear, self, [year >= 0 && year < 100 ? 1900 + (year | 0) : year]);
  });
  replaceMethod(prototype, 'getTimezoneOffset', (self) => {
    const time = getTime(self as Date);
    // Zero is never negative here.
    return isNotANumber(time) ? time : 0 - trunc(zone.offsetAt(time) / MINUTE_MS);
  });

  const text = dateText(zone, timeZone, locale);
  replaceMethod(prototype, 'toString', (self) => text(getTime(self as Date), 'both'));
  replaceMethod(prototype, 'toDateString', (self) => text(getTime(self as Date), 'date'));
  replaceMethod(prototype, 'toTimeString', (self) => text(getTime(self as Date), 'time'));

  const parse = (source: string): number => zonedParse(source, zone);
  const current = Date;
  replaceConstructor(globalThis, 'Date', (args, newTarget) => {
    if (newTarget === undefined) return text(getTime(new current()), 'both');
    return construct(current, timeArguments(args, parse, zone), newTarget as never);
  });
  replaceMethod(Date, 'parse', (_self, args) => parse(String(args[0])));
}

/** What the intrinsic constructor has to be given so that it means the same moment. */
function timeArguments(args: unknown[], parse: (source: string) => number, zone: ZoneClock): unknown[] {
  if (args.length === 0) return args;
  if (args.length > 1) return [zone.timeOf(apply(UTC, Intrinsic, args) as number)];
  const [value] = args;
  if (typeof value === 'string') return [parse(value)];
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return args;
  const time = timeOfDate(value);
  if (time !== null) return [time];
  const primitive = toPrimitive(value);
  return [typeof primitive === 'string' ? parse(primitive) : primitive];
}

function timeOfDate(value: object): number | null {
  try {
    return getTime(value as Date);
  } catch {
    // Not a Date, which is what was asked.
    return null;
  }
}

/** ECMA-262 §7.1.1 ToPrimitive, without a preferred type. */
function toPrimitive(value: object): unknown {
  const exotic = (value as { readonly [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive];
  if (typeof exotic === 'function') return apply(exotic as never, value, ['default']);
  for (const name of ['valueOf', 'toString'] as const) {
    const method: unknown = value[name];
    if (typeof method !== 'function') continue;
    const result: unknown = apply(method as never, value, []);
    if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return result;
  }
  throw new TypeError('Cannot convert object to primitive value');
}

/** Dates of ISO 8601 without a time are UTC (§21.4.1.32). */
const ISO_DATE = /^\s*(?:\d{4}|[+-]\d{6})(?:-\d\d(?:-\d\d)?)?\s*$/;
/** A zone that a text names itself, as V8 reads it: `Z`, `GMT`, `EST`, or an offset behind a time. */
const OWN_ZONE = /(?:[^a-z]|^)(?:z|ut|utc|gmt|[ecmp][sd]t)(?![a-z])|:\d\d(?:[.,]\d+)?\s*(?:[ap]m)?\s*[+-]\s*\d/i;
const COMMENT = /\([^()]*\)/;

/** §21.4.3.2: what names no zone is in that of the session. */
function zonedParse(source: string, zone: ZoneClock): number {
  const time = processParse(source);
  if (isNotANumber(time) || execute(ISO_DATE, source) !== null) return time;
  let plain = source;
  for (let found = execute(COMMENT, plain); found !== null; found = execute(COMMENT, plain)) {
    plain = stringSlice(plain, 0, found.index) + stringSlice(plain, found.index + found[0].length);
  }
  if (execute(OWN_ZONE, plain) !== null) return time;
  return zone.timeOf(time - processOffset(new Intrinsic(time)) * MINUTE_MS);
}

type Wanted = 'date' | 'time' | 'both';

/** §21.4.4.41.4 ToDateString: `Thu Jan 01 1970 01:00:00 GMT+0100 (Central European Standard Time)`. */
function dateText(zone: ZoneClock, timeZone: string, locale: string): (time: number, wanted: Wanted) => string {
  const zoneName = zoneNames(zone, timeZone, locale);
  return (time, wanted) => {
    if (isNotANumber(time)) return 'Invalid Date';
    const offset = zone.offsetAt(time);
    // 'Thu, 01 Jan 1970 00:00:00 GMT', with years of more digits.
    const [, weekday, day, month, year, clock] = execute(UTC_TEXT, utcText(new Intrinsic(time + offset)))!;
    const date = `${weekday} ${month} ${day} ${year}`;
    if (wanted === 'date') return date;
    const hours = `${clock} GMT${offsetText(offset)} (${zoneName(time)})`;
    return wanted === 'time' ? hours : `${date} ${hours}`;
  };
}

/** A zone has two names here, as in V8: that of its summers, and that of all other times. */
function zoneNames(zone: ZoneClock, timeZone: string, locale: string): (time: number) => string {
  const names = new DateTimeFormat(locale, { timeZone, timeZoneName: 'long' });
  const nameAt = (time: number): string => {
    const parts = formatToParts(names, time);
    for (let at = 0; at < parts.length; at++) if (parts[at]!.type === 'timeZoneName') return parts[at]!.value;
    return '';
  };
  const january = UTC(2026, 0, 1);
  const july = UTC(2026, 6, 1);
  const isNorthern = zone.offsetAt(july) > zone.offsetAt(january);
  const [winter, summer] = isNorthern ? [january, july] : [july, january];
  const [standard, daylight] = [nameAt(winter), nameAt(summer)];
  const summerOffset = zone.offsetAt(summer);
  const hasSummer = summerOffset !== zone.offsetAt(winter);
  return (time) => (hasSummer && zone.offsetAt(nearTime(time)) === summerOffset ? daylight : standard);
}

const LAST_NEAR_MS = 2_147_483_647_000;
const YEAR_CYCLE = 28;

/** For the name, V8 takes times before 1970 and after 2038 for the same day of a year near by, with the same weekdays. */
function nearTime(time: number): number {
  if (time >= 0 && time <= LAST_NEAR_MS) return time;
  const date = new Intrinsic(time);
  const year = utcYear(date);
  const newYear = new Intrinsic(0);
  setUtcYear(newYear, year, 1, 29);
  const isLeap = utcDate(newYear) === 29;
  setUtcYear(newYear, year, 0, 1);
  const recent = (isLeap ? 1956 : 1967) + ((utcDay(newYear) * 12) % YEAR_CYCLE);
  const near = 2008 + ((recent + 3 * YEAR_CYCLE - 2008) % YEAR_CYCLE);
  return time - getTime(newYear) + UTC(near, 0, 1);
}

const UTC_TEXT = /^(\w+), (\d+) (\w+) (-?\d+) ([\d:]+) GMT$/;

function offsetText(offset: number): string {
  const minutes = (offset < 0 ? -offset : offset) / MINUTE_MS;
  const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
  return `${offset < 0 ? '-' : '+'}${two((minutes / 60) | 0)}${two((minutes % 60) | 0)}`;
}
