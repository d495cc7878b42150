/** What answers cost is part of what we promise: a page that got dearer fails. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countAll, recordedTokens, type TokenRecord } from '../../bench/tokens.ts';
import { LIMITS } from '../../src/limits.ts';

let counted: TokenRecord;
before(async () => {
  counted = await countAll();
});

/** What has grown, or is not on record. */
function grown(name: string, counts: object, recorded: object | undefined): string[] {
  const was = new Map<string, number>(Object.entries(recorded ?? {}));
  return Object.entries(counts as Record<string, number>)
    .filter(([form, count]) => count > (was.get(form) ?? 0))
    .map(([form, count]) => `${name} ${form}: ${was.get(form) ?? 0} -> ${count}`);
}

test('no page costs more tokens than what is on record', () => {
  const recorded = recordedTokens();
  const dearer = Object.entries(counted.pages).flatMap(([path, forms]) => grown(path, forms, recorded.pages[path]));
  assert.deepEqual(dearer, [], 'node bench/tokens.ts --record, if this is meant');
});

test('neither the list of tools nor what a click answers costs more than what is on record', () => {
  assert.deepEqual(
    grown('', counted.others, recordedTokens().others),
    [],
    'node bench/tokens.ts --record, if this is meant',
  );
});

test('the default answer keeps to its ceiling on every page', () => {
  for (const { text, json } of Object.values(counted.pages)) {
    assert.ok(text <= LIMITS.answerTokens);
    assert.ok(json <= LIMITS.answerTokens);
  }
});

test('the login page costs at most 120 tokens, with boxes', () => {
  assert.ok(counted.pages['/pages/login.html']!.page <= 120, String(counted.pages['/pages/login.html']!.page));
});
