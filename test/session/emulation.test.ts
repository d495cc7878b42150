/**
 * What a session's pages are shown on: preferences, the medium, the viewport.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from './real-session.ts';

const PAGE = `<style>
    div { width: 100px; height: 10px } @media (prefers-color-scheme: dark) { div { width: 200px } }
    @media print { div { width: 300px } } @media (max-width: 500px) { div { height: 20px } }
  </style><div id="d"></div><iframe src="/frame"></iframe><script>
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.onchange = ({ matches }) => console.log('page dark', matches);
    matchMedia('(prefers-reduced-motion)').onchange = ({ matches }) => console.log('page reduced', matches);
    matchMedia('print').onchange = ({ matches }) => console.log('page print', matches);
    onresize = () => console.log('page resize', innerWidth, innerHeight);
    console.log('opened', dark.matches, innerWidth);
  </script>`;
const FRAME = `<script>
    matchMedia('(prefers-color-scheme: dark)').onchange = ({ matches }) => console.log('frame dark', matches);
    onresize = () => console.log('frame resize');
  </script>`;

test('preferences and the viewport change while a page is open, with events and another layout', async (t) => {
  const page = await openReal(t, { '/': PAGE, '/frame': FRAME });
  const size = () => page.evaluate('d.offsetWidth + "x" + d.offsetHeight');
  const { session } = page;
  assert.equal(await size(), '100x10');
  await session.emulate({ colorScheme: 'dark', reducedMotion: true }, 20_000);
  assert.equal(await size(), '200x10');
  await session.emulate({ media: 'print', viewport: [400, 300] }, 20_000);
  assert.equal(await size(), '300x20');
  assert.deepEqual((await page.state()).vp, [400, 300]);
  await session.emulate({ media: 'screen' }, 20_000);
  assert.equal(await size(), '200x20');
  assert.deepEqual(page.log().sort(), [
    'frame dark true',
    'opened false 800',
    'page dark true',
    'page print false',
    'page print true',
    'page reduced true',
    'page resize 400 300',
  ]);
});

test('documents that come later are shown on the same', async (t) => {
  const page = await openReal(t, { '/': PAGE, '/frame': FRAME });
  await page.session.emulate({ colorScheme: 'dark', viewport: [400, 300] }, 20_000);
  await page.session.goto(`${page.origin}/`, 20_000);
  assert.equal(page.log().at(-1), 'opened true 400');
  assert.equal(await page.evaluate('frames[0].matchMedia("(prefers-color-scheme: dark)").matches'), true);
  const { page: other } = await page.session.openTab(`${page.origin}/`, 20_000);
  assert.deepEqual(other.vp, [400, 300]);
});
