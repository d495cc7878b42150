import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileDeclaration } from '../../src/style/properties/compile.ts';
import { LONGHANDS } from '../../src/style/properties/table.ts';
import { SHORTHAND_NAMES } from '../../src/style/shorthand.ts';
import { computed } from './computed.ts';

const NAMES = [...LONGHANDS.map((longhand) => longhand.name), ...SHORTHAND_NAMES, '--x'];
const PIECES =
  '1px 2em 50% 0 -1 1.5 3fr 45deg auto none normal inherit initial revert red #123 "text" url(a) foo span 2 a / , ( ) [ ] ' +
  'calc( min( var(--x) var( env( attr(x) repeat( minmax( rgb( + - * solid center safe baseline left 1e999px ';

const anyName = fc.constantFrom(...NAMES);
const anyValue = fc
  .array(fc.constantFrom(...PIECES.trim().split(' ')), { maxLength: 12 })
  .map((list) => list.join(' '));

test('no text whatever makes a declaration throw', () => {
  fc.assert(
    fc.property(anyName, fc.oneof(fc.string(), anyValue), fc.boolean(), (name, text, quirks) => {
      compileDeclaration(name, text, false, quirks);
    }),
    { numRuns: 3000 },
  );
});

test('whatever compiles can be computed', () => {
  fc.assert(
    fc.property(anyName, anyValue, (name, text) => {
      const style = computed(`--x: 1px; ${name}: ${text.replaceAll(';', '')}`);
      assert.ok(Number.isFinite(style.fontSize));
    }),
    { numRuns: 3000 },
  );
});

test('the same text gives the same declarations', () => {
  fc.assert(
    fc.property(anyName, anyValue, (name, text) => {
      assert.equal(compileDeclaration(name, text, true), compileDeclaration(name, text, true));
    }),
    { numRuns: 300 },
  );
});
