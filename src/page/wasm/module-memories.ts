/**
 * The memories of a WebAssembly module, kept to a limit.
 *
 * In:  the bytes of a module, and how many pages it may have. Out: bytes in which every memory of its own has a maximum within
 * that, and how many pages these are together.
 *
 * Memories that a module imports are made elsewhere, and are bounded there.
 *
 * WebAssembly §5.3.8 (limits), §5.5.8 (memory section) https://webassembly.github.io/spec/core/binary/modules.html
 */
import { LIMITS } from '../../limits.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';

/** What an instance of a module takes. */
export interface ModuleSize {
  /** The most that its own memories can become, in pages of 64 KB; Infinity when they begin with more than they may have. */
  readonly pages: number;
  readonly memories: number;
}

export interface BoundedModule extends ModuleSize {
  readonly bytes: Uint8Array;
}

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const CODE_SECTION = 10;
/** Bits of a memory's limits. */
const HAS_MAXIMUM = 1;
const IS_WIDE = 4;
/** The weight of the last part that a number of 64 bits can have. */
const LAST_SCALE = 128 ** 9;
/** What a memory of 32 bits can have at most. */
export const MOST_PAGES = 65_536;

/** A place in the bytes that is read on. */
interface Reader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;
}

/** Numbers are parts of seven bits, the lowest first. -1 for none and for longer ones; those of 64 bits are as exact as a number is. */
function readNumber(reader: Reader): number {
  let value = 0;
  for (let scale = 1; reader.at < reader.end && scale <= LAST_SCALE; scale *= 128) {
    const byte = reader.bytes[reader.at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
  return -1;
}

function writeNumber(into: BareArray<number>, value: number): void {
  let rest = value;
  while (rest >= 128) {
    const low = rest % 128;
    append(into, low + 128);
    rest = (rest - low) / 128;
  }
  append(into, rest);
}

/** `null` for bytes that are no module, for functions that are too long, and for memories that threads share. */
export function boundMemories(bytes: Uint8Array, length: number, most: number): BoundedModule | null {
  if (length < HEADER_BYTES) return null;
  const reader: Reader = { bytes, end: length, at: HEADER_BYTES };
  let found: BoundedModule | null = { bytes, pages: 0, memories: 0 };
  while (reader.at < length) {
    const start = reader.at;
    const id = bytes[reader.at++];
    const size = readNumber(reader);
    const end = reader.at + size;
    if (size < 0 || end > length) return null;
    if (id === MEMORY_SECTION) {
      // There is one at most; V8 refuses more.
      if (found.memories > 0) return null;
      found = withLimits({ bytes, end, at: reader.at }, start, length, most);
      if (found === null) return null;
    } else if (id === CODE_SECTION && hasLongFunction({ bytes, end, at: reader.at })) return null;
    reader.at = end;
  }
  return found;
}

/** What compiling a function takes is a multiple of its size, and no limit counts it. */
function hasLongFunction(reader: Reader): boolean {
  const count = readNumber(reader);
  for (let at = 0; at < count; at++) {
    const size = readNumber(reader);
    if (size < 0 || size > LIMITS.wasm.functionBytes) return true;
    reader.at += size;
  }
  return false;
}

function withLimits(reader: Reader, start: number, length: number, most: number): BoundedModule | null {
  const { bytes, end } = reader;
  const content = bareArray<number>();
  const memories = readNumber(reader);
  writeNumber(content, memories);
  let pages = 0;
  for (let count = 0; count < memories; count++) {
    const flags = reader.at < end ? bytes[reader.at++]! : 255;
    if ((flags & ~(HAS_MAXIMUM | IS_WIDE)) !== 0) return null;
    const least = readNumber(reader);
    const wanted = (flags & HAS_MAXIMUM) === 0 ? MOST_PAGES : readNumber(reader);
    if (least < 0 || wanted < 0) return null;
    const maximum = boundedPages(least, wanted, most - pages);
    pages += maximum;
    append(content, flags | HAS_MAXIMUM);
    writeNumber(content, least);
    writeNumber(content, maximum === Infinity ? least : maximum);
  }
  if (memories < 0 || reader.at !== end) return null;
  return { bytes: replaced(bytes, length, start, end, content), pages, memories };
}

/** Half of what is left, so that there is something for the next one; Infinity where that does not do to begin with. */
export function boundedPages(least: number, wanted: number, left: number): number {
  if (least > left) return Infinity;
  const half = (left - (left % 2)) / 2;
  const share = least > half ? least : half;
  return wanted < share ? wanted : share;
}

function replaced(
  bytes: Uint8Array,
  length: number,
  start: number,
  end: number,
  content: BareArray<number>,
): Uint8Array {
  const head = bareArray<number>();
  append(head, MEMORY_SECTION);
  writeNumber(head, content.length);
  const made = new NativeBytes(start + head.length + content.length + length - end);
  let at = 0;
  for (let from = 0; from < start; from++) made[at++] = bytes[from]!;
  for (let from = 0; from < head.length; from++) made[at++] = head[from]!;
  for (let from = 0; from < content.length; from++) made[at++] = content[from]!;
  for (let from = end; from < length; from++) made[at++] = bytes[from]!;
  return made;
}

const NativeBytes = Uint8Array;
