/** What fails of several sources says so itself, and the next is tried: events as Chromium 156 has them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from '../session/real-session.ts';

const WATCH = `var said = [];
  const on = (target, name) => {
    for (const type of ['loadstart', 'error', 'emptied', 'abort']) target.addEventListener(type, () => said.push(name + ':' + type));
  };`;

test('sources are tried in order, and each that fails has an error', async (t) => {
  const { evaluate, wait } = await openReal(t, '<body>');
  await evaluate(`${WATCH}
    const video = document.createElement('video');
    on(video, 'video');
    for (const [name, src, type] of [['a', 'data:video/mp4,x', ''], ['b', 'data:video/foo,y', 'video/foo'], ['c', 'data:video/webm,z', '']]) {
      const source = document.createElement('source');
      source.src = src;
      if (type) source.type = type;
      on(source, name);
      video.append(source);
    }
    document.body.append(video)`);
  await wait({ settled: true });
  assert.equal(await evaluate('said.join(" ")'), 'video:loadstart a:error b:error c:error');
  const state =
    'const { networkState, error, currentSrc } = document.querySelector("video"); [networkState, error, currentSrc].join(" ")';
  assert.equal(await evaluate(state), '3  data:video/webm,z');
});

test('what was given up for another address does not fail that', async (t) => {
  const { evaluate, wait } = await openReal(t, '<body>');
  await evaluate(`${WATCH}
    var video = document.createElement('video');
    on(video, 'video');
    video.src = 'data:video/mp4,x';
    Promise.resolve().then(() => { video.src = 'data:video/mp4,yy'; })`);
  await wait({ settled: true });
  assert.equal(
    await evaluate('said.join(" ") + " " + video.error.code'),
    'video:emptied video:loadstart video:error 4',
  );
});
