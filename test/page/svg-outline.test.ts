/** SVG 2 §9.6: how long the outlines of shapes are. Values are those of Chromium, to a tenth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE = `<svg width=400 height=300 viewBox="0 0 400 300">
  <path id=lines d="M10 10H110V60z"/><path id=curve d="M0 0C0 50 50 100 100 100"/><path id=two d="M0 0h10m50 0h20"/>
  <circle id=circle cx=50 cy=50 r=40 /><rect id=rect x=5 y=6 width=30 height=20 /><line id=line x1=0 y1=0 x2=30 y2=40 />
  <polyline id=polyline points="0,0 10,0 10,10"/><polygon id=polygon points="0,0 10,0 10,10"/><path id=empty />
</svg>`;

const LENGTHS: Readonly<Record<string, number>> = {
  lines: 261.8,
  curve: 154.9,
  two: 30,
  rect: 100,
  line: 50,
  polyline: 20,
  polygon: 34.1,
  empty: 0,
};

const POINTS: Readonly<Record<string, string>> = {
  'lines, 130': '110,40',
  'two, 20': '70,0',
  'circle, 0': '90,50',
  'line, 25': '15,20',
  'line, 99': '30,40',
  'line, -1': '0,0',
};

test('the length of an outline, and a point on it', async () => {
  using page = await openPage(PAGE);
  for (const [id, length] of Object.entries(LENGTHS)) {
    assert.equal(await page.evaluate(`Math.round(${id}.getTotalLength() * 10) / 10`), length, id);
  }
  for (const [where, point] of Object.entries(POINTS)) {
    const [id, distance] = where.split(', ');
    const at = `(({ x, y }) => [x, y].map(Math.round).join())(${id}.getPointAtLength(${distance}))`;
    assert.equal(await page.evaluate(at), point, where);
  }
  assert.deepEqual(page.errors, []);
});
