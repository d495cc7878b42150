/**
 * Files that a model may give to pages: those of one folder, which the owner of the machine named.
 *
 * In:  names within the folder. Out: paths, or an error that says which files there are.
 */
import { readdir, realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { AgentBrowserError } from '../errors.ts';

/** How many files an error lists. */
const LISTED = 20;

export async function uploadPaths(folder: string | null, names: readonly string[]): Promise<string[]> {
  if (folder === null) throw new AgentBrowserError('not_allowed', 'Uploads are off: there is no --uploads folder.');
  const root = await realpath(folder);
  return Promise.all(names.map((name) => pathWithin(root, name)));
}

/** Secure: links are followed before it is looked where the file is. */
async function pathWithin(root: string, name: string): Promise<string> {
  let path: string;
  try {
    path = await realpath(resolve(root, name));
  } catch (cause) {
    throw await notThere(root, name, cause);
  }
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) throw await notThere(root, name);
  return path;
}

async function notThere(root: string, name: string, cause?: unknown): Promise<AgentBrowserError> {
  const files = await readdir(root);
  const listed = files.slice(0, LISTED).join(', ');
  const more = files.length > LISTED ? ` and ${files.length - LISTED} more` : '';
  return new AgentBrowserError(
    'invalid_argument',
    `The upload folder has no file '${name}'. It has: ${listed}${more}.`,
    { cause },
  );
}
