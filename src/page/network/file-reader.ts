/**
 * FileReader: blobs as text, buffer or data URL, with events.
 *
 * File API §6 https://w3c.github.io/FileAPI/#dfn-filereader
 */
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { type Blob, blobBytes, blobType, isBlob } from './blob.ts';
import { base64Of, binaryOf, bufferOf, copyOf, lengthOf } from './bytes.ts';
import { decodeLabelled } from './text-decoder.ts';
import { defineClassConstants, defineHandlers, EventTargetClass, exposeClass } from './web-class.ts';

export class FileReader extends EventTargetClass {
  #state = 0;
  #result: string | ArrayBuffer | null = null;
  #error: object | null = null;
  /** The read that is under way: an abort, or a newer one, ends it. */
  #read = 0;

  get readyState(): number {
    return this.#state;
  }
  get result(): string | ArrayBuffer | null {
    return this.#result;
  }
  get error(): object | null {
    return this.#error;
  }
  readAsArrayBuffer(blob: unknown): void {
    this.#start(blob, (source) => bufferOf(copyOf(blobBytes(source))));
  }
  readAsText(blob: unknown, encoding?: unknown): void {
    this.#start(blob, (source) => {
      const charset = encoding === undefined ? charsetOf(blobType(source)) : `${encoding}`;
      return decodeLabelled(blobBytes(source), charset) ?? decodeLabelled(blobBytes(source), 'utf-8')!;
    });
  }
  readAsDataURL(blob: unknown): void {
    this.#start(blob, (source) => {
      const type = blobType(source) === '' ? 'application/octet-stream' : blobType(source);
      return `data:${type};base64,${base64Of(blobBytes(source))}`;
    });
  }
  readAsBinaryString(blob: unknown): void {
    this.#start(blob, (source) => binaryOf(blobBytes(source)));
  }
  abort(): void {
    this.#result = null;
    if (this.#state !== 1) return;
    this.#state = 2;
    this.#read++;
    this.#fire('abort', 0);
    this.#fire('loadend', 0);
  }

  #start(blob: unknown, make: (blob: Blob) => string | ArrayBuffer): void {
    if (!isBlob(blob)) throw new TypeError("parameter 1 is not of type 'Blob'.");
    if (this.#state === 1) throw domException('InvalidStateError', 'The object is already busy reading Blobs.');
    this.#state = 1;
    this.#result = null;
    this.#error = null;
    const read = ++this.#read;
    const size = lengthOf(blobBytes(blob));
    queueTask(() => {
      if (read !== this.#read) return;
      this.#fire('loadstart', size);
      queueTask(() => {
        if (read !== this.#read) return;
        this.#fire('progress', size);
        if (read !== this.#read) return;
        this.#state = 2;
        this.#result = make(blob);
        this.#fire('load', size);
        if (this.#state !== 1) this.#fire('loadend', size);
      });
    });
  }

  #fire(type: string, total: number): void {
    const loaded = type === 'loadstart' ? 0 : total;
    dispatchTrusted(this, createEvent('ProgressEvent', type, { lengthComputable: true, loaded, total }));
  }
}

function charsetOf(type: string): string {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
}

defineClassConstants(FileReader, { EMPTY: 0, LOADING: 1, DONE: 2 });
defineHandlers(FileReader, ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']);
exposeClass('FileReader', FileReader);
