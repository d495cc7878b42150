/**
 * `agentbrowser auth`: the file where a person types secrets. They are asked for, never taken as arguments, which other
 * people of the machine and the shell's history would see.
 *
 * In:  what to do and a way to ask. Out: names and origins, or how a test went.
 */
import type { AgentBrowser } from '../client/browser.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { type Asker, terminalAsker } from './ask.ts';
import type { Command, OptionValues } from './command.ts';
import { JSON_OPTION, stringOf } from './option-values.ts';
import { printJson } from './page-output.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type VaultCommand =
  | {
      readonly kind: 'auth';
      readonly verb: 'add';
      readonly name: string;
      readonly url: string | undefined;
      readonly user: string | undefined;
      readonly origins: readonly string[];
      readonly account: string | undefined;
    }
  | { readonly kind: 'auth'; readonly verb: 'list' }
  | { readonly kind: 'auth'; readonly verb: 'remove' | 'test'; readonly name: string };

const VERBS = ['add', 'list', 'remove', 'test'] as const;

export const AUTH_COMMAND: Command = {
  name: 'auth',
  group: 'Signing in',
  summary: 'keeps, lists, removes or tries a sign-in',
  operands: 'add|list|remove|test [name]',
  words: VERBS,
  options: {
    ...JSON_OPTION,
    url: { type: 'string', value: 'URL', help: 'The page where signing in begins (add)' },
    user: { type: 'string', value: 'NAME', help: 'The user name (add)' },
    account: {
      type: 'string',
      value: 'WORDS',
      help: 'The account or organisation to choose where it is asked for (add)',
    },
    origin: {
      type: 'string',
      value: 'ORIGIN',
      multiple: true,
      help: 'A further origin that may get the secrets (add)',
    },
  },
  details:
    'Secrets are asked for and do not show; a program gives them as lines of standard input. docs/auth.md has more.',
  examples: ['auth add github --url https://github.com/login', 'auth list', 'auth test github', 'auth remove github'],
  read({ operands, values }) {
    const command = readVaultCommand(operands, values);
    return (terminal) => runVaultCommand(command, values['json'] === true, terminal, terminalAsker());
  },
};

/** The words behind `auth`. */
export function readVaultCommand([verb, name, ...more]: readonly string[], values: OptionValues): VaultCommand {
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
  const origins = (values['origin'] ?? []) as readonly string[];
  const [url, user, account] = ['url', 'user', 'account'].map((option) => stringOf(values, option));
  return { kind: 'auth', verb, name, url, user, origins, account };
}

export async function runVaultCommand(
  command: VaultCommand,
  json: boolean,
  terminal: Terminal,
  asker: Asker,
): Promise<void> {
  const tell: Tell = (text, value) => (json ? printJson(value, terminal) : terminal.print(text));
  try {
    await withBrowser(command, tell, terminal, asker, {});
  } catch (error) {
    // A vault with a passphrase, and a person who may know it.
    if (!isAgentBrowserError(error) || error.code !== 'vault_locked' || !asker.isPerson) throw error;
    const passphrase = await asker.askSecret('Passphrase of the vault');
    await withBrowser(command, tell, terminal, asker, { passphrase });
  }
}

/** For people, or for machines. */
type Tell = (text: string, value: unknown) => void;

async function withBrowser(
  command: VaultCommand,
  tell: Tell,
  terminal: Terminal,
  asker: Asker,
  vault: { readonly passphrase?: string },
): Promise<void> {
  const client = await import('../client/browser.ts');
  await using browser = await client.AgentBrowser.launch({ vault });
  // Before anything is asked, so that a vault that does not open is told first.
  const logins = await browser.auth.list();
  switch (command.verb) {
    case 'list':
      tell(logins.map(({ name, origins }) => `${name}\t${origins.join(' ')}\n`).join(''), { logins });
      if (logins.length === 0) terminal.note("No sign-in is kept. 'agentbrowser auth add <name>' keeps one.\n");
      return;
    case 'add':
      await add(command, browser, asker);
      tell(`Kept '${command.name}'. Try it with: agentbrowser auth test ${command.name}\n`, { ok: true });
      return;
    case 'remove':
      if (!(await browser.auth.remove(command.name))) throw unknown(command.name);
      tell(`Removed '${command.name}' and its session.\n`, { ok: true });
      return;
    case 'test': {
      const { ok, message } = await browser.auth.test(command.name);
      if (!ok) throw new AgentBrowserError('login_failed', message);
      tell(`${message}\n`, { ok, message });
    }
  }
}

async function add(
  { name, url, user, origins, account }: Extract<VaultCommand, { readonly verb: 'add' }>,
  browser: AgentBrowser,
  asker: Asker,
): Promise<void> {
  const login = {
    url: url ?? (await asker.ask('Address of the sign-in page')),
    username: user ?? (await asker.ask('User name')),
    password: await asker.askSecret('Password'),
    totp: await asker.askSecret('Secret of one-time codes, or nothing'),
    origins,
    account,
  };
  await browser.auth.add(name, login);
}

function unknown(name: string): AgentBrowserError {
  return new AgentBrowserError('unknown_login', `There is no sign-in '${name}'. See agentbrowser auth list.`);
}
