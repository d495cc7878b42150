/** Sessions that fetch images know their sizes from the first bytes; others leave them alone. */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { AgentBrowser } from '../../src/index.ts';
import { type Answer, site } from '../site.ts';

/** The start of a PNG file: signature and header chunk. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.write('\u0089PNG\r\n\u001a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ inProcess: true, allowEvaluate: true });
});
after(() => browser.shutdown());

const ENDLESS: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'image/png' });
  response.write(png(40, 30));
};

async function open(t: TestContext, html: string, images: boolean) {
  const { origin, requests } = await site(t, {
    '/': `<!doctype html><body style="margin: 0">${html}`,
    '/a.png': { type: 'image/png', body: png(40, 30) },
    '/b.svg': { type: 'image/svg+xml', body: '\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>' },
    '/css/s.css': { type: 'text/css', body: 'b { content: url(dot.png) }' },
    '/css/dot.png': { type: 'image/png', body: png(7, 9) },
    '/endless.png': ENDLESS,
  });
  const session = await browser.session({ images });
  t.after(() => session.close());
  await session.goto(`${origin}/`);
  const sizes = async (tag: string) =>
    (await session.boxes()).filter((box) => box.tag === tag).map(({ w, h }) => `${w}x${h}`);
  return { session, requests, sizes };
}

test('an image without dimensions has its own', async (t) => {
  const { sizes } = await open(t, '<img src=a.png>', true);
  assert.deepEqual(await sizes('img'), ['40x30']);
});

test('one dimension and the ratio of the file give the other', async (t) => {
  const { sizes } = await open(t, '<img src=a.png width=80><img src=b.svg width=30>', true);
  assert.deepEqual(await sizes('img'), ['80x60', '30x15']);
});

test('a file is not read further than its size', async (t) => {
  const { sizes } = await open(t, '<img src=endless.png>', true);
  assert.deepEqual(await sizes('img'), ['40x30']);
});

test("an image of 'content' is found beside its sheet", async (t) => {
  const { sizes } = await open(t, '<link rel=stylesheet href=css/s.css><b></b>', true);
  assert.deepEqual(await sizes('b'), ['7x9']);
});

test('script learns of sizes, and of images that are not there', async (t) => {
  const html = `<script>var log = []</script>
    <img src=a.png onload="log.push(naturalWidth, naturalHeight)"><img src=none.png onerror="log.push('error')">`;
  const { session } = await open(t, html, true);
  assert.equal(await session.evaluate('log.sort().join()'), '30,40,error');
});

test('an image that two elements show is asked for once', async (t) => {
  const { requests, sizes } = await open(t, '<img src=a.png><img src=a.png>', true);
  assert.deepEqual(await sizes('img'), ['40x30', '40x30']);
  assert.equal(requests.filter((request) => request === 'GET /a.png').length, 1);
});

test('without the option no image is asked for', async (t) => {
  const { requests } = await open(t, '<img src=a.png><link rel=stylesheet href=css/s.css><b></b>', false);
  assert.deepEqual(
    requests.filter((request) => request.endsWith('.png')),
    [],
  );
});
