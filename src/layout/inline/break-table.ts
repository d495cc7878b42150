/**
 * Break opportunities of one text under the styles that occur in it.
 *
 * In:  the text of an inline formatting context. Out: opportunities for a style, computed when first asked for and kept;
 *      the key is every property that changes breaking, so there are few of them however many boxes there are.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { breakOpportunities } from './break.ts';

export class BreakTable {
  readonly #text: string;
  readonly #byKey = new Map<string, Uint8Array>();

  constructor(text: string) {
    this.#text = text;
  }

  /** With `anywhere` a line may end between any two characters. */
  forStyle(style: ComputedStyle, anywhere: boolean): Uint8Array {
    const lineBreak = anywhere ? 'anywhere' : style.lineBreak;
    const wordBreak = style.wordBreak;
    const breakSpaces = style.whiteSpaceCollapse === 'break-spaces';
    const hyphens = style.hyphens === 'none' ? 'none' : 'manual';
    const key = `${wordBreak} ${lineBreak} ${hyphens} ${breakSpaces}`;
    let opportunities = this.#byKey.get(key);
    if (opportunities === undefined) {
      opportunities = breakOpportunities(this.#text, { wordBreak, lineBreak, hyphens, breakSpaces });
      this.#byKey.set(key, opportunities);
    }
    return opportunities;
  }
}
