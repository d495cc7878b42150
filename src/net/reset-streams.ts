/**
 * Streams of HTTP/2 that a server cancels in the middle of a body, as gateways do when the server behind them breaks off:
 * they fail, as a connection of HTTP/1.1 does that ends too early.
 *
 * Node makes an error of every code with which a stream is reset, except of CANCEL: such a stream just ends, and undici
 * takes that for the end of the answer. Half a script would run, and half a page would be kept in the cache.
 *
 * RFC 9113 §5.4.2, §8.1.1 https://www.rfc-editor.org/rfc/rfc9113#section-8.1.1
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

const WATCHED = Symbol('streams that are reset fail');
let isSubscribed = false;

/** From now on, streams on this connection that are reset fail. Connections of others are left alone. */
export function failResetStreams(socket: Socket): void {
  (socket as Socket & { [WATCHED]?: true })[WATCHED] = true;
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('http2.client.stream.created', (message) => {
    const { stream } = message as { readonly stream: ClientHttp2Stream };
    const connection = stream.session?.socket as (Socket & { [WATCHED]?: true }) | undefined;
    if (connection?.[WATCHED] === true) watch(stream);
  });
}

function watch(stream: ClientHttp2Stream): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    const code = stream.rstCode;
    // No error: the server wants no more of the request, and its answer counts (§8.1).
    if (chunk !== null || code === undefined || code === 0) return push(chunk, encoding);
    stream.destroy(Object.assign(new Error(`the server broke off (code ${code} of HTTP/2)`), { code: 'ECONNRESET' }));
    return false;
  };
}
