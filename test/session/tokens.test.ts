/** What answers cost is part of what we promise: a page that got dearer fails. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countPages, recordedTokens, type TokenCounts } from '../../bench/tokens.ts';
import { LIMITS } from '../../src/limits.ts';

let counts: Record<string, TokenCounts>;
before(async () => {
  counts = await countPages();
});

test('no page costs more tokens than what is on record', () => {
  const recorded = recordedTokens();
  const grown = Object.entries(counts).flatMap(([path, forms]) =>
    Object.entries(forms)
      .map(([form, count]) => ({ form, count, before: recorded[path]?.[form as keyof TokenCounts] ?? 0 }))
      .filter(({ count, before: was }) => count > was)
      .map(({ form, count, before: was }) => `${path} ${form}: ${was} -> ${count}`),
  );
  assert.deepEqual(grown, [], 'node bench/tokens.ts --record, if this is meant');
});

test('the default answer keeps to its ceiling on every page', () => {
  for (const { text, json } of Object.values(counts)) {
    assert.ok(text <= LIMITS.answerTokens);
    assert.ok(json <= LIMITS.answerTokens);
  }
});

test('the login page costs at most 120 tokens, with boxes', () => {
  assert.ok(counts['/pages/login.html']!.page <= 120, String(counts['/pages/login.html']!.page));
});
