import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../site.ts';
import { openReal } from './real-session.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAHCAYAAADAp4fuAAAAFElEQVR4nGNkYGD4z4AGmNAFRgUBZQEBDbyDZNgAAAAASUVORK5CYII=',
  'base64',
);

function site(page: string, paths: readonly string[]) {
  const asked: string[] = [];
  const answer: Answer = ({ url }, response) => {
    asked.push(url!);
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  };
  return { asked, pages: { '/': page, ...Object.fromEntries(paths.map((path): [string, Answer] => [path, answer])) } };
}

const PAGE = `<!DOCTYPE html><body style="margin: 0">
  <img loading=lazy src=/near.png><div style="height: 1900px"></div>
  <img loading=Lazy src=/edge.png><div style="height: 1000px"></div>
  <img id=far loading=lazy src=/far.png width=50 height=40 onload="said += 'far'"><img src=/eager.png>
  <img loading=lazy src=/hidden.png style="display: none">
  <div style="position: absolute; left: 1300px; top: 0"><img loading=lazy src=/aside.png></div>
  <script>var said = ''; onload = () => { said += 'load ' }</script>`;
const PATHS = ['/near.png', '/edge.png', '/far.png', '/eager.png', '/hidden.png', '/aside.png'];

test('a lazy image is fetched when it comes near, and holds nothing up until then', async (t) => {
  const { asked, pages } = site(PAGE, PATHS);
  const { evaluate, wait } = await openReal(t, pages, { viewport: [1280, 800], images: true });
  assert.deepEqual([...asked].sort(), ['/eager.png', '/edge.png', '/near.png']);
  assert.equal(
    await evaluate('said + far.complete + far.naturalWidth + " " + far.getBoundingClientRect().width'),
    'load false0 50',
  );
  await evaluate('scrollTo(0, 1000)');
  await wait({ settled: true });
  assert.deepEqual(asked.slice(3), ['/far.png']);
  assert.equal(await evaluate('said + far.complete + far.naturalWidth'), 'load fartrue5');
});

test('without scripts no image waits', async (t) => {
  const { asked, pages } = site(PAGE, PATHS);
  await openReal(t, pages, { viewport: [1280, 800], images: true, script: false });
  assert.deepEqual([...asked].sort(), [...PATHS].sort());
});

test('an image that need not wait any more is fetched, once, wherever it has been', async (t) => {
  const far = '<div style="height: 5000px"></div><p id=p>';
  const { asked, pages } = site(far, ['/a.png', '/b.png', '/c.png']);
  const { evaluate } = await openReal(t, pages, { images: true });
  await evaluate(`const place = document.querySelector('p');
  for (const name of ['a', 'b', 'c']) {
    const image = document.createElement('img');
    image.loading = 'lazy';
    image.src = '/' + name + '.png';
    image.id = name;
    place.append(image);
    place.remove();
    document.body.append(place);
  }`);
  await evaluate(`const { a, b, c } = globalThis;
  a.loading = 'eager';
  document.body.prepend(b);
  b.remove();
  document.body.prepend(b);
  c.decode().then(() => 0)`);
  for (let look = 0; asked.length < 3 && look < 100; look++) await evaluate('0');
  assert.deepEqual([...asked].sort(), ['/a.png', '/b.png', '/c.png']);
});
