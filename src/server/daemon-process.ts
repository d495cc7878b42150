/**
 * The daemon's process: told on its command line what it is for, tells by one line on standard output how it began.
 */
import { enableCompileCache } from 'node:module';
import { isAgentBrowserError } from '../errors.ts';
import { fileError } from '../file-error.ts';
import type { RunSettings } from './daemon-run.ts';

// Faster: compiled code is kept between starts.
enableCompileCache();
const { runDaemon } = await import('./daemon-run.ts');

/** Whoever started it may be gone already, which is no reason to end. */
process.stdout.on('error', () => undefined);
/** What cannot be written down, on a full disk, goes unread. */
process.stderr.on('error', () => undefined);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const daemon = await runDaemon(JSON.parse(process.argv[2] ?? '') as RunSettings);
  if (daemon === 'taken') {
    say({ state: 'taken' });
  } else {
    process.on('SIGTERM', daemon.end);
    // Ctrl-C is meant for the command that started it.
    process.on('SIGINT', () => undefined);
    process.on('SIGHUP', () => undefined);
    say({ state: 'listening' });
    await daemon.ended;
  }
  process.exit(0);
} catch (error) {
  const told = isAgentBrowserError(error) ? error : fileError(error);
  if (told === null) throw error;
  say({ state: 'failed', code: told.code, message: told.message });
  process.exitCode = 1;
}
