/**
 * One sealed file for the signed-in session of each sign-in.
 *
 * In:  a name and what to keep. Out: the same, later. File names are keyed hashes: neither they nor the content tell which
 *      sites somebody uses. A file that cannot be read counts as none: signing in again makes another.
 */
import { join } from 'node:path';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { readWhole, removeWhole, replaceWhole } from './file.ts';
import { tidy, withLock } from './lock.ts';
import { newSalt, seal, subkey, unseal } from './seal.ts';

export class SessionFiles {
  readonly #folder: string;
  readonly #key: Uint8Array;

  /** `key` is the vault's `sessionKey()`. */
  constructor(folder: string, key: Uint8Array) {
    this.#folder = folder;
    this.#key = key;
  }

  /** `null` when there is none, or none that can be read; `onDamage` hears of the latter. */
  async load(name: string, onDamage: (message: string) => void = () => undefined): Promise<unknown> {
    const path = this.#path(name);
    await tidy(path);
    try {
      const bytes = await readWhole(path);
      if (bytes === null) return null;
      return JSON.parse(new TextDecoder().decode(unseal(bytes, this.#keyOf(name), 'The session'))) as unknown;
    } catch (error) {
      if (!isAgentBrowserError(error) && !(error instanceof SyntaxError)) throw error;
      onDamage(error instanceof SyntaxError ? 'A session file holds something else.' : error.message);
      return null;
    }
  }

  /** `false` when it is too much to keep. */
  async save(name: string, state: unknown): Promise<boolean> {
    const plain = new TextEncoder().encode(JSON.stringify(state));
    if (plain.length > LIMITS.sealedBytes / 2) return false;
    const header = { holds: 'session', derivation: { kind: 'material' }, salt: newSalt() } as const;
    const path = this.#path(name);
    await withLock(path, () => replaceWhole(path, seal(plain, header, this.#keyOf(name))));
    return true;
  }

  async remove(name: string): Promise<void> {
    const path = this.#path(name);
    await withLock(path, () => removeWhole(path));
  }

  #path(name: string): string {
    const digest = hmac(sha256, subkey(this.#key, 'file names'), new TextEncoder().encode(name));
    return join(this.#folder, `${Buffer.from(digest.subarray(0, 16)).toString('hex')}.session`);
  }

  /** Each file has its own: one cannot be put in the place of another. */
  #keyOf(name: string): Uint8Array {
    return subkey(this.#key, `session ${name}`);
  }
}
