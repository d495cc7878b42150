import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, startPage } from './open-page.ts';

test('linked sheets and what they import lay out the page, and tell that they have loaded', async () => {
  using page = await openPage(
    '<!DOCTYPE html><link rel=stylesheet href=/css/a.css onload="console.log(\'loaded\')"><link rel=stylesheet href=/none.css onerror="console.log(\'failed\')"><style>@import "/css/c.css";</style><p id=p>x</p>',
    {
      site: {
        'http://site.test/css/a.css': '@import "b.css"; p { width: 100px }',
        'http://site.test/css/b.css': 'p { height: 30px }',
        'http://site.test/css/c.css': 'p { margin: 0 }',
      },
    },
  );
  assert.deepEqual(page.log.toSorted(), ['failed', 'loaded']);
  assert.equal(await page.evaluate('[p.offsetWidth, p.offsetHeight, p.offsetTop].join()'), '100,30,8');
});

test('a script waits for the sheets before it', async () => {
  using page = await startPage(
    '<!DOCTYPE html><link rel=stylesheet href=/a.css><p id=p>x</p><script>console.log(p.offsetWidth)</script>',
    { holdRequests: true, site: { 'http://site.test/a.css': 'p { width: 70px }' } },
  );
  await page.settle();
  assert.deepEqual(page.log, []);
  await page.respond(page.requests[0]!);
  await page.settle();
  assert.deepEqual(page.log, ['70']);
});

/** What is logged before and after the only request of a page is answered. */
async function aroundAnswer(html: string): Promise<readonly [before: string, after: string]> {
  using page = await startPage(`<!DOCTYPE html>${html}`, { holdRequests: true });
  await page.settle();
  const before = page.log.join();
  await page.respond(page.requests[0]!);
  await page.settle();
  return [before, page.log.join()];
}

const FRAME = "<script>requestAnimationFrame(() => console.log('frame', document.getElementById('last')?.id))</script>";

test('no frame comes before the sheets and scripts of the head, nor before what asks for it', async () => {
  for (const blocker of [
    '<link rel=stylesheet href=a.css>',
    '<script src=a.js></script>',
    '<script async blocking=render src=a.js></script>',
  ]) {
    const page = `<head>${FRAME}${blocker}</head><p id=last>`;
    assert.deepEqual(await aroundAnswer(page), ['', 'frame last'], blocker);
  }
  const free = await aroundAnswer(`<head>${FRAME}<script async src=a.js></script></head><p id=last>`);
  assert.deepEqual(free, ['frame last', 'frame last']);
});

test('a link may expect a part of the document before the first frame, until it no longer asks for it', async () => {
  const rest = '<body><p id=first></p><script src=a.js></script><p id=last></p><script>1</script>';
  const expect = '<link rel=expect blocking=render href=#last>';
  assert.deepEqual(await aroundAnswer(`<head>${expect}${FRAME}</head>${rest}`), ['', 'frame last']);
  const other = `${expect}<script>document.querySelector('link').blocking = ''</script>`;
  const free = ['frame undefined', 'frame undefined'];
  assert.deepEqual(await aroundAnswer(`<head>${other}${FRAME}</head>${rest}`), free);
  assert.deepEqual(await aroundAnswer(`<head>${expect.replace('#last', '#first')}${FRAME}</head>${rest}`), free);
});

test('a sheet comes and goes with its link', async () => {
  using page = await openPage('<!DOCTYPE html><p id=p>x</p>', {
    site: { 'http://site.test/a.css': 'p { width: 70px }' },
  });
  await page.evaluate(
    'link = document.createElement("link"); link.rel = "stylesheet"; link.href = "/a.css"; document.head.append(link); 1',
  );
  await page.settle();
  assert.equal(await page.evaluate('p.offsetWidth'), 70);
  assert.notEqual(await page.evaluate('link.disabled = true; p.offsetWidth'), 70);
});

test('sheets that import each other end', async () => {
  using page = await openPage('<link rel=stylesheet href=/a.css><p>x', {
    site: { 'http://site.test/a.css': '@import "b.css";', 'http://site.test/b.css': '@import "a.css";' },
  });
  assert.equal(page.loading, false);
});
