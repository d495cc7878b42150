import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StrictTransport } from '../../src/net/hsts.ts';

function strict(header: string, url = 'https://shop.test/', now: () => number = () => 0): StrictTransport {
  const made = new StrictTransport(now);
  made.note(new URL(url), new Map([['strict-transport-security', [header]]]));
  return made;
}

const upgraded = (made: StrictTransport, url: string) => made.upgraded(new URL(url)).href;

test('a host that asked for it is reached over https', () => {
  const made = strict('max-age=100');
  assert.equal(upgraded(made, 'http://shop.test/a?b#c'), 'https://shop.test/a?b#c');
  assert.equal(upgraded(made, 'ws://shop.test/'), 'wss://shop.test/');
  assert.equal(upgraded(made, 'http://www.shop.test/'), 'http://www.shop.test/');
  assert.equal(upgraded(made, 'http://othershop.test/'), 'http://othershop.test/');
});

test('what is below is included when it says so', () => {
  assert.equal(upgraded(strict('max-age="100"; includeSubDomains'), 'http://a.b.shop.test/'), 'https://a.b.shop.test/');
});

test('another port stays another port', () => {
  assert.equal(upgraded(strict('max-age=100'), 'http://shop.test:8080/'), 'https://shop.test:8080/');
});

test('it counts over secure connections only, for names only, and with an age', () => {
  for (const made of [
    strict('max-age=100', 'http://shop.test/'),
    strict('includeSubDomains'),
    strict('max-age=soon'),
    strict('max-age=0'),
  ]) {
    assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
  }
  assert.equal(upgraded(strict('max-age=100', 'https://10.0.0.1/'), 'http://10.0.0.1/'), 'http://10.0.0.1/');
});

test('it ends with its age, and zero takes it back', () => {
  let now = 0;
  const made = strict('max-age=100', 'https://shop.test/', () => now);
  now = 99_999;
  assert.equal(upgraded(made, 'http://shop.test/'), 'https://shop.test/');
  now = 100_000;
  assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
  made.note(new URL('https://shop.test/'), new Map([['strict-transport-security', ['max-age=0']]]));
  now = 0;
  assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
});
