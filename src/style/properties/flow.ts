/**
 * Longhands that decide what kind of box an element makes and where it flows: display, position, float, overflow,
 * writing mode, stacking.
 *
 * CSS Display 3 §2 https://drafts.csswg.org/css-display-3/#the-display-properties, CSS Positioned Layout 3,
 * CSS Writing Modes 4, CSS Overflow 3.
 */
import type { ComputeContext } from '../compute-context.ts';
import type { Overflow } from '../computed-style.ts';
import type { Display } from '../display.ts';
import { computeNumber, takeInteger, takeNumber, takeNumberOrPercentage } from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, keywords, type Longhand, logical, plain, wordMap } from './longhand.ts';

/** 'display' as specified: old flexible boxes keep their name until line clamping has been looked at. */
type SpecifiedDisplay = Display | '-webkit-box' | '-webkit-inline-box';

const SINGLE_DISPLAY = wordMap<SpecifiedDisplay>(
  [
    'none',
    'contents',
    'block',
    'flow-root',
    'inline',
    'inline-block',
    'list-item',
    'flex',
    'inline-flex',
    'grid',
    'inline-grid',
    'table',
    'inline-table',
    'table-row-group',
    'table-header-group',
    'table-footer-group',
    'table-row',
    'table-cell',
    'table-caption',
    'table-column',
    'table-column-group',
    'ruby',
    'ruby-text',
    'math',
    '-webkit-box',
    '-webkit-inline-box',
  ],
  { '-webkit-flex': 'flex', '-webkit-inline-flex': 'inline-flex', flow: 'block' },
);

const OUTSIDE = wordMap(['block', 'inline']);
const INSIDE = wordMap(['flow', 'flow-root', 'table', 'flex', 'grid', 'ruby', 'math'], { '-webkit-flex': 'flex' });

/** The two-word forms, by outer and inner type. */
const PAIRS: Readonly<Record<string, Display>> = {
  'block flow': 'block',
  'block flow-root': 'flow-root',
  'block table': 'table',
  'block flex': 'flex',
  'block grid': 'grid',
  // Differs: a block-level ruby container is laid out as a plain block.
  'block ruby': 'block',
  'block math': 'block',
  'inline flow': 'inline',
  'inline flow-root': 'inline-block',
  'inline table': 'inline-table',
  'inline flex': 'inline-flex',
  'inline grid': 'inline-grid',
  'inline ruby': 'ruby',
  'inline math': 'math',
};

function parseDisplay(reader: ValueReader): SpecifiedDisplay | undefined {
  const start = reader.position;
  const single = reader.takeFrom(SINGLE_DISPLAY);
  if (single !== undefined && reader.done) return single;
  reader.rewind(start);
  return parseDisplayWords(reader);
}

/** Outer type, inner type and 'list-item' in any order, each at most once. */
function parseDisplayWords(reader: ValueReader): Display | undefined {
  let outside: string | undefined;
  let inside: string | undefined;
  let listItem = false;
  while (!reader.done) {
    if (!listItem && reader.takeWord('list-item')) {
      listItem = true;
      continue;
    }
    const outer = outside === undefined ? reader.takeFrom(OUTSIDE) : undefined;
    if (outer !== undefined) {
      outside = outer;
      continue;
    }
    const inner = inside === undefined ? reader.takeFrom(INSIDE) : undefined;
    if (inner === undefined) return undefined;
    inside = inner;
  }
  if (listItem) {
    if (inside === 'flow-root') return outside === 'inline' ? 'inline-block-list-item' : 'flow-root-list-item';
    if (inside !== undefined && inside !== 'flow') return undefined;
    return outside === 'inline' ? 'inline-list-item' : 'list-item';
  }
  // Without an outer type, 'ruby' and 'math' are inline-level; they came as a single word already.
  return PAIRS[`${outside ?? 'block'} ${inside ?? 'flow'}`];
}

function computeDisplay(value: SpecifiedDisplay, context: ComputeContext): Display {
  context.style.isLegacyBox = value === '-webkit-box' || value === '-webkit-inline-box';
  if (value === '-webkit-box') return 'flex';
  return value === '-webkit-inline-box' ? 'inline-flex' : value;
}

const OVERFLOW: readonly Overflow[] = ['visible', 'hidden', 'clip', 'scroll', 'auto'];
const OVERFLOW_ALIASES = { overlay: 'auto', '-webkit-paged-x': 'visible', '-webkit-paged-y': 'visible' } as const;
const OVERFLOW_X = keywords('overflow-x', 'overflowX', false, OVERFLOW, OVERFLOW_ALIASES);

function parseScrollbarGutter(reader: ValueReader): 'auto' | 'stable' | 'stable both-edges' | undefined {
  if (reader.takeWord('auto')) return 'auto';
  const edgesFirst = reader.takeWord('both-edges');
  if (!reader.takeWord('stable')) return undefined;
  return edgesFirst || reader.takeWord('both-edges') ? 'stable both-edges' : 'stable';
}

export const FLOW_LONGHANDS: readonly Longhand[] = [
  computed('display', 'display', false, parseDisplay, computeDisplay),
  keywords('position', 'position', false, ['static', 'relative', 'absolute', 'fixed', 'sticky']),
  keywords('float', 'float', false, ['none', 'left', 'right', 'inline-start', 'inline-end']),
  keywords('clear', 'clear', false, ['none', 'left', 'right', 'both', 'inline-start', 'inline-end']),
  keywords('box-sizing', 'boxSizing', false, ['content-box', 'border-box']),
  keywords('visibility', 'visibility', true, ['visible', 'hidden', 'collapse']),
  OVERFLOW_X,
  keywords('overflow-y', 'overflowY', false, OVERFLOW, OVERFLOW_ALIASES),
  logical('overflow-inline', 'overflow-*', 'inline-axis', OVERFLOW_X),
  logical('overflow-block', 'overflow-*', 'block-axis', OVERFLOW_X),
  plain('scrollbar-gutter', 'scrollbarGutter', false, parseScrollbarGutter),
  keywords('scrollbar-width', 'scrollbarWidth', false, ['auto', 'thin', 'none']),
  keywords('direction', 'direction', true, ['ltr', 'rtl']),
  keywords(
    'writing-mode',
    'writingMode',
    true,
    ['horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'],
    {
      lr: 'horizontal-tb',
      'lr-tb': 'horizontal-tb',
      rl: 'horizontal-tb',
      'rl-tb': 'horizontal-tb',
      tb: 'vertical-rl',
      'tb-rl': 'vertical-rl',
    },
  ),
  keywords(
    'unicode-bidi',
    'unicodeBidi',
    false,
    ['normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'],
    {
      '-webkit-isolate': 'isolate',
      '-webkit-isolate-override': 'isolate-override',
      '-webkit-plaintext': 'plaintext',
    },
  ),
  computed(
    'z-index',
    'zIndex',
    false,
    (reader) => (reader.takeWord('auto') ? ('auto' as const) : takeInteger(reader)),
    (value, context) => (value === 'auto' ? value : computeNumber(value, context)),
  ),
  computed('order', 'order', false, (reader) => takeInteger(reader), computeNumber),
  // The field holds the used zoom: compute.ts multiplies the parent's by this.
  computed(
    'zoom',
    'zoom',
    false,
    (reader) =>
      reader.takeWord('normal') || reader.takeWord('reset') ? 1 : takeNumberOrPercentage(reader, { least: 0 }),
    (value, context) => computeNumber(value, context) || 1,
  ),
  keywords('-webkit-box-orient', 'boxOrient', false, ['horizontal', 'vertical'], {
    'inline-axis': 'horizontal',
    'block-axis': 'vertical',
  }),
  keywords('-webkit-box-direction', 'boxDirection', true, ['normal', 'reverse']),
  keywords('-webkit-box-pack', 'boxPack', false, ['start', 'end', 'center', 'justify']),
  keywords('-webkit-box-align', 'boxAlign', false, ['stretch', 'start', 'end', 'center', 'baseline']),
  computed('-webkit-box-flex', 'boxFlex', false, (reader) => takeNumber(reader), computeNumber),
  computed('-webkit-box-ordinal-group', 'boxOrdinalGroup', false, (reader) => takeInteger(reader, 1), computeNumber),
];
