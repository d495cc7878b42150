/**
 * file: URLs that policy.ts let through.
 *
 * In:  the URL, and the file whose page asks, if any.
 * Out: the file as a stream, with the type that its name suggests.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AgentBrowserError } from '../errors.ts';
import { type Initiator, isBelow } from './policy.ts';

export interface FileSource {
  readonly body: Readable;
  readonly size: number;
  readonly contentType: string;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/plain',
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xht': 'application/xhtml+xml',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

export async function openFile(url: URL, initiator: Initiator): Promise<FileSource> {
  const path = fileURLToPath(url);
  try {
    const target = await realpath(path);
    if (initiator.kind === 'page') await checkLink(target, initiator.url);
    const { size } = await fileStat(target);
    return { body: createReadStream(target), size, contentType: TYPES[extname(path).toLowerCase()] ?? '' };
  } catch (error) {
    if (error instanceof AgentBrowserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new AgentBrowserError('navigation_error', `The file ${path} ${why}.`, { cause: error });
  }
}

async function fileStat(path: string): Promise<{ size: number }> {
  const stats = await stat(path);
  // Devices and pipes may never end; a directory has no text.
  if (!stats.isFile()) throw new AgentBrowserError('unsupported_content', `${path} is not a regular file.`);
  return stats;
}

/** Secure: a symbolic link below the page's folder must not lead out of it. */
async function checkLink(target: string, page: URL): Promise<void> {
  const folder = dirname(await realpath(fileURLToPath(page)));
  if (!isBelow(target, folder)) {
    throw new AgentBrowserError('unsupported_scheme', `The page asked for ${target}, which is outside its folder.`);
  }
}
