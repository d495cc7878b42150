/**
 * One client of the socket that speaks JSON-RPC, one message a line.
 *
 * In:  its bytes. Out: answers, in the order in which they are ready. A client that closes only its own end gets the answers
 *      to what it asked; one that is gone is noticed, and what it waited for is cancelled.
 */
import type { Socket } from 'node:net';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { toWireError } from '../protocol/errors.ts';
import { answerRequest, encodeLine, LineReader } from '../protocol/json-rpc.ts';
import type { Daemon } from './daemon.ts';

/** How often it is looked whether a client that sends nothing more still listens. */
const PROBE_MS = 1_000;

export function serveLines(socket: Socket, daemon: Daemon): void {
  const { visitor, leave } = daemon.enter();
  const reader = new LineReader(LIMITS.socketMessageBytes);
  let waiting = 0;
  let hasEnded = false;
  let probe: NodeJS.Timeout | undefined;

  const write = (text: string) => {
    if (socket.destroyed) return;
    socket.write(text);
    // It asks and does not read.
    if (socket.writableLength > LIMITS.socketBacklogBytes) socket.destroy();
  };
  const answer = async (line: string) => {
    if (line.trim() === '') return;
    waiting++;
    try {
      const reply = await answerRequest(line, (method, params) => daemon.call(method, params, visitor));
      if (reply !== null) write(reply);
    } finally {
      waiting--;
      if (hasEnded && waiting === 0) socket.end();
    }
  };

  socket.on('data', (chunk: Uint8Array) => {
    try {
      for (const line of reader.read(chunk)) void answer(line);
    } catch (error) {
      // Where the next message begins is not known any more.
      write(encodeLine({ jsonrpc: '2.0', id: null, error: toWireError(error) }));
      socket.end();
    }
  });
  socket.on('end', () => {
    hasEnded = true;
    if (waiting === 0) socket.end();
    // A client that is gone looks like one that only sends no more, until something is written. White space before a
    // message means nothing in JSON.
    else {
      const look = () => write(' ');
      look();
      probe = setInterval(look, PROBE_MS);
    }
  });
  // A client that has gone is no error of ours; 'close' follows.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearInterval(probe);
    leave();
  });
}

/** Says no to a client that is one too many. */
export function turnAway(socket: Socket): void {
  const error = new AgentBrowserError('invalid_argument', `${LIMITS.socketClients} clients are connected. Try later.`);
  socket.on('error', () => socket.destroy());
  socket.end(encodeLine({ jsonrpc: '2.0', id: null, error: toWireError(error) }));
}
