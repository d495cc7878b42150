import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { openPage, type TestPage } from './open-page.ts';

const PAGE = '<canvas id=c width=20 height=10></canvas><script>const x = c.getContext("2d")</script>';

async function pixel(page: TestPage, left: number, top: number): Promise<string> {
  return String(await page.evaluate(`[...x.getImageData(${left}, ${top}, 1, 1).data].join()`));
}

test('areas have their colours, also under transparency and multiplication', async () => {
  using page = await openPage(PAGE);
  await page.evaluate('x.fillStyle = "#f60"; x.fillRect(2, 2, 10, 5)');
  assert.equal(await pixel(page, 3, 3), '255,102,0,255');
  assert.equal(await pixel(page, 0, 0), '0,0,0,0');
  await page.evaluate('x.fillStyle = "rgba(0, 0, 255, 0.5)"; x.fillRect(0, 0, 20, 10)');
  assert.equal(await pixel(page, 3, 3), '127,51,128,255');
  await page.evaluate('x.clearRect(3, 3, 1, 1)');
  assert.equal(await pixel(page, 3, 3), '0,0,0,0');
  await page.evaluate(
    'x.clearRect(0, 0, 20, 10); x.fillStyle = "#ff0"; x.fillRect(0, 0, 9, 9); x.globalCompositeOperation = "multiply"; x.fillStyle = "#0ff"; x.fillRect(0, 0, 9, 9)',
  );
  assert.equal(await pixel(page, 1, 1), '0,255,0,255');
});

test('what is put in is what is read', async () => {
  using page = await openPage(PAGE);
  const same = `{
    const image = new ImageData(20, 10);
    for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : at * 7;
    x.putImageData(image, 0, 0);
    const read = x.getImageData(0, 0, 20, 10).data;
    image.data.every((value, at) => value === read[at]);
  }`;
  assert.equal(await page.evaluate(same), true);
});

test('paths, transformations and gradients are where they belong', async () => {
  using page = await openPage(PAGE);
  await page.evaluate(
    'x.translate(5, 0); x.beginPath(); x.arc(5, 5, 4, 0, 2 * Math.PI); x.fillStyle = "red"; x.fill()',
  );
  assert.equal(await pixel(page, 10, 5), '255,0,0,255');
  assert.equal(await pixel(page, 5, 1), '0,0,0,0');
  assert.equal(await page.evaluate('x.isPointInPath(10, 5) + " " + x.isPointInPath(1, 1)'), 'true false');
  const rings =
    'x.resetTransform(); x.beginPath(); x.rect(0, 0, 10, 10); x.rect(2, 2, 6, 6); x.isPointInPath(5, 5, "evenodd")';
  assert.equal(await page.evaluate(rings), false);
  await page.evaluate(
    '{ const g = x.createLinearGradient(0, 0, 20, 0); g.addColorStop(0, "black"); g.addColorStop(1, "white"); x.fillStyle = g; x.fillRect(0, 0, 20, 10) }',
  );
  const [left, right] = [await pixel(page, 1, 1), await pixel(page, 18, 1)];
  assert.ok(Number.parseInt(left, 10) < 30 && Number.parseInt(right, 10) > 225, `${left} ${right}`);
});

test('settings are taken as browsers take them', async () => {
  using page = await openPage(PAGE);
  const set = (name: string, value: string) => page.evaluate(`x.${name} = ${value}; String(x.${name})`);
  assert.equal(await set('fillStyle', '"#F60"'), '#ff6600');
  assert.equal(await set('fillStyle', '"nonsense"'), '#ff6600');
  assert.equal(await set('fillStyle', '"rgba(1, 2, 3, 0.5)"'), 'rgba(1, 2, 3, 0.5)');
  assert.equal(await set('globalAlpha', '2'), '1');
  assert.equal(await set('lineWidth', '-1'), '1');
  assert.equal(await set('textBaseline', '"upside"'), 'alphabetic');
  assert.equal(await set('font', '"nonsense"'), '10px sans-serif');
  assert.equal(await page.evaluate('x.save(); x.lineWidth = 5; x.restore(); x.lineWidth'), 1);
});

/** Size and pixels of a PNG file with eight bits, alpha and no filters. */
function readPng(url: string): { width: number; height: number; rows: Buffer } {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
  const length = bytes.readUInt32BE(33);
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), rows };
}

test('the file of a canvas holds its pixels', async () => {
  using page = await openPage(PAGE);
  await page.evaluate('x.fillStyle = "#102030"; x.fillRect(0, 0, 10, 10); x.fillText("noise", 1, 8)');
  const { width, height, rows } = readPng(String(await page.evaluate('c.toDataURL()')));
  assert.deepEqual([width, height, rows.length], [20, 10, 10 * 81]);
  const read = String(await page.evaluate('[...x.getImageData(0, 0, 20, 10).data].join()'))
    .split(',')
    .map(Number);
  const filed = [...rows].filter((_, at) => at % 81 !== 0);
  assert.deepEqual(filed, read);
});

test('text and curves differ by the seed, and are the same for one', async () => {
  const draw = `x.fillText("Cwm fjord", 1, 8); x.beginPath(); x.arc(5, 5, 4, 0, 6); x.fill(); c.toDataURL()`;
  const draws: unknown[] = [];
  for (const seed of [5, 5, 999_983]) {
    using page = await openPage(PAGE, { profile: { seed } });
    draws.push(await page.evaluate(draw));
  }
  assert.equal(draws[0], draws[1]);
  assert.notEqual(draws[0], draws[2]);
});

test('a canvas that gets a size is empty again', async () => {
  using page = await openPage(PAGE);
  await page.evaluate('x.fillRect(0, 0, 20, 10); c.width = c.width');
  assert.equal(await pixel(page, 3, 3), '0,0,0,0');
});

test('one canvas is drawn on another', async () => {
  using page = await openPage(PAGE);
  await page.evaluate(
    '{ const d = document.createElement("canvas"); d.width = d.height = 4; const y = d.getContext("2d"); y.fillStyle = "lime"; y.fillRect(0, 0, 4, 4); x.drawImage(d, 8, 2, 8, 8) }',
  );
  assert.equal(await pixel(page, 9, 3), '0,255,0,255');
  assert.equal(await pixel(page, 7, 3), '0,0,0,0');
});
