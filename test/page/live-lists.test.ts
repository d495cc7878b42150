/** Live lists, token lists and elements by id: always what is there now, and found anew only when what they depend on has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function resultOf(html: string, expression: string): Promise<unknown> {
  using page = await openPage(`<!DOCTYPE html><body>${html}`);
  assert.deepEqual(page.errors, []);
  return await page.evaluate(expression);
}

/** Within the time that a script has, which a list found anew at every step is not. */
test('a loop through many children that changes each of them comes to its end', async () => {
  const outcome = await resultOf(
    '<div id=d></div>',
    `d.innerHTML = '<p></p>'.repeat(20_000);
    for (let at = 0; at < d.children.length; at++) d.children[at].title = 'k';
    for (let at = 0; at < d.childNodes.length; at++) d.childNodes[at].append('k');
    const paragraphs = document.getElementsByTagName('p');
    for (let at = 0; at < paragraphs.length; at++) paragraphs[at].className = 'c';
    [d.children.length, paragraphs.length, d.lastChild.outerHTML].join()`,
  );
  assert.equal(outcome, '20000,20000,<p title="k" class="c">k</p>');
});

test('lists of children are true after every kind of change of the tree', async () => {
  const outcome = await resultOf(
    '<div id=d><p></p></div><div id=e><b></b></div>',
    `const [d, e] = document.querySelectorAll('div');
    const seen = [];
    const look = () => seen.push([d.children.length, d.childNodes.length, e.children.length, d.getElementsByTagName('b').length].join(''));
    look();
    d.append(e.firstChild, 'text'); look();
    d.moveBefore(d.lastChild, d.firstChild); look();
    e.replaceWith(...d.childNodes); look();
    d.innerHTML = '<b></b><b></b>'; look();
    d.replaceChild(e, d.firstChild); look();
    const fragment = document.createDocumentFragment(); fragment.append(...d.childNodes); look();
    document.adoptNode(e).append(fragment); look();
    seen.join(' ')`,
  );
  assert.equal(outcome, '1110 2301 2301 0000 2202 2201 0000 0010');
});

test('lists of children are true while the parser takes them from one element to another', async () => {
  const outcome = await resultOf(
    `<b id=d>1<p id=e>2<i></i><script>const seen = [], D = d, E = e; const look = () => seen.push([D.childNodes.length, E.childNodes.length].join()); look()</script></b>3<script>look()</script>`,
    'seen.join(" ")',
  );
  assert.equal(outcome, '2,3 1,3');
});

test('a list of thousands of tokens is made, read by index and changed', async () => {
  const outcome = await resultOf(
    '<p id=p></p>',
    `p.classList.add(...Array.from({ length: 20_000 }, (_, at) => 'c' + at), 'c1');
    let found = 0;
    for (let at = 0; at < p.classList.length; at++) if (p.classList[at] === 'c' + at) found++;
    p.classList.remove('c0');
    p.className += ' c1 c2';
    [found, p.classList.length, p.classList[0], p.classList.contains('c19999'), p.classList.contains('c0')].join()`,
  );
  assert.equal(outcome, '20000,19999,c1,true,false');
});

test('an option is added before an index that an object stands for', async () => {
  const outcome = await resultOf(
    '<select id=s><option>a<option>b</select>',
    `s.add(new Option('k'), { valueOf: () => 1 }); s.options.add(new Option('l'), '0'); [...s.options].map((o) => o.text).join()`,
  );
  assert.equal(outcome, 'l,a,k,b');
});

test('one id that thousands of elements have finds the first in the tree, whatever comes and goes', async () => {
  const outcome = await resultOf(
    '<div id=d></div>',
    `d.innerHTML = '<p id=k></p>'.repeat(20_000);
    const seen = [];
    for (let at = 0; at < 5_000; at++) {
      const first = document.getElementById('k');
      if (first !== d.firstChild) seen.push('other');
      if (at % 2) first.remove(); else d.lastChild.remove();
    }
    d.prepend(Object.assign(document.createElement('b'), { id: 'k' }));
    seen.push(document.getElementById('k').localName, window.k.length, window.k[0].localName);
    d.firstChild.id = '';
    seen.push(document.getElementById('k').localName);
    d.replaceChildren();
    seen.push(document.getElementById('k'), typeof window.k);
    seen.join()`,
  );
  assert.equal(outcome, 'b,15001,b,p,,undefined');
});
