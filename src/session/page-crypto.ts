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
  'digest encrypt decrypt sign verify generateKey importKey exportKey deriveBits deriveKey wrapKey unwrapKey'.split(
    ' ',
  ),
);
/** Keys of one document. */
const MAX_KEYS = 10_000;
/** Secure: work that a page can ask for with a few bytes. */
const MAX_ITERATIONS = 10_000_000;
const MAX_MODULUS = 8_192;
const MAX_DEPTH = 8;

export async function answerCrypto(payload: string, keys: CryptoKeys): Promise<string> {
  try {
    const [operation, ...args] = JSON.parse(payload) as unknown[];
    if (!OPERATIONS.has(operation)) throw new TypeError('No such operation.');
    const subtle = webcrypto.subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
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
