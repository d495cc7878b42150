import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { LIMITS } from '../../src/limits.ts';
import { encodeJpeg } from '../../src/session/jpeg.ts';
import { pictureRect } from '../../src/session/picture.ts';
import { encodePng } from '../../src/session/png.ts';
import { scaledTo } from '../../src/session/scaled-pixels.ts';
import { readJpeg } from './read-jpeg.ts';

/** Reads what encodePng writes: one IDAT, rows told by the one above. */
function decodePng(file: Uint8Array): { width: number; height: number; pixels: number[] } {
  const bytes = Buffer.from(file);
  assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  assert.equal(bytes.subarray(37, 41).toString('latin1'), 'IDAT');
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  const stride = width * 3;
  const pixels: number[] = [];
  for (let row = 0; row < height; row++) {
    for (let at = 0; at < stride; at++) {
      const above = row === 0 ? 0 : pixels[(row - 1) * stride + at]!;
      pixels.push((rows[row * (stride + 1) + 1 + at]! + above) & 255);
    }
  }
  return { width, height, pixels };
}

const image = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
  fc.record({
    width: fc.constant(width),
    height: fc.constant(height),
    pixels: fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }),
  }),
);

test('pixels come back from a PNG as they were', async () => {
  await fc.assert(
    fc.asyncProperty(image, async ({ width, height, pixels }) => {
      assert.deepEqual(decodePng(await encodePng(pixels, width, height)), { width, height, pixels: [...pixels] });
    }),
    { numRuns: 50 },
  );
});

test('pixels come back from a JPEG of the highest quality nearly as they were', () => {
  fc.assert(
    fc.property(image, ({ width, height, pixels }) => {
      const read = readJpeg(encodeJpeg(pixels, width, height, 100));
      assert.deepEqual([read.width, read.height], [width, height]);
      const furthest = Math.max(...read.pixels.map((value, at) => Math.abs(value - pixels[at]!)));
      assert.ok(furthest <= 4, `off by ${furthest}`);
    }),
    { numRuns: 50 },
  );
});

test('a JPEG of a lower quality is smaller, and of one colour it is that colour', () => {
  const pixels = Uint8Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * at) % 251);
  const [low, high] = [10, 90].map((quality) => encodeJpeg(pixels, 40, 30, quality));
  assert.ok(low!.length < high!.length / 2);
  const plain = Uint8Array.from({ length: 20 * 20 * 3 }, (_, at) => [250, 40, 90][at % 3]!);
  const { pixels: seen } = readJpeg(encodeJpeg(plain, 20, 20, 100));
  assert.ok(seen.every((value, at) => Math.abs(value - plain[at]!) <= 1));
});

test('a narrower picture keeps its sides and the mean of its pixels', () => {
  const pixels = Uint8Array.from({ length: 4 * 2 * 3 }, (_, at) => [0, 100, 200, 60][Math.floor(at / 3) % 4]!);
  const { width, height, pixels: small } = scaledTo(2, { pixels, width: 4, height: 2 });
  assert.deepEqual([width, height, [...small]], [2, 1, [50, 50, 50, 130, 130, 130]]);
  assert.equal(scaledTo(9, { pixels, width: 4, height: 2 }).width, 4);
});

test('a picture of the viewport is where the page is scrolled to', () => {
  const page = { vp: [800, 600], scroll: [0, 250], els: [] } as const;
  assert.deepEqual(pictureRect(page, 'viewport'), { x: 0, y: 250, w: 800, h: 600 });
});

test('a picture of the page ends with its last element, and at the limit', () => {
  const page = (bottom: number) =>
    ({ vp: [800, 600], scroll: [0, 0], els: [{ id: 1, tag: 'p', b: [0, 0, 10, bottom] }] }) as const;
  assert.equal(pictureRect(page(900), 'page').h, 900);
  assert.equal(pictureRect(page(1e9), 'page').h, LIMITS.pictureSide);
  const wide = { ...page(1e9), vp: [16_384, 600] } as const;
  const { w, h } = pictureRect(wide, 'page');
  assert.ok(w * h <= LIMITS.picturePixels);
});
