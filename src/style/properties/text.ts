/**
 * Longhands of text: spacing, alignment, wrapping, transformation, and alignment within a line.
 *
 * CSS Text 4 https://drafts.csswg.org/css-text-4/, CSS Writing Modes 4 §5, CSS Inline 3, CSS Overflow 4 §5.
 */
import { LARGEST_LENGTH } from '../calc-evaluate.ts';
import type { ComputeContext } from '../compute-context.ts';
import type { ComputedStyle } from '../computed-style.ts';
import {
  computeLength,
  computeNumber,
  computePixels,
  LENGTH_PERCENT,
  NON_NEGATIVE_LENGTH,
  type SpecifiedLength,
  type SpecifiedNumber,
  takeInteger,
  takeLength,
  takeNumber,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, keywords, type Longhand, plain, quirky, wordMap } from './longhand.ts';

function parseSpacing(reader: ValueReader): SpecifiedLength | undefined {
  return reader.takeWord('normal') ? 0 : takeLength(reader, LENGTH_PERCENT);
}

/** Percentages of letter and word spacing are of the font size. */
function computeSpacing(value: SpecifiedLength, context: ComputeContext): number {
  const length = computeLength(value, context);
  if (typeof length === 'number') return length;
  return length.kind === 'percent' ? (context.fontSize * length.value) / 100 : length.evaluate(context.fontSize);
}

type TextAlign = ComputedStyle['textAlign'] | '-internal-center';

const TEXT_ALIGN = wordMap<TextAlign>(
  [
    'start',
    'end',
    'left',
    'right',
    'center',
    'justify',
    '-webkit-left',
    '-webkit-right',
    '-webkit-center',
    '-internal-center',
  ],
  { '-webkit-match-parent': 'match-parent', '-webkit-auto': 'start' },
);

/** 'match-parent' and the centring of header cells, which gives way to any alignment that is inherited. */
function computeTextAlign(value: TextAlign, context: ComputeContext): ComputedStyle['textAlign'] {
  const inherited = context.parent.textAlign;
  if (value === '-internal-center') return inherited === 'start' ? 'center' : inherited;
  if (value !== 'match-parent') return value;
  const leftToRight = context.parent.direction === 'ltr';
  if (inherited === 'start') return leftToRight ? 'left' : 'right';
  if (inherited === 'end') return leftToRight ? 'right' : 'left';
  return inherited;
}

const CASES = wordMap(['capitalize', 'uppercase', 'lowercase']);

/** Chrome changes case, not width. */
function parseTextTransform(reader: ValueReader): ComputedStyle['textTransform'] | undefined {
  if (reader.takeWord('none') || reader.takeWord('math-auto')) return 'none';
  return reader.takeFrom(CASES);
}

type TabSize = { readonly spaces: SpecifiedNumber } | SpecifiedLength;

function parseTabSize(reader: ValueReader): TabSize | undefined {
  const spaces = takeNumber(reader, { least: 0 });
  return spaces === undefined ? takeLength(reader, NON_NEGATIVE_LENGTH) : { spaces };
}

function computeTabSize(value: TabSize, context: ComputeContext): ComputedStyle['tabSize'] {
  if (typeof value === 'object' && 'spaces' in value) return computeNumber(value.spaces, context);
  return { px: computePixels(value, context) };
}

const VERTICAL_ALIGN = wordMap([
  'baseline',
  'sub',
  'super',
  'top',
  'text-top',
  'middle',
  'bottom',
  'text-bottom',
  '-webkit-baseline-middle',
] as const);

type VerticalAlign = SpecifiedLength | Extract<ComputedStyle['verticalAlign'], string>;

const SINK = wordMap(['drop', 'raise']);

/** normal | <number> <integer>? | <number> && [drop | raise]?; 'drop' sinks as deep as whole lines go. */
function parseInitialLetter(reader: ValueReader): ComputedStyle['initialLetter'] | undefined {
  if (reader.takeWord('normal')) return null;
  const before = reader.takeFrom(SINK);
  const given = takeNumber(reader, { least: 1 });
  if (typeof given !== 'number') return undefined;
  const size = Math.min(given, LARGEST_LENGTH);
  const word = before ?? reader.takeFrom(SINK);
  if (word === 'raise') return { size, sink: 1 };
  const sink = word === undefined ? takeInteger(reader, 1) : undefined;
  return { size, sink: typeof sink === 'number' ? sink : Math.floor(size) };
}

const YES = wordMap(['yes', 'no']);
const takeFlag = (reader: ValueReader) => {
  const word = reader.takeFrom(YES);
  return word === undefined ? undefined : word === 'yes';
};

const EDGES_OVER = wordMap(['text', 'cap', 'ex']);
const EDGES_UNDER = wordMap(['text', 'alphabetic']);

/** auto | text | [text | cap | ex] [text | alphabetic] */
function parseTextBoxEdge(reader: ValueReader): ComputedStyle['textBoxEdge'] | undefined {
  if (reader.takeWord('auto')) return 'auto';
  const over = reader.takeFrom(EDGES_OVER);
  const under = reader.takeFrom(EDGES_UNDER);
  if (over === undefined) return undefined;
  // Only 'text' is an edge on both sides, and may stand alone.
  if (under === undefined) return over === 'text' ? 'text text' : undefined;
  return `${over} ${under}`;
}

export const TEXT_LONGHANDS: readonly Longhand[] = [
  quirky(computed('letter-spacing', 'letterSpacing', true, parseSpacing, computeSpacing)),
  quirky(computed('word-spacing', 'wordSpacing', true, parseSpacing, computeSpacing)),
  // 'text-indent' sets three fields; the shorthand table splits it into these.
  quirky(
    computed(
      '-internal-text-indent',
      'textIndent',
      true,
      (reader) => takeLength(reader, LENGTH_PERCENT),
      computeLength,
    ),
  ),
  plain('-internal-text-indent-hanging', 'textIndentHanging', true, takeFlag),
  plain('-internal-text-indent-each-line', 'textIndentEachLine', true, takeFlag),
  computed('text-align', 'textAlign', true, (reader) => reader.takeFrom(TEXT_ALIGN), computeTextAlign),
  keywords('ruby-position', 'rubyPosition', true, ['over', 'under']),
  keywords('text-align-last', 'textAlignLast', true, ['auto', 'start', 'end', 'left', 'right', 'center', 'justify']),
  keywords('text-justify', 'textJustify', true, ['auto', 'none', 'inter-word', 'inter-character'], {
    distribute: 'inter-character',
  }),
  plain('text-transform', 'textTransform', true, parseTextTransform),
  keywords('white-space-collapse', 'whiteSpaceCollapse', true, [
    'collapse',
    'preserve',
    'preserve-breaks',
    'break-spaces',
  ]),
  keywords('baseline-source', 'baselineSource', false, ['auto', 'first', 'last']),
  keywords('text-box-trim', 'textBoxTrim', false, ['none', 'trim-start', 'trim-end', 'trim-both']),
  plain('text-box-edge', 'textBoxEdge', true, parseTextBoxEdge),
  keywords('text-wrap-mode', 'textWrapMode', true, ['wrap', 'nowrap']),
  keywords('text-wrap-style', 'textWrapStyle', true, ['auto', 'balance', 'pretty', 'stable']),
  keywords('overflow-wrap', 'overflowWrap', true, ['normal', 'break-word', 'anywhere']),
  keywords('word-break', 'wordBreak', true, ['normal', 'break-all', 'keep-all', 'break-word', 'auto-phrase']),
  keywords('line-break', 'lineBreak', true, ['auto', 'loose', 'normal', 'strict', 'anywhere']),
  keywords('hyphens', 'hyphens', true, ['none', 'manual', 'auto']),
  plain('hyphenate-character', 'hyphenateCharacter', true, (reader) =>
    reader.takeWord('auto') ? null : (reader.takeString() ?? undefined),
  ),
  computed('tab-size', 'tabSize', true, parseTabSize, computeTabSize),
  keywords('text-orientation', 'textOrientation', true, ['mixed', 'upright', 'sideways'], {
    'sideways-right': 'sideways',
  }),
  quirky(
    computed(
      'vertical-align',
      'verticalAlign',
      false,
      (reader): VerticalAlign | undefined => reader.takeFrom(VERTICAL_ALIGN) ?? takeLength(reader, LENGTH_PERCENT),
      (value, context) => (typeof value === 'string' ? value : computeLength(value, context)),
    ),
  ),
  keywords('text-overflow', 'textOverflow', false, ['clip', 'ellipsis']),
  computed(
    '-webkit-line-clamp',
    'lineClamp',
    false,
    (reader) => (reader.takeWord('none') ? ('none' as const) : takeInteger(reader, 1)),
    (value, context) => (value === 'none' ? value : computeNumber(value, context)),
  ),
  plain('initial-letter', 'initialLetter', false, parseInitialLetter),
];
