import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../../src/limits.ts';
import { PreloadScanner, preloadsOfHeader } from '../../src/net/preload-scan.ts';

const found = (html: string, isScripting = true) => inPieces([html], isScripting);

function inPieces(pieces: readonly string[], isScripting = true): string[] {
  const scanner = new PreloadScanner(isScripting);
  return pieces
    .flatMap((piece) => scanner.scan(piece))
    .map(({ destination, cors, url }) => [destination, cors, url].join(' ').replace('  ', ' '));
}

for (const [html, expected] of [
  ['<script src=a.js></script>', ['script a.js']],
  ["<SCRIPT defer SRC='a.js'></SCRIPT>", ['script a.js']],
  ['<script src="/a?b=1&amp;c=2"></script>', ['script /a?b=1&c=2']],
  ['<script src=" a.js "></script>', ['script a.js']],
  ['<script src=a.js src=b.js></script>', ['script a.js']],
  ['<script type=text/javascript src=a.js></script>', ['script a.js']],
  ['<script type=application/json src=a.js></script>', []],
  ['<script nomodule src=a.js></script>', []],
  ['<script type=module src=a.js></script>', ['script anonymous a.js']],
  ['<script type=module crossorigin=use-credentials src=a.js></script>', ['script use-credentials a.js']],
  ['<script crossorigin src=a.js></script>', ['script anonymous a.js']],
  ['<script>document.write("<script src=a.js>")</script><script src=b.js></script>', ['script b.js']],
  ['<link rel=stylesheet href=a.css>', ['style a.css']],
  ['<link rel="preload stylesheet" href=a.css>', ['style a.css']],
  ['<link rel="alternate stylesheet" href=a.css>', []],
  ['<link rel=stylesheet disabled href=a.css>', []],
  ['<link rel=stylesheet type=text/less href=a.css>', []],
  ['<link rel=modulepreload href=a.js>', ['script anonymous a.js']],
  ['<link rel=preload as=script href=a.js>', ['script a.js']],
  ['<link rel=preload as=font href=a.woff2>', []],
  ['<link rel=icon href=a.png>', []],
  ['<!-- <script src=a.js></script> --><script src=b.js></script>', ['script b.js']],
  ['<!-- <script src=a.js></script>', []],
  ['<template><script src=a.js></script></template><script src=b.js></script>', ['script b.js']],
  ['<noscript><link rel=stylesheet href=a.css></noscript>', []],
  ['<textarea><script src=a.js></script></textarea><title><link rel=stylesheet href=a.css></title>', []],
  ['<style>a{content:"<script src=a.js>"}</style><script src=b.js></script>', ['script b.js']],
  ['<p title="<script src=a.js>"><script src=b.js></script>', ['script b.js']],
  ['<script src=a.js', []],
  ['<script src="a.js', []],
  ['a < b <script src=a.js></script>', ['script a.js']],
] as const) {
  test(`${html} asks for ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(found(html), expected));
}

test('without scripting there are no scripts, and noscript is markup', () => {
  const html = '<script src=a.js></script><noscript><link rel=stylesheet href=a.css></noscript>';
  assert.deepEqual(found(html, false), ['style a.css']);
});

test('the first base counts', () => {
  const scanner = new PreloadScanner(true);
  scanner.scan('<base target=x><base href=/a/><base href=/b/>');
  assert.equal(scanner.base, '/a/');
});

test('the beginning of a document has the beginning of its resources', () => {
  const html = '<link rel=stylesheet href=1><p class="x"><script src=2></script><!-- <b> --><script src=3></script>';
  const all = found(html);
  for (let end = 0; end <= html.length; end++) {
    const some = found(html.slice(0, end));
    assert.deepEqual(some, all.slice(0, some.length), html.slice(0, end));
  }
});

test('any text can be scanned', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    ' ',
    '/',
    'script',
    'src',
    'link',
    '<!--',
    '-->',
    'a',
    '</',
    'template',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      assert.deepEqual(inPieces(parts), found(parts.join('')), 'in pieces as at once');
    }),
  );
});

test('a document in pieces has the resources of the whole', () => {
  const html =
    '<!-- <script src=0> --><p title="a > <script src=0>"><script src=1>"<script src=0>"</script><style></sty</style>' +
    '<template><link rel=stylesheet href=0></template><noscript><script src=0></noscript><link rel=stylesheet href=2>';
  for (const size of [1, 2, 3, 7, 20]) {
    const pieces = html.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    assert.deepEqual(inPieces(pieces), ['script 1', 'style 2'], `pieces of ${size}`);
  }
});

test('what never ends is looked at once', () => {
  const scanner = new PreloadScanner(true);
  scanner.scan(`<!--${'x'.repeat(LIMITS.preloadTagChars)}`);
  assert.deepEqual(scanner.scan('--><script src=1></script>'), []);
});

test('no page is fetched more than so many times', () => {
  const html = Array.from({ length: LIMITS.preloadsPerDocument * 2 }, (_, at) => `<script src=${at}></script>`).join(
    '',
  );
  assert.equal(found(html).length, LIMITS.preloadsPerDocument);
});

test('a Link header announces what is to come', () => {
  const links = (value: string) =>
    preloadsOfHeader(value, true).map(({ destination, cors, url }) => `${destination} ${cors} ${url}`);
  assert.deepEqual(
    links('</a.css>; rel=preload; as=style, </b.js>; rel="modulepreload", <c.js>;rel=preload;as=script;crossorigin'),
    ['style  /a.css', 'script anonymous /b.js', 'script anonymous c.js'],
  );
  assert.deepEqual(
    links('</x>; rel=next, </a.png>; rel=preload; as=image, <https://x.test>; rel=preconnect, garbage'),
    [],
  );
});

test('any header can be read', () => {
  const part = fc.constantFrom('<', '>', ';', ',', '"', '=', ' ', 'rel', 'preload', 'as', 'style', '/a');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 80 }), (parts) => preloadsOfHeader(parts.join(''), true).length >= 0),
  );
});
