/**
 * What needs a user's leave: it answers, as if the user had said no.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRETENDED } from '../../src/page/window/pretended.ts';
import { openPage } from './open-page.ts';

const SECURE = { url: 'https://site.test/app/page.html' };

test('a service worker is registered, stays installing, and controls nothing', async () => {
  using page = await openPage(
    `<script>(async () => {
      const { serviceWorker } = navigator;
      const registration = await serviceWorker.register('/app/sw.js?v=1');
      console.log(registration.scope, registration.installing.state, registration.active, serviceWorker.controller);
      console.log(await serviceWorker.getRegistration() === registration, (await serviceWorker.getRegistrations()).length);
      console.log(await serviceWorker.register('http://other.test/sw.js').catch((error) => error.name));
      console.log(await registration.unregister(), await serviceWorker.getRegistration());
    })()</script>`,
    SECURE,
  );
  assert.deepEqual(page.log, [
    'https://site.test/app/ installing null null',
    'true 1',
    'SecurityError',
    'true undefined',
  ]);
  assert.deepEqual(page.requests, []);
});

test('notifications are denied to who asks, and one that is made fails', async () => {
  using page = await openPage(`<script>
    console.log(Notification.permission, new Notification('x', { body: 'y' }).body);
    Notification.requestPermission((answer) => console.log('called', answer)).then((answer) => console.log(answer));
    new Notification('x').onerror = (event) => console.log(event.type);
  </script>`);
  assert.deepEqual(page.log, ['default y', 'denied', 'called denied', 'error']);
});

test('a position is not told', async () => {
  using page = await openPage(`<script>
    navigator.geolocation.getCurrentPosition(() => console.log('told'), (error) => console.log(error.code === error.PERMISSION_DENIED, error instanceof GeolocationPositionError));
    console.log(navigator.geolocation.watchPosition(() => {}));
  </script>`);
  assert.deepEqual(page.log, ['1', 'true true']);
});

test('permissions are to be asked for, as long as nobody has, and unknown ones a TypeError', async () => {
  using page = await openPage(`<script>
    for (const name of ['geolocation', 'clipboard-read', 'x']) navigator.permissions.query({ name }).then(({ state }) => state, (error) => error.name).then((answer) => console.log(answer));
  </script>`);
  assert.deepEqual(page.log.sort(), ['TypeError', 'prompt', 'prompt']);
});

test('the clipboard keeps a text, and only secure pages have it', async () => {
  using page = await openPage(
    '<script>navigator.clipboard.writeText("kept").then(() => navigator.clipboard.readText()).then((text) => console.log(text))</script>',
    SECURE,
  );
  assert.deepEqual(page.log, ['kept']);
  using other = await openPage('<p>x');
  assert.equal(
    await other.evaluate(
      '[isSecureContext, typeof navigator.clipboard, typeof ServiceWorker, "serviceWorker" in navigator].join()',
    ),
    'false,undefined,undefined,false',
  );
  using local = await openPage('<p>x', { url: 'http://localhost:3000/' });
  assert.equal(await local.evaluate('[isSecureContext, typeof navigator.clipboard].join()'), 'true,object');
});

test('every name in the list of what is pretended is there', async () => {
  using page = await openPage('<iframe></iframe>', SECURE);
  // The type of document.all is 'undefined' in every browser.
  const others: Record<string, string> = {
    unhandledrejection: 'onunhandledrejection',
    'document.all': '"all" in document ? document : undefined',
  };
  for (const { name } of PRETENDED) {
    const expression = others[name] ?? name.replace('iframe', 'document.querySelector("iframe")');
    assert.notEqual(await page.evaluate(`typeof (${expression})`), 'undefined', name);
  }
});
