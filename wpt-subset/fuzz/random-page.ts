/**
 * Random small pages out of a grammar of displays and properties.
 *
 * In:  a seed and a theme. Out: a tree, and its HTML. The same seed gives the same page.
 */

/** An element of a page, or a text. */
export type PageNode = string | PageElement;

export interface PageElement {
  readonly tag: string;
  readonly style: readonly string[];
  readonly children: readonly PageNode[];
}

/** What a page is made of: words, texts or elements, all in <body>. */
export const THEMES = ['mixed', 'flow', 'text', 'wrap', 'flex', 'grid', 'table', 'positioned', 'anchor'] as const;

export type Theme = (typeof THEMES)[number];

export function randomPage(seed: number, theme: Theme): PageElement {
  const random = new Random(seed);
  const children: PageNode[] = [];
  for (let count = random.upTo(3) + 1; count > 0; count--) children.push(randomElement(random, theme, 0));
  return { tag: 'body', style: ['margin: 0', 'font: 16px/20px Arial'], children };
}

export function pageHtml(body: PageElement): string {
  return `<!DOCTYPE html>\n${elementHtml(body)}\n`;
}

function elementHtml(node: PageNode): string {
  if (typeof node === 'string') return node;
  const style = node.style.length === 0 ? '' : ` style="${node.style.join('; ')}"`;
  const inside = node.children.map(elementHtml).join('');
  return `<${node.tag}${style}>${inside}</${node.tag}>`;
}

/** Numbers that depend on the seed alone (mulberry32). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  upTo(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.upTo(values.length)]!;
  }
}

const WORDS = ['a', 'of', 'text', 'longer', 'breaking', 'words-with', 'x', 'sentence.', '(paren)', 'unbreakableness'];

function randomText(random: Random, most: number): string {
  const words: string[] = [];
  for (let count = random.upTo(most) + 1; count > 0; count--) words.push(random.pick(WORDS));
  return words.join(' ');
}

const LENGTHS = ['0', '10px', '37px', '50%', '80px', '120px', '25%', '3em', '100%'];
const SIZES = [...LENGTHS, 'auto', 'auto', 'min-content', 'max-content', 'fit-content', '200px', '300px'];

/** Properties by theme: each is a name with its values. Values may name a list. */
const COMMON: Grammar = {
  width: SIZES,
  height: SIZES,
  'min-width': LENGTHS,
  'max-width': [...LENGTHS, 'none'],
  'min-height': ['0', '20px', '50%'],
  'max-height': ['none', '40px', '50%'],
  margin: ['0', '5px', '10px auto', '-5px', '10px 0 20px 5px', 'auto'],
  padding: ['0', '5px', '5px 10px', '5%'],
  border: ['1px solid', '3px solid', '0'],
  'box-sizing': ['border-box', 'content-box'],
  overflow: ['visible', 'hidden', 'auto'],
  'aspect-ratio': ['1', '2 / 1', 'auto'],
};

type Grammar = Readonly<Record<string, readonly string[]>>;

const FLOW: Grammar = {
  display: ['block', 'inline-block', 'inline', 'flow-root', 'list-item'],
  float: ['none', 'left', 'right'],
  clear: ['none', 'left', 'both'],
  'margin-top': ['0', '10px', '-10px', '30px'],
  'margin-bottom': ['0', '10px', '-10px', '30px'],
};

const TEXT: Grammar = {
  display: ['inline', 'inline', 'inline-block', 'block'],
  'font-size': ['10px', '24px', '1.5em'],
  'line-height': ['1', '30px', 'normal', '1.2'],
  'vertical-align': ['baseline', 'top', 'middle', 'bottom', 'super', 'text-top', '5px', '-20%'],
  'white-space': ['normal', 'nowrap', 'pre-wrap', 'pre'],
  'text-align': ['left', 'right', 'center', 'justify'],
  'text-indent': ['0', '20px', '-10px'],
  'letter-spacing': ['normal', '1px'],
  'overflow-wrap': ['normal', 'anywhere', 'break-word'],
  'word-break': ['normal', 'break-all', 'keep-all'],
  direction: ['ltr', 'rtl'],
  padding: ['0', '5px'],
  width: ['auto', '60px', '150px', '300px'],
};

const WRAP: Grammar = {
  display: ['block', 'inline', 'inline-block'],
  'text-wrap': ['balance', 'pretty', 'wrap', 'balance', 'pretty'],
  width: ['auto', '150px', '220px', '300px', '410px'],
  'font-size': ['12px', '16px', '24px'],
  'text-align': ['left', 'center'],
  'text-indent': ['0', '20px'],
};

const ALIGN = ['normal', 'start', 'center', 'end', 'stretch', 'baseline', 'flex-end'];
const DISTRIBUTE = ['normal', 'start', 'center', 'end', 'space-between', 'space-around', 'stretch'];

const FLEX: Grammar = {
  display: ['flex', 'flex', 'inline-flex', 'block'],
  'flex-direction': ['row', 'column', 'row-reverse', 'column-reverse'],
  'flex-wrap': ['nowrap', 'wrap', 'wrap-reverse'],
  flex: ['1', '0 1 auto', 'none', '1 1 50px', '2 0 0'],
  'align-items': ALIGN,
  'align-self': ['auto', ...ALIGN],
  'justify-content': DISTRIBUTE,
  'align-content': DISTRIBUTE,
  gap: ['0', '5px', '10px 20px'],
  order: ['0', '1', '-1'],
};

const GRID: Grammar = {
  display: ['grid', 'grid', 'inline-grid', 'block'],
  'grid-template-columns': [
    'none',
    '1fr 2fr',
    'auto auto',
    '50px minmax(20px, 1fr)',
    'repeat(auto-fill, 60px)',
    '20% 1fr',
  ],
  'grid-template-rows': ['none', '30px auto', '1fr 1fr', 'min-content'],
  'grid-auto-flow': ['row', 'column', 'row dense'],
  'grid-column': ['auto', '1', '2', 'span 2', '1 / -1'],
  'grid-row': ['auto', '1', 'span 2'],
  'align-items': ALIGN,
  'justify-items': ALIGN,
  'align-self': ['auto', ...ALIGN],
  'justify-self': ['auto', ...ALIGN],
  'justify-content': DISTRIBUTE,
  'align-content': DISTRIBUTE,
  gap: ['0', '5px', '10px 20px'],
};

const TABLE: Grammar = {
  display: ['table', 'table-row', 'table-cell', 'inline-table', 'block', 'table-caption'],
  'table-layout': ['auto', 'fixed'],
  'border-collapse': ['separate', 'collapse'],
  'border-spacing': ['0', '5px'],
  'vertical-align': ['baseline', 'top', 'middle', 'bottom'],
  'caption-side': ['top', 'bottom'],
};

const POSITIONED: Grammar = {
  position: ['relative', 'absolute', 'fixed', 'static', 'absolute', 'sticky'],
  display: ['block', 'inline', 'inline-block', 'flex', 'grid'],
  top: ['auto', '10px', '50%'],
  left: ['auto', '10px', '25%'],
  right: ['auto', '10px', '0'],
  bottom: ['auto', '10px', '0'],
  'justify-self': ['auto', 'center', 'end', 'stretch'],
  'align-self': ['auto', 'center', 'end', 'stretch'],
  transform: ['none', 'translate(10px, 50%)'],
};

const AREAS = ['top', 'bottom right', 'left', 'center', 'span-all', 'bottom span-left', 'top left', 'y-end x-start'];

const ANCHOR: Grammar = {
  position: ['absolute', 'absolute', 'relative', 'fixed'],
  'anchor-name': ['--a', '--b'],
  'position-anchor': ['--a', '--b', 'auto'],
  'position-area': ['none', ...AREAS],
  top: ['auto', 'anchor(bottom)', 'anchor(--a top)', 'anchor(--b 25%)', 'anchor(--none top, 5px)'],
  left: ['auto', 'anchor(right)', 'anchor(--a left)', 'anchor(center)'],
  right: ['auto', 'anchor(left)', '0'],
  bottom: ['auto', 'anchor(top)', 'anchor(--b bottom)'],
  width: ['auto', '50px', 'anchor-size(width)', 'anchor-size(--b height)', '120px'],
  height: ['auto', '20px', 'anchor-size(height)'],
  margin: ['0', '5px'],
  'justify-self': ['auto', 'anchor-center', 'center', 'end'],
  'align-self': ['auto', 'anchor-center', 'start'],
};

const GRAMMARS: Readonly<Record<Exclude<Theme, 'mixed'>, Grammar>> = {
  flow: { ...COMMON, ...FLOW },
  text: TEXT,
  wrap: WRAP,
  flex: { ...COMMON, ...FLEX },
  grid: { ...COMMON, ...GRID },
  table: { ...COMMON, ...TABLE },
  positioned: { ...COMMON, ...POSITIONED },
  anchor: ANCHOR,
};

const MIXED = ['flow', 'text', 'flex', 'grid', 'table', 'positioned'] as const;
const DEEPEST = 3;

function randomElement(random: Random, theme: Theme, depth: number): PageElement {
  const grammar = GRAMMARS[theme === 'mixed' ? random.pick(MIXED) : theme];
  const names = Object.keys(grammar);
  const chosen = new Map<string, string>();
  if (random.chance(0.8) && grammar['display'] !== undefined) chosen.set('display', random.pick(grammar['display']));
  for (let count = random.upTo(5); count > 0; count--) {
    const name = random.pick(names);
    chosen.set(name, random.pick(grammar[name]!));
  }
  const children: PageNode[] = [];
  const isText = theme === 'text' || theme === 'wrap';
  if (depth < DEEPEST) {
    for (let count = random.upTo(isText ? 3 : 4); count > 0; count--) {
      if (random.chance(isText ? 0.6 : 0.3)) children.push(randomText(random, theme === 'wrap' ? 30 : 8));
      else children.push(randomElement(random, theme, depth + 1));
    }
  }
  if (children.length === 0) children.push(randomText(random, theme === 'wrap' ? 40 : 4));
  return {
    tag: random.chance(0.8) ? 'div' : 'span',
    style: [...chosen].map(([name, value]) => `${name}: ${value}`),
    children,
  };
}
