/**
 * Values of 'position-area' and of 'position-try-fallbacks', which may have areas among them.
 *
 * In:  a value reader. Out: the words as they are written in a computed value; `undefined` for what is not valid.
 *
 * CSS Anchor Positioning 1 §3.1, §5.1 https://drafts.csswg.org/css-anchor-position-1/#typedef-position-area
 */
import type { ValueReader } from './value-reader.ts';

/** Words go together that are of one row; the axis that is written first stands first. */
type AxisName = 'x' | 'y' | 'block' | 'inline' | 'self-block' | 'self-inline' | 'either' | 'self' | 'any';

const PARTNER: Readonly<Record<AxisName, AxisName>> = {
  x: 'y',
  y: 'x',
  block: 'inline',
  inline: 'block',
  'self-block': 'self-inline',
  'self-inline': 'self-block',
  either: 'either',
  self: 'self',
  any: 'any',
};
const WRITTEN_FIRST: ReadonlySet<AxisName> = new Set<AxisName>(['x', 'block', 'self-block']);

const AREA_WORD =
  /^(?:center|span-all|(?:span-)?(?:top|bottom|left|right|(?:self-)?(?:(?:block|inline|x|y)-)?(?:start|end)))$/;

function axisOf(word: string): AxisName {
  if (word === 'center' || word === 'span-all') return 'any';
  if (/left|right|x-/.test(word)) return 'x';
  if (/top|bottom|y-/.test(word)) return 'y';
  const self = word.includes('self-');
  if (word.includes('block-')) return self ? 'self-block' : 'block';
  if (word.includes('inline-')) return self ? 'self-inline' : 'inline';
  return self ? 'self' : 'either';
}

/** One word or two. */
export function takeArea(reader: ValueReader): string | undefined {
  const words: string[] = [];
  for (let word = reader.peekWord(); word !== null && AREA_WORD.test(word); word = reader.peekWord()) {
    words.push(word);
    reader.skip();
  }
  if (words.length === 1) return words[0];
  return words.length === 2 ? pairOf(words[0]!, words[1]!) : undefined;
}

function pairOf(first: string, second: string): string | undefined {
  const [one, two] = [axisOf(first), axisOf(second)];
  if (one !== 'any' && two !== 'any' && PARTNER[one] !== two) return undefined;
  if (first === second) return first;
  if (one === 'any' && two === 'any') return `${first} ${second}`;
  // Words that say nothing of their axis stand for the block axis first: their order means something.
  const known = one === 'any' ? two : one;
  if (known === 'either' || known === 'self') return `${first} ${second}`;
  // A word of an axis leaves the other one open, which is 'span-all'.
  if (second === 'span-all') return first;
  if (first === 'span-all') return second;
  const firstAxis = one === 'any' ? PARTNER[two] : one;
  return WRITTEN_FIRST.has(firstAxis) ? `${first} ${second}` : `${second} ${first}`;
}

const FLIP = /^flip-(?:block|inline|start|x|y)$/;

/** One fallback: an area alone, or the name of a rule, or flips, or both of these. */
export function takeFallback(reader: ValueReader): string | undefined {
  const word = reader.peekWord();
  if (word === null) return undefined;
  if (AREA_WORD.test(word)) return takeArea(reader);
  const name = takeName(reader);
  const flips: string[] = [];
  for (let at = reader.peekWord(); at !== null && FLIP.test(at); at = reader.peekWord()) {
    if (flips.includes(at)) return undefined;
    flips.push(at);
    reader.skip();
  }
  const nameBehind = name === null && flips.length > 0 ? takeName(reader) : null;
  const words = [...(name === null ? [] : [name]), ...(nameBehind === null ? [] : [nameBehind]), ...flips];
  return words.length === 0 ? undefined : words.join(' ');
}

function takeName(reader: ValueReader): string | null {
  return reader.peekWord()?.startsWith('--') ? reader.takeIdentifier() : null;
}
