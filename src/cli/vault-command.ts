/**
 * `agentbrowser auth`: the file where a person types secrets. They are asked for, never taken as arguments, which other
 * people of the machine and the shell's history would see.
 *
 * In:  what to do and a way to ask. Out: names and origins, or how a test went.
 */
import { AgentBrowser } from '../client/browser.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import type { Asker } from './ask.ts';
import { UsageError } from './usage-error.ts';

export type VaultCommand =
  | {
      readonly kind: 'auth';
      readonly verb: 'add';
      readonly name: string;
      readonly url: string | undefined;
      readonly user: string | undefined;
      readonly origins: readonly string[];
    }
  | { readonly kind: 'auth'; readonly verb: 'list' }
  | { readonly kind: 'auth'; readonly verb: 'remove' | 'test'; readonly name: string };

interface AuthValues {
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly origin?: readonly string[] | undefined;
}

/** The words behind `auth`. */
export function readVaultCommand([verb, name, ...more]: readonly string[], values: AuthValues): VaultCommand {
  if (more.length > 0) throw new UsageError('auth takes one name. Secrets are asked for, never given as arguments.');
  if (verb === 'list') {
    if (name !== undefined) throw new UsageError('auth list takes no arguments.');
    return { kind: 'auth', verb };
  }
  if (verb !== 'add' && verb !== 'remove' && verb !== 'test') {
    throw new UsageError('auth is followed by add, list, remove or test.');
  }
  if (name === undefined) throw new UsageError(`auth ${verb} needs a name.`);
  if (verb !== 'add') return { kind: 'auth', verb, name };
  return { kind: 'auth', verb, name, url: values.url, user: values.user, origins: values.origin ?? [] };
}

export async function runVaultCommand(
  command: VaultCommand,
  print: (text: string) => void,
  asker: Asker,
): Promise<void> {
  try {
    await withBrowser(command, print, asker, {});
  } catch (error) {
    // A vault with a passphrase, and a person who may know it.
    if (!isAgentBrowserError(error) || error.code !== 'vault_locked' || !asker.isPerson) throw error;
    const passphrase = await asker.askSecret('Passphrase of the vault');
    await withBrowser(command, print, asker, { passphrase });
  }
}

async function withBrowser(
  command: VaultCommand,
  print: (text: string) => void,
  asker: Asker,
  vault: { readonly passphrase?: string },
): Promise<void> {
  await using browser = await AgentBrowser.launch({ vault });
  // Before anything is asked, so that a vault that does not open is told first.
  const logins = await browser.auth.list();
  switch (command.verb) {
    case 'list':
      for (const { name, origins } of logins) print(`${name}\t${origins.join(' ')}\n`);
      return;
    case 'add':
      await add(command, browser, asker);
      print(`Kept '${command.name}'. Try it with: agentbrowser auth test ${command.name}\n`);
      return;
    case 'remove':
      if (!(await browser.auth.remove(command.name))) throw unknown(command.name);
      print(`Removed '${command.name}' and its session.\n`);
      return;
    case 'test': {
      const { ok, message } = await browser.auth.test(command.name);
      if (!ok) throw new AgentBrowserError('login_failed', message);
      print(`${message}\n`);
    }
  }
}

async function add(
  { name, url, user, origins }: Extract<VaultCommand, { readonly verb: 'add' }>,
  browser: AgentBrowser,
  asker: Asker,
): Promise<void> {
  const login = {
    url: url ?? (await asker.ask('Address of the sign-in page')),
    username: user ?? (await asker.ask('User name')),
    password: await asker.askSecret('Password'),
    totp: await asker.askSecret('Secret of one-time codes, or nothing'),
    origins,
  };
  await browser.auth.add(name, login);
}

function unknown(name: string): AgentBrowserError {
  return new AgentBrowserError('unknown_login', `There is no sign-in '${name}'. See agentbrowser auth list.`);
}
