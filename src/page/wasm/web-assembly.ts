/**
 * WebAssembly as pages get it: V8's own, with memories that are counted.
 *
 * V8 stops its loops as it stops those of script, and its calls end where the stack does. But its memories are outside of the
 * heap, where no limit of the isolate counts them, and what it compiles in the background never comes back to an isolate. So
 * modules are compiled at once, and their memories get a maximum within what is left of the page's share
 * (engine/memory-share.ts).
 *
 * Secure: a module that our reader of its sections does not understand is refused, whatever V8 makes of it. Memories that
 * threads share, and stacks that are switched (JSPI), are not there.
 *
 * WebAssembly JavaScript Interface §5 https://webassembly.github.io/spec/js-api/, Web API §3; CSP 3 §4.5
 */
import { LIMITS } from '../../limits.ts';
import { isAllowed } from '../csp/violations.ts';
import type { InterfaceObject } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { namedConstructor } from '../named-constructor.ts';
import { nativeMethod, noteNative } from '../native-look.ts';
import { copyOf, isBufferSource, lengthOf } from '../network/bytes.ts';
import { chained, promised } from '../network/promises.ts';
import { isResponse } from '../network/response.ts';
import {
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  ownKeys,
  reflect,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { boundedPages, boundMemories, MOST_PAGES, type ModuleSize } from './module-memories.ts';

type Native = new (...args: unknown[]) => object;

/** V8's, of this realm; taken before any script runs. */
let native: Readonly<Record<'Module' | 'Instance' | 'Memory' | 'CompileError', Native>> | null = null;
let validateNative: (bytes: Uint8Array) => boolean = () => false;
/** What modules take of the share when they are instantiated. */
const sizes = new WeakMap<object, ModuleSize>();
/** A worker has a share of its own: its realm has no page. */
let ownPages: number = LIMITS.wasm.workerPages;
let ownMemories: number = LIMITS.wasm.memories;

function pagesLeft(): number {
  return askEngine((engine) => engine.memoryLeft()) ?? ownPages;
}

function takePages(pages: number, memories: number): boolean {
  if (pages === 0 && memories === 0) return true;
  const isTaken = askEngine((engine) => engine.takeMemory(pages, memories));
  if (isTaken !== undefined) return isTaken;
  // Secure: each memory reserves gigabytes of addresses, also an empty one.
  if (pages > ownPages || memories > ownMemories) return false;
  ownPages -= pages;
  ownMemories -= memories;
  return true;
}

function compileError(where: string, what: string): object {
  return construct(native!.CompileError, [`${where}: ${what}`]);
}

/** "compile a WebAssembly module": where a policy allows it. */
function compile(source: unknown, where: string, newTarget: object = native!.Module): object {
  if (!isBufferSource(source)) {
    throw new TypeError(`${where}: Argument 0 must be a buffer source`);
  }
  if (!isAllowed(askEngine((engine) => engine.policyWasm()) ?? '', 'compile or instantiate WebAssembly module')) {
    throw compileError(
      where,
      "Wasm code generation disallowed by Content Security Policy: 'wasm-unsafe-eval' is missing",
    );
  }
  const bytes = copyOf(source);
  const length = lengthOf(bytes);
  if (length > LIMITS.wasm.moduleBytes) throw compileError(where, 'size exceeds maximum');
  const bounded = boundMemories(bytes, length, pagesLeft());
  // What our reader does not understand is for V8 to refuse, and where it does not, for us.
  const module = construct(native!.Module, [bounded === null ? bytes : bounded.bytes], newTarget as never);
  if (bounded === null) throw compileError(where, 'memories or functions of this module are not supported');
  const { pages, memories } = bounded;
  weakSet(sizes, module, { pages, memories });
  return module;
}

function instantiate(module: unknown, imports: unknown, newTarget: object = native!.Instance): object {
  const size = typeof module === 'object' && module !== null ? weakGet(sizes, module) : undefined;
  // Secure: also those of other realms, whose sizes only these know.
  if (size === undefined) throw new TypeError('WebAssembly.Instance(): Argument 0 must be a WebAssembly.Module');
  if (!takePages(size.pages, size.memories)) {
    throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
  }
  const args = imports === undefined ? [module] : [module, imports];
  return construct(native!.Instance, args, newTarget as never);
}

function needNew(newTarget: unknown, name: string): void {
  if (newTarget === undefined) throw new TypeError(`WebAssembly.${name} must be invoked with 'new'`);
}

function makeModule(newTarget: object | undefined, args: ArrayLike<unknown>): object {
  needNew(newTarget, 'Module');
  return compile(args[0], 'WebAssembly.Module()', newTarget);
}

function makeInstance(newTarget: object | undefined, args: ArrayLike<unknown>): object {
  needNew(newTarget, 'Instance');
  return instantiate(args[0], args[1], newTarget);
}

interface MemoryDescriptor {
  readonly initial?: unknown;
  readonly maximum?: unknown;
  readonly shared?: unknown;
  readonly address?: unknown;
}

/**
 * Web IDL §3.2.4.9: how many pages are asked for, as V8 reads it. Addresses of 64 bits are counted with BigInts.
 *
 * Secure: converted once, because an object may become another number the second time.
 */
function pagesIn(value: unknown, isWide: boolean): number {
  return trunc(isWide ? numberOf(asIntN(LONG_BITS, value as bigint)) : +(value as number));
}

const { trunc } = Math;
const { asIntN } = BigInt;
const bigIntOf = BigInt;
const numberOf = Number;
/** Of numbers that are longer than any that V8 takes. */
const LONG_BITS = 128;

/** A maximum within the share; V8 says what is wrong with the descriptor. */
function makeMemory(newTarget: object | undefined, args: ArrayLike<unknown>): object {
  needNew(newTarget, 'Memory');
  const given = args[0];
  if (typeof given !== 'object' || given === null) return construct(native!.Memory, [undefined]);
  const { initial, maximum, shared, address } = given as MemoryDescriptor;
  const width = address === undefined ? 'i32' : `${address as string}`;
  const isWide = width === 'i64';
  const number = (value: number): number | bigint => (isWide ? bigIntOf(value) : value);
  if (initial === undefined) return construct(native!.Memory, [{ address: width }]);
  const least = pagesIn(initial, isWide);
  const wanted = maximum === undefined ? MOST_PAGES : pagesIn(maximum, isWide);
  const isRight = least >= 0 && wanted >= least && (isWide || wanted <= MOST_PAGES);
  if (!isRight || (width !== 'i32' && !isWide)) {
    construct(native!.Memory, [{ initial: number(least), maximum: number(wanted), address: width }]);
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  }
  const pages = boundedPages(least, wanted, pagesLeft());
  if (shared || pages === Infinity || !takePages(pages, 1)) {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  }
  const descriptor = { initial: number(least), maximum: number(pages), address: width };
  return construct(native!.Memory, [descriptor], newTarget as never);
}

function isModule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && weakGet(sizes, value) !== undefined;
}

/** Bytes of an answer: "compile a potential WebAssembly response". */
function answered(source: unknown, where: string): Promise<unknown> {
  return chained(
    promised(() => source as PromiseLike<unknown>),
    (answer) => {
      if (!isResponse(answer)) throw new TypeError(`${where}: Argument 0 must be a Response or a promise of one`);
      const { headers, ok } = answer;
      const type = /^[^;]*/
        .exec(headers.get('content-type') ?? '')![0]
        .trim()
        .toLowerCase();
      if (type !== 'application/wasm') {
        throw new TypeError(`${where}: Incorrect response MIME type. Expected 'application/wasm'.`);
      }
      if (!ok) throw new TypeError(`${where}: HTTP status code is not ok`);
      return answer.arrayBuffer();
    },
  );
}

function both(source: unknown, imports: unknown, where: string): object {
  const module = compile(source, where);
  return { module, instance: instantiate(module, imports) };
}

const validate = nativeMethod(
  'validate',
  1,
  (_, args) => {
    if (!isBufferSource(args[0])) throw new TypeError('WebAssembly.validate(): Argument 0 must be a buffer source');
    const bytes = copyOf(args[0]);
    const length = lengthOf(bytes);
    if (length > LIMITS.wasm.moduleBytes) return false;
    return boundMemories(bytes, length, MOST_PAGES) !== null && validateNative(bytes);
  },
  null,
);

const compileLater = nativeMethod(
  'compile',
  1,
  (_, args) => promised(() => compile(args[0], 'WebAssembly.compile()')),
  null,
);

const instantiateLater = nativeMethod(
  'instantiate',
  1,
  (_, args) =>
    promised(() =>
      isModule(args[0]) ? instantiate(args[0], args[1]) : both(args[0], args[1], 'WebAssembly.instantiate()'),
    ),
  null,
);

const compileStreaming = nativeMethod(
  'compileStreaming',
  1,
  (_, args) => {
    const where = 'WebAssembly.compileStreaming()';
    return chained(answered(args[0], where), (bytes) => compile(bytes, where));
  },
  null,
);

const instantiateStreaming = nativeMethod(
  'instantiateStreaming',
  1,
  (_, args) => {
    const where = 'WebAssembly.instantiateStreaming()';
    return chained(answered(args[0], where), (bytes) => both(bytes, args[1], where));
  },
  null,
);

const CONSTRUCTORS: Readonly<Record<string, InterfaceObject>> = {
  Module: namedConstructor('Module', 1, makeModule, null),
  Instance: namedConstructor('Instance', 1, makeInstance, null),
  Memory: namedConstructor('Memory', 1, makeMemory, null),
};
for (const name of Object.keys(CONSTRUCTORS)) noteNative(CONSTRUCTORS[name]!, name);

const FUNCTIONS = {
  compile: compileLater,
  validate,
  instantiate: instantiateLater,
  compileStreaming,
  instantiateStreaming,
};
/** Stacks that are switched have memory of their own. */
const LEFT_OUT = ['Suspending', 'promising', 'SuspendError'];

/** For each realm, before its scripts: V8 puts its own on when it makes a context. */
export function boundWebAssembly(): void {
  const namespace = (globalThis as { readonly WebAssembly?: Record<string, unknown> }).WebAssembly;
  if (namespace === undefined) return;
  const { Module, Instance, Memory, CompileError } = namespace as NonNullable<typeof native>;
  native = { Module, Instance, Memory, CompileError };
  validateNative = namespace['validate'] as typeof validateNative;
  for (const name of Object.keys(CONSTRUCTORS)) replaceConstructor(namespace, name, CONSTRUCTORS[name]!);
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[]) {
    defineProperty(namespace, name, { value: FUNCTIONS[name], writable: true, enumerable: true, configurable: true });
  }
  for (const name of LEFT_OUT) reflect.deleteProperty(namespace, name);
}

function replaceConstructor(namespace: object, name: string, made: InterfaceObject): void {
  const own = (namespace as Record<string, InterfaceObject>)[name]!;
  for (const key of ownKeys(own)) {
    if (key === 'length' || key === 'name') continue;
    defineProperty(made, key, getOwnPropertyDescriptor(own, key)!);
  }
  defineProperty(own.prototype, 'constructor', { value: made, writable: true, enumerable: false, configurable: true });
  defineProperty(namespace, name, { value: made, writable: true, enumerable: false, configurable: true });
}
