/**
 * What a command of `agentbrowser` is: one entry of the table in commands.ts, from which parsing, help and completion come.
 */
import type { Terminal } from './terminal.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for the value in help, such as MS. */
  readonly value?: string;
  /** The values there are. */
  readonly choices?: readonly string[];
  readonly help: string;
}

export type OptionValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The words behind a command. */
export interface Given {
  readonly operands: readonly string[];
  readonly values: OptionValues;
}

/** What is left to do when the words have been understood. */
export type Run = (terminal: Terminal) => Promise<void>;

export const GROUPS = ['Pages', 'Acting', 'Sessions', 'Signing in', 'Servers and agents', 'Else'] as const;

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: (typeof GROUPS)[number];
  /** One line, beginning with a verb in the third person or a noun, without a full stop. */
  readonly summary: string;
  /** As usage shows them, such as `<id> <text>`. */
  readonly operands?: string;
  /** Words that the first operand may be, for completion. */
  readonly words?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** What else there is to know, in short lines. */
  readonly details?: string;
  /** Without the program's name. */
  readonly examples: readonly string[];
  /** Throws a `UsageError` when the words are wrong, before anything is done. */
  readonly read: (given: Given) => Run;
}
