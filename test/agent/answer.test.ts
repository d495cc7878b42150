import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAnswer } from '../../src/agent/answer.ts';
import { ThoughtStream } from '../../src/agent/thought-stream.ts';

const CLICK = { thought: 'Next', action: { type: 'click', id: 5 }, note: null };

test('an answer is read in every form in which models write it', () => {
  for (const text of [
    '{"thought":"Next","action":{"type":"click","id":5}}',
    '```json\n{"thought":"Next","action":{"type":"click","id":5}}\n```',
    'I will click it.\n{"thought":"Next","action":{"type":"click","ref":5}}\nDone!',
    '<think>Perhaps {"action":{"type":"back"}}?</think>{"thought":"Next","action":{"type":"click","id":"5"}}',
    '{"thought":"Next","action":"click","id":"[5]"}',
    '{"thought":"Next","action":{"click":{"id":5}}}',
    '{"thought":"Next","action":{"name":"click","args":{"id":5}}}',
    '{"thought":"Next","action":[{"type":"click","id":5},{"type":"back"}]}',
    '{"thought":"Next","action":{"type":"click","id":5,},}',
    "{'thought': 'Next', 'action': {'type': 'click', 'id': 5, 'double': None}}",
    '{thought: "Next", action: {type: "click", element_id: 5}} // now',
    'Values like {x} and {"a": 1}: {"thought":"Next","action":{"type":"click","id":5}}',
  ]) {
    assert.deepEqual(readAnswer(text), CLICK, text);
  }
});

test('line ends inside of a string are kept', () => {
  const read = readAnswer('{"thought":"","action":{"type":"done","result":"one\ntwo"}}');
  assert.deepEqual(read, { thought: '', action: { type: 'done', result: 'one\ntwo' }, note: null });
});

test('an answer with structure becomes JSON for the user', () => {
  const read = readAnswer('{"action":{"type":"done","result":{"price":5}}}');
  assert.deepEqual('action' in read && read.action, { type: 'done', result: '{"price":5}' });
});

test('what is cut off is not completed: half an action is not what the model asked for', () => {
  const whole = '{"thought":"Next","action":{"type":"type","id":5,"text":"delete my draft, not my account"}}';
  for (let length = 0; length < whole.length; length++) assert.ok('fault' in readAnswer(whole.slice(0, length)));
});

test('an action inside of a broken answer is a quotation, and is not done', () => {
  for (const text of [
    `{"thought":"Not {'type':'back'} but`,
    `{"thought":"They say "click" {'type':'back'}","action":{"type":"done","result":"x"}}`,
    `{"thought":"Hm","action":{"type":"click","id":5}, "page":{'type':'back'}`,
  ]) {
    assert.ok('fault' in readAnswer(text), text);
  }
});

test('a fault says what is wrong', () => {
  const fault = (text: string) => (readAnswer(text) as { fault: string }).fault;
  assert.match(fault(''), /empty/);
  assert.match(fault("I'm sorry, I cannot help with that."), /no whole JSON/);
  assert.match(fault('{"thought":"Hm"}'), /no "action"/);
  assert.match(fault('{"action":{"type":"fly"}}'), /type "fly"; there are navigate, click/);
  assert.match(fault('{"action":{"type":"click"}}'), /click is not complete or not right: id/);
  assert.match(fault('{"action":{"type":"click","id":"the button"}}'), /click .*id/);
  assert.match(fault('{"action":null}'), /type null/);
});

test('nothing that a model writes makes the reader fail or hang', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\\u12',
    'action',
    'type',
    '5',
    'null',
    '//',
    '\n',
    '```',
    '<think>',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 200 }).map((each) => each.join('')),
      ),
      (text) => {
        const read = readAnswer(text);
        return 'fault' in read || typeof read.action.type === 'string';
      },
    ),
  );
  assert.ok('fault' in readAnswer('{"a":'.repeat(100_000)));
  assert.ok('fault' in readAnswer('{'.repeat(200_000)));
});

test('whatever an answer says is read back as it was said', () => {
  const action = fc.record({
    type: fc.constant('type'),
    id: fc.integer({ min: 1, max: 9_999 }),
    text: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), action, (thought, each) => {
      const read = readAnswer(JSON.stringify({ thought, action: each }));
      assert.deepEqual(read, { thought: thought.trim(), action: { ...each }, note: null });
    }),
  );
});

test('a thought can be followed while it is written, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.integer({ min: 1, max: 9 })), (thought, cuts) => {
      const text = JSON.stringify({ thought, action: { type: 'back' } });
      const stream = new ThoughtStream();
      let shown = '';
      let at = 0;
      for (const cut of [...cuts, text.length]) {
        shown += stream.add(text.slice(at, at + cut));
        at += cut;
      }
      assert.equal(shown, thought);
    }),
  );
});
