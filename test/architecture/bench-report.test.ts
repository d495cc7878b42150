/** What makes figures of the front page from measurements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '../../bench/measure.ts';
import { mustBe, mustHave } from '../../bench/peers/results.ts';
import { drawBarChart } from '../../bench/report/bar-chart.ts';
import { fillBlocks } from '../../bench/report.ts';

test('a block of the README is replaced, and one without measurements stays', () => {
  const text = 'a\n<!-- bench: speed -->\nold\n<!-- /bench -->\nb\n<!-- bench: memory -->\nkept\n<!-- /bench -->\n';
  const filled = fillBlocks(text, { speed: () => 'new', memory: () => null });
  assert.equal(
    filled,
    'a\n<!-- bench: speed -->\nnew\n<!-- /bench -->\nb\n<!-- bench: memory -->\nkept\n<!-- /bench -->\n',
  );
});

test('nineteen of twenty values are not above the 95th percentile', () => {
  const values = Array.from({ length: 20 }, (_, at) => 20 - at);
  assert.deepEqual(summarise(values), { median: 11, mean: 10.5, min: 1, max: 20, p95: 19, runs: 20 });
});

test('a wrong answer of a tool is an error', () => {
  assert.throws(() => mustHave('Green tea', ['Green tea', '6.50']), /'6\.50' is not in it/);
  assert.throws(() => mustHave(null, ['Green tea']), /wrong answer/);
  assert.throws(() => mustBe(1, '1'), /wrong answer/);
});

test('bars of a chart are as long as their values say, and names cannot break out of it', () => {
  const bar = (label: string, value: number | null) => ({ label, value, isOurs: false });
  const svg = drawBarChart({
    title: 'a & b',
    note: '',
    show: String,
    groups: [{ title: '<g>', bars: [bar('x', 10), bar('y', 5), bar('z', null)] }],
  });
  const widths = [...svg.matchAll(/<rect class="o[^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  assert.deepEqual(widths, [500, 250, 0]);
  assert.match(svg, /a &amp; b/);
  assert.match(svg, /&lt;g&gt;/);
  assert.match(svg, />failed</);
});
