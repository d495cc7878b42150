/**
 * Sealed bytes: what the vault and the sessions look like on disk.
 *
 * In:  a key and plain bytes. Out: a header that is open and authenticated, and AES-256-GCM of the rest. And back.
 *
 *   0  magic, 4 bytes          28  salt of the key, 16 bytes
 *   4  version                 44  what tells a wrong key from damage, 16 bytes
 *   5  what it holds           60  checksum of bytes 0 to 59, 8 bytes
 *   6  how its key is made     68  nonce, 12 bytes
 *   7  zero                    80  ciphertext and tag
 *   8  costs of that, 5 × u32
 *
 * NIST SP 800-38D. The header is the additional data, so that no part of it can be exchanged.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { AgentBrowserError } from '../errors.ts';

/** How the key of a file comes about. */
export type KeyDerivation =
  /** Key material with full entropy, from a key file or from the vault. */
  | { readonly kind: 'material' }
  | { readonly kind: 'scrypt'; readonly logN: number; readonly r: number; readonly p: number }
  | { readonly kind: 'argon2id'; readonly memoryKb: number; readonly passes: number; readonly lanes: number };

export type SealedKind = 'vault' | 'session' | 'export';

export interface SealHeader {
  readonly holds: SealedKind;
  readonly derivation: KeyDerivation;
  readonly salt: Uint8Array;
}

const MAGIC = Uint8Array.of(0xab, 0x76, 0x0d, 0x0a);
const VERSION = 1;
const KINDS: readonly SealedKind[] = ['vault', 'session', 'export'];
const DERIVATIONS: readonly KeyDerivation['kind'][] = ['material', 'scrypt', 'argon2id'];
export const KEY_BYTES = 32;
export const SALT_BYTES = 16;
const SALT_AT = 28;
const CHECK_AT = 44;
const SUM_AT = 60;
const NONCE_AT = 68;
const NONCE_BYTES = 12;
const BODY_AT = 80;
const TAG_BYTES = 16;
/** The length of what is inside is told to this many bytes only. */
const PADDING = 1024;

/** Makes a new file. The nonce is random and new for each. */
export function seal(plain: Uint8Array, header: SealHeader, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const head = new Uint8Array(BODY_AT);
  head.set(MAGIC);
  head[4] = VERSION;
  head[5] = KINDS.indexOf(header.holds);
  head[6] = DERIVATIONS.indexOf(header.derivation.kind);
  const numbers = new DataView(head.buffer);
  for (const [at, cost] of costsOf(header.derivation).entries()) numbers.setUint32(8 + 4 * at, cost);
  head.set(header.salt, SALT_AT);
  head.set(subkey(key, 'check').subarray(0, SUM_AT - CHECK_AT), CHECK_AT);
  head.set(sha256(head.subarray(0, SUM_AT)).subarray(0, NONCE_AT - SUM_AT), SUM_AT);
  head.set(nonce, NONCE_AT);
  const body = gcm(subkey(key, 'seal'), nonce, head).encrypt(padded(plain));
  return Buffer.concat([head, body]);
}

/** Reads the open part. Rejects what is not ours, not whole, or of a later version. */
export function readHeader(bytes: Uint8Array, what: string): SealHeader {
  if (bytes.length < BODY_AT + TAG_BYTES) throw damaged(what, 'it is cut short');
  if (!equal(bytes.subarray(0, 4), MAGIC)) throw damaged(what, 'it does not begin as one');
  if (bytes[4]! > VERSION) {
    throw new AgentBrowserError('vault_damaged', `${what} was written by a later version. Update agentbrowser.`);
  }
  const sum = sha256(bytes.subarray(0, SUM_AT)).subarray(0, NONCE_AT - SUM_AT);
  if (!equal(bytes.subarray(SUM_AT, NONCE_AT), sum)) throw damaged(what, 'its header does not add up');
  const holds = KINDS[bytes[5]!];
  const derivation = derivationOf(bytes);
  if (holds === undefined || derivation === null) throw damaged(what, 'its header makes no sense');
  return { holds, derivation, salt: bytes.slice(SALT_AT, CHECK_AT) };
}

/** The plain bytes. A wrong key is `vault_locked`, changed bytes are `vault_damaged`. */
export function unseal(bytes: Uint8Array, key: Uint8Array, what: string): Uint8Array {
  readHeader(bytes, what);
  const check = subkey(key, 'check').subarray(0, SUM_AT - CHECK_AT);
  if (!equal(bytes.subarray(CHECK_AT, SUM_AT), check)) {
    throw new AgentBrowserError(
      'vault_locked',
      `${what} does not open with this passphrase or key. Give the right one.`,
    );
  }
  const head = bytes.subarray(0, BODY_AT);
  let plain: Uint8Array;
  try {
    plain = gcm(subkey(key, 'seal'), head.subarray(NONCE_AT), head).decrypt(bytes.subarray(BODY_AT));
  } catch (cause) {
    throw damaged(what, 'its content was changed', cause);
  }
  const length = plain.length < 4 ? -1 : new DataView(plain.buffer, plain.byteOffset).getUint32(0);
  if (length < 0 || length > plain.length - 4) throw damaged(what, 'its content has no length');
  return plain.subarray(4, 4 + length);
}

/** Whether a key opens a file, without opening it. */
export function isKeyOf(bytes: Uint8Array, key: Uint8Array): boolean {
  return equal(bytes.subarray(CHECK_AT, SUM_AT), subkey(key, 'check').subarray(0, SUM_AT - CHECK_AT));
}

/** One key for each use, so that none tells about another. RFC 5869. */
export function subkey(key: Uint8Array, use: string): Uint8Array {
  return hkdf(sha256, key, undefined, new TextEncoder().encode(`agentbrowser ${use}`), KEY_BYTES);
}

export function newSalt(): Uint8Array {
  return randomBytes(SALT_BYTES);
}

function padded(plain: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil((plain.length + 4) / PADDING) * PADDING);
  new DataView(out.buffer).setUint32(0, plain.length);
  out.set(plain, 4);
  return out;
}

function costsOf(derivation: KeyDerivation): readonly number[] {
  switch (derivation.kind) {
    case 'material':
      return [];
    case 'scrypt':
      return [derivation.logN, derivation.r, derivation.p];
    case 'argon2id':
      return [derivation.memoryKb, derivation.passes, derivation.lanes];
  }
}

/** Memory that a key may take, and what may be written to it in all: seconds, not hours. */
const MAX_BYTES = 2 ** 30;
const MAX_WORK = 2 ** 31;
/** argon2id runs in script here, and is several times slower. */
const MAX_ARGON_WORK = 2 ** 29;

/** Secure: a file that asks for hours or gigabytes is not obeyed. */
function derivationOf(bytes: Uint8Array): KeyDerivation | null {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset);
  const [a, b, c] = [numbers.getUint32(8), numbers.getUint32(12), numbers.getUint32(16)];
  const isSane = b >= 1 && b <= 32 && c >= 1 && c <= 16;
  switch (DERIVATIONS[bytes[6]!]) {
    case 'material':
      return { kind: 'material' };
    case 'scrypt':
      // It takes 128 × r × N bytes (RFC 7914 §2).
      return isSane && a >= 1 && a <= 20 && 128 * b * 2 ** a <= MAX_BYTES && 128 * b * 2 ** a * c <= MAX_WORK
        ? { kind: 'scrypt', logN: a, r: b, p: c }
        : null;
    case 'argon2id':
      return isSane && a >= 8 * c && 1024 * a * b <= MAX_ARGON_WORK
        ? { kind: 'argon2id', memoryKb: a, passes: b, lanes: c }
        : null;
    case undefined:
      return null;
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function damaged(what: string, how: string, cause?: unknown): AgentBrowserError {
  const message = `${what} is damaged: ${how}. Nothing was written to it; the version before it is kept beside it as '.previous'.`;
  return new AgentBrowserError('vault_damaged', message, { cause });
}
