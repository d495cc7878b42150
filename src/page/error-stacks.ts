/**
 * Stacks of errors without the platform's own functions: a browser's are not written in script, and none of their frames is
 * ever seen.
 *
 * In:  errors, as V8 makes them. Out: the same errors, whose 'stack' has the frames of the page only.
 *
 * V8 asks its own Error constructor for 'prepareStackTrace', on which a page would see it. So the page gets another
 * constructor, which makes the same objects; V8's own cannot be reached from anywhere.
 */
import { noteNative } from './native-look.ts';
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
  weakGet,
  weakSet,
} from './primordials.ts';

/** Frames of our own bundle have this name. */
const OURS = '<isolated-vm>';
/** Frames that are kept besides those that a page asks for: ours are among them. */
const OWN_FRAMES = 40;

/** V8's description of a frame. */
interface CallSite {
  getFileName(): unknown;
  getFunctionName(): unknown;
  getTypeName(): unknown;
  getThis(): unknown;
  toString(): string;
}

type ErrorMaker = (new (...args: unknown[]) => object) & Record<string, unknown>;

const V8Error = Error as unknown as ErrorMaker;
const errorText = Error.prototype.toString;
/** V8's other constructors of errors, such as TypeError. */
const OTHER_ERRORS = ownKeys(globalThis)
  .map((key): unknown => getOwnPropertyDescriptor(globalThis, key)?.value)
  .filter((value): value is object => typeof value === 'function' && getPrototypeOf(value) === V8Error);
/** "Error: message" as it was when an error was made: V8 keeps it, whatever becomes of the message. */
const heads = new WeakMap<object, string>();

function headOf(error: object): string {
  const known = weakGet(heads, error);
  if (known !== undefined) return known;
  try {
    return apply(errorText, error, []) as string;
  } catch {
    return '<error>';
  }
}

/** Whether a built-in function was called by the one of ours that stands in its place: a page has called it by its name. */
function isReplaced(site: CallSite, caller: CallSite | undefined): boolean {
  const name = site.getFunctionName();
  return typeof name === 'string' && name !== '' && caller?.getFunctionName() === name;
}

/** What is the page's: not ours, and not a built-in function that we have called. */
function framesOfPage(sites: ArrayLike<CallSite>, limit: number): CallSite[] {
  const kept: CallSite[] = [];
  let isOursBelow = false;
  const isOfPage: boolean[] = [];
  for (let at = sites.length - 1; at >= 0; at--) {
    const file = sites[at]!.getFileName();
    const isBuiltIn = typeof file !== 'string';
    const isOurs: boolean = file === OURS || (isBuiltIn && isOursBelow && !isReplaced(sites[at]!, sites[at + 1]));
    defineProperty(isOfPage, at, { value: !isOurs, writable: true, configurable: true });
    isOursBelow = isOurs;
  }
  for (let at = 0; at < sites.length && kept.length < limit; at++) {
    if (isOfPage[at])
      defineProperty(kept, kept.length, { value: sites[at], writable: true, enumerable: true, configurable: true });
  }
  return kept;
}

/** Our nodes are made by one function, whose name V8 takes for theirs. */
function frameText(site: CallSite): string {
  const text = `${site}`;
  const type = site.getTypeName();
  if (typeof type !== 'string' || type.length > 3 || !text.startsWith(`${type}.`)) return text;
  const self = site.getThis();
  const rest = text.slice(type.length + 1);
  if (typeof self !== 'object' || self === null) return rest;
  const tag = getOwnPropertyDescriptor(getPrototypeOf(self) ?? {}, Symbol.toStringTag)?.value as unknown;
  return typeof tag === 'string' ? `${tag}.${rest}` : rest;
}

/** For each document and worker, before any script runs. */
export function installErrorStacks(): void {
  const PageError = function (this: unknown, ...args: unknown[]): object {
    followLimit();
    const error = construct(V8Error, args, (new.target ?? PageError) as never) as object;
    weakSet(heads, error, headOf(error));
    return error;
  } as unknown as ErrorMaker;
  const followLimit = (): void => {
    const { stackTraceLimit } = PageError;
    V8Error['stackTraceLimit'] = typeof stackTraceLimit === 'number' ? stackTraceLimit + OWN_FRAMES : 0;
  };
  // In the order in which V8's own has them.
  for (const key of ['length', 'name', 'prototype'] as const) {
    const descriptor = getOwnPropertyDescriptor(V8Error, key)!;
    defineProperty(PageError, key, key === 'prototype' ? { value: descriptor.value, writable: false } : descriptor);
  }
  for (const key of ownKeys(V8Error)) {
    if (key === 'length' || key === 'name' || key === 'prototype') continue;
    defineProperty(PageError, key, getOwnPropertyDescriptor(V8Error, key)!);
  }
  noteNative(PageError, 'Error');
  defineProperty(V8Error['prototype'] as object, 'constructor', {
    value: PageError,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  for (let at = 0; at < OTHER_ERRORS.length; at++) setPrototypeOf(OTHER_ERRORS[at]!, PageError);
  defineProperty(globalThis, 'Error', { value: PageError, writable: true, enumerable: false, configurable: true });
  followLimit();
  V8Error['prepareStackTrace'] = (error: object, sites: ArrayLike<CallSite>): unknown => {
    const { stackTraceLimit, prepareStackTrace } = PageError;
    const frames = framesOfPage(sites, typeof stackTraceLimit === 'number' ? stackTraceLimit : 0);
    if (typeof prepareStackTrace === 'function')
      return apply(prepareStackTrace as () => unknown, PageError, [error, frames]);
    let text = headOf(error);
    for (let at = 0; at < frames.length; at++) text += `\n    at ${frameText(frames[at]!)}`;
    return text;
  };
}
