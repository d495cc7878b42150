/**
 * `snapshot`, `read` and `html`: what is in the page, for agents, for readers and for tools.
 */
import { withoutFence } from '../spatial/page-fence.ts';
import type { Command } from './command.ts';
import { PAGE_OPTIONS, readNumber, SHOW_OPTIONS, stringOf, takeOperands } from './option-values.ts';
import { printJson, printPage, printText } from './page-output.ts';
import { onPage, readPageCall } from './page-session.ts';
import { UsageError } from './usage-error.ts';

export const READING_COMMANDS: readonly Command[] = [
  {
    name: 'snapshot',
    aliases: ['state'],
    group: 'Pages',
    summary: 'prints what an agent sees now: one line for each element',
    options: {
      ...PAGE_OPTIONS,
      ...SHOW_OPTIONS,
      all: { type: 'boolean', help: 'The whole page, not only what is on screen' },
      interactive: { type: 'boolean', short: 'i', help: 'Leave plain text out, and boxes unless with --json' },
      compact: { type: 'boolean', short: 'c', help: 'As --no-boxes, also in the changes that follow' },
      'max-tokens': { type: 'string', value: 'N', help: 'The most relevant elements only' },
      near: { type: 'string', value: 'ID', help: 'What is around this element first' },
    },
    examples: ['snapshot', 'snapshot --all --no-boxes', 'snapshot -i -c --json', 'state --interactive'],
    read(given) {
      takeOperands('snapshot', given);
      const { values } = given;
      const isCompact = values['compact'] === true;
      const asked = readPageCall(values);
      const call = isCompact ? { ...asked, boxes: false } : asked;
      const maxTokens = stringOf(values, 'max-tokens');
      const near = stringOf(values, 'near');
      const view = {
        // Changes are told in the way of the last look: for people, boxes are only left out of what is printed.
        ...(call.json || isCompact ? { boxes: call.boxes } : {}),
        ...(values['all'] === true ? { scope: 'page' as const } : {}),
        ...(values['interactive'] === true ? { interactiveOnly: true } : {}),
        ...(maxTokens === undefined ? {} : { maxTokens: readTokens(maxTokens) }),
        ...(near === undefined ? {} : { near: readNumber(near.replace(/^@?e/, ''), '--near') }),
      };
      return (terminal) =>
        onPage(call, async (session) => {
          const boxes = call.boxes && values['interactive'] !== true;
          printPage(await terminal.during('looking', session.state(view)), [], { ...call, boxes }, terminal);
        });
    },
  },
  {
    name: 'read',
    group: 'Pages',
    summary: 'prints the readable content of the page as Markdown',
    options: PAGE_OPTIONS,
    examples: ['read', 'read | head -40'],
    read(given) {
      takeOperands('read', given);
      const call = readPageCall(given.values);
      return (terminal) =>
        onPage(call, async (session) => {
          const markdown = withoutFence(await terminal.during('reading', session.read()));
          if (call.json) printJson({ markdown }, terminal);
          else if (terminal.isPerson) terminal.print(markdown);
          else printText(markdown, terminal);
        });
    },
  },
  {
    name: 'html',
    group: 'Pages',
    summary: 'prints the markup of the page, or of an element',
    operands: '[id|selector]',
    options: PAGE_OPTIONS,
    examples: ['html', 'html @e3', `html 'form#login'`],
    read({ operands, values }) {
      const [selector, ...more] = operands;
      if (more.length > 0) throw new UsageError(`html takes one selector; '${more[0]}' is one too many.`);
      const call = readPageCall(values);
      return (terminal) =>
        onPage(call, async (session) => {
          const html = await session.html(selector?.replace(/^@?e?(?=\d+$)/, '@e'));
          if (call.json) printJson({ html }, terminal);
          else terminal.print(`${html}\n`);
        });
    },
  },
];

function readTokens(text: string): number {
  const tokens = readNumber(text, '--max-tokens', 1_000_000);
  if (tokens < 100) throw new UsageError(`--max-tokens is at least 100, not '${text}'.`);
  return tokens;
}
