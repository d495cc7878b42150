import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { addressNumber } from '../../src/net/address.ts';
import { countryOfProxies } from '../../src/net/address-country.ts';
import type { Resolver } from '../../src/net/guarded-connect.ts';
import { parseProxy } from '../../src/net/proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'countries-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(text: string): string {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, text);
  return path;
}

const V4 = file(
  ['198.51.100.0,198.51.100.255,FR', '203.0.113.0,203.0.113.127,DE', '203.0.113.128,203.0.113.255,JP', ''].join('\n'),
);
const V6 = file(['2a00:1::,2a00:1:ffff:ffff:ffff:ffff:ffff:ffff,SE', '2a00:3::,2a00:3::ff,BR'].join('\r\n'));
const NUMBERS = file(
  '3405803776,3405803903,DE\n55827575902194629176224234125318422528,55827575902194629176224234125318422783,SE',
);

const none: Resolver = (hostname, _options, callback) =>
  callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), []);

function resolvesTo(...addresses: readonly string[]): Resolver {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_hostname, _options, callback) => callback(null, all);
}

function find(servers: string | readonly string[], { from = [V4, V6], resolver = none } = {}): Promise<string> {
  return countryOfProxies([servers].flat().map(parseProxy), from, resolver);
}

test('the first and the last address of a range belong to it', async () => {
  const hosts = ['198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.127', '203.0.113.128', '203.0.113.255'];
  const found = await Promise.all(hosts.map((host) => find(`http://u:p@${host}:8000`)));
  assert.deepEqual(found, ['FR', 'FR', 'DE', 'DE', 'JP', 'JP']);
});

test('IPv6, and IPv4 inside it', async () => {
  assert.equal(await find('socks5://[2a00:1::7]:1080'), 'SE');
  assert.equal(await find('socks5://[2a00:3::ff]:1080'), 'BR');
  assert.equal(await find('socks5://[::ffff:203.0.113.200]:1080'), 'JP');
});

test('rows may be numbers, of both families in one file', async () => {
  assert.equal(await find('203.0.113.9:80', { from: [NUMBERS] }), 'DE');
  assert.equal(await find('[2a00:1::9]:80', { from: [NUMBERS] }), 'SE');
});

test('a name is resolved, and its first known address counts', async () => {
  assert.equal(await find('proxy.test:80', { resolver: resolvesTo('203.0.113.200', '198.51.100.1') }), 'JP');
  assert.equal(await find('proxy.test:80', { resolver: resolvesTo('2a00:2::1', '198.51.100.1') }), 'FR');
});

test('several proxies of one country are fine, of several are an error', async () => {
  assert.equal(await find(['203.0.113.1:80', '203.0.113.2:80']), 'DE');
  await assert.rejects(find(['203.0.113.1:80', '198.51.100.2:80']), {
    code: 'invalid_argument',
    message: /http:\/\/203\.0\.113\.1:80 in DE, http:\/\/198\.51\.100\.2:80 in FR/,
  });
});

test('private, unknown and unresolved addresses are errors that say what to do, without the password', async () => {
  for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '[fd00::1]', '[::ffff:192.168.0.1]']) {
    await assert.rejects(find(`http://user:secret@${host}:8000`), (error: Error & { code: string }) => {
      assert.equal(error.code, 'invalid_argument');
      assert.match(error.message, /private address.*two letters/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
  await assert.rejects(find('http://1.1.1.1:80'), { code: 'invalid_argument', message: /in none of the files/ });
  await assert.rejects(find('http://nowhere.test:80'), { code: 'dns_failure', message: /nowhere\.test/ });
});

test('files that are missing, or something else, are errors', async () => {
  const host = '203.0.113.1:80';
  await assert.rejects(find(host, { from: [join(folder, 'no.csv')] }), {
    code: 'invalid_argument',
    message: /no\.csv/,
  });
  for (const text of ['<html>', 'a,b,c', '1.0.0.0,1.0.0.255', '1.0.0.0,1.0.0.255,Germany', '\n\n']) {
    await assert.rejects(find(host, { from: [file(text)] }), { code: 'invalid_argument', message: /A row of/ });
  }
  await assert.rejects(find(host, { from: [file('')] }), { code: 'invalid_argument', message: /in none of the files/ });
});

test('any file ends in a country or in an error of ours', async () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('203.0.113.0,203.0.113.9,DE', '9,1,FR', '::,::1,XX', '5,,', ',,'));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const path = file(lines.join('\n'));
      try {
        assert.match(await find('203.0.113.1:80', { from: [path] }), /^[A-Z]{2}$/);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'invalid_argument');
      }
    }),
    { numRuns: 200 },
  );
});

test('a range is found wherever it stands among many', async () => {
  const codes = ['DE', 'FR', 'JP', 'BR', 'SE'];
  const rows = Array.from(
    { length: 500 },
    (_, n) => `${2 ** 24 + n * 1000},${2 ** 24 + n * 1000 + 899},${codes[n % 5]}`,
  );
  const many = file(rows.join('\n'));
  for (const n of [0, 1, 77, 250, 498, 499]) {
    const inside = 2 ** 24 + n * 1000 + 899;
    assert.equal(await find(dotted(inside), { from: [many] }), codes[n % 5]);
    await assert.rejects(find(dotted(inside + 1), { from: [many] }), { message: /in none of the files/ });
  }
});

function dotted(number: number): string {
  return `${number >>> 24}.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}:80`;
}

test('without files and without the package the error says how to install it', async () => {
  await assert.rejects(countryOfProxies([parseProxy('203.0.113.1:80')]), {
    code: 'unsupported_runtime',
    message: /npm install @ip-location-db\/asn-country/,
  });
});

test('addresses as numbers', () => {
  assert.equal(addressNumber('1.0.0.255'), 16777471n);
  assert.equal(addressNumber('2001:200::'), 42540528726795050063891204319802818560n);
});
