import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImapServer } from '../../fixtures/sign-in/imap-server.ts';
import type { EngineSession } from '../../src/session/session.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

/** The next thing that a sign-in waits for: its number, its kind and the page's words. */
async function pending(session: EngineSession): Promise<{ id: number; kind: string; reason: string }> {
  const kinds = ['auth_pending', 'captcha_pending'] as const;
  const [event] = await session.nextEvents(0, { kinds }, USUAL_MS);
  const [, id, kind, reason] = /^(\d+) (\w+): (.*)$/s.exec(event!.message)!;
  return { id: Number(id), kind: kind!, reason: reason! };
}

test('a code by SMS is asked for, and typed in when somebody gives it', async (t) => {
  const { site, session } = await signInTest(t, 'code by SMS');
  const page = session.login('postbox', USUAL_MS);
  const asked = await pending(session);
  assert.equal(asked.kind, 'sms');
  session.answerPending(asked.id, { code: site.sentCode });
  assert.match(textOf(await page), /Signed in as alice/);
});

test('when nobody gives the code, that is the reason', async (t) => {
  const { session } = await signInTest(t, 'code by SMS');
  const page = session.login('postbox', USUAL_MS);
  page.catch(() => undefined);
  session.answerPending((await pending(session)).id, null);
  await assert.rejects(page, { code: 'login_failed', reason: 'no_answer' });
});

test('a wrong code of somebody is told as such', async (t) => {
  const { session } = await signInTest(t, 'code by SMS');
  const page = session.login('postbox', USUAL_MS);
  page.catch(() => undefined);
  session.answerPending((await pending(session)).id, { code: '000000' });
  await assert.rejects(page, { code: 'login_failed', reason: 'wrong_code' });
});

test('a push is waited for until the page goes on', async (t) => {
  const { site, session } = await signInTest(t, 'push');
  const page = session.login('postbox', USUAL_MS);
  assert.equal((await pending(session)).kind, 'push');
  site.approved = true;
  assert.match(textOf(await page), /Signed in as alice/);
});

test('a captcha is given to somebody who can read it', async (t) => {
  const { session } = await signInTest(t, 'captcha');
  const page = session.login('postbox', USUAL_MS);
  const asked = await pending(session);
  assert.equal(asked.kind, 'captcha');
  session.answerPending(asked.id, { code: 'x7kq' });
  assert.match(textOf(await page), /Signed in as alice/);
});

test('a code by mail is read from the mailbox, and no older one', async (t) => {
  const mailbox = new ImapServer('alice', 'mailbox-words-1');
  const port = await mailbox.start();
  t.after(() => mailbox.stop());
  mailbox.deliver('Postbox <no-reply@postbox.example>', 'Your code', 'Your verification code is 111111.');
  const mail = { host: '127.0.0.1', port, secure: false, user: 'alice', password: 'mailbox-words-1', from: 'postbox' };
  const { site, session } = await signInTest(t, 'code by mail', { mail });
  site.onCode = (code) => {
    mailbox.deliver('shop@offers.example', 'Save 200000', 'Only today: code 999999');
    mailbox.deliver(
      'Postbox <no-reply@postbox.example>',
      'Your code',
      `Your verification code is ${code}. It ends in 10 minutes.`,
    );
  };
  assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
  assert.equal(session.events(0, { kinds: ['auth_pending'] }).length, 0);
});

test('a mailbox that does not open is told, and the code is asked for', async (t) => {
  const mailbox = new ImapServer('alice', 'right');
  const port = await mailbox.start();
  t.after(() => mailbox.stop());
  const mail = { host: '127.0.0.1', port, secure: false, user: 'alice', password: 'wrong-words' };
  const { site, session } = await signInTest(t, 'code by mail', { mail });
  const page = session.login('postbox', USUAL_MS);
  const asked = await pending(session);
  assert.equal(asked.kind, 'email');
  assert.match(
    session
      .events(0)
      .map(({ message }) => message)
      .join(),
    /mailbox could not be read/,
  );
  session.answerPending(asked.id, { code: site.sentCode });
  assert.match(textOf(await page), /Signed in as alice/);
});
