/**
 * The vault as its owner sees it. Secrets go in here and are never given back.
 */
import { LIMITS } from '../limits.ts';
import type { Login, LoginSummary } from '../protocol/auth-methods.ts';
import type { EngineLink } from './engine-link.ts';

export type { Login, LoginSummary };

/** A sign-in as it is added: it need not say yet where signing in begins. */
export type NewLogin = Omit<Login, 'url'> & Partial<Pick<Login, 'url'>>;

/** How a test of a sign-in went. */
export interface LoginTest {
  readonly ok: boolean;
  /** Why not, for programs: `wrong_password`, `locked`, `captcha` and others. */
  readonly reason?: string;
  readonly message: string;
}

/** Sign-ins by name: `browser.auth`. They are kept in an encrypted file and outlive the browser. */
export class Auth {
  readonly #engine: () => Promise<EngineLink>;
  /** Those that wait to hear where signing in begins. */
  readonly #pending = new Map<string, NewLogin>();
  /** Those on their way into the vault: nobody has to wait for `add()` before the sign-in is used. */
  readonly #onTheirWay = new Map<string, Promise<unknown>>();

  /** @internal */
  constructor(engine: () => Promise<EngineLink>) {
    this.#engine = engine;
  }

  /**
   * Keeps a sign-in, in place of one of the same name. Its secrets go to the pages of its origins only.
   *
   * `url` is the page where signing in begins. Without it, that is the first page that a session with this sign-in goes to;
   * until then it is kept in this process only.
   *
   * @example
   * await browser.auth.add('github', {
   *   url: 'https://github.com/login',
   *   username: 'user@example.org',
   *   password: process.env.GITHUB_PASSWORD,
   *   totp: 'otpauth://totp/GitHub:user?secret=...',
   * });
   */
  async add(name: string, login: NewLogin): Promise<void> {
    const { url, ...rest } = login;
    if (url === undefined) {
      this.#pending.set(name, rest);
      return;
    }
    this.#pending.delete(name);
    await this.#keep(name, { ...rest, url });
  }

  async #keep(name: string, login: Login): Promise<void> {
    const adding = (async () => {
      // One after the other, so that the last one stays.
      await this.#onTheirWay.get(name)?.catch(() => undefined);
      await (await this.#engine()).call('auth.add', { name, ...login }, LIMITS.callMs);
    })();
    this.#onTheirWay.set(name, adding);
    try {
      await adding;
    } finally {
      if (this.#onTheirWay.get(name) === adding) this.#onTheirWay.delete(name);
    }
  }

  /** @internal Whether the vault does not know it yet. */
  isPending(name: string): boolean {
    return this.#pending.has(name);
  }

  /** @internal A session goes to a page with this sign-in: if it still waits for one, signing in begins there. */
  async begin(name: string, url: string): Promise<void> {
    const login = this.#pending.get(name);
    if (login !== undefined) {
      this.#pending.delete(name);
      await this.#keep(name, { ...login, url });
    } else {
      await this.#onTheirWay.get(name);
    }
  }

  /**
   * Removes a sign-in and its session. `false` when there was none.
   *
   * @example
   * await browser.auth.remove('github');
   */
  async remove(name: string): Promise<boolean> {
    const wasPending = this.#pending.delete(name);
    await this.#onTheirWay.get(name)?.catch(() => undefined);
    const { removed } = await (await this.#engine()).call('auth.remove', { name }, LIMITS.callMs);
    return removed || wasPending;
  }

  /**
   * Names and origins of all sign-ins.
   *
   * @example
   * for (const { name, origins } of await browser.auth.list()) console.log(name, origins.join(' '));
   */
  async list(): Promise<readonly LoginSummary[]> {
    const { logins } = await (await this.#engine()).call('auth.list', {}, LIMITS.callMs);
    return logins;
  }

  /**
   * Signs in, in a session of its own, and says whether that worked.
   *
   * @example
   * const { ok, reason } = await browser.auth.test('github');
   */
  async test(name: string, { timeoutMs = LIMITS.loginMs }: { readonly timeoutMs?: number } = {}): Promise<LoginTest> {
    return (await this.#engine()).call('auth.test', { name, timeoutMs }, timeoutMs);
  }

  /**
   * Seals the vault with another passphrase or key file, or with a key in the system's keychain.
   *
   * @example
   * await browser.auth.rekey({ passphrase: newPassphrase });
   */
  async rekey(key: {
    readonly passphrase?: string;
    readonly keyFile?: string;
    readonly keychain?: boolean;
  }): Promise<void> {
    await (await this.#engine()).call('auth.rekey', key, LIMITS.callMs);
  }

  /**
   * Writes all sign-ins to a file that opens with a passphrase of its own, and gives how many there are.
   *
   * @example
   * await browser.auth.export('./logins.sealed', passphrase);
   */
  async export(path: string, passphrase: string): Promise<number> {
    const { logins } = await (await this.#engine()).call('auth.export', { path, passphrase }, LIMITS.callMs);
    return logins;
  }

  /**
   * Takes over the sign-ins of an exported file, and gives how many. Those that are here already stay as they are.
   *
   * @example
   * await browser.auth.import('./logins.sealed', passphrase, { replace: true });
   */
  async import(
    path: string,
    passphrase: string,
    { replace = false }: { readonly replace?: boolean } = {},
  ): Promise<number> {
    const params = { path, passphrase, replace };
    const { logins } = await (await this.#engine()).call('auth.import', params, LIMITS.callMs);
    return logins;
  }
}
