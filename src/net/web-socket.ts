/**
 * One WebSocket connection, through the same dispatcher as every request, so that the same addresses are refused.
 *
 * In:  address, protocols, headers, and what to tell. Out: a connection to send on. It always ends with `onClose`.
 *
 * WebSockets §3 https://websockets.spec.whatwg.org/
 */
import type { Duplex } from 'node:stream';
import { type Dispatcher, Headers, WebSocket } from 'undici';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';

export interface SocketRequest {
  readonly url: URL;
  readonly protocols: readonly string[];
  readonly headers: readonly HeaderPair[];
  onOpen(protocol: string): void;
  onMessage(data: string | ArrayBuffer): void;
  onClose(code: number, reason: string, wasClean: boolean): void;
  onError(reason: string): void;
  /** Told how many more bytes of messages have left: what was sent and is not told yet still waits here. */
  onSent?(bytes: number): void;
  /** Told of each Set-Cookie header of the answer. */
  onCookie?(text: string): void;
}

export interface WebConnection {
  send(data: string | Uint8Array): void;
  close(code: number | null, reason: string): void;
}

/** Tells `onSent` what became of messages, by how many of their bytes still wait. */
export class SentBytes {
  readonly #request: SocketRequest;
  #waiting = 0;

  constructor(request: SocketRequest) {
    this.#request = request;
  }

  add(data: string | Uint8Array): void {
    this.#waiting += Buffer.byteLength(data);
  }

  /** `waiting`: the bytes of messages that have not left. */
  note(waiting: number): void {
    const sent = this.#waiting - waiting;
    if (sent <= 0) return;
    this.#waiting = waiting;
    this.#request.onSent?.(sent);
  }
}

export function connectSocket(request: SocketRequest, dispatcher: Dispatcher): WebConnection {
  const sent = new SentBytes(request);
  let wire: Duplex | null = null;
  let closing: NodeJS.Timeout | undefined;
  const onUpgrade = (upgraded: Duplex) => {
    wire = upgraded;
    watchWrites(upgraded, () => sent.note(socket.bufferedAmount));
  };
  const socket = new WebSocket(request.url, {
    protocols: [...request.protocols],
    dispatcher: asBrowsersDo(dispatcher, request, onUpgrade),
    headers: Object.fromEntries(request.headers),
  });
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => request.onOpen(socket.protocol));
  socket.addEventListener('message', ({ data }) => {
    // Secure: these bytes may be undici's own, for empty messages those of all its sockets. Whoever gets them takes them
    // away, into the isolate, and undici would fail on what is left, outside of any call.
    request.onMessage(typeof data === 'string' ? data : (data as ArrayBuffer).slice(0));
  });
  socket.addEventListener('close', ({ code, reason, wasClean }) => {
    clearTimeout(closing);
    request.onClose(code, reason, wasClean);
  });
  socket.addEventListener('error', ({ message }) => request.onError(message || 'The web socket failed.'));
  return {
    send(data) {
      if (socket.readyState !== WebSocket.OPEN) return;
      sent.add(data);
      socket.send(data);
    },
    close(code, reason) {
      // Codes that only the protocol itself may use are left out.
      const mayCode = code !== null && (code === 1000 || (code >= 3000 && code <= 4999));
      if (mayCode) socket.close(code, reason);
      else socket.close();
      closing ??= setTimeout(() => wire?.destroy(), LIMITS.socketClosingMs).unref();
    },
  };
}

/** Names as Chrome writes them, in its order; undici has its own for what it adds by itself. */
const HANDSHAKE_ORDER = [
  'Pragma',
  'Cache-Control',
  'User-Agent',
  'Origin',
  'Sec-WebSocket-Version',
  'Accept-Encoding',
  'Accept-Language',
  'Cookie',
  'Sec-WebSocket-Key',
  'Sec-WebSocket-Extensions',
  'Sec-WebSocket-Protocol',
];

/**
 * The handshake with the headers that a browser sends, and no others. undici keeps the answer to it to itself; on its way
 * there, its cookies can be seen, and the connection, to watch what is written and to end it.
 */
function asBrowsersDo(
  dispatcher: Dispatcher,
  { onCookie }: SocketRequest,
  onUpgrade: (wire: Duplex) => void,
): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const watched = Object.create(handler) as Dispatcher.DispatchHandler;
    watched.onRequestUpgrade = (controller, status, headers, socket) => {
      const sent = headers['set-cookie'] ?? [];
      for (const text of Array.isArray(sent) ? sent : [sent]) onCookie?.(text);
      onUpgrade(socket);
      handler.onRequestUpgrade?.call(watched, controller, status, headers, socket);
    };
    return dispatch({ ...options, headers: handshakeHeaders(options.headers) }, watched);
  });
}

type OnWrite = (error?: Error | null) => void;

/** undici counts what waits, and tells nobody when that changes. What a broken connection had waits for ever. */
function watchWrites(socket: Duplex, onWritten: () => void): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.write = ((...given: unknown[]) => {
    const last = given.at(-1);
    const own = typeof last === 'function' ? (given.pop() as OnWrite) : null;
    const done: OnWrite = (error) => {
      own?.(error);
      if (error === undefined || error === null) onWritten();
    };
    return write(...given, done);
  }) as Duplex['write'];
}

function handshakeHeaders(headers: Dispatcher.DispatchOptions['headers']): string[] {
  const given = new Headers(headers as Record<string, string>);
  return HANDSHAKE_ORDER.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [name, value];
  });
}
