/**
 * Frames in a session: their documents, their boxes in the page, and actions on what is in them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from '../site.ts';
import { find, openReal } from './real-session.ts';

const FORM = `<!DOCTYPE html><title>Form</title><style>body { margin: 10px }</style>
  <form onsubmit="event.preventDefault(); out.textContent = 'Hello ' + name1.value">
    <input id=name1 placeholder=Name style="width: 100px; height: 20px"><button>Send</button>
  </form><p id=out>nothing yet</p>`;

test('what is in a frame stands in the page, where the frame shows it', async (t) => {
  const { page } = await openReal(t, {
    '/': '<!DOCTYPE html><body style="margin:0"><h1>Page</h1><iframe src=/form style="position:absolute;left:100px;top:200px;width:300px;height:150px;border:5px solid"></iframe>',
    '/form': FORM,
  });
  assert.equal(find(page, 'Page').tag, 'h1');
  const [x, y] = find(page, 'Name').b;
  assert.deepEqual([x, y], [115, 215]);
});

test('an element in a frame is typed into and clicked like any other', async (t) => {
  const { page, act, state } = await openReal(t, {
    '/': '<!DOCTYPE html><div style="height:1500px">tall</div><iframe src=/form width=400 height=200></iframe>',
    '/form': FORM,
  });
  const whole = await state({ scope: 'page' });
  assert.notEqual(page.els.length, whole.els.length);
  await act({
    name: 'type',
    target: find(whole, 'Name').id,
    inputs: (id) => [{ kind: 'type', id, text: 'Ada', clear: true }],
  });
  await act({ name: 'click', target: find(whole, 'Send').id, inputs: (id) => [{ kind: 'click', id }] });
  assert.equal(find(await state(), 'Hello Ada').tag, 'p');
});

test('keys go to the field in the frame that has the focus', async (t) => {
  const { page, act, state } = await openReal(t, {
    '/': '<!DOCTYPE html><input placeholder=Outside><iframe src=/form></iframe>',
    '/form': FORM,
  });
  await act({ name: 'click', target: find(page, 'Name').id, inputs: (id) => [{ kind: 'click', id }] });
  await act({
    name: 'press',
    target: null,
    inputs: () => [
      { kind: 'key', key: 'x' },
      { kind: 'key', key: 'Enter' },
    ],
  });
  assert.equal(find(await state(), 'Hello x').tag, 'p');
});

test('reading a page reads its frames too', async (t) => {
  const { session } = await openReal(t, {
    '/': '<!DOCTYPE html><p>Before</p><iframe srcdoc="<h2>Inside</h2><p>Words</p>"></iframe><p>After</p>',
  });
  assert.match(await session.read(20_000), /Before\n\n## Inside\n\nWords\n\nAfter\n/);
});

test('frames of another origin talk by messages, and know who sent them', async (t) => {
  const other = await site(t, {
    '/': `<!DOCTYPE html><p id=p>-</p><script>
      addEventListener('message', ({ data, origin, source }) => { p.textContent = data + ' from ' + (source === parent); source.postMessage('pong ' + origin, origin); });
      parent.postMessage('ready', '*');
    </script>`,
  });
  const { log, state } = await openReal(
    t,
    `<!DOCTYPE html><iframe src="${other.origin}/"></iframe><script>
      const frame = document.querySelector('iframe');
      addEventListener('message', ({ data, origin, source }) => {
        console.log(data, origin === '${other.origin}', source === frame.contentWindow);
        if (data === 'ready') { source.postMessage('wrong', location.origin); source.postMessage('ping', '${other.origin}'); }
      });
    </script>`,
  );
  const own = (await state()).url.slice(0, -1);
  assert.deepEqual(log(), ['ready true true', `pong ${own} true true`]);
  assert.equal(find(await state(), 'ping from true').tag, 'p');
});

test('a document that does not want to be framed is not shown', async (t) => {
  const { page, session } = await openReal(t, {
    '/': '<!DOCTYPE html><p>Page</p><iframe src=/never></iframe>',
    '/never': (_, response) => response.writeHead(200, { 'x-frame-options': 'DENY' }).end('<p>Secret</p>'),
  });
  assert.equal(
    page.els.some(({ text }) => text === 'Secret'),
    false,
  );
  assert.match(session.events(0).find(({ kind }) => kind === 'request_failed')?.message ?? '', /X-Frame-Options/);
});

test('links in a frame go where their target says', async (t) => {
  const pages = {
    '/': '<!DOCTYPE html><iframe name=left src=/left></iframe><iframe name=right src=/right></iframe>',
    '/left':
      '<!DOCTYPE html><a href=/next target=right>to the right</a> <a href=/next>here</a> <a href=/top target=_top>away</a>',
    '/right': '<!DOCTYPE html><p>Right</p>',
    '/next': '<!DOCTYPE html><p>Next</p>',
    '/top': '<!DOCTYPE html><p>Top</p>',
  };
  const { page, act, state, origin } = await openReal(t, pages);
  const click = (words: string, from = page) =>
    act({ name: 'click', target: find(from, words).id, inputs: (id) => [{ kind: 'click', id }] });
  await click('to the right');
  const second = await state();
  assert.deepEqual(
    second.els.filter(({ tag }) => tag === 'p').map(({ text }) => text),
    ['Next'],
  );
  await click('here', second);
  const third = await state();
  assert.deepEqual(
    third.els.filter(({ tag }) => tag === 'p').map(({ text }) => text),
    ['Next', 'Next'],
  );
  assert.equal(third.url, `${origin}/`);
});

test('a link of a frame with target _top takes the page elsewhere', async (t) => {
  const { page, act, state, origin } = await openReal(t, {
    '/': '<!DOCTYPE html><iframe src=/left></iframe>',
    '/left': '<!DOCTYPE html><a href=/top target=_top>away</a>',
    '/top': '<!DOCTYPE html><p>Top</p>',
  });
  await act({ name: 'click', target: find(page, 'away').id, inputs: (id) => [{ kind: 'click', id }] });
  assert.equal((await state()).url, `${origin}/top`);
});
