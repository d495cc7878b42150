/**
 * Editing hosts: typing, keys and editing commands change the nodes at the selection, as in Chrome.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type TestPage } from './open-page.ts';

const HOST = (content: string, rest = ''): string => `<div id=e contenteditable>${content}</div>${rest}`;

async function typeInto(page: TestPage, text: string, clear = false): Promise<void> {
  const seen = await page.elements();
  const field = seen.find((element) => element['role'] === 'textbox')!;
  await page.isolate.input({ kind: 'type', id: field['id'] as number, text, clear });
}

test('typing goes behind what an editing host holds and leaves its markup alone', async () => {
  using page = await openPage(HOST('\n  <p>Dear <b>reader</b></p>\n'));
  await typeInto(page, ', hi');
  assert.equal(await page.evaluate('e.innerHTML.trim()'), '<p>Dear <b>reader, hi</b></p>');
});

test('Enter cuts a paragraph in two, and an empty one is kept open by a break', async () => {
  using page = await openPage(HOST('<p>one</p>'));
  await typeInto(page, '\n');
  assert.equal(await page.evaluate('e.innerHTML'), '<p>one</p><p><br></p>');
  await typeInto(page, 'two');
  assert.equal(await page.evaluate('e.innerHTML'), '<p>one</p><p>two</p>');
});

test('Enter behind text that is in no paragraph makes one for what follows', async () => {
  using page = await openPage(HOST('one'));
  await typeInto(page, '\ntwo');
  assert.equal(await page.evaluate('e.innerHTML'), 'one<div>two</div>');
});

test('clearing an editing host leaves one empty paragraph of those that it had', async () => {
  using page = await openPage(HOST('<p>one</p><p>two</p>'));
  await typeInto(page, 'x', true);
  assert.equal(await page.evaluate('e.innerHTML'), '<p>x</p>');
});

test('beforeinput tells the range of an edit, and an editor that says no writes by itself', async () => {
  using page = await openPage(
    HOST(
      '<p>abc</p>',
      `<script>
    var told = [];
    getSelection().setBaseAndExtent(e.firstChild.firstChild, 1, e.firstChild.firstChild, 2);
    e.addEventListener('beforeinput', (event) => {
      const [range] = event.getTargetRanges();
      told.push(event.inputType, event.data, range.startContainer.data, range.startOffset, range.endOffset, range instanceof StaticRange);
      event.preventDefault();
      range.startContainer.data = 'a[' + event.data + ']c';
    });
    e.addEventListener('input', () => told.push('input'));
  </script>`,
    ),
  );
  await typeInto(page, 'X');
  assert.equal(await page.evaluate('told.join() + " " + e.innerHTML'), 'insertText,X,abc,1,2,true <p>a[X]c</p>');
});

test('Backspace takes a character, what is selected, or the border between two paragraphs', async () => {
  using page = await openPage(
    HOST('<p>one</p><p>t<b>w</b>o</p>', '<script>var s = getSelection(); e.focus()</script>'),
  );
  const press = () => page.isolate.input({ kind: 'key', key: 'Backspace' });
  await page.evaluate('s.collapse(e.lastChild.lastChild, 0)');
  await press();
  assert.equal(await page.evaluate('e.textContent + e.children.length'), 'oneto2');
  await page.evaluate('s.collapse(e.lastChild.firstChild, 0)');
  await press();
  assert.equal(await page.evaluate('e.querySelectorAll("p").length + e.textContent'), '1oneto');
  await page.evaluate('s.setBaseAndExtent(e.firstChild.firstChild, 0, e.firstChild.firstChild, 3)');
  await press();
  assert.equal(await page.evaluate('e.textContent'), 'to');
});

test('Enter in a host of plain text is a line break', async () => {
  using page = await openPage('<div id=e contenteditable=plaintext-only>one</div>');
  await typeInto(page, '\ntwo');
  assert.equal(await page.evaluate('JSON.stringify(e.innerHTML)'), '"one\\ntwo"');
});

test('editing commands of script put text and markup at the selection, with input and without beforeinput', async () => {
  using page = await openPage(HOST('<p>abc</p>'));
  const found = await page.evaluate(`
    const told = [];
    for (const type of ['beforeinput', 'input']) e.addEventListener(type, (event) => told.push(type + ':' + event.inputType));
    e.focus();
    const text = e.firstChild.firstChild;
    getSelection().setBaseAndExtent(text, 1, text, 2);
    const done = [document.execCommand('insertText', false, 'XY'), document.execCommand('insertHTML', false, '<i>z</i>')];
    document.execCommand('insertText', false, '!');
    done.push(document.execCommand('delete'), document.execCommand('bold'), document.queryCommandSupported('insertText'));
    [done.join(), told.join(), e.innerHTML].join(' ')`);
  assert.equal(
    found,
    'true,true,true,false,true input:insertText,input:,input:insertText,input:deleteContentBackward <p>aXY<i>z</i>c</p>',
  );
});

test('insertText of a command goes into the field that has the focus', async () => {
  using page = await openPage('<input id=i value=ab>');
  const found = await page.evaluate(`
    let told = '';
    i.addEventListener('input', (event) => { told += event.inputType + event.data; });
    i.focus(); i.select();
    [document.execCommand('insertText', false, 'new'), i.value, told].join()`);
  assert.equal(found, 'true,new,insertTextnew');
});

test('a button that copies by command does so when it is clicked, and not before', async () => {
  using page =
    await openPage(`<input id=i value=copied><button onclick="i.select(); done = document.execCommand('copy')">Copy</button>
    <script>var told = ''; var done; document.addEventListener('copy', (event) => { told += event.clipboardData.types.length; });
    i.select(); var early = document.execCommand('copy');</script>`);
  const seen = await page.elements();
  const button = seen.find((element) => element['tag'] === 'button')!;
  await page.isolate.input({ kind: 'click', id: button['id'] as number });
  assert.equal(await page.evaluate('[early, done, told].join()'), 'false,true,0');
});

test('a command works on nodes of a page that has replaced built-in functions', async () => {
  using page = await openPage(HOST('<p>abc</p>'));
  const found = await page.evaluate(`
    e.focus();
    getSelection().collapse(e.firstChild.firstChild, 3);
    RegExp.prototype.exec = RegExp.prototype.test = String.prototype.slice = Array.prototype.push = () => { throw new Error('page code'); };
    document.execCommand('insertText', false, 'd') + e.innerHTML`);
  assert.equal(found, 'true<p>abcd</p>');
});

test('Enter in text before a paragraph makes a block between the two', async () => {
  using page = await openPage(HOST('onetwo<p>three</p>'));
  await page.evaluate('e.focus(); getSelection().collapse(e.firstChild, 3)');
  await page.isolate.input({ kind: 'key', key: 'Enter' });
  assert.equal(await page.evaluate('e.innerHTML'), 'one<div>two</div><p>three</p>');
});

test('Enter in a cell of a table is a line break: it makes no other cell', async () => {
  using page = await openPage(HOST('<table><tbody><tr><td>onetwo</td></tr></tbody></table>'));
  await page.evaluate('e.focus(); getSelection().collapse(e.querySelector("td").firstChild, 3)');
  await page.isolate.input({ kind: 'key', key: 'Enter' });
  assert.equal(await page.evaluate('e.querySelector("tr").innerHTML'), '<td>one<br>two</td>');
});

test('deleting from one cell into another leaves both cells there', async () => {
  using page = await openPage(HOST('<table><tbody><tr><td>one</td><td>two</td></tr></tbody></table>'));
  await page.evaluate(`e.focus(); var [a, b] = e.querySelectorAll('td');
    getSelection().setBaseAndExtent(a.firstChild, 1, b.firstChild, 2)`);
  await page.isolate.input({ kind: 'key', key: 'Backspace' });
  assert.equal(await page.evaluate('e.querySelector("tr").innerHTML'), '<td>o</td><td>o</td>');
});

test('Backspace and Delete take the break or the image beside the caret, and no letter with it', async () => {
  using page = await openPage(HOST('<p>ab<br>cd</p><p>ab<b><img></b>cd</p>'));
  await page.evaluate('e.focus(); getSelection().collapse(e.firstChild.lastChild, 0)');
  await page.isolate.input({ kind: 'key', key: 'Backspace' });
  await page.evaluate('getSelection().collapse(e.lastChild.firstChild, 2)');
  await page.isolate.input({ kind: 'key', key: 'Delete' });
  assert.equal(await page.evaluate('e.innerHTML'), '<p>abcd</p><p>ab<b></b>cd</p>');
});

test('a listener of beforeinput that has taken the text away leaves nothing to delete', async () => {
  using page = await openPage(HOST('<p>abc</p>', '<script>var told = 0; var text = e.firstChild.firstChild</script>'));
  await page.evaluate(`e.focus(); getSelection().collapse(text, 3);
    e.addEventListener('beforeinput', () => { text.data = ''; });
    e.addEventListener('input', () => { told++; })`);
  await page.isolate.input({ kind: 'key', key: 'Backspace' });
  assert.deepEqual(page.errors, []);
  assert.equal(await page.evaluate('told + e.innerHTML'), '0<p></p>');
});

test('what is selected in a field that cannot be written to is copied, and a password is not', async () => {
  const copies = (field: string): string =>
    `${field}<button onclick="i.select(); done = document.execCommand('copy')">Copy</button><script>var done</script>`;
  for (const [field, expected] of [
    ['<input id=i readonly value=https://page.test/share>', true],
    ['<textarea id=i readonly>text</textarea>', true],
    ['<input id=i type=password value=secret>', false],
  ] as const) {
    using page = await openPage(copies(field));
    const button = (await page.elements()).find((element) => element['tag'] === 'button')!;
    await page.isolate.input({ kind: 'click', id: button['id'] as number });
    assert.equal(await page.evaluate('done'), expected, field);
  }
});
