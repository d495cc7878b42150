/**
 * From a URL to the text of a document.
 *
 * In:  what to load and for whom.
 * Out: HTML with its final URL and encoding. Text, images and PDFs become a page that shows them; other files are saved
 *      where the session has a folder for them, and are an error that says what they are where it has none.
 *
 * HTML §7.4.5 https://html.spec.whatwg.org/#populating-a-session-history-entry
 */
import { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from '../net/address.ts';
import { checkDeclaredSize, formatBytes } from '../net/body.ts';
import { decodeDocument, decodeText, decodeXml } from '../net/charset.ts';
import { fileNameOf, isAttachment } from '../net/content-disposition.ts';
import type { Fetcher, FetchResponse } from '../net/fetch.ts';
import {
  contentKindOf,
  isSniffed,
  isSniffingOff,
  isUnknownType,
  isXmlPage,
  isXmlType,
  type MimeType,
  mimeTypeOf,
  sniffType,
} from '../net/mime.ts';
import { readPdf } from '../net/pdf-text.ts';
import { type Initiator, shorten } from '../net/policy.ts';
import { policyOfHeader, type ReferrerPolicy, referrerFor } from '../net/referrer.ts';
import { StreamDecoder } from '../net/stream-decoder.ts';
import { type CacheMode, discard, headerValue, type ResponseHeaders } from '../net/transport.ts';
import { ArrivingBody } from './arriving-body.ts';
import { DocumentStream } from './document-stream.ts';
import { type Download, type DownloadFolder, downloaded } from './download-folder.ts';
import { imageDocument } from './image-document.ts';
import { Preloads } from './net-preloads.ts';
import { pdfDocument } from './pdf-document.ts';
import { escapeMarkup, statusDocument, TEXT_DOCUMENT_START, textDocument } from './text-document.ts';

export interface DocumentRequest {
  readonly url: URL;
  readonly initiator: Initiator;
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: Uint8Array | null;
  readonly cache?: CacheMode;
  readonly referrerPolicy?: ReferrerPolicy;
  /** The name under which it is to be saved, whatever it is. */
  readonly download?: string;
  /** What is there, where only the page knows: a `blob:` address. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
  /** What shows the document: the session itself, or a frame of another document. */
  readonly destination?: 'document' | 'iframe';
}

export interface LoadedDocument {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  /** What follows on `html`, where the document was opened before all of it had come. */
  readonly rest?: DocumentStream;
  readonly encoding: string;
  /** `document.contentType`. */
  readonly contentType: string;
  /** Where it came from, which decides what it may reach. */
  readonly space: AddressSpace;
  readonly referrer: string;
  /** The Refresh header's value. */
  readonly refresh?: string | undefined;
  /** What the document lets its requests tell; `null` for the default. */
  readonly referrerPolicy: ReferrerPolicy | null;
  /** What is on its way already. */
  readonly preloads?: Preloads;
  /** Of the answer, where it came from a server. */
  readonly headers?: ResponseHeaders;
  /** `false` where its scripts have cost it its isolate: it is opened again without them. */
  readonly script?: false;
  /** In a frame: the site that its cookies count as asked for by, and the page around all frames. */
  readonly cookieSite?: URL;
  readonly topLevel?: URL;
}

/** A request with the rights of a document. */
export function initiatorOf(document: LoadedDocument): Extract<Initiator, { readonly kind: 'page' }> {
  const { url, space, cookieSite, topLevel } = document;
  const place = cookieSite === undefined ? {} : { cookieSite };
  return { kind: 'page', url, space, ...place, ...(topLevel === undefined ? {} : { topLevel }) };
}

/** How a session loads its documents. */
export interface LoadOptions {
  /** Where files are saved; without a folder they are errors. */
  readonly downloads?: DownloadFolder | null;
  /** Whether scripts will run, and so are worth fetching early. */
  readonly script?: boolean;
}

/** A server's wish that the page stays as it is: 204 and 205. */
export interface NoContent {
  readonly kind: 'no_content';
  readonly url: URL;
  readonly status: number;
}

/** What a navigation led to: a document, or nothing to show while the page stays. */
export type Loaded = LoadedDocument | Download | NoContent;

/** For whoever asked for a page and got none. */
export function noPage(loaded: Download | NoContent): AgentBrowserError {
  if (loaded.kind === 'download') return downloaded(loaded);
  return new AgentBrowserError(
    'navigation_error',
    `${shorten(loaded.url.href)} answered ${loaded.status}, which means 'stay where you are'. The page did not change.`,
  );
}

export async function loadDocument(
  fetcher: Fetcher,
  request: DocumentRequest,
  signal: AbortSignal,
  { downloads = null, script = true }: LoadOptions = {},
): Promise<Loaded> {
  const maxBytes = LIMITS.documentBytes;
  // The call ends the request; a document that was opened outlives the call.
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await load(fetcher, request, ending.signal, maxBytes, downloads, script);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function load(
  fetcher: Fetcher,
  request: DocumentRequest,
  signal: AbortSignal,
  maxBytes: number,
  downloads: DownloadFolder | null,
  script: boolean,
): Promise<Loaded> {
  signal.throwIfAborted();
  const { destination = 'document' } = request;
  const fetched =
    blobResponse(request) ??
    (await fetcher.fetch({
      ...request,
      destination,
      userActivated: destination === 'document',
      signal,
      // A file is as large as the folder takes.
      maxBytes: downloads === null ? maxBytes : Number.MAX_SAFE_INTEGER,
    }));
  const response = request.download === undefined ? fetched : asAttachment(fetched, request.download);
  const { url, status, space, headers } = response;
  const declared = mimeTypeOf(headers);
  try {
    if (status === 204 || status === 205) {
      discard(response.body);
      return { kind: 'no_content', url, status };
    }
    if (isFile(headers, declared.essence)) {
      if (downloads === null) throw notAPage(url, declared.essence || 'a download', declaredSize(headers));
      return await downloads.save(response);
    }
    checkDeclaredSize(headers, url, maxBytes);
  } catch (error) {
    discard(response.body);
    throw error;
  }
  const referrerPolicy = policyOfHeader(headerValue(headers, 'referrer-policy'));
  const preloads = new Preloads(fetcher, { url, space, referrerPolicy }, script);
  try {
    const mayPreload = contentKindOf(declared.essence) === 'html' && destination === 'document';
    if (mayPreload) preloads.announce(headerValue(headers, 'link') ?? '');
    const body = new ArrivingBody(response.body, url, maxBytes, (piece) => {
      if (mayPreload) preloads.scan(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1'));
    });
    // What a frame shows is opened when all of it is there.
    const content = destination === 'document' ? await openEarly(body, declared, response) : null;
    const referrer = referrerFor(request.initiator, url, request.referrerPolicy) ?? '';
    const refresh = headerValue(headers, 'refresh') ?? undefined;
    const about = { url, status, space, referrer, refresh, referrerPolicy, preloads, headers };
    if (content !== null) return { ...content, ...about };
    const bytes = await body.whole;
    if (status >= 400 && bytes.byteLength === 0) {
      const html = statusDocument(url.host, status, response.statusText);
      return { html, encoding: 'UTF-8', contentType: 'text/html', ...about };
    }
    const essence = isSniffed(headers, declared.essence)
      ? sniffType(bytes, declared.essence, !isSniffingOff(headers))
      : declared.essence;
    if (downloads !== null && contentKindOf(essence) === 'binary') {
      preloads.close();
      return await downloads.save(ofType(response, essence, bytes));
    }
    const whole = await contentOf({ ...declared, essence }, bytes, response, destination !== 'document', signal);
    if (mayPreload && contentKindOf(essence) === 'html') preloads.scanWhole(whole.html);
    return { ...whole, ...about };
  } catch (error) {
    preloads.close();
    throw error;
  }
}

type Content = Pick<LoadedDocument, 'html' | 'encoding' | 'contentType' | 'rest'>;

/**
 * The beginning of a document that takes a while to come, or that broke off; `null` for one that is there at once, and for
 * what makes sense as a whole only.
 */
async function openEarly(
  body: ArrivingBody,
  declared: MimeType,
  { url, headers }: FetchResponse,
): Promise<Content | null> {
  await body.atLeast(Number.POSITIVE_INFINITY, LIMITS.streamAfterMs);
  // A document begins with its first byte: until then its server may still fail.
  if (!body.isDone && body.size === 0) await body.atLeast(1, LIMITS.maxCallMs);
  const decoder = new StreamDecoder(declared.charset, contentKindOf(declared.essence) !== 'text');
  const isUnknown = isSniffed(headers, declared.essence);
  await body.atLeast(isUnknown ? LIMITS.prescanBytes : decoder.wantedBytes, LIMITS.prescanMs);
  if (body.isDone && body.error === null) return null;
  const start = body.take();
  const essence = isUnknown ? sniffType(start, declared.essence, !isSniffingOff(headers)) : declared.essence;
  const kind = contentKindOf(essence);
  if (isXmlType(essence) || (kind !== 'html' && kind !== 'text')) return null;
  const toMarkup = kind === 'html' ? (text: string) => text : escapeMarkup;
  const text = toMarkup(decoder.decode(start, false));
  return {
    html: kind === 'html' ? text : TEXT_DOCUMENT_START + text,
    encoding: decoder.encoding,
    contentType: essence,
    rest: new DocumentStream(url, body, decoder, toMarkup),
  };
}

/** The markup that shows the bytes: themselves, or a page around what they are. */
async function contentOf(
  { essence, charset }: MimeType,
  bytes: Uint8Array,
  { url, headers }: FetchResponse,
  isFramed: boolean,
  signal: AbortSignal,
): Promise<Content> {
  const kind = contentKindOf(essence);
  switch (kind) {
    case 'pdf': {
      const html = pdfDocument(await readPdf(bytes, url, signal), fileNameOf(headers, url) || url.host);
      return { html, encoding: 'utf-8', contentType: 'text/html' };
    }
    case 'image': {
      const html = imageDocument(url, fileNameOf(headers, url) || url.host, bytes);
      return { html, encoding: 'utf-8', contentType: essence };
    }
    case 'binary':
      throw notAPage(url, essence, bytes.byteLength);
    case 'html':
    case 'text': {
      const decode = isXmlType(essence) ? decodeXml : kind === 'html' ? decodeDocument : decodeText;
      const { text, encoding } = decode(bytes, charset);
      // XML of a page is parsed as XML, and in a frame, where script reads it, all XML; other XML is shown as its text.
      const isMarkup = kind === 'html' || isXmlPage(essence, text) || (isFramed && isXmlType(essence));
      const contentType = isMarkup || !isXmlType(essence) ? essence : 'text/plain';
      return { html: isMarkup ? text : textDocument(text), encoding, contentType };
    }
  }
}

/** What a page keeps at a `blob:` address of its own; `null` for other requests. */
function blobResponse({ content, url, initiator }: DocumentRequest): FetchResponse | null {
  if (content === undefined) return null;
  const { type, bytes } = content;
  return {
    url,
    status: 200,
    statusText: 'OK',
    type: 'basic',
    withCredentials: false,
    headers: new Map([['content-type', [type]]]),
    body: Readable.from(bytes.byteLength === 0 ? [] : [bytes]),
    // It is as trusted as the page that made it.
    space: initiator.kind === 'page' ? initiator.space : 'public',
    redirected: false,
  };
}

/** As if the server had said that it is a file; what it is called, the server may still say itself. */
function asAttachment(response: FetchResponse, name: string): FetchResponse {
  if (isAttachment(response.headers)) return response;
  const asked = name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`;
  return { ...response, headers: new Map([...response.headers, ['content-disposition', [asked]]]) };
}

function ofType(response: FetchResponse, essence: string, bytes: Uint8Array): FetchResponse {
  const headers = new Map([...response.headers, ['content-type', [essence]]]);
  return { ...response, headers, body: Readable.from([bytes]) };
}

/** Decides by the headers alone, so that nothing is downloaded in vain. */
function isFile(headers: ResponseHeaders, essence: string): boolean {
  const isBinary = !isUnknownType(essence) && contentKindOf(essence) === 'binary';
  return isBinary || isAttachment(headers);
}

function declaredSize(headers: ResponseHeaders): number {
  return Number(headerValue(headers, 'content-length') ?? Number.NaN);
}

function notAPage(url: URL, essence: string, size: number): AgentBrowserError {
  const howLarge = Number.isNaN(size) ? 'of unknown size' : formatBytes(size);
  return new AgentBrowserError(
    'unsupported_content',
    `${shorten(url.href)} is ${essence}, ${howLarge}, and cannot be shown as a page. Open a page that has it as text, or give the session a folder for downloads.`,
  );
}

/** What is open where nothing was opened. */
export function blankDocument(): LoadedDocument {
  const url = new URL('about:blank');
  return {
    url,
    status: 200,
    html: '',
    encoding: 'utf-8',
    contentType: 'text/html',
    space: 'public',
    referrer: '',
    referrerPolicy: null,
  };
}
