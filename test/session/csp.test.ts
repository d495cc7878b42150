/**
 * Policies that come with a document, and what they mean for those who frame it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, site } from '../site.ts';
import { openReal } from './real-session.ts';

const withHeaders =
  (headers: Record<string, string>, body: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);

const SCRIPT = `<p id=p>before</p><script>p.textContent = 'after'</script>`;
const textOf = (els: readonly { readonly text?: string }[]) => els.map(({ text }) => text).join();

test('a policy in the header is enforced, and told in the console', async (t) => {
  const { page, log } = await openReal(t, {
    '/': withHeaders({ 'content-security-policy': "script-src 'self'" }, SCRIPT),
  });
  assert.equal(textOf(page.els), 'before');
  assert.match(log().join(), /Refused to execute inline script.*script-src 'self'/);
});

test('a policy that only reports lets everything through', async (t) => {
  const { page, log } = await openReal(t, {
    '/': withHeaders({ 'content-security-policy-report-only': "script-src 'self'" }, SCRIPT),
  });
  assert.equal(textOf(page.els), 'after');
  assert.match(log().join(), /Report Only/);
});

test('frame-ancestors decides who may show a document, and X-Frame-Options counts only without it', async (t) => {
  const other = await site(t, {
    '/none': withHeaders({ 'content-security-policy': "frame-ancestors 'none'" }, '<p>none</p>'),
    '/all': withHeaders({ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, '<p>all</p>'),
    '/self': withHeaders({ 'content-security-policy': "frame-ancestors 'self'" }, '<p>self</p>'),
  });
  const { page } = await openReal(
    t,
    ['none', 'all', 'self'].map((path) => `<iframe src="${other.origin}/${path}"></iframe>`).join(''),
  );
  assert.equal(textOf(page.els), 'all');
});

test('a policy with a sandbox takes scripts away', async (t) => {
  const { page } = await openReal(t, {
    '/': withHeaders({ 'content-security-policy': 'sandbox allow-forms' }, SCRIPT),
  });
  assert.equal(textOf(page.els), 'before');
});
