/**
 * Texts of any characters, for properties of what reads text.
 *
 * Faster: fast-check's own 'binary' takes 0.8 s of each process to know all of them. This draws as widely, and ASCII more often,
 * which is what syntax is made of.
 */
import fc from 'fast-check';

const character = fc
  .oneof(
    { weight: 4, arbitrary: fc.nat(0x7f) },
    { weight: 3, arbitrary: fc.nat(0xd7ff) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0xffff }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x1_0000, max: 0x10_ffff }) },
  )
  .map((code) => String.fromCodePoint(code));

export function anyText(constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
