/**
 * How a session answers alert, confirm, prompt, and pages that ask whether they may be left.
 *
 * In:  a policy, and answers of the caller. Out: what a person would have clicked. A page waits for it, so a caller that
 *      wants to be asked has a few seconds; after that the dialog is dismissed, and nothing hangs.
 *
 * HTML §8.8.1 https://html.spec.whatwg.org/#simple-dialogs
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

/** 'accept' is OK or Leave, with the default text in prompts; 'ask' waits for the caller's `dialog()`. */
export type DialogAnswer = 'accept' | 'dismiss' | 'ask';

/** One answer for all, or one for each kind. Unless said otherwise dialogs are dismissed, and pages may be left. */
export type DialogPolicy = DialogAnswer | { readonly [Kind in DialogKind]?: DialogAnswer | undefined };

/** What the caller answers. */
export interface DialogReply {
  readonly accept: boolean;
  /** For prompts. */
  readonly text?: string | undefined;
}

export class Dialogs {
  readonly #policy: DialogPolicy;
  /** An answer for the next dialog, given before it came. */
  #prepared: DialogReply | null = null;
  /** Takes the answer to the dialog that is open. */
  #open: ((reply: DialogReply) => void) | null = null;

  constructor(policy: DialogPolicy = {}) {
    this.#policy = policy;
  }

  /** The caller's answer: to the dialog that is open, else to the next one. */
  reply(reply: DialogReply): void {
    if ((reply.text?.length ?? 0) > LIMITS.eventChars) {
      throw new AgentBrowserError('invalid_argument', `An answer has at most ${LIMITS.eventChars} characters.`);
    }
    if (this.#open !== null) this.#open(reply);
    else this.#prepared = reply;
  }

  /** The text of a dialog that was accepted, empty where there is none; `null` when it was dismissed. */
  async answer(kind: DialogKind, byDefault: string): Promise<string | null> {
    const reply = await this.#replyTo(kind);
    if (!reply.accept) return null;
    return reply.text ?? byDefault;
  }

  async #replyTo(kind: DialogKind): Promise<DialogReply> {
    const prepared = this.#prepared;
    // Whoever prepared an answer meant what the page asks, not whether it may be left.
    if (prepared !== null && kind !== 'beforeunload') {
      this.#prepared = null;
      return prepared;
    }
    const policy = this.#for(kind);
    if (policy !== 'ask') return { accept: policy === 'accept' };
    return new Promise((resolve) => {
      const close = (reply: DialogReply) => {
        clearTimeout(timer);
        this.#open = null;
        resolve(reply);
      };
      const timer = setTimeout(close, LIMITS.dialogMs, { accept: kind === 'beforeunload' });
      this.#open = close;
    });
  }

  #for(kind: DialogKind): DialogAnswer {
    const byDefault = kind === 'beforeunload' ? 'accept' : 'dismiss';
    if (typeof this.#policy === 'object') return this.#policy[kind] ?? byDefault;
    // A page that asks to stay is left, unless the caller says that very thing.
    return kind === 'beforeunload' && this.#policy === 'dismiss' ? 'accept' : this.#policy;
  }
}
