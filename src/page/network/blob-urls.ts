/**
 * URL.createObjectURL: addresses of blobs, for the life of the document.
 *
 * File API §8 https://w3c.github.io/FileAPI/#url
 */
import { LIMITS } from '../../limits.ts';
import { documentOrigin } from '../document-address.ts';
import type { BlobContent } from '../outbox.ts';
import { indexOf, mapDelete, mapGet, mapSet, startsWith, stringSlice } from '../primordials.ts';
import { URL as PageUrl } from '../url-api.ts';
import { liveRecord } from '../window/lazy-interfaces.ts';
import { type Blob, blobBytes, blobType, isBlob } from './blob.ts';
import { base64Of, decodeUtf8Text } from './bytes.ts';
import { randomUuid } from './random.ts';

const blobs = new Map<string, Blob>();

function withoutFragment(url: string): string {
  const hash = indexOf(url, '#');
  return hash < 0 ? url : stringSlice(url, 0, hash);
}

/** The blob that a `blob:` address names; `null` when there is none. */
export function blobOfUrl(url: string): Blob | null {
  return startsWith(url, 'blob:') ? (mapGet(blobs, withoutFragment(url)) ?? null) : null;
}

/** What is in a blob, as text: for scripts and style sheets that are loaded from one. */
export function textOfBlobUrl(url: string): { readonly text: string; readonly type: string } | null {
  const blob = blobOfUrl(url);
  return blob === null ? null : { text: decodeUtf8Text(blobBytes(blob)), type: blobType(blob) };
}

/** What the host needs of a `blob:` address; `null` when there is nothing, or too much of it. */
export function blobContent(url: string): BlobContent | null {
  const blob = blobOfUrl(url);
  if (blob === null) return null;
  const base64 = base64Of(blobBytes(blob));
  return base64.length > LIMITS.requestBytes ? null : { type: blobType(blob), base64 };
}

/** Sources of media that have an address. */
const sources = new Map<string, object>();

export function mediaSourceAt(url: string): object | null {
  return mapGet(sources, url) ?? null;
}

/** URL is a class of its own file: the two functions are put on it here. */
export function installBlobUrls(): void {
  const statics = {
    createObjectURL(blob: unknown): string {
      if (!isBlob(blob) && liveRecord(blob, 'MediaSource') === null)
        throw new TypeError("Failed to execute 'createObjectURL' on 'URL': Overload resolution failed.");
      const origin = documentOrigin();
      const url = `blob:${origin}/${randomUuid()}`;
      if (isBlob(blob)) mapSet(blobs, url, blob);
      else mapSet(sources, url, blob as object);
      return url;
    },
    revokeObjectURL(url: unknown): void {
      mapDelete(blobs, `${url}`);
      mapDelete(sources, `${url}`);
    },
  };
  for (const [name, value] of Object.entries(statics)) {
    Object.defineProperty(PageUrl, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
