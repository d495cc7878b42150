/**
 * Reads a baseline JPEG of three components at full resolution, step by step as ITU-T T.81 tells it, to hold the writer to it.
 */
import assert from 'node:assert/strict';

type Codes = ReadonlyMap<string, number>;

export function readJpeg(file: Uint8Array): { width: number; height: number; pixels: number[] } {
  const bytes = Buffer.from(file);
  assert.equal(bytes.readUInt16BE(0), 0xffd8);
  const steps: number[][] = [];
  const codes = new Map<number, Codes>();
  let [width, height, at] = [0, 0, 2];
  for (let marker = 0; marker !== 0xffda; at += 2 + bytes.readUInt16BE(at + 2)) {
    marker = bytes.readUInt16BE(at);
    const body = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (marker === 0xffdb) steps[body[0]!] = [...body.subarray(1)];
    if (marker === 0xffc0) [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
    if (marker === 0xffc4) codes.set(body[0]!, readCodes(body));
  }
  assert.equal(bytes.readUInt16BE(bytes.length - 2), 0xffd9);
  const scan = bytes.subarray(at, -2).toString('latin1').replaceAll('\xff\x00', '\xff');
  const bits = Array.from(scan, (byte) => byte.charCodeAt(0).toString(2).padStart(8, '0')).join('');

  let next = 0;
  const code = (table: Codes): number => {
    for (let end = next + 1; end <= next + 16; end++) {
      const value = table.get(bits.slice(next, end));
      if (value === undefined) continue;
      next = end;
      return value;
    }
    throw new Error(`no code at bit ${next} of ${bits.length}`);
  };
  const value = (size: number): number => {
    if (size === 0) return 0;
    const raw = Number.parseInt(bits.slice(next, next + size), 2);
    next += size;
    return raw < 2 ** (size - 1) ? raw - 2 ** size + 1 : raw;
  };

  const pixels = new Array<number>(width * height * 3);
  const means = [0, 0, 0];
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      const planes = means.map((mean, component) => {
        const kind = component === 0 ? 0 : 1;
        const told = new Array<number>(64).fill(0);
        means[component] = told[0] = mean + value(code(codes.get(kind)!));
        for (let place = 1; place < 64; place++) {
          const both = code(codes.get(0x10 | kind)!);
          if (both === 0) break;
          place += both >> 4;
          told[place] = value(both & 15);
        }
        return samples(told.map((each, place) => each * steps[kind]![place]!));
      });
      for (let y = top; y < Math.min(top + 8, height); y++) {
        for (let x = left; x < Math.min(left + 8, width); x++) {
          const [luma, blue, red] = planes.map((plane) => plane[(y - top) * 8 + x - left]!) as [number, number, number];
          const rgb = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue];
          rgb.forEach((each, channel) => {
            pixels[(y * width + x) * 3 + channel] = Math.min(255, Math.max(0, Math.round(each + 128)));
          });
        }
      }
    }
  }
  return { width, height, pixels };
}

function readCodes(body: Buffer): Codes {
  const codes = new Map<string, number>();
  let [code, at] = [0, 17];
  for (let length = 1; length <= 16; length++, code *= 2) {
    for (let count = body[length]!; count > 0; count--)
      codes.set((code++).toString(2).padStart(length, '0'), body[at++]!);
  }
  return codes;
}

/** Figure A.6, walked. */
const ZIGZAG = (() => {
  const places: number[] = [];
  for (let sum = 0; sum < 15; sum++) {
    for (let step = 0; step <= sum; step++) {
      const [x, y] = sum % 2 === 0 ? [step, sum - step] : [sum - step, step];
      if (x < 8 && y < 8) places.push(y * 8 + x);
    }
  }
  return places;
})();

/** §A.3.3, the inverse, as it stands there. */
function samples(told: readonly number[]): number[] {
  const frequencies = new Array<number>(64).fill(0);
  told.forEach((each, at) => {
    frequencies[ZIGZAG[at]!] = each;
  });
  const factor = (n: number) => (n === 0 ? Math.SQRT1_2 : 1);
  const wave = (x: number, u: number) => Math.cos(((2 * x + 1) * u * Math.PI) / 16);
  return Array.from({ length: 64 }, (_, at) => {
    const [x, y] = [at % 8, Math.floor(at / 8)];
    return frequencies.reduce((sum, each, place) => {
      const [u, v] = [place % 8, Math.floor(place / 8)];
      return each === 0 ? sum : sum + (factor(u) * factor(v) * each * wave(x, u) * wave(y, v)) / 4;
    }, 0);
  });
}
