import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentBrowser } from '../../src/index.ts';

const PAGE = 'data:text/html,<title>T</title><h1>Hello</h1><button>Go</button>';

test('session.picture() gives a PNG and an SVG of the page, and changes nothing of what the agent holds', async () => {
  await using browser = await AgentBrowser.launch({ inProcess: true, viewport: [400, 300], behaviour: 'instant' });
  const session = await browser.session();
  const page = await session.goto(PAGE);
  const png = await session.picture();
  assert.deepEqual([png.type, png.width, png.height], ['image/png', 400, 300]);
  assert.equal(Buffer.from(png.data.subarray(0, 4)).toString('latin1'), '\x89PNG');
  const svg = await session.picture({ format: 'svg', theme: 'dark' });
  const text = Buffer.from(svg.data).toString('utf8');
  assert.match(text, /^<svg [^>]*width="400" height="300"/);
  assert.match(text, />Hello<\/text>/);
  assert.match(text, />Go<\/text>/);
  const jpeg = await session.picture({ quality: 70, width: 200 });
  assert.deepEqual([jpeg.type, jpeg.width, jpeg.height], ['image/jpeg', 200, 150]);
  assert.equal(Buffer.from(jpeg.data.subarray(0, 3)).toString('latin1'), '\xff\xd8\xff');
  const after = await session.state();
  assert.deepEqual(after.els, page.els);
  assert.equal(after.version, page.version + 1);
});
