/**
 * One WebSocket connection, through the same dispatcher as every request, so that the same addresses are refused.
 *
 * In:  address, protocols, headers, and what to tell. Out: a connection to send on. It always ends with `onClose`.
 *
 * WebSockets §3 https://websockets.spec.whatwg.org/
 */
import { type Dispatcher, WebSocket } from 'undici';
import type { HeaderPair } from '../identity/request-headers.ts';

export interface SocketRequest {
  readonly url: URL;
  readonly protocols: readonly string[];
  readonly headers: readonly HeaderPair[];
  onOpen(protocol: string): void;
  onMessage(data: string | ArrayBuffer): void;
  onClose(code: number, reason: string, wasClean: boolean): void;
  onError(reason: string): void;
  /** Told of each Set-Cookie header of the answer. */
  onCookie?(text: string): void;
}

export interface WebConnection {
  send(data: string | Uint8Array): void;
  close(code: number | null, reason: string): void;
}

export function connectSocket(request: SocketRequest, dispatcher: Dispatcher): WebConnection {
  const socket = new WebSocket(request.url, {
    protocols: [...request.protocols],
    dispatcher: withCookies(dispatcher, request),
    headers: Object.fromEntries(request.headers),
  });
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => request.onOpen(socket.protocol));
  socket.addEventListener('message', ({ data }) => request.onMessage(data as string | ArrayBuffer));
  socket.addEventListener('close', ({ code, reason, wasClean }) => request.onClose(code, reason, wasClean));
  socket.addEventListener('error', ({ message }) => request.onError(message || 'The web socket failed.'));
  return {
    send(data) {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    },
    close(code, reason) {
      // Codes that only the protocol itself may use are left out.
      const mayCode = code !== null && (code === 1000 || (code >= 3000 && code <= 4999));
      if (mayCode) socket.close(code, reason);
      else socket.close();
    },
  };
}

/** undici keeps the answer to the handshake to itself; on its way there, its headers can be seen. */
function withCookies(dispatcher: Dispatcher, { onCookie }: SocketRequest): Dispatcher {
  if (onCookie === undefined) return dispatcher;
  return dispatcher.compose((dispatch) => (options, handler) => {
    const watched = Object.create(handler) as Dispatcher.DispatchHandler;
    watched.onRequestUpgrade = (controller, status, headers, socket) => {
      const sent = headers['set-cookie'] ?? [];
      for (const text of Array.isArray(sent) ? sent : [sent]) onCookie(text);
      handler.onRequestUpgrade?.call(watched, controller, status, headers, socket);
    };
    return dispatch(options, watched);
  });
}
