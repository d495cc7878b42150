/**
 * window.navigation: entries, 'navigate' events, and navigations that script takes over.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('entries follow the history, with keys that stay and states of their own', async () => {
  using page = await openPage(`<script>(async () => {
    const { key, id } = navigation.currentEntry;
    await navigation.navigate('#a', { state: { at: 1 } }).finished;
    history.pushState(null, '', '/b');
    console.log(navigation.entries().map(({ url, index }) => index + new URL(url).pathname + new URL(url).hash).join());
    console.log(navigation.canGoBack, navigation.canGoForward, navigation.currentEntry.index, navigation.currentEntry.getState());
    const { finished } = navigation.traverseTo(key);
    console.log((await finished) === navigation.currentEntry, navigation.currentEntry.id === id, location.pathname, navigation.canGoForward);
    await navigation.forward().committed;
    console.log(navigation.currentEntry.getState().at, location.hash);
    navigation.updateCurrentEntry({ state: 2 });
    console.log(navigation.currentEntry.getState(), navigation.currentEntry instanceof NavigationHistoryEntry);
  })()</script>`);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, [
    '0/page.html,1/page.html#a,2/b',
    'true false 2 undefined',
    'true true /page.html true',
    '1 #a',
    '2 true',
  ]);
});

test('a link that is intercepted changes the address and not the document', async () => {
  using page = await openPage(`<a id=a href="/next?x">x</a><script>
    navigation.onnavigate = (event) => {
      console.log(event.navigationType, event.destination.url, event.canIntercept, event.hashChange, event.signal.aborted);
      event.intercept({ async handler() { await null; console.log('handler', location.pathname, navigation.transition.navigationType); } });
    };
    navigation.onnavigatesuccess = () => console.log('success', navigation.transition);
    navigation.oncurrententrychange = ({ navigationType, from }) => console.log('entry', navigationType, new URL(from.url).pathname);
    a.click();
    console.log('clicked', location.pathname, history.length);
  </script>`);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, [
    'push http://site.test/next?x true false false',
    'entry push /page.html',
    'clicked /next 2',
    'handler /next push',
    'success null',
  ]);
  assert.equal(page.navigation, null);
  assert.equal(page.url, 'http://site.test/next?x');
});

test('a navigation that is cancelled does not happen, and is told as an error', async () => {
  using page = await openPage(`<form id=f method=post action=/post><input name=n value=v></form><script>
    navigation.addEventListener('navigate', (event) => {
      if (event.formData) console.log('form', event.formData.get('n'));
      event.preventDefault();
    });
    navigation.onnavigateerror = ({ error }) => console.log('error', error.name);
    history.pushState(null, '', '/no');
    location.href = '/other';
    f.submit();
    navigation.navigate('/third').finished.catch((error) => console.log('rejected', error.name));
    console.log(location.pathname, history.length);
  </script>`);
  assert.deepEqual(page.log, [
    'error AbortError',
    'error AbortError',
    'form v',
    'error AbortError',
    'error AbortError',
    '/page.html 1',
    'rejected AbortError',
  ]);
  assert.equal(page.navigation, null);
});

test('a handler that fails rejects the navigation, and a new navigation aborts the one before', async () => {
  using page = await openPage(`<script>
    navigation.onnavigate = (event) => event.intercept({
      handler: () => event.info === 'fail' ? Promise.reject(new Error('mine')) : new Promise(() => { event.signal.onabort = () => console.log('aborted', event.info); }),
    });
    const { committed, finished } = navigation.navigate('/one', { info: 'one' });
    committed.then((entry) => console.log('committed', new URL(entry.url).pathname));
    finished.catch((error) => console.log(error.name));
    navigation.navigate('/two', { info: 'fail' }).finished.catch((error) => console.log(error.message, location.pathname));
  </script>`);
  assert.deepEqual(page.log, ['aborted one', 'committed /one', 'AbortError', 'mine /two']);
});

test('without a listener, everything goes as it goes; other origins cannot be intercepted', async () => {
  using page = await openPage(`<script>
    console.log(String(navigation), typeof navigation.navigate, 'navigation' in window);
    navigation.onnavigate = (event) => { try { event.intercept(); } catch (error) { console.log(event.canIntercept, error.name); } };
    location.href = 'http://other.test/';
  </script>`);
  assert.deepEqual(page.log, ['[object Navigation] function true', 'false SecurityError']);
  assert.equal(page.wantsToGo, 'http://other.test/');
});

test('the state that a handler gives the current entry stays when the navigation is at its end', async () => {
  using page = await openPage(`<script>
    navigation.addEventListener('navigate', (event) => event.intercept({ async handler() {} }));
    const { finished } = navigation.navigate('/next', { state: 1 });
    navigation.updateCurrentEntry({ state: 2 });
    finished.then(() => console.log(navigation.currentEntry.getState()));
  </script>`);
  assert.deepEqual(page.log, ['2']);
});
