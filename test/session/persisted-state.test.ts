/** What a page is like when one comes back to it. What Chrome does was looked up in Chromium, without its back/forward cache. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../site.ts';
import { openReal } from './real-session.ts';

const FORM = `<!doctype html><title>Form</title>
<form><input name="t"><input name="t" value="second"><input name="p" type="password"><input type="checkbox" name="c">
<input type="radio" name="r" value="1"><input type="radio" name="r" value="2"><select name="s"><option>A<option>B</select>
<select multiple name="m"><option>A<option>B<option>C</select><textarea name="x">def</textarea>
<input name="h" type="hidden" value="h0"><input name="off" autocomplete="off"><input type="range" name="g"></form>
<input id="nameless"><input name="same" value="as served"><div style="height: 3000px"></div>
<script>
  for (const type of ['input', 'change']) addEventListener(type, () => console.log(type), true);
  addEventListener('DOMContentLoaded', () => console.log('at first: ' + document.querySelector('[name=t]').value));
</script>`;

const FILL = `(() => {
  const [first, second] = document.querySelectorAll('[name=t]');
  first.value = 'typed'; second.value = 'typed too';
  for (const [name, value] of [['p', 'secret'], ['x', 'area'], ['h', 'h1'], ['off', 'not kept'], ['g', '77']])
    document.querySelector('[name=' + name + ']').value = value;
  document.querySelector('[name=c]').checked = true;
  document.querySelectorAll('[name=r]')[1].checked = true;
  document.querySelector('[name=s]').value = 'B';
  for (const at of [0, 2]) document.querySelectorAll('[name=m] option')[at].selected = true;
  document.querySelector('#nameless').value = 'nameless';
  scrollTo(0, 1200);
})()`;

const READ = `[...document.querySelectorAll('input, textarea, select')].map((e) => (e.name || e.id) + '=' +
  (e.type === 'checkbox' || e.type === 'radio' ? e.checked : e.multiple ? [...e.selectedOptions].map((o) => o.value).join('+') : e.value)
).join(' ') + ' at ' + scrollY`;

async function filled(t: TestContext, pages: Record<string, Answer> = {}) {
  const page = await openReal(t, { '/': FORM, '/two': '<h1>Two</h1>', ...pages });
  await page.evaluate(FILL);
  return page;
}

test('one comes back to what controls held and to where the page was scrolled, without events', async (t) => {
  const page = await filled(t);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.equal(
    await page.evaluate(READ),
    't=typed t=typed too p= c=true r=false r=true s=B m=A+C x=area h=h0 off= g=77 nameless=nameless same=as served at 1200',
  );
  assert.deepEqual(page.log(), ['at first: ', 'at first: ']);
});

test('a page that is loaded again is scrolled to where it was, and its controls are new', async (t) => {
  const page = await filled(t);
  await page.session.reload(20_000);
  assert.equal(
    await page.evaluate(READ),
    't= t=second p= c=false r=false r=false s=A m= x=def h=h0 off= g=50 nameless= same=as served at 1200',
  );
});

test('a place that leads elsewhere by now gets nothing of what was typed', async (t) => {
  let visits = 0;
  const elsewhere = '<!doctype html><form><input name="t"></form><p style="height: 3000px">Elsewhere</p>';
  const page = await filled(t, {
    '/': (_request, response) => {
      if (visits++ === 0) response.end(FORM);
      else response.writeHead(302, { location: '/elsewhere' }).end();
    },
    '/elsewhere': elsewhere,
  });
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.equal(
    await page.evaluate('location.pathname + document.querySelector("input").value + scrollY'),
    '/elsewhere0',
  );
});

test('a page may keep its scrolling to itself, and entries of one document have places of their own', async (t) => {
  const page = await openReal(t, { '/': FORM, '/two': 'Two' });
  await page.evaluate(`scrollTo(0, 700); history.pushState(1, '', '?deeper'); scrollTo(0, 40)`);
  await page.session.back(20_000);
  assert.equal(await page.evaluate('scrollY'), 700);
  await page.evaluate(`history.scrollRestoration = 'manual'`);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.equal(await page.evaluate('scrollY + history.scrollRestoration'), '0auto');
});

test('what was typed into a field for a password is not kept, also where it is shown meanwhile', async (t) => {
  let visits = 0;
  const page = await filled(t, {
    '/': (_request, response) => void response.end(visits++ === 0 ? FORM : FORM.replace('type="password"', '')),
  });
  await page.evaluate(`document.querySelector('[name=p]').type = 'text'`);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.match(String(await page.evaluate(READ)), /^t=typed t=typed too p= c=true/);
});

test('more than a little is not kept', async (t) => {
  const page = await filled(t);
  await page.evaluate(`document.querySelector('textarea').value = 'x'.repeat(70_000)`);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.equal(await page.evaluate(`document.querySelector('textarea').value + scrollY`), 'def1200');
});

test('a page that replaces what iterates and parses changes nothing of it', async (t) => {
  const page = await filled(t);
  await page.evaluate(`(() => {
    Array.prototype[Symbol.iterator] = () => { throw 1 }; Array.prototype.toJSON = () => 'x'; JSON.parse = () => { throw 1 };
    Map.prototype.get = () => 'x'; String.prototype.slice = () => 'x'; return 1
  })()`);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  assert.match(String(await page.evaluate(READ)), /^t=typed t=typed too .* at 1200$/);
});

const CUSTOM = `<!doctype html><title>Custom</title><body><script>
  class Control extends HTMLElement {
    static formAssociated = true;
    internals = this.attachInternals();
    formStateRestoreCallback(state, mode) {
      console.log([this.id, state instanceof FormData ? [...state].join(' ') : state, mode, document.readyState].join('|'));
    }
  }
  addEventListener('load', () => console.log('load'));
  customElements.define('x-a', Control);
</script>
<form><x-a id=a name=a></x-a><x-a id=b name=b></x-a><x-a id=c name=c></x-a><x-a id=d name=d></x-a><x-a id=e></x-a></form>
<form autocomplete=off><x-a id=h name=h></x-a></form><x-late id=k name=k></x-late><x-a id=o></x-a>
<x-a id=dis name=dis disabled></x-a><x-a id=off name=off autocomplete=off></x-a>
<script>addEventListener('load', () => setTimeout(() => customElements.define('x-late', class extends Control {}), 20));</script>`;

test('custom controls are told of the state they had, also where they are defined later', async (t) => {
  const page = await openReal(t, { '/': CUSTOM, '/two': '<h1>Two</h1>' });
  await page.wait({ settled: true });
  await page.evaluate(`(() => {
    const data = new FormData(); data.append('p', '1'); data.append('q', '2');
    const set = (id, ...given) => document.getElementById(id).internals.setFormValue(...given);
    set('a', 'va'); set('b', 'vb', 'sb'); set('c', data); set('d', 'vd', null); set('e', 've'); set('h', 'vh');
    set('k', 'vk'); set('o', null, 'so'); set('dis', 'x'); set('off', 'y');
  })()`);
  await page.session.goto(`${page.origin}/two`, 20_000);
  await page.session.back(20_000);
  await page.wait({ settled: true });
  // As Chromium logs it.
  assert.deepEqual(page.log().slice(1), [
    'load',
    'a|va|restore|complete',
    'b|sb|restore|complete',
    'c|p,1 q,2|restore|complete',
    'e|ve|restore|complete',
    'o|so|restore|complete',
    'off|y|restore|complete',
    'k|vk|restore|complete',
  ]);
});
