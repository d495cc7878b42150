/**
 * `agentbrowser status`: the sessions that are open, and what they are doing. It works also when one of them hangs.
 */
import { LIMITS } from '../limits.ts';
import type { DaemonStatus } from '../server/daemon.ts';
import { daemonNames, daemonStatus } from '../server/daemon-end.ts';
import { daemonPaths } from '../server/socket-path.ts';
import type { Command } from './command.ts';
import {
  ANSWER_OPTION,
  JSON_OPTION,
  readSessionName,
  readTimeout,
  SESSION_OPTION,
  takeOperands,
} from './option-values.ts';
import { printJson } from './page-output.ts';
import type { Terminal } from './terminal.ts';

export const STATUS_COMMAND: Command = {
  name: 'status',
  group: 'Sessions',
  summary: 'tells which sessions are open, where they are, and what they are doing',
  options: { ...SESSION_OPTION, ...ANSWER_OPTION, ...JSON_OPTION },
  examples: ['status', 'status --json', 'status --session shop'],
  read(given) {
    takeOperands('status', given);
    const { values } = given;
    const only = values['session'] === undefined ? null : readSessionName(values);
    const answerMs = readTimeout(values, LIMITS.daemonAnswerMs);
    return async (terminal) => {
      const names = only === null ? daemonNames() : [only];
      const found = await Promise.all(
        names.map(async (name) => [name, await daemonStatus(daemonPaths(name), answerMs)] as const),
      );
      const there = found.filter(([, status]) => status !== null);
      if (values['json'] === true) {
        const sessions = there.map(([name, status]) => (status === 'silent' ? { name, silent: true } : status));
        printJson({ sessions }, terminal);
        return;
      }
      if (there.length === 0) terminal.print("No session is open. 'agentbrowser open <url>' opens one.\n");
      for (const [name, status] of there) terminal.print(line(name, status!, terminal));
    };
  },
};

function line(name: string, status: DaemonStatus | 'silent', { paint }: Terminal): string {
  const head = paint('bold', name);
  if (status === 'silent') {
    return `${head} ${paint('red', 'does not answer')}: 'agentbrowser close --session ${name}' ends it\n`;
  }
  const { main, calls, sessions, clients, pid, enginePid } = status;
  const pages = (main?.tabs ?? []).map(
    ({ id, title, url }) => `  ${paint('cyan', String(id))} ${JSON.stringify(title)} ${url}\n`,
  );
  const busy = calls.map(
    ({ method, ms }) => `  ${paint('yellow', 'busy')} ${method} for ${(ms / 1000).toFixed(1)} s\n`,
  );
  const others = sessions > 0 ? `, ${sessions} sessions of programs` : '';
  const facts = `process ${pid}${enginePid === null ? ', no engine' : `, engine ${enginePid}`}, ${clients} ${clients === 1 ? 'client' : 'clients'}${others}`;
  return `${head} ${paint('dim', facts)}\n${main === null ? '  no page is open\n' : pages.join('')}${busy.join('')}`;
}
