/** The URL parser against Node's, which follows the same standard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveUrl, URL_PARTS, urlParts, withUrlPart } from '../../src/page/url/url-parts.ts';

function expected(reference: string, base: string): string | null {
  const url = URL.parse(reference, base === '' ? undefined : base);
  return url === null ? null : URL_PARTS.map((part) => url[part]).join('\n');
}

const REFERENCES = [
  '',
  ' ',
  '?q',
  '#f',
  '../x',
  '/..//a',
  '//foo/bar',
  'http:foo',
  'HTTP://EXAMPLE.com:80/a/../b?x#y',
  'http://[::1]:3000/',
  'http://[1::8.9.10.11]/',
  'http://[1:0:0:2:0:0:0:3]',
  'http://[1::2::3]',
  'http://0x7f.1/',
  'http://192.168.257',
  'http://256.1.1.1',
  'http://4294967296',
  'http://09.1/',
  'http://user:pa ss@h/',
  'http://ex ample/',
  'http://münchen.de/ä?ö#ü',
  'http://日本語。jp/',
  'http://a/%2e%2E/b/%2e',
  'http:\\\\x\\y',
  'http://a:99999',
  'http://@a',
  'http://a@',
  'http://ho%20st/',
  'file:///C|/x/../..',
  'C|/foo',
  'file:c:\\foo\\bar.html',
  'file://localhost/x',
  'mailto:a@b?x',
  'javascript:alert(1)',
  'data:text/plain,a b #c',
  'foo://a/b/../c',
  'foo:/a//b',
  'blob:http://a/x',
  'http://a/b c"<>`{}^',
  'http://a/?q\'"<>',
  'sc://%zz/',
  '\t http://a/ \n b ',
  'http://h/\ud800x',
];
const BASES = [
  '',
  'http://a/b/c?d#e',
  'https://x.test/',
  'file:///tmp/mock/path',
  'file:///C:/x',
  'about:blank',
  'foo://h/p',
];

test('addresses are parsed, resolved and serialised as the standard says', () => {
  for (const base of BASES) {
    for (const reference of REFERENCES) {
      assert.equal(urlParts(reference, base), expected(reference, base), `${reference} in ${base}`);
    }
  }
});

test('any text of characters that matter to the parser gives what Node gives', () => {
  const piece = fc.constantFrom(
    ...'/\\:?#@.[]%|;&=+-~ ab1xX',
    '..',
    '%2e',
    '//',
    'http:',
    'file:',
    'C:',
    '::',
    '0x',
    'é',
    '\t',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...BASES), (reference, base) => {
      assert.equal(urlParts(reference, base), expected(reference, base));
    }),
    { numRuns: 3_000 },
  );
});

test('what is parsed once stays as it is when parsed again', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      const once = resolveUrl(url, '');
      assert.equal(once === null ? null : resolveUrl(once, ''), once);
    }),
  );
});

test('setting a part changes it as URL does', () => {
  const settable = [
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ] as const;
  const values = [
    '',
    'x',
    'a/b',
    '?q=1',
    '#h',
    '8080',
    '99999',
    'https:',
    'mailto',
    'h:1',
    'a b',
    '/p?q#h',
    'x@y',
    '8a',
  ];
  for (const href of ['http://u:p@host:81/path/x?query#hash', 'file:///a/b', 'mailto:a@b']) {
    for (const part of settable) {
      for (const value of values) {
        const url = new URL(href);
        url[part] = value;
        assert.equal(withUrlPart(href, part, value)?.split('\n')[0], url.href, `${href} ${part} = ${value}`);
      }
    }
  }
});
