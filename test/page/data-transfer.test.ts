import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('items of a transfer are read by their numbers, and tell what they are', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    const transfer = new DataTransfer();
    transfer.setData('text', 'plain');
    const added = transfer.items.add(new File(['q'], 'q.txt', { type: 'text/x' }));
    const kinds = [];
    for (let at = 0; at < transfer.items.length; at++) kinds.push(transfer.items[at].kind + ':' + transfer.items[at].type);
    [kinds, [...transfer.items].length, added === transfer.items[1], transfer.items === transfer.items, 1 in transfer.items,
      transfer.items[1].getAsFile().name, transfer.items[0].getAsFile(), transfer.items[2], Object.keys(transfer.items)].join(' ')`);
  assert.equal(found, 'string:text/plain,file:text/x 2 true true true q.txt   0,1');
});

test('a text item is given to a callback, later', async () => {
  using page = await openPage(`<script>
    const transfer = new DataTransfer();
    transfer.items.add('<b>', 'text/html');
    transfer.items[0].getAsString((text) => console.log(text));
    console.log('first');
  </script>`);
  assert.deepEqual(page.log, ['first', '<b>']);
});

test('data of a transfer is cleared by type, files are not, and effects are kept', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    const transfer = new DataTransfer();
    transfer.setData('text/plain', 'a'); transfer.setData('text/html', 'b'); transfer.items.add(new File([''], 'f'));
    transfer.clearData('text/html');
    const left = transfer.types.join();
    transfer.clearData();
    transfer.effectAllowed = 'copyMove'; transfer.dropEffect = 'move'; transfer.dropEffect = 'nothing';
    const files = transfer.files;
    transfer.items.remove(0);
    [left, transfer.types.join(), transfer.effectAllowed, transfer.dropEffect, files.length].join(' ')`);
  assert.equal(found, 'text/plain,Files  copyMove move 0');
});

test('only a file is added without a type, and a type is taken as it is written', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    const { items } = new DataTransfer();
    const thrown = [];
    for (const given of [{ name: 'no file' }, new Blob(['x']), 'text']) {
      try { items.add(given); } catch (error) { thrown.push(error.name); }
    }
    items.add({ toString: () => 'made' }, 'TEXT');
    [thrown, items.length, items[0].kind, items[0].type].join(' ')`);
  assert.equal(found, 'TypeError,TypeError,TypeError 1 string text');
});

test('lists keep their indices to themselves', async () => {
  using page = await openPage('<style>a {} b {}</style><input id=i type=file>');
  const found = await page.evaluate(`
    const transfer = new DataTransfer();
    const lists = [transfer.items, transfer.files, document.styleSheets, document.styleSheets[0].cssRules];
    for (const list of lists) { list[0] = 'page'; list[7] = 'page'; list.own = 1; }
    transfer.items.add(new File(['q'], 'q.txt'));
    lists.map((list) => Object.keys(list).join('') + typeof list[0] + list[7] + Reflect.preventExtensions(list)).join()`);
  assert.equal(
    found,
    '0ownobjectundefinedfalse,0ownobjectundefinedfalse,0ownobjectundefinedfalse,01ownobjectundefinedfalse',
  );
});

test('an input says what its files are called, whatever the page has made of File and of arrays', async () => {
  using page = await openPage('<input id=i type=file>');
  await page.evaluate(`
    Object.defineProperty(File.prototype, 'name', { get() { throw new Error('page code'); } });
    const file = new File(['q'], 'q.txt');
    const values = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = () => { throw new Error('page code'); };
    const transfer = new DataTransfer();
    transfer.items.add(file);
    i.files = transfer.files;
    Array.prototype[Symbol.iterator] = values;`);
  assert.deepEqual(page.errors, []);
  assert.equal(await page.evaluate('i.value'), 'C:\\fakepath\\q.txt');
});

test('an effect is one word of the list', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(
    `const transfer = new DataTransfer(); transfer.dropEffect = 'copy link'; transfer.dropEffect`,
  );
  assert.equal(found, 'none');
});

test("'url' is the first address of a list, behind its comments", async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    const transfer = new DataTransfer();
    const given = ['# a comment', 'http://one.test/', 'http://two.test/'].join('\\r\\n');
    transfer.setData('text/uri-list', given);
    [transfer.getData('URL'), transfer.getData('text/uri-list') === given, new DataTransfer().getData('url')].join(' ')`);
  assert.equal(found, 'http://one.test/ true ');
});
