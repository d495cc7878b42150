import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { createDispatch, type Handlers } from '../../src/protocol/dispatch.ts';
import { METHODS } from '../../src/protocol/methods.ts';

/** Handlers that give back what they got. */
const echo = Object.fromEntries(
  Object.keys(METHODS).map((name) => [name, async (params: unknown) => params]),
) as unknown as Handlers;
const dispatch = createDispatch(echo);

test('checked parameters reach the handler', async () => {
  assert.deepEqual(await dispatch('session.goto', { session: 's1', url: 'x' }), { session: 's1', url: 'x' });
  assert.deepEqual(await dispatch('engine.ping', undefined), {});
});

test('a method that does not exist is unknown_method, and the message lists those that do', async () => {
  for (const name of ['nonsense', 'toString', '__proto__', 'constructor']) {
    await assert.rejects(dispatch(name, {}), { code: 'unknown_method', message: /session\.goto/ });
  }
});

for (const [method, params, where] of [
  ['session.goto', { session: 's1' }, /url is missing/],
  ['session.click', { session: 's1' }, /id is missing/],
  ['session.goto', { session: 's1', url: 5 }, /url/],
  ['session.goto', { session: '', url: 'x' }, /session/],
  ['session.goto', { session: 's1', url: 'x', more: 1 }, /more/],
  ['session.goto', { session: 's1', url: 'x', timeoutMs: -1 }, /timeoutMs/],
  ['session.click', { session: 's1', id: '3' }, /id/],
  ['session.click', { session: 's1', id: 0.5 }, /id/],
  ['session.create', { viewport: [0, 10] }, /viewport/],
  ['session.create', { viewport: [10] }, /viewport/],
  ['session.create', 'text', /what was given is a text of 4 characters; it has to be an object with /],
] as const) {
  test(`${method} with ${JSON.stringify(params)} is invalid_argument and says where`, async () => {
    await assert.rejects(dispatch(method, params), (error: { code: string; message: string }) => {
      assert.equal(error.code, 'invalid_argument');
      assert.match(error.message, where);
      return true;
    });
  });
}

test('no parameters, however strange, get past with an exception of another kind', async () => {
  const names = fc.constantFrom(...Object.keys(METHODS));
  await fc.assert(
    fc.asyncProperty(names, fc.jsonValue(), async (name, params) => {
      try {
        await dispatch(name, params);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'invalid_argument');
      }
    }),
  );
});

test('every method can be described to a door as JSON Schema, and says what it is for', () => {
  for (const [name, method] of Object.entries(METHODS)) {
    assert.equal((z.toJSONSchema(method.params) as { type?: string }).type, 'object', name);
    z.toJSONSchema(method.result);
    assert.match(method.description, /\.$/, name);
    assert.ok(method.deadlineMs > 0, name);
  }
});
