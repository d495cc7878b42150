/**
 * CompressionStream and DecompressionStream.
 *
 * Compression Streams https://compression.spec.whatwg.org/
 *
 * Differs: the host does the work when the whole input is there, so nothing comes out before its end.
 */
import { append, bareArray, stringSlice } from '../../primordials.ts';
import { base64Of, bytesOfBase64, concatBytes, copyOf, isBufferSource } from '../bytes.ts';
import { askHost } from '../host-call.ts';
import { exposeClass } from '../web-class.ts';
import type { ReadableStream } from './readable-stream.ts';
import { makeTransform } from './transform-stream.ts';
import type { WritableStream } from './writable-stream.ts';

type Ends = { readonly readable: ReadableStream; readonly writable: WritableStream };

function coding(operation: 'compress' | 'decompress', given: unknown): Ends {
  const format = `${given}`;
  if (format !== 'gzip' && format !== 'deflate' && format !== 'deflate-raw') {
    throw new TypeError(`Unsupported compression format: '${format}'`);
  }
  const parts = bareArray<Uint8Array>();
  return makeTransform(
    {
      start: () => undefined,
      transform(chunk) {
        if (!isBufferSource(chunk)) throw new TypeError("The chunk is not of type 'BufferSource'.");
        append(parts, copyOf(chunk));
      },
      flush(controller) {
        const answer = askHost('compress', `${operation}\n${format}\n${base64Of(concatBytes(parts))}`) ?? '';
        if (answer === '') throw new TypeError('The compressed data was not valid.');
        controller.enqueue(bytesOfBase64(stringSlice(answer, 1)));
      },
      cancel: () => undefined,
    },
    {},
    0,
  );
}

export class CompressionStream {
  readonly #ends: Ends;
  constructor(format: unknown) {
    this.#ends = coding('compress', format);
  }
  get readable(): ReadableStream {
    return this.#ends.readable;
  }
  get writable(): WritableStream {
    return this.#ends.writable;
  }
}

export class DecompressionStream {
  readonly #ends: Ends;
  constructor(format: unknown) {
    this.#ends = coding('decompress', format);
  }
  get readable(): ReadableStream {
    return this.#ends.readable;
  }
  get writable(): WritableStream {
    return this.#ends.writable;
  }
}

exposeClass('CompressionStream', CompressionStream);
exposeClass('DecompressionStream', DecompressionStream);
