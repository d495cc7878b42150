/**
 * WebSocketStream: a WebSocket whose messages are streams. Made of a WebSocket.
 *
 * WebSockets (WebSocketStream) https://websockets.spec.whatwg.org/#the-websocketstream-interface
 */

import { abortReason, isAborted, onAbort } from '../abort-signal.ts';
import { DOMException, domException } from '../dom/dom-exception.ts';
import { addListener } from '../listeners.ts';
import { deferred, markHandled } from '../network/promises.ts';
import { ReadableStream } from '../network/streams/readable-stream.ts';
import { WritableStream } from '../network/streams/writable-stream.ts';
import { WebSocket } from '../network/web-socket.ts';
import { construct } from '../primordials.ts';
import { attach, defineBehaviour, defineLater, type LiveRecord, lazyInterface } from '../window/lazy-interfaces.ts';
import { type Args, givenOf } from './answers.ts';

function socketError(message: string, closeCode: number | null, reason: string): object {
  const target = lazyInterface('WebSocketError');
  const error = construct(DOMException, [message, 'WebSocketError'], target as never) as object;
  return attach(error, 'WebSocketError', { closeCode, reason });
}

function listen(socket: WebSocket, type: string, callback: (event: never) => void): void {
  addListener(socket, { type, callback, capture: false, once: false, passive: false, removed: false });
}

type Closing = { readonly code: number; readonly reason: string; readonly wasClean: boolean };

function open(args: Args): LiveRecord {
  const { protocols = [], signal } = givenOf(args[1]);
  if (typeof signal === 'object' && signal !== null && isAborted(signal)) throw abortReason(signal);
  const socket = new WebSocket(args[0], protocols);
  socket.binaryType = 'arraybuffer';
  const [opened, closed] = [deferred<object>(), deferred<object>()];
  markHandled(opened.promise);
  markHandled(closed.promise);
  let controller: { enqueue(value: unknown): void; close(): void; error(error: unknown): void } | null = null;
  let isOpen = false;
  listen(socket, 'open', () => {
    isOpen = true;
    const readable = new ReadableStream({
      start(given: never) {
        controller = given;
      },
      cancel: () => socket.close(),
    } as never);
    const writable = new WritableStream({
      write: (chunk: unknown) => socket.send(chunk),
      close: () => socket.close(),
      abort: () => socket.close(),
    } as never);
    opened.resolve({ extensions: '', protocol: socket.protocol, readable, writable });
  });
  listen(socket, 'message', ({ data }: { readonly data: unknown }) => controller?.enqueue(data));
  listen(socket, 'close', ({ code, reason, wasClean }: Closing) => {
    if (isOpen && wasClean) {
      controller?.close();
      closed.resolve({ closeCode: code, reason });
      return;
    }
    const error = socketError('WebSocket was not cleanly closed.', code, reason);
    if (!isOpen) opened.reject(socketError('WebSocket closed before handshake complete.', null, ''));
    controller?.error(error);
    closed.reject(error);
  });
  if (typeof signal === 'object' && signal !== null) {
    onAbort(signal, () => {
      if (isOpen) return;
      opened.reject(domException('AbortError', 'WebSocket handshake was aborted'));
      socket.close();
    });
  }
  return { url: socket.url, opened: opened.promise, closed: closed.promise, '%socket': socket };
}

export function installWebSocketStream(): void {
  defineLater('WebSocketStream WebSocketError', () => {
    defineBehaviour('WebSocketError', {
      make: (args: Args, newTarget: unknown) =>
        construct(DOMException, [args[0] === undefined ? '' : `${args[0]}`, 'WebSocketError'], newTarget as never),
      construct: (args: Args): LiveRecord => {
        const { closeCode = null, reason = '' } = givenOf(args[1]);
        return { closeCode: closeCode === null && reason !== '' ? 1000 : closeCode, reason: `${reason}` };
      },
    });
    defineBehaviour('WebSocketStream', {
      construct: open,
      close(this: LiveRecord, args: Args) {
        const { closeCode, reason } = givenOf(args[0]);
        (this['%socket'] as WebSocket).close(closeCode, reason);
      },
    });
  });
}
