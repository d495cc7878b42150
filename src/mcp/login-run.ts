/**
 * A sign-in that may take longer than one call of a tool: it asks for a code or an approval, and another call answers.
 *
 * In:  a session and the name of a sign-in. Out: the page it led to, a question for the person, or that it goes on.
 */
import type { Session } from '../client/session.ts';
import type { LoginPending } from '../client/session-login.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { MethodResult } from '../protocol/methods.ts';

type Page = MethodResult<'session.login'>;
type Reply = string | true | null;

export type LoginTurn =
  | { readonly kind: 'done'; readonly page: Page }
  | { readonly kind: 'asks'; readonly pending: LoginPending }
  | { readonly kind: 'runs' };

type LoginEnd = { readonly page: Page } | { readonly error: unknown };

interface Question {
  readonly pending: LoginPending;
  readonly reply: (reply: Reply) => void;
}

export class LoginRun {
  readonly name: string;
  readonly #end: Promise<LoginEnd>;
  #isOver = false;
  #question: Question | null = null;
  #asked = Promise.withResolvers<void>();

  constructor(session: Session, name: string) {
    this.name = name;
    // A person may take as long as the engine waits for one.
    const timeoutMs = LIMITS.authPendingMs + LIMITS.loginMs;
    this.#end = session
      .login(name, { timeoutMs, onPending: (pending) => this.#ask(pending) })
      .then(
        (page) => ({ page }),
        // Kept for the call that asks how it went: nobody may be waiting at the moment.
        (error: unknown) => ({ error }),
      )
      .finally(() => {
        this.#isOver = true;
      });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Answers what it asked. */
  answer(reply: Reply): void {
    const question = this.#question;
    if (question === null) {
      throw new AgentBrowserError(
        'invalid_argument',
        `The sign-in '${this.name}' did not ask for anything. Call browser_login without code to see how it goes.`,
      );
    }
    this.#question = null;
    this.#asked = Promise.withResolvers();
    question.reply(reply);
  }

  /** Waits until it ends or asks, or until a call has waited long enough. Rejects when signing in failed. */
  async turn(): Promise<LoginTurn> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LIMITS.mcpLoginTurnMs);
    });
    const end = await Promise.race([this.#end, this.#asked.promise, late]);
    clearTimeout(timer);
    if (end !== undefined) {
      if ('error' in end) throw end.error;
      return { kind: 'done', page: end.page };
    }
    return this.#question === null ? { kind: 'runs' } : { kind: 'asks', pending: this.#question.pending };
  }

  #ask(pending: LoginPending): Promise<Reply> {
    return new Promise((reply) => {
      this.#question = { pending, reply };
      this.#asked.resolve();
    });
  }
}
