import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grammarOf } from '../../../src/style/cssom/property-grammar.ts';
import { LISTED_NAMES, listedProperty } from '../../../src/style/cssom/property-list.ts';
import { propertyFor, WRITTEN_SHORTHANDS } from '../../../src/style/cssom/shorthand-table.ts';
import { writtenLonghand } from '../../../src/style/cssom/written-longhand.ts';
import { colorText, numberText, specifiedText } from '../../../src/style/cssom/written-value.ts';

test('numbers have six digits, and ties go to the even one', () => {
  assert.deepEqual([0.1 + 0.2, 25.40625, 6.328125, 1234567, 0.00001, -0, 33554432].map(numberText), [
    '0.3',
    '25.4062',
    '6.32812',
    '1.23457e+06',
    '1e-05',
    '0',
    '3.35544e+07',
  ]);
});

test('alpha has as few digits as give the same byte', () => {
  assert.deepEqual(
    [0.5, 0.18, 128 / 255, 1].map((alpha) => colorText([1, 2, 3, alpha])),
    ['rgba(1, 2, 3, 0.5)', 'rgba(1, 2, 3, 0.18)', 'rgba(1, 2, 3, 0.5)', 'rgb(1, 2, 3)'],
  );
});

/** Chrome lists it, and nobody can declare it. */
const DERIVED = new Set(['-webkit-text-decorations-in-effect']);

test('every listed longhand takes its own initial value', () => {
  const refused = LISTED_NAMES.map((name) => listedProperty(name)!).filter(
    ({ name, initial }) =>
      !WRITTEN_SHORTHANDS.has(propertyFor(name)) && !DERIVED.has(name) && writtenLonghand(name, initial) === null,
  );
  assert.deepEqual(
    refused.map(({ name }) => name),
    [],
  );
});

test('what stands in any order is written in the order of the grammar', () => {
  assert.equal(specifiedText(writtenLonghand('box-shadow', 'inset 1px 2px red')!), 'red 1px 2px inset');
});

test('every grammar is well-formed', () => {
  for (const name of LISTED_NAMES) grammarOf(name);
});
