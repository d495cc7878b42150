/**
 * A vault that is locked, and a person who may know what opens it.
 */
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { DaemonLink } from '../server/daemon-link.ts';
import { terminalAsker } from './ask.ts';

/** Does the work; when the vault is locked, asks for the passphrase and does it again. */
export async function withVault<T>(link: DaemonLink, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const asker = terminalAsker();
    if (!isAgentBrowserError(error) || error.code !== 'vault_locked' || !asker.isPerson) throw error;
    const passphrase = await asker.askSecret('Passphrase of the vault');
    await link.call('auth.open', { passphrase }, LIMITS.callMs);
    return work();
  }
}
