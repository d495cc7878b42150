import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDataUrl } from '../../src/net/data-url.ts';

function read(url: string): [string, string] {
  const { contentType, bytes } = readDataUrl(new URL(url));
  return [contentType, Buffer.from(bytes).toString()];
}

test('percent escapes and base64 are undone', () => {
  assert.deepEqual(read('data:text/html,<p>a%20b'), ['text/html', '<p>a b']);
  assert.deepEqual(read('data:text/html;charset=utf-8;base64,aGk='), ['text/html;charset=utf-8', 'hi']);
  assert.deepEqual(read('data:text/html;base64,aGk'), ['text/html', 'hi']);
});

test('without a type it is plain ASCII text', () => {
  assert.deepEqual(read('data:,x'), ['text/plain;charset=US-ASCII', 'x']);
  assert.deepEqual(read('data:;charset=utf-8,x'), ['text/plain;charset=utf-8', 'x']);
});

for (const [given, expected] of [
  ['X', 'text/plain;charset=US-ASCII'],
  ['//test/', 'text/plain;charset=US-ASCII'],
  ['text / html', 'text/plain;charset=US-ASCII'],
  ['IMAGE/gif;CHARSET=x', 'image/gif;charset=x'],
  ['text/plain;', 'text/plain'],
  ['; charset=x', 'text/plain;charset=x'],
  [';charset =x', 'text/plain'],
  [';charset= x', 'text/plain;charset=" x"'],
  [';charset="x"', 'text/plain;charset=x'],
  [';charset=', 'text/plain'],
  ['x/x;base64;charset=x', 'x/x;charset=x'],
  ['text/plain;a="', 'text/plain;a=""'],
  ['text/html;a=1;a=2;b="c;d"', 'text/html;a=1;b="c;d"'],
] as const) {
  test(`the type '${given}' is written '${expected}'`, () => {
    assert.equal(read(`data:${given},x`)[0], expected);
  });
}

test('padding of base64 is right, or not there', () => {
  for (const wrong of ['=', '==', 'ab=', 'abc==', 'abcd=', 'a']) {
    assert.throws(() => read(`data:;base64,${wrong}`), { code: 'invalid_url' }, wrong);
  }
  assert.equal(read('data:;base64,aGk=')[1], 'hi');
  assert.equal(read('data:; base64,aGk')[1], 'hi');
});

test('the fragment is not part of the data', () => {
  assert.deepEqual(read('data:text/html,a%23b#c'), ['text/html', 'a#b']);
});

test('no comma or wrong base64 is invalid_url', () => {
  assert.throws(() => read('data:text/html'), { code: 'invalid_url' });
  assert.throws(() => read('data:;base64,a'), { code: 'invalid_url' });
  assert.throws(() => read('data:;base64,a*b='), { code: 'invalid_url' });
});

test('any bytes survive', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (data) => {
      const url = new URL(`data:;base64,${Buffer.from(data).toString('base64')}`);
      assert.deepEqual([...readDataUrl(url).bytes], [...data]);
    }),
  );
});
