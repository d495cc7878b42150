/**
 * Workers with a real session around them: their scripts come over the network, and the page settles with them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineSession } from '../../src/session/session.ts';
import { site } from '../site.ts';

test('a session waits for the work of a worker, which imports scripts of other origins and makes requests', async (t) => {
  const other = await site(t, { '/lib.js': { type: 'text/javascript', body: 'var lib = "lib";' } });
  const server = await site(t, {
    '/': `<p id=p>waiting</p><script>
      const worker = new Worker('/worker.js');
      worker.onmessage = ({ data }) => { p.textContent = data; };
      worker.postMessage(20);
    </script>`,
    '/worker.js': {
      type: 'text/javascript',
      body: `importScripts('${other.origin}/lib.js');
        onmessage = async ({ data }) => {
          let sum = 0;
          for (let at = 0; at <= data; at++) sum += at;
          await new Promise((resolve) => setTimeout(resolve, 20));
          postMessage([lib, sum, await (await fetch('/data')).text(), navigator.userAgent.length > 0].join());
        };`,
    },
    '/data': { type: 'text/plain', body: 'data' },
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  const page = await session.goto(`${server.origin}/`, 20_000);
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['lib,210,data,true'],
  );
});

test('the clipboard of a session outlives its documents', async (t) => {
  const { origin } = await site(t, {
    '/': '<script>navigator.clipboard.writeText("kept").then(() => console.log("written"))</script>',
    '/next': '<p id=p></p><script>navigator.clipboard.readText().then((text) => { p.textContent = text; })</script>',
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${origin}/`, 20_000);
  const page = await session.goto(`${origin}/next`, 20_000);
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['kept'],
  );
});
