/**
 * Shorthands with a syntax of their own: fonts, flex, columns, lists, and words that stand for several longhands.
 *
 * CSS Fonts 4 §2.7, CSS Flexbox 1 §7.2, CSS Lists 3 §2.4, CSS Text 4 §4.
 */
import {
  anyOrder,
  isInitial,
  type Texts,
  takeAnyOrder,
  takeLonghandText,
  takeText,
  textsOf,
  type WrittenShorthand,
} from './shorthand-patterns.ts';

const FONT_WORDS = ['font-style', 'font-variant-caps', 'font-weight', 'font-stretch'];

const FONT_TAKEN: ReadonlySet<string> = new Set([...FONT_WORDS, 'font-size', 'line-height', 'font-family']);

const font: WrittenShorthand = {
  longhands: [
    'font-style',
    'font-variant-caps',
    'font-variant-ligatures',
    'font-variant-numeric',
    'font-variant-east-asian',
    'font-variant-alternates',
    'font-size-adjust',
    'font-language-override',
    'font-kerning',
    'font-optical-sizing',
    'font-feature-settings',
    'font-variation-settings',
    'font-variant-position',
    'font-variant-emoji',
    'font-weight',
    'font-stretch',
    'font-size',
    'line-height',
    'font-family',
  ],
  expand(reader) {
    const texts = new Map<string, string>();
    // 'normal' may stand for any of the four.
    for (let count = 0; count < 4; count++) {
      if (reader.takeWord('normal')) continue;
      const found = [
        ...takeAnyOrder(
          FONT_WORDS.filter((name) => !texts.has(name) && name !== 'font-weight'),
          reader,
        ),
      ];
      for (const [name, text] of found) texts.set(name, text);
      const weight = texts.has('font-weight') ? null : takeText('bold | bolder | lighter | <number +>', reader);
      if (weight !== null) texts.set('font-weight', weight);
    }
    const size = takeLonghandText('font-size', reader);
    if (size === null) return null;
    texts.set('font-size', size);
    if (reader.takeDelimiter('/')) {
      const line = takeLonghandText('line-height', reader);
      if (line === null) return null;
      texts.set('line-height', line);
    }
    const family = takeLonghandText('font-family', reader);
    return family === null ? null : texts.set('font-family', family);
  },
  write(read, computed) {
    // What it only resets must be as it leaves it.
    if (!font.longhands.every((name) => FONT_TAKEN.has(name) || isInitial(name, read(name), computed))) return '';
    const words = FONT_WORDS.filter((name) => !isInitial(name, read(name), computed)).map(read);
    const line = read('line-height');
    const size = line === 'normal' ? read('font-size') : `${read('font-size')} / ${line}`;
    return [...words, size, read('font-family')].join(' ');
  },
};

const FLEX = ['flex-grow', 'flex-shrink', 'flex-basis'];

const flex: WrittenShorthand = {
  longhands: FLEX,
  expand(reader) {
    if (reader.takeWord('none')) return textsOf(FLEX, ['0', '0', 'auto']);
    let grow: string | null = null;
    let shrink: string | null = null;
    let basis: string | null = null;
    for (let count = 0; count < 2 && !reader.done; count++) {
      const factor: string | null = grow === null ? takeText('<number +>', reader) : null;
      if (factor !== null) {
        grow = factor;
        shrink = takeText('<number +>', reader);
      } else if (basis === null) {
        basis = takeLonghandText('flex-basis', reader);
      }
    }
    if (grow === null && basis === null) return null;
    return textsOf(FLEX, [grow ?? '1', shrink ?? '1', basis ?? '0%']);
  },
  write: (read) => FLEX.map(read).join(' '),
};

/** Words for combinations of longhands. */
function words(
  longhands: readonly string[],
  table: Readonly<Record<string, string>>,
  grammars: readonly string[],
): WrittenShorthand {
  const byWord = new Map(Object.entries(table));
  return {
    longhands,
    expand(reader) {
      const word = reader.peekWord();
      const combination = word === null ? undefined : byWord.get(word);
      if (combination !== undefined) {
        reader.skip();
        return textsOf(longhands, combination.split(' '));
      }
      const found = takeAnyOrder(grammars, reader);
      return found.size === 0 ? null : found;
    },
    write(read, computed) {
      const combination = longhands.map(read).join(' ');
      for (const [word, text] of byWord) if (text === combination) return word;
      const parts = longhands.filter((name) => !isInitial(name, read(name), computed));
      return parts.map(read).join(' ');
    },
  };
}

const WHITE_SPACE = ['white-space-collapse', 'text-wrap-mode'];
const TEXT_WRAP = ['text-wrap-mode', 'text-wrap-style'];
const VARIANTS = ['ligatures', 'numeric', 'east-asian', 'caps', 'alternates', 'position', 'emoji'].map(
  (part) => `font-variant-${part}`,
);

const VARIANT_ORDER = [...VARIANTS].sort((first, second) => order(first) - order(second));

/** Capitals are written before numbers. */
function order(name: string): number {
  return name === 'font-variant-caps' ? 0.5 : VARIANTS.indexOf(name);
}

const fontVariant: WrittenShorthand = {
  longhands: VARIANTS,
  expand(reader) {
    if (reader.takeWord('normal')) return new Map();
    if (reader.takeWord('none')) return new Map([['font-variant-ligatures', 'none']]);
    const found = takeAnyOrder(VARIANTS, reader);
    return found.size === 0 ? null : found;
  },
  write(read) {
    const parts = VARIANT_ORDER.filter((name) => read(name) !== 'normal').map(read);
    return parts.length === 0 ? 'normal' : parts.join(' ');
  },
};

const SYNTHESIS = ['weight', 'style', 'small-caps'];

const fontSynthesis: WrittenShorthand = {
  longhands: SYNTHESIS.map((word) => `font-synthesis-${word}`),
  expand(reader) {
    const found = new Set<string>();
    if (!reader.takeWord('none')) {
      for (let word = reader.peekWord(); word !== null && SYNTHESIS.includes(word); word = reader.peekWord()) {
        found.add(word);
        reader.skip();
      }
      if (found.size === 0) return null;
    }
    return new Map(SYNTHESIS.map((word) => [`font-synthesis-${word}`, found.has(word) ? 'auto' : 'none']));
  },
  write(read) {
    const parts = SYNTHESIS.filter((word) => read(`font-synthesis-${word}`) === 'auto');
    return parts.length === 0 ? 'none' : parts.join(' ');
  },
};

/** Names of both parts, behind a slash the second. */
const container: WrittenShorthand = {
  longhands: ['container-name', 'container-type'],
  expand(reader) {
    const name = takeLonghandText('container-name', reader);
    if (name === null) return null;
    if (!reader.takeDelimiter('/')) return new Map([['container-name', name]]);
    const type = takeLonghandText('container-type', reader);
    return type === null ? null : textsOf(['container-name', 'container-type'], [name, type]);
  },
  write(read) {
    const type = read('container-type');
    return type === 'normal' ? read('container-name') : `${read('container-name')} / ${type}`;
  },
};

const COLUMNS = ['column-width', 'column-count', 'column-height', 'column-wrap'];

const columns: WrittenShorthand = {
  longhands: COLUMNS,
  expand(reader) {
    const texts = new Map<string, string>();
    for (let count = 0; count < 2 && !reader.done; count++) {
      if (reader.takeWord('auto')) continue;
      const number = texts.has('column-count') ? null : takeText('<integer +>', reader);
      const width = number === null ? takeText('<length +>', reader) : null;
      if (number !== null) texts.set('column-count', number);
      else if (width !== null) texts.set('column-width', width);
      else return null;
    }
    return texts;
  },
  write(read) {
    const parts = COLUMNS.filter((name) => read(name) !== 'auto').map(read);
    return parts.length === 0 ? 'auto' : parts.join(' ');
  },
};

const OFFSET = ['offset-position', 'offset-path', 'offset-distance', 'offset-rotate', 'offset-anchor'];

const offset: WrittenShorthand = {
  longhands: OFFSET,
  expand(reader) {
    const texts = takeAnyOrder(['offset-path', 'offset-distance', 'offset-rotate', 'offset-position'], reader);
    if (reader.takeDelimiter('/')) {
      const anchor = takeLonghandText('offset-anchor', reader);
      if (anchor === null) return null;
      texts.set('offset-anchor', anchor);
    }
    return texts.size === 0 ? null : texts;
  },
  write(read, computed) {
    const parts = OFFSET.filter((name) => {
      if (name === 'offset-position' || name === 'offset-anchor') return !isInitial(name, read(name), computed);
      return computed || !isInitial(name, read(name), false);
    });
    return parts.map((name) => (name === 'offset-anchor' ? `/ ${read(name)}` : read(name))).join(' ') || 'none';
  },
};

/** Old names of breaks, whose words became others. */
function legacyBreak(longhand: string, always: string): WrittenShorthand {
  return {
    longhands: [longhand],
    expand(reader) {
      const word = takeText(
        longhand === 'break-inside' ? 'auto | avoid' : 'auto | avoid | always | left | right',
        reader,
      );
      return word === null ? null : new Map([[longhand, word === 'always' ? always : word]]);
    },
    write(read) {
      const word = read(longhand);
      if (word === always) return 'always';
      return /^(?:auto|avoid|left|right)$/.test(word) ? word : '';
    },
  };
}

const LIST_STYLE = ['list-style-position', 'list-style-image', 'list-style-type'];
const anyListStyle = anyOrder(LIST_STYLE, { none: 'outside' });

/** A single 'none' is for the type, or for the image where the type has a value of its own (CSS Lists 3 §2.4). */
const listStyle: WrittenShorthand = {
  ...anyListStyle,
  expand(reader) {
    const found = takeAnyOrder(LIST_STYLE, reader);
    if (found.get('list-style-image') === 'none' && !found.has('list-style-type')) found.set('list-style-type', 'none');
    return found.size === 0 ? null : found;
  },
};

const EMPTY: Texts = new Map();

const textBox: WrittenShorthand = {
  longhands: ['text-box-trim', 'text-box-edge'],
  expand: (reader) => (reader.takeWord('normal') ? EMPTY : takeAnyOrder(['text-box-trim', 'text-box-edge'], reader)),
  write(read) {
    const parts = ['text-box-trim', 'text-box-edge'].filter((name) => !isInitial(name, read(name), false)).map(read);
    return parts.length === 0 ? 'normal' : parts.join(' ');
  },
};

export const SPECIAL_SHORTHANDS: readonly (readonly [string, WrittenShorthand])[] = [
  ['font', font],
  ['font-variant', fontVariant],
  ['font-synthesis', fontSynthesis],
  ['flex', flex],
  ['container', container],
  ['columns', columns],
  ['offset', offset],
  ['text-box', textBox],
  ['list-style', listStyle],
  [
    'white-space',
    words(
      WHITE_SPACE,
      {
        normal: 'collapse wrap',
        nowrap: 'collapse nowrap',
        pre: 'preserve nowrap',
        'pre-wrap': 'preserve wrap',
        'pre-line': 'preserve-breaks wrap',
        'break-spaces': 'break-spaces wrap',
        '-webkit-nowrap': 'collapse nowrap',
      },
      WHITE_SPACE,
    ),
  ],
  ['text-wrap', words(TEXT_WRAP, { wrap: 'wrap auto' }, TEXT_WRAP)],
  ['page-break-before', legacyBreak('break-before', 'page')],
  ['page-break-after', legacyBreak('break-after', 'page')],
  ['page-break-inside', legacyBreak('break-inside', '')],
  ['-webkit-column-break-before', legacyBreak('break-before', 'column')],
  ['-webkit-column-break-after', legacyBreak('break-after', 'column')],
  ['-webkit-column-break-inside', legacyBreak('break-inside', '')],
];
