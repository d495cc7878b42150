/**
 * Longhands that tell what can be seen and done: colours, backgrounds, decoration, cursor, selection.
 *
 * CSS Color 4, CSS Backgrounds 3 §2, CSS UI 4 https://drafts.csswg.org/css-ui-4/, CSS Text Decoration 3 §2.1.
 */
import { resolveColor, takeColor } from '../color.ts';
import type { ComputeContext } from '../compute-context.ts';
import type { ComputedStyle } from '../computed-style.ts';
import { takeNumber } from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { takeImage } from './lists.ts';
import { computed, keywords, type Longhand, plain, wordMap } from './longhand.ts';

const CURSORS = wordMap(
  (
    'auto default none context-menu help pointer progress wait cell crosshair text vertical-text alias copy move ' +
    'no-drop not-allowed grab grabbing e-resize n-resize ne-resize nw-resize s-resize se-resize sw-resize w-resize ' +
    'ew-resize ns-resize nesw-resize nwse-resize col-resize row-resize all-scroll zoom-in zoom-out'
  ).split(' '),
  { '-webkit-grab': 'grab', '-webkit-grabbing': 'grabbing', '-webkit-zoom-in': 'zoom-in' },
);

/** Images come first and need a word to fall back to, which is all that counts here. */
function parseCursor(reader: ValueReader): string | undefined {
  while (takeImage(reader) !== undefined) {
    takeNumber(reader);
    takeNumber(reader);
    if (!reader.takeComma()) return undefined;
  }
  return reader.takeFrom(CURSORS);
}

/** One layer of 'background-image'. */
function takeBackgroundImage(reader: ValueReader): boolean | undefined {
  if (reader.takeWord('none')) return false;
  return takeImage(reader) === undefined ? undefined : true;
}

function parseBackgroundImages(reader: ValueReader): boolean | undefined {
  let any = false;
  do {
    const image = takeBackgroundImage(reader);
    if (image === undefined) return undefined;
    any ||= image;
  } while (reader.takeComma());
  return any;
}

const SCHEME_WORDS = new Set(['light', 'dark', 'only', 'normal']);

/** Which schemes an element supports; what is used is decided with the environment. */
function parseColorScheme(reader: ValueReader): readonly string[] | undefined {
  const words: string[] = [];
  for (let word = reader.takeIdentifier(); word !== null; word = reader.takeIdentifier())
    words.push(word.toLowerCase());
  const isAlone = words.length === 1;
  if (words.length === 0 || words.includes('default') || (isAlone && words[0] === 'only')) return undefined;
  if (words.includes('normal') && !isAlone) return undefined;
  const only = words.indexOf('only');
  if (only > 0 && only < words.length - 1) return undefined;
  return words.filter((word) => SCHEME_WORDS.has(word));
}

function computeColorScheme(value: readonly string[], context: ComputeContext): 'light' | 'dark' {
  const dark = value.includes('dark');
  if (!value.includes('light')) return dark ? 'dark' : 'light';
  return dark ? context.environment.colorScheme : 'light';
}

const LINES = wordMap(['underline', 'overline', 'line-through', 'blink', 'spelling-error', 'grammar-error']);

export function takeDecorationLine(reader: ValueReader): string | undefined {
  if (reader.takeWord('none')) return 'none';
  const lines = new Set<string>();
  for (let line = reader.takeFrom(LINES); line !== undefined; line = reader.takeFrom(LINES)) {
    if (lines.has(line)) return undefined;
    lines.add(line);
  }
  return lines.size === 0 ? undefined : [...LINES.keys()].filter((line) => lines.has(line)).join(' ');
}

const POINTER_EVENTS = wordMap<ComputedStyle['pointerEvents']>(['auto', 'none'], {
  visiblepainted: 'auto',
  visiblefill: 'auto',
  visiblestroke: 'auto',
  visible: 'auto',
  painted: 'auto',
  fill: 'auto',
  stroke: 'auto',
  all: 'auto',
  'bounding-box': 'auto',
});

export const APPEARANCE_LONGHANDS: readonly Longhand[] = [
  computed('color-scheme', 'colorScheme', true, parseColorScheme, computeColorScheme),
  computed('color', 'color', true, takeColor, (value, context) =>
    resolveColor(value, context.parent.color, context.style.colorScheme),
  ),
  computed('background-color', 'backgroundColor', false, takeColor, (value, context) =>
    resolveColor(value, context.style.color, context.style.colorScheme),
  ),
  plain('background-image', 'hasBackgroundImage', false, parseBackgroundImages),
  plain('text-decoration-line', 'textDecorationLine', false, takeDecorationLine),
  plain('cursor', 'cursor', true, parseCursor),
  plain('pointer-events', 'pointerEvents', true, (reader) => reader.takeFrom(POINTER_EVENTS)),
  keywords('transform-style', 'transformStyle', false, ['flat', 'preserve-3d']),
  keywords('backface-visibility', 'backfaceVisibility', false, ['visible', 'hidden']),
  keywords('user-select', 'userSelect', true, ['auto', 'text', 'none', 'all']),
  keywords('interactivity', 'interactivity', true, ['auto', 'inert']),
];
