import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileNameOf, isAttachment } from '../../src/net/content-disposition.ts';

const url = new URL('https://files.test/folder/b%20c.bin?x=1');
const headers = (value: string) => new Map([['content-disposition', [Buffer.from(value, 'utf8').toString('latin1')]]]);
const nameIn = (value: string) => fileNameOf(headers(value), url);

for (const [value, expected] of [
  ['attachment; filename=a.txt', 'a.txt'],
  ['attachment;filename="a; b.txt"', 'a; b.txt'],
  ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
  ['attachment; filename=annual report.txt', 'annual report.txt'],
  ["attachment; filename*=UTF-8''%e2%82%ac%20rates.txt", '€ rates.txt'],
  ["attachment; filename=x.txt; filename*=UTF-8'en'%e2%82%ac.txt", '€.txt'],
  ['attachment; filename*="UTF-8\'\'a.txt"', 'a.txt'],
  ["attachment; filename*=klingon''x.txt; filename=known.txt", 'known.txt'],
  ['attachment; filename="a%20b.txt"', 'a b.txt'],
  ['attachment; filename="100%.txt"', '100%.txt'],
  ['attachment; filename="%ff.txt"', '%ff.txt'],
  ['attachment; filename="=?UTF-8?B?w6kudHh0?="', 'é.txt'],
  ['attachment; filename="=?utf-8?q?=C3=A9_=C3=A8.?= =?utf-8?Q?txt?="', 'é è.txt'],
  ['attachment; filename="é.txt"', 'é.txt'],
  ['attachment; filename=a.txt; filename=b.txt', 'a.txt'],
  ['attachment; filename="open', 'open'],
  ['attachment; filename=', 'b c.bin'],
  ['attachment', 'b c.bin'],
  ['', 'b c.bin'],
] as const) {
  test(`'${value}' is called '${expected}'`, () => {
    assert.equal(nameIn(value), expected);
  });
}

test('a name in bytes that are not UTF-8 is windows-1252', () => {
  assert.equal(fileNameOf(new Map([['content-disposition', ['attachment; filename="\xe9.txt"']]]), url), 'é.txt');
});

test('what is not shown in the page is a file, also by a word that nobody knows', () => {
  for (const value of ['attachment', 'ATTACHMENT; filename=a', 'form-data; name=a']) {
    assert.equal(isAttachment(headers(value)), true, value);
  }
  for (const value of ['', 'inline', 'Inline; filename=a', 'filename=a.txt', '; filename=a']) {
    assert.equal(isAttachment(headers(value)), false, value);
  }
});

test('any text has a name in it, or none', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => typeof nameIn(text) === 'string'));
});
