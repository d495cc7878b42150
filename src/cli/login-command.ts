/**
 * `agentbrowser login`: signs the session in with what the vault keeps. Codes that only a person has are asked for.
 */
import type { LoginPending } from '../client/session-login.ts';
import { LIMITS } from '../limits.ts';
import { terminalAsker } from './ask.ts';
import type { Command } from './command.ts';
import { PAGE_OPTIONS, SHOW_OPTIONS, takeOperands } from './option-values.ts';
import { printPage } from './page-output.ts';
import { onPage, readPageCall } from './page-session.ts';
import { withVault } from './vault-passphrase.ts';

export const LOGIN_COMMAND: Command = {
  name: 'login',
  group: 'Signing in',
  summary: 'signs the open session in with a kept sign-in, and prints the page this leads to',
  operands: '<name>',
  options: { ...PAGE_OPTIONS, ...SHOW_OPTIONS },
  details: "Secrets go from the vault to the page; they never show. 'agentbrowser auth add <name>' keeps them.",
  examples: ['login github', 'login bank --timeout 300000'],
  read(given) {
    const [name] = takeOperands('login', given, 'the name of a sign-in');
    const call = readPageCall(given.values);
    const timeoutMs = given.values['timeout'] === undefined ? LIMITS.loginMs : call.timeoutMs;
    return (terminal) =>
      onPage({ ...call, timeoutMs }, async (session, link) => {
        const asker = terminalAsker();
        const onPending = asker.isPerson ? { onPending: (pending: LoginPending) => askPending(pending) } : {};
        // Without a line of progress, which would run over the questions.
        const page = await withVault(link, () => session.login(name!, { timeoutMs, ...onPending }));
        printPage(page, [], call, terminal);
      });
  },
};

/** Words of the page stand in quotes: they are not ours. */
export async function askPending({ kind, reason }: LoginPending): Promise<string | true | null> {
  const asker = terminalAsker();
  if (kind === 'push' || kind === 'captcha' || kind === 'passkey') {
    const answer = await asker.ask(
      `The site wants: ${kind} (${JSON.stringify(reason)}). Enter when it is done, n to give up`,
    );
    return answer.toLowerCase().startsWith('n') ? null : true;
  }
  if (kind === 'account' || kind === 'way') {
    const chosen = await asker.ask(`Which one? (${JSON.stringify(reason)}) Its number or words, or nothing to give up`);
    return chosen === '' ? null : chosen;
  }
  const code = await asker.ask(`The code by ${kind} (${JSON.stringify(reason)}), or nothing to give up`);
  return code === '' ? null : code;
}
