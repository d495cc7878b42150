/**
 * Shorthands of grid layout.
 *
 * CSS Grid 2 §7.4, §7.8 and §8.4 https://drafts.csswg.org/css-grid-2/#explicit-grid-shorthand
 */
import type { GridLine } from './computed-style.ts';
import {
  AUTO_LINE,
  areAreasValid,
  areaRow,
  type SpecifiedEntry,
  type SpecifiedTracks,
  takeAutoTracks,
  takeGridLine,
  takeLineNames,
  takeTrackSize,
  takeTracks,
} from './properties/grid.ts';
import { type Expansion, expansion, type Shorthand } from './shorthand-patterns.ts';
import type { ValueReader } from './value-reader.ts';

/** A line that is left out repeats a name, and is 'auto' otherwise. */
function implied(line: GridLine): GridLine {
  return line.name !== null && line.integer === null && !line.span ? line : AUTO_LINE;
}

function takeLines(reader: ValueReader, most: number): GridLine[] | null {
  const lines: GridLine[] = [];
  do {
    const line = lines.length < most ? takeGridLine(reader) : undefined;
    if (line === undefined) return null;
    lines.push(line);
  } while (reader.takeDelimiter('/'));
  return lines;
}

function linePair(start: string, end: string): Shorthand {
  return {
    longhands: [start, end],
    quirkyLength: false,
    expand: (reader) => {
      const lines = takeLines(reader, 2);
      return lines === null ? null : expansion([start, lines[0]], [end, lines[1] ?? implied(lines[0]!)]);
    },
  };
}

/** Row start, column start, row end, column end. */
function expandArea(reader: ValueReader): Expansion | null {
  const lines = takeLines(reader, 4);
  if (lines === null) return null;
  const rowStart = lines[0]!;
  const columnStart = lines[1] ?? implied(rowStart);
  return expansion(
    ['grid-row-start', rowStart],
    ['grid-column-start', columnStart],
    ['grid-row-end', lines[2] ?? implied(rowStart)],
    ['grid-column-end', lines[3] ?? implied(columnStart)],
  );
}

const NONE: SpecifiedTracks = { kind: 'none', entries: [] };
const TEMPLATE = ['grid-template-rows', 'grid-template-columns', 'grid-template-areas'] as const;

/** 'none', rows and columns, or rows drawn as strings. */
function expandTemplate(reader: ValueReader): Expansion | null {
  const start = reader.position;
  if (reader.takeWord('none') && reader.done) {
    return expansion([TEMPLATE[0], NONE], [TEMPLATE[1], NONE], [TEMPLATE[2], []]);
  }
  reader.rewind(start);
  const rows = takeTracks(reader);
  if (rows !== undefined && reader.takeDelimiter('/')) {
    const columns = takeTracks(reader);
    if (columns === undefined) return null;
    return expansion([TEMPLATE[0], rows], [TEMPLATE[1], columns], [TEMPLATE[2], []]);
  }
  reader.rewind(start);
  return expandDrawnRows(reader);
}

/** '[names] "a b" size [names]' for each row, then '/' and columns without repetition. */
function expandDrawnRows(reader: ValueReader): Expansion | null {
  const entries: SpecifiedEntry[] = [];
  const areas: (readonly string[])[] = [];
  while (!reader.done && !reader.takeDelimiter('/')) {
    const names = takeLineNames(reader);
    if (names !== undefined) {
      entries.push({ kind: 'names', names });
      continue;
    }
    const text = reader.takeString();
    const row = text === null ? undefined : areaRow(text);
    if (row === undefined) return null;
    areas.push(row);
    entries.push({ kind: 'track', size: takeTrackSize(reader) ?? { kind: 'auto' } });
  }
  if (areas.length === 0 || !areAreasValid(areas)) return null;
  const columns = reader.done ? NONE : takeTracks(reader);
  if (columns === undefined || columns.entries.some((entry) => entry.kind === 'repeat')) return null;
  return expansion([TEMPLATE[0], { kind: 'list', entries }], [TEMPLATE[1], columns], [TEMPLATE[2], areas]);
}

/** A template, or one explicit axis and automatic flow along the other. */
function expandGrid(reader: ValueReader): Expansion | null {
  const start = reader.position;
  const rowFlow = takeAutoFlow(reader);
  if (rowFlow !== null) {
    const rows = takeAutoTracks(reader);
    if (!reader.takeDelimiter('/')) return null;
    const columns = takeTracks(reader);
    if (columns === undefined) return null;
    return expansion(
      ['grid-auto-flow', { column: false, dense: rowFlow.dense }],
      ['grid-auto-rows', rows ?? AUTO_TRACKS],
      ['grid-template-columns', columns],
    );
  }
  reader.rewind(start);
  const rows = takeTracks(reader);
  if (rows !== undefined && reader.takeDelimiter('/')) {
    const columnFlow = takeAutoFlow(reader);
    if (columnFlow !== null) {
      const columns = reader.done ? AUTO_TRACKS : takeAutoTracks(reader);
      if (columns === undefined) return null;
      return expansion(
        ['grid-template-rows', rows],
        ['grid-auto-flow', { column: true, dense: columnFlow.dense }],
        ['grid-auto-columns', columns],
      );
    }
  }
  reader.rewind(start);
  return expandTemplate(reader);
}

const AUTO_TRACKS = [{ kind: 'auto' }] as const;

/** 'auto-flow' and 'dense' in either order. */
function takeAutoFlow(reader: ValueReader): { dense: boolean } | null {
  const start = reader.position;
  const denseFirst = reader.takeWord('dense');
  if (!reader.takeWord('auto-flow')) {
    reader.rewind(start);
    return null;
  }
  return { dense: denseFirst || reader.takeWord('dense') };
}

export const GRID_SHORTHANDS: readonly (readonly [string, Shorthand])[] = [
  ['grid-row', linePair('grid-row-start', 'grid-row-end')],
  ['grid-column', linePair('grid-column-start', 'grid-column-end')],
  [
    'grid-area',
    {
      longhands: ['grid-row-start', 'grid-column-start', 'grid-row-end', 'grid-column-end'],
      quirkyLength: false,
      expand: expandArea,
    },
  ],
  ['grid-template', { longhands: TEMPLATE, quirkyLength: false, expand: expandTemplate }],
  [
    'grid',
    {
      longhands: [...TEMPLATE, 'grid-auto-rows', 'grid-auto-columns', 'grid-auto-flow'],
      quirkyLength: false,
      expand: expandGrid,
    },
  ],
];
