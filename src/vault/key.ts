/**
 * The key of a vault, from what its owner has.
 *
 * In:  a passphrase, a key file, an entry of the keychain, or the name of an environment variable. Out: 32 bytes, by the derivation that the file
 *      names, with the file's own salt.
 *
 * scrypt: RFC 7914. argon2id: RFC 9106. What has full entropy already goes through HKDF only.
 */
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { argon2idAsync } from '@noble/hashes/argon2.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { AgentBrowserError } from '../errors.ts';
import { createWhole, ownFolder } from './file.ts';
import { keychainKey } from './keychain.ts';
import { KEY_BYTES, type KeyDerivation } from './seal.ts';

export type KeySource =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  /** A file with at least 32 random bytes. It is made when it is not there and `create` says so. */
  | { readonly kind: 'file'; readonly path: string; readonly create?: boolean }
  /** An entry of the system's keychain, made when it is not there and `create` says so. */
  | { readonly kind: 'keychain'; readonly account: string; readonly create?: boolean }
  /** A variable that holds a passphrase. */
  | { readonly kind: 'environment'; readonly variable: string };

/** What new vaults use: 64 MB and a few tenths of a second, as OWASP advises for scrypt. */
export const DEFAULT_DERIVATION: KeyDerivation = { kind: 'scrypt', logN: 16, r: 8, p: 2 };

/** How a new file derives its key from this source. */
export function derivationFor(source: KeySource, wanted: KeyDerivation = DEFAULT_DERIVATION): KeyDerivation {
  return isMaterial(source) ? { kind: 'material' } : wanted;
}

export async function deriveKey(source: KeySource, derivation: KeyDerivation, salt: Uint8Array): Promise<Uint8Array> {
  if (isMaterial(source)) {
    if (derivation.kind !== 'material') {
      throw new AgentBrowserError('vault_locked', 'The vault opens with a passphrase, not with a key file. Give that.');
    }
    const bytes =
      source.kind === 'file' ? await readKeyFile(source) : await keychainKey(source.account, source.create === true);
    return hkdf(sha256, bytes, salt, undefined, KEY_BYTES);
  }
  const passphrase = new TextEncoder().encode(passphraseOf(source).normalize('NFC'));
  switch (derivation.kind) {
    case 'material':
      throw new AgentBrowserError('vault_locked', 'The vault opens with a key file, not with a passphrase. Give that.');
    case 'scrypt':
      return scryptKey(passphrase, salt, derivation);
    case 'argon2id':
      return argon2idAsync(passphrase, salt, {
        m: derivation.memoryKb,
        t: derivation.passes,
        p: derivation.lanes,
        dkLen: KEY_BYTES,
      });
  }
}

type Material = Extract<KeySource, { readonly kind: 'file' | 'keychain' }>;

/** What is random already, and needs no costly derivation. */
function isMaterial(source: KeySource): source is Material {
  return source.kind === 'file' || source.kind === 'keychain';
}

function passphraseOf(source: Exclude<KeySource, Material>): string {
  const text = source.kind === 'passphrase' ? source.passphrase : process.env[source.variable];
  if (text !== undefined && text !== '') return text;
  const where = source.kind === 'environment' ? `The environment variable ${source.variable}` : 'The passphrase';
  throw new AgentBrowserError('vault_locked', `${where} is empty. Set it to the passphrase of the vault.`);
}

async function readKeyFile({ path, create }: Extract<KeySource, { readonly kind: 'file' }>): Promise<Uint8Array> {
  if (create) await createKeyFile(path);
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new AgentBrowserError('vault_locked', `The key file ${path} cannot be read. Give the path of the key file.`, {
      cause,
    });
  }
  if (bytes.length >= KEY_BYTES) return bytes;
  throw new AgentBrowserError('vault_locked', `The key file ${path} holds less than ${KEY_BYTES} bytes. Make another.`);
}

/** Leaves a file alone that is there. */
async function createKeyFile(path: string): Promise<void> {
  await ownFolder(dirname(path));
  await createWhole(path, Buffer.from(`${randomBytes(KEY_BYTES).toString('hex')}\n`));
}

/** Faster: Node's own scrypt runs beside the event loop; the result is the same. */
function scryptKey(
  passphrase: Uint8Array,
  salt: Uint8Array,
  { logN, r, p }: Extract<KeyDerivation, { readonly kind: 'scrypt' }>,
): Promise<Uint8Array> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
