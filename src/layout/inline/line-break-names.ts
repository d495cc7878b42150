/**
 * The names of the line breaking classes, in the order of their numbers in the generated table.
 *
 * UAX 14 §5.1 https://www.unicode.org/reports/tr14/, and five of our own: QI and QF are quotes that open and close, DC
 * is the dotted circle, EP an unassigned pictograph, HH the unambiguous hyphen.
 */

/** The number of each class. `XX` is 0 because it is what a character has that no range of the table names. */
export const LB = {
  XX: 0,
  AL: 1,
  HL: 2,
  NU: 3,
  ID: 4,
  CM: 5,
  ZWJ: 6,
  SP: 7,
  ZW: 8,
  BK: 9,
  CR: 10,
  LF: 11,
  NL: 12,
  WJ: 13,
  GL: 14,
  CL: 15,
  CP: 16,
  EX: 17,
  SY: 18,
  IS: 19,
  OP: 20,
  QU: 21,
  QI: 22,
  QF: 23,
  NS: 24,
  CJ: 25,
  B2: 26,
  CB: 27,
  BA: 28,
  HH: 29,
  HY: 30,
  BB: 31,
  IN: 32,
  PR: 33,
  PO: 34,
  EB: 35,
  EM: 36,
  EP: 37,
  RI: 38,
  JL: 39,
  JV: 40,
  JT: 41,
  H2: 42,
  H3: 43,
  AK: 44,
  AP: 45,
  AS: 46,
  VF: 47,
  VI: 48,
  DC: 49,
  SA: 50,
  AI: 51,
} as const;

export type LineBreakClassName = keyof typeof LB;
