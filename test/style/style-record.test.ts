import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGHANDS } from '../../src/style/properties/table.ts';
import { INITIAL_STYLE, inheritedRecord, StyleRecord } from '../../src/style/style-record.ts';

/** Inherited though no longhand says so: made by the computation of other properties. */
const ALSO_INHERITED = new Set([
  'zoom',
  'pageFonts',
  'custom',
  'specifiedFontSize',
  'fontSizeKeyword',
  'fontSizeAbsolute',
]);

test('what a new record takes from its parent is what the table calls inherited', () => {
  const parent = new StyleRecord();
  const fields = parent as unknown as Record<string, unknown>;
  for (const field of Object.keys(fields)) fields[field] = { marked: field };
  const child = inheritedRecord(parent) as unknown as Record<string, unknown>;
  const taken = Object.keys(child).filter((field) => child[field] === fields[field]);
  const inherited = new Set([
    ...LONGHANDS.filter((each) => each.inherited).map((each) => each.field as string),
    ...ALSO_INHERITED,
  ]);
  assert.deepEqual(taken.sort(), [...inherited].sort());
});

test('a record of the initial style is the initial style', () => {
  assert.deepEqual(inheritedRecord(INITIAL_STYLE), INITIAL_STYLE);
});
