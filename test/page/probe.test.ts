import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askUs, knownDifferences, recordedAnswers } from '../../fixtures/probe/ask.ts';
import { compareAnswers } from '../../fixtures/probe/compare.ts';

test('a page sees what it sees in Chrome, but for the differences that are known', async () => {
  const { equal, explained, different } = compareAnswers(recordedAnswers(), await askUs());
  const known = knownDifferences();
  const wrong = 'Something that was as in Chrome no longer is.';
  assert.deepEqual(
    different.filter((line) => !known.includes(line)),
    [],
    wrong,
  );
  const gone = "Take them from known.txt: 'npm run probe -- --shrink'.";
  assert.deepEqual(
    known.filter((line) => !different.includes(line)),
    [],
    gone,
  );
  assert.ok(equal.length + explained.length >= 250, 'The probe did not ask all its questions.');
});

test('lists differ by what is missing, what is too many, and the order of the rest', () => {
  const lines = (expected: string[], found: string[]) => compareAnswers({ a: expected }, { a: found }).different;
  assert.deepEqual(lines(['x', 'y'], ['x', 'y']), []);
  assert.deepEqual(lines(['x', 'y', 'z'], ['z', 'x', 'w']), ['a: missing y', 'a: extra w', 'a: order']);
  assert.deepEqual(lines(['x', 'y', 'z'], ['x', 'z']), ['a: missing y']);
});

test('the profile explains another value, but neither an error nor another type', () => {
  const kinds = (found: unknown) => {
    const { explained, different } = compareAnswers({ 'screen.width': 800 }, { 'screen.width': found });
    return [explained.length, different.length];
  };
  assert.deepEqual([1920, '1920', 'throws TypeError: x'].map(kinds), [
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
});
