/**
 * The shorthands of grids.
 *
 * CSS Grid 2 §7.4 (grid-template), §7.8 (grid), §8.4 (placement) https://drafts.csswg.org/css-grid-2/
 */
import type { ValueReader } from '../value-reader.ts';
import { type Texts, takeLonghandText, takeText, textsOf, type WrittenShorthand } from './shorthand-patterns.ts';

/** Lines separated by slashes. One that is missing is the name given for its opposite, or 'auto'. */
function lines(longhands: readonly string[], opposite: readonly number[]): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const texts: string[] = [];
      do {
        const text = takeText('<line>', reader);
        if (text === null || texts.length === longhands.length) return null;
        texts.push(text);
      } while (reader.takeDelimiter('/'));
      for (let at = texts.length; at < longhands.length; at++) texts.push(implied(texts[opposite[at]!]!));
      return textsOf(longhands, texts);
    },
    write(read) {
      const texts = longhands.map(read);
      while (texts.length > 1 && texts.at(-1) === implied(texts[opposite[texts.length - 1]!]!)) texts.pop();
      return texts.join(' / ');
    },
  };
}

function implied(opposite: string): string {
  return /^(?!auto$|span )-?[a-z_]/i.test(opposite) && !opposite.includes(' ') ? opposite : 'auto';
}

const TEMPLATE = ['grid-template-columns', 'grid-template-rows', 'grid-template-areas'];

const gridTemplate: WrittenShorthand = {
  longhands: ['grid-template-rows', 'grid-template-columns', 'grid-template-areas'],
  expand: expandTemplate,
  write(read, computed) {
    const [columns, rows, areas] = TEMPLATE.map(read) as [string, string, string];
    if (areas === 'none') return rows === 'none' && columns === 'none' ? 'none' : `${rows} / ${columns}`;
    return computed ? '' : withAreas(columns, rows, areas);
  },
};

function expandTemplate(reader: ValueReader): Texts | null {
  const start = reader.position;
  const rows = takeLonghandText('grid-template-rows', reader);
  if (rows !== null) {
    if (reader.takeDelimiter('/')) {
      const columns = takeLonghandText('grid-template-columns', reader);
      return columns === null ? null : textsOf(TEMPLATE, [columns, rows, 'none']);
    }
    if (rows === 'none' && reader.done) return new Map();
    reader.rewind(start);
  }
  return expandAreas(reader);
}

/** Rows of areas, each with names of lines around and a size behind it. */
function expandAreas(reader: ValueReader): Texts | null {
  const areas: string[] = [];
  const rows: string[] = [];
  while (!reader.done && !reader.takeDelimiter('/')) {
    const before = takeText('<names>', reader);
    const area = takeText('<string>', reader);
    if (area === null) return null;
    const size = takeText('<track-size>', reader);
    const after = takeText('<names>', reader);
    areas.push(area);
    const last = rows.at(-1);
    if (before !== null && last?.endsWith(']')) rows[rows.length - 1] = `${last.slice(0, -1)} ${before.slice(1)}`;
    else if (before !== null) rows.push(before);
    rows.push(size ?? 'auto');
    if (after !== null) rows.push(after);
  }
  if (areas.length === 0) return null;
  const columns = reader.done ? 'none' : takeLonghandText('grid-template-columns', reader);
  return columns === null ? null : textsOf(TEMPLATE, [columns, rows.join(' '), areas.join(' ')]);
}

/** Empty when the rows are not one size for each row of areas. */
function withAreas(columns: string, rows: string, areas: string): string {
  const strings = areas.match(/"[^"]*"/g) ?? [];
  const parts = rows.match(/\[[^\]]*\]|[\w-]+\([^)]*\)|\S+/g) ?? [];
  const sizes = parts.filter((part) => !part.startsWith('['));
  if (sizes.length !== strings.length || parts.some((part) => part.startsWith('repeat('))) return '';
  let at = 0;
  const text = parts.map((part) => {
    if (part.startsWith('[')) return part;
    const area = strings[at++]!;
    return part === 'auto' ? area : `${area} ${part}`;
  });
  return columns === 'none' ? text.join(' ') : `${text.join(' ')} / ${columns}`;
}

const AUTO = ['grid-auto-flow', 'grid-auto-rows', 'grid-auto-columns'];
const AUTO_IN_BLOCKS = ['grid-auto-flow', 'grid-auto-columns', 'grid-auto-rows'];

const grid: WrittenShorthand = {
  longhands: [...TEMPLATE, ...AUTO_IN_BLOCKS],
  expand(reader) {
    const start = reader.position;
    const template = expandTemplate(reader);
    if (template !== null && reader.done) return template;
    reader.rewind(start);
    return expandFlow(reader, 'row') ?? expandFlow(reader, 'column');
  },
  write(read, computed) {
    if (computed)
      return ['grid-template-rows', 'grid-template-columns', 'grid-template-areas', ...AUTO].map(read).join(' / ');
    const [flow, autoRows, autoColumns] = AUTO.map(read) as [string, string, string];
    if (flow === 'row' && autoRows === 'auto' && autoColumns === 'auto') return gridTemplate.write(read, computed);
    if (read('grid-template-areas') !== 'none') return '';
    const dense = flow.includes('dense') ? ' dense' : '';
    const size = (text: string) => (text === 'auto' ? '' : ` ${text}`);
    if (flow.startsWith('column')) {
      return autoRows === 'auto' && read('grid-template-columns') === 'none'
        ? `${read('grid-template-rows')} / auto-flow${dense}${size(autoColumns)}`
        : '';
    }
    return autoColumns === 'auto' && read('grid-template-rows') === 'none'
      ? `auto-flow${dense}${size(autoRows)} / ${read('grid-template-columns')}`
      : '';
  },
};

/** 'auto-flow dense? sizes? / columns' for rows, 'rows / auto-flow dense? sizes?' for columns. */
function expandFlow(reader: ValueReader, axis: 'row' | 'column'): Texts | null {
  const start = reader.position;
  const texts = new Map<string, string>();
  const takeFlow = (): boolean => {
    const words = takeText('auto-flow && dense?', reader);
    if (words === null) return false;
    const dense = words.includes('dense');
    texts.set('grid-auto-flow', axis === 'row' ? (dense ? 'dense' : 'row') : dense ? 'column dense' : 'column');
    const sizes = takeLonghandText(`grid-auto-${axis}s`, reader);
    if (sizes !== null) texts.set(`grid-auto-${axis}s`, sizes);
    return true;
  };
  const takeTracks = (longhand: string): boolean => {
    const text = takeLonghandText(longhand, reader);
    if (text !== null) texts.set(longhand, text);
    return text !== null;
  };
  const isGood =
    axis === 'row'
      ? takeFlow() && reader.takeDelimiter('/') && takeTracks('grid-template-columns')
      : takeTracks('grid-template-rows') && reader.takeDelimiter('/') && takeFlow();
  if (isGood && reader.done) return texts;
  reader.rewind(start);
  return null;
}

export const GRID_WRITTEN: readonly (readonly [string, WrittenShorthand])[] = [
  ['grid-area', lines(['grid-row-start', 'grid-column-start', 'grid-row-end', 'grid-column-end'], [0, 0, 0, 1])],
  ['grid-row', lines(['grid-row-start', 'grid-row-end'], [0, 0])],
  ['grid-column', lines(['grid-column-start', 'grid-column-end'], [0, 0])],
  ['grid-template', gridTemplate],
  ['grid', grid],
];
