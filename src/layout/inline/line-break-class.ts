/**
 * Line breaking classes, as numbers.
 *
 * In:  a code point. Out: its class, resolved by rule LB1, with the distinctions that later rules make by other
 *      properties: initial and final quotes, the dotted circle, East Asian width.
 *
 * UAX 14 §5.1 https://www.unicode.org/reports/tr14/
 */
import { PropertyTable } from '../text/property-table.ts';
import { lineBreakTable } from '../text/tables/line-break.ts';

export { LB } from './line-break-names.ts';

const table = new PropertyTable(lineBreakTable);

/** The class of a code point. */
export function lineBreakClass(codePoint: number): number {
  return table.get(codePoint) >>> 1;
}

/** Whether a code point is wide, full-width or half-width (UAX 11): rules LB19a, LB21a and LB30 look at it. */
export function isEastAsian(codePoint: number): boolean {
  return (table.get(codePoint) & 1) !== 0;
}
