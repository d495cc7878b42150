import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as z from 'zod';
import { isAgentBrowserError } from '../../src/errors.ts';
import { faultsOf } from '../../src/protocol/faults.ts';
import { METHODS, type MethodName } from '../../src/protocol/methods.ts';
import { type NetworkSettings, networkParts } from '../../src/session/net-settings.ts';

function faults(method: MethodName, given: unknown): string {
  const schema = METHODS[method].params as z.ZodType;
  const { error } = schema.safeParse(given);
  assert.ok(error, JSON.stringify(given));
  return faultsOf(schema, given, error);
}

const TYPES =
  "'document', 'style', 'script', 'image', 'font', 'media', 'fetch', 'beacon', 'websocket', 'sourcemap' or 'favicon'";
const BLOCK = 'true or false, or an object with types, add, remove, lists, list';
const PROXY = 'a text, or a list, each a text, or an object with servers, rotate, bypass, country, countryFiles';

for (const [given, told] of [
  [{ block: 'yes' }, `block is 'yes'; it has to be ${BLOCK}`],
  [{ block: null }, `block is null; it has to be ${BLOCK}`],
  [{ block: { types: ['pictures'] } }, `block.types.0 is 'pictures'; it has to be ${TYPES}`],
  [{ block: { types: 'image' } }, `block.types is 'image'; it has to be a list, each ${TYPES}`],
  [{ block: { ads: true } }, "block has no 'ads': there are types, add, remove, lists, list"],
  [{ block: { add: [''] } }, 'block.add.0 is empty; it has to be a text'],
  [{ block: { list: true } }, 'block.list is true; it has to be a text, or false'],
  [{ proxy: 5 }, `proxy is 5; it has to be ${PROXY}`],
  [{ proxy: [] }, 'proxy is a list of 0; it has to have at least 1 entry'],
  [{ proxy: {} }, 'proxy.servers is missing: it has to be a list, each a text'],
  [
    { proxy: { servers: 'http://u:secret@x' } },
    'proxy.servers is a text of 17 characters; it has to be a list, each a text',
  ],
  [
    { proxy: { servers: ['http://x'], rotate: 'often' } },
    "proxy.rotate is 'often'; it has to be 'request', 'page' or 'sticky'",
  ],
  [{ privateHosts: true }, "privateHosts is true; it has to be 'named', 'all' or 'none'"],
  [{ allowedHosts: 'example.com' }, "allowedHosts is 'example.com'; it has to be a list, each a text"],
  [{ robots: 5 }, 'robots is 5; it has to be true or false, or a text'],
  [{ cache: 'no' }, "cache is 'no'; it has to be true or false"],
  [{ identity: 'firefox' }, "identity is 'firefox'; it has to be 'chrome'"],
  [{ blocking: false }, "there is no 'blocking': did you mean 'block'"],
  [{ proxies: [] }, "there is no 'proxies': did you mean 'proxy'"],
  [{ viewport: [0, 600] }, 'viewport.0 is 0; it has to be at least 1'],
  [{ timeoutMs: '5', cache: 1 }, "cache is 1; it has to be true or false; timeoutMs is '5'; it has to be a number"],
] as const) {
  test(`${JSON.stringify(given)}: ${told.slice(0, 60)}`, () => assert.equal(faults('session.create', given), told));
}

test('what is missing is named, and what it has to be', () => {
  assert.equal(faults('session.goto', { session: 's1' }), 'url is missing: it has to be a text');
});

test('texts that may be secret are not repeated', () => {
  const told = faults('session.type', { session: 's1', id: 'hunter2', text: ['hunter2'], password: 'hunter2' });
  assert.match(told, /^id is /);
  assert.doesNotMatch(
    faults('session.create', { httpCredentials: 'ann:hunter2', proxy: { servers: 'hunter2' } }),
    /hunter2/,
  );
});

test('a password that is a number is not repeated', () => {
  const login = { name: 'a', url: 'https://a.example/', username: 'u' };
  assert.equal(faults('auth.add', { ...login, password: 12_345_678 }), 'password is a number; it has to be a text');
  assert.equal(faults('auth.open', { passphrase: 12_345_678 }), 'passphrase is a number; it has to be a text');
  assert.doesNotMatch(faults('session.answer', { session: 's', pending: 1, code: 123_456 }), /123/);
});

for (const [settings, told] of [
  [
    { proxy: ['http://x:1', 'socks4://ann:secret@x'] },
    /^proxy: server 2 of 2 is not valid: it begins with 'socks4:\/\/'/,
  ],
  [{ proxy: 'http://ann:secret@host:99999' }, /^proxy: the proxy is not valid: its host or port cannot be read\./],
  [{ proxy: { servers: ['http://x:1'], bypass: ['a b'] } }, /^proxy\.bypass: 'a b' is not a host\./],
  [{ allowedHosts: ['10.0.0.0/8'] }, /^allowedHosts: '10\.0\.0\.0\/8' is not a host\. .* ranges of addresses/],
  [{ blockedHosts: ['https://x.example/'] }, /^blockedHosts: 'https:\/\/x\.example\/' is not a host\./],
  [{ block: { lists: ['/no/such/list'] } }, /^block: the list '\/no\/such\/list' cannot be read\. Check/],
  [{ record: '/no/such/folder/x.har' }, /^record: '\/no\/such\/folder\/x\.har' cannot be written to\. Name/],
  [{ replay: '/no/such.har' }, /^replay: the recording '\/no\/such\.har' cannot be read\. Check/],
  [{ replay: 'package-lock.json' }, /^replay: 'package-lock\.json' is not a HAR file: it has no log/],
  [{ replay: 'a.har', record: 'b.har' }, /^A session either records or replays/],
] as readonly (readonly [NetworkSettings, RegExp])[]) {
  test(`${JSON.stringify(settings)} is told by its option`, () => {
    const make = () => networkParts(settings, () => assert.fail());
    assert.throws(make, (error) => {
      assert.ok(isAgentBrowserError(error));
      assert.equal(error.code, 'invalid_argument');
      assert.match(error.message, told);
      assert.doesNotMatch(error.message, /secret|ann:/);
      return true;
    });
  });
}
