import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickAction } from '../../src/session/actions.ts';
import type { PersonEvent } from '../../src/session/person.ts';
import { TakeOver } from '../../src/session/take-over.ts';
import { applyDelta } from '../../src/spatial/delta.ts';
import type { DrawnElement } from '../../src/spatial/drawn-page.ts';
import { find, openReal } from './real-session.ts';

const MS = 20_000;
const LONG = 600_000;

const clickOn = ({ b: [x, y, w, h] }: { readonly b: readonly [number, number, number, number] }): PersonEvent[] => {
  const at = { x: x + w / 2, y: y + h / 2 };
  return [
    { kind: 'move', ...at },
    { kind: 'down', ...at },
    { kind: 'up', ...at },
  ];
};

test('one person at a time, and a lease that is not renewed ends', async () => {
  const takeOver = new TakeOver();
  const lease = takeOver.take(LONG);
  assert.throws(() => takeOver.take(LONG), { code: 'taken_over' });
  assert.throws(() => takeOver.take(LONG, 'another'), { code: 'not_allowed' });
  assert.equal(takeOver.take(5, lease), lease);
  await takeOver.free(new AbortController().signal);
  assert.throws(() => takeOver.giveBack(lease), { code: 'not_allowed' });
});

test('a button that is let go outside of the page clicks nothing that it was pressed on', async (t) => {
  const page = await openReal(
    t,
    `<button>Pay</button><script>
      for (const type of ['mousedown', 'mouseup', 'click'])
        addEventListener(type, (event) => console.log(type + ' ' + event.target.nodeName), true)
    </script>`,
  );
  const lease = page.session.people.takeOver(LONG, undefined);
  const [move, down] = clickOn(find(page.page, 'Pay'));
  await page.session.people.input(lease, [move!, down!, { kind: 'up', x: -1, y: -1 }], MS);
  assert.deepEqual(page.log(), ['mousedown BUTTON', 'mouseup HTML', 'click HTML']);
});

test('calls of the agent wait until the session is given back', async (t) => {
  const page = await openReal(t, '<button>Go</button>');
  const lease = page.session.people.takeOver(LONG, undefined);
  let isDone = false;
  const state = page.state().then((seen) => {
    isDone = true;
    return seen;
  });
  await sleep(30);
  assert.equal(isDone, false);
  page.session.people.giveBack(lease);
  assert.ok(find(await state, 'Go'));
});

test('a call whose deadline comes first says that a person has taken over', async (t) => {
  const page = await openReal(t, '<button>Go</button>');
  page.session.people.takeOver(LONG, undefined);
  await assert.rejects(page.session.state({}, 30), { code: 'taken_over' });
});

test('a person clicks and types by coordinates, and the agent goes on with what came of it', async (t) => {
  const page = await openReal(t, {
    '/': '<form action="/in"><input name="q" placeholder="Name"><button>Send</button></form>',
    '/in': '<h1>Welcome</h1><button>Next</button>',
  });
  const lease = page.session.people.takeOver(LONG, undefined);
  await page.session.people.input(lease, clickOn(find(page.page, 'Name')), MS);
  await page.session.people.input(
    lease,
    [
      { kind: 'key', key: 'A' },
      { kind: 'text', text: 'nn' },
    ],
    MS,
  );
  await page.session.people.input(lease, clickOn(find(page.page, 'Send')), MS);
  page.session.people.giveBack(lease);
  const seen = await page.state();
  assert.equal(seen.url, `${page.origin}/in?q=Ann`);
  assert.ok(find(seen, 'Welcome'));
});

test('after a person was there, the agent has to look before it acts', async (t) => {
  const page = await openReal(t, '<button onclick="this.textContent = 1">Go</button>');
  const lease = page.session.people.takeOver(LONG, undefined);
  await page.session.people.input(lease, [{ kind: 'move', x: 1, y: 1 }], MS);
  page.session.people.giveBack(lease);
  await assert.rejects(page.act(clickAction(page.id('Go'))), { code: 'taken_over' });
  await page.state();
  await page.act(clickAction(page.id('Go')));
});

test('a take-over in which nothing was done changes nothing for the agent', async (t) => {
  const page = await openReal(t, '<button>Go</button>');
  page.session.people.giveBack(page.session.people.takeOver(LONG, undefined));
  await page.act(clickAction(page.id('Go')));
});

test('a wait of the agent makes room for the person, and sees what they did', async (t) => {
  const page = await openReal(t, '<button onclick="document.body.append(\'Signed in\')">Sign in</button>', {
    clock: 'real',
  });
  const waiting = page.wait({ text: 'Signed in' });
  await sleep(20);
  const lease = page.session.people.takeOver(LONG, undefined);
  await page.session.people.input(lease, clickOn(find(page.page, 'Sign in')), MS);
  page.session.people.giveBack(lease);
  const result = await waiting;
  assert.ok('page' in result);
  assert.ok(result.page.els.some(({ text }) => text === 'Signed in'));
});

test('without a lease nothing is done', async (t) => {
  const page = await openReal(t, '<button onclick="document.title = 1">Go</button>');
  await assert.rejects(page.session.people.input('none', clickOn(find(page.page, 'Go')), MS), { code: 'not_allowed' });
});

test('a wheel scrolls what is below it', async (t) => {
  const page = await openReal(
    t,
    '<body style="margin: 0"><div id="box" style="height: 100px; overflow: auto"><p style="height: 900px">Long</p></div>',
  );
  const lease = page.session.people.takeOver(LONG, undefined);
  await page.session.people.input(lease, [{ kind: 'wheel', x: 50, y: 50, dx: 0, dy: 120 }], MS);
  page.session.people.giveBack(lease);
  assert.equal(await page.evaluate('document.querySelector("#box").scrollTop'), 120);
});

test('frames tell the page once and then what changed, without touching what the agent holds', async (t) => {
  const page = await openReal(
    t,
    '<label for="i">Name</label><input id="i"><button onclick="this.textContent = \'Done\'">Go</button>',
  );
  const first = await page.session.people.frame(0, 0);
  assert.ok(first.page);
  assert.ok(first.page.els.some(({ ink }: DrawnElement) => ink?.includes('Name')));
  assert.equal((await page.session.people.frame(first.version, first.rev)).page, undefined);
  const result = await page.act(clickAction(page.id('Go')));
  assert.ok('delta' in result);
  assert.equal(result.delta.from, page.page.version);
  const next = await page.session.people.frame(first.version, first.rev);
  assert.ok(next.delta);
  assert.ok(applyDelta(first.page, next.delta).els.some(({ text }) => text === 'Done'));
  assert.deepEqual(
    next.steps.map(({ name, by, state, el }) => [name, by, state, el]),
    [[`click(${page.id('Go')})`, 'agent', 'done', page.id('Go')]],
  );
});

test('the page of another document is told as a whole', async (t) => {
  const page = await openReal(t, { '/': '<a href="/b">B</a>', '/b': '<p>There</p>' });
  const first = await page.session.people.frame(0, 0);
  await page.act(clickAction(page.id('B')));
  const next = await page.session.people.frame(first.version, first.rev);
  assert.equal(next.page?.url, `${page.origin}/b`);
});

test('what a person types is not in the steps', async (t) => {
  const page = await openReal(t, '<input type="password" placeholder="Password">');
  const lease = page.session.people.takeOver(LONG, undefined);
  await page.session.people.input(lease, clickOn(find(page.page, 'Password')), MS);
  await page.session.people.input(lease, [{ kind: 'text', text: 'hunter2' }], MS);
  const { steps, page: drawn } = await page.session.people.frame(0, 0);
  assert.deepEqual(steps.at(-1)?.name, 'type');
  assert.ok(!JSON.stringify([steps, drawn]).includes('hunter2'));
});

test('while a person has taken over, timers of the page run', async (t) => {
  const page = await openReal(t, '<script>setTimeout(() => document.body.append("Later"), 300)</script>Now', {
    clock: 'real',
  });
  page.session.people.takeOver(LONG, undefined);
  for (;;) {
    const { page: drawn } = await page.session.people.frame(0, 0);
    if (drawn?.els.some(({ text }) => text?.includes('Later'))) break;
    await sleep(20);
  }
});
