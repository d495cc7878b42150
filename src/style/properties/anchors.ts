/**
 * Longhands of anchor positioning.
 *
 * CSS Anchor Positioning 1 https://drafts.csswg.org/css-anchor-position-1/
 */
import { takeArea, takeFallback } from '../position-area-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { keywords, type Longhand, plain } from './longhand.ts';

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

function parseScope(reader: ValueReader): readonly string[] | undefined {
  return reader.takeWord('all') ? ALL : parseAnchorNames(reader);
}

const ALL = ['*'];

function parseAnchor(reader: ValueReader): string | undefined {
  for (const word of ['normal', 'auto', 'none']) if (reader.takeWord(word)) return word;
  const name = reader.takeIdentifier();
  return name?.startsWith('--') ? name : undefined;
}

function parseArea(reader: ValueReader): string | null | undefined {
  return reader.takeWord('none') ? null : takeArea(reader);
}

/** As words with one space between them; layout reads them. */
function parseFallbacks(reader: ValueReader): string | undefined {
  if (reader.takeWord('none')) return 'none';
  const options: string[] = [];
  do {
    const option = takeFallback(reader);
    if (option === undefined) return undefined;
    options.push(option);
  } while (reader.takeComma());
  return options.join(', ');
}

/** 'always', or words in any order. */
function parseVisibility(reader: ValueReader): string | undefined {
  if (reader.takeWord('always')) return 'always';
  const words = new Set<string>();
  for (let word = reader.peekWord(); word !== null; word = reader.peekWord()) {
    if (!VISIBILITY.includes(word) || words.has(word)) return undefined;
    words.add(word);
    reader.skip();
  }
  return words.size === 0 ? undefined : VISIBILITY.filter((word) => words.has(word)).join(' ');
}

const VISIBILITY = ['anchors-valid', 'anchors-visible', 'no-overflow'];

export const ANCHOR_LONGHANDS: readonly Longhand[] = [
  plain('anchor-name', 'anchorName', false, parseAnchorNames),
  plain('anchor-scope', 'anchorScope', false, parseScope),
  plain('position-anchor', 'positionAnchor', false, parseAnchor),
  plain('position-area', 'positionArea', false, parseArea),
  plain('position-try-fallbacks', 'positionTryFallbacks', false, parseFallbacks),
  keywords('position-try-order', 'positionTryOrder', false, [
    'normal',
    'most-width',
    'most-height',
    'most-block-size',
    'most-inline-size',
  ]),
  plain('position-visibility', 'positionVisibility', false, parseVisibility),
];
