/**
 * Files that pages give instead of documents, saved to a folder.
 *
 * In:  a response that is not a page, or that wants to be saved. Out: where it is, as what, and how large.
 *
 * Secure: a server chooses the name, so only its last part counts, without characters that mean something to a file
 * system, and it never replaces a file. The file is not run or opened by anyone here.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { formatBytes } from '../net/body.ts';
import { fileNameOf } from '../net/content-disposition.ts';
import type { FetchResponse } from '../net/fetch.ts';
import { extensionOf, mimeTypeOf } from '../net/mime.ts';
import { networkError } from '../net/network-error.ts';
import { shorten } from '../net/policy.ts';
import { discard, headerValue } from '../net/transport.ts';

export interface Download {
  readonly kind: 'download';
  readonly url: URL;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export class DownloadFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #saved: Download[] = [];
  #bytes = 0;

  constructor(folder: string, maxBytes: number = LIMITS.downloadBytes) {
    this.#folder = resolve(folder);
    this.#maxBytes = maxBytes;
  }

  /** What was saved in this session. */
  get saved(): readonly Download[] {
    return this.#saved;
  }

  async save(response: FetchResponse): Promise<Download> {
    const { url, headers, body } = response;
    const type = mimeTypeOf(headers).essence || 'application/octet-stream';
    if (this.#saved.length >= LIMITS.downloads || this.#bytes >= LIMITS.downloadsBytes) {
      discard(body);
      throw new AgentBrowserError('response_too_large', 'The session has downloaded as much as one session may.');
    }
    if (Number(headerValue(headers, 'content-length') ?? 0) > this.#maxBytes) {
      discard(body);
      throw tooLarge(url, this.#maxBytes);
    }
    await mkdir(this.#folder, { recursive: true }).catch((cause: unknown) => {
      discard(body);
      throw new AgentBrowserError(
        'invalid_argument',
        `downloads: the folder '${shorten(this.#folder)}' cannot be made. Name one that may be written to.`,
        { cause },
      );
    });
    const { path, bytes } = await this.#write(response, safeName(fileNameOf(headers, url), type));
    this.#bytes += bytes;
    const download: Download = { kind: 'download', url, path, name: basename(path), type, bytes };
    this.#saved.push(download);
    return download;
  }

  async #write({ body, url }: FetchResponse, name: string): Promise<{ path: string; bytes: number }> {
    const maxBytes = this.#maxBytes;
    let bytes = 0;
    const limited = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) done(null, chunk);
        else done(tooLarge(url, maxBytes));
      },
    });
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    for (let copy = 0; copy < LIMITS.downloads; copy++) {
      const path = join(this.#folder, copy === 0 ? name : `${stem} (${copy})${extension}`);
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      const isNew = await new Promise<boolean>((done, fail) => {
        file.once('open', () => done(true));
        file.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? done(false) : fail(error)));
      });
      if (!isNew) continue;
      try {
        await pipeline(body, limited, file);
        return { path, bytes };
      } catch (error) {
        await rm(path, { force: true });
        throw networkError(error, url);
      }
    }
    throw new AgentBrowserError('invalid_argument', `There are too many files named '${name}' in the folder.`);
  }
}

/** How a download is told of. */
export function describeDownload({ name, type, bytes, path }: Download): string {
  return `${name} (${type}, ${formatBytes(bytes)}) was saved as ${path}`;
}

/** For whoever asked for a page. */
export function downloaded(download: Download): AgentBrowserError {
  return new AgentBrowserError(
    'navigation_error',
    `${shorten(download.url.href)} is a file, not a page: ${describeDownload(download)}. The page did not change.`,
  );
}

/** A name that is only a name, with the extension of its type where it has none. */
export function safeName(suggested: string, type: string): string {
  const last = (suggested.split(/[/\\]/).at(-1) ?? '').slice(-300);
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    // Names of devices on Windows are devices there with any extension.
    .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$&');
  const extension = extname(clean).slice(0, 20);
  const stem = clean.slice(0, clean.length - extname(clean).length).slice(0, 100);
  const name = stem === '' ? 'download' : stem;
  return name + (extension === '' ? extensionOf(type) : extension);
}

function tooLarge(url: URL, maxBytes: number): AgentBrowserError {
  return new AgentBrowserError(
    'response_too_large',
    `${shorten(url.href)} is more than the limit of ${formatBytes(maxBytes)} for downloads. Nothing of it was kept.`,
  );
}
