/**
 * From a URL to the text of a document.
 *
 * In:  what to load and for whom.
 * Out: HTML with its final URL and encoding. Text, images and PDFs become a page that shows them; other files are saved
 *      where the session has a folder for them, and are an error that says what they are where it has none.
 *
 * HTML §7.4.5 https://html.spec.whatwg.org/#populating-a-session-history-entry
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from '../net/address.ts';
import { checkDeclaredSize, formatBytes, readBody } from '../net/body.ts';
import { decodeDocument, decodeText } from '../net/charset.ts';
import type { Fetcher, FetchResponse } from '../net/fetch.ts';
import {
  contentKindOf,
  fileNameOf,
  isAttachment,
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
import { type CacheMode, discard, headerValue, type ResponseHeaders } from '../net/transport.ts';
import { type Download, type DownloadFolder, downloaded } from './download-folder.ts';
import { imageDocument } from './image-document.ts';
import { Preloads } from './net-preloads.ts';
import { pdfDocument } from './pdf-document.ts';
import { textDocument } from './text-document.ts';

export interface DocumentRequest {
  readonly url: URL;
  readonly initiator: Initiator;
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: Uint8Array | null;
  readonly cache?: CacheMode;
}

export interface LoadedDocument {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  readonly encoding: string;
  /** `document.contentType`. */
  readonly contentType: string;
  /** Where it came from, which decides what it may reach. */
  readonly space: AddressSpace;
  readonly referrer: string;
  /** What the document lets its requests tell; `null` for the default. */
  readonly referrerPolicy: ReferrerPolicy | null;
  /** What is on its way already. */
  readonly preloads?: Preloads;
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
  const response = await fetcher.fetch({
    ...request,
    destination: 'document',
    userActivated: true,
    signal,
    // A file is as large as the folder takes.
    maxBytes: downloads === null ? maxBytes : Number.MAX_SAFE_INTEGER,
  });
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
  const preloads = new Preloads(fetcher, url, space, script);
  try {
    const mayPreload = contentKindOf(declared.essence) === 'html';
    if (mayPreload) preloads.announce(headerValue(headers, 'link') ?? '');
    const bytes = await readBody(response.body, url, maxBytes, mayPreload ? scanEarly(preloads) : undefined);
    const essence = isUnknownType(declared.essence) ? sniffType(bytes) : declared.essence;
    const content = await contentOf({ ...declared, essence }, bytes, response, signal);
    if (contentKindOf(essence) === 'html') preloads.scan(content.html, true);
    const referrer = referrerFor(request.initiator, url) ?? '';
    const referrerPolicy = policyOfHeader(headerValue(headers, 'referrer-policy'));
    return { ...content, url, status, space, referrer, referrerPolicy, preloads };
  } catch (error) {
    preloads.close();
    throw error;
  }
}

/** Looks at a document that is still coming, each time that twice as much of it is there. */
function scanEarly(preloads: Preloads): (chunks: readonly Uint8Array[], size: number) => void {
  let next = 1;
  return (chunks, size) => {
    if (size < next || size > LIMITS.preloadScanChars) return;
    next = size * 2;
    preloads.scan(Buffer.concat(chunks).toString('latin1'), false);
  };
}

/** The markup that shows the bytes: themselves, or a page around what they are. */
async function contentOf(
  { essence, charset }: MimeType,
  bytes: Uint8Array,
  { url, headers }: FetchResponse,
  signal: AbortSignal,
): Promise<Pick<LoadedDocument, 'html' | 'encoding' | 'contentType'>> {
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
      const { text, encoding } = kind === 'html' ? decodeDocument(bytes, charset) : decodeText(bytes, charset);
      // XML of a page is parsed as XML; other XML is shown as its text.
      const isMarkup = kind === 'html' || isXmlPage(essence, text);
      const contentType = isMarkup || !isXmlType(essence) ? essence : 'text/plain';
      return { html: isMarkup ? text : textDocument(text), encoding, contentType };
    }
  }
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
