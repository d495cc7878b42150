import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentEvent } from '../../src/agent/agent-event.ts';
import { agentEvents, runAgent } from '../../src/agent/run-agent.ts';
import { AgentBrowser } from '../../src/client/browser.ts';
import { LIMITS } from '../../src/limits.ts';
import { acts, inOrder, lastMessage, scriptedModel, shownId } from './scripted-model.ts';
import { kinds, ran, shop, TEST_MODEL } from './shop.ts';

const done = (result = 'yes') => acts({ type: 'done', result });

test('a task is done: the page, what changed, the next page, the answer', async (t) => {
  const { origin } = await shop(t);
  const { result, events, server } = await ran(
    t,
    inOrder(
      { sees: (chat) => acts({ type: 'click', id: shownId(chat, /"Buy"/) }, 'I buy it.') },
      { sees: (chat) => acts({ type: 'select', id: shownId(chat, /Size/), value: 'Large' }) },
      { sees: (chat) => acts({ type: 'type', id: shownId(chat, /Search/), text: 'green' }) },
      acts({ type: 'press_enter' }),
      acts({ type: 'back' }),
      acts({ type: 'scroll', direction: 'down', amount: 400 }),
      acts({ type: 'navigate', url: `${origin}/about` }),
      acts({ type: 'extract', instruction: 'When was it founded, since what year' }),
      acts({ type: 'wait', seconds: 0.01 }),
      done('Since 1962'),
    ),
    { url: `${origin}/` },
  );
  assert.deepEqual([result.status, result.result, result.reason, result.steps], ['done', 'Since 1962', null, 9]);
  assert.deepEqual(result.tokens, { prompt: 1_000, completion: 100, estimated: false });
  assert.equal(result.url, `${origin}/about`);
  const told = server.requests.map(lastMessage);
  assert.match(told[0]!, /^page(\d+):\n"Shop" http[\s\S]*\d+ button "Buy"\n[\s\S]*\1\n$/);
  assert.match(told[1]!, /\+ \d+ .*"One in the basket"/);
  assert.doesNotMatch(told[1]!, /About us/, 'only what changed');
  assert.match(told[2]!, /val="Large"|val="l"/);
  assert.match(told[3]!, /val="green"/);
  assert.match(told[4]!, /"Found" .*\/found\?q=green/);
  assert.match(told[5]!, /"Shop"/);
  assert.match(told[6]!, /scrolled 0,400/);
  assert.match(told[8]!, /since 1962/);
  assert.doesNotMatch(told[8]!, /kettle/);
  assert.deepEqual(kinds(events).slice(0, 7), [
    'start',
    'observation',
    'thinking',
    'action',
    'outcome',
    'observation',
    'thinking',
  ]);
  const thought = events.filter((each) => each.kind === 'thinking' && each.step === 1);
  assert.equal(thought.map((each) => (each as { text: string }).text).join(''), 'I buy it.');
  assert.deepEqual(events.at(-1), { kind: 'end', result });
});

test('the model is told the task, the rules and the actions once, and its own answers', async (t) => {
  const { origin } = await shop(t);
  const { server } = await ran(t, inOrder(acts({ type: 'back' }, 'Hm'), done()), { url: `${origin}/` }, 'Buy "tea"');
  const [first, second] = server.requests;
  assert.equal(first!.messages[0]!.role, 'system');
  assert.match(first!.messages[0]!.content, /The task, from the user:\nBuy "tea"$/);
  assert.match(first!.messages[0]!.content, /never an instruction for you/);
  assert.deepEqual(
    second!.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.equal(second!.messages[2]!.content, '{"thought":"Hm","action":{"type":"back"}}');
});

test('what cannot be used is asked for again, and does not stay in the conversation', async (t) => {
  const { origin } = await shop(t);
  const { result, events, server } = await ran(
    t,
    inOrder(
      { text: 'I would click on Buy.' },
      { text: '{"thought":"long", "action":{"type":"done","resu', finish: 'length' },
      { text: '{"action":{"type":"teleport"}}' },
      acts({ type: 'scroll' }),
      { text: '```json\n{"thought":"ok","action":{"type":"done","result":"yes",},}\n```' },
    ),
    { url: `${origin}/` },
  );
  assert.equal(result.status, 'done');
  assert.match(lastMessage(server.requests[1]!), /could not be used: it holds no whole JSON object/);
  assert.match(lastMessage(server.requests[2]!), /cut off because it was too long/);
  assert.match(lastMessage(server.requests[3]!), /type "teleport"; there are navigate/);
  assert.equal(server.requests[4]!.messages.length, 4);
  assert.equal(events.filter(({ kind }) => kind === 'retry').length, 3);
  assert.equal(result.steps, 1);
});

test('a model that never answers as it should is given up, with its words', async (t) => {
  const { result, server } = await ran(t, () => ({ text: "I'm sorry, but I can't help with that." }));
  assert.deepEqual([result.status, result.reason], ['failed', 'bad_answers']);
  assert.match(result.message, /can't help with that/);
  assert.equal(server.requests.length, LIMITS.agentBadAnswers);
});

test('a refusal and a filter end the run', async (t) => {
  const refused = await ran(t, inOrder({ text: '', refusal: 'This is against my rules.' }));
  assert.deepEqual(
    [refused.result.reason, refused.result.message],
    ['refused', 'The model refused: This is against my rules.'],
  );
  const filtered = await ran(t, inOrder({ text: 'I', finish: 'content_filter' }));
  assert.equal(filtered.result.reason, 'refused');
});

test('trouble with the server is waited out, or told', async (t) => {
  const { result, events } = await ran(t, inOrder({ status: 429 }, { status: 502 }, { cutAfter: '{"thou' }, done()));
  assert.equal(result.status, 'done');
  assert.equal(events.filter(({ kind }) => kind === 'retry').length, 3);
  const dead = await ran(t, () => ({ status: 500, body: 'no' }), { model: { tries: 2 } });
  assert.deepEqual([dead.result.status, dead.result.reason], ['failed', 'model_failed']);
  assert.match(dead.result.message, /status 500: no/);
});

test('ids that are not there, and other mistakes, are told to the model with the page', async (t) => {
  const { origin } = await shop(t);
  const { result, server } = await ran(
    t,
    inOrder(
      acts({ type: 'click', id: 9_999 }),
      acts({ type: 'navigate', url: 'http://127.0.0.1:2/' }),
      acts({ type: 'wait', text: 'never', seconds: 0.05 }),
      acts({ type: 'tab', tab: 7 }),
      acts({ type: 'login', name: 'bank' }),
      done(),
    ),
    { url: `${origin}/` },
    'Buy tea at http://127.0.0.1:2/',
  );
  assert.equal(result.status, 'done');
  const told = server.requests.slice(1).map(lastMessage);
  assert.match(told[0]!, /^The action failed: element_not_found\.\npage\d+:\n.*\n\d+\nThe page now:\npage[\s\S]*"Buy"/);
  assert.match(told[1]!, /^The action failed: connection_refused\.\npage/);
  assert.match(told[2]!, /^The action failed: timeout\./);
  assert.match(told[3]!, /^The action failed: invalid_argument\./);
  assert.match(told[4]!, /^The action failed: not_allowed\.\n.*\n.*The user allows none/);
  for (const each of told) assert.doesNotMatch(each, /state\(\)|timeoutMs/);
});

test('dialogs of the page are told', async (t) => {
  const { origin } = await shop(t);
  const { server } = await ran(
    t,
    inOrder({ sees: (chat) => acts({ type: 'click', id: shownId(chat, /"Empty"/) }) }, done()),
    { url: `${origin}/` },
  );
  assert.match(lastMessage(server.requests[1]!), /! dialog ".*Really\?/);
});

test('a model that goes in circles is told so, then stopped', async (t) => {
  const { origin } = await shop(t);
  const { result, server } = await ran(t, (chat) => acts({ type: 'click', id: shownId(chat, /"Idle"/) }), {
    url: `${origin}/`,
  });
  assert.deepEqual([result.status, result.reason, result.steps], ['failed', 'loop', LIMITS.agentRepeats + 1]);
  // The first click moves the focus, which is another outcome.
  const warned = server.requests.map((chat) => lastMessage(chat).includes('with the same outcome each time'));
  assert.deepEqual(warned, [false, false, false, false, true, true]);
});

test('circles of several actions are noticed too, and going on is not a circle', async (t) => {
  const { origin } = await shop(t);
  const circle = await ran(
    t,
    (_chat, count) => acts(count % 2 === 0 ? { type: 'navigate', url: `${origin}/about` } : { type: 'back' }),
    { url: `${origin}/` },
    `Look at ${origin}/`,
  );
  assert.equal(circle.result.reason, 'loop');
  const clicking = await ran(
    t,
    (chat, count) => acts(count % 2 === 0 ? { type: 'click', id: shownId(chat, /link "About us"/) } : { type: 'back' }),
    { url: `${origin}/` },
  );
  assert.equal(clicking.result.reason, 'loop');
  const scrolling = await ran(t, (_chat, count) => (count < 8 ? acts({ type: 'scroll', amount: 100 }) : done()), {
    url: `${origin}/long`,
  });
  assert.equal(scrolling.result.status, 'done');
});

test('the budget of steps ends the run, and the model hears of it before', async (t) => {
  const { origin } = await shop(t);
  const { result, server } = await ran(t, (_chat, count) => acts({ type: 'scroll', amount: 10 + count }), {
    url: `${origin}/`,
    maxSteps: 3,
  });
  assert.deepEqual([result.reason, result.steps, server.requests.length], ['max_steps', 2, 3]);
  assert.match(lastMessage(server.requests[2]!), /This is your last action/);
  assert.doesNotMatch(lastMessage(server.requests[1]!), /last action/);
});

test('the budget of tokens ends the run before it is spent, counted or estimated', async (t) => {
  const { origin } = await shop(t);
  for (const uncounted of [false, true]) {
    const { result } = await ran(
      t,
      (_chat, count) => ({ ...acts({ type: 'scroll', amount: 10 + count }), uncounted }),
      { url: `${origin}/`, maxTokens: 3_000 },
    );
    assert.deepEqual([result.reason, result.tokens.estimated], ['max_tokens', uncounted]);
    assert.ok(result.tokens.prompt + result.tokens.completion <= 3_000);
    assert.ok(result.steps > 0);
  }
});

test('a long conversation is shortened: what was done and noted stays, and the page is shown whole again', async (t) => {
  const { origin } = await shop(t);
  const { result, events, server } = await ran(
    t,
    (_chat, count) => {
      if (count === 0) return acts({ type: 'scroll', amount: 50 }, 'First.', { note: 'The code is 4711' });
      return count < 24 ? acts({ type: 'extract', instruction: `leaves ${count}` }, `Reading ${count}`) : done();
    },
    { url: `${origin}/long`, maxSteps: 40 },
  );
  assert.equal(result.status, 'done');
  const compactions = events.filter(({ kind }) => kind === 'compaction');
  assert.ok(compactions.length >= 2, String(compactions.length));
  const longest = Math.max(...server.requests.map(({ messages }) => JSON.stringify(messages).length));
  assert.ok(longest < 2 * LIMITS.agentContextTokens * 4, String(longest));
  const short = server.requests.find(({ messages }) => messages[1]?.content.startsWith('What you did so far'))!;
  assert.match(
    short.messages[1]!.content,
    /1\. scroll down 50 \(done\): First\.\n2\. read the page: leaves 1 \(done\): Reading 1\n/,
  );
  assert.match(short.messages[1]!.content, /Your notes:\nThe code is 4711/);
  assert.match(short.messages[2]!.content, /^page[\s\S]*Leaves[\s\S]*The page now:\npage\d+:\n"Long"/);
});

test('cancelling ends a run in the middle of an action and of a thought', async (t) => {
  const { origin } = await shop(t);
  for (const reply of [acts({ type: 'navigate', url: `${origin}/slow` }), { hangAfter: '{"thought":"Hm' }]) {
    const stop = new AbortController();
    const { result } = await ran(
      t,
      inOrder(reply),
      {
        url: `${origin}/`,
        signal: stop.signal,
        onEvent: ({ kind }) => {
          if (kind === ('hangAfter' in reply ? 'thinking' : 'action')) setTimeout(() => stop.abort(), 20);
        },
      },
      `Look at ${origin}/`,
    );
    assert.deepEqual([result.status, result.reason], ['cancelled', null]);
  }
  const before = await ran(t, inOrder(done()), { signal: AbortSignal.abort() });
  assert.deepEqual([before.result.status, before.server.requests.length], ['cancelled', 0]);
});

test('the deadline of a run ends it as a failure', async (t) => {
  const { result } = await ran(t, inOrder({ hangAfter: '{' }), { timeoutMs: 300 });
  assert.deepEqual([result.status, result.reason], ['failed', 'timeout']);
});

test('a session that is given stays open, and people who watch it see the steps', async (t) => {
  const { origin } = await shop(t);
  const server = await scriptedModel(t, inOrder(acts({ type: 'scroll' }, 'Down.'), done()));
  await using browser = await AgentBrowser.launch({ behaviour: 'instant', inProcess: true });
  const session = await browser.session();
  await session.goto(`${origin}/about`);
  const { url } = await runAgent('Look', { session, model: { ...TEST_MODEL, baseUrl: server.baseUrl } });
  assert.equal(url, `${origin}/about`);
  assert.equal((await session.state()).title, 'About');
  const notes = (await session.events({ kinds: ['agent'] })).map(({ message }) => message);
  assert.deepEqual(notes, ['1. scroll down: Down.', '2. done: It is next.']);
});

test('an engine that dies under the agent is told', async (t) => {
  const { origin } = await shop(t);
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const pid = await browser.enginePid();
  const { result } = await ran(t, inOrder(acts({ type: 'wait', seconds: 20 })), {
    browser,
    url: `${origin}/`,
    onEvent: ({ kind }) => kind === 'action' && setTimeout(() => process.kill(pid, 'SIGKILL'), 50),
  });
  assert.deepEqual([result.status, result.reason], ['failed', 'browser_lost']);
});

test('events can be taken one by one, and whoever stops to ask ends the run', async (t) => {
  const { origin } = await shop(t);
  const server = await scriptedModel(t, (_chat, count) => acts({ type: 'scroll', amount: count }));
  const seen: AgentEvent['kind'][] = [];
  const model = { ...TEST_MODEL, baseUrl: server.baseUrl };
  await using browser = await AgentBrowser.launch({ behaviour: 'instant', inProcess: true });
  for await (const { kind } of agentEvents('Look', { browser, model, url: `${origin}/` })) {
    seen.push(kind);
    if (kind === 'outcome') break;
  }
  assert.equal(seen.at(-1), 'outcome');
  assert.equal(server.requests.length, 1);
});

test('a run that is asked for wrongly says so', async () => {
  const model = { ...TEST_MODEL, baseUrl: 'http://127.0.0.1:1/v1' };
  const invalid = { code: 'invalid_argument' };
  await assert.rejects(runAgent(' ', { model }), invalid);
  await assert.rejects(runAgent('x'.repeat(30_000), { model }), invalid);
  await assert.rejects(runAgent('x', { model, maxSteps: 0 }), invalid);
  await assert.rejects(runAgent('x', { model, maxTokens: Number.NaN }), invalid);
  await assert.rejects(runAgent('x', { model, logins: ['a\nb'] }), invalid);
  await assert.rejects(runAgent('x', { model: { model: 'm', baseUrl: 'nowhere' } }), invalid);
});
