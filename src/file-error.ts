/**
 * What goes wrong with files of this machine, in words for whoever can mend it.
 *
 * In:  whatever was thrown. Out: `disk_failure` for an error of the file system, which is nobody's bug; `null` for others.
 */
import { AgentBrowserError } from './errors.ts';

/** What an error number means for a person. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room on it',
  EDQUOT: 'your share of the disk is used up. Make room in it',
  EROFS: 'it is on a disk that can only be read. Use another folder',
  EACCES: 'you may not write or read there. Use another folder, or change its permissions',
  EPERM: 'you may not write or read there. Use another folder, or change its permissions',
  ENOENT: 'the folder it belongs into is not there, or can only be read. Use another folder',
  ENOTDIR: 'a part of its path is a file, not a folder. Use another folder',
  EEXIST: 'something else has that name. Use another path',
  EISDIR: 'it is a folder, not a file. Use another path',
  EIO: 'the disk does not work. Use another one',
  EMFILE: 'too many files are open. Close some, or raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine. Close some',
  ENAMETOOLONG: 'its name is too long. Use a shorter path',
  ELOOP: 'its links lead in a circle. Use another folder',
};

/** @param hint how another folder is chosen, where that is known. */
export function fileError(thrown: unknown, hint = ''): AgentBrowserError | null {
  if (!(thrown instanceof Error)) return null;
  const { code = '', syscall, path } = thrown as NodeJS.ErrnoException;
  const meaning = MEANINGS[code];
  // Sockets have errors of these numbers too, and an address in place of a path.
  if (meaning === undefined || syscall === undefined || syscall === 'connect' || syscall === 'listen') return null;
  const what = path === undefined ? 'A file' : String(path);
  const more = hint === '' ? '' : ` ${hint}`;
  return new AgentBrowserError('disk_failure', `${what} cannot be used: ${meaning} (${code}).${more}`, {
    cause: thrown,
  });
}
