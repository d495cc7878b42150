/**
 * What the engine process does: reads calls from file descriptor 3, answers them there, and ends when it closes.
 */
import { Socket } from 'node:net';
import { answerRequest, LineReader, RunningCalls } from '../protocol/json-rpc.ts';
import { setEngineFlags } from '../session/isolate-host.ts';
import { createEngine } from './engine.ts';

setEngineFlags();
const channel = new Socket({ fd: 3, readable: true, writable: true });
const { dispatch, lastWords } = createEngine();
const reader = new LineReader();
const running = new RunningCalls();

// A message over the limit throws, which ends the process: our own client never sends one.
channel.on('data', (chunk: Uint8Array) => {
  for (const line of reader.read(chunk)) void answer(line);
});

async function answer(line: string): Promise<void> {
  const reply = await answerRequest(line, dispatch, running);
  if (reply !== null) channel.write(reply);
}

// process.exit() would wait for page script that still runs in its isolate's thread. A signal to oneself does not.
const end = () => process.kill(process.pid, 'SIGKILL');
channel.on('end', end);
channel.on('error', end);
channel.on('close', end);

// Secure: Node would print the error as it is, and errors quote addresses and texts of pages.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${lastWords(error)}\n`, end);
});

// Ctrl-C reaches every process of the terminal. The parent decides what it means; when it goes, the channel closes.
process.on('SIGINT', () => undefined);
