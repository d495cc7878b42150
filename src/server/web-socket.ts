/**
 * The server's end of a WebSocket: text messages, pings, and an orderly end.
 *
 * In:  an upgraded connection. Out: messages of the client, as text that is not longer than the limit.
 *
 * Extensions are not offered. What breaks the protocol ends the connection with the status that says so.
 *
 * RFC 6455 https://www.rfc-editor.org/rfc/rfc6455
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** §1.3: makes the answer to a handshake one that only a WebSocket server gives. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const CONTINUATION = 0x0;
const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
/** §5.5: frames of control are at most this long. */
const CONTROL_BYTES = 125;

/** §7.4.1 */
export const CLOSE_NORMAL = 1000;
const CLOSE_PROTOCOL = 1002;
const CLOSE_UNSUPPORTED = 1003;
const CLOSE_NOT_TEXT = 1007;
const CLOSE_TOO_BIG = 1009;

export interface WebSocketOptions {
  /** `null` for a client that offered none. */
  readonly protocol: string | null;
  readonly maxBytes: number;
  /** A client that does not answer two pings in a row is gone. */
  readonly heartbeatMs: number;
  readonly onMessage: (text: string) => void;
  readonly onClose: () => void;
}

/** Whether a request wants a WebSocket in the way that §4.2.1 describes. */
export function isHandshake({ headers, method }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    (headers.upgrade ?? '').toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}

export class WebSocketEnd {
  readonly #socket: Duplex;
  readonly #options: WebSocketOptions;
  #unread: Buffer = Buffer.alloc(0);
  #pieces: Buffer[] = [];
  #size = 0;
  #isOver = false;
  #isClosing = false;
  #missed = 0;
  readonly #heartbeat: NodeJS.Timeout;

  /** Answers the handshake. `head` is what came behind it already. */
  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, options: WebSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(options.protocol === null ? [] : [`Sec-WebSocket-Protocol: ${options.protocol}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
    socket.on('end', () => socket.end());
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs).unref();
    if (head.length > 0) this.#read(head);
  }

  /** Bytes that the connection has not taken yet. */
  get queuedBytes(): number {
    return this.#socket.writableLength;
  }

  send(text: string): void {
    if (!this.#isOver && !this.#isClosing) this.#write(TEXT, Buffer.from(text, 'utf8'));
  }

  /** Says that it ends, and ends when the client has said so too, or a moment later. */
  close(code = CLOSE_NORMAL, reason = ''): void {
    if (this.#isOver || this.#isClosing) return;
    this.#isClosing = true;
    const body = Buffer.alloc(2);
    body.writeUInt16BE(code);
    this.#write(CLOSE, Buffer.concat([body, Buffer.from(reason, 'utf8').subarray(0, CONTROL_BYTES - 2)]));
    setTimeout(() => this.#socket.destroy(), 1_000).unref();
    this.#socket.end();
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    while (!this.#isOver && this.#frame());
  }

  /** §5.2: takes one frame; false when it is not there as a whole. */
  #frame(): boolean {
    const bytes = this.#unread;
    if (bytes.length < 2) return false;
    const [first, second] = [bytes[0]!, bytes[1]!];
    const opcode = first & 0x0f;
    const isLast = (first & 0x80) !== 0;
    // Bits of extensions, and a client that does not mask.
    if ((first & 0x70) !== 0 || (second & 0x80) === 0) return this.#fail(CLOSE_PROTOCOL);
    let length = second & 0x7f;
    let at = 2;
    if (length === 126) {
      if (bytes.length < 4) return false;
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return false;
      const long = bytes.readBigUInt64BE(2);
      length = long > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(long);
      at = 10;
    }
    const isControl = opcode >= CLOSE;
    if (isControl && (length > CONTROL_BYTES || !isLast)) return this.#fail(CLOSE_PROTOCOL);
    if (this.#size + length > this.#options.maxBytes) return this.#fail(CLOSE_TOO_BIG);
    if (bytes.length < at + 4 + length) return false;
    const mask = bytes.subarray(at, at + 4);
    const data = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
    for (let index = 0; index < data.length; index++) data[index]! ^= mask[index & 3]!;
    this.#unread = bytes.subarray(at + 4 + length);
    return isControl ? this.#control(opcode, data) : this.#data(opcode, data, isLast);
  }

  #data(opcode: number, data: Buffer, isLast: boolean): boolean {
    const isFirst = opcode === TEXT;
    if (!isFirst && opcode !== CONTINUATION) return this.#fail(CLOSE_UNSUPPORTED);
    if (isFirst === this.#pieces.length > 0) return this.#fail(CLOSE_PROTOCOL);
    this.#pieces.push(data);
    this.#size += data.length;
    if (!isLast) return true;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(whole);
    } catch {
      return this.#fail(CLOSE_NOT_TEXT);
    }
    this.#options.onMessage(text);
    return true;
  }

  #control(opcode: number, data: Buffer): boolean {
    if (opcode === PING) this.#write(PONG, data);
    else if (opcode === PONG) this.#missed = 0;
    else if (opcode === CLOSE) {
      if (!this.#isClosing) this.#write(CLOSE, data.subarray(0, 2));
      this.#isClosing = true;
      this.#socket.end();
      this.#end();
    } else return this.#fail(CLOSE_PROTOCOL);
    return true;
  }

  #beat(): void {
    if (++this.#missed > 2) this.#socket.destroy();
    else this.#write(PING, Buffer.alloc(0));
  }

  #fail(code: number): false {
    this.close(code);
    this.#end();
    return false;
  }

  /** §5.1: a server does not mask. */
  #write(opcode: number, data: Buffer): void {
    if (!this.#socket.writable) return;
    const length = data.length;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    if (length < 126) head[1] = length;
    else if (length < 65_536) {
      head[1] = 126;
      head.writeUInt16BE(length, 2);
    } else {
      head[1] = 127;
      head.writeBigUInt64BE(BigInt(length), 2);
    }
    this.#socket.write(Buffer.concat([head, data]));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#unread = Buffer.alloc(0);
    this.#pieces = [];
    this.#options.onClose();
  }
}
