/**
 * Codes and links that come by mail, read from the mailbox over IMAP.
 *
 * In:  a mailbox. Out: the code or link of the first mail that arrives after the watch began. Mails that were there before do not
 *      count: their codes are spent. Nothing in the mailbox is changed.
 *
 * RFC 3501
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { mailOrigin } from '../vault/entry.ts';
import { useSecret } from '../vault/use.ts';
import type { MailFacts } from '../vault/vault.ts';
import { codeInText, linkInMail, textOfMail } from './mail-text.ts';

const CONNECT_MS = 15_000;
/** Between two looks into the mailbox. */
const POLL_MS = 1_000;
/** How long a mail may take to arrive. */
const ARRIVE_MS = 90_000;
/** Of one message: codes stand at the beginning. */
const MESSAGE_BYTES = 200_000;

export class MailWatch {
  readonly #client: ImapFlow;
  readonly #from: string | null;
  /** The first number that a new mail can have. */
  #nextUid: number;

  private constructor(client: ImapFlow, from: string | null, nextUid: number) {
    this.#client = client;
    this.#from = from;
    this.#nextUid = nextUid;
  }

  static async begin(mail: MailFacts): Promise<MailWatch> {
    const { host, port, secure, user, from } = mail;
    const client = await useSecret(
      mail.password,
      mailOrigin(mail),
      (pass) =>
        new ImapFlow({ host, port, secure, auth: { user, pass }, logger: false, connectionTimeout: CONNECT_MS }),
    );
    // A connection that breaks is told by the command that needs it.
    client.on('error', () => undefined);
    await client.connect();
    const { uidNext } = await client.mailboxOpen('INBOX', { readOnly: true });
    return new MailWatch(client, from, Number(uidNext ?? 1));
  }

  /** `null` when none arrives in time. */
  code(signal: AbortSignal): Promise<string | null> {
    return this.#arrived((source) => codeInText(textOfMail(source)), signal);
  }

  /** A link to one of these origins; `null` when none arrives in time. */
  link(origins: readonly string[], signal: AbortSignal): Promise<string | null> {
    return this.#arrived((source) => linkInMail(source, origins), signal);
  }

  async #arrived(find: (source: string) => string | null, signal: AbortSignal): Promise<string | null> {
    const end = performance.now() + ARRIVE_MS;
    for (;;) {
      const found = await this.#new(find);
      if (found !== null || performance.now() >= end) return found;
      await pause(POLL_MS, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    await this.#client.logout();
  }

  async #new(find: (source: string) => string | null): Promise<string | null> {
    // Servers tell of new mail with the answer to any command.
    await this.#client.noop();
    const found = await this.#client.search({ uid: `${this.#nextUid}:*` }, { uid: true });
    // '*' is the last mail, also when its number is lower.
    const uids = (found || []).filter((uid) => uid >= this.#nextUid).sort((a, b) => b - a);
    for (const uid of uids) {
      const mail = await this.#client.fetchOne(
        String(uid),
        { source: { maxLength: MESSAGE_BYTES }, envelope: true },
        { uid: true },
      );
      if (!mail || mail.source === undefined) continue;
      const sender = mail.envelope?.from?.map(({ address }) => address ?? '').join(' ') ?? '';
      if (this.#from !== null && !sender.toLowerCase().includes(this.#from.toLowerCase())) continue;
      const result = find(mail.source.toString('latin1'));
      if (result === null) continue;
      this.#nextUid = uid + 1;
      return result;
    }
    return null;
  }
}
