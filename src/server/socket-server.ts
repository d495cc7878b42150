/**
 * The socket of a daemon: JSON-RPC and HTTP on the same path.
 *
 * In:  connections. Out: each is served by what its first byte says: a request of HTTP begins with a capital letter, a
 *      message of JSON-RPC never does.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { LIMITS } from '../limits.ts';
import type { Daemon } from './daemon.ts';
import { serveLines, turnAway } from './socket-connection.ts';
import { socketHttp } from './socket-http.ts';

/** How long a client may be silent before its first byte. */
const FIRST_BYTE_MS = 60_000;

export interface SocketServer {
  readonly server: Server;
  /** Ends the connections that are still there, after what was written to them. */
  hangUp(): void;
}

export function createSocketServer(daemon: Daemon): SocketServer {
  const http = socketHttp(daemon);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > LIMITS.socketClients) {
      turnAway(socket);
      return;
    }
    const silent = () => socket.destroy();
    socket.setTimeout(FIRST_BYTE_MS, silent);
    socket.once('error', silent);
    socket.once('end', silent);
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0);
      socket.off('timeout', silent);
      socket.off('error', silent);
      socket.off('end', silent);
      socket.pause();
      socket.unshift(first);
      if (isHttp(first)) http.emit('connection', socket);
      else serveLines(socket, daemon);
      socket.resume();
    });
  });
  return {
    server,
    hangUp() {
      for (const socket of open) socket.destroySoon();
    },
  };
}

function isHttp(first: Buffer): boolean {
  const byte = first[0] ?? 0;
  return byte >= 0x41 && byte <= 0x5a;
}
