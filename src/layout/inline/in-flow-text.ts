/**
 * The text of an inline formatting context without the characters of floats and out-of-flow boxes.
 *
 * In:  the text and its items. Out: what stands in the flow, and how offsets of the two correspond.
 *
 * Such boxes have a character so that offsets order them, but lines break as if they were not there.
 */
import type { InlineItem } from './items.ts';

export class InFlowText {
  readonly text: string;
  readonly #length: number;
  /** Offsets of the characters that were left out, in order. */
  readonly #leftOut: readonly number[];
  #next: Int32Array | null = null;
  #previous: Int32Array | null = null;

  constructor(text: string, items: readonly InlineItem[]) {
    let leftOut: number[] | null = null;
    let kept = '';
    let from = 0;
    for (const { kind, start } of items) {
      if (kind !== 'float' && kind !== 'out-of-flow') continue;
      leftOut ??= [];
      leftOut.push(start);
      kept += text.slice(from, start);
      from = start + 1;
    }
    this.#length = text.length;
    this.#leftOut = leftOut ?? NONE;
    this.text = leftOut === null ? text : kept + text.slice(from);
  }

  /** The first place at or after an offset with a character in the flow behind it. */
  after(offset: number): number {
    if (this.#leftOut.length === 0) return offset;
    this.#next ??= this.#makeNext();
    return this.#next[offset] ?? offset;
  }

  /** The last place at or before an offset with a character in the flow before it. */
  before(offset: number): number {
    if (this.#leftOut.length === 0) return offset;
    this.#previous ??= this.#makePrevious();
    return this.#previous[offset] ?? offset;
  }

  /** Values for places in `text` become values for places in the whole text: the same on both sides of a gap. */
  spread(values: Uint8Array, atEnd: number): Uint8Array {
    if (this.#leftOut.length === 0) return values;
    const all = new Uint8Array(this.#length + 1);
    let skipped = 0;
    for (let at = 0; at <= this.#length; at++) {
      all[at] = at - skipped === this.text.length ? atEnd : values[at - skipped]!;
      if (this.#leftOut[skipped] === at) skipped++;
    }
    return all;
  }

  #makeNext(): Int32Array {
    const next = new Int32Array(this.#length + 1);
    let gap = this.#leftOut.length - 1;
    for (let at = this.#length; at >= 0; at--) {
      const isLeftOut = this.#leftOut[gap] === at;
      next[at] = isLeftOut ? next[at + 1]! : at;
      if (isLeftOut) gap--;
    }
    return next;
  }

  #makePrevious(): Int32Array {
    const previous = new Int32Array(this.#length + 1);
    let gap = 0;
    for (let at = 1; at <= this.#length; at++) {
      const isLeftOut = this.#leftOut[gap] === at - 1;
      previous[at] = isLeftOut ? previous[at - 1]! : at;
      if (isLeftOut) gap++;
    }
    return previous;
  }
}

const NONE: readonly number[] = Object.freeze([]);
