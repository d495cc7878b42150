import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf } from './answer-of.ts';

const TABLE =
  '<table><form id=f><tr><td id=cell><input id=i name=a value=1><button id=b name=go>Go</button></td></tr></form></table>';

test('controls of a form inside of a table belong to it, though the parser has closed it', async () => {
  const found = await answerOf(
    TABLE,
    'return [i.form === f, f.elements.length, f.a === i, f.innerHTML === "", [...new FormData(f)].join()].join(" ")',
  );
  assert.equal(found, 'true 2 true true a,1');
});

test('a button in such a table submits the form with its controls', async () => {
  const found = await answerOf(
    TABLE,
    `let said = '';
     f.addEventListener('submit', (event) => {
       event.preventDefault();
       said = event.submitter.id + [...new FormData(f, event.submitter)].join('|');
     });
     b.click();
     return said;`,
  );
  assert.equal(found, 'ba,1|go,');
});

test('a form that is closed by the end of what is around it goes on to its end tag', async () => {
  const found = await answerOf(
    '<div><form id=f></div><input id=in><div><select id=deep></select></div></form><input id=out>',
    'return [document.getElementById("in").form === f, deep.form === f, out.form].join(" ")',
  );
  assert.equal(found, 'true true ');
});

test("a 'form' attribute is stronger than what the parser knows", async () => {
  const found = await answerOf('<form id=g></form><table><form id=f><tr><td><input id=i form=g>', 'return i.form.id');
  assert.equal(found, 'g');
});

test('a control that is taken out of the tree of such a form no longer belongs to it, also when it comes back', async () => {
  const found = await answerOf(
    TABLE,
    'const input = i; const place = cell; place.remove(); const away = input.form; document.body.append(place); return [away, input.form, f.elements.length].join(" ")',
  );
  assert.equal(found, '  0');
});

test('markup that script inserts makes no such controls', async () => {
  const found = await answerOf(
    '<div id=d></div>',
    'd.innerHTML = "<div><form id=n></div><input id=x>"; return d.querySelector("#x").form',
  );
  assert.equal(found, null);
});

test('a label that takes no focus passes it on', async () => {
  const found = await answerOf(
    '<label id=l for=i>L</label><input id=i>',
    'l.focus(); return document.activeElement.id',
  );
  assert.equal(found, 'i');
});

test('an option with an empty label says so, and a message of validity has one kind of line end', async () => {
  const found = await answerOf(
    '<input id=i><select><option id=o label="">text</option></select>',
    "i.setCustomValidity('a\\r\\nb\\rc'); return JSON.stringify([o.label, i.validationMessage])",
  );
  assert.equal(found, '["","a\\nb\\nc"]');
});
