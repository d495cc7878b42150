/**
 * WebSockets of one document.
 *
 * In:  commands of the page. Out: messages for it: `open`, `message`, `close`. The connection is made with the rights of
 * the document, and carries its origin and cookies.
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

export class PageSockets {
  readonly #fetcher: Fetcher;
  readonly #document: () => LoadedDocument;
  readonly #onNews: () => void;
  readonly #onFailure: (message: string, url: string) => void;
  readonly #sockets = new Map<number, WebConnection>();
  #messages: HostMessage[] = [];
  #waitingBytes = 0;
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

  get hasNews(): boolean {
    return this.#messages.length > 0;
  }

  get pending(): number {
    return this.#connecting.size;
  }

  take(): HostMessage[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#waitingBytes = 0;
    return messages;
  }

  perform(command: SocketCommand): void {
    switch (command.kind) {
      case 'socket':
        this.#open(command.id, command.url, command.protocols);
        return;
      case 'socket_send':
        this.#sockets.get(command.id)?.send(command.isBinary ? Buffer.from(command.data, 'base64') : command.data);
        return;
      case 'socket_close':
        this.#sockets.get(command.id)?.close(command.code, command.reason);
    }
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close(1001, '');
    this.#sockets.clear();
    this.#connecting.clear();
    this.#messages = [];
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
    const socket = this.#connect(id, {
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
        if (this.#waitingBytes > LIMITS.socketQueueBytes) this.#sockets.get(id)?.close(1009, '');
        else this.#post(id, 'message', '', data);
      },
      onClose: (code, reason, wasClean) => {
        this.#connecting.delete(id);
        this.#sockets.delete(id);
        this.#post(id, 'close', JSON.stringify({ code, reason, wasClean }), '');
      },
      onError: (reason) => this.#onFailure(reason, address),
    });
    if (socket !== null) this.#sockets.set(id, socket);
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
