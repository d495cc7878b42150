/**
 * The names of the bidirectional classes, in the order of their numbers in the generated table.
 *
 * UAX 9 §3.2 https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types
 */

/** The number of each class. `L` is 0 because it is what a character has that no range of the table names. */
export const BC = {
  L: 0,
  R: 1,
  AL: 2,
  EN: 3,
  ES: 4,
  ET: 5,
  AN: 6,
  CS: 7,
  NSM: 8,
  BN: 9,
  B: 10,
  S: 11,
  WS: 12,
  ON: 13,
  LRE: 14,
  LRO: 15,
  RLE: 16,
  RLO: 17,
  PDF: 18,
  LRI: 19,
  RLI: 20,
  FSI: 21,
  PDI: 22,
} as const;

export type BidiClassName = keyof typeof BC;
