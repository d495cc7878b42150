import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lexerReady, readModule, rewriteClassic } from '../../src/isolate/module-source.ts';

await lexerReady;

test('a module without import() and import.meta stays as it is', () => {
  const source =
    'import a from "./a.js";\nexport { b } from "b"; export * from "c" with { type: "json" }; a("import(x)")';
  const { code, requests } = readModule(source, 'host');
  assert.equal(code, source);
  assert.deepEqual(requests, [
    { specifier: './a.js', type: 'javascript' },
    { specifier: 'b', type: 'javascript' },
    { specifier: 'c', type: 'json' },
  ]);
});

test('import() and import.meta become names that the module does not use', () => {
  const { code, requests } = readModule('let __meta;\nawait import("./x.js"); import.meta.url', 'host');
  assert.equal(
    code,
    'import{load as __import,meta as __meta1}from"host";let __meta;\nawait __import("./x.js"); __meta1.url',
  );
  assert.deepEqual(requests, []);
});

test('a classic script is touched only where it imports', () => {
  assert.equal(rewriteClassic('/import(x)/; "import(y)"', 'u', 'L'), '/import(x)/; "import(y)"');
  assert.equal(rewriteClassic('a = () => import("./b")', 'http://u/', 'L'), 'a = () => L("http://u/")("./b")');
});

test('whatever the text is, lines stay where they are', () => {
  const part = fc.constantFrom(
    'import("a")',
    'import.meta',
    '\n',
    'import a from "b"',
    '`${',
    '}`',
    '/',
    '"',
    ';',
    'x',
    '{',
    '}',
  );
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, (source) => {
      const lines = source.split('\n').length;
      assert.equal(readModule(source, 'host').code.split('\n').length, lines);
      assert.equal(rewriteClassic(source, 'u', 'L').split('\n').length, lines);
    }),
  );
});
