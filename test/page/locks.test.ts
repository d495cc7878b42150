import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const SECURE = { url: 'https://site.test/' };

test('a lock tells its name and its mode, and the answer is that of the callback', async () => {
  using page = await openPage(
    `<script>
      navigator.locks.request('auth', { mode: 'shared' }, async (lock) => lock.name + ' ' + lock.mode).then(console.log, (error) => console.log(error.message));
    </script>`,
    SECURE,
  );
  assert.deepEqual(page.log, ['auth shared']);
});

test('who asks for a lock that is held waits for it', async () => {
  using page = await openPage(
    `<script>
      navigator.locks.request('a', () => new Promise((done) => setTimeout(() => { console.log('first'); done(); }, 5)));
      navigator.locks.request('a', { ifAvailable: true }, (lock) => console.log(lock));
      navigator.locks.request('a', (lock) => console.log('second ' + lock.name));
    </script>`,
    SECURE,
  );
  assert.deepEqual(page.log, ['null', 'first', 'second a']);
});
