/** Controls, labels, options and rows by the thousands: found once for a loop, and always what is there now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function resultOf(html: string, expression: string): Promise<unknown> {
  using page = await openPage(`<!DOCTYPE html><body>${html}`);
  assert.deepEqual(page.errors, []);
  return await page.evaluate(expression);
}

/** Each within the time that a script has, which what is found anew at every step is not. */
const LOOPS: Readonly<Record<string, readonly [html: string, loop: string, outcome: string]>> = {
  'controls of a form, by index and by name': [
    '<form id=f></form>',
    `f.innerHTML = Array.from({ length: 20_000 }, (_, at) => '<input name=n' + at + '>').join('');
    for (let at = 0; at < f.elements.length; at++) { f.elements[at].value = at; f.elements[at].className = 'c'; }
    let sum = 0;
    for (let at = 0; at < f.length; at++) sum += Number(f.elements['n' + at].value) + Number(f['n' + at].value);
    sum`,
    '399980000',
  ],
  'labels, from both sides': [
    '<div id=d></div>',
    `d.innerHTML = Array.from({ length: 10_000 }, (_, at) => '<label for=i' + at + '>x</label><input id=i' + at + '><label>y<select></select></label>').join('');
    let count = 0;
    for (const control of d.querySelectorAll('input, select')) count += control.labels.length;
    for (const label of d.querySelectorAll('label')) if (label.control.labels[0] === label) count++;
    count`,
    '40000',
  ],
  'options, by their places and whether they are selected': [
    '<select id=s></select>',
    `s.innerHTML = '<option>x</option>'.repeat(20_000);
    let sum = 0;
    for (let at = 0; at < s.options.length; at++) { sum += s.options[at].index; if (s.options[at].selected) sum++; }
    sum`,
    '199990001',
  ],
  'rows and cells of a table': [
    '<table id=t></table>',
    `t.innerHTML = '<tr><td>x</td></tr>'.repeat(10_000);
    let sum = 0;
    for (let at = 0; at < t.rows.length; at++) { t.rows[at].className = 'c'; sum += t.rows[at].rowIndex + t.rows[at].cells[0].cellIndex; }
    sum`,
    '49995000',
  ],
  'elements by id inside of an element': [
    '<div id=d></div>',
    `d.innerHTML = Array.from({ length: 20_000 }, (_, at) => '<p id=p' + at + '></p>').join('');
    let count = 0;
    for (let at = 0; at < 20_000; at++) if (d.querySelector('#p' + at) === d.children[at]) count++;
    count`,
    '20000',
  ],
  'controls of a disabled group': [
    '<fieldset id=g></fieldset>',
    `g.innerHTML = '<input>'.repeat(20_000);
    g.disabled = true;
    g.querySelectorAll(':disabled').length`,
    '20000',
  ],
};

for (const [what, [html, loop, outcome]] of Object.entries(LOOPS)) {
  test(`a loop comes to its end: ${what}`, async () => {
    assert.equal(String(await resultOf(html, loop)), outcome);
  });
}

test('controls of a form are true after changes of what they are called and whose they are', async () => {
  const outcome = await resultOf(
    '<form id=f><input name=a><input name=b></form><input id=o name=c>',
    `const form = f, [a, b] = f.elements, seen = [];
    const look = () => seen.push([form.elements.length, ...['a', 'b', 'c', 'd'].map((name) => form.elements[name]?.length ?? Number(form.elements[name] !== undefined))].join(''));
    look(); look();
    o.setAttribute('form', 'f'); look();
    b.name = 'a'; look();
    a.id = 'd'; look();
    a.type = 'image'; look();
    f.id = 'g'; look();
    form.append(o); o.removeAttribute('form'); look();
    seen.join(' ')`,
  );
  // A name that several have stands for their list, of which the length is told.
  assert.equal(outcome, '21100 21100 31110 32010 32011 21010 11000 21010');
});

test('labels are true after changes of what they are for and of what can be labelled', async () => {
  const outcome = await resultOf(
    '<label id=l for=a>x</label><input id=a><label>y<input id=b></label>',
    `const seen = [], inputs = [a, b];
    const lists = inputs.map((input) => input.labels);
    const look = () => seen.push(lists.map((list) => list.length).join(''));
    look();
    l.htmlFor = 'b'; look();
    a.id = 'z'; l.htmlFor = 'z'; look();
    inputs[0].type = 'hidden'; seen.push(String(inputs[0].labels)); inputs[0].type = 'text';
    b.before(document.createElement('meter')); seen.push(lists.map((list) => list.length).join(''));
    seen.join(' ')`,
  );
  assert.equal(outcome, '11 02 11 null 10');
});

test('options are true after changes of the list, of attributes and of what is selected', async () => {
  const outcome = await resultOf(
    '<form id=f><select id=s><option>a<option>b<option>c</select></form>',
    `const seen = [];
    const look = () => seen.push(s.selectedIndex + ':' + [...s.options].map((option) => option.index + (option.selected ? '*' : '')).join(''));
    look();
    s.options[2].selected = true; look();
    s.prepend(new Option('d')); look();
    s.remove(0); look();
    s.options[0].disabled = true; look();
    s.value = 'a'; look();
    f.reset(); look();
    seen.join(' ')`,
  );
  assert.equal(outcome, '0:0*12 2:012* 3:0123* 2:012* 2:012* 0:0*12 1:01*2');
});

const RADIOS = '<input type=radio name=r checked>';

test('of a group of radio buttons one is checked, in each form and outside of them', async () => {
  const outcome = await resultOf(
    `<form id=f>${RADIOS}${RADIOS}</form><form id=g>${RADIOS}</form>${RADIOS}<input id=t name=r checked>`,
    `const all = [...document.querySelectorAll('input')], seen = [];
    const look = () => seen.push(all.map((input) => Number(input.checked)).join(''));
    look();
    all[0].checked = true; look();
    g.append(all[0]); look();
    t.type = 'radio'; look();
    all[3].name = 's'; all[3].checked = true; look();
    all[3].name = 'r'; look();
    all[2].click(); look();
    seen.join(' ')`,
  );
  assert.equal(outcome, '01111 10111 10011 10001 10011 10010 00110');
});
