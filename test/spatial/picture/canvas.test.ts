import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIGHT, PAINTS, type Palette } from '../../../src/spatial/palette.ts';
import { Canvas } from '../../../src/spatial/picture/canvas.ts';
import { coverageOf } from '../../../src/spatial/picture/coverage.ts';

const INK: Palette = {
  ...(Object.fromEntries(PAINTS.map((paint) => [paint, '#000000'])) as Palette),
  paper: '#ffffff',
};
const canvas = (w: number, h: number) => new Canvas({ x: 0, y: 0, w, h }, INK);
const rows = ({ pixels, width }: Canvas) => {
  const out: number[][] = [];
  for (let at = 0; at < pixels.length; at += 3) {
    if (at % (width * 3) === 0) out.push([]);
    out.at(-1)!.push(255 - pixels[at]!);
  }
  return out;
};
const darkness = (drawn: Canvas) =>
  rows(drawn)
    .flat()
    .reduce((sum, value) => sum + value, 0);
const text = { kind: 'text', width: null, size: 16, paint: 'text', bold: false } as const;

test('a box covers its pixels, and those at its edge by their share', () => {
  const drawn = canvas(4, 3);
  drawn.draw([{ kind: 'box', x: 1, y: 1, w: 1.5, h: 1, radius: 0, fill: 'text', line: null, width: 0 }]);
  assert.deepEqual(rows(drawn), [
    [0, 0, 0, 0],
    [0, 255, 128, 0],
    [0, 0, 0, 0],
  ]);
});

test('the inside of an outlined box stays as it is', () => {
  const drawn = canvas(4, 4);
  drawn.draw([{ kind: 'box', x: 0, y: 0, w: 4, h: 4, radius: 0, fill: null, line: 'text', width: 1 }]);
  assert.deepEqual(rows(drawn)[1], [255, 0, 0, 255]);
});

test('a triangle covers half of its square', () => {
  const mask = coverageOf([[0, 0, 10, 0, 0, 10]], null);
  const area = mask!.shares.reduce((sum, share) => sum + share, 0);
  assert.ok(Math.abs(area - 50) < 0.01);
});

test('letters are told apart: an i is thinner than an m, bold is darker', () => {
  const inkOf = (words: string, bold = false) => {
    const drawn = canvas(40, 24);
    drawn.draw([{ ...text, x: 2, y: 18, text: words, bold }]);
    return darkness(drawn);
  };
  assert.ok(inkOf('i') > 0 && inkOf('i') * 2 < inkOf('m'));
  assert.ok(inkOf('m', true) > inkOf('m'));
});

test('a character without an outline is a block', () => {
  const drawn = canvas(20, 20);
  drawn.draw([{ ...text, x: 2, y: 16, text: '語' }]);
  assert.equal(rows(drawn)[12]![6], 255);
});

test('what lies outside of the picture is left out', () => {
  const drawn = canvas(5, 5);
  drawn.draw([
    { kind: 'box', x: -50, y: -50, w: 20, h: 20, radius: 5, fill: 'text', line: 'text', width: 1 },
    { kind: 'line', points: [100, 100, 1e6, 1e6], paint: 'text', width: 2 },
    { ...text, x: 1e7, y: -1e7, text: 'far' },
  ]);
  assert.equal(darkness(drawn), 0);
});

test('a page can be larger than the picture of it', () => {
  const drawn = new Canvas({ x: 0, y: 1_000, w: 3, h: 1 }, { ...LIGHT, paper: '#ffffff', text: '#000000' });
  drawn.draw([{ kind: 'box', x: 0, y: 0, w: 1, h: 2_000, radius: 0, fill: 'text', line: null, width: 0 }]);
  assert.deepEqual(rows(drawn), [[255, 0, 0]]);
});
