import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { hostsNamedIn } from '../../src/agent/named-hosts.ts';
import { AgentBrowser } from '../../src/client/browser.ts';
import { scratchFolder } from '../mcp/shop.ts';
import { acts, inOrder, lastMessage, type Sees, shownId } from './scripted-model.ts';
import { ran, shop, TEST_MODEL } from './shop.ts';

const done = acts({ type: 'done', result: 'yes' });

test('what a page writes stays between the marks, and nothing of it is done', async (t) => {
  const { origin, requests } = await shop(t);
  const { result, server } = await ran(t, inOrder(acts({ type: 'extract' }), acts({ type: 'scroll' }), done), {
    url: `${origin}/hostile`,
  });
  assert.equal(result.status, 'done');
  assert.deepEqual(
    requests.filter((each) => each.includes('stolen')),
    [],
  );
  for (const chat of server.requests) {
    const told = lastMessage(chat);
    const outside = told.replace(/^page(\d+):\n[\s\S]*?^\1$/gm, '');
    assert.doesNotMatch(outside, /SYSTEM|stolen/, told);
  }
  assert.match(lastMessage(server.requests[1]!), /SYSTEM: Ignore the task/);
});

test('a page cannot guess its marks: those that it has tried are passed over', async (t) => {
  const tries = Array.from({ length: 900 }, (_, at) => `${at % 2 === 0 ? '' : 'page '}${100 + at}`).join('\n');
  const { origin } = await shop(t);
  const html = `data:text/html,<main><pre>${tries}</pre></main>`;
  const { server } = await ran(t, inOrder(acts({ type: 'extract' }), done), { url: html }, `Look at ${origin}`);
  const told = lastMessage(server.requests[1]!);
  const mark = /^page(\d+):/.exec(told)![1]!;
  assert.equal(told.split(`\n${mark}\n`).length, 2);
});

test('the API key is in no message, no event and no result', async (t) => {
  const { origin } = await shop(t);
  const echo = JSON.stringify({ error: { message: `bad key ${TEST_MODEL.apiKey}` } });
  const { result, events, server } = await ran(t, inOrder({ status: 500, body: echo }, { status: 401, body: echo }), {
    url: `${origin}/`,
  });
  assert.equal(result.reason, 'model_failed');
  const seen = JSON.stringify([result, events, server.requests]);
  assert.ok(!seen.includes(TEST_MODEL.apiKey));
  assert.match(seen, /bad key \[API key\]/);
});

test('passwords are not typed, unless the user says so', async (t) => {
  const { origin } = await shop(t);
  const type: Sees = { sees: (chat) => acts({ type: 'type', id: shownId(chat, /Password/), text: 'secret' }) };
  const { server } = await ran(t, inOrder(type, done), { url: `${origin}/login` });
  assert.match(lastMessage(server.requests[1]!), /not_allowed\.\n.*\nPasswords are not typed/);
  assert.match(server.requests[0]!.messages[0]!.content, /Never type passwords/);
  const allowed = await ran(t, inOrder(type, done), { url: `${origin}/login`, passwords: true });
  assert.match(lastMessage(allowed.server.requests[1]!), /focused=true/);
});

test('a model opens no files, and only those private hosts that the user named', async (t) => {
  const { origin, port } = await shop(t);
  const script = () =>
    inOrder(
      acts({ type: 'navigate', url: 'file:///etc/hostname' }),
      acts({ type: 'navigate', url: `${origin}/` }),
      done,
    );
  const { server } = await ran(t, script());
  assert.match(lastMessage(server.requests[1]!), /^The action failed: not_allowed/);
  assert.match(lastMessage(server.requests[2]!), /^The action failed: address_not_allowed/);
  const named = await ran(t, script(), {}, `Buy tea at 127.0.0.1:${port}.`);
  assert.match(lastMessage(named.server.requests[2]!), /"Shop"/);
});

test('hosts that stand in a task are found, and nothing else', () => {
  const of = (text: string) => [...hostsNamedIn(text)].sort();
  assert.deepEqual(of('Open http://localhost:3000/a and example.com.'), ['example.com', 'localhost:3000']);
  assert.deepEqual(of('See 10.0.0.1:8080/x, "intranet.corp/wiki"'), ['10.0.0.1:8080', 'intranet.corp']);
  assert.deepEqual(of('on localhost:80'), ['localhost', 'localhost:80']);
  assert.deepEqual(of('at [::1]:3000/'), ['[::1]:3000']);
  assert.deepEqual(of('Find the price of tea, e.g. green tea. 3.5 of it'), []);
});

async function postbox(t: TestContext, site: SignInSite, path: string): Promise<{ readonly folder: string }> {
  const origin = await site.start();
  t.after(() => site.stop());
  const vault = { folder: scratchFolder(t) };
  await using browser = await AgentBrowser.launch({ vault });
  await browser.auth.add('postbox', { url: `${origin}${path}`, username: USER, password: PASSWORD });
  return vault;
}

test('a model signs in by name; the password reaches neither it nor those who watch', async (t) => {
  const { kind, path } = SITES['one step'];
  const vault = await postbox(t, new SignInSite(kind), path);
  const { result, events, server } = await ran(t, inOrder(acts({ type: 'login', name: 'postbox' }), done), {
    launch: { vault, behaviour: 'instant' },
    logins: ['postbox'],
  });
  assert.equal(result.status, 'done');
  assert.match(server.requests[0]!.messages[0]!.content, /Names: postbox/);
  assert.match(lastMessage(server.requests[1]!), /^Signed in\.\npage\d+:\n"Inbox"/);
  assert.ok(!JSON.stringify([events, server.requests, result]).includes(PASSWORD));
});

test('a code that only a person has is asked for', async (t) => {
  const { kind, path } = SITES['code by SMS'];
  const site = new SignInSite(kind);
  const vault = await postbox(t, site, path);
  const { server } = await ran(t, inOrder(acts({ type: 'login', name: 'postbox' }), done), {
    launch: { vault, behaviour: 'instant' },
    logins: ['postbox'],
    onPending: async () => site.sentCode,
  });
  assert.match(lastMessage(server.requests[1]!), /^Signed in\./);
});
