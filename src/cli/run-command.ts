/**
 * Does what a command says.
 */
import { readFileSync } from 'node:fs';
import { type Command, HELP } from './arguments.ts';
import { terminalAsker } from './ask.ts';
import { runDemo } from './demo.ts';
import { runMcpCommand } from './mcp-command.ts';
import { openPage } from './open-page.ts';
import { runVaultCommand } from './vault-command.ts';

export type Print = (text: string) => void;

export async function runCommand(command: Command, print: Print): Promise<void> {
  switch (command.kind) {
    case 'help':
      print(HELP);
      return;
    case 'version':
      print(`${packageVersion()}\n`);
      return;
    case 'open':
      await openPage(command, print);
      return;
    case 'demo':
      await runDemo(print);
      return;
    case 'auth':
      await runVaultCommand(command, print, terminalAsker());
      return;
    case 'mcp':
      await runMcpCommand(command, packageVersion());
  }
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
