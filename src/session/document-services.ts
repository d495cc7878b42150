/**
 * What one document gets of its session: requests, sockets, storage, and answers to its questions.
 *
 * In:  commands and questions of the page. Out: messages for it. What the page wants of the session itself (history,
 * other windows) is handed on.
 */
import { readCommand } from '../isolate/bridge-commands.ts';
import type { HostCall } from '../isolate/host-calls.ts';
import { LIMITS } from '../limits.ts';
import type { Fetcher } from '../net/fetch.ts';
import { cookiePlace } from '../net/policy.ts';
import type { HostMessage } from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import type { DialogKind } from './dialogs.ts';
import type { EventSink } from './events.ts';
import { initiatorOf, type LoadedDocument } from './load-document.ts';
import { loadResource } from './load-resource.ts';
import { PageNetwork } from './page-network.ts';
import { answerQuestion, type QuestionContext, storageOrigin } from './page-questions.ts';
import { PageSockets } from './page-sockets.ts';
import type { SessionState } from './session-state.ts';

/** Commands that concern the session's history and windows. */
export type SessionCommand = Extract<
  PageCommand,
  { readonly kind: 'history' | 'history_move' | 'persist' | 'traverse' | 'open' | 'file_chooser' }
>;

export class DocumentServices {
  readonly #fetcher: Fetcher;
  readonly #state: SessionState;
  readonly #document: () => LoadedDocument;
  readonly #events: EventSink;
  #asksToStay = false;
  readonly #network: PageNetwork;
  readonly #sockets: PageSockets;
  readonly #keys: QuestionContext['keys'] = new Map();
  readonly #decoders: QuestionContext['decoders'] = new Map();

  constructor(
    fetcher: Fetcher,
    state: SessionState,
    document: () => LoadedDocument,
    events: EventSink,
    onNews: () => void,
  ) {
    this.#fetcher = fetcher;
    this.#state = state;
    this.#document = document;
    this.#events = events;
    const onFailure = (message: string, url: string) => events.add('request_failed', message, url);
    const onLimit = (message: string, url: string) => events.add('budget_exceeded', message, url);
    this.#network = new PageNetwork(fetcher, document, onNews, onFailure, onLimit);
    this.#sockets = new PageSockets(fetcher, document, onNews, onFailure);
  }

  /** Answers that the page waits for. */
  get pending(): number {
    return this.#network.pending + this.#sockets.pending;
  }

  get hasMessages(): boolean {
    return this.#network.hasNews || this.#sockets.hasNews;
  }

  takeMessages(): HostMessage[] {
    return [...this.#network.take(), ...this.#sockets.take()];
  }

  /** Does what the page wants; gives what is not a document's own to do. */
  perform(commands: readonly PageCommand[]): SessionCommand[] {
    const others: SessionCommand[] = [];
    const origin = storageOrigin(this.#document().url);
    for (const command of commands) {
      switch (command.kind) {
        case 'fetch':
          this.#network.start(command);
          break;
        case 'abort':
          this.#network.abort(command.id);
          break;
        case 'socket':
        case 'socket_send':
        case 'socket_close':
          this.#sockets.perform(command);
          break;
        case 'storage':
          if (origin !== null) this.#state.storage.apply(origin, command);
          break;
        case 'database':
          if (origin !== null) this.#state.storage.setDatabase(origin, command.name, command.content);
          break;
        default:
          others.push(command);
      }
    }
    return others;
  }

  readonly call: HostCall = (question, payload) => answerQuestion(question, payload, this.#questions());

  close(): void {
    this.#network.close();
    this.#sockets.close();
  }

  #questions(): QuestionContext {
    const document = this.#document();
    return {
      url: document.url,
      place: cookiePlace(initiatorOf(document)),
      cookies: this.#fetcher.cookies,
      storage: this.#state.storage,
      clipboard: this.#state.clipboard,
      keys: this.#keys,
      decoders: this.#decoders,
      dialog: (kind, message, byDefault) => this.#dialog(kind, message, byDefault),
      fetch: (command) => this.#fetchNow(command),
      script: (url, referrer) => this.#loadScript(url, referrer),
    };
  }

  /** The page is told that it is left: what it asked before does not count any more. */
  beginLeave(): void {
    this.#asksToStay = false;
  }

  /** Whether the page asked to stay when it was last told that it is left, and was heard. */
  get asksToStay(): boolean {
    return this.#asksToStay;
  }

  async #dialog(kind: DialogKind, message: string, byDefault: string): Promise<string | null> {
    this.#events.add('dialog', `${kind}: ${message}`, this.#document().url.href);
    const answer = await this.#state.dialogs.answer(kind, byDefault);
    if (kind === 'beforeunload') this.#asksToStay = answer === null;
    return answer;
  }

  /** A script that a worker imports: as one of the page, also from other origins. */
  async #loadScript(url: string, referrer: string): Promise<string | null> {
    const asked = { id: 0, url, destination: 'script', method: 'GET', headers: [], body: null } as const;
    const request = { ...asked, as: 'module', referrer, isOfWorker: true } as const;
    const signal = AbortSignal.timeout(LIMITS.hostCallMs);
    const { text, error } = await loadResource(this.#fetcher, request, this.#document(), signal);
    if (error === null) return text;
    if (!error.startsWith('request_blocked')) this.#events.add('request_failed', error, url);
    return null;
  }

  /** Bytes cross as characters here, one for each. */
  async #fetchNow(command: unknown): Promise<string> {
    const checked = readCommand(command);
    if (checked.kind !== 'fetch') return '';
    const [message] = await this.#network.whole(checked);
    const { kind, head, data } = message!;
    const isBinary = typeof data !== 'string';
    return JSON.stringify({ kind, head, isBinary, data: isBinary ? Buffer.from(data).toString('base64') : data });
  }
}
