/**
 * Command-line arguments into something to do.
 *
 * In:  the arguments after the program's name.
 * Out: a command's run, or help or the version; or a `UsageError` that says what is wrong with them.
 */
import { parseArgs } from 'node:util';
import type { Command, Option, OptionValues, Run } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { UsageError } from './usage-error.ts';

export type Wish =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly json: boolean; readonly run: Run };

export { UsageError };

export const GLOBAL_OPTIONS = {
  help: { type: 'boolean', short: 'h', help: 'How to call it, or a command' },
  version: { type: 'boolean', short: 'V', help: 'The version' },
} as const satisfies Record<string, Option>;

export function readArguments(args: readonly string[]): Wish {
  const command = commandOf(args);
  if (command === undefined) return withoutCommand(args, commandWord(args));
  const { values, positionals } = parseStrictly(args, command);
  if (values['help']) return { kind: 'help', command };
  if (values['version']) return { kind: 'version' };
  const run = command.read({ operands: positionals.slice(1), values });
  return { kind: 'run', command, json: values['json'] === true, run };
}

/** The command that the arguments name, whatever else is wrong with them. */
export function commandOf(args: readonly string[]): Command | undefined {
  const word = commandWord(args);
  return word === undefined ? undefined : findCommand(word);
}

/** Whether machines read the answer, also where the arguments make no sense otherwise. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}

/** The first word that is neither an option nor the value of one. Options may stand before it. */
function commandWord(args: readonly string[]): string | undefined {
  const all = Object.assign({}, ...COMMANDS.map(({ options }) => options ?? {}), GLOBAL_OPTIONS) as Options;
  const { tokens } = parseArgs({ args: [...args], options: shapes(all), strict: false, tokens: true });
  return tokens.find((token) => token.kind === 'positional')?.value;
}

function withoutCommand(args: readonly string[], word: string | undefined): Wish {
  const wants = (name: 'help' | 'version') =>
    args.includes(`--${name}`) || args.includes(`-${GLOBAL_OPTIONS[name].short}`);
  if (word === undefined || word === 'help') {
    if (word === 'help' || wants('help')) return { kind: 'help', command: findCommand(args[1] ?? '') ?? null };
    if (wants('version')) return { kind: 'version' };
    throw new UsageError('There is no command. Begin with: agentbrowser open <url>');
  }
  const near = nearest(word);
  throw new UsageError(`There is no command '${word.slice(0, 60)}'.${near === null ? '' : ` Do you mean '${near}'?`}`);
}

type Options = Readonly<Record<string, Option>>;

function shapes(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple === undefined ? {} : { multiple }) },
    ]),
  );
}

function parseStrictly(args: readonly string[], command: Command): { values: OptionValues; positionals: string[] } {
  const options = { ...command.options, ...GLOBAL_OPTIONS };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: shapes(options), allowPositionals: true });
    return { values: values as OptionValues, positionals };
  } catch (error) {
    // Node's second sentence is about positional arguments, which is rarely what was meant.
    throw new UsageError((error as Error).message.split('. To specify')[0]!, { cause: error });
  }
}

/** The command that is one or two letters away; `null` for none. */
function nearest(word: string): string | null {
  const names = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const [best] = names
    .map((name) => ({ name, distance: distance(word, name) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= 2 && best.distance < word.length ? best.name : null;
}

/** Letters to change, add or take away (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= Math.min(a.length, 60); i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
