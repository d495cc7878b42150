import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type ComponentValue,
  MAX_VALUE_DEPTH,
  parseComponentValues,
  splitOnCommas,
  textOf,
} from '../../src/style/component-value.ts';

function show(values: readonly ComponentValue[]): string {
  return values
    .map((value) => {
      if (value.kind === 'function') return `${value.name}<${show(value.values)}>`;
      if (value.kind === 'block') return `${value.open}<${show(value.values)}>`;
      return value.token.value || value.token.type;
    })
    .join(' ');
}

function insideOf(value: ComponentValue): readonly ComponentValue[] {
  return value.kind === 'token' ? [] : value.values;
}

test('functions and blocks become trees', () => {
  assert.equal(show(parseComponentValues('A(b[c]){d}')), 'a<b [<c>> {<d>');
});

test('what is open at the end is closed there', () => {
  assert.equal(show(parseComponentValues('a(b[c')), 'a<b [<c>>');
});

test('a closing bracket that closes nothing stays a token', () => {
  assert.equal(show(parseComponentValues('a(b]) )')), 'a<b ]> whitespace )');
});

test('what nests too deep becomes one bad token, and the rest is read', () => {
  const text = `${'('.repeat(MAX_VALUE_DEPTH + 9)}${')'.repeat(MAX_VALUE_DEPTH + 9)}a`;
  let values: readonly ComponentValue[] = parseComponentValues(text);
  assert.equal(show(values.slice(-1)), 'a');
  for (let depth = 0; depth < MAX_VALUE_DEPTH; depth++) values = insideOf(values[0]!);
  assert.equal(show(values), 'bad-string');
});

test('parts between commas are trimmed, and nested commas do not count', () => {
  assert.deepEqual(splitOnCommas(parseComponentValues(' a , f(b, c) ,')).map(show), [
    'a',
    'f<b comma whitespace c>',
    '',
  ]);
});

test('values give their text back', () => {
  const text = ' a /* c */ f( b ) ';
  assert.equal(textOf(text, parseComponentValues(text)), ' a /* c */ f( b ) ');
});

test('any text gives values that cover their range in order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'a1 ,;:([{}])"\\', 'f('), { maxLength: 40 }), (parts) => {
      const check = (values: readonly ComponentValue[], from: number): number => {
        let end = from;
        for (const value of values) {
          assert.ok(value.start >= end);
          if (value.kind !== 'token') assert.ok(check(value.values, value.start) <= value.end);
          end = value.end;
        }
        return end;
      };
      check(parseComponentValues(parts.join('')), 0);
    }),
  );
});
