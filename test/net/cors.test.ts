import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCrossOriginRequest, checkCrossOriginResponse, originHeader } from '../../src/net/cors.ts';

const here = new URL('https://a.test/page');
const there = new URL('https://b.test/data');
const refused = { code: 'address_not_allowed' };

function response(url: URL, allowed?: string) {
  return { url, headers: new Map(allowed === undefined ? [] : [['access-control-allow-origin', [allowed]]]) };
}

test('a page reads its own origin', () => {
  checkCrossOriginResponse(here, response(new URL('https://a.test/x')));
});

test('a page reads another origin only when that agrees', () => {
  assert.throws(() => checkCrossOriginResponse(here, response(there)), refused);
  assert.throws(() => checkCrossOriginResponse(here, response(there, 'https://c.test')), refused);
  checkCrossOriginResponse(here, response(there, '*'));
  checkCrossOriginResponse(here, response(there, 'https://a.test'));
});

test('pages without an origin are strangers to each other', () => {
  const file = new URL('file:///a/page.html');
  assert.throws(() => checkCrossOriginResponse(file, response(new URL('file:///a/data.json'))), refused);
  checkCrossOriginResponse(file, response(there, 'null'));
});

test('a request that would need a preflight is refused', () => {
  checkCrossOriginRequest(here, there, 'POST', [['Content-Type', 'text/plain;charset=UTF-8']]);
  assert.throws(() => checkCrossOriginRequest(here, there, 'PUT', []), refused);
  assert.throws(() => checkCrossOriginRequest(here, there, 'POST', [['Content-Type', 'application/json']]), refused);
  assert.throws(() => checkCrossOriginRequest(here, there, 'GET', [['X-Own', '1']]), refused);
  checkCrossOriginRequest(here, new URL('https://a.test/x'), 'DELETE', [['X-Own', '1']]);
});

test('the origin is told across origins, and with every body', () => {
  assert.deepEqual(originHeader(here, there, 'GET'), [['Origin', 'https://a.test']]);
  assert.deepEqual(originHeader(here, here, 'POST'), [['Origin', 'https://a.test']]);
  assert.deepEqual(originHeader(here, here, 'GET'), []);
});
