/**
 * The size of a JPEG XL image, from the first bytes of its file.
 *
 * In:  bytes. Out: width and height; `null` for what is no JPEG XL, or not enough of it.
 *
 * ISO/IEC 18181-1 §D.2 (size header), 18181-2 §9 (boxes around a codestream). Numbers are read bit by bit, the lowest bit
 * of a byte first.
 */

/** What a width is of a height, by the number that stands for it; 0 is a width of its own. */
const RATIOS: readonly (readonly [across: number, down: number])[] = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Bits of a number, by the two bits before it. */
const LENGTHS = [9, 13, 18, 30] as const;

export function jxlSize(bytes: Uint8Array): readonly [width: number, height: number] | null {
  const start = codestreamStart(bytes);
  // The longest size header has 68 bits.
  if (start === null || bytes.length < start + 11 || bytes[start] !== 0xff || bytes[start + 1] !== 0x0a) return null;
  let at = (start + 2) * 8;
  const read = (count: number): number => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value += ((bytes[at >> 3]! >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
  const isSmall = read(1) === 1;
  const length = (): number => (isSmall ? (read(5) + 1) * 8 : read(LENGTHS[read(2)]!) + 1);
  const height = length();
  const [across, down] = RATIOS[read(3)]!;
  return [across === 0 ? length() : Math.floor((height * across) / down), height];
}

/** Where the codestream begins: at once, or in a box; `null` when it is not there. */
function codestreamStart(bytes: Uint8Array): number | null {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return 0;
  if (bytes.length < 12 || boxName(bytes, 0) !== 'JXL ') return null;
  for (let at = 0; at + 16 <= bytes.length; ) {
    const name = boxName(bytes, at);
    if (name === 'jxlc') return at + 8;
    // A part of it, behind the part's number.
    if (name === 'jxlp') return at + 12;
    const size = bytes[at]! * 2 ** 24 + (bytes[at + 1]! << 16) + (bytes[at + 2]! << 8) + bytes[at + 3]!;
    if (size < 8) return null;
    at += size;
  }
  return null;
}

function boxName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!);
}
