/**
 * How strict line breaking is with East Asian punctuation.
 *
 * In:  'line-break' and the content language. Out: a function that gives some characters another class.
 *
 * CSS Text 3 §5.3 https://drafts.csswg.org/css-text-3/#line-break-property. As in Chrome, nothing but the default
 * happens without a content language.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { LB } from './line-break-class.ts';
import type { ClassOverride } from './uax14.ts';

const ITERATION_MARKS = new Set([0x3005, 0x303b, 0x309d, 0x309e, 0x30fd, 0x30fe]);
const WAVE_DASHES = new Set([0x301c, 0x30a0]);
const CENTRED = new Set([0x30fb, 0xff1a, 0xff1b, 0xff65, 0x203c, 0x2047, 0x2048, 0x2049, 0xff01, 0xff1f]);
const HYPHENS = new Set([0x2010, 0x2013]);
/** Signs that go with a number: East Asian ones, and those whose width is ambiguous. */
const NUMBER_SIGNS = new Set([
  ...[0xb0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xfe6a, 0xff05, 0xffe0],
  ...[0xb1, 0x20ac, 0x2116, 0xfe69, 0xff04, 0xffe1, 0xffe5, 0xffe6],
]);

const unchanged: ClassOverride = () => 0;
const strict: ClassOverride = (_, lineBreakClass) => (lineBreakClass === LB.CJ ? LB.NS : 0);
const normalEastAsian: ClassOverride = (codePoint) => (WAVE_DASHES.has(codePoint) ? LB.ID : 0);
const loose: ClassOverride = (codePoint) => (ITERATION_MARKS.has(codePoint) ? LB.ID : 0);
const looseEastAsian: ClassOverride = (codePoint) =>
  ITERATION_MARKS.has(codePoint) ||
  WAVE_DASHES.has(codePoint) ||
  CENTRED.has(codePoint) ||
  HYPHENS.has(codePoint) ||
  NUMBER_SIGNS.has(codePoint)
    ? LB.ID
    : 0;

export function classOverride(lineBreak: ComputedStyle['lineBreak'], locale: string): ClassOverride {
  const language = locale.toLowerCase().split('-', 1)[0]!;
  const eastAsian = language === 'ja' || language === 'zh' || language === 'ko';
  if (language === '') return unchanged;
  switch (lineBreak) {
    case 'strict':
      return language === 'ko' ? unchanged : strict;
    case 'loose':
      return eastAsian ? looseEastAsian : loose;
    case 'normal':
      return eastAsian ? normalEastAsian : unchanged;
    case 'auto':
      return language === 'zh' ? normalEastAsian : unchanged;
    case 'anywhere':
      return unchanged;
  }
}
