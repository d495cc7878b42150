/**
 * Times in order: a binary heap of (time, sequence, id). Equal times keep the order in which they were added.
 *
 * A timer that was cleared stays until its time comes up; the caller says which ids still count.
 */
import { type BareArray, bareArray } from './primordials.ts';

interface Entry {
  readonly time: number;
  readonly sequence: number;
  readonly id: number;
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.time < b.time || (a.time === b.time && a.sequence < b.sequence);
}

export class Timers {
  readonly #entries: BareArray<Entry> = bareArray();
  #sequence = 0;

  get size(): number {
    return this.#entries.length;
  }

  add(time: number, id: number): void {
    const entries = this.#entries;
    const entry: Entry = { time, sequence: ++this.#sequence, id };
    let at = entries.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, entries[parent]!)) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  /** The earliest time of an id that still counts; entries of others are dropped on the way. */
  nextTime(counts: (id: number) => boolean): number | null {
    while (this.#entries.length > 0 && !counts(this.#entries[0]!.id)) this.take();
    return this.#entries.length > 0 ? this.#entries[0]!.time : null;
  }

  /** Takes the earliest entry out. There must be one. */
  take(): number {
    const entries = this.#entries;
    const first = entries[0]!;
    const last = entries[entries.length - 1]!;
    entries.length--;
    if (entries.length === 0) return first.id;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && isBefore(entries[child + 1]!, entries[child]!)) child++;
      if (!isBefore(entries[child]!, last)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = last;
    return first.id;
  }
}
