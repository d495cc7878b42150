import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AgentBrowserError, ElementNotFoundError } from '../../src/errors.ts';
import { answerRequest, encodeLine, LineReader, RpcCaller } from '../../src/protocol/json-rpc.ts';

test('lines come out whole, wherever the bytes were cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(50)), (texts, cuts) => {
      const bytes = Buffer.from(texts.map(encodeLine).join(''));
      const reader = new LineReader();
      const lines: string[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        lines.push(...reader.read(bytes.subarray(at, at + cut)));
        at = Math.min(bytes.length, at + cut);
      }
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        texts,
      );
    }),
  );
});

test('a line over the limit is an error, and the reader goes on with the next', () => {
  const reader = new LineReader(10);
  assert.throws(() => reader.read(Buffer.from('12345678901')), { code: 'invalid_argument' });
  assert.deepEqual(reader.read(Buffer.from('1\n')), ['1']);
});

async function ask(line: string, result: unknown = 'result'): Promise<Record<string, unknown> | null> {
  const answer = await answerRequest(line, async (method, params) => {
    if (result instanceof Error) throw result;
    return { method, params, result };
  });
  return answer === null ? null : JSON.parse(answer);
}

test('a call is answered with its id', async () => {
  assert.deepEqual(await ask('{"jsonrpc":"2.0","id":7,"method":"a","params":{"b":1}}'), {
    jsonrpc: '2.0',
    id: 7,
    result: { method: 'a', params: { b: 1 }, result: 'result' },
  });
});

test('a notification is not answered, not even when it fails', async () => {
  assert.equal(await ask('{"jsonrpc":"2.0","method":"a"}'), null);
  assert.equal(await ask('{"jsonrpc":"2.0","method":"a"}', new Error('x')), null);
});

test("what is not a request is answered with JSON-RPC's own codes", async () => {
  for (const [line, code] of [
    ['{', -32700],
    ['null', -32600],
    ['[]', -32600],
    ['"x"', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"a"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"a"}', -32600],
  ] as const) {
    assert.equal(((await ask(line)) as { error: { code: number } }).error.code, code, line);
  }
});

test('any line gets an answer or none, never an exception', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (line) => {
      await ask(line);
    }),
  );
});

/** A caller whose calls are answered by `answerRequest` with the given outcome. */
function callerThatGets(outcome: unknown): RpcCaller {
  const caller: RpcCaller = new RpcCaller(async (line) => {
    const answer = await answerRequest(line, async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    caller.receive(answer!);
  });
  return caller;
}

test('an error keeps its code and its words across the wire', async () => {
  const error = new AgentBrowserError('dns_failure', 'No such host.');
  await assert.rejects(callerThatGets(error).call('a', {}).answer, { code: 'dns_failure', message: 'No such host.' });
});

test('a missing element keeps its id across the wire', async () => {
  await assert.rejects(callerThatGets(new ElementNotFoundError(5)).call('a', {}).answer, {
    name: 'ElementNotFoundError',
    id: 5,
  });
});

test('a bug of ours arrives as internal_error', async () => {
  await assert.rejects(callerThatGets(new TypeError('x is undefined')).call('a', {}).answer, {
    code: 'internal_error',
    message: /x is undefined/,
  });
});

test('answers find their calls in any order', async () => {
  const lines: string[] = [];
  const caller = new RpcCaller((line) => lines.push(line));
  const first = caller.call('a', {}).answer;
  const second = caller.call('b', {}).answer;
  for (const line of lines.reverse()) {
    const { id, method } = JSON.parse(line);
    caller.receive(encodeLine({ jsonrpc: '2.0', id, result: method }));
  }
  assert.deepEqual(await Promise.all([first, second]), ['a', 'b']);
});

test('an answer that nobody waits for is dropped', async () => {
  const caller = new RpcCaller(() => undefined);
  const { answer, abandon } = caller.call('a', {});
  abandon(new Error('too late'));
  await assert.rejects(answer, /too late/);
  caller.receive('{"jsonrpc":"2.0","id":1,"result":1}');
  caller.receive('{"jsonrpc":"2.0","id":99,"result":1}');
  assert.equal(caller.pending, 0);
});

test('when the other end is gone, every call fails', async () => {
  const caller = new RpcCaller(() => undefined);
  const answers = [caller.call('a', {}).answer, caller.call('b', {}).answer];
  caller.failAll(new AgentBrowserError('engine_crashed', 'gone'));
  for (const answer of answers) await assert.rejects(answer, { code: 'engine_crashed' });
});
