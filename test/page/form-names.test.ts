import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf } from './answer-of.ts';

test("names of controls hide members of their form, and the form's own are called through the prototype", async () => {
  const found = await answerOf(
    '<form id=f action=/to><input name=action><button name=submit></button><input id=method></form>',
    `return [f.action.tagName, f.submit.tagName, f.method.tagName, f.getAttribute('action'),
      typeof HTMLFormElement.prototype.submit, Object.keys(f).length].join(' ')`,
  );
  assert.equal(found, 'INPUT BUTTON INPUT /to function 0');
});

test('a hidden member is there again when no control has its name', async () => {
  const found = await answerOf(
    '<form id=f><input name=method></form>',
    `const hidden = f.method.tagName; f.elements[0].name = 'other'; const shown = f.method; f.method = 'post';
     return [hidden, shown, f.getAttribute('method')].join(' ')`,
  );
  assert.equal(found, 'INPUT get post');
});

test('a control that is given such a name later hides the member, too', async () => {
  const found = await answerOf(
    '<form id=f></form>',
    `const input = document.createElement('input'); f.append(input); input.name = 'target'; return f.target === input`,
  );
  assert.equal(found, true);
});

test('what is written to a name of a control is passed over', async () => {
  const found = await answerOf(
    '<form id=f action=/to><input name=action></form>',
    `f.action = '/elsewhere'; return f.getAttribute('action') + (f.action === f.elements[0])`,
  );
  assert.equal(found, '/totrue');
});

test('an image button is no property of its form, an image is', async () => {
  const found = await answerOf(
    '<form id=f><input type=image name=a><img name=b></form>',
    'return [f.a, f.b.tagName].join()',
  );
  assert.equal(found, ',IMG');
});

test('a page that has given all objects a value can still name controls', async () => {
  const found = await answerOf(
    '<form id=f></form>',
    `Object.prototype.value = 1;
     f.innerHTML = '<input name=action>';
     delete Object.prototype.value;
     return f.action.tagName`,
  );
  assert.equal(found, 'INPUT');
});
