/**
 * The whole line: a page goes through every room and comes out as Spatial DOM. One engine in this process serves all.
 */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { type ActionResult, AgentBrowser, applyDelta, type Session, type SpatialDom } from '../../src/index.ts';
import { METHODS } from '../../src/protocol/methods.ts';
import { type Answer, site } from '../site.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ inProcess: true, behaviour: 'instant' });
});
after(() => browser.shutdown());

async function open(t: TestContext, answers: Record<string, Answer> | string) {
  const { origin, requests } = await site(t, typeof answers === 'string' ? { '/': answers } : answers);
  const session = await browser.session();
  t.after(() => session.close());
  const page = await session.goto(`${origin}/`);
  return { origin, requests, session, page };
}

function find(page: SpatialDom, text: string) {
  const found = page.els.find((el) => el.text === text || el.name === text || el.ph === text);
  assert.ok(found, `no '${text}' in ${JSON.stringify(page.els)}`);
  return found;
}

function changes(result: ActionResult) {
  assert.ok('delta' in result, JSON.stringify(result));
  return result.delta;
}

const HEAD = '<!doctype html><style>body { margin: 0; font: 20px/30px Arial } p, h1 { margin: 0 }</style>';

test('every element that says something comes with its box', async (t) => {
  const { page } = await open(t, `${HEAD}<title>T</title><p style="width: 300px">One<p style="padding: 10px">Two`);
  assert.deepEqual(
    page.els.map(({ text, b }) => [text, ...b]),
    [
      ['One', 0, 0, 300, 30],
      ['Two', 0, 30, 1280, 50],
    ],
  );
  assert.deepEqual([page.title, page.vp, page.scroll], ['T', [1280, 800], [0, 0]]);
});

test('what comes out has the form that the protocol promises', async (t) => {
  const { session, page } = await open(t, `${HEAD}<h1>H</h1><a href=/x>x</a><input placeholder=y><button>z</button>`);
  METHODS['session.goto'].result.parse(page);
  METHODS['session.click'].result.parse(await session.click(find(page, 'z').id));
  METHODS['session.boxes'].result.parse({ boxes: await session.boxes() });
  METHODS['session.events'].result.parse({ events: await session.events() });
});

test('a linked stylesheet counts', async (t) => {
  const { page } = await open(t, {
    '/': '<!doctype html><link rel=stylesheet href=/s.css><p>One',
    '/s.css': { type: 'text/css', body: 'body { margin: 0 } p { margin: 0; width: 123px; height: 45px }' },
  });
  assert.deepEqual(page.els[0]?.b, [0, 0, 123, 45]);
});

test('an element that a script adds is there, also when the script was fetched or comes later', async (t) => {
  const add = (text: string) =>
    `document.body.append(Object.assign(document.createElement('p'), { textContent: '${text}' }));`;
  const { page } = await open(t, {
    '/': `${HEAD}<body><script>${add('inline')}</script><script src=/s.js></script><script>setTimeout(() => {${add('timer')}}, 20)</script>`,
    '/s.js': { type: 'text/javascript', body: add('fetched') },
  });
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['inline', 'fetched', 'timer'],
  );
});

test('a script measures the box that the agent is given', async (t) => {
  const { page } = await open(
    t,
    `${HEAD}<p id=a style="width: 200px; margin-left: 7px">One</p><p id=b></p><script>
      const { x, y, width, height } = document.getElementById('a').getBoundingClientRect();
      document.getElementById('b').textContent = [x, y, width, height].join();
    </script>`,
  );
  assert.equal(page.els[1]?.text, find(page, 'One').b.join());
});

test('a click on a link leads to its page', async (t) => {
  const { session, page, origin } = await open(t, {
    '/': `${HEAD}<a href=next>Go</a>`,
    '/next': '<title>Next</title>',
  });
  const result = await session.click(find(page, 'Go').id);
  assert.ok('page' in result);
  assert.deepEqual([result.page.url, result.page.title], [`${origin}/next`, 'Next']);
  assert.equal(find(await session.back(), 'Go').tag, 'a');
});

test('a click that a script answers gives what changed, and applying it gives the next state', async (t) => {
  const { session, page } = await open(
    t,
    `${HEAD}<button onclick="this.textContent = 'Done'; document.body.append('More')">Do</button><p>1<p>2<p>3<p>4`,
  );
  const delta = changes(await session.click(find(page, 'Do').id));
  const next = await session.state();
  assert.deepEqual({ ...applyDelta(page, delta), version: next.version }, next);
  assert.equal(find(next, 'Done').id, find(page, 'Do').id);
});

test('typing fills a field and fires its events', async (t) => {
  const { session, page } = await open(
    t,
    `${HEAD}<input placeholder=Name oninput="this.nextSibling.textContent = 'Hello ' + this.value"><p>-</p><p>1<p>2<p>3`,
  );
  const field = find(page, 'Name');
  await session.type(field.id, 'Ada');
  const next = await session.state();
  assert.equal(next.els.find(({ id }) => id === field.id)?.val, 'Ada');
  find(next, 'Hello Ada');
});

test('Enter submits a form', async (t) => {
  const { session, page, requests } = await open(t, {
    '/': `${HEAD}<form action=/find><input name=q placeholder=Search></form>`,
    '/find': '<title>Found</title>',
  });
  const result = await session.type(find(page, 'Search').id, 'red shoes', { submit: true });
  assert.ok('page' in result);
  assert.equal(result.page.title, 'Found');
  assert.equal(requests.at(-1), 'GET /find?q=red+shoes');
});

test('an id of a page that is gone names nothing on the next one', async (t) => {
  const { session, page, origin } = await open(t, {
    '/': `${HEAD}<a href=/>1</a><a href=/>2</a><a href=/>Here</a>`,
    '/b': 'b',
  });
  await session.goto(`${origin}/b`);
  await assert.rejects(session.click(find(page, 'Here').id), { code: 'element_not_found' });
});

test('without script, a page is read as it was sent', async (t) => {
  const { origin } = await site(t, {
    '/': `${HEAD}<p>One<script>document.body.remove()</script><noscript><p>Two</noscript>`,
  });
  await using session = await browser.session({ script: false });
  const page = await session.goto(`${origin}/`);
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['One', 'Two'],
  );
});

test('an error of a script is an event, and the page goes on', async (t) => {
  const { session, page } = await open(t, `${HEAD}<script>nonsense()</script><p>Still here`);
  find(page, 'Still here');
  assert.ok((await session.events()).some(({ kind, message }) => kind === 'error' && /nonsense/.test(message)));
});

test('text and JSON are pages of text', async (t) => {
  const { page } = await open(t, { '/': { type: 'application/json', body: '{"price": "<5>"}' } });
  assert.equal(page.els[0]?.text, '{"price": "<5>"}');
});

async function readFromOtherSessions(origin: string): Promise<[SpatialDom, SpatialDom]> {
  await using one = await browser.session({ viewport: [400, 300] });
  await using two = await browser.session();
  await one.goto(`${origin}/set`);
  return [await one.goto(`${origin}/read`), await two.goto(`${origin}/read`)];
}

test('sessions do not see each other', async (t) => {
  const { origin } = await site(t, {
    '/set': '<script>Array.prototype.hacked = 1; globalThis.mark = 1</script>',
    '/read': `${HEAD}<p id=out></p><script>document.getElementById('out').textContent = 'mark ' + typeof mark + ' ' + innerWidth + ' ' + typeof [].hacked</script>`,
  });
  const [one, two] = await readFromOtherSessions(origin);
  assert.equal(one.els[0]?.text, 'mark undefined 400 undefined');
  assert.equal(two.els[0]?.text, 'mark undefined 1280 undefined');
});

async function survives(session: Session, origin: string): Promise<void> {
  assert.equal((await session.goto(`${origin}/good`)).title, 'Good');
}

test('a page that uses up its memory is an error, and the session goes on', { timeout: 60_000 }, async (t) => {
  const { session, origin } = await open(t, {
    '/': 'start',
    '/bad': '<p>Readable<script>const all = []; for (;;) all.push(new Array(1e7).fill(all.length))</script>',
    '/good': '<title>Good</title>',
  });
  await assert.rejects(session.goto(`${origin}/bad`), { code: 'out_of_memory' });
  const page = await session.state();
  assert.deepEqual([page.url, page.els[0]?.text], [`${origin}/bad`, 'Readable']);
  await survives(session, origin);
});
