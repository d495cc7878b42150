/**
 * DOMException, and the way platform code throws one.
 *
 * WebIDL §2.8.1 https://webidl.spec.whatwg.org/#idl-DOMException
 */
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  reflect,
  setPrototypeOf,
  weakGet,
  weakSet,
} from '../primordials.ts';

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

interface Text {
  readonly name: string;
  message: string;
}

const texts = new WeakMap<object, Text>();

function textOf(error: unknown): Text {
  const text = typeof error === 'object' && error !== null ? weakGet(texts, error) : undefined;
  if (text === undefined) throw new TypeError('Illegal invocation');
  return text;
}

/** What an exception says, whatever the page did to its getter; `undefined` for what is none. */
export function exceptionMessage(error: object): string | undefined {
  return weakGet(texts, error)?.message;
}

export function setExceptionMessage(error: object, message: string): void {
  textOf(error).message = message;
}

const V8Error = Error;
const stackGetter = getOwnPropertyDescriptor(new V8Error(), 'stack')?.get;

/** Where an exception was made, also one that does not show it. */
export function exceptionStack(error: object): unknown {
  return stackGetter === undefined || weakGet(texts, error) === undefined ? undefined : apply(stackGetter, error, []);
}

/** Given by the platform, whose exceptions have a stack; those that script makes have none in Chrome. */
const THROWN = Symbol('thrown');

/** Instances are errors with a stack; the constructor itself is not a kind of Error's. */
class Exception {
  constructor(message: unknown = '', name: unknown = 'Error', mark?: unknown) {
    const text = { message: `${message}`, name: `${name}` };
    const error = construct(V8Error, [], new.target as never) as object;
    weakSet(texts, error, text);
    if (mark !== THROWN) reflect.deleteProperty(error, 'stack');
    // biome-ignore lint/correctness/noConstructorReturn: V8 gives a stack to its own errors only
    return error as never;
  }

  get code(): number {
    return CODES[textOf(this).name] ?? 0;
  }

  get name(): string {
    return textOf(this).name;
  }

  get message(): string {
    return textOf(this).message;
  }
}
setPrototypeOf(Exception.prototype, Error.prototype);
defineProperty(Exception, 'name', { value: 'DOMException', configurable: true });

export type DOMException = Error & { readonly code: number };
export const DOMException = Exception as unknown as new (
  message?: unknown,
  name?: unknown,
  mark?: unknown,
) => DOMException;
defineProperty(DOMException, 'length', { value: 0, configurable: true });

for (const [index, name] of CONSTANTS.split(' ').entries()) {
  for (const object of [DOMException, DOMException.prototype]) {
    // Locked when they stand in their places (window/member-order.ts).
    defineProperty(object, name, { value: index + 1, enumerable: true, configurable: true });
  }
}
defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });

export function domException(name: string, message: string): DOMException {
  return new DOMException(message, name, THROWN);
}
