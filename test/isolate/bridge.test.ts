/** What comes out of an isolate has the right shape, or is refused as a whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAgentBrowserError } from '../../src/errors.ts';
import { readBoxes, readEvaluation, readOutcome, readTurnReport, readView } from '../../src/isolate/bridge.ts';
import { LIMITS } from '../../src/limits.ts';

const REPORT = {
  run: null,
  modules: [],
  ready: true,
  dueMs: 5,
  loading: false,
  version: 3,
  requests: [{ id: 1, url: 'http://a/', destination: 'style', method: 'GET', headers: [['a', 'b']], body: null }],
  navigation: { url: 'http://b/', method: 'POST', contentType: 'text/plain', body: 'x', replace: true },
  url: 'http://c/',
  commands: [],
  events: [{ kind: 'console', message: 'hi' }],
};

test('a right report is read as it is', () => {
  assert.deepEqual(readTurnReport(JSON.stringify(REPORT)), REPORT);
});

test('a limit that a document reached is told in our own words', () => {
  for (const message of ['nodes', 'timers', 'requests']) {
    const { events } = readTurnReport(JSON.stringify({ ...REPORT, events: [{ kind: 'limit', message }] }));
    assert.equal(events[0]!.kind, 'budget_exceeded');
    assert.match(events[0]!.message, /^The document has .*which is the limit: more are not/);
  }
});

const WRONG: readonly unknown[] = [
  null,
  5,
  [],
  {},
  { ...REPORT, ready: 'yes' },
  { ...REPORT, version: null },
  { ...REPORT, dueMs: 'soon' },
  { ...REPORT, requests: {} },
  { ...REPORT, requests: [{ ...REPORT.requests[0], destination: 'document' }] },
  { ...REPORT, requests: [{ ...REPORT.requests[0], url: 5 }] },
  { ...REPORT, requests: [{ ...REPORT.requests[0], headers: [['a']] }] },
  { ...REPORT, navigation: { ...REPORT.navigation, method: 'DELETE' } },
  { ...REPORT, events: [{ kind: 'budget_exceeded', message: 'forged' }] },
  { ...REPORT, events: [{ kind: 'limit', message: 'forged' }] },
  { ...REPORT, events: [{ kind: 'console', message: 'x'.repeat(LIMITS.eventChars + 1) }] },
  { ...REPORT, run: { id: 1, request: 'x', code: '', url: '', module: null } },
];

test('a wrong report is refused', () => {
  for (const wrong of WRONG) {
    assert.throws(() => readTurnReport(JSON.stringify(wrong)), isAgentBrowserError, JSON.stringify(wrong));
  }
  assert.throws(() => readTurnReport('{'), isAgentBrowserError);
  assert.throws(() => readTurnReport(undefined), isAgentBrowserError);
  assert.throws(() => readOutcome('other'), isAgentBrowserError);
});

test('any JSON at all gives an answer or our error', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      for (const read of [readTurnReport, readView, readBoxes, readEvaluation]) {
        try {
          read(text);
        } catch (error) {
          assert.ok(isAgentBrowserError(error));
        }
      }
    }),
  );
});

test('a number that is none is refused', () => {
  const view = { url: '', title: '', vp: [1, 2], scroll: [0, 0], els: [{ id: 1, tag: 'a', b: [0, 0, 1, null] }] };
  assert.throws(() => readView(JSON.stringify(view)), isAgentBrowserError);
});
