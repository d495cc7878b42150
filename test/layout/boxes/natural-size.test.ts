import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { naturalSizeOfBytes, naturalSizeOfDataUrl } from '../../../src/layout/boxes/natural-size.ts';

function size(url: string): string {
  const natural = naturalSizeOfDataUrl(url);
  return natural === null ? 'none' : `${natural.width}x${natural.height} ${natural.ratio}`;
}

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));

test('a PNG has its size in the first chunk', () => {
  const header = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAACNMs+9';
  assert.equal(size(`data:image/png;base64,${header}`), '10x20 0.5');
  assert.equal(size(`data:image/png;base64,${header.slice(0, 20)}`), 'none');
  assert.equal(size('data:image/png;base64,'), 'none');
});

test('the content decides what kind of image it is', () => {
  assert.equal(size('data:text/plain;base64,R0lGODlhBQAHAAAAACw='), '5x7 0.7142857142857143');
});

test('a GIF may be written with percent escapes', () => {
  assert.equal(size('data:image/gif,GIF89a%05%00%07%00%00%00%00'), '5x7 0.7142857142857143');
});

test('a JPEG has its size behind other segments', () => {
  const jpeg = bytes([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 11, 8, 0, 30, 0, 40, 1, 0, 0, 0,
  ]);
  assert.deepEqual(naturalSizeOfBytes(jpeg), { width: 40, height: 30, ratio: 40 / 30 });
});

test('WebP comes in three kinds', () => {
  const webp = (kind: string, rest: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest);
  assert.equal(naturalSizeOfBytes(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 40, 0, 30, 0]))?.width, 40);
  assert.equal(naturalSizeOfBytes(webp('VP8L', [0x2f, 39, 0x40, 7, 0, 0, 0, 0, 0, 0]))?.height, 30);
  assert.equal(naturalSizeOfBytes(webp('VP8X', [0, 0, 0, 0, 39, 0, 0, 29, 0, 0]))?.height, 30);
});

const SVG = "xmlns='http://www.w3.org/2000/svg'";

test('an SVG has the size of its root element, as far as it is absolute', () => {
  assert.equal(size(`data:image/svg+xml,<svg ${SVG} width='20' height='1in'/>`), '20x96 0.20833333333333334');
  assert.equal(size(`data:image/svg+xml,%3Csvg ${SVG} viewBox='0 0 20 10'/%3E`), 'nullxnull 2');
  assert.equal(size(`data:image/svg+xml,<svg ${SVG} width='50%' height='20' viewBox='0,0,20,10'/>`), 'nullx20 2');
  assert.equal(size(`data:image/svg+xml,<!--<svg width='1'>--><svg ${SVG} width='2em'></svg>`), '32xnull null');
});

test('an SVG without its namespace is no image', () => {
  assert.equal(size("data:image/svg+xml,<svg width='20' height='20'/>"), 'none');
});

test('a fragment does not belong to the data', () => {
  assert.equal(size(`data:image/svg+xml,<svg ${SVG} width='20'/>#x`), '20xnull null');
});

test('no bytes can do harm', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('', 'GIF89a', 'BM', '\u00ff\u00d8\u00ff', '<svg '),
      (rest, start) => {
        const natural = naturalSizeOfBytes(bytes(start, [...rest]));
        if (natural?.width != null) assert.ok(natural.width >= 0);
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => void naturalSizeOfDataUrl(`data:${text}`)));
});

test('files made to be slow are not', { timeout: 120_000 }, () => {
  for (const piece of ['<svg ', '<!--', '<svg a="', '<a:svg'])
    assert.equal(naturalSizeOfDataUrl(`data:image/svg+xml,${piece.repeat(100_000)}`)?.width ?? null, null);
});

test('JPEG XL has its size in the first bits, alone or in a box', () => {
  const bits = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24, 0, 0, 0, 0, 0];
  const found = (...parts: (string | number[])[]) => {
    const natural = naturalSizeOfBytes(bytes(...parts));
    return natural === null ? 'none' : `${natural.width}x${natural.height}`;
  };
  // Small: a fifth of forty less one, and the ratio 3, which is four to three.
  const small = 1 | (4 << 1) | (3 << 6);
  assert.equal(found([0xff, 0x0a], bits(small)), '53x40');
  // Nine bits each: 199 and one, no ratio, 299 and one.
  const plain = (199 << 3) | (299 << 17);
  assert.equal(found([0xff, 0x0a], bits(plain)), '300x200');
  const box = [0, 0, 0, 12, ...bytes('JXL '), 0x0d, 0x0a, 0x87, 0x0a];
  assert.equal(found(box, [0, 0, 0, 30], 'jxlc', [0xff, 0x0a], bits(plain)), '300x200');
  assert.equal(found(box, [0, 0, 0, 34], 'jxlp', [0, 0, 0, 0, 0xff, 0x0a], bits(plain)), '300x200');
  assert.equal(found(box, [0, 0, 0, 2], 'free', bits(plain)), 'none');
  assert.equal(found([0xff, 0x0a, 0x49]), 'none');
});
