/**
 * What an XMLHttpRequest got, in the form that its page asked for.
 *
 * In:  pieces of the body, its type. Out: text, buffer, blob, JSON or document, made once.
 *
 * XMLHttpRequest §3.6.5–§3.6.10 https://xhr.spec.whatwg.org/#the-response-attribute
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { firstElementChild } from '../../html/node-tree.ts';
import { makeDocument, parseXml } from '../dom/document-implementation.ts';
import { essenceOf, isXmlType } from '../dom/document-kind.ts';
import { parseDocumentInto } from '../dom/markup.ts';
import { append, type BareArray, bareArray, parseJson } from '../primordials.ts';
import { makeBlob } from './blob.ts';
import { joinText, type Piece } from './body-content.ts';
import { bufferOf, concatBytes, encodeUtf8, lengthOf, utf8Length } from './bytes.ts';
import { decodeLabelled, encodingOf } from './text-decoder.ts';

export type XhrResponseType = '' | 'text' | 'json' | 'arraybuffer' | 'blob' | 'document';

export class XhrBody {
  #pieces: BareArray<Piece> = bareArray();
  #text: string | null = null;
  #made: { readonly value: unknown } | null = null;
  /** Bytes that have come. */
  size = 0;

  push(piece: Piece): void {
    const size = typeof piece === 'string' ? utf8Length(piece) : lengthOf(piece);
    if (size === 0) return;
    this.size += size;
    append(this.#pieces, piece);
    this.#text = null;
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    const parts = bareArray<Uint8Array>();
    for (let at = 0; at < this.#pieces.length; at++) {
      const piece = this.#pieces[at]!;
      append(parts, typeof piece === 'string' ? encodeUtf8(piece) : piece);
    }
    return concatBytes(parts);
  }

  /** "get a text response" */
  text(charset: string | null): string {
    if (this.#text !== null) return this.#text;
    const encoding = charset === null ? 'utf-8' : (encodingOf(charset) ?? 'utf-8');
    const isUtf8 = encoding === 'utf-8';
    this.#text = isUtf8 ? joinText(this.#pieces) : (decodeLabelled(this.#bytes(), encoding) ?? '');
    if (isUtf8 && this.#pieces.length > 1) {
      // Faster: what was joined once is not joined again when more comes.
      this.#join();
    }
    return this.#text;
  }

  /** Only where all pieces are text: bytes may end in the middle of a character. */
  #join(): void {
    for (let at = 0; at < this.#pieces.length; at++) if (typeof this.#pieces[at] !== 'string') return;
    const joined = bareArray<Piece>();
    let text = '';
    for (let at = 0; at < this.#pieces.length; at++) text += this.#pieces[at] as string;
    append(joined, text);
    this.#pieces = joined;
  }

  /** "response", for types other than text. Failures are `null`. */
  value(type: XhrResponseType, mime: string, charset: string | null): unknown {
    this.#made ??= { value: this.#make(type, mime, charset) };
    return this.#made.value;
  }

  #make(type: XhrResponseType, mime: string, charset: string | null): unknown {
    switch (type) {
      case 'arraybuffer':
        return bufferOf(this.#bytes());
      case 'blob':
        return makeBlob(this.#bytes(), mime);
      case 'json':
        try {
          return parseJson(joinText(this.#pieces));
        } catch {
          // XMLHttpRequest §3.6.8: what is not JSON is null.
          return null;
        }
      case 'document':
        return this.document(mime, charset);
      default:
        return null;
    }
  }

  /** "set a document response" */
  document(mime: string, charset: string | null): unknown {
    const essence = essenceOf(mime);
    if (this.size === 0) return null;
    if (isXmlType(essence)) {
      const document = parseXml(this.text(charset), essence);
      return firstElementChild(document)?.[LOCAL_NAME] === 'parsererror' ? null : document;
    }
    if (essence !== 'text/html') return null;
    const document = makeDocument();
    parseDocumentInto(document, this.text(charset));
    return document;
  }
}
