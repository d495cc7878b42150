/**
 * The vault as the engine sees it: opened when it is first needed, with the redactor that everything passes on its way out.
 *
 * In:  where the vault is and what opens it. Out: sign-ins by name, files of sessions, and answers without secrets.
 *
 * Faster: the vault's packages are loaded with the first sign-in, not with the engine.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import type { GivenLogin } from '../vault/entry.ts';
import type { KeySource } from '../vault/key.ts';
import { Redactor } from '../vault/redact.ts';
import type { SessionFiles } from '../vault/session-files.ts';
import type { LoginSummary, Vault } from '../vault/vault.ts';

/** All optional: without any, the vault is in the user's folder and opens with a key file beside it. */
export interface VaultSettings {
  readonly folder?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly keyFile?: string | undefined;
  /** The key is kept in the system's keychain. */
  readonly keychain?: boolean | undefined;
  /** The name of an environment variable of the engine that holds the passphrase. */
  readonly passphraseVariable?: string | undefined;
}

/** A variable with the passphrase, where neither passphrase nor key file is given. */
const USUAL_VARIABLE = 'AGENTBROWSER_VAULT_PASSPHRASE';
/** A variable that says '1' where the key is in the system's keychain. */
const KEYCHAIN_VARIABLE = 'AGENTBROWSER_VAULT_KEYCHAIN';
/** A variable with the folder, for machines that keep such things elsewhere. */
const FOLDER_VARIABLE = 'AGENTBROWSER_HOME';

interface OpenVault {
  readonly vault: Vault;
  readonly files: SessionFiles;
}

export class AuthDesk {
  readonly redactor = new Redactor();
  #settings: VaultSettings = {};
  #open: Promise<OpenVault> | null = null;

  /** Takes effect for what is opened from now on. */
  configure(settings: VaultSettings): void {
    if (settings.passphrase !== undefined) this.redactor.add(settings.passphrase, 'kept');
    this.#settings = settings;
    this.#open = null;
  }

  async vault(): Promise<Vault> {
    return (await this.#opened()).vault;
  }

  async files(): Promise<SessionFiles> {
    return (await this.#opened()).files;
  }

  async add(name: string, given: GivenLogin): Promise<void> {
    // Secure: before anything can go wrong with them, so that no error can show them.
    for (const secret of [given.password, given.totp, given.mail?.password]) {
      if (secret !== undefined) this.redactor.add(secret, 'kept');
    }
    const { vault, files } = await this.#opened();
    await vault.add(name, given);
    // What was signed in with other secrets is over.
    await files.remove(name);
  }

  async remove(name: string): Promise<boolean> {
    const { vault, files } = await this.#opened();
    await files.remove(name);
    return vault.remove(name);
  }

  async list(): Promise<readonly LoginSummary[]> {
    return (await this.#opened()).vault.list();
  }

  async rekey(settings: VaultSettings): Promise<void> {
    const { vault } = await this.#opened();
    if (settings.passphrase !== undefined) this.redactor.add(settings.passphrase, 'kept');
    await vault.rekey(this.#keySource(settings, true));
    this.#settings = { ...this.#settings, passphrase: undefined, keyFile: undefined, keychain: undefined, ...settings };
  }

  async exportTo(path: string, passphrase: string): Promise<number> {
    this.redactor.add(passphrase, 'kept');
    return (await this.vault()).exportTo(path, { kind: 'passphrase', passphrase });
  }

  async importFrom(path: string, passphrase: string, replace: boolean): Promise<number> {
    this.redactor.add(passphrase, 'kept');
    return (await this.vault()).importFrom(path, { kind: 'passphrase', passphrase }, replace);
  }

  #opened(): Promise<OpenVault> {
    this.#open ??= this.#openNow().catch((error: unknown) => {
      // A passphrase that was wrong may be right the next time.
      this.#open = null;
      throw error;
    });
    return this.#open;
  }

  async #openNow(): Promise<OpenVault> {
    const { Vault } = await import('../vault/vault.ts');
    const { SessionFiles } = await import('../vault/session-files.ts');
    const folder = this.#folder();
    const path = join(folder, 'vault');
    const key = this.#keySource(this.#settings, !existsSync(path));
    const onSecret = (text: string, lifetime: 'kept' | 'code') => this.redactor.add(text, lifetime);
    const vault = await Vault.open({ path, key, onSecret });
    return { vault, files: new SessionFiles(join(folder, 'sessions'), await vault.sessionKey()) };
  }

  #folder(): string {
    return this.#settings.folder ?? process.env[FOLDER_VARIABLE] ?? join(homedir(), '.agentbrowser');
  }

  #keySource(settings: VaultSettings, mayCreate: boolean): KeySource {
    const { passphrase, keyFile, passphraseVariable } = settings;
    const keychain = settings.keychain === true ? true : undefined;
    if ([passphrase, keyFile, keychain, passphraseVariable].filter((given) => given !== undefined).length > 1) {
      throw new AgentBrowserError('invalid_argument', 'The vault opens with one key. Give a passphrase or a key file.');
    }
    if (passphrase !== undefined) return { kind: 'passphrase', passphrase };
    if (keyFile !== undefined) return { kind: 'file', path: keyFile, create: mayCreate };
    if (keychain) return this.#keychainSource(mayCreate);
    const variable = passphraseVariable ?? USUAL_VARIABLE;
    if (passphraseVariable !== undefined || (process.env[variable] ?? '') !== '')
      return { kind: 'environment', variable };
    if (process.env[KEYCHAIN_VARIABLE] === '1') return this.#keychainSource(mayCreate);
    return { kind: 'file', path: join(this.#folder(), 'key'), create: mayCreate };
  }

  /** Each vault has an entry of its own. */
  #keychainSource(mayCreate: boolean): KeySource {
    return { kind: 'keychain', account: join(this.#folder(), 'vault'), create: mayCreate };
  }
}
