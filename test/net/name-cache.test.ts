import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import { rememberNames } from '../../src/net/name-cache.ts';

type Tell = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

const HERE: readonly LookupAddress[] = [{ address: '93.184.216.34', family: 4 }];
const nobody = () => Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });

/** A resolver whose answers are given by hand, and a clock that is set by hand. */
function byHand() {
  const asked: string[] = [];
  const open: Tell[] = [];
  let time = 0;
  const resolver = rememberNames(
    (hostname, _options, callback) => {
      asked.push(hostname);
      open.push(callback);
    },
    () => time,
  );
  return {
    asked,
    answer: (error: NodeJS.ErrnoException | null = null, addresses = HERE) => open.shift()!(error, addresses),
    pass: (ms: number) => {
      time += ms;
    },
    ask: (hostname: string, options = {}) =>
      new Promise<readonly LookupAddress[]>((resolve, reject) => {
        resolver(hostname, options, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
      }),
  };
}

test('those who wait for one name are asked for together, in any case of letters', async () => {
  const names = byHand();
  const all = [names.ask('images.example'), names.ask('Images.Example'), names.ask('images.example')];
  names.answer();
  assert.deepEqual(await Promise.all(all), [HERE, HERE, HERE]);
  assert.deepEqual(names.asked, ['images.example']);
});

test('an answer is good for its time, and for its family', async () => {
  const names = byHand();
  const first = names.ask('a.example');
  names.answer();
  await first;
  names.pass(LIMITS.names.goodMs - 1);
  assert.deepEqual(await names.ask('a.example'), HERE);
  void names.ask('a.example', { family: 6 });
  assert.equal(names.asked.length, 2);
  names.answer(null, []);
  names.pass(1);
  const again = names.ask('a.example');
  names.answer();
  await again;
  assert.equal(names.asked.length, 3);
});

test('what failed is asked for again soon', async () => {
  const names = byHand();
  const first = names.ask('gone.example');
  names.answer(nobody(), []);
  await assert.rejects(first, { code: 'ENOTFOUND' });
  await assert.rejects(names.ask('gone.example'), { code: 'ENOTFOUND' });
  assert.equal(names.asked.length, 1);
  names.pass(LIMITS.names.failedMs);
  const again = names.ask('gone.example');
  names.answer();
  assert.deepEqual(await again, HERE);
});

test('a caller is never called back while it calls', async () => {
  const resolver = rememberNames((_hostname, _options, callback) => setImmediate(() => callback(null, HERE)));
  const asked = () => {
    let isBehind = false;
    return new Promise<boolean>((resolve) => {
      resolver('a.example', {}, () => resolve(isBehind));
      isBehind = true;
    });
  };
  assert.equal(await asked(), true);
  assert.equal(await asked(), true);
});

test('only so many names are kept, the newest', async () => {
  const names = byHand();
  for (let at = 0; at <= LIMITS.names.kept; at++) {
    const asked = names.ask(`h${at}.example`);
    names.answer();
    await asked;
  }
  await names.ask(`h${LIMITS.names.kept}.example`);
  assert.equal(names.asked.length, LIMITS.names.kept + 1);
  void names.ask('h0.example');
  assert.equal(names.asked.length, LIMITS.names.kept + 2);
});

test('what the resolver refuses at once leaves nobody waiting', () => {
  let calls = 0;
  const resolver = rememberNames(() => {
    calls++;
    throw new TypeError('no name');
  });
  for (let at = 1; at <= 2; at++) assert.throws(() => resolver('', {}, () => assert.fail()), TypeError);
  assert.equal(calls, 2);
});
