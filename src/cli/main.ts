#!/usr/bin/env node
/**
 * The `agentbrowser` command.
 *
 * In:  arguments. Out: what was asked for on stdout, errors on stderr, and an exit code (exit-code.ts).
 *
 * Ctrl-C needs no handler: an engine process ends when this one does, and a daemon notices that its caller has gone.
 */
// The whole module, because an old Node that lacks the function must get as far as being told so.
import nodeModule from 'node:module';
import { checkNodeVersion } from '../client/runtime.ts';
import { isAgentBrowserError } from '../errors.ts';
import { fileError } from '../file-error.ts';

async function main(args: readonly string[]): Promise<number> {
  checkNodeVersion();
  nodeModule.enableCompileCache();
  // Loaded only now, so that an old Node is told what is wrong instead of failing on newer syntax.
  const { commandOf, readArguments, UsageError, wantsJson } = await import('./arguments.ts');
  const { EXIT, exitCodeOf } = await import('./exit-code.ts');
  const { shellWords } = await import('./error-words.ts');
  const { createTerminal } = await import('./terminal.ts');
  const terminal = createTerminal({ out: process.stdout, err: process.stderr, env: process.env });
  const tell = (code: string, message: string) => {
    if (wantsJson(args)) terminal.print(`${JSON.stringify({ ok: false, error: { code, message } })}\n`);
  };
  try {
    const wish = readArguments(args);
    if (wish.kind === 'run') {
      await wish.run(terminal);
    } else if (wish.kind === 'version') {
      const { packageVersion } = await import('../client/version.ts');
      terminal.print(`${packageVersion()}\n`);
    } else {
      const { commandHelp, wholeHelp } = await import('./help.ts');
      terminal.print(wish.command === null ? wholeHelp(terminal.paint) : commandHelp(wish.command, terminal.paint));
    }
    return EXIT.done;
  } catch (error) {
    if (error instanceof UsageError) {
      tell('usage', error.message);
      const command = commandOf(args);
      const call = command === undefined ? 'agentbrowser --help' : `agentbrowser ${command.name} --help`;
      process.stderr.write(`${error.message}\nRun '${call}' for how to call it.\n`);
      return EXIT.usage;
    }
    const told = isAgentBrowserError(error) ? error : fileError(error);
    if (told === null) throw error;
    const message = shellWords(told.message);
    tell(told.code, message);
    process.stderr.write(`${terminal.isPerson ? terminal.paint('red', told.code) : told.code}: ${message}\n`);
    return exitCodeOf(told.code);
  }
}

// A reader that has seen enough, such as `head`, closes the pipe. That is not an error; a full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The answer could not be written: ${error.message}.\n`);
  process.exit(1);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!isAgentBrowserError(error)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}
