/**
 * The members that Request and Response share, and how a page's value becomes a body.
 *
 * Fetch §5.2, §5.3 https://fetch.spec.whatwg.org/#bodyinit-unions
 */
import { formDataEntries, makeFormData } from '../form-data.ts';
import type { FormEntry } from '../form-entries.ts';
import { append, bareArray, parseJson, toWellFormed } from '../primordials.ts';
import { URLSearchParams as PageSearchParams } from '../url-api.ts';
import { blobBytes, blobType, isBlob, makeBlob } from './blob.ts';
import { BodyContent } from './body-content.ts';
import { bufferOf, copyOf, isBufferSource } from './bytes.ts';
import { encodeMultipart, parseMultipart } from './multipart.ts';
import { promised } from './promises.ts';
import { isReadableStream, type ReadableStream, streamControl } from './streams/readable-stream.ts';
import { TextDecoderStream } from './streams/transform-stream.ts';

export interface ExtractedBody {
  readonly content: BodyContent;
  /** The Content-Type that goes with it, unless the page gives another. */
  readonly type: string | null;
}

const paramsText = PageSearchParams.prototype.toString;

/** "extract a body" */
export function extractBody(value: unknown): ExtractedBody {
  if (isBlob(value)) {
    return { content: BodyContent.of(blobBytes(value)), type: blobType(value) === '' ? null : blobType(value) };
  }
  if (isBufferSource(value)) return { content: BodyContent.of(copyOf(value)), type: null };
  const entries = formDataEntries(value);
  if (entries !== null) {
    const { bytes, contentType } = encodeMultipart(entries);
    return { content: BodyContent.of(bytes), type: contentType };
  }
  if (value instanceof PageSearchParams) {
    const text = Reflect.apply(paramsText, value, []);
    return { content: BodyContent.of(text), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  if (isReadableStream(value)) {
    if (streamControl.isLocked(value) || streamControl.isDisturbed(value)) {
      throw new TypeError('The stream is locked or has been read from.');
    }
    return { content: BodyContent.ofStream(value), type: null };
  }
  return { content: BodyContent.of(toWellFormed(`${value}`)), type: 'text/plain;charset=UTF-8' };
}

/** What the mixin needs of its object. */
export interface BodyOwner {
  readonly content: BodyContent | null;
  /** The Content-Type header. */
  readonly type: string | null;
}

function consume<T>(owner: BodyOwner, take: (content: BodyContent) => Promise<T>): Promise<T> {
  return promised(() => {
    const content = owner.content ?? BodyContent.of('');
    if (content.isUsed || content.isLocked) throw new TypeError('body stream already read');
    return take(content);
  });
}

export function bodyText(owner: BodyOwner): Promise<string> {
  return consume(owner, (content) => content.text());
}

/** The body as a stream of text. */
export function bodyTextStream(owner: BodyOwner): ReadableStream {
  const content = owner.content ?? BodyContent.of('');
  if (content.isUsed || content.isLocked) throw new TypeError('body stream already read');
  return content.stream.pipeThrough(new TextDecoderStream());
}

export function bodyJson(owner: BodyOwner): Promise<unknown> {
  return consume(owner, async (content) => parseJson(await content.text()));
}

export function bodyBytes(owner: BodyOwner): Promise<Uint8Array> {
  return consume(owner, (content) => content.bytes());
}

export function bodyBuffer(owner: BodyOwner): Promise<ArrayBuffer> {
  return consume(owner, async (content) => bufferOf(await content.bytes()));
}

export function bodyBlob(owner: BodyOwner): Promise<object> {
  return consume(owner, async (content) => makeBlob(await content.bytes(), (owner.type ?? '').toLowerCase()));
}

export function bodyFormData(owner: BodyOwner): Promise<object> {
  return consume(owner, async (content) => {
    const type = owner.type ?? '';
    if (/^\s*multipart\/form-data\b/i.test(type)) {
      const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
      const entries = boundary === null ? null : parseMultipart(await content.bytes(), boundary[1] ?? boundary[2]!);
      if (entries !== null) return makeFormData(entries);
    } else if (/^\s*application\/x-www-form-urlencoded\b/i.test(type)) {
      const list = bareArray<FormEntry>();
      for (const [name, value] of new PageSearchParams(await content.text()).entries()) append(list, { name, value });
      return makeFormData(list);
    }
    await content.bytes();
    throw new TypeError('Failed to fetch');
  });
}

export function bodyStream({ content }: Pick<BodyOwner, 'content'>): ReadableStream | null {
  return content === null ? null : content.stream;
}

export function isBodyUsed({ content }: BodyOwner): boolean {
  return content?.isUsed ?? false;
}
