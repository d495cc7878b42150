/**
 * Break opportunities of one text under the styles that occur in it.
 *
 * In:  the text of an inline formatting context and its items.
 * Out: opportunities for a style, computed when first asked for and kept; the key is every property that changes
 *      breaking, so there are few of them however many boxes there are.
 *
 * Floats and out-of-flow boxes have a character in the text, but lines break as if they were not there.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { breakOpportunities } from './break.ts';
import { type InlineItem, isBreakableSpace } from './items.ts';

export class BreakTable {
  readonly #length: number;
  /** The text without what is not in the flow. */
  readonly #inFlow: string;
  /** Offsets of the characters that were left out. */
  readonly #leftOut: readonly number[];
  readonly #byKey = new Map<string, Uint8Array>();
  /** Faster: styles are shared objects, so most questions need no key. */
  readonly #byStyle = new Map<ComputedStyle, Uint8Array>();

  constructor(text: string, items: readonly InlineItem[]) {
    const leftOut: number[] = [];
    const parts: string[] = [];
    let from = 0;
    for (const { kind, start } of items) {
      if (kind !== 'float' && kind !== 'out-of-flow') continue;
      leftOut.push(start);
      parts.push(text.slice(from, start));
      from = start + 1;
    }
    this.#length = text.length;
    this.#leftOut = leftOut;
    this.#inFlow = leftOut.length === 0 ? text : parts.join('') + text.slice(from);
  }

  /** With `anywhere` a line may end between any two characters. */
  forStyle(style: ComputedStyle, anywhere: boolean): Uint8Array {
    if (anywhere) return this.#lookUp(style, true);
    let opportunities = this.#byStyle.get(style);
    if (opportunities === undefined) {
      opportunities = this.#lookUp(style, false);
      this.#byStyle.set(style, opportunities);
    }
    return opportunities;
  }

  #lookUp(style: ComputedStyle, anywhere: boolean): Uint8Array {
    const lineBreak = anywhere ? 'anywhere' : style.lineBreak;
    const wordBreak = style.wordBreak;
    const breakSpaces = style.whiteSpaceCollapse === 'break-spaces';
    const hyphens = style.hyphens === 'none' ? 'none' : 'manual';
    const key = `${wordBreak} ${lineBreak} ${hyphens} ${breakSpaces}`;
    let opportunities = this.#byKey.get(key);
    if (opportunities === undefined) {
      const inFlow = breakOpportunities(this.#inFlow, { wordBreak, lineBreak, hyphens, breakSpaces });
      if (breakSpaces && lineBreak === 'anywhere') this.#breakBeforeSpaces(inFlow);
      opportunities = this.#spread(inFlow);
      this.#byKey.set(key, opportunities);
    }
    return opportunities;
  }

  /** Spaces that never hang are characters like others where a line may break between any two. */
  #breakBeforeSpaces(opportunities: Uint8Array): void {
    const text = this.#inFlow;
    for (let at = 1; at < text.length; at++) {
      if (opportunities[at] === 0 && isBreakableSpace(text.charCodeAt(at))) opportunities[at] = 1;
    }
  }

  /** An opportunity where something was left out is one before and one after it. */
  #spread(inFlow: Uint8Array): Uint8Array {
    if (this.#leftOut.length === 0) return inFlow;
    const all = new Uint8Array(this.#length + 1);
    let skipped = 0;
    for (let at = 0; at <= this.#length; at++) {
      // What comes after all text may be left for another line.
      all[at] = at - skipped === this.#inFlow.length ? 1 : inFlow[at - skipped]!;
      if (this.#leftOut[skipped] === at) skipped++;
    }
    return all;
  }
}
