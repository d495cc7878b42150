/** Results of benchmarks are committed: they tell of the tools, and nothing of the folders of whoever measured. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { failureText } from '../../bench/peers/results.ts';

const RESULTS = new URL('../../bench/results/', import.meta.url);

test('a failure names programs without their folders, and addresses as they are', () => {
  const error = new Error(
    "Command failed: /home/me/peers/bin/tool open http://127.0.0.1:1/a/b.html\n  in '/opt/x/y.js:3:4'",
  );
  assert.equal(failureText(error), "Command failed: tool open http://127.0.0.1:1/a/b.html in 'y.js:3:4'");
  assert.equal(failureText('file:///a/b.html took 3 / 4 s and/or more'), 'file:///a/b.html took 3 / 4 s and/or more');
});

for (const file of readdirSync(RESULTS)) {
  test(`${file} has no failure that names a folder`, () => {
    const { measurements = [] } = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')) as {
      measurements?: readonly { readonly failure?: string }[];
    };
    for (const { failure } of measurements) if (failure !== undefined) assert.equal(failure, failureText(failure));
  });
}
