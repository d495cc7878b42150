/**
 * Files of this machine as addresses: closed, unless the person who starts a server opens them.
 *
 * Secure: a page can talk a model into opening what is on this machine. The engine judges all other schemes.
 */
import { AgentBrowserError } from '../errors.ts';

export function checkFileAddress(address: string, isAllowed: boolean): void {
  if (isAllowed || URL.parse(address)?.protocol !== 'file:') return;
  throw new AgentBrowserError(
    'not_allowed',
    'Files of this machine are not opened, unless its owner starts the server with --allow-files. Open a web address.',
  );
}
