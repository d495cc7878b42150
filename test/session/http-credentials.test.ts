import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { find, openReal } from './real-session.ts';

/** Shows its page to 'ann' with 'secret' only. */
function locked(request: IncomingMessage, response: ServerResponse): void {
  const wanted = `Basic ${Buffer.from('ann:secret').toString('base64')}`;
  if (request.headers.authorization === wanted) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Inside</h1>');
  } else {
    response
      .writeHead(401, { 'www-authenticate': 'Basic realm="Vault"', 'content-type': 'text/html' })
      .end('<h1>No</h1>');
  }
}

const PAGES = { '/': '<p>Public</p>', '/locked': locked };
const MS = 20_000;

test('a server that asks for a password is told as an event, and its page is shown', async (t) => {
  const page = await openReal(t, PAGES);
  assert.ok(find(await page.session.goto(`${page.origin}/locked`, MS), 'No'));
  const [event] = page.session.events(0, { kinds: ['auth_pending'] });
  assert.equal(event?.message, 'basic: Vault');
});

test('credentials of the session answer it, also when they come later', async (t) => {
  const page = await openReal(t, PAGES, { httpCredentials: { username: 'ann', password: 'secret' } });
  assert.ok(find(await page.session.goto(`${page.origin}/locked`, MS), 'Inside'));
  const late = await openReal(t, PAGES);
  await late.session.goto(`${late.origin}/locked`, MS);
  late.session.setHttpCredentials({ username: 'ann', password: 'secret' });
  assert.ok(find(await late.session.reload(MS), 'Inside'));
});

test('credentials for one origin are for no other', async (t) => {
  const httpCredentials = { username: 'ann', password: 'secret', origin: 'https://other.example' };
  const page = await openReal(t, PAGES, { httpCredentials });
  assert.ok(find(await page.session.goto(`${page.origin}/locked`, MS), 'No'));
});

test('requests are told when they are asked for', async (t) => {
  const page = await openReal(t, {
    '/': '<script src="/x.js"></script>',
    '/x.js': { type: 'text/javascript', body: '' },
  });
  assert.deepEqual(
    page.session.events(0, { kinds: ['request'] }).map(({ message, url }) => [message, new URL(url).pathname]),
    [
      ['GET 200 document', '/'],
      ['GET 200 script', '/x.js'],
    ],
  );
  assert.equal(
    page.session.events(0).some(({ kind }) => kind === 'request'),
    false,
  );
});

test('a captcha is told once, with its element', async (t) => {
  const page = await openReal(t, '<form><div class="g-recaptcha" data-sitekey="x">Captcha</div></form>');
  await page.wait({ ms: 0 });
  const events = page.session.events(0, { kinds: ['captcha_pending'] });
  assert.equal(events.length, 1);
  assert.ok(events[0]!.el! > 0);
});
