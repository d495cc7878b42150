import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeDocument,
  decodeScript,
  decodeStylesheet,
  decodeText,
  decodeXml,
  encodingName,
  prescan,
  textDecoder,
} from '../../src/net/charset.ts';
import { encodeLegacy } from '../../src/net/legacy-encoder.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

test('a byte order mark beats the header, and is not part of the text', () => {
  assert.deepEqual(decodeDocument(bytes([0xef, 0xbb, 0xbf], 'a'), 'windows-1251'), { text: 'a', encoding: 'utf-8' });
  assert.equal(decodeDocument(bytes([0xff, 0xfe, 0x61, 0]), 'utf-8').text, 'a');
  assert.equal(decodeDocument(bytes([0xfe, 0xff, 0, 0x61]), null).text, 'a');
});

test('the header beats meta', () => {
  assert.equal(decodeDocument(bytes('<meta charset=utf-8>', [0xcf]), 'windows-1251').encoding, 'windows-1251');
});

test('meta counts when the header is silent or names an encoding that nobody knows', () => {
  const page = bytes('<meta charset="shift_jis">', [0x83, 0x65]);
  assert.match(decodeDocument(page, null).text, /テ$/);
  assert.match(decodeDocument(page, 'x-nonsense').text, /テ$/);
});

test('iso-8859-1 means windows-1252', () => {
  assert.equal(decodeText(bytes([0x80, 0x93, 0x9f, 0xe9]), 'iso-8859-1').text, '€“Ÿé');
});

test('EUC-KR has all syllables of Hangul, also in pieces, and letters stand for themselves behind half a pair', () => {
  assert.equal(decodeText(bytes([0x81, 0x41, 0xb0, 0xa1, 0xc6, 0x52, 0xa2, 0xe6]), 'ks_c_5601-1987').text, '갂가힣€');
  assert.equal(decodeText(bytes([0x81, 0x30, 0xc9, 0xa1, 0xff, 0xb0]), 'euc-kr').text, '\ufffd0\ufffd\ufffd\ufffd');
  const decoder = textDecoder('euc-kr', { fatal: true });
  assert.equal(decoder.decode(bytes([0x81]), { stream: true }), '');
  assert.equal(decoder.decode(bytes([0x41])), '갂');
  assert.throws(() => decoder.decode(bytes([0x81])), TypeError);
  assert.equal(decoder.decode(bytes([0x41])), 'A');
  assert.deepEqual([...encodeLegacy('euc-kr', '갂힣가一')], [0x81, 0x41, 0xc6, 0x52, 0xb0, 0xa1, 0xec, 0xe9]);
});

test('legacy encodings are decoded', () => {
  assert.equal(decodeText(bytes([0xcf, 0xf0]), 'windows-1251').text, 'Пр');
  assert.equal(decodeText(bytes([0xc4, 0xe3]), 'gb2312').text, '你');
  assert.equal(decodeText(bytes([0xa4, 0xa4]), 'big5').text, '中');
  assert.equal(decodeText(bytes([0xb0, 0xa1]), 'euc-kr').text, '가');
  assert.equal(decodeText(bytes([0xa4, 0xa2]), 'euc-jp').text, 'あ');
  assert.equal(decodeText(bytes([0xd0]), 'koi8-r').text, 'п');
});

test('without any label, valid UTF-8 is UTF-8 and the rest is windows-1252', () => {
  assert.equal(decodeDocument(Buffer.from('naïve €'), null).text, 'naïve €');
  assert.equal(decodeDocument(bytes('na', [0xef], 've'), null).text, 'naïve');
});

for (const [page, expected] of [
  ['<meta charset=koi8-r>', 'koi8-r'],
  ['<META CHARSET = "koi8-r" >', 'koi8-r'],
  ["<meta name=x charset='koi8-r'/>", 'koi8-r'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', 'koi8-r'],
  ['<meta content=\'text/html; charset="koi8-r"\' http-equiv=content-type>', 'koi8-r'],
  ['<meta content="text/html; charset=koi8-r">', null],
  ['<!-- <meta charset=koi8-r> --><p>', null],
  ['<!--><meta charset=koi8-r>', 'koi8-r'],
  ['<a title="<meta charset=koi8-r>"><p>', null],
  ['<?xml encoding="x"?><meta charset=koi8-r>', 'koi8-r'],
  ['<p><3 <meta charset=koi8-r>', 'koi8-r'],
  ['<meta charset=utf-16le>', 'utf-8'],
  ['<meta charset=nonsense><meta charset=koi8-r>', 'koi8-r'],
  ['<meta charset=koi8-r', null],
  [`${' '.repeat(1020)}<meta charset=koi8-r>`, null],
] as const) {
  test(`the prescan finds ${expected} in ${page.trim().slice(0, 60)}`, () => {
    assert.equal(prescan(Buffer.from(page)), expected);
  });
}

test('the prescan ends on any bytes', () => {
  const markup = fc.stringMatching(/^[<>!\-/="' mcharset;]{0,200}$/);
  fc.assert(fc.property(markup, (text) => prescan(Buffer.from(text)) === null || true));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (data) => typeof decodeDocument(data, null).text === 'string'),
  );
});

test('a stylesheet may name its encoding, and else has that of its document', () => {
  const css = bytes('@charset "windows-1251";', [0xcf]);
  assert.match(decodeStylesheet(css, null, 'utf-8').text, /П$/);
  assert.match(decodeStylesheet(css, 'koi8-r', 'utf-8').text, /о$/);
  assert.equal(decodeStylesheet(bytes([0xcf]), null, 'windows-1251').text, 'П');
  assert.equal(decodeScript(bytes([0xcf]), null, 'windows-1251').text, 'П');
});

test('scripts see the names of the standard', () => {
  const names = ['utf-8', 'windows-1252', 'iso-8859-8-i', 'shift_jis', 'big5', 'gb18030', 'euc-kr', 'macintosh'];
  const expected = ['UTF-8', 'windows-1252', 'ISO-8859-8-I', 'Shift_JIS', 'Big5', 'gb18030', 'EUC-KR', 'macintosh'];
  assert.deepEqual(names.map(encodingName), expected);
});

test('a meta behind the first kilobyte counts as long as it stands in the head', () => {
  const late = (before: string) =>
    decodeDocument(bytes(before, '<meta charset=shift_jis><p>', [0x93, 0xfa]), null).encoding;
  const filler = 'x'.repeat(1100);
  assert.equal(late(`<!doctype html><html><head><script>"<div>${filler}"</script><title>a</title>`), 'shift_jis');
  assert.equal(late(`<!--${filler}-->`), 'shift_jis');
  assert.equal(late(`<style>${filler}</style></head>`), 'windows-1252');
  assert.equal(late(`<p>${filler}`), 'windows-1252');
  assert.equal(late(`<script>${'x'.repeat(70_000)}</script>`), 'windows-1252');
});

test('XML has the encoding of its declaration, and else UTF-8', () => {
  const xml = (start: string, more: number[], charset: string | null = null) => decodeXml(bytes(start, more), charset);
  assert.match(xml('<?xml version="1.0" encoding="shift_jis"?><a>', [0x93, 0xfa]).text, /日$/);
  assert.match(xml("<?xml version='1.0' encoding='shift_jis'?><a>", [0xc7, 0xd1], 'euc-kr').text, /한$/);
  assert.equal(xml('<a>', [0xe9]).encoding, 'utf-8');
});

test('encodings that hide markup give one character that says so', () => {
  for (const label of ['iso-2022-kr', 'HZ-GB-2312', 'replacement']) {
    assert.deepEqual(decodeDocument(bytes('<script>'), label), { text: '\uFFFD', encoding: 'replacement' });
  }
});
