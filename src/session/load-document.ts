/**
 * From a URL to the text of a document.
 *
 * In:  what to load and for whom.
 * Out: HTML with its final URL and encoding. Text that is not HTML becomes a page that shows it; what cannot be shown is
 *      an error that says what it is.
 *
 * HTML §7.4.5 https://html.spec.whatwg.org/#populating-a-session-history-entry
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from '../net/address.ts';
import { formatBytes, readBody } from '../net/body.ts';
import { decodeDocument, decodeText } from '../net/charset.ts';
import type { Fetcher, FetchResponse } from '../net/fetch.ts';
import {
  contentKindOf,
  isAttachment,
  isUnknownType,
  isXmlPage,
  isXmlType,
  mimeTypeOf,
  sniffType,
} from '../net/mime.ts';
import { type Initiator, shorten } from '../net/policy.ts';
import { policyOfHeader, type ReferrerPolicy, referrerFor } from '../net/referrer.ts';
import { discard, headerValue } from '../net/transport.ts';
import { textDocument } from './text-document.ts';

export interface DocumentRequest {
  readonly url: URL;
  readonly initiator: Initiator;
  readonly method?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: Uint8Array | null;
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
}

export async function loadDocument(
  fetcher: Fetcher,
  request: DocumentRequest,
  signal: AbortSignal,
): Promise<LoadedDocument> {
  const maxBytes = LIMITS.documentBytes;
  const response = await fetcher.fetch({ ...request, destination: 'document', userActivated: true, signal, maxBytes });
  try {
    checkShowable(response);
  } catch (error) {
    discard(response.body);
    throw error;
  }
  const { url, status, space } = response;
  const bytes = await readBody(response.body, url, maxBytes);

  const declared = mimeTypeOf(response.headers);
  const essence = isUnknownType(declared.essence) ? sniffType(bytes) : declared.essence;
  const kind = contentKindOf(essence);
  if (kind === 'binary') throw notAPage(url, essence, bytes.byteLength);

  const { text, encoding } =
    kind === 'html' ? decodeDocument(bytes, declared.charset) : decodeText(bytes, declared.charset);
  // XML of a page is parsed as XML; other XML is shown as its text.
  const isMarkup = kind === 'html' || isXmlPage(essence, text);
  const { initiator } = request;
  return {
    url,
    status,
    html: isMarkup ? text : textDocument(text),
    encoding,
    contentType: isMarkup || !isXmlType(essence) ? essence : 'text/plain',
    space,
    referrer: referrerFor(initiator, url) ?? '',
    referrerPolicy: policyOfHeader(headerValue(response.headers, 'referrer-policy')),
  };
}

/** Decides by the headers alone, so that nothing is downloaded in vain. */
function checkShowable({ url, status, headers }: FetchResponse): void {
  if (status === 204 || status === 205) {
    throw new AgentBrowserError(
      'navigation_error',
      `${shorten(url.href)} answered ${status}, which means 'stay where you are'. The page did not change.`,
    );
  }
  const { essence } = mimeTypeOf(headers);
  const isBinary = !isUnknownType(essence) && contentKindOf(essence) === 'binary';
  if (isBinary || isAttachment(headers)) {
    throw notAPage(url, essence || 'a download', Number(headerValue(headers, 'content-length') ?? Number.NaN));
  }
}

function notAPage(url: URL, essence: string, size: number): AgentBrowserError {
  const howLarge = Number.isNaN(size) ? 'of unknown size' : formatBytes(size);
  return new AgentBrowserError(
    'unsupported_content',
    `${shorten(url.href)} is ${essence}, ${howLarge}, and cannot be shown as a page. Open a page that has it as text, or fetch the file with another tool.`,
  );
}
