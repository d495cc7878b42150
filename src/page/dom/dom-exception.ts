/**
 * DOMException, and the way platform code throws one.
 *
 * WebIDL §2.8.1 https://webidl.spec.whatwg.org/#idl-DOMException
 */
import { construct, defineProperty, setPrototypeOf, weakGet, weakSet } from '../primordials.ts';

const CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

/** The constants, by their numbers from 1 on; errors that nobody throws any more have one too. */
const CONSTANTS =
  'INDEX_SIZE_ERR DOMSTRING_SIZE_ERR HIERARCHY_REQUEST_ERR WRONG_DOCUMENT_ERR INVALID_CHARACTER_ERR ' +
  'NO_DATA_ALLOWED_ERR NO_MODIFICATION_ALLOWED_ERR NOT_FOUND_ERR NOT_SUPPORTED_ERR INUSE_ATTRIBUTE_ERR ' +
  'INVALID_STATE_ERR SYNTAX_ERR INVALID_MODIFICATION_ERR NAMESPACE_ERR INVALID_ACCESS_ERR VALIDATION_ERR ' +
  'TYPE_MISMATCH_ERR SECURITY_ERR NETWORK_ERR ABORT_ERR URL_MISMATCH_ERR QUOTA_EXCEEDED_ERR TIMEOUT_ERR ' +
  'INVALID_NODE_TYPE_ERR DATA_CLONE_ERR';

const names = new WeakMap<object, string>();

function nameOf(error: unknown): string {
  const name = typeof error === 'object' && error !== null ? weakGet(names, error) : undefined;
  if (name === undefined) throw new TypeError('Illegal invocation');
  return name;
}

const V8Error = Error;

/** Instances are errors with a stack; the constructor itself is not a kind of Error's. */
class Exception {
  constructor(message: unknown = '', name: unknown = 'Error') {
    const error = construct(V8Error, [`${message}`], new.target as never) as object;
    weakSet(names, error, `${name}`);
    // biome-ignore lint/correctness/noConstructorReturn: V8 gives a stack to its own errors only
    return error as never;
  }

  get code(): number {
    return CODES[nameOf(this)] ?? 0;
  }

  get name(): string {
    return nameOf(this);
  }
}
setPrototypeOf(Exception.prototype, Error.prototype);
defineProperty(Exception, 'name', { value: 'DOMException', configurable: true });

export type DOMException = Error & { readonly code: number };
export const DOMException = Exception as unknown as new (message?: unknown, name?: unknown) => DOMException;

for (const [index, name] of CONSTANTS.split(' ').entries()) {
  for (const object of [DOMException, DOMException.prototype]) {
    defineProperty(object, name, { value: index + 1, enumerable: true });
  }
}
defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });

export function domException(name: string, message: string): DOMException {
  return new DOMException(message, name);
}
