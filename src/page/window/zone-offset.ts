/**
 * Time of a zone and time of the world.
 *
 * In:  a zone's name. Out: how far it is ahead at a time, and which time a clock on its wall means.
 *
 * ECMA-262 §21.4.1.21 GetNamedTimeZoneOffsetNanoseconds, §21.4.1.26 UTC(t) https://tc39.es/ecma262/#sec-utc-t
 *
 * Faster: Intl knows, but takes 5 µs to say it. Zones change their offset at quarters of an hour only, so what it said is
 * kept for each of those.
 */
import { apply, floor, isNotANumber, mapGet, mapSet, mapSize, newMap } from '../primordials.ts';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const MAX_KEPT = 2_000;
/** Before this, clocks showed local mean time; the offset of this moment stands for all before it. */
const FIRST_MS = -5_364_662_400_000;
/** At both ends of time a shifted date would be none: there clocks show UTC. */
const END_MS = 8_640_000_000_000_000 - 2 * 86_400_000;

const { DateTimeFormat } = Intl;
const { formatToParts } = DateTimeFormat.prototype;
const { UTC } = Date;

export interface ZoneClock {
  /** Milliseconds that the zone is ahead of UTC at this time. */
  offsetAt(time: number): number;
  /** The time at which clocks of the zone show this; the earlier one where they show it twice. */
  timeOf(local: number): number;
}

export function zoneClock(timeZone: string): ZoneClock {
  const format = new DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  let kept = new Map<number, number>();

  const ask = (time: number): number => {
    const parts = apply(formatToParts, format, [time]) as Intl.DateTimeFormatPart[];
    const field = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (let at = 0; at < parts.length; at++) {
      const { type, value } = parts[at]!;
      if (type in field) field[type as keyof typeof field] = +value;
    }
    return UTC(field.year, field.month - 1, field.day, field.hour, field.minute, field.second) - time;
  };

  const offsetAt = (time: number): number => {
    if (isNotANumber(time) || time > END_MS || time < -END_MS) return 0;
    const known = time < FIRST_MS ? FIRST_MS : time;
    const quarter = floor(known / QUARTER_MS);
    const found = mapGet(kept, quarter);
    if (found !== undefined) return found;
    const offset = ask(quarter * QUARTER_MS);
    if (mapSize(kept) >= MAX_KEPT) kept = newMap();
    mapSet(kept, quarter, offset);
    return offset;
  };

  const timeOf = (local: number): number => {
    if (isNotANumber(local)) return local;
    const before = offsetAt(local - DAY_MS);
    const after = offsetAt(local + DAY_MS);
    // Clocks that go back show an hour twice, and the first counts; clocks that go forward leave one out, in which they
    // are as far ahead as before.
    if (before === after || offsetAt(local - before) === before) return local - before;
    return offsetAt(local - after) === after ? local - after : local - before;
  };

  return { offsetAt, timeOf };
}
