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
