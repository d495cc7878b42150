/**
 * Blob and File: bytes that do not change, with a type.
 *
 * In:  text, bytes and other blobs. Out: the same bytes as text, buffer or stream, later.
 *
 * File API §3, §4 https://w3c.github.io/FileAPI/
 *
 * A blob's bytes are in memory, and count as the page's.
 */
import { setFileMaker } from '../form-data.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  dateNow,
  max,
  min,
  toWellFormed,
  trunc,
} from '../primordials.ts';
import { addPlatformCloner } from '../structured-clone.ts';
import {
  bufferOf,
  bytesOf,
  concatBytes,
  copyOf,
  decodeUtf8Text,
  encodeUtf8,
  isBufferSource,
  subBytes,
} from './bytes.ts';
import { promised } from './promises.ts';
import { enqueue, requestClose } from './streams/readable-state.ts';
import { makeStream, type ReadableStream } from './streams/readable-stream.ts';
import { exposeClass, INTERNAL } from './web-class.ts';

let contentOf: (blob: Blob) => Uint8Array<ArrayBuffer>;
let isBlobObject: (value: unknown) => boolean;
let isFileObject: (value: unknown) => boolean;
let fill: (blob: Blob, bytes: Uint8Array<ArrayBuffer>) => void;

/** A type of printable ASCII in lower case, or none. */
function normalType(type: unknown): string {
  const text = type === undefined ? '' : `${type}`;
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code < 0x20 || code > 0x7e) return '';
  }
  return asciiLower(text);
}

/** "process blob parts" */
function joinParts(parts: unknown, endings: unknown): Uint8Array<ArrayBuffer> {
  const list = bareArray<Uint8Array>();
  if (parts === undefined) return concatBytes(list);
  if (typeof parts !== 'object' || parts === null) throw new TypeError('The blob parts are not a sequence.');
  for (const part of parts as Iterable<unknown>) {
    if (isBufferSource(part)) append(list, copyOf(part));
    else if (isBlobObject(part)) append(list, contentOf(part as Blob));
    else append(list, encodeUtf8(endings === 'native' ? `${part}`.replace(/\r\n|\r/g, '\n') : `${part}`));
  }
  return concatBytes(list);
}

/** A dictionary argument. */
function bagOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError('The options are not an object.');
  return value as Readonly<Record<string, unknown>>;
}

/** WebIDL's [Clamp]: the nearest whole number, the even one of two. */
function clamped(value: unknown): number {
  const number = Number(value);
  if (Number.isNaN(number)) return 0;
  const low = Math.floor(number);
  const rest = number - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}

const PageDate = Date;

export class Blob {
  #bytes: Uint8Array<ArrayBuffer>;
  readonly #type: string;
  static {
    contentOf = (blob) => blob.#bytes;
    isBlobObject = (value) => typeof value === 'object' && value !== null && #bytes in value;
    fill = (blob, bytes) => {
      blob.#bytes = bytes;
    };
  }

  constructor(...args: readonly unknown[]) {
    const options = bagOf(args[1]);
    const endings = options['endings'];
    if (endings !== undefined && `${endings}` !== 'native' && `${endings}` !== 'transparent') {
      throw new TypeError(`The provided value '${endings}' is not a valid enum value of type EndingType.`);
    }
    const type = options['type'];
    this.#bytes = joinParts(args[0], endings);
    this.#type = normalType(type);
  }

  get size(): number {
    return this.#bytes.byteLength;
  }
  get type(): string {
    return this.#type;
  }
  slice(start: unknown = 0, end?: unknown, type?: unknown): Blob {
    const { size } = this;
    const place = (value: unknown, byDefault: number): number => {
      const at = value === undefined ? byDefault : clamped(value);
      return at < 0 ? max(size + at, 0) : min(at, size);
    };
    const from = place(start, 0);
    return makeBlob(subBytes(this.#bytes, from, max(from, place(end, size))), normalType(type));
  }
  text(): Promise<string> {
    return promised(() => decodeUtf8Text(this.#bytes));
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return promised(() => bufferOf(copyOf(this.#bytes)));
  }
  bytes(): Promise<Uint8Array> {
    return promised(() => copyOf(this.#bytes));
  }
  /** File API: the same as text, from UTF-8. */
  textStream(): ReadableStream {
    const bytes = this.#bytes;
    return makeStream(
      (state) => ({
        start: () => undefined,
        pull: () => {
          const text = decodeUtf8Text(bytes);
          if (text !== '') enqueue(state, text);
          requestClose(state);
        },
        cancel: () => undefined,
      }),
      0,
    );
  }
  stream(): ReadableStream {
    const bytes = this.#bytes;
    return makeStream(
      (state) => ({
        start: () => undefined,
        pull: () => {
          if (bytes.byteLength > 0) enqueue(state, copyOf(bytes));
          requestClose(state);
        },
        cancel: () => undefined,
      }),
      0,
    );
  }
}

export class File extends Blob {
  readonly #name: string;
  readonly #lastModified: number;
  static {
    isFileObject = (value) => typeof value === 'object' && value !== null && #name in value;
  }

  constructor(...args: readonly unknown[]) {
    if (args.length < 2) throw new TypeError(`2 arguments required, but only ${args.length} present.`);
    if (args[0] === undefined) throw new TypeError('The object must have a callable @@iterator property.');
    super(args[0] === INTERNAL ? undefined : args[0], args[2]);
    this.#name = toWellFormed(`${args[1]}`);
    const time = bagOf(args[2])['lastModified'];
    this.#lastModified = time === undefined ? dateNow() : trunc(Number(time)) || 0;
  }

  get name(): string {
    return this.#name;
  }
  get lastModified(): number {
    return this.#lastModified;
  }
  get lastModifiedDate(): Date {
    return new PageDate(this.#lastModified);
  }
  get webkitRelativePath(): string {
    return '';
  }
}

/** A blob of bytes that nobody else will change. */
export function makeBlob(bytes: Uint8Array<ArrayBuffer>, type: string): Blob {
  const blob = new NativeBlob(undefined, { __proto__: null, type });
  fill(blob, bytes);
  return blob;
}

export function makeFile(bytes: Uint8Array<ArrayBuffer>, name: string, type: string, lastModified: number): File {
  const file = new NativeFile(INTERNAL, name, { __proto__: null, type, lastModified });
  fill(file, bytes);
  return file;
}
const NativeBlob = Blob;
const NativeFile = File;

export function isBlob(value: unknown): value is Blob {
  return isBlobObject(value);
}

export function isFile(value: unknown): value is File {
  return isFileObject(value);
}

/** The blob's own bytes: not to be changed. */
export function blobBytes(blob: Blob): Uint8Array<ArrayBuffer> {
  return contentOf(blob);
}

const typeGetter = Reflect.getOwnPropertyDescriptor(Blob.prototype, 'type')!.get!;
const nameGetter = Reflect.getOwnPropertyDescriptor(File.prototype, 'name')!.get!;
const timeGetter = Reflect.getOwnPropertyDescriptor(File.prototype, 'lastModified')!.get!;
const { apply } = Reflect;

export function blobType(blob: Blob): string {
  return apply(typeGetter, blob, []) as string;
}

export function fileName(file: File): string {
  return apply(nameGetter, file, []) as string;
}

export function fileTime(file: File): number {
  return apply(timeGetter, file, []) as number;
}

/** XMLHttpRequest §4.3, "create an entry": a Blob becomes a File. */
setFileMaker((value, name) => {
  if (!isBlob(value)) return null;
  if (isFile(value) && name === undefined) return value;
  const time = isFile(value) ? fileTime(value) : dateNow();
  return makeFile(contentOf(value), name === undefined ? 'blob' : `${name}`, blobType(value), time);
});

/** Bytes of a list, for whoever builds a blob in pieces. */
export function blobOf(parts: BareArray<Uint8Array>, type: string): Blob {
  return makeBlob(parts.length === 1 ? bytesOf(parts[0]!) : concatBytes(parts), type);
}

/** Structured clones share the bytes, which nobody changes. */
addPlatformCloner((value) => {
  if (isFile(value)) return makeFile(contentOf(value), fileName(value), blobType(value), fileTime(value));
  return isBlob(value) ? makeBlob(contentOf(value), blobType(value)) : undefined;
});

exposeClass('Blob', Blob);
exposeClass('File', File);
