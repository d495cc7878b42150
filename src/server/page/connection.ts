/**
 * The WebSocket to the server, which comes back by itself.
 *
 * In:  a token. Out: messages of the server, and whether it is there.
 *
 * Secure: the token comes behind the # of the address, which browsers do not send, and leaves the address at once. It is
 * kept for this tab only, and goes to the server as a protocol of the WebSocket, where logs do not have it.
 */
import type { ClientMessage, ServerMessage } from '../live-messages.ts';

export type LinkState = 'connecting' | 'open' | 'waiting' | 'refused';

const TOKEN_KEY = 'agentbrowser.token';
const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 10_000;

export function takeToken(): string | null {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get('token');
  if (token !== null) {
    sessionStorage.setItem(TOKEN_KEY, token);
    hash.delete('token');
    const rest = hash.toString();
    history.replaceState(null, '', `${location.pathname}${rest === '' ? '' : `#${rest}`}`);
  }
  return sessionStorage.getItem(TOKEN_KEY);
}

export class Connection {
  readonly #onMessage: (message: ServerMessage) => void;
  readonly #onState: (state: LinkState) => void;
  #socket: WebSocket | null = null;
  #retryMs = FIRST_RETRY_MS;
  #timer: number | undefined;
  /** The server did not let us in; it is asked again all the same, since it may be another one by then. */
  #isRefused = false;

  constructor(onMessage: (message: ServerMessage) => void, onState: (state: LinkState) => void) {
    this.#onMessage = onMessage;
    this.#onState = onState;
    // A network that is back, or a page that is looked at again, need not wait for the next try.
    addEventListener('online', () => this.#now());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#now();
    });
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#onState(this.#isRefused ? 'refused' : 'connecting');
    const address = new URL('/browser/stream', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    const token = takeToken();
    const protocols = ['agentbrowser.live', ...(token === null ? [] : [`agentbrowser.token.${token}`])];
    const socket = new WebSocket(address, protocols);
    this.#socket = socket;
    let wasOpen = false;
    socket.addEventListener('open', () => {
      wasOpen = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.#isRefused = false;
      this.#onState('open');
    });
    socket.addEventListener('message', ({ data }) => this.#onMessage(JSON.parse(String(data)) as ServerMessage));
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#onState(this.#isRefused ? 'refused' : 'waiting');
      // A WebSocket does not say why it was not let in; a request does.
      if (!wasOpen) void this.#checkToken(token);
      this.#timer = window.setTimeout(() => this.open(), this.#retryMs);
      this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
    });
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #checkToken(token: string | null): Promise<void> {
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    // A server that cannot be reached refuses nobody.
    const answer = await fetch('/browser/status', { headers }).catch(() => null);
    this.#isRefused = answer?.status === 401;
    if (this.#isRefused && this.#socket?.readyState !== WebSocket.OPEN) this.#onState('refused');
  }

  #now(): void {
    if (this.#socket !== null) return;
    this.#retryMs = FIRST_RETRY_MS;
    this.open();
  }
}
