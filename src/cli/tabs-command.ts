/**
 * `agentbrowser tabs`: which there are, and opening, switching and closing them.
 */
import type { Session } from '../client/session.ts';
import type { TabInfo } from '../protocol/methods.ts';
import type { Command, Given } from './command.ts';
import { urlOf } from './open-command.ts';
import { PAGE_OPTIONS, readNumber, SHOW_OPTIONS } from './option-values.ts';
import { printJson, printPage } from './page-output.ts';
import { onPage, type PageCall, readPageCall } from './page-session.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const VERBS = ['list', 'new', 'select', 'close'] as const;

export const TABS_COMMAND: Command = {
  name: 'tabs',
  group: 'Pages',
  summary: 'lists tabs, or opens, switches or closes one',
  operands: '[list|new|select|close] [tab|url]',
  words: VERBS,
  options: { ...PAGE_OPTIONS, ...SHOW_OPTIONS },
  examples: ['tabs', 'tabs new https://example.com/', 'tabs select 1', 'tabs close'],
  read(given) {
    const call = readPageCall(given.values);
    const act = readAct(given);
    return (terminal) =>
      onPage(call, async (session) => {
        if (act === null) printTabs(await session.tabs(), call, terminal);
        else {
          const shown = await terminal.during('changing tabs', act(session));
          if (call.json) printJson(shown, terminal);
          else {
            terminal.print(`tab ${shown.tab} is current\n`);
            printPage(shown.page, [], call, terminal);
          }
        }
      });
  },
};

type Act = (session: Session) => ReturnType<Session['newTab']>;

/** `null` lists them. */
function readAct({ operands }: Given): Act | null {
  const [verb = 'list', operand, ...more] = operands;
  if (more.length > 0) throw new UsageError(`tabs ${verb} takes one argument; '${more[0]}' is one too many.`);
  switch (verb) {
    case 'list':
      if (operand !== undefined) throw new UsageError('tabs list takes no arguments.');
      return null;
    case 'new':
      return async (session) => session.newTab(operand === undefined ? undefined : urlOf(operand));
    case 'select': {
      if (operand === undefined) throw new UsageError('tabs select needs the number of a tab.');
      const tab = readTab(operand);
      return (session) => session.switchTab(tab);
    }
    case 'close': {
      const tab = operand === undefined ? undefined : readTab(operand);
      return (session) => session.closeTab(tab);
    }
    default:
      throw new UsageError(`tabs is followed by ${VERBS.join(', ')}, not '${verb.slice(0, 60)}'.`);
  }
}

function readTab(text: string): number {
  const tab = readNumber(text, 'The number of a tab');
  if (tab >= 1) return tab;
  throw new UsageError('Numbers of tabs begin with 1.');
}

function printTabs(tabs: readonly TabInfo[], { json }: PageCall, terminal: Terminal): void {
  if (json) {
    printJson({ tabs }, terminal);
    return;
  }
  for (const { id, title, url, current } of tabs) {
    const mark = current ? terminal.paint('green', '*') : ' ';
    terminal.print(
      `${mark} ${terminal.paint('cyan', String(id))} ${JSON.stringify(title)} ${terminal.paint('dim', url)}\n`,
    );
  }
}
