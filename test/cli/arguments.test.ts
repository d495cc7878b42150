import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, UsageError } from '../../src/cli/arguments.ts';
import { urlOf } from '../../src/cli/open-page.ts';

test('open has defaults', () => {
  assert.deepEqual(readArguments(['open', 'https://a.test/']), {
    kind: 'open',
    target: 'https://a.test/',
    format: 'text',
    boxes: false,
    viewport: [1280, 800],
    script: true,
    timeoutMs: 30_000,
  });
});

test('options may stand anywhere', () => {
  const command = readArguments(['--json', 'open', '--viewport=390x844', 'a', '--no-script', '--timeout', '5']);
  assert.deepEqual(command, {
    kind: 'open',
    target: 'a',
    format: 'json',
    boxes: false,
    viewport: [390, 844],
    script: false,
    timeoutMs: 5,
  });
});

test('help and version win', () => {
  assert.deepEqual(readArguments(['open', '--help']), { kind: 'help' });
  assert.deepEqual(readArguments(['-V']), { kind: 'version' });
});

for (const args of [
  [],
  ['fly'],
  ['open'],
  ['open', 'a', 'b'],
  ['demo', 'x'],
  ['open', 'a', '--wrong'],
  ['open', 'a', '--viewport', 'big'],
  ['open', 'a', '--viewport', '0x100'],
  ['open', 'a', '--viewport', '99999x100'],
  ['open', 'a', '--viewport'],
  ['open', 'a', '--timeout', 'soon'],
  ['open', 'a', '--timeout', '0'],
]) {
  test(`'${args.join(' ')}' is called wrongly`, () => assert.throws(() => readArguments(args), UsageError));
}

test('a file is opened as a file, a URL as it is, and the rest is not guessed', () => {
  assert.equal(urlOf('https://a.test/'), 'https://a.test/');
  assert.equal(urlOf('data:text/html,x'), 'data:text/html,x');
  assert.match(urlOf('package.json'), /^file:\/\/.*\/package\.json$/);
  assert.throws(() => urlOf('a.test'), { code: 'invalid_url', message: /https:\/\/a\.test/ });
  assert.throws(() => urlOf('localhost:3000/x'), { code: 'invalid_url', message: /http:\/\/localhost:3000\/x/ });
});
