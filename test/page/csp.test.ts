/**
 * Policies that pages declare: what they refuse, and how pages hear of it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const meta = (policy: string): string => `<head><meta http-equiv=content-security-policy content="${policy}">`;
const LISTEN = `<script nonce=n>document.addEventListener('securitypolicyviolation', (event) => console.log('violation', event.effectiveDirective, event.blockedURI, event.disposition, event.target.localName ?? 'document'));</script>`;
const said = (log: readonly string[]): string[] => log.filter((line) => !line.startsWith('Refused'));

test('inline scripts run with the right nonce or hash only', async () => {
  const code = 'console.log("hashed")';
  const hash = createHash('sha256').update(code).digest('base64');
  using page = await openPage(
    `${meta(`script-src 'nonce-n' 'sha256-${hash}'`)}${LISTEN}<body onclick="console.log('handler')"><script>console.log('plain')</script><script nonce=wrong>console.log('wrong')</script><script nonce=n>console.log('nonce')</script><script>${code}</script><script nonce=n>document.body.click()</script>`,
  );
  assert.deepEqual(said(page.log).sort(), [
    'hashed',
    'nonce',
    'violation script-src-attr inline enforce body',
    'violation script-src-elem inline enforce script',
    'violation script-src-elem inline enforce script',
  ]);
  assert.match(page.log.join(), /Refused to execute inline script because it violates/);
});

test('scripts and sheets come only from where the policy says', async () => {
  using page = await openPage(
    `${meta("default-src 'none'; script-src 'nonce-n' https://cdn.test/lib/; style-src 'self'")}${LISTEN}
     <link rel=stylesheet href=/a.css><link rel=stylesheet href=http://other.test/b.css><style>p { width: 10px }</style>
     <script src=https://cdn.test/lib/a.js></script><script src=https://cdn.test/b.js></script><p id=p>x</p>
     <script nonce=n>onload = () => console.log(p.offsetWidth, p.offsetHeight)</script>`,
    {
      site: {
        'http://site.test/a.css': 'p { height: 77px }',
        'http://other.test/b.css': 'p { width: 20px }',
        'https://cdn.test/lib/a.js': 'console.log("allowed")',
        'https://cdn.test/b.js': 'console.log("never")',
      },
    },
  );
  const log = said(page.log);
  assert.deepEqual(log.filter((line) => line.startsWith('violation')).sort(), [
    'violation script-src-elem https://cdn.test/b.js enforce document',
    'violation style-src-elem http://other.test/b.css enforce document',
    'violation style-src-elem inline enforce style',
  ]);
  assert.deepEqual(
    log.filter((line) => !line.startsWith('violation')),
    ['allowed', '1264 77'],
  );
});

test('strict-dynamic trusts what trusted scripts load, and nothing that the parser finds', async () => {
  using page = await openPage(
    `${meta("script-src 'nonce-n' 'strict-dynamic' https:")}<script src=https://cdn.test/a.js></script>
     <script nonce=n>const script = document.createElement('script'); script.src = 'https://cdn.test/b.js'; document.head.append(script);</script>`,
    { site: { 'https://cdn.test/a.js': 'console.log("parser")', 'https://cdn.test/b.js': 'console.log("loaded")' } },
  );
  assert.deepEqual(said(page.log), ['loaded']);
});

test('strings are evaluated only where the policy says so', async () => {
  const body = `<script nonce=n>
    const nameOf = (work) => { try { return work(); } catch (error) { return error.name; } };
    console.log(nameOf(() => eval('1+1')), nameOf(() => new Function('return 3')()), nameOf(() => (async () => {}).constructor('1') && 4), typeof Function.prototype, (() => 1) instanceof Function);
    setTimeout('console.log("text")', 0);
  </script>`;
  using strict = await openPage(`${meta("script-src 'nonce-n'")}${body}`);
  assert.deepEqual(said(strict.log), ['EvalError EvalError EvalError function true']);
  using open = await openPage(`${meta("script-src 'nonce-n' 'unsafe-eval'")}${body}`);
  assert.deepEqual(said(open.log), ['2 3 4 function true', 'text']);
});

test('requests, frames, forms and bases keep to their directives', async () => {
  using page = await openPage(
    `${meta("connect-src 'self'; frame-src http://site.test; form-action 'self'; base-uri 'none'; script-src 'nonce-n'")}${LISTEN}
     <base href=http://evil.test/><iframe src=/f.html></iframe><iframe src=http://other.test/></iframe><form action=http://evil.test/></form>
     <script nonce=n>
       console.log(document.baseURI);
       fetch('http://other.test/x').catch((error) => console.log('fetch', error.name));
       fetch('/x').then((answer) => console.log('fetch', answer.status));
       const xhr = new XMLHttpRequest(); xhr.open('GET', 'http://other.test/y'); xhr.onerror = () => console.log('xhr error'); xhr.send();
       new WebSocket('ws://other.test/').onerror = ({ type }) => console.log('socket', type);
       document.forms[0].submit();
     </script>`,
    { site: { 'http://site.test/x': 'x', 'http://site.test/f.html': '<p>f', 'http://other.test/': '<p>o' } },
  );
  assert.equal(page.wantsToGo, '');
  assert.deepEqual(said(page.log).sort(), [
    'fetch 200',
    'fetch TypeError',
    'http://site.test/page.html',
    'socket error',
    'violation base-uri http://evil.test/ enforce document',
    'violation connect-src http://other.test/x enforce document',
    'violation connect-src http://other.test/y enforce document',
    'violation connect-src ws://other.test/ enforce document',
    'violation form-action http://evil.test/? enforce document',
    'violation frame-src http://other.test/ enforce document',
    'xhr error',
  ]);
});

test('what srcdoc makes has the policies of its page', async () => {
  using page = await openPage(
    `${meta("script-src 'nonce-n'")}<iframe srcdoc="<script>parent.console.log('never')</script><script nonce=n>parent.console.log('allowed')</script>"></iframe>`,
  );
  assert.deepEqual(said(page.log), ['allowed']);
});
