/**
 * Saves a session again and again until it is killed: for the test of half-written files.
 */
import { SessionFiles } from '../../src/vault/session-files.ts';

const files = new SessionFiles(process.argv[2]!, new Uint8Array(32).fill(7));
for (let run = 1; ; run++) {
  await files.save('github', { text: Array.from({ length: 20_000 }, () => run).join(' ') });
  if (run === 1) process.send?.('begun');
}
