/**
 * crypto.subtle for pages: Node's own, behind names of operations and values as text.
 *
 * In:  JSON `[operation, ...arguments]`, in which `{"$b": base64}` stands for bytes and `{"$k": number}` for a key that
 * stays here. Out: JSON `{"value": …}` in the same form, or `{"error": [name, message]}`.
 *
 * Web Cryptography §14 https://w3c.github.io/webcrypto/#subtlecrypto-interface
 */
import { webcrypto } from 'node:crypto';

export type CryptoKeys = Map<number, webcrypto.CryptoKey>;

const OPERATIONS: ReadonlySet<unknown> = new Set(
  (
    'digest encrypt decrypt sign verify generateKey importKey exportKey deriveBits deriveKey wrapKey unwrapKey ' +
    'encapsulateBits encapsulateKey decapsulateBits decapsulateKey getPublicKey'
  ).split(' '),
);
/** What Chrome knows; Node knows more. */
const ALGORITHMS: ReadonlySet<string> = new Set(
  (
    'SHA-1 SHA-256 SHA-384 SHA-512 AES-CBC AES-CTR AES-GCM AES-KW CHACHA20-POLY1305 HMAC RSASSA-PKCS1-V1_5 RSA-PSS RSA-OAEP ' +
    'ECDSA ECDH ED25519 X25519 HKDF PBKDF2 ML-KEM-768 ML-KEM-1024 ML-DSA-44 ML-DSA-65 ML-DSA-87'
  ).split(' '),
);
/** Where the algorithms stand among the arguments, if not first. */
const ALGORITHM_AT: Readonly<Record<string, readonly number[]>> = {
  importKey: [2],
  exportKey: [],
  getPublicKey: [],
  deriveKey: [0, 2],
  wrapKey: [2],
  unwrapKey: [2, 3],
  encapsulateKey: [0, 2],
  decapsulateKey: [0, 3],
};

function algorithmName(value: unknown): string {
  const name = typeof value === 'object' && value !== null ? (value as { readonly name?: unknown }).name : value;
  return typeof name === 'string' ? name.toUpperCase() : '';
}

function checkNames(operation: string, args: readonly unknown[]): void {
  for (const at of ALGORITHM_AT[operation] ?? [0]) {
    const name = algorithmName(args[at]);
    if (name !== '' && !ALGORITHMS.has(name))
      throw new DOMException('Algorithm: Unrecognized name', 'NotSupportedError');
  }
}

/** Keys that are the public half of what has a private one. */
const ASYMMETRIC = /^(?:RSA|EC|ED|X25519|ML-)/;

/** "SubtleCrypto.supports()", for what Chrome knows. */
function isSupported([operation, algorithm, more]: readonly unknown[]): boolean {
  const name = algorithmName(algorithm);
  if (!ALGORITHMS.has(name)) return false;
  // Chrome tells of these by the algorithm alone, and says of no algorithm that its keys can be given out.
  if (operation === 'getPublicKey') return ASYMMETRIC.test(name);
  if (operation === 'exportKey') return false;
  const subtle = webcrypto.subtle.constructor as unknown as {
    supports(operation: unknown, algorithm: unknown, more?: unknown): boolean;
  };
  const revived = [algorithm, more].map((value) => revive(value, new Map(), 0));
  return subtle.supports(operation, revived[0], revived[1] ?? undefined);
}

/** Keys of one document. */
const MAX_KEYS = 10_000;
/** Secure: work that a page can ask for with a few bytes. */
const MAX_ITERATIONS = 10_000_000;
const MAX_MODULUS = 8_192;
const MAX_DEPTH = 8;

export async function answerCrypto(payload: string, keys: CryptoKeys): Promise<string> {
  try {
    const [operation, ...args] = JSON.parse(payload) as unknown[];
    if (operation === 'supports') return JSON.stringify({ value: isSupported(args) });
    if (!OPERATIONS.has(operation)) throw new TypeError('No such operation.');
    const subtle = webcrypto.subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    checkNames(operation as string, args);
    const value = await subtle[operation as string]!(...args.map((arg) => revive(arg, keys, 0)));
    return JSON.stringify({ value: encode(value, keys) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ error: [name, message] });
  }
}

function revive(value: unknown, keys: CryptoKeys, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError('The arguments are nested too deeply.');
  if (Array.isArray(value)) return value.map((item) => revive(item, keys, depth + 1));
  const record = value as Record<string, unknown>;
  if (typeof record['$b'] === 'string') return Buffer.from(record['$b'], 'base64');
  if (typeof record['$k'] === 'number') {
    const key = keys.get(record['$k']);
    if (key === undefined) throw new TypeError('The key is gone.');
    return key;
  }
  const entries = Object.entries(record).map(([name, item]) => [name, revive(item, keys, depth + 1)] as const);
  const revived = Object.fromEntries(entries) as Record<string, unknown>;
  if (Number(revived['iterations'] ?? 0) > MAX_ITERATIONS || Number(revived['modulusLength'] ?? 0) > MAX_MODULUS) {
    throw new DOMException('The operation would take too long.', 'OperationError');
  }
  return revived;
}

function encode(value: unknown, keys: CryptoKeys): unknown {
  if (value instanceof ArrayBuffer) return { $b: Buffer.from(value).toString('base64') };
  if (isKey(value)) return keep(value, keys);
  if (typeof value === 'object' && value !== null && 'ciphertext' in value && 'sharedKey' in value) {
    return { ciphertext: encode(value.ciphertext, keys), sharedKey: encode(value.sharedKey, keys) };
  }
  if (typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value) {
    return { publicKey: encode(value.publicKey, keys), privateKey: encode(value.privateKey, keys) };
  }
  return value;
}

function isKey(value: unknown): value is webcrypto.CryptoKey {
  return typeof value === 'object' && value !== null && 'usages' in value && 'extractable' in value;
}

function keep(key: webcrypto.CryptoKey, keys: CryptoKeys): unknown {
  if (keys.size >= MAX_KEYS) throw new DOMException('The document has too many keys.', 'OperationError');
  const number = keys.size + 1;
  keys.set(number, key);
  const { type, extractable, usages } = key;
  return { $k: number, type, extractable, algorithm: encodeAlgorithm(key.algorithm), usages };
}

/** RSA's public exponent is bytes. */
function encodeAlgorithm(algorithm: object): unknown {
  const entries = Object.entries(algorithm).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? { $b: Buffer.from(value).toString('base64') } : value,
  ]);
  return Object.fromEntries(entries);
}
