import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDocument } from '../../src/net/charset.ts';
import { StreamDecoder } from '../../src/net/stream-decoder.ts';
import { anyText } from '../any-text.ts';

function inPieces(bytes: Uint8Array, size: number, charset: string | null = null): { text: string; encoding: string } {
  const decoder = new StreamDecoder(charset, true);
  const first = Math.max(size, decoder.wantedBytes);
  let text = decoder.decode(bytes.subarray(0, first), bytes.length <= first);
  for (let at = first; at < bytes.length; at += size) {
    text += decoder.decode(bytes.subarray(at, at + size), at + size >= bytes.length);
  }
  return { text, encoding: decoder.encoding };
}

const padded = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const LONG = ' '.repeat(1100);

for (const [what, bytes, charset] of [
  ['a byte order mark', padded([0xef, 0xbb, 0xbf], LONG, 'é'), 'windows-1251'],
  ['UTF-16', padded([0xff, 0xfe, 0x61, 0, 0x39, 0x20]), null],
  ['the header', padded(LONG, [0xcf, 0xf0]), 'windows-1251'],
  ['meta', padded('<meta charset=shift_jis>', LONG, [0x83, 0x65]), null],
  [
    'a late meta',
    padded('<title>', [0x83, 0x65], `</title><!--${LONG}--><meta charset=shift_jis>`, [0x83, 0x65]),
    null,
  ],
  ['a late title', padded(`<!--${LONG}--><title>`, [0x83, 0x65], '</title><meta charset=shift_jis><p>', LONG), null],
  ['a head without an end', padded(`<!--${LONG}--><title>`, 'é', LONG), null],
  ['nothing that can be read', padded(LONG, 'é'), 'iso-2022-kr'],
  ['UTF-8 that nobody names', padded(LONG, 'naïve – 日本語 😀', LONG), null],
  ['Latin-1 that nobody names', padded(LONG, 'na', [0xef], 've', LONG), null],
  ['ASCII', padded(LONG, 'plain'), null],
  ['a character that is cut off', padded(LONG, [0xf0, 0x9f]), 'utf-8'],
] as const) {
  test(`${what}: pieces are decoded as the whole is`, () => {
    const whole = decodeDocument(bytes, charset);
    for (const size of [1, 2, 3, 5, 4096]) assert.deepEqual(inPieces(bytes, size, charset), whole, `pieces of ${size}`);
  });
}

test('any text in UTF-8 comes out as it went in, in pieces of any size', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), fc.integer({ min: 1, max: 40 }), (content, size) => {
      const text = LONG + content.toWellFormed();
      assert.equal(inPieces(Buffer.from(text), size).text, text);
    }),
  );
});

test('any bytes can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (bytes, size) => {
      assert.equal(typeof inPieces(bytes, size).text, 'string');
    }),
  );
});
