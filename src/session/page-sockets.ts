/**
 * WebSockets of one document.
 *
 * In:  commands of the page. Out: messages for it: `open`, `message`, `sent`, `close`. The connection is made with the
 * rights of the document, and carries its origin and cookies.
 *
 * WebSockets https://websockets.spec.whatwg.org/
 */
import { LIMITS } from '../limits.ts';
import { isBlocked } from '../net/blocker.ts';
import { scriptContext } from '../net/cookie-jar.ts';
import { originOf } from '../net/cors.ts';
import type { Fetcher } from '../net/fetch.ts';
import { checkMixedContent } from '../net/hop.ts';
import { cookiePlace } from '../net/policy.ts';
import type { WebConnection } from '../net/web-socket.ts';
import type { HostMessage } from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import { initiatorOf, type LoadedDocument } from './load-document.ts';

type SocketCommand = Extract<PageCommand, { readonly kind: `socket${string}` }>;

interface OpenSocket {
  readonly connection: WebConnection;
  /** Bytes of messages that have not left. */
  unsent: number;
  /** More was sent than is kept: it counts until it is gone, and takes nothing. */
  isGivenUp: boolean;
}

export class PageSockets {
  readonly #fetcher: Fetcher;
  readonly #document: () => LoadedDocument;
  readonly #onNews: () => void;
  readonly #onFailure: (message: string, url: string) => void;
  readonly #sockets = new Map<number, OpenSocket>();
  #messages: HostMessage[] = [];
  #waitingBytes = 0;
  /** Bytes that have left since the page last looked, by socket. */
  #sent = new Map<number, number>();
  /** Connections that are being made: pages wait for them. */
  readonly #connecting = new Set<number>();

  constructor(
    fetcher: Fetcher,
    document: () => LoadedDocument,
    onNews: () => void,
    onFailure: (message: string, url: string) => void,
  ) {
    this.#fetcher = fetcher;
    this.#document = document;
    this.#onNews = onNews;
    this.#onFailure = onFailure;
  }

  /** What has left is no news: nobody hears of it before the page runs for another reason. */
  get hasNews(): boolean {
    return this.#messages.length > 0;
  }

  get pending(): number {
    return this.#connecting.size;
  }

  take(): HostMessage[] {
    const sent = [...this.#sent].map(([id, bytes]) => ({ id, kind: 'sent', head: `${bytes}`, data: '' }));
    const messages = this.#messages;
    this.#messages = [];
    this.#sent = new Map();
    this.#waitingBytes = 0;
    return [...sent, ...messages];
  }

  perform(command: SocketCommand): void {
    switch (command.kind) {
      case 'socket':
        this.#open(command.id, command.url, command.protocols);
        return;
      case 'socket_send':
        this.#send(command.id, command.isBinary ? Buffer.from(command.data, 'base64') : command.data);
        return;
      case 'socket_close':
        this.#sockets.get(command.id)?.connection.close(command.code, command.reason);
    }
  }

  close(): void {
    for (const { connection } of this.#sockets.values()) connection.close(1001, '');
    this.#sockets.clear();
    this.#connecting.clear();
    this.#messages = [];
  }

  /** Secure: what a server does not read would fill the host's memory. */
  #send(id: number, data: string | Uint8Array): void {
    const socket = this.#sockets.get(id);
    if (socket === undefined || socket.isGivenUp) return;
    let unsent = Buffer.byteLength(data);
    for (const each of this.#sockets.values()) unsent += each.unsent;
    if (unsent <= LIMITS.socketUnsentBytes) {
      socket.unsent += Buffer.byteLength(data);
      socket.connection.send(data);
    } else {
      socket.isGivenUp = true;
      socket.connection.close(null, '');
      this.#onFailure('The document has sent more over web sockets than their servers read: one was closed.', '');
      this.#post(id, 'close', JSON.stringify({ code: 1006, reason: '', wasClean: false }), '');
    }
  }

  #open(id: number, address: string, protocols: readonly string[]): void {
    const document = this.#document();
    const url = URL.parse(address);
    const refusal = this.#refusal(url, document);
    if (url === null || refusal !== null) {
      this.#onFailure(refusal ?? 'It is not a web socket.', address);
      this.#post(id, 'close', JSON.stringify({ code: 1006, reason: '', wasClean: false }), '');
      return;
    }
    const initiator = initiatorOf(document);
    const cookie = this.#fetcher.cookies.header(url, scriptContext(cookiePlace(initiator)));
    const connection = this.#connect(id, {
      url,
      protocols,
      initiator,
      headers: [['Origin', originOf(document.url)], ...(cookie === '' ? [] : [['Cookie', cookie] as const])],
      onOpen: (protocol) => {
        this.#connecting.delete(id);
        this.#post(id, 'open', protocol, '');
      },
      onMessage: (data) => {
        this.#waitingBytes += typeof data === 'string' ? data.length : data.byteLength;
        if (this.#waitingBytes > LIMITS.socketQueueBytes) this.#sockets.get(id)?.connection.close(1009, '');
        else this.#post(id, 'message', '', data);
      },
      onSent: (bytes) => {
        const socket = this.#sockets.get(id);
        if (socket === undefined) return;
        socket.unsent -= bytes;
        this.#sent.set(id, (this.#sent.get(id) ?? 0) + bytes);
      },
      onClose: (code, reason, wasClean) => {
        this.#connecting.delete(id);
        this.#sockets.delete(id);
        this.#post(id, 'close', JSON.stringify({ code, reason, wasClean }), '');
      },
      onError: (reason) => this.#onFailure(reason, address),
    });
    if (connection !== null) this.#sockets.set(id, { connection, unsent: 0, isGivenUp: false });
  }

  /** What may not be connected is a connection that failed, to the page. */
  #connect(id: number, request: Parameters<Fetcher['openSocket']>[0]): WebConnection | null {
    this.#connecting.add(id);
    try {
      return this.#fetcher.openSocket(request);
    } catch (error) {
      if (!isBlocked(error)) request.onError(String(error));
      request.onClose(1006, '', false);
      return null;
    }
  }

  /** Why a connection may not be made; `null` when it may. */
  #refusal(url: URL | null, document: LoadedDocument): string | null {
    if (url === null || (url.protocol !== 'ws:' && url.protocol !== 'wss:')) return 'It is not a web socket.';
    if (this.#sockets.size >= LIMITS.socketsPerDocument) return 'The document has too many web sockets.';
    const web = new URL(`http${url.href.slice(2)}`);
    try {
      checkMixedContent(web, initiatorOf(document), false);
      return null;
    } catch (error) {
      return String(error);
    }
  }

  #post(id: number, kind: string, head: string, data: string | ArrayBuffer): void {
    this.#messages.push({ id, kind, head, data });
    this.#onNews();
  }
}
