/**
 * Families of Windows and macOS that there are no tables of: they are measured by a table of a family like them, made wider or
 * narrower as a whole, with their own heights.
 *
 * In:  the name of a family, in lower case. Out: a table, or `null`.
 *
 * Differs: letters of such a family have the proportions of another one's. Lines are about as long as they are there, and a
 * page that measures whether a family is installed finds it.
 */
import type { FamilyData } from './face.ts';

export type Base = 'sans' | 'serif' | 'mono';

/** Base, width of text in relation to it, and in thousandths of an em: ascent, descent, line gap. */
type Row = readonly [base: Base, width: number, ascent: number, descent: number, lineGap: number];

const ROWS: Readonly<Record<string, Row>> = {
  __proto__: null as never,
  // Windows. Consolas and Lucida Console have one width for all letters, by which they are scaled.
  'segoe ui': ['sans', 0.988, 1079, 251, 0],
  tahoma: ['sans', 0.994, 1000, 207, 0],
  verdana: ['sans', 1.162, 1005, 210, 0],
  calibri: ['sans', 0.898, 750, 250, 221],
  candara: ['sans', 0.936, 743, 257, 221],
  corbel: ['sans', 0.932, 743, 257, 221],
  'trebuchet ms': ['sans', 0.967, 939, 222, 0],
  'franklin gothic medium': ['sans', 0.951, 907, 226, 0],
  'arial black': ['sans', 1.21, 1101, 310, 0],
  'microsoft sans serif': ['sans', 0.996, 922, 210, 0],
  'comic sans ms': ['sans', 1.052, 1102, 291, 0],
  impact: ['sans', 0.925, 1009, 210, 0],
  'lucida sans unicode': ['sans', 1.092, 1093, 442, 0],
  cambria: ['serif', 1.071, 950, 222, 0],
  constantia: ['serif', 1.094, 743, 257, 221],
  georgia: ['serif', 1.121, 917, 219, 0],
  'palatino linotype': ['serif', 1.096, 732, 283, 333],
  consolas: ['mono', 0.9162, 743, 257, 171],
  'lucida console': ['mono', 1.0041, 789, 211, 0],
  // macOS.
  'helvetica neue': ['sans', 0.999, 952, 213, 28],
  '-apple-system': ['sans', 0.983, 952, 241, 0],
  blinkmacsystemfont: ['sans', 0.983, 952, 241, 0],
  'lucida grande': ['sans', 1.091, 967, 211, 0],
  geneva: ['sans', 1.058, 1000, 250, 0],
  avenir: ['sans', 1.012, 1000, 366, 0],
  'avenir next': ['sans', 1.024, 1000, 366, 0],
  futura: ['sans', 0.984, 1039, 260, 29],
  'gill sans': ['sans', 0.914, 918, 230, 0],
  optima: ['sans', 0.973, 919, 268, 28],
  palatino: ['serif', 1.093, 732, 283, 0],
  baskerville: ['serif', 1.033, 897, 246, 0],
  didot: ['serif', 1.041, 940, 326, 0],
  'hoefler text': ['serif', 1.048, 721, 279, 0],
  'american typewriter': ['serif', 1.183, 900, 230, 0],
  menlo: ['mono', 1.0033, 928, 236, 0],
  monaco: ['mono', 1, 1000, 250, 83],
};

export function standInBase(name: string): Base | null {
  return ROWS[name]?.[0] ?? null;
}

/** The base's table with other widths and heights: its unit is what is made smaller or larger. */
export function standInTable(name: string, base: FamilyData): FamilyData {
  const [, width, ascent, descent, lineGap] = ROWS[name]!;
  return {
    name,
    faces: base.faces.map((face) => {
      const unitsPerEm = face.unitsPerEm / width;
      const heights = { ascent: ascent / 1000, descent: descent / 1000, lineGap: lineGap / 1000 };
      return {
        ...face,
        unitsPerEm,
        ascent: heights.ascent * unitsPerEm,
        descent: heights.descent * unitsPerEm,
        lineGap: heights.lineGap * unitsPerEm,
      };
    }),
  };
}
