/**
 * `agentbrowser demo`, as an entry of the table.
 */
import type { Command } from './command.ts';
import { takeOperands } from './option-values.ts';

export const DEMO_COMMAND: Command = {
  name: 'demo',
  group: 'Else',
  summary: 'opens a small site of our own, acts on it, and shows what changed',
  examples: ['demo'],
  read(given) {
    takeOperands('demo', given);
    return async (terminal) => {
      const { runDemo } = await import('./demo.ts');
      await runDemo(terminal.print);
    };
  },
};
