/**
 * Break opportunities of one text under the styles that occur in it.
 *
 * In:  the text of an inline formatting context.
 * Out: opportunities for a style, computed when first asked for and kept; the key is every property that changes
 *      breaking, so there are few of them however many boxes there are.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { breakOpportunities } from './break.ts';
import type { InFlowText } from './in-flow-text.ts';
import { isBreakableSpace } from './items.ts';

const MAY_BREAK = 1;
const NOWHERE = new Uint8Array(0);

export class BreakTable {
  readonly #inFlow: InFlowText;
  #byKey: Map<string, Uint8Array> | null = null;
  /** Faster: most texts have one style or two, and styles are shared objects, so most questions need no key. */
  #lastStyle: ComputedStyle | null = null;
  #last: Uint8Array = NOWHERE;

  constructor(inFlow: InFlowText) {
    this.#inFlow = inFlow;
  }

  /** With `anywhere` a line may end between any two characters. */
  forStyle(style: ComputedStyle, anywhere: boolean): Uint8Array {
    if (anywhere) return this.#lookUp(style, true);
    if (this.#lastStyle !== style) {
      this.#last = this.#lookUp(style, false);
      this.#lastStyle = style;
    }
    return this.#last;
  }

  #lookUp(style: ComputedStyle, anywhere: boolean): Uint8Array {
    const lineBreak = anywhere ? 'anywhere' : style.lineBreak;
    const wordBreak = style.wordBreak;
    const breakSpaces = style.whiteSpaceCollapse === 'break-spaces';
    const hyphens = style.hyphens === 'none' ? 'none' : 'manual';
    const key = `${wordBreak} ${lineBreak} ${hyphens} ${breakSpaces}`;
    this.#byKey ??= new Map();
    let opportunities = this.#byKey.get(key);
    if (opportunities === undefined) {
      const inFlow = breakOpportunities(this.#inFlow.text, { wordBreak, lineBreak, hyphens, breakSpaces });
      if (breakSpaces && lineBreak === 'anywhere') this.#breakBeforeSpaces(inFlow);
      // What comes after all text may be left for another line.
      opportunities = this.#inFlow.spread(inFlow, MAY_BREAK);
      this.#byKey.set(key, opportunities);
    }
    return opportunities;
  }

  /** Spaces that never hang are characters like others where a line may break between any two. */
  #breakBeforeSpaces(opportunities: Uint8Array): void {
    const { text } = this.#inFlow;
    for (let at = 1; at < text.length; at++) {
      if (opportunities[at] === 0 && isBreakableSpace(text.charCodeAt(at))) opportunities[at] = MAY_BREAK;
    }
  }
}
