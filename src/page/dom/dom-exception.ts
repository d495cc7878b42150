/**
 * DOMException, and the way platform code throws one.
 *
 * WebIDL §2.8.1 https://webidl.spec.whatwg.org/#idl-DOMException
 */
import { defineProperty } from '../primordials.ts';

const CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  NamespaceError: 14,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
};

export class DOMException extends Error {
  readonly #name: string;

  constructor(message: unknown = '', name: unknown = 'Error') {
    super(`${message}`);
    this.#name = `${name}`;
  }

  override get name(): string {
    return this.#name;
  }

  get code(): number {
    return CODES[this.#name] ?? 0;
  }
}
defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });

export function domException(name: string, message: string): DOMException {
  return new DOMException(message, name);
}
