/**
 * Longhands of anchor positioning.
 *
 * CSS Anchor Positioning 1 https://drafts.csswg.org/css-anchor-position-1/
 */
import type { ValueReader } from '../value-reader.ts';
import { type Longhand, plain } from './longhand.ts';

function parseAnchorNames(reader: ValueReader): readonly string[] | undefined {
  if (reader.takeWord('none')) return [];
  const names: string[] = [];
  do {
    const name = reader.takeIdentifier();
    if (!name?.startsWith('--')) return undefined;
    names.push(name);
  } while (reader.takeComma());
  return names;
}

function parseAnchor(reader: ValueReader): string | null | undefined {
  if (reader.takeWord('auto') || reader.takeWord('none')) return null;
  const name = reader.takeIdentifier();
  return name?.startsWith('--') ? name : undefined;
}

const AREA_WORD =
  /^(?:center|span-all|(?:span-)?(?:top|bottom|left|right|(?:self-)?(?:(?:block|inline|x|y)-)?(?:start|end)))$/;

function parseArea(reader: ValueReader): string | null | undefined {
  if (reader.takeWord('none')) return null;
  const words: string[] = [];
  for (let word = reader.peekWord(); word !== null && AREA_WORD.test(word); word = reader.peekWord()) {
    words.push(word);
    reader.skip();
  }
  return words.length === 1 || words.length === 2 ? words.join(' ') : undefined;
}

/** none | [ <dashed-ident> || <flips> | <area> ]#, as words with one space between them; layout reads them. */
function parseFallbacks(reader: ValueReader): string | undefined {
  if (reader.takeWord('none')) return 'none';
  const options: string[] = [];
  do {
    const words: string[] = [];
    for (let word = reader.peekWord(); word !== null; word = reader.peekWord()) {
      if (!FLIP.test(word) && !AREA_WORD.test(word) && !word.startsWith('--')) return undefined;
      words.push(reader.takeIdentifier()!);
    }
    if (words.length === 0) return undefined;
    options.push(words.join(' '));
  } while (reader.takeComma());
  return options.join(', ');
}

const FLIP = /^flip-(?:block|inline|start|x|y)$/;

export const ANCHOR_LONGHANDS: readonly Longhand[] = [
  plain('anchor-name', 'anchorName', false, parseAnchorNames),
  plain('position-anchor', 'positionAnchor', false, parseAnchor),
  plain('position-area', 'positionArea', false, parseArea),
  plain('position-try-fallbacks', 'positionTryFallbacks', false, parseFallbacks),
];
