/**
 * What random pages are made of, by theme: the displays, and the properties of containers, of their children and of any element.
 *
 * Values are those where the standards branch: percentages, keywords, limits, other axes.
 */

import {
  COLLAPSED,
  COLLAPSED_TAGS,
  CONTAINERS,
  CONTROLS,
  FIELDSET,
  FIELDSET_TAGS,
  GENERATED,
  IMAGE,
  IMAGES,
  LIST_TAGS,
  LISTS,
  MARGINS,
  TABLE_PARTS,
  TABLE_TAGS,
  ZOOM,
} from './element-grammar.ts';
import type { Random } from './random.ts';
import { LINE_BOXES, RUBY, RUBY_TAGS, SPACED_WORDS, SPACES, TEXT, VERTICAL_TEXT, WRAP } from './text-grammar.ts';

export const THEMES = [
  'flow',
  'flow-modes',
  'text',
  'text-modes',
  'spaces',
  'line-boxes',
  'wrap',
  'table',
  'table-modes',
  'columns',
  'columns-modes',
  'flex',
  'flex-modes',
  'grid',
  'grid-modes',
  'subgrid',
  'sizing',
  'baseline',
  'nested',
  'positioned',
  'positioned-modes',
  'inline-positioned',
  'anchor',
  'html-table',
  'collapsed-borders',
  'fieldset',
  'generated',
  'lists',
  'lists-modes',
  'controls-modes',
  'ruby',
  'zoom',
  'margins',
  'images',
  'containers',
  'grid-lines',
  'placed',
  'lines-of-flex',
] as const;

export type Theme = (typeof THEMES)[number];

export type Properties = Readonly<Record<string, readonly string[]>>;

export interface Grammar {
  readonly displays: readonly string[];
  /** By the display of the element. */
  readonly container: Readonly<Record<string, Properties>>;
  /** By the display of its parent. */
  readonly item: Readonly<Record<string, Properties>>;
  readonly any: Properties;
  /** Share of texts among children, most words of a text, share of replaced elements and controls among elements. */
  readonly texts: number;
  readonly words: number;
  readonly leaves: number;
  /** What texts are made of, where it is not plain words. */
  readonly vocabulary?: readonly string[];
  /** Tags of children by the tag of their parent, `*` for any other; without it they are plain boxes with a display. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  /** Elements without children, in place of the usual ones. */
  readonly leafTags?: readonly (readonly [tag: string, attributes: string])[];
  /** Most elements of a page. */
  readonly elements?: number;
}

export function grammarOf(theme: Theme, random: Random): Grammar {
  return theme === 'nested' ? random.pick(NESTED) : GRAMMARS[theme];
}

const LENGTHS = ['0', '10px', '37px', '50%', '80px', '120px', '25%', '3em', '100%'];
const KEYWORDS = ['auto', 'min-content', 'max-content', 'fit-content', 'stretch', 'fit-content(90px)'];
const SIZES = [...LENGTHS, ...KEYWORDS, '200px', '300px', 'calc(50% + 20px)'];
const LIMITS = [...LENGTHS, 'min-content', 'max-content', 'fit-content', 'stretch'];
const INSETS = ['auto', '10px', '50%', '0', '-5px'];

const BOX: Properties = {
  width: SIZES,
  height: SIZES,
  'min-width': LIMITS,
  'max-width': LIMITS,
  'min-height': LIMITS,
  'max-height': LIMITS,
  margin: ['5px', '10px auto', '-5px', '10px 0 20px 5px', 'auto', '0 10%'],
  padding: ['5px', '5px 10px', '5%', '0 0 10px 20px'],
  border: ['1px solid', '3px solid'],
  'box-sizing': ['border-box'],
  overflow: ['hidden', 'auto', 'clip', 'scroll'],
  'aspect-ratio': ['1', '2 / 1', 'auto 1 / 3'],
  'scrollbar-gutter': ['stable', 'stable both-edges'],
};

const MODES: Properties = {
  'writing-mode': ['vertical-rl', 'vertical-lr', 'horizontal-tb', 'sideways-lr', 'sideways-rl'],
  direction: ['rtl', 'ltr'],
  'inline-size': SIZES,
  'block-size': SIZES,
  'min-inline-size': LIMITS,
  'max-block-size': LIMITS,
  'margin-inline': ['auto', '5px 10px', 'auto 5px'],
  'margin-block': ['auto', '5px 10px', '10px auto'],
  'padding-inline-start': ['10px', '10%'],
  'border-block-end': ['4px solid'],
};

const FLOW_ROOT_ITEMS = ['flow-root list-item', 'inline flow-root list-item'];

const FLOATS: Properties = {
  float: ['left', 'right', 'inline-start'],
  clear: ['left', 'both'],
  'margin-top': ['10px', '-10px', '30px'],
  'margin-bottom': ['10px', '-10px', '30px'],
};

const COLUMNED: Properties = {
  columns: ['2', '3', '100px', '2 60px', '3 200px', 'auto'],
  'column-gap': ['0', '20px', '10%'],
  'column-fill': ['auto'],
  height: ['auto', '60px', '130px'],
};

const BREAKS: Properties = {
  'column-span': ['all'],
  'break-before': ['column', 'avoid'],
  'break-after': ['column'],
  'break-inside': ['avoid', 'avoid-column'],
  orphans: ['1', '3'],
  widows: ['1', '3'],
};

const ALIGN = [
  ...['normal', 'start', 'center', 'end', 'stretch', 'baseline', 'last baseline', 'flex-start', 'flex-end'],
  ...['self-start', 'self-end', 'safe center', 'unsafe end', 'safe flex-end'],
];
const DISTRIBUTE = [
  ...['normal', 'start', 'center', 'end', 'space-between', 'space-around', 'space-evenly', 'stretch', 'flex-end'],
  ...['flex-start', 'safe center', 'unsafe end', 'left', 'right'],
];
const CONTENT = [...DISTRIBUTE.filter((value) => value !== 'left' && value !== 'right'), 'baseline', 'last baseline'];
const SELF = ['auto', ...ALIGN];
const GAPS = ['5px', '10px 20px', '10%', '5px 5%'];

const FLEX: Properties = {
  'flex-direction': ['column', 'row-reverse', 'column-reverse', 'column'],
  'flex-wrap': ['wrap', 'wrap-reverse'],
  'align-items': ALIGN,
  'justify-content': DISTRIBUTE,
  'align-content': CONTENT,
  gap: GAPS,
};

const FLEX_ITEM: Properties = {
  flex: ['1', '0 1 auto', 'none', '1 1 50px', '2 0 0', '1 1 0%', 'auto', '0.3 0.2 40px'],
  'flex-basis': ['content', 'min-content', 'max-content', 'fit-content', '40%', '30px', '0'],
  'flex-grow': ['1', '0.4', '3'],
  'flex-shrink': ['0', '3'],
  'align-self': SELF,
  order: ['1', '-1'],
  'min-width': ['auto', '0', 'min-content', '50%'],
  'min-height': ['auto', '0', 'min-content', '50%'],
  visibility: ['collapse'],
};

const COLUMNS = [
  ...[
    '1fr 2fr',
    'auto auto',
    '50px minmax(20px, 1fr)',
    'repeat(auto-fill, 60px)',
    '20% 1fr',
    'min-content max-content',
  ],
  ...[
    'repeat(auto-fit, minmax(50px, 1fr))',
    'fit-content(70px) auto',
    'minmax(auto, 50px) 1fr',
    '[a] 40px [b] auto [c]',
  ],
  ...['minmax(min-content, 0) minmax(0, max-content)', '0.3fr 0.2fr', 'minmax(30%, auto) auto', 'fit-content(30%) 1fr'],
];
const ROWS = [
  ...['30px auto', '1fr 1fr', 'min-content', 'repeat(auto-fill, 25px)', '50% auto', 'minmax(10px, 1fr) auto'],
  ...['fit-content(30px) 1fr', 'max-content 2fr'],
];

const GRID: Properties = {
  'grid-template-columns': COLUMNS,
  'grid-template-rows': ROWS,
  'grid-auto-flow': ['column', 'row dense', 'column dense'],
  'grid-auto-columns': ['40px', '1fr', 'min-content', '10px 30px', '20%'],
  'grid-auto-rows': ['25px', '1fr', 'max-content', '50%'],
  'grid-template-areas': ["'x x' 'y z'", "'x y' 'x z'"],
  'align-items': ALIGN,
  'justify-items': ALIGN,
  'justify-content': DISTRIBUTE,
  'align-content': CONTENT,
  gap: GAPS,
};

const GRID_ITEM: Properties = {
  'grid-column': ['1', '2', 'span 2', '1 / -1', '-2', 'b', '3 / 1', 'span 2 / -1', 'x'],
  'grid-row': ['1', '2', 'span 2', '-1', '2 / span 3'],
  'grid-area': ['x', 'y', 'z', '2 / 2', '1 / 1 / 3 / 3'],
  'align-self': SELF,
  'justify-self': SELF,
  order: ['1', '-1'],
  'min-width': ['0', 'min-content'],
  'min-height': ['0', 'min-content'],
};

const SUBGRID: Properties = {
  'grid-template-columns': ['subgrid', 'subgrid', 'subgrid [p] [q]', '1fr 20px', 'auto'],
  'grid-template-rows': ['subgrid', 'subgrid', 'auto 1fr', '20px'],
  gap: ['0', ...GAPS],
  padding: ['5px', '0 20px 10px 0'],
  border: ['2px solid'],
  margin: ['3px', '0 10px'],
  'align-items': ALIGN,
  'justify-items': ALIGN,
  'grid-column': ['span 2', '1 / -1', '2 / span 2', '1 / span 3'],
  'grid-row': ['span 2', '1 / -1', 'span 3', '2'],
};

const TABLE: Properties = {
  'table-layout': ['fixed'],
  'border-collapse': ['collapse'],
  'border-spacing': ['0', '5px', '3px 7px'],
  'caption-side': ['bottom'],
};

const CELL: Properties = {
  'vertical-align': ['baseline', 'top', 'middle', 'bottom'],
  display: ['table-row', 'table-cell', 'table-caption', 'table-column', 'table-row-group'],
};

const POSITIONED: Properties = {
  position: ['relative', 'absolute', 'absolute', 'absolute', 'fixed', 'sticky'],
  top: INSETS,
  left: INSETS,
  right: INSETS,
  bottom: INSETS,
  inset: ['0', '10px', 'auto', '5px auto', '10% 0'],
  'justify-self': SELF,
  'align-self': SELF,
  transform: ['translate(10px, 50%)', 'scale(0.5)', 'rotate(90deg)'],
  translate: ['20% 10px'],
  contain: ['layout', 'paint', 'size'],
  'will-change': ['transform', 'position'],
};

const LOGICAL_INSETS: Properties = {
  'inset-inline': ['0', '10px auto', 'auto 5px', '5px'],
  'inset-block': ['0', '10px auto', 'auto 5px', '5px'],
  'inset-inline-start': INSETS,
  'inset-block-end': INSETS,
};

const AREAS = ['top', 'bottom right', 'left', 'center', 'span-all', 'bottom span-left', 'top left', 'y-end x-start'];
const MORE_AREAS = [
  'block-end inline-start',
  'self-start',
  'span-start end',
  'start span-all',
  'span-y-self-end right',
];

const ANCHOR: Properties = {
  position: ['absolute', 'absolute', 'absolute', 'relative', 'fixed'],
  'anchor-name': ['--a', '--b', '--a'],
  'position-anchor': ['--a', '--b', 'auto'],
  'position-area': ['none', ...AREAS, ...MORE_AREAS],
  top: ['auto', 'anchor(bottom)', 'anchor(--a top)', 'anchor(--b 25%)', 'anchor(--none top, 5px)', 'anchor(outside)'],
  left: ['auto', 'anchor(right)', 'anchor(--a left)', 'anchor(center)', 'calc(anchor(start) + 5px)'],
  right: ['auto', 'anchor(left)', '0', 'anchor(self-end)'],
  bottom: ['auto', 'anchor(top)', 'anchor(--b bottom)', 'anchor(inside)'],
  width: ['auto', '50px', 'anchor-size(width)', 'anchor-size(--b height)', '120px', 'anchor-size(block)', 'stretch'],
  height: ['auto', '20px', 'anchor-size(height)', 'anchor-size(self-inline)', '50%'],
  'max-width': ['anchor-size(width)', '80px', '50%'],
  margin: ['0', '5px', 'anchor-size(height) 5px', 'auto'],
  'justify-self': ['auto', 'anchor-center', 'center', 'end', 'stretch', 'start'],
  'align-self': ['auto', 'anchor-center', 'start', 'end', 'stretch', 'safe end'],
  'position-try-fallbacks': ['flip-block', 'flip-inline', 'flip-block flip-inline', 'flip-start', 'top, bottom'],
  'position-try-order': ['most-width', 'most-block-size'],
  transform: ['translate(10px, 5px)'],
};

const FLEX_LINES: Properties = {
  ...FLEX,
  flex: ['1'],
  'flex-wrap': ['wrap', 'wrap', 'wrap-reverse'],
  'flex-direction': ['row', 'column', 'row-reverse', 'column-reverse'],
  width: ['100px', '200px', 'min-content', 'max-content', 'fit-content'],
  height: ['100px', '200px', 'min-content'],
};

const NAMED_COLUMNS = [
  ...['[a] 1fr [b] 20px [a b] auto [c]', 'repeat(3, [a] 30px [b])', 'repeat(auto-fill, [a] 50px [b] 30px)', 'none'],
  ...['[x-start] 40px [x-end y-start] 1fr [y-end]', 'repeat(2, minmax(10px, max-content)) 1fr', 'minmax(0, 1fr) 5fr'],
  ...[
    '10px repeat(auto-fit, minmax(40px, 1fr)) 20px',
    'repeat(auto-fit, [b] 70px) [c]',
    'min-content 0.5fr',
    '0 0 auto',
  ],
  ...[
    'fit-content(100px) fit-content(20px)',
    'minmax(50px, 20px) 1fr',
    'calc(10% + 5px) auto',
    'minmax(auto, 20%) auto',
  ],
];
const GRID_LINES: Properties = {
  'grid-template-columns': [...NAMED_COLUMNS, 'subgrid', 'subgrid [a] repeat(auto-fill, [b])'],
  'grid-template-rows': [...NAMED_COLUMNS, 'subgrid', 'subgrid [a] [b c]'],
  'grid-template-areas': ["'x x y' 'z . y'", "'x' 'y' 'z'", "'. x' 'y x'", "'x y z x2'"],
  'grid-auto-flow': ['column', 'dense', 'column dense', 'row'],
  'grid-auto-columns': ['40px 1fr', 'min-content', 'fit-content(30px)', 'minmax(20px, auto)', '20%'],
  'grid-auto-rows': ['25px 10px', '1fr', 'max-content', 'fit-content(30px)', '50%'],
  grid: ["'x y' 30px 'z z' auto / 1fr auto", 'auto-flow 20px / 1fr 1fr', '30px / auto-flow dense 40px', 'auto / 1fr'],
  gap: GAPS,
  'justify-content': DISTRIBUTE,
  'align-content': CONTENT,
  'justify-items': ALIGN,
  'align-items': ALIGN,
};
const GRID_LINE_ITEM: Properties = {
  'grid-column': [
    'a',
    'b / c',
    'a 2',
    'b -1',
    '-3 / -1',
    'span b',
    'span 2 a',
    'x',
    'y / span 2',
    'span 3',
    '5',
    '-5',
    'nope',
  ],
  'grid-row': ['a', 'c', 'x-start', '-1', '-4 / 2', 'span a', 'span 2', 'span 3', 'auto / -1', '2 / 2', '3 / 1', 'z'],
  'grid-area': ['x', 'y', 'z', 'x2', 'a', '1 / 2 / span 2', 'auto / span 2', '-1 / -1', 'span 2 / span 2'],
  'grid-template-columns': ['subgrid', 'subgrid', 'auto 1fr'],
  'grid-template-rows': ['subgrid', 'subgrid'],
  'align-self': SELF,
  'justify-self': SELF,
  order: ['1', '-1'],
  margin: ['auto', '5px', '10%'],
  'min-width': ['0', '30px', 'max-content'],
};

const PLACED: Properties = {
  position: ['absolute', 'absolute', 'absolute', 'fixed', 'sticky', 'relative'],
  'justify-self': SELF,
  'align-self': SELF,
  inset: ['0', '10px', 'auto 5px', '5px auto', '10% 20%', '0 auto auto 0', 'auto 0 0 auto'],
  left: INSETS,
  top: INSETS,
  margin: ['auto', '5px', 'auto 0', '0 auto 10px', '10%'],
  width: ['auto', 'stretch', '50%', 'fit-content', 'min-content', '40px'],
  height: ['auto', 'stretch', '50%', 'min-content', '20px'],
  order: ['1'],
};
const PLACED_IN_GRID: Properties = {
  ...PLACED,
  'grid-column': ['1', '2', 'auto / 2', '2 / auto', '-1', 'span 2', 'b', '-5 / 9', 'x'],
  'grid-row': ['1', '2', 'auto / 2', '-1', '2 / span 2', 'x'],
  'grid-area': ['x', 'y', '2 / 1'],
};

const flexContainers = { flex: FLEX, 'inline-flex': FLEX };
const flexItems = { flex: FLEX_ITEM, 'inline-flex': FLEX_ITEM };
const gridContainers = { grid: GRID, 'inline-grid': GRID };
const gridItems = { grid: GRID_ITEM, 'inline-grid': GRID_ITEM };
const tables = { table: TABLE, 'inline-table': TABLE };
const cells = { table: CELL, 'inline-table': CELL, 'table-row': CELL };

const NONE = { container: {}, item: {}, texts: 0.3, words: 8, leaves: 0.12 };
const FLEX_GRAMMAR: Grammar = {
  ...NONE,
  displays: ['flex', 'flex', 'flex', 'inline-flex', 'block'],
  container: flexContainers,
  item: flexItems,
  any: BOX,
};
const GRID_GRAMMAR: Grammar = {
  ...NONE,
  displays: ['grid', 'grid', 'grid', 'inline-grid', 'block'],
  container: gridContainers,
  item: gridItems,
  any: BOX,
};
const TEXT_GRAMMAR: Grammar = {
  ...NONE,
  displays: ['inline', 'inline', 'inline-block', 'block'],
  any: TEXT,
  texts: 0.6,
  leaves: 0.05,
};
const TABLE_GRAMMAR: Grammar = {
  ...NONE,
  displays: ['table', 'table-row', 'table-cell', 'inline-table', 'block', 'table-caption'],
  container: tables,
  item: cells,
  any: { ...BOX, 'vertical-align': CELL['vertical-align']! },
};
const POSITIONED_GRAMMAR: Grammar = {
  ...NONE,
  displays: ['block', 'block', 'inline', 'inline-block', 'flex', 'grid', 'table'],
  container: { ...flexContainers, ...gridContainers },
  item: { ...flexItems, ...gridItems },
  any: { ...BOX, ...POSITIONED },
};
const BOTH = { container: { ...flexContainers, ...gridContainers }, item: { ...flexItems, ...gridItems } };
const ALIGNED = { 'align-items': ['baseline', 'last baseline'], 'align-content': CONTENT, 'flex-wrap': ['wrap'] };
const BASELINE_BOX = { ...BOX, 'font-size': ['10px', '30px'], 'line-height': ['40px', '1'], contain: ['layout'] };

const GRAMMARS: Readonly<Record<Exclude<Theme, 'nested'>, Grammar>> = {
  flow: {
    ...NONE,
    displays: ['block', 'inline-block', 'inline', 'flow-root', 'list-item', ...FLOW_ROOT_ITEMS],
    any: { ...BOX, ...FLOATS, 'justify-self': SELF },
  },
  'flow-modes': {
    ...NONE,
    displays: ['block', 'inline-block', 'inline', 'flow-root', 'list-item', ...FLOW_ROOT_ITEMS],
    any: { ...BOX, ...FLOATS, ...MODES, 'justify-self': SELF },
  },
  text: TEXT_GRAMMAR,
  'text-modes': { ...TEXT_GRAMMAR, any: { ...TEXT, ...MODES, ...VERTICAL_TEXT } },
  wrap: { ...NONE, displays: ['block', 'inline', 'inline-block'], any: WRAP, texts: 0.6, words: 40, leaves: 0.05 },
  spaces: { ...TEXT_GRAMMAR, any: SPACES, words: 14, leaves: 0.03, vocabulary: SPACED_WORDS },
  'line-boxes': {
    ...TEXT_GRAMMAR,
    displays: ['inline', 'inline', 'inline-block', 'block', 'inline-flex', 'inline-table', 'list-item'],
    any: LINE_BOXES,
    leaves: 0.12,
  },
  table: TABLE_GRAMMAR,
  'table-modes': { ...TABLE_GRAMMAR, any: { ...TABLE_GRAMMAR.any, ...MODES } },
  columns: {
    ...NONE,
    displays: ['block', 'block', 'block', 'inline-block', 'inline', 'list-item', 'flow-root'],
    container: { block: COLUMNED, 'list-item': BREAKS, inline: { padding: ['5px'] } },
    any: { ...BOX, ...FLOATS, ...BREAKS },
    words: 30,
  },
  'columns-modes': {
    ...NONE,
    displays: ['block', 'block', 'block', 'inline-block', 'inline', 'list-item', 'flow-root'],
    container: { block: { ...COLUMNED, 'inline-size': ['200px', '300px'], 'block-size': ['auto', '60px', '130px'] } },
    any: { ...BOX, ...FLOATS, ...BREAKS, ...MODES },
    words: 30,
  },
  flex: FLEX_GRAMMAR,
  'flex-modes': { ...FLEX_GRAMMAR, any: { ...BOX, ...MODES } },
  grid: GRID_GRAMMAR,
  'grid-modes': { ...GRID_GRAMMAR, any: { ...BOX, ...MODES } },
  subgrid: {
    ...GRID_GRAMMAR,
    displays: ['grid', 'grid', 'grid', 'grid', 'block'],
    item: { grid: { ...GRID_ITEM, ...SUBGRID } },
    any: { ...BOX, ...SUBGRID, direction: ['rtl'], 'writing-mode': ['vertical-lr', 'horizontal-tb'] },
  },
  sizing: { ...NONE, ...BOTH, displays: ['block', 'block', 'inline-block', 'flex', 'grid'], any: BOX, leaves: 0.4 },
  baseline: {
    ...NONE,
    displays: ['flex', 'grid', 'inline-flex', 'inline-grid', 'inline-block', 'block', 'inline-table'],
    container: { flex: ALIGNED, grid: { ...ALIGNED, 'grid-template-columns': COLUMNS }, 'inline-flex': FLEX },
    item: { flex: { 'align-self': SELF }, grid: { 'align-self': SELF, 'grid-row': ['1', '2', 'span 2'] } },
    any: BASELINE_BOX,
  },
  positioned: POSITIONED_GRAMMAR,
  'positioned-modes': { ...POSITIONED_GRAMMAR, any: { ...BOX, ...POSITIONED, ...MODES, ...LOGICAL_INSETS } },
  'inline-positioned': {
    ...NONE,
    displays: ['inline', 'inline', 'inline', 'inline-block', 'block'],
    any: { ...POSITIONED, ...LOGICAL_INSETS, ...TEXT, border: ['2px solid'], margin: ['0 5px', 'auto'] },
    texts: 0.5,
    words: 12,
  },
  anchor: { ...NONE, displays: ['block', 'block', 'inline', 'flex', 'grid'], any: ANCHOR, leaves: 0.05 },
  'html-table': { ...NONE, displays: [], any: TABLE_PARTS, leaves: 0.05, words: 5, tags: TABLE_TAGS, elements: 20 },
  'collapsed-borders': {
    ...NONE,
    displays: [],
    any: COLLAPSED,
    leaves: 0,
    words: 3,
    tags: COLLAPSED_TAGS,
    elements: 20,
  },
  fieldset: { ...NONE, ...BOTH, displays: [], any: { ...BOX, ...FIELDSET }, tags: FIELDSET_TAGS },
  generated: {
    ...NONE,
    displays: ['block', 'block', 'inline', 'inline-block', 'list-item', 'flex', 'grid', 'table', 'inline-flex'],
    any: GENERATED,
    texts: 0.5,
    leaves: 0.03,
  },
  lists: { ...NONE, displays: [], any: LISTS, leaves: 0.03, tags: LIST_TAGS },
  'lists-modes': { ...NONE, displays: [], any: { ...LISTS, ...MODES }, leaves: 0.03, tags: LIST_TAGS },
  'controls-modes': {
    ...NONE,
    ...BOTH,
    displays: ['block', 'block', 'inline', 'inline-block', 'flex', 'grid', 'table-cell'],
    any: { ...BOX, ...MODES, ...VERTICAL_TEXT },
    leaves: 0.5,
    leafTags: CONTROLS,
  },
  ruby: { ...NONE, displays: [], any: RUBY, leaves: 0.03, tags: RUBY_TAGS, words: 6 },
  zoom: {
    ...NONE,
    ...BOTH,
    displays: ['block', 'block', 'inline', 'inline-block', 'flex', 'grid', 'table'],
    any: ZOOM,
  },
  margins: {
    ...NONE,
    displays: ['block', 'block', 'block', 'block', 'flow-root', 'inline-block', 'inline'],
    any: MARGINS,
    texts: 0.15,
    words: 3,
    leaves: 0.03,
    elements: 14,
  },
  images: {
    ...NONE,
    ...BOTH,
    displays: ['block', 'block', 'inline', 'inline-block', 'flex', 'grid', 'inline-flex', 'table'],
    any: { ...BOX, ...IMAGE },
    leaves: 0.5,
    leafTags: IMAGES,
  },
  containers: {
    ...NONE,
    ...BOTH,
    displays: ['block', 'block', 'block', 'inline-block', 'flex', 'grid', 'table'],
    any: { ...BOX, ...CONTAINERS },
  },
  'grid-lines': {
    ...GRID_GRAMMAR,
    container: { grid: GRID_LINES, 'inline-grid': GRID_LINES },
    item: { grid: GRID_LINE_ITEM, 'inline-grid': GRID_LINE_ITEM },
  },
  placed: {
    ...NONE,
    displays: ['flex', 'grid', 'block', 'inline-flex', 'inline-grid'],
    container: { flex: FLEX, 'inline-flex': FLEX, grid: { ...GRID, ...GRID_LINES }, 'inline-grid': GRID },
    item: { flex: PLACED, 'inline-flex': PLACED, grid: PLACED_IN_GRID, 'inline-grid': PLACED_IN_GRID },
    any: { ...BOX, direction: ['rtl'], position: ['relative'] },
  },
  'lines-of-flex': {
    ...FLEX_GRAMMAR,
    container: { flex: FLEX_LINES, 'inline-flex': FLEX_LINES },
    any: { ...BOX, 'font-size': ['10px', '30px'], direction: ['rtl'] },
    elements: 14,
  },
};

const NESTED = [
  FLEX_GRAMMAR,
  GRID_GRAMMAR,
  FLEX_GRAMMAR,
  GRID_GRAMMAR,
  TABLE_GRAMMAR,
  POSITIONED_GRAMMAR,
  GRAMMARS.flow,
];
