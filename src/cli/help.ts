/**
 * Help from the table of commands: of the whole, and of one command.
 */
import { GLOBAL_OPTIONS } from './arguments.ts';
import { type Command, GROUPS, type Option } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Terminal } from './terminal.ts';

const PROGRAM = 'agentbrowser';

type Paint = Terminal['paint'];

export function wholeHelp(paint: Paint): string {
  const groups = GROUPS.map((group) => {
    const rows = COMMANDS.filter((command) => command.group === group).map((command) => [
      callOf(command),
      command.summary,
    ]);
    return `${paint('bold', group)}\n${columns(rows, paint)}`;
  });
  return [
    'agentbrowser: real pages in, a Spatial DOM with exact boxes out.',
    `${paint('bold', 'Usage:')} ${PROGRAM} <command> [options]`,
    ...groups,
    `${paint('bold', 'Start with')}\n${examples(['open https://example.com/', 'click 2', 'read', 'close'])}`,
    `'${PROGRAM} <command> --help' tells more about each; docs/cli.md has exit codes and the environment.\n`,
  ].join('\n\n');
}

export function commandHelp(command: Command, paint: Paint): string {
  const { summary, aliases = [], details, options = {} } = command;
  const rows = Object.entries<Option>({ ...options, ...GLOBAL_OPTIONS }).map(([name, option]) => [
    optionText(name, option),
    option.choices === undefined ? option.help : `${option.help} (${option.choices.join(', ')})`,
  ]);
  return [
    `${PROGRAM} ${command.name}: ${summary}.`,
    `${paint('bold', 'Usage:')} ${PROGRAM} ${callOf(command)} [options]`,
    ...(aliases.length === 0 ? [] : [`${paint('bold', 'Also:')} ${aliases.join(', ')}`]),
    ...(details === undefined ? [] : [details]),
    `${paint('bold', 'Options')}\n${columns(rows, paint)}`,
    `${paint('bold', 'Examples')}\n${examples(command.examples)}\n`,
  ].join('\n\n');
}

function callOf({ name, operands }: Command): string {
  return operands === undefined ? name : `${name} ${operands}`;
}

function optionText(name: string, { short, type, value = 'VALUE' }: Option): string {
  const long = `--${name}${type === 'string' ? ` ${value}` : ''}`;
  return short === undefined ? long : `${long}, -${short}`;
}

function examples(lines: readonly string[]): string {
  return lines.map((line) => `  ${PROGRAM} ${line}`).join('\n');
}

function columns(rows: readonly (readonly string[])[], paint: Paint): string {
  const width = Math.min(36, Math.max(...rows.map(([left]) => left!.length)) + 2);
  return rows
    .map(([left, right]) => {
      const gap = left!.length + 2 > width ? `\n${' '.repeat(width + 2)}` : ' '.repeat(width - left!.length);
      return `  ${paint('cyan', left!)}${gap}${right}`;
    })
    .join('\n');
}
