/**
 * The Unicode line breaking algorithm.
 *
 * In:  a stretch of text, and how Japanese and Chinese punctuation is treated.
 * Out: break opportunities inside the stretch, written to an array.
 *
 * UAX 14 for Unicode 17 https://www.unicode.org/reports/tr14/, rules in their order.
 * Missing: scripts that need a dictionary (Thai, Lao, Khmer, Burmese) have no breaks inside words.
 */
import { isEastAsian, LB, lineBreakClass } from './line-break-class.ts';

/** Characters with their combining marks (rule LB9): what the rules see as one. */
interface Units {
  count: number;
  /** Where each begins in the text. */
  at: Int32Array;
  classes: Uint8Array;
  eastAsian: Uint8Array;
  /** It ends with a zero width joiner. */
  joiner: Uint8Array;
}

/** Grown to the longest stretch so far; a stretch is finished before the next one begins. */
let units: Units = makeUnits(256);

function makeUnits(size: number): Units {
  return {
    count: 0,
    at: new Int32Array(size),
    classes: new Uint8Array(size),
    eastAsian: new Uint8Array(size),
    joiner: new Uint8Array(size),
  };
}

/** Classes of characters that 'line-break' and the language change; 0 leaves the class as it is. */
export type ClassOverride = (codePoint: number, lineBreakClass: number) => number;

const MAX_KEPT_UNITS = 65536;

/**
 * Sets out[i] to 1 for every i in (start, end) before which a line may break.
 */
export function unicodeBreaks(
  text: string,
  start: number,
  end: number,
  override: ClassOverride,
  out: Uint8Array,
): void {
  if (units.at.length < end - start) units = makeUnits(end - start);
  collectUnits(text, start, end, override);
  let number = 0;
  let flags = 0;
  let base = -1;
  for (let k = 0; k < units.count; k++) {
    if (k > 0 && breaksBefore(k, base, number, flags)) out[units.at[k]!] = 1;
    const unitClass = units.classes[k]!;
    number = numberState(number, unitClass);
    flags = unitClass === LB.RI ? flags + 1 : 0;
    if (unitClass !== LB.SP) base = k;
  }
  if (units.at.length > MAX_KEPT_UNITS) units = makeUnits(256);
}

/** LB1, LB9, LB10. */
function collectUnits(text: string, start: number, end: number, override: ClassOverride): void {
  let count = 0;
  for (let i = start; i < end; ) {
    const codePoint = text.codePointAt(i)!;
    let unitClass = lineBreakClass(codePoint);
    unitClass = override(codePoint, unitClass) || unitClass;
    const isMark = unitClass === LB.CM || unitClass === LB.ZWJ;
    if (isMark && count > 0 && !isBreakOrSpace(units.classes[count - 1]!)) {
      units.joiner[count - 1] = unitClass === LB.ZWJ ? 1 : 0;
    } else {
      units.at[count] = i;
      units.classes[count] = isMark ? LB.AL : resolveClass(unitClass);
      units.eastAsian[count] = isEastAsian(codePoint) ? 1 : 0;
      units.joiner[count] = unitClass === LB.ZWJ ? 1 : 0;
      count++;
    }
    i += codePoint > 0xffff ? 2 : 1;
  }
  units.count = count;
}

function isBreakOrSpace(unitClass: number): boolean {
  return unitClass === LB.SP || unitClass === LB.ZW || isHardBreak(unitClass);
}

function isHardBreak(unitClass: number): boolean {
  return unitClass === LB.BK || unitClass === LB.CR || unitClass === LB.LF || unitClass === LB.NL;
}

function resolveClass(unitClass: number): number {
  if (unitClass === LB.AI || unitClass === LB.SA || unitClass === LB.XX) return LB.AL;
  // Chrome's data treats small kana as ideographs unless 'line-break: strict' says otherwise.
  return unitClass === LB.CJ ? LB.ID : unitClass;
}

/** Where a number stands, for LB25: 1 after digits and separators, 2 after a closing bracket that follows them. */
function numberState(state: number, unitClass: number): number {
  if (unitClass === LB.NU) return 1;
  if (state !== 1) return 0;
  if (unitClass === LB.SY || unitClass === LB.IS) return 1;
  return unitClass === LB.CL || unitClass === LB.CP ? 2 : 0;
}

/** Whether a line may break before unit k. `base` is the last unit before it that is no space. */
function breaksBefore(k: number, base: number, number: number, flags: number): boolean {
  const classes = units.classes;
  const a = classes[k - 1]!;
  const b = classes[k]!;
  const last = base < 0 ? NONE : classes[base]!;
  const next = k + 1 < units.count ? classes[k + 1]! : NONE;

  // LB4, LB5, LB6, LB7, LB8, LB8a.
  if (isHardBreak(a)) return !(a === LB.CR && b === LB.LF);
  if (isHardBreak(b) || b === LB.SP || b === LB.ZW) return false;
  if (last === LB.ZW) return true;
  if (units.joiner[k - 1] !== 0) return false;

  // LB11, LB12, LB12a, LB13, LB14.
  if (a === LB.WJ || b === LB.WJ || a === LB.GL) return false;
  if (b === LB.GL && a !== LB.SP && a !== LB.BA && a !== LB.HY && a !== LB.HH) return false;
  if (b === LB.CL || b === LB.CP || b === LB.EX || b === LB.SY) return false;
  if (last === LB.OP) return false;

  // LB15a, LB15b, LB15c, LB15d.
  if (last === LB.QI && opensQuote(base)) return false;
  if (b === LB.QF && (next === NONE || FOLLOWS_CLOSING_QUOTE.has(next))) return false;
  if (a === LB.SP && b === LB.IS && next === LB.NU) return true;
  if (b === LB.IS) return false;

  // LB16, LB17, LB18.
  if ((last === LB.CL || last === LB.CP) && b === LB.NS) return false;
  if (last === LB.B2 && b === LB.B2) return false;
  if (a === LB.SP) return true;

  if (keepsQuote(k, a, b)) return false;

  // LB20, LB20a.
  if (a === LB.CB || b === LB.CB) return true;
  const before = k >= 2 ? classes[k - 2]! : NONE;
  const isHyphen = a === LB.HY || a === LB.HH;
  if (isHyphen && STARTS_WORD.has(before) && isLetter(b)) return false;

  // LB21, LB21a, LB21b, LB22.
  if (b === LB.BA || b === LB.HH || b === LB.HY || b === LB.NS || a === LB.BB) return false;
  if (before === LB.HL && isHyphen && b !== LB.HL) return false;
  if (a === LB.SY && b === LB.HL) return false;
  if (b === LB.IN) return false;

  if (keepsNumber(k, a, b, number)) return false;
  if (keepsSyllable(a, b, before, next)) return false;

  // LB28, LB29, LB30, LB30a, LB30b.
  if (isLetter(a) && isLetter(b)) return false;
  if (a === LB.IS && isLetter(b)) return false;
  if ((isLetter(a) || a === LB.NU) && b === LB.OP && units.eastAsian[k] === 0) return false;
  if (a === LB.CP && units.eastAsian[k - 1] === 0 && (isLetter(b) || b === LB.NU)) return false;
  if (a === LB.RI && b === LB.RI) return flags % 2 === 0;
  if (b === LB.EM && (a === LB.EB || a === LB.EP)) return false;

  // LB31.
  return true;
}

/** The class of what is before the start and after the end. */
const NONE = 255;

const QUOTES: ReadonlySet<number> = new Set([LB.QU, LB.QI, LB.QF]);

const FOLLOWS_CLOSING_QUOTE: ReadonlySet<number> = new Set([
  ...[LB.SP, LB.GL, LB.WJ, LB.CL, LB.QU, LB.QI, LB.QF, LB.CP, LB.EX, LB.IS, LB.SY, LB.BK, LB.CR, LB.LF, LB.NL, LB.ZW],
]);

const PRECEDES_OPENING_QUOTE: ReadonlySet<number> = new Set([
  ...[NONE, LB.BK, LB.CR, LB.LF, LB.NL, LB.OP, LB.QU, LB.QI, LB.QF, LB.GL, LB.SP, LB.ZW],
]);

const STARTS_WORD: ReadonlySet<number> = new Set([NONE, LB.BK, LB.CR, LB.LF, LB.NL, LB.SP, LB.ZW, LB.CB, LB.GL]);

function isLetter(unitClass: number): boolean {
  return unitClass === LB.AL || unitClass === LB.HL || unitClass === LB.DC;
}

function opensQuote(base: number): boolean {
  return PRECEDES_OPENING_QUOTE.has(base > 0 ? units.classes[base - 1]! : NONE);
}

/** LB19 and LB19a: quotes hold on to their text, except where both sides are East Asian. */
function keepsQuote(k: number, a: number, b: number): boolean {
  if (b === LB.QU || b === LB.QF || a === LB.QU || a === LB.QI) return true;
  const eastAsian = units.eastAsian;
  if (QUOTES.has(b)) {
    if (eastAsian[k - 1] === 0 || k + 1 >= units.count || eastAsian[k + 1] === 0) return true;
  }
  if (QUOTES.has(a)) {
    if (eastAsian[k] === 0 || k < 2 || eastAsian[k - 2] === 0) return true;
  }
  return false;
}

/** LB23 to LB25: numbers with their signs, separators and units. */
function keepsNumber(k: number, a: number, b: number, number: number): boolean {
  if ((isLetter(a) && b === LB.NU) || (a === LB.NU && isLetter(b))) return true;
  if (a === LB.PR && (b === LB.ID || b === LB.EB || b === LB.EM || b === LB.EP)) return true;
  if (b === LB.PO && (a === LB.ID || a === LB.EB || a === LB.EM || a === LB.EP)) return true;
  const aIsSign = a === LB.PR || a === LB.PO;
  const bIsSign = b === LB.PR || b === LB.PO;
  if ((aIsSign && isLetter(b)) || (isLetter(a) && bIsSign)) return true;
  if (bIsSign && number !== 0) return true;
  if (b === LB.NU) return aIsSign || a === LB.HY || a === LB.IS || number === 1;
  if (!aIsSign || b !== LB.OP) return false;
  const next = k + 1 < units.count ? units.classes[k + 1]! : NONE;
  const afterNext = k + 2 < units.count ? units.classes[k + 2]! : NONE;
  return next === LB.NU || (next === LB.IS && afterNext === LB.NU);
}

/** LB26, LB27, LB28a: Korean syllables, Brahmic clusters. */
function keepsSyllable(a: number, b: number, before: number, next: number): boolean {
  if (a === LB.JL && (b === LB.JL || b === LB.JV || b === LB.H2 || b === LB.H3)) return true;
  if ((a === LB.JV || a === LB.H2) && (b === LB.JV || b === LB.JT)) return true;
  if ((a === LB.JT || a === LB.H3) && b === LB.JT) return true;
  if (isKorean(a) && b === LB.PO) return true;
  if (a === LB.PR && isKorean(b)) return true;
  const aIsAksara = a === LB.AK || a === LB.DC || a === LB.AS;
  const bIsAksara = b === LB.AK || b === LB.DC || b === LB.AS;
  if (a === LB.AP && bIsAksara) return true;
  if (aIsAksara && (b === LB.VF || b === LB.VI)) return true;
  if (a === LB.VI && (b === LB.AK || b === LB.DC) && (before === LB.AK || before === LB.DC || before === LB.AS))
    return true;
  return aIsAksara && bIsAksara && next === LB.VF;
}

function isKorean(unitClass: number): boolean {
  return unitClass >= LB.JL && unitClass <= LB.H3;
}
