/**
 * TextEncoder and TextDecoder, for UTF-8.
 *
 * Encoding §7 https://encoding.spec.whatwg.org/#api
 *
 * Missing: other encodings than UTF-8, and decoding in pieces.
 */
import { defineProperty } from '../primordials.ts';
import { decodeUtf8, utf8Bytes } from '../url/percent-encoding.ts';

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }
  encode(input: unknown = ''): Uint8Array {
    const text = `${input}`;
    const bytes: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at)!;
      if (codePoint > 0xffff) at++;
      const encoded = utf8Bytes(codePoint);
      for (let index = 0; index < encoded.length; index++) bytes[bytes.length] = encoded[index]!;
    }
    return new Uint8Array(bytes);
  }
}

const LABELS = ' unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 ';

export class TextDecoder {
  readonly #fatal: boolean;
  readonly #ignoreBom: boolean;

  constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
    if (!LABELS.includes(` ${`${label}`.trim().toLowerCase()} `)) {
      throw new RangeError(`The encoding '${label}' is not supported.`);
    }
    this.#fatal = Boolean(options.fatal);
    this.#ignoreBom = Boolean(options.ignoreBOM);
  }
  get encoding(): string {
    return 'utf-8';
  }
  get fatal(): boolean {
    return this.#fatal;
  }
  get ignoreBOM(): boolean {
    return this.#ignoreBom;
  }
  decode(input?: ArrayBuffer | ArrayBufferView): string {
    if (input === undefined) return '';
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    const text = decodeUtf8(bytes);
    if (this.#fatal && text.includes('\ufffd')) throw new TypeError('The encoded data was not valid.');
    return !this.#ignoreBom && text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}
defineProperty(TextEncoder, 'name', { value: 'TextEncoder' });
defineProperty(TextDecoder, 'name', { value: 'TextDecoder' });
