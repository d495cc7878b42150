/**
 * `agentbrowser close`: ends a session and what was started for it, or all of them.
 */
import { LIMITS } from '../limits.ts';
import { endAllDaemons, endDaemon } from '../server/daemon-end.ts';
import { connectDaemon } from '../server/daemon-link.ts';
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
import { UsageError } from './usage-error.ts';

export const CLOSE_COMMAND: Command = {
  name: 'close',
  group: 'Sessions',
  summary: 'closes the page and forgets its cookies; sign-ins that are kept stay',
  options: {
    ...SESSION_OPTION,
    ...ANSWER_OPTION,
    ...JSON_OPTION,
    all: { type: 'boolean', help: 'Every session, also one that does not answer, and what programs use' },
    force: { type: 'boolean', help: 'The whole process of this session, also when programs use it' },
  },
  examples: ['close', 'close --session shop', 'close --all'],
  read(given) {
    takeOperands('close', given);
    const { values } = given;
    const isAll = values['all'] === true;
    if (isAll && values['session'] !== undefined) throw new UsageError('close takes --all or --session, not both.');
    const json = values['json'] === true;
    const name = readSessionName(values);
    const answerMs = readTimeout(values, LIMITS.daemonAnswerMs);
    if (isAll) return async (terminal) => tell(await endAllDaemons(answerMs), json, terminal);
    const isForced = values['force'] === true;
    return async (terminal) => {
      const closed = isForced ? await endDaemon(daemonPaths(name), answerMs) : await closeOne(name, answerMs);
      tell(closed ? [name] : [], json, terminal);
    };
  },
};

/** Asks for the page to be closed; a daemon that does not answer is ended. */
async function closeOne(name: string, answerMs: number): Promise<boolean> {
  const paths = daemonPaths(name);
  const link = await connectDaemon(paths.socket);
  if (link === null) return endDaemon(paths, answerMs);
  try {
    await link.status(answerMs);
    return await link.closeMain();
  } catch {
    // However it failed: what is wanted is that it ends.
    return await endDaemon(paths, answerMs);
  } finally {
    await link.close();
  }
}

function tell(closed: readonly string[], json: boolean, terminal: Terminal): void {
  if (json) printJson({ closed }, terminal);
  else if (closed.length === 0) terminal.print('Nothing was open.\n');
  else terminal.print(`Closed ${closed.join(', ')}.\n`);
}
