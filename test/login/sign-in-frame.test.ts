import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameAddresses, signInFrame } from '../../src/login/sign-in-frame.ts';

const BASE = 'https://site.example/start';

test('addresses of frames are whole ones, in the order of the markup', () => {
  const html = `<iframe title=a src=/one></iframe><IFRAME SRC='two?x=1&amp;y=2'></IFRAME><iframe src="javascript:0"></iframe>`;
  assert.deepEqual(frameAddresses(html, BASE), ['https://site.example/one', 'https://site.example/two?x=1&y=2']);
});

test('the frame to sign in is one of the origins of the secrets', () => {
  const frames = ['https://evil.example/login', 'https://site.example/ads', 'https://site.example/login'];
  assert.equal(signInFrame(frames, ['https://site.example']), 'https://site.example/login');
  assert.equal(signInFrame(frames, ['https://other.example']), null);
});

test('of several frames that do not say what they are none is taken', () => {
  const frames = ['https://site.example/a', 'https://site.example/b'];
  assert.equal(signInFrame(frames, ['https://site.example']), null);
});
