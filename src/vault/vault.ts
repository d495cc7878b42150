/**
 * The vault: sign-ins in one sealed file.
 *
 * In:  sign-ins to keep, and names. Out: names with origins for whoever asks, handles for whoever signs in. Nothing that is
 *      decrypted is kept: the file is read again when something is needed, so that several processes can share it.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { contentBytes, emptyContents, readContents, type VaultContents } from './contents.ts';
import { checkName, type GivenLogin, type LoginEntry, loginEntry, mailOrigin } from './entry.ts';
import { readWhole, replaceWhole } from './file.ts';
import { derivationFor, deriveKey, type KeySource } from './key.ts';
import { tidy, withLock } from './lock.ts';
import { codeAt, waitForFreshMs, waitForNextMs } from './one-time-code.ts';
import { isKeyOf, type KeyDerivation, newSalt, readHeader, type SealHeader, seal, unseal } from './seal.ts';
import { SecretHandle } from './secret.ts';
import { bindSecret } from './use.ts';

export interface VaultOptions {
  readonly path: string;
  readonly key: KeySource;
  /** For a vault that is made: what a passphrase costs. */
  readonly derivation?: KeyDerivation;
  /** Hears of every secret before it can be used, so that it can be kept out of answers. */
  readonly onSecret?: (text: string, lifetime: 'kept' | 'code') => void;
}

/** What anybody may know of a sign-in. */
export interface LoginSummary {
  readonly name: string;
  readonly origins: readonly string[];
}

/** What signing in needs: handles for what is secret. */
export interface LoginFacts extends LoginSummary {
  readonly url: string;
  readonly username: SecretHandle | null;
  readonly password: SecretHandle | null;
  readonly code: SecretHandle | null;
  readonly mail: MailFacts | null;
  /** What to choose where the site offers several accounts, organisations or profiles. */
  readonly account: string | null;
}

export interface MailFacts {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly from: string | null;
  readonly password: SecretHandle;
}

interface OpenKey {
  readonly header: SealHeader;
  readonly key: Uint8Array;
}

export class Vault {
  readonly #path: string;
  readonly #onSecret: (text: string, lifetime: 'kept' | 'code') => void;
  #open: OpenKey;

  private constructor({ path, onSecret = () => undefined }: VaultOptions, open: OpenKey) {
    this.#path = path;
    this.#onSecret = onSecret;
    this.#open = open;
  }

  /** Opens a vault, or makes an empty one where there is none. */
  static async open(options: VaultOptions): Promise<Vault> {
    const { path, key, derivation } = options;
    const bytes = await readWhole(path);
    const vault = new Vault(options, await openKey(key, bytes, path, derivation));
    if (bytes === null) await vault.#create(key);
    await vault.#read();
    return vault;
  }

  async add(name: string, given: GivenLogin): Promise<void> {
    checkName(name);
    const entry = loginEntry(given);
    await this.#change((logins) => {
      if (!logins.has(name) && logins.size >= LIMITS.logins) {
        throw new AgentBrowserError('invalid_argument', `The vault holds ${LIMITS.logins} sign-ins. Remove some.`);
      }
      logins.set(name, entry);
    });
  }

  /** `false` when there was none of that name. */
  async remove(name: string): Promise<boolean> {
    return this.#change((logins) => logins.delete(name));
  }

  async list(): Promise<LoginSummary[]> {
    await tidy(this.#path);
    const { logins } = await this.#read();
    return [...logins].map(([name, { origins }]) => ({ name, origins }));
  }

  async login(name: string): Promise<LoginFacts> {
    await tidy(this.#path);
    const entry = await this.#entry(name);
    const { url, origins, mail } = entry;
    const handle = (field: 'username' | 'password', has: boolean) =>
      has ? bindSecret(new SecretHandle(name, field, origins), () => this.#text(name, field)) : null;
    return {
      name,
      url,
      origins,
      account: entry.account ?? null,
      username: handle('username', entry.username !== null),
      password: handle('password', entry.password !== null),
      code: entry.code === null ? null : bindSecret(new SecretHandle(name, 'code', origins), () => this.#code(name)),
      mail:
        mail === null
          ? null
          : {
              host: mail.host,
              port: mail.port,
              secure: mail.secure,
              user: mail.user,
              from: mail.from,
              password: bindSecret(
                new SecretHandle(name, 'mail', [mailOrigin(mail)]),
                async () => (await this.#entry(name)).mail?.password ?? '',
              ),
            },
    };
  }

  /** How long until a code can be used that is not about to run out; `next` asks for another one than the current. */
  async codeDelayMs(name: string, which: 'fresh' | 'next'): Promise<number> {
    const { code } = await this.#entry(name);
    if (code === null) return 0;
    return which === 'fresh' ? waitForFreshMs(code, Date.now()) : waitForNextMs(code, Date.now());
  }

  /** Secure: for the sessions' files (session-files.ts), which are in this room. */
  async sessionKey(): Promise<Uint8Array> {
    const { sessionKey } = await this.#read();
    return Buffer.from(sessionKey, 'base64');
  }

  /** Another passphrase or key file from now on. The version before is kept as always, sealed with the old key. */
  async rekey(source: KeySource, derivation?: KeyDerivation): Promise<void> {
    await withLock(this.#path, async () => {
      const contents = await this.#read();
      this.#open = await openKey(source, null, this.#path, derivation);
      await this.#write(contents);
    });
  }

  /** A copy of all sign-ins, sealed with a passphrase of its own. Sessions are not in it. */
  async exportTo(path: string, key: KeySource, derivation?: KeyDerivation): Promise<number> {
    const { logins } = await this.#read();
    const open = await openKey(key, null, path, derivation);
    const bytes = seal(contentBytes({ ...emptyContents(), logins }), { ...open.header, holds: 'export' }, open.key);
    await replaceWhole(path, bytes);
    return logins.size;
  }

  /** Takes over the sign-ins of an export. Those that are here already stay as they are, unless `replace` says so. */
  async importFrom(path: string, key: KeySource, replace = false): Promise<number> {
    const bytes = await readWhole(path);
    if (bytes === null) throw new AgentBrowserError('invalid_argument', `There is no file ${path}.`);
    const open = await openKey(key, bytes, path);
    const given = readContents(unseal(bytes, open.key, path), path);
    return this.#change((logins) => {
      let taken = 0;
      for (const [name, entry] of given.logins) {
        if (logins.has(name) && !replace) continue;
        logins.set(name, entry);
        taken++;
      }
      return taken;
    });
  }

  async #entry(name: string): Promise<LoginEntry> {
    const { logins } = await this.#read();
    const entry = logins.get(name);
    if (entry !== undefined) return entry;
    const known = [...logins.keys()].slice(0, 20).join("', '");
    const list = known === '' ? 'The vault is empty.' : `There are: '${known}'.`;
    throw new AgentBrowserError('unknown_login', `There is no sign-in '${name.slice(0, 100)}'. ${list}`);
  }

  async #text(name: string, field: 'username' | 'password'): Promise<string> {
    return (await this.#entry(name))[field] ?? '';
  }

  async #code(name: string): Promise<string> {
    const { code } = await this.#entry(name);
    const text = code === null ? '' : codeAt(code, Date.now());
    this.#onSecret(text, 'code');
    return text;
  }

  /** Another process may have made the vault in the meantime: then it is opened, with that one's salt. */
  async #create(source: KeySource): Promise<void> {
    const made = await withLock(this.#path, async () => {
      const bytes = await readWhole(this.#path);
      if (bytes === null) await this.#write(emptyContents());
      return bytes;
    });
    if (made !== null) this.#open = await openKey(source, made, this.#path);
  }

  async #change<T>(work: (logins: Map<string, LoginEntry>) => T): Promise<T> {
    return withLock(this.#path, async () => {
      const contents = await this.#read();
      const logins = new Map(contents.logins);
      const result = work(logins);
      const changed = { ...contents, logins };
      this.#announce(changed);
      await this.#write(changed);
      return result;
    });
  }

  async #read(): Promise<VaultContents> {
    const bytes = await readWhole(this.#path);
    if (bytes === null) {
      throw new AgentBrowserError('vault_damaged', `The vault ${this.#path} is gone. Its '.previous' may be there.`);
    }
    const contents = readContents(unseal(bytes, this.#open.key, `The vault ${this.#path}`), this.#path);
    this.#announce(contents);
    return contents;
  }

  /** Secure: whoever keeps secrets out of answers knows them before anybody can use them. */
  #announce({ logins }: VaultContents): void {
    for (const { password, code, mail } of logins.values()) {
      if (password !== null) this.#onSecret(password, 'kept');
      if (code !== null) this.#onSecret(code.secret, 'kept');
      if (mail !== null) this.#onSecret(mail.password, 'kept');
    }
  }

  async #write(contents: VaultContents): Promise<void> {
    await replaceWhole(this.#path, seal(contentBytes(contents), this.#open.header, this.#open.key));
  }
}

/** The key for a file that is there, or for a new one. */
async function openKey(
  source: KeySource,
  bytes: Uint8Array | null,
  path: string,
  derivation?: KeyDerivation,
): Promise<OpenKey> {
  const header: SealHeader =
    bytes === null
      ? { holds: 'vault', derivation: derivationFor(source, derivation), salt: newSalt() }
      : readHeader(bytes, path);
  const key = await deriveKey(source, header.derivation, header.salt);
  if (bytes !== null && !isKeyOf(bytes, key)) {
    throw new AgentBrowserError(
      'vault_locked',
      `${path} does not open with this passphrase or key. Give the right one.`,
    );
  }
  return { header, key };
}
