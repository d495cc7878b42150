/**
 * What a page is shown on changes while it is open.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEnvironment } from '../../src/page/messages.ts';
import { HOST_CHANNEL } from '../../src/page/messages.ts';
import { openPage, type TestPage } from './open-page.ts';

async function change(page: TestPage, environment: PageEnvironment): Promise<void> {
  await page.isolate.deliver({ id: HOST_CHANNEL, kind: 'environment', head: JSON.stringify(environment), data: '' });
  await page.settle();
}

test('another viewport lays the page out anew, and tells resize before the media queries that changed', async () => {
  using page = await openPage(`<style>@media (max-width: 500px) { div { height: 7px } }</style><div id=d></div><script>
    const small = matchMedia('(max-width: 500px)');
    small.addEventListener('change', ({ matches, media }) => console.log('change', matches, media, small.matches));
    matchMedia('(min-width: 10px)').onchange = () => console.log('never');
    onresize = () => console.log('resize', innerWidth, innerHeight, visualViewport.width);
    visualViewport.onresize = () => console.log('visual');
  </script>`);
  await change(page, { viewport: [400, 300], colorScheme: 'light', reducedMotion: false, media: 'screen' });
  assert.deepEqual(page.log, ['resize 400 300 400', 'visual', 'change true (max-width: 500px) true']);
  assert.equal(
    await page.evaluate('[d.offsetWidth, d.offsetHeight, document.documentElement.clientHeight].join()'),
    '384,7,300',
  );
});

test('another colour scheme is told to media queries alone', async () => {
  using page = await openPage(`<script>
    onresize = () => console.log('resize');
    matchMedia('(prefers-color-scheme: dark)').addListener(({ matches }) => console.log('dark', matches));
    matchMedia('(prefers-reduced-motion: reduce)').onchange = ({ matches }) => console.log('reduced', matches);
  </script>`);
  const viewport = JSON.parse(String(await page.evaluate('JSON.stringify([innerWidth, innerHeight])')));
  await change(page, { viewport, colorScheme: 'dark', reducedMotion: true, media: 'screen' });
  await change(page, { viewport, colorScheme: 'light', reducedMotion: true, media: 'screen' });
  assert.deepEqual(page.log, ['dark true', 'reduced true', 'dark false']);
});

test('labels of encodings lose ASCII white space at their ends, and no other', async () => {
  using page = await openPage('');
  const named = (label: string): Promise<unknown> =>
    page.evaluate(
      `(() => { try { return new TextDecoder(${JSON.stringify(label)}).encoding } catch (e) { return e.name } })()`,
    );
  assert.equal(await named(' UTF-8\n'), 'utf-8');
  for (const label of ['\vutf-8', 'utf-8\u00a0', 'utf-8 utf8', 'big5 big5-hkscs', '']) {
    assert.equal(await named(label), 'RangeError', JSON.stringify(label));
  }
});
