/** Pages that are XML: drawings show their words and controls, XHTML is a page, and data is shown as it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from './real-session.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg"';

test('a drawing as a page: its title, its words where they stand, its links and controls', async (t) => {
  const body = `<svg ${SVG} width="300" height="200"><title>A chart</title><desc>Not shown</desc>
    <rect width="300" height="200" fill="#eee"/>
    <text x="10" y="40" font-size="20">Hello <tspan>World</tspan></text>
    <a href="/next"><text x="10" y="80">A link</text></a>
    <g role="button" aria-label="Press" tabindex="0"><circle cx="50" cy="150" r="20"/></g>
    <text x="10" y="100" visibility="hidden">Hidden</text>
    <defs><text x="10" y="120">Not drawn</text></defs>
    <script>const t = document.createElementNS('http://www.w3.org/2000/svg', 'text');
      t.textContent = 'By script'; t.setAttribute('y', '190'); document.documentElement.append(t);</script></svg>`;
  const { page, act, id, session } = await openReal(t, {
    '/': { type: 'image/svg+xml', body },
    '/next': '<h1>Next</h1>',
  });
  assert.equal(page.title, 'A chart');
  assert.deepEqual(
    page.els.map(({ tag, role, text, name, href }) => [tag, role, text, name, href]),
    [
      ['text', undefined, 'Hello World', undefined, undefined],
      ['a', undefined, 'A link', undefined, '/next'],
      ['g', 'button', undefined, 'Press', undefined],
      ['text', undefined, 'By script', undefined, undefined],
    ],
  );
  await act({ name: 'click', target: id('A link'), inputs: (target) => [{ kind: 'click', id: target }] });
  assert.equal((await session.state({}, 20_000)).els[0]?.text, 'Next');
});

test('a drawing inside of a page stays a picture', async (t) => {
  const { page } = await openReal(t, `<p>Words</p><svg ${SVG} width="100" height="50"><text y="20">Label</text></svg>`);
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['Words'],
  );
});

test('XHTML is a page; other XML, feeds among it, is shown as it is written', async (t) => {
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><h1>Head</h1></body></html>`;
  const rss = '<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>';
  const { page, session, origin } = await openReal(t, {
    '/': { type: 'application/xhtml+xml', body: xhtml },
    '/rss': { type: 'application/rss+xml', body: rss },
    '/atom': {
      type: 'application/atom+xml',
      body: '<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title></feed>',
    },
    '/broken': { type: 'application/xml', body: '<a><b>text</a>' },
  });
  assert.deepEqual([page.title, page.els.map(({ tag, text }) => `${tag} ${text}`)], ['X', ['h1 Head']]);
  assert.equal((await session.goto(`${origin}/rss`, 20_000)).els[0]?.text, rss);
  assert.match((await session.goto(`${origin}/atom`, 20_000)).els[0]?.text ?? '', /<title>Blog<\/title>/);
  assert.equal((await session.goto(`${origin}/broken`, 20_000)).els[0]?.text, '<a><b>text</a>');
});
