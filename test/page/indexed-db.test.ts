import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngineSession } from '../../src/session/session.ts';
import { site } from '../site.ts';
import { openPage } from './open-page.ts';

/** Promises around requests, and a database with a store and an index. */
const PRELUDE = `const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) });
  const ended = (transaction) => new Promise((resolve) => { transaction.oncomplete = () => resolve('complete'); transaction.onabort = () => resolve('abort') });
  const openDb = () => new Promise((resolve, reject) => { const request = indexedDB.open('shop', 2);
    request.onupgradeneeded = ({ oldVersion, newVersion }) => { console.log('upgrade', oldVersion, newVersion);
      const store = request.result.createObjectStore('items', { keyPath: 'id', autoIncrement: true });
      store.createIndex('price', 'price'); store.createIndex('tags', 'tags', { multiEntry: true }); store.createIndex('name', 'name', { unique: true }) };
    request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) });
  const fill = async (db) => { const transaction = db.transaction('items', 'readwrite'); const store = transaction.objectStore('items');
    for (const [name, price, tags] of [['pen', 2, ['a', 'b']], ['ink', 5, ['b']], ['pad', 3, []]]) store.add({ name, price, tags });
    return ended(transaction) };`;

async function run(code: string): Promise<string[]> {
  using page = await openPage(
    `<script>${PRELUDE} (async () => { ${code} })().catch((error) => console.log(error.name, error.message))</script>`,
  );
  return page.log;
}

test('a database is made, filled and read', async () => {
  const log =
    await run(`const db = await openDb(); console.log(db.version, [...db.objectStoreNames].join(), await fill(db));
    const store = db.transaction('items').objectStore('items');
    console.log(JSON.stringify(await done(store.get(2))), await done(store.count()), (await done(store.getAllKeys())).join());`);
  assert.deepEqual(log, ['upgrade 0 2', '2 items complete', '{"name":"ink","price":5,"tags":["b"],"id":2} 3 1,2,3']);
});

test('indexes are in the order of their keys', async () => {
  const log =
    await run(`const db = await openDb(); await fill(db); const store = db.transaction('items').objectStore('items');
    console.log((await done(store.index('price').getAll())).map(({ name }) => name).join());
    console.log((await done(store.index('tags').getAllKeys('b'))).join());
    console.log((await done(store.index('price').getAll(IDBKeyRange.bound(2, 5, true)))).length);`);
  assert.deepEqual(log.slice(1), ['pen,pad,ink', '1,2', '2']);
});

test('a cursor goes both ways, changes and deletes', async () => {
  const log = await run(`const db = await openDb(); await fill(db);
    const walk = (direction, visit) => new Promise((resolve) => { const transaction = db.transaction('items', 'readwrite');
      transaction.objectStore('items').index('price').openCursor(null, direction).onsuccess = ({ target: { result: cursor } }) => { if (cursor === null) return; visit(cursor); cursor.continue() };
      transaction.oncomplete = resolve });
    const seen = []; await walk('prev', (cursor) => seen.push(cursor.key + cursor.value.name)); console.log(seen.join());
    await walk('next', (cursor) => cursor.key === 2 ? cursor.delete() : cursor.update({ ...cursor.value, price: -cursor.key }));
    console.log((await done(db.transaction('items').objectStore('items').getAll())).map(({ name, price }) => name + price).join());`);
  assert.deepEqual(log.slice(1), ['5ink,3pad,2pen', 'ink-5,pad-3']);
});

test('a key that is there already fails, and an abort undoes everything', async () => {
  const log = await run(`const db = await openDb(); await fill(db);
    const transaction = db.transaction('items', 'readwrite'); const store = transaction.objectStore('items');
    store.put({ id: 1, name: 'changed' }); const request = store.add({ id: 2, name: 'double' });
    request.onerror = (event) => console.log('error', request.error.name);
    console.log(await ended(transaction), transaction.error.name);
    console.log((await done(db.transaction('items').objectStore('items').get(1))).name);`);
  assert.deepEqual(log.slice(1), ['error ConstraintError', 'abort ConstraintError', 'pen']);
});

test('a transaction that is over takes nothing more', async () => {
  const log = await run(`const db = await openDb(); const store = db.transaction('items').objectStore('items');
    await new Promise((resolve) => setTimeout(resolve, 20));
    try { store.get(1) } catch (error) { console.log(error.name) }
    try { db.transaction('items').objectStore('items').put({}) } catch (error) { console.log(error.name) }
    try { db.transaction('none') } catch (error) { console.log(error.name) }`);
  assert.deepEqual(log.slice(1), ['TransactionInactiveError', 'ReadOnlyError', 'NotFoundError']);
});

test('keys have an order', async () => {
  const log =
    await run(`console.log(indexedDB.cmp(1, 'a'), indexedDB.cmp(new Date(1), 2), indexedDB.cmp([1, 'b'], [1, 'a']), indexedDB.cmp(new Uint8Array([1]), 'z'), indexedDB.cmp('a', 'a'));
    try { indexedDB.cmp({}, 1) } catch (error) { console.log(error.name) }`);
  assert.deepEqual(log, ['-1 1 1 1 0', 'DataError']);
});

test('what is stored is there on the next page', async (t) => {
  const page = `<script>${PRELUDE} (async () => { const db = await openDb();
    if (location.pathname === '/') { const transaction = db.transaction('items', 'readwrite'); transaction.objectStore('items').put({ name: 'when', at: new Date(5), map: new Map([[1, new Uint8Array([7])]]) }); await ended(transaction) }
    const [item] = await done(db.transaction('items').objectStore('items').index('name').getAll('when'));
    console.log(item.at.getTime(), item.map.get(1)[0], item.id) })()</script>`;
  const { origin } = await site(t, { '/': page, '/b': page });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${origin}/`, 20_000);
  await session.goto(`${origin}/b`, 20_000);
  const log = session.events(0).filter(({ kind }) => kind === 'console');
  assert.deepEqual(
    log.map(({ message }) => message),
    ['upgrade 0 2', '5 7 1', '5 7 1'],
  );
});

test('structured values survive as text', async () => {
  const { structuredText, structuredValue } = await import('../../src/page/storage/structured-text.ts');
  fc.assert(
    fc.property(
      fc.anything({ withDate: true, withMap: true, withSet: true, withTypedArray: true, withBigInt: true }),
      (value) => {
        try {
          structuredClone(value);
        } catch {
          return;
        }
        assert.deepEqual(structuredValue(structuredText(structuredClone(value))), structuredClone(value));
      },
    ),
  );
  const loop: { self?: unknown; list: unknown[] } = { list: [] };
  loop.self = loop;
  loop.list.push(loop.list, loop);
  assert.deepEqual(structuredValue(structuredText(loop)), loop);
});
