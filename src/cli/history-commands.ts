/**
 * `back`, `forward` and `reload`: each prints the page that it leads to.
 */
import type { Session } from '../client/session.ts';
import { NOTICED } from '../mcp/agent-session.ts';
import type { Command } from './command.ts';
import { PAGE_OPTIONS, SHOW_OPTIONS, takeOperands } from './option-values.ts';
import { printPage } from './page-output.ts';
import { lastNoticed, onPage, readPageCall } from './page-session.ts';

function travel(
  name: string,
  summary: string,
  go: (session: Session) => ReturnType<Session['back']>,
  what: string,
): Command {
  return {
    name,
    group: 'Pages',
    summary,
    options: { ...PAGE_OPTIONS, ...SHOW_OPTIONS },
    examples: [name],
    read(given) {
      takeOperands(name, given);
      const call = readPageCall(given.values);
      return (terminal) =>
        onPage(call, async (session) => {
          const after = await lastNoticed(session);
          const page = await terminal.during(what, go(session));
          printPage(page, await session.events({ after, kinds: NOTICED }), call, terminal);
        });
    },
  };
}

export const HISTORY_COMMANDS: readonly Command[] = [
  travel('back', 'goes back one page', (session) => session.back(), 'going back'),
  travel('forward', 'goes forward one page', (session) => session.forward(), 'going forward'),
  travel('reload', 'loads the page again', (session) => session.reload(), 'loading again'),
];
