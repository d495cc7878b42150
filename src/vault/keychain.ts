/**
 * The key of a vault in the keychain of the system: of macOS by security(1), of Linux desktops by secret-tool(1), which
 * speaks the Secret Service API. Both are asked as programs, so that nothing native has to be installed.
 *
 * In:  the name of the entry, and whether it may be made. Out: its bytes, at least 32 of them.
 *
 * Secure: what is secret goes through standard input and output, never into arguments, which others can see.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { KEY_BYTES } from './seal.ts';

const SERVICE = 'agentbrowser';

/** How a system's own program is asked for an entry, and given one. */
interface Keychain {
  readonly program: string;
  find(account: string): readonly string[];
  keep(account: string, secret: string): { readonly args: readonly string[]; readonly input: string };
}

const MAC: Keychain = {
  program: 'security',
  find: (account) => ['find-generic-password', '-s', SERVICE, '-a', account, '-w'],
  keep: (account, secret) => ({
    // Commands of its interactive mode are lines of standard input.
    args: ['-i'],
    input: `add-generic-password -U -s ${quoted(SERVICE)} -a ${quoted(account)} -w ${quoted(secret)}\n`,
  }),
};

const SECRET_SERVICE: Keychain = {
  program: 'secret-tool',
  find: (account) => ['lookup', 'service', SERVICE, 'account', account],
  keep: (account, secret) => ({
    args: ['store', '--label', `${SERVICE}: key of the vault`, 'service', SERVICE, 'account', account],
    input: secret,
  }),
};

/** The entry's bytes. Where there is none, it is made if that may be. */
export async function keychainKey(account: string, create: boolean): Promise<Uint8Array> {
  const keychain = process.platform === 'darwin' ? MAC : process.platform === 'linux' ? SECRET_SERVICE : null;
  if (keychain === null) throw unusable('this system has none that is known here');
  const found = await run(keychain.program, keychain.find(account), '');
  if (found.code === 0 && found.out.trim() !== '') return keyOf(found.out.trim());
  if (!create) throw unusable(`it has no entry for ${account}${told(found.err)}`);
  const made = randomBytes(KEY_BYTES).toString('hex');
  const { args, input } = keychain.keep(account, made);
  const kept = await run(keychain.program, args, input);
  if (kept.code !== 0) throw unusable(`it does not keep the key${told(kept.err)}`);
  // What cannot be read again would lock the vault for ever.
  const again = await run(keychain.program, keychain.find(account), '');
  if (again.out.trim() !== made) throw unusable(`it does not give back what it keeps${told(again.err)}`);
  return keyOf(made);
}

function keyOf(text: string): Uint8Array {
  if (/^[0-9a-f]+$/.test(text) && text.length >= 2 * KEY_BYTES) return new TextEncoder().encode(text);
  throw unusable('its entry was not made by agentbrowser');
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(program: string, args: readonly string[], input: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    // A person may be asked to unlock it.
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: LIMITS.keychainMs });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? `${program} is not installed` : cause.message;
      reject(unusable(why, cause));
    });
    child.once('close', (code) => resolve({ code, out, err }));
    // A program that does not read has ended, and 'close' tells how.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}

function told(err: string): string {
  const words = err.trim().split('\n')[0]?.slice(0, 200) ?? '';
  return words === '' ? '' : ` (${words})`;
}

function unusable(why: string, cause?: unknown): AgentBrowserError {
  return new AgentBrowserError(
    'vault_locked',
    `The keychain cannot be used: ${why}. Give a passphrase or a key file instead.`,
    cause === undefined ? {} : { cause },
  );
}
