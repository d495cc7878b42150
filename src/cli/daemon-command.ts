/**
 * `agentbrowser daemon`: the process behind the commands, for programs that speak with its socket.
 *
 * `start` sees to it that one runs and tells where its socket is; `run` is one, until Ctrl-C.
 */
import { resolve } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { RunSettings } from '../server/daemon-run.ts';
import { reachDaemon } from '../server/daemon-start.ts';
import { type DaemonPaths, daemonPaths } from '../server/socket-path.ts';
import type { Command, OptionValues } from './command.ts';
import { JSON_OPTION, readDuration, readSessionName, SESSION_OPTION, stringOf, takeOperands } from './option-values.ts';
import { printJson } from './page-output.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const VERBS = ['start', 'run'] as const;

export const DAEMON_COMMAND: Command = {
  name: 'daemon',
  group: 'Servers and agents',
  summary: 'starts the JSON-RPC socket and tells where it is, or runs it here',
  operands: 'start|run',
  words: VERBS,
  options: {
    ...SESSION_OPTION,
    ...JSON_OPTION,
    socket: { type: 'string', value: 'PATH', help: 'A path of your own (run only)' },
    idle: { type: 'string', value: 'TIME', help: 'How long it waits for somebody; 30m without it' },
    'allow-evaluate': { type: 'boolean', help: 'The session of those who name none may run script in pages' },
  },
  details: 'Commands start it by themselves; docs/socket.md has its methods.',
  examples: ['daemon start --json', 'daemon run --socket /tmp/agentbrowser.sock --allow-evaluate'],
  read(given) {
    const [verb] = takeOperands('daemon', given, VERBS.join(' or '));
    const { values } = given;
    const name = readSessionName(values);
    const socket = stringOf(values, 'socket');
    const idleMs = readIdle(values);
    const main = values['allow-evaluate'] === true ? { allowEvaluate: true } : {};
    const json = values['json'] === true;
    if (verb === 'start') {
      if (socket !== undefined) throw new UsageError('--socket goes with daemon run.');
      return (terminal) => start({ paths: daemonPaths(name), idleMs, main }, json, terminal);
    }
    if (verb === 'stop') throw new UsageError("daemon is followed by start or run; 'agentbrowser close' ends one.");
    if (verb !== 'run') throw new UsageError(`daemon is followed by start or run, not '${verb!.slice(0, 60)}'.`);
    return (terminal) => runHere({ paths: ownPaths(name, socket), idleMs, main }, json, terminal);
  },
};

/** `--idle`, AGENTBROWSER_IDLE, or half an hour. */
export function readIdle(values: OptionValues): number {
  const option = stringOf(values, 'idle');
  if (option !== undefined) return readDuration(option, '--idle');
  const variable = process.env['AGENTBROWSER_IDLE'];
  return variable ? readDuration(variable, 'AGENTBROWSER_IDLE') : LIMITS.daemonIdleMs;
}

/** A path that the person chose has neither our folder nor our files beside it. */
function ownPaths(name: string, socket: string | undefined): DaemonPaths {
  return socket === undefined ? daemonPaths(name) : { name, socket: resolve(socket), info: null, log: null };
}

async function start(settings: RunSettings, json: boolean, terminal: Terminal): Promise<void> {
  const { link, status } = await terminal.during('starting the engine', reachDaemon(settings));
  await link.close();
  const { socket } = settings.paths;
  if (json) printJson({ socket, pid: status.pid, version: status.version }, terminal);
  else terminal.print(`${socket}\n`);
}

async function runHere(settings: RunSettings, json: boolean, terminal: Terminal): Promise<void> {
  const { socket } = settings.paths;
  // Faster: no other command needs what a daemon needs.
  const { runDaemon } = await import('../server/daemon-run.ts');
  const daemon = await runDaemon(settings);
  if (daemon === 'taken') {
    throw new AgentBrowserError(
      'daemon_unavailable',
      `Another daemon listens on ${socket}. Close it, or choose another path.`,
    );
  }
  process.once('SIGINT', daemon.end);
  process.once('SIGTERM', daemon.end);
  if (json) printJson({ socket, pid: process.pid }, terminal);
  else terminal.print(`${socket}\n`);
  terminal.note('Ctrl-C ends it.\n');
  await daemon.ended;
}
