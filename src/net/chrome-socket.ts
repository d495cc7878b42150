/**
 * A web socket as Chrome opens it, by wreq-js: Chrome's TLS for web sockets, which is not that of its pages, and its
 * headers in its order.
 *
 * In:  address, protocols, headers, and a transport that reaches nothing it may not. Out: a connection to send on. It always
 * ends with `onClose`.
 *
 * Secure: wreq-js makes web sockets through its sessions, and a session has a transport of its own that may connect to
 * everything. It is replaced by ours before anything is connected, and without that nothing is.
 *
 * Missing: wreq-js has no compression for web sockets, so it is not offered; and it does not show the answer to the
 * handshake, so cookies that this sets are not kept.
 */
import type { CustomTlsOptions, Session, Transport, WebSocket } from 'wreq-js';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { SentBytes, type SocketRequest, type WebConnection } from './web-socket.ts';

type Wreq = typeof import('wreq-js');

/** The hello of Chrome's web sockets: that of its pages without HTTP/2 and its settings. Compare with `npm run bench:tls`. */
export const SOCKET_TLS: CustomTlsOptions = {
  alpnProtocols: ['HTTP1'],
  minTlsVersion: '1.2',
  maxTlsVersion: '1.3',
  sessionTicket: true,
  preSharedKey: true,
  enableEchGrease: true,
  permuteExtensions: true,
  greaseEnabled: true,
  enableOcspStapling: true,
  enableSignedCertTimestamps: true,
  renegotiation: true,
  curvesList: 'X25519MLKEM768:X25519:P-256:P-384',
  cipherList: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA',
    'AES128-GCM-SHA256',
    'AES256-GCM-SHA384',
    'AES128-SHA',
    'AES256-SHA',
  ].join(':'),
  sigalgsList: [
    'ecdsa_secp256r1_sha256',
    'rsa_pss_rsae_sha256',
    'rsa_pkcs1_sha256',
    'ecdsa_secp384r1_sha384',
    'rsa_pss_rsae_sha384',
    'rsa_pkcs1_sha384',
    'rsa_pss_rsae_sha512',
    'rsa_pkcs1_sha512',
  ].join(':'),
  certificateCompressionAlgorithms: ['brotli'],
};

/** What a connection needs of whoever makes it. */
export interface SocketPort {
  wreq(): Promise<Wreq>;
  /** The way to the server; it throws where there is none. */
  route(): Promise<Transport>;
  /** What went wrong, without secrets of the way. */
  explain(error: unknown): Error;
}

export function connectChromeSocket(request: SocketRequest, port: SocketPort): WebConnection {
  let socket: WebSocket | null = null;
  let wanted: readonly [code: number | null, reason: string] | null = null;
  let isOver = false;
  const sent = new SentBytes(request);
  let isLooking = false;
  // wreq-js counts what waits, and tells nobody when that changes: it is looked at as long as there is something.
  const lookLater = () => {
    if (isLooking || isOver || socket?.readyState !== OPEN || socket.bufferedAmount === 0) return;
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      if (isOver || socket?.readyState !== OPEN) return;
      sent.note(socket.bufferedAmount);
      lookLater();
    }, LOOK_MS).unref();
  };
  const end = (code: number, reason: string) => {
    if (isOver) return;
    isOver = true;
    request.onClose(code, reason, code !== 1006);
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    request.onError(String(isAgentBrowserError(error) ? error : port.explain(error)));
    end(1006, '');
  };
  const close = () => {
    if (socket !== null && wanted !== null) closeSocket(socket, ...wanted);
  };
  const late = setTimeout(() => fail(new Error('timed out: no answer to the handshake')), LIMITS.headersMs);
  const open = async () => {
    const session = await sessionOn(await port.wreq(), await port.route());
    try {
      socket = await session.websocket(request.url, {
        headers: request.headers.map(([name, value]) => [name, value]),
        protocols: [...request.protocols],
        maxFrameSize: LIMITS.socketQueueBytes,
        maxMessageSize: LIMITS.socketQueueBytes,
        binaryType: 'arraybuffer',
      });
    } finally {
      // The connection has what it needs of it.
      await session.close();
    }
    clearTimeout(late);
    if (isOver) wanted ??= [null, ''];
    else if (wanted === null) request.onOpen(socket.protocol);
    socket.addEventListener('message', ({ data }) => {
      if (!isOver && wanted === null) request.onMessage(data as string | ArrayBuffer);
    });
    socket.addEventListener('error', ({ message }) => fail(new Error(message)));
    socket.addEventListener('close', ({ code, reason }) => end(code, reason));
    close();
  };
  open().catch((error: unknown) => {
    clearTimeout(late);
    fail(error);
  });
  return {
    send(data) {
      if (socket?.readyState !== OPEN) return;
      sent.add(data);
      socket.send(data);
      lookLater();
    },
    close(code, reason) {
      if (wanted === null) setTimeout(() => end(1006, ''), LIMITS.socketClosingMs).unref();
      wanted ??= [code, reason];
      close();
    },
  };
}

const OPEN = 1;
/** Between two looks at what waits to be sent. */
const LOOK_MS = 10;

function closeSocket(socket: WebSocket, code: number | null, reason: string): void {
  // Codes that only the protocol itself may use are left out.
  const mayCode = code !== null && (code === 1000 || (code >= 3000 && code <= 4999));
  if (mayCode) socket.close(code, reason);
  else socket.close();
}

/** A session whose connections go through this transport. */
async function sessionOn(wreq: Wreq, transport: Transport): Promise<Session> {
  const session = await wreq.createSession({ emulation: { tlsOptions: SOCKET_TLS } });
  const defaults = session._defaultsRef();
  const own = defaults.transportId;
  defaults.transportId = transport.id;
  if (session.getDefaults().transportId !== transport.id || own === undefined) {
    throw new AgentBrowserError(
      'unsupported_runtime',
      'This version of wreq-js has no web sockets that can be guarded.',
    );
  }
  const close = session.close.bind(session);
  session.close = async () => {
    defaults.transportId = own;
    await close();
  };
  return session;
}
