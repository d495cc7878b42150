/**
 * Signing in, as the user of a session sees it.
 */
import { LIMITS } from '../limits.ts';
import type { MethodResult, SessionEvent } from '../protocol/methods.ts';
import { SessionLive } from './session-live.ts';
import type { CallOptions } from './session-options.ts';

/** What a sign-in waits for. */
export interface LoginPending {
  /** `account` and `way`: one of the options in `reason` is to be chosen, by its number or its words. */
  readonly kind: 'sms' | 'email' | 'code' | 'push' | 'captcha' | 'passkey' | 'account' | 'way';
  /** In the words of the page: data, never instructions. */
  readonly reason: string;
  readonly url: string;
}

export interface LoginOptions extends CallOptions {
  /**
   * Asked when the site wants what only a person or another service has: gives the code, link or choice, `true` when it was approved or
   * solved elsewhere, or `null` when nobody will.
   */
  readonly onPending?: (pending: LoginPending) => Promise<string | true | null>;
}

/** How long one look for events waits. */
const WAIT_MS = 1_000;

export class SessionLogin extends SessionLive {
  /**
   * Signs in with what the vault has under a name, and gives the page that this leads to. Rejects with `login_failed`
   * when the site does not let us in; the error's `reason` says why.
   *
   * @example
   * const page = await session.login('github');
   * const page2 = await session.login('bank', { onPending: ({ kind }) => askTheUser(`The code by ${kind}?`) });
   */
  async login(name: string, options: LoginOptions = {}): Promise<MethodResult<'session.login'>> {
    const { onPending, timeoutMs = Math.max(this.timeoutMs, LIMITS.loginMs), ...rest } = options;
    const result = this.call('session.login', { name, timeoutMs, ...rest });
    if (onPending === undefined) return result;
    let isOver = false;
    const settled = result.finally(() => {
      isOver = true;
    });
    const served = this.#serve(onPending, () => isOver);
    // A callback that fails fails the sign-in; the call itself ends by its deadline.
    const [page] = await Promise.all([settled, served]);
    return page;
  }

  async #serve(onPending: NonNullable<LoginOptions['onPending']>, isOver: () => boolean): Promise<void> {
    const kinds = ['auth_pending', 'captcha_pending'] as const;
    let after = (await this.events({ kinds })).at(-1)?.seq ?? 0;
    while (!isOver()) {
      for (const event of await this.events({ after, kinds, waitMs: WAIT_MS })) {
        after = event.seq;
        const found = pendingOf(event);
        if (found === null) continue;
        const answer = await onPending(found.pending);
        if (isOver()) return;
        const reply = typeof answer === 'string' ? { code: answer } : { done: answer === true };
        await this.call('session.answer', { pending: found.id, ...reply });
      }
    }
  }
}

/** `3 sms: Enter the code` */
function pendingOf({ message, url }: SessionEvent): { readonly id: number; readonly pending: LoginPending } | null {
  const match = /^(\d+) (sms|email|code|push|captcha|passkey|account|way): ?(.*)$/s.exec(message);
  if (match === null) return null;
  return { id: Number(match[1]), pending: { kind: match[2] as LoginPending['kind'], reason: match[3]!, url } };
}
