import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { prune } from '../../src/spatial/prune.ts';
import type { SpatialDom, SpatialElement } from '../../src/spatial/spatial-dom.ts';
import { estimateTokens } from '../../src/spatial/tokens.ts';

const element = (id: number, fields: Partial<SpatialElement> = {}): SpatialElement => ({
  id,
  tag: 'p',
  text: `t${id}`,
  b: [0, id * 100, 10, 10],
  ...fields,
});

function page(...els: SpatialElement[]): SpatialDom {
  return { url: 'http://a/', title: '', vp: [800, 600], scroll: [0, 0], version: 1, els };
}

const idsOf = ({ els }: SpatialDom) => els.map(({ id }) => id);
const options = { cost: () => 10, overhead: 0 };

test('a page that fits stays as it is', () => {
  const whole = page(element(1), element(2));
  assert.equal(prune(whole, { ...options, maxTokens: 20 }), whole);
});

test('controls are kept before headings, headings before text, all in reading order', () => {
  const all = page(element(1), element(2, { tag: 'h1' }), element(3), element(4, { tag: 'button' }));
  const fitting = prune(all, { ...options, maxTokens: 25 });
  assert.deepEqual([idsOf(fitting), fitting.more], [[2, 4], { omitted: 2 }]);
});

test('what is around an element is kept when it is asked for', () => {
  const all = page(...[1, 2, 3, 4, 5].map((id) => element(id)));
  assert.deepEqual(idsOf(prune(all, { ...options, maxTokens: 30, near: 4 })), [3, 4, 5]);
});

test('an answer never costs more than it may', () => {
  const anyElement = fc
    .record({ id: fc.nat(), text: fc.string({ maxLength: 60 }) })
    .map(({ id, text }) => element(id, { text }));
  fc.assert(
    fc.property(fc.array(anyElement, { maxLength: 30 }), fc.integer({ min: 0, max: 400 }), (els, maxTokens) => {
      const cost = (each: SpatialElement) => estimateTokens(JSON.stringify(each));
      const kept = prune(page(...els), { maxTokens, cost, overhead: 0 }).els;
      assert.ok(kept.reduce((sum, each) => sum + cost(each), 0) <= maxTokens);
    }),
  );
});

const TEXTS = [
  'The quick brown fox jumps over the lazy dog, and then it does so again in the evening.',
  '{"id":12,"tag":"a","text":"Forgot password?","href":"/reset?token=a8f3kQ9zLm","b":[560,324,140,20]}',
  'https://example.com/p/B07XJ8C8F5/ref=sr_1_3?keywords=usb%2Bc&qid=1574289374&sr=8-3',
  '東京都の天気は晴れ、明日は雨が降るでしょう。',
  'Größenänderung der Überschrift übernehmen? Жители города встречают весну',
  '3,560,260,800,48 button "Sign in"\n4,12,700,40,17 link "Terms" -> /terms\n',
];

for (const text of TEXTS) {
  test(`the estimate is not below what '${text.slice(0, 20)}' costs`, () => {
    assert.ok(estimateTokens(text) >= countTokens(text), `${estimateTokens(text)} < ${countTokens(text)}`);
  });
}
