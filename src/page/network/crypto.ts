/**
 * crypto: random numbers, and crypto.subtle with keys that stay on the host's side.
 *
 * Web Cryptography §10, §14 https://w3c.github.io/webcrypto/
 *
 * Differs: an operation is done before its method returns, because the page's thread waits for the host; the promise
 * that it gives is settled already.
 */
import { domException } from '../dom/dom-exception.ts';
import { freeze, isArray, ownKeys, parseJson, startsWith } from '../primordials.ts';
import { failedTo, needArguments } from '../rare/answers.ts';
import { quotaExceeded } from '../rare/error-kinds.ts';
import { base64Of, bufferOf, bytesOf, bytesOfBase64, isBufferSource, lengthOf, viewName } from './bytes.ts';
import { askHost } from './host-call.ts';
import { promised } from './promises.ts';
import { fillRandom, randomUuid } from './random.ts';
import { checkInternal, exposeClass, exposeValue, INTERNAL } from './web-class.ts';

interface KeyRecord {
  readonly $k: number;
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: unknown;
  readonly usages: readonly string[];
}

let recordOf: (key: CryptoKey) => KeyRecord;
let isKey: (value: unknown) => boolean;

export class CryptoKey {
  readonly #record: KeyRecord;
  readonly #algorithm: unknown;
  static {
    recordOf = (key) => key.#record;
    isKey = (value) => typeof value === 'object' && value !== null && #record in value;
  }
  constructor(key?: unknown, record?: KeyRecord) {
    checkInternal(key);
    this.#record = record!;
    this.#algorithm = decoded(record!.algorithm);
  }
  get type(): string {
    return this.#record.type;
  }
  get extractable(): boolean {
    return this.#record.extractable;
  }
  get algorithm(): unknown {
    return this.#algorithm;
  }
  get usages(): readonly string[] {
    return freeze([...this.#record.usages]);
  }
}

const { stringify } = JSON;
const MAX_DEPTH = 6;

/** Arguments as the host takes them: bytes and keys have forms of their own. */
function encoded(value: unknown, depth = 0): unknown {
  if (isBufferSource(value)) return { __proto__: null, $b: base64Of(bytesOf(value)) };
  if (isKey(value)) return { __proto__: null, $k: recordOf(value as CryptoKey).$k };
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (isArray(value)) {
    const list: unknown[] = [];
    for (let at = 0; at < value.length; at++) list[at] = encoded(value[at], depth + 1);
    return list;
  }
  const record: Record<string, unknown> = { __proto__: null as never };
  for (const key of ownKeys(value)) {
    if (typeof key === 'string') record[key] = encoded((value as Record<string, unknown>)[key], depth + 1);
  }
  return record;
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isArray(value)) return value;
  const record = value as Record<string, unknown>;
  if (typeof record['$b'] === 'string') return bytesOfBase64(record['$b']);
  if (typeof record['$k'] === 'number') return new CryptoKey(INTERNAL, value as KeyRecord);
  const result: Record<string, unknown> = {};
  for (const key of ownKeys(record)) result[key as string] = decoded(record[key as string]);
  return result;
}

function perform(operation: string, args: readonly unknown[]): Promise<unknown> {
  return promised(() => answerOf(operation, args));
}

/** The methods whose argument `at` is a key. */
function withKey(operation: string, args: readonly unknown[], at: number): Promise<unknown> {
  return promised(() => {
    if (isKey(args[at])) return answerOf(operation, args);
    throw new TypeError(`${failedTo(operation, 'SubtleCrypto')}parameter ${at + 1} is not of type 'CryptoKey'.`);
  });
}

/** Modern Algorithms §4.3 (getPublicKey), steps 2 and 3 */
function checkPrivate({ type }: KeyRecord): void {
  if (type === 'private') return;
  const where = failedTo('getPublicKey', 'SubtleCrypto');
  if (type === 'secret') {
    const why = 'getPublicKey can only be called with keys from an asymmetric algorithm';
    throw domException('NotSupportedError', where + why);
  }
  throw domException('InvalidAccessError', `${where}getPublicKey can only be called with a private key`);
}

function answerOf(operation: string, args: readonly unknown[]): unknown {
  const list: unknown[] = [operation];
  for (let at = 0; at < args.length; at++) list[at + 1] = encoded(args[at]);
  const text = askHost('crypto', stringify(list));
  const { value, error } = (text ? parseJson(text) : { error: ['OperationError', ''] }) as {
    value?: unknown;
    error?: [string, string];
  };
  if (error !== undefined) {
    // What is wrong with the names of algorithms is said of the method.
    const where = startsWith(error[1], 'Algorithm: ') ? failedTo(operation, 'SubtleCrypto') : '';
    throw error[0] === 'TypeError' ? new TypeError(error[1]) : domException(error[0], where + error[1]);
  }
  const result = decoded(value);
  return isBufferSource(result) ? bufferOf(bytesOf(result)) : result;
}

export class SubtleCrypto {
  constructor(key?: unknown) {
    checkInternal(key);
  }
  encrypt(...args: unknown[]): Promise<unknown> {
    return perform('encrypt', args);
  }
  decrypt(...args: unknown[]): Promise<unknown> {
    return perform('decrypt', args);
  }
  sign(...args: unknown[]): Promise<unknown> {
    return perform('sign', args);
  }
  verify(...args: unknown[]): Promise<unknown> {
    return perform('verify', args);
  }
  digest(...args: unknown[]): Promise<unknown> {
    return perform('digest', args);
  }
  generateKey(...args: unknown[]): Promise<unknown> {
    return perform('generateKey', args);
  }
  deriveKey(...args: unknown[]): Promise<unknown> {
    return perform('deriveKey', args);
  }
  deriveBits(...args: unknown[]): Promise<unknown> {
    return perform('deriveBits', args);
  }
  importKey(...args: unknown[]): Promise<unknown> {
    return perform('importKey', args);
  }
  exportKey(...args: unknown[]): Promise<unknown> {
    return perform('exportKey', args);
  }
  wrapKey(...args: unknown[]): Promise<unknown> {
    return perform('wrapKey', args);
  }
  unwrapKey(...args: unknown[]): Promise<unknown> {
    return perform('unwrapKey', args);
  }
  encapsulateBits(...args: unknown[]): Promise<unknown> {
    return withKey('encapsulateBits', args, 1);
  }
  encapsulateKey(...args: unknown[]): Promise<unknown> {
    return withKey('encapsulateKey', args, 1);
  }
  decapsulateBits(...args: unknown[]): Promise<unknown> {
    return withKey('decapsulateBits', args, 1);
  }
  decapsulateKey(...args: unknown[]): Promise<unknown> {
    return withKey('decapsulateKey', args, 1);
  }
  getPublicKey(...args: unknown[]): Promise<unknown> {
    return promised(() => {
      if (isKey(args[0])) checkPrivate(recordOf(args[0] as CryptoKey));
      return withKey('getPublicKey', args, 0);
    });
  }
  /** Modern Algorithms §4: asked without doing it. */
  static supports(...args: unknown[]): boolean {
    needArguments(args, 2, 'supports', 'SubtleCrypto');
    return answerOf('supports', [`${args[0]}`, args[1], args[2]]) === true;
  }
}

const MAX_RANDOM_BYTES = 65_536;

export class Crypto {
  readonly #subtle = new SubtleCrypto(INTERNAL);
  constructor(key?: unknown) {
    checkInternal(key);
  }
  get subtle(): SubtleCrypto {
    return this.#subtle;
  }
  getRandomValues(array: ArrayBufferView): ArrayBufferView {
    const name = viewName(array);
    if (name === undefined) throw new TypeError("parameter 1 is not of type 'ArrayBufferView'.");
    if (name === 'DataView' || name.startsWith('Float')) {
      throw domException('TypeMismatchError', 'The provided ArrayBufferView is not an integer array type.');
    }
    const bytes = bytesOf(array);
    const length = lengthOf(bytes);
    if (length > MAX_RANDOM_BYTES) {
      const why = `The ArrayBufferView's byte length (${length}) exceeds the number of bytes of entropy available via this API`;
      throw quotaExceeded(`${why} (${MAX_RANDOM_BYTES}).`);
    }
    fillRandom(bytes, length);
    return array;
  }
  randomUUID(): string {
    return randomUuid();
  }
}

exposeClass('CryptoKey', CryptoKey);
exposeClass('SubtleCrypto', SubtleCrypto);
exposeClass('Crypto', Crypto);
exposeValue('crypto', new Crypto(INTERNAL));
