#!/usr/bin/env node
/**
 * The `agentbrowser` command.
 *
 * In:  arguments. Out: what was asked for on stdout, errors on stderr, and an exit code: 0 done, 1 failed, 2 called wrongly.
 *
 * Ctrl-C needs no handler: the engine process ends when this one does.
 */
// The whole module, because an old Node that lacks the function must get as far as being told so.
import nodeModule from 'node:module';
import { checkNodeVersion } from '../client/runtime.ts';
import { isAgentBrowserError } from '../errors.ts';

async function main(args: readonly string[]): Promise<number> {
  checkNodeVersion();
  nodeModule.enableCompileCache();
  // Loaded only now, so that an old Node is told what is wrong instead of failing on newer syntax.
  const { readArguments, UsageError } = await import('./arguments.ts');
  const { runCommand } = await import('./run-command.ts');
  try {
    await runCommand(readArguments(args), (text) => process.stdout.write(text));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nRun 'agentbrowser --help' for how to call it.\n`);
    return 2;
  }
}

// A reader that has seen enough, such as `head`, closes the pipe. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!isAgentBrowserError(error)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}
