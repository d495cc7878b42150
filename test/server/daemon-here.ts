/**
 * A daemon in this process, on a socket of its own, and a client that speaks lines with it.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { MainSettings } from '../../src/server/daemon-main-session.ts';
import { runDaemon } from '../../src/server/daemon-run.ts';
import { scratchFolder } from '../vault/scratch.ts';

export async function daemonHere(t: TestContext, main: MainSettings = {}): Promise<string> {
  const socket = join(scratchFolder(t), 's.sock');
  const settings = { behaviour: 'instant', allowEvaluate: true, ...main } as const;
  const daemon = await runDaemon({
    paths: { name: 'test', socket, info: null, log: null },
    idleMs: 60_000,
    main: settings,
  });
  if (daemon === 'taken') throw new Error('a path of our own is taken');
  t.after(async () => {
    daemon.end();
    await daemon.ended;
  });
  return socket;
}

export interface Client {
  readonly socket: Socket;
  /** The result of a call; rejects with the error object of the answer. */
  call<T = Record<string, never>>(method: string, params?: unknown): Promise<T>;
  send(text: string): void;
  /** The next line that is no answer to `call`. */
  line(): Promise<unknown>;
}

export async function client(t: TestContext, path: string): Promise<Client> {
  const socket = connect(path);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  const others: unknown[] = [];
  let wake: () => void = () => undefined;
  createInterface({ input: socket }).on('line', (text) => {
    const message = JSON.parse(text);
    const call = waiting.get(message.id);
    if (call === undefined) {
      others.push(message);
      wake();
    } else if (message.error === undefined) call.resolve(message.result as never);
    else call.reject(Object.assign(new Error(message.error.message), message.error, { rpc: message.error.code }));
  });
  let lastId = 1_000_000;
  return {
    socket,
    call(method, params = {}) {
      const id = ++lastId;
      const answer = Promise.withResolvers<never>();
      waiting.set(id, answer);
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return answer.promise;
    },
    send: (text) => void socket.write(text),
    async line() {
      while (others.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return others.shift();
    },
  };
}
