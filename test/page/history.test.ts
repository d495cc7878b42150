import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('pushState changes the address and tells the session; back brings the state back', async () => {
  using page = await openPage(`<script>
    onpopstate = (event) => console.log('popstate', JSON.stringify(event.state), location.pathname);
    history.replaceState({ at: 0 }, '');
    history.pushState({ at: 1 }, '', '/new?x#y');
    console.log(location.href, history.length, history.state.at);
    history.back();
  </script>`);
  assert.deepEqual(page.log, ['http://site.test/new?x#y 2 1', 'popstate {"at":0} /page.html']);
  assert.equal(page.url, 'http://site.test/page.html');
});

test('another origin cannot be pushed', async () => {
  using page = await openPage(
    '<script>try { history.pushState(null, "", "http://evil.test/") } catch (error) { console.log(error.name, location.host) }</script>',
  );
  assert.deepEqual(page.log, ['SecurityError site.test']);
});

test('location leads away, a fragment does not', async () => {
  using page = await openPage(
    '<script>onhashchange = (event) => console.log(event.newURL); location.hash = "a b";</script>',
  );
  assert.deepEqual(page.log, ['http://site.test/page.html#a%20b']);
  await page.evaluate('location = "other?x"; 1');
  await page.settle();
  assert.deepEqual(page.navigation, {
    url: 'http://site.test/other?x',
    method: 'GET',
    contentType: null,
    body: null,
    replace: false,
  });
});

test('what the fragment names is the target: it is styled, shown, scrolled to and given the focus', async () => {
  using page = await openPage(
    `<style>:target { color: red } details { margin-top: 3000px }</style><body>
    <details id=d><button id=b>b</button></details><a name="é">e</a><div style="height: 3000px"></div>`,
    { url: 'http://site.test/page.html#b' },
  );
  const state = '[document.querySelector(":target")?.localName, document.activeElement.localName, scrollY].join()';
  assert.equal(await page.evaluate(state), `button,button,${await page.evaluate('d.open && b.offsetTop')}`);
  await page.evaluate('location.hash = "é"; 1');
  assert.equal(await page.evaluate(state), `a,body,${await page.evaluate('document.querySelector("a").offsetTop')}`);
  await page.evaluate('location.hash = "none"; 1');
  assert.equal(await page.evaluate('document.querySelector(":target")'), null);
  await page.evaluate('location.hash = "TOP"; 1');
  assert.equal(await page.evaluate(state), ',body,0');
  await page.evaluate('history.go(-3); 1');
  await page.settle();
  assert.equal(await page.evaluate('getComputedStyle(b).color'), 'rgb(255, 0, 0)');
});

test('links have the parts of their address', async () => {
  using page = await openPage('<base href="http://base.test/d/"><a id=a href="x?q#h">x</a>');
  assert.equal(
    await page.evaluate('[a.href, a.host, a.search, a.hash, document.baseURI].join()'),
    'http://base.test/d/x?q#h,base.test,?q,#h,http://base.test/d/',
  );
});

test('a fragment is told as popstate without a state at once, and as hashchange later', async () => {
  using page = await openPage(`<a id=a href="#x">x</a><script>
    onpopstate = (event) => console.log('popstate', event.state, location.hash);
    onhashchange = (event) => console.log('hashchange', new URL(event.newURL).hash);
    history.replaceState(1, '');
    a.click();
    console.log('clicked', history.state);
  </script>`);
  assert.deepEqual(page.log, ['popstate null #x', 'clicked null', 'hashchange #x']);
});
