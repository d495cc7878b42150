/**
 * Pixels as a JPEG file, for programs that take nothing else.
 *
 * In:  red, green and blue of each pixel, row by row, and a quality from 1 to 100. Out: the bytes of the file.
 *
 * A baseline file of three components, all of them at full resolution: a wireframe is thin lines and letters.
 *
 * ITU-T T.81 Annexes A, B, F and K https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 * JFIF 1.02 https://www.w3.org/Graphics/JPEG/jfif3.pdf
 */

const BYTES_PER_PIXEL = 3;
const SIDE = 8;
const BLOCK = SIDE * SIDE;

/** §K.1: how coarse each frequency may be, for brightness and for colour. */
const LUMINANCE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMINANCE = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...new Array<number>(BLOCK / 2).fill(99),
];

/** A code for each value: its bits and their number. */
interface HuffmanTable {
  readonly head: Uint8Array;
  readonly codes: Uint16Array;
  readonly sizes: Uint8Array;
}

/** §K.3: the usual codes; how many there are of each length, and what they stand for. */
const DC_VALUES = '000102030405060708090a0b';
const LUMINANCE_CODES = {
  dc: huffman(0x00, '00010501010101010100000000000000', DC_VALUES),
  ac: huffman(
    0x10,
    '0002010303020403050504040000017d',
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a34353637' +
      '38393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3' +
      'a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ),
};
const CHROMINANCE_CODES = {
  dc: huffman(0x01, '00030101010101010101010000000000', DC_VALUES),
  ac: huffman(
    0x11,
    '00020102040403040705040400010277',
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536' +
      '3738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999a' +
      'a2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ),
};

/** Figure A.6: the place of each frequency, in the order in which they are told. */
const ZIGZAG = zigzag();
/** §A.3.3: `COSINES[u * 8 + x]`, with the factor of its frequency. */
const COSINES = Float64Array.from({ length: BLOCK }, (_, at) => {
  const [u, x] = [Math.floor(at / SIDE), at % SIDE];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

export function encodeJpeg(pixels: Uint8Array, width: number, height: number, quality: number): Uint8Array {
  const tables = [LUMINANCE, CHROMINANCE].map((table) => table.map((step) => coarseness(step, quality)));
  const codes = [LUMINANCE_CODES, CHROMINANCE_CODES];
  const writer = new BitWriter(width * height);
  // §B.2: the file's beginning, JFIF's mark, the tables, the frame, and one scan of all three components.
  writer.bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  tables.forEach((table, id) => {
    writer.bytes([0xff, 0xdb, 0, 3 + BLOCK, id, ...ZIGZAG.map((place) => table[place]!)]);
  });
  writer.bytes([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]);
  writer.bytes([1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]);
  for (const { dc, ac } of codes) for (const { head } of [dc, ac]) writer.bytes([0xff, 0xc4, ...head]);
  writer.bytes([0xff, 0xda, 0, 12, 3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);

  const planes = [0, 1, 2].map(() => new Float64Array(BLOCK));
  const before = [0, 0, 0];
  for (let top = 0; top < height; top += SIDE) {
    for (let left = 0; left < width; left += SIDE) {
      readBlock(planes, pixels, width, height, left, top);
      planes.forEach((plane, component) => {
        const kind = component === 0 ? 0 : 1;
        before[component] = writeBlock(writer, plane, tables[kind]!, codes[kind]!, before[component]!);
      });
    }
  }
  writer.flush();
  writer.bytes([0xff, 0xd9]);
  return writer.file();
}

/** A step of the table at this quality: at 50 as it stands there, at 100 as fine as it gets. */
function coarseness(step: number, quality: number): number {
  const percent = quality < 50 ? 5_000 / quality : 200 - 2 * quality;
  return Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100)));
}

/** JFIF: brightness and two colours of eight by eight pixels, about zero. Beyond the edges the last pixel goes on. */
function readBlock(
  [luma, blue, red]: readonly Float64Array[],
  pixels: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
): void {
  for (let at = 0; at < BLOCK; at++) {
    const x = Math.min(left + (at & 7), width - 1);
    const y = Math.min(top + (at >> 3), height - 1);
    const from = (y * width + x) * BYTES_PER_PIXEL;
    const [r, g, b] = [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!];
    luma![at] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    blue![at] = -0.168736 * r - 0.331264 * g + 0.5 * b;
    red![at] = 0.5 * r - 0.418688 * g - 0.081312 * b;
  }
}

/** §F.1.2: the mean as a difference from the block before, then runs of zeros with what follows them. Gives the mean. */
function writeBlock(
  writer: BitWriter,
  plane: Float64Array,
  table: readonly number[],
  codes: { readonly dc: HuffmanTable; readonly ac: HuffmanTable },
  before: number,
): number {
  const frequencies = transformed(plane);
  const mean = Math.round(frequencies[0]! / table[0]!);
  const size = bitLength(mean - before);
  writer.code(codes.dc, size);
  writer.value(mean - before, size);
  let zeros = 0;
  for (let at = 1; at < BLOCK; at++) {
    const place = ZIGZAG[at]!;
    const value = Math.round(frequencies[place]! / table[place]!);
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) writer.code(codes.ac, 0xf0);
    const bits = bitLength(value);
    writer.code(codes.ac, (zeros << 4) | bits);
    writer.value(value, bits);
    zeros = 0;
  }
  if (zeros > 0) writer.code(codes.ac, 0);
  return mean;
}

const rowsDone = new Float64Array(BLOCK);
const allDone = new Float64Array(BLOCK);

/** §A.3.3, rows first, then columns. */
function transformed(plane: Float64Array): Float64Array {
  // Faster: most of a wireframe is one colour, which has a mean and nothing else.
  if (plane.every((sample) => sample === plane[0])) {
    allDone.fill(0);
    allDone[0] = plane[0]! * SIDE;
    return allDone;
  }
  for (let y = 0; y < SIDE; y++) {
    for (let u = 0; u < SIDE; u++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += plane[y * SIDE + x]! * COSINES[u * SIDE + x]!;
      rowsDone[y * SIDE + u] = sum;
    }
  }
  for (let u = 0; u < SIDE; u++) {
    for (let v = 0; v < SIDE; v++) {
      let sum = 0;
      for (let y = 0; y < SIDE; y++) sum += rowsDone[y * SIDE + u]! * COSINES[v * SIDE + y]!;
      allDone[v * SIDE + u] = sum;
    }
  }
  return allDone;
}

/** Table F.1: how many bits a value takes. */
function bitLength(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

/** §B.2.4.2 and Annex C: the table as the file tells it, and the codes that follow from it. */
function huffman(id: number, lengths: string, values: string): HuffmanTable {
  const [counts, stands] = [Buffer.from(lengths, 'hex'), Buffer.from(values, 'hex')];
  const length = 3 + counts.length + stands.length;
  const head = Uint8Array.of(length >> 8, length & 255, id, ...counts, ...stands);
  const [codes, sizes] = [new Uint16Array(256), new Uint8Array(256)];
  let [code, at] = [0, 0];
  counts.forEach((count, index) => {
    for (const end = at + count; at < end; at++) {
      codes[stands[at]!] = code++;
      sizes[stands[at]!] = index + 1;
    }
    code <<= 1;
  });
  return { head, codes, sizes };
}

function zigzag(): readonly number[] {
  const places = Array.from({ length: BLOCK }, (_, at) => ({ x: at % SIDE, y: Math.floor(at / SIDE) }));
  // By diagonals, up and down in turn.
  const along = ({ x, y }: { x: number; y: number }) => ((x + y) % 2 === 0 ? x : y);
  places.sort((a, b) => a.x + a.y - b.x - b.y || along(a) - along(b));
  return places.map(({ x, y }) => y * SIDE + x);
}

/** Bytes that grow, and bits among them. */
class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #bits = 0;
  #count = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected + 1_024);
  }

  bytes(list: readonly number[]): void {
    for (const byte of list) this.#byte(byte);
  }

  code({ codes, sizes }: HuffmanTable, value: number): void {
    this.#put(codes[value]!, sizes[value]!);
  }

  /** §F.1.2.1: as many low bits as it has; one less than a negative value has. */
  value(value: number, size: number): void {
    if (size > 0) this.#put((value < 0 ? value - 1 : value) & ((1 << size) - 1), size);
  }

  /** §F.1.2.3: what is left of the last byte is ones. */
  flush(): void {
    if (this.#count > 0) this.#put((1 << (8 - this.#count)) - 1, 8 - this.#count);
  }

  file(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #put(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >> this.#count) & 255;
      this.#byte(byte);
      // §B.1.1.5: a byte of ones would be a mark.
      if (byte === 255) this.#byte(0);
    }
    this.#bits &= (1 << this.#count) - 1;
  }

  #byte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
