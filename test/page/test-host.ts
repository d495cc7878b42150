/**
 * The host of a test page: answers what a page asks and waits for, as a session would, and its scripts' requests from a
 * table.
 */
import type { HostCall } from '../../src/isolate/host-calls.ts';
import { CookieJar } from '../../src/net/cookie-jar.ts';
import type { HostMessage } from '../../src/page/messages.ts';
import type { FetchCommand, PageCommand } from '../../src/page/network/commands.ts';
import { answerQuestion, storageOrigin } from '../../src/session/page-questions.ts';
import { StorageStore } from '../../src/session/storage-store.ts';

export class TestHost {
  readonly storage = new StorageStore();
  readonly cookies = new CookieJar();
  readonly clipboard = new Map<string, string>();
  readonly #url: URL;
  readonly #site: Readonly<Record<string, string>>;

  constructor(url: string, site: Readonly<Record<string, string>>) {
    this.#url = new URL(url);
    this.#site = site;
  }

  readonly call: HostCall = (question, payload) =>
    answerQuestion(question, payload, {
      url: this.#url,
      place: { from: this.#url },
      cookies: this.cookies,
      storage: this.storage,
      clipboard: this.clipboard,
      keys: this.#keys,
      decoders: this.#decoders,
      dialog: async () => null,
      fetch: async () => '',
      script: async (url) => this.#site[url] ?? null,
    });
  readonly #keys = new Map();
  readonly #decoders = new Map();

  /** What to tell the page about its commands. */
  perform(commands: readonly PageCommand[]): HostMessage[] {
    const messages: HostMessage[] = [];
    const origin = storageOrigin(this.#url);
    for (const command of commands) {
      if (command.kind === 'fetch') messages.push(this.#answer(command));
      else if (command.kind === 'storage' && origin !== null) this.storage.apply(origin, command);
    }
    return messages;
  }

  #answer({ id, url }: FetchCommand): HostMessage {
    const text = this.#site[url];
    const status = text === undefined ? 404 : 200;
    const statusText = text === undefined ? 'Not Found' : 'OK';
    const headers = [['content-type', 'text/plain']];
    const head = JSON.stringify({ url, status, statusText, headers, redirected: false, type: 'basic' });
    return { id, kind: 'whole', head, data: text ?? '' };
  }
}
