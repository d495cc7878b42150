/**
 * Whether this Node can run the engine, said before anything else fails in a stranger way.
 */
import { AgentBrowserError } from '../errors.ts';

export const MINIMUM_NODE = 24;

/** Throws `unsupported_runtime` when Node is too old. */
export function checkNodeVersion(version: string = process.versions.node): void {
  const major = Number(version.split('.')[0]);
  if (major >= MINIMUM_NODE) return;
  throw new AgentBrowserError(
    'unsupported_runtime',
    `agentbrowser needs Node ${MINIMUM_NODE} or later; this is Node ${version}. Install a newer one from https://nodejs.org/.`,
  );
}

/** isolated-vm and Node's own startup snapshot do not go together in one process. */
export const NO_NODE_SNAPSHOT = '--no-node-snapshot';

/** Throws `unsupported_runtime` when this very process could not hold the engine. */
export function checkInProcess(
  execArgv: readonly string[] = process.execArgv,
  nodeOptions: string = process.env.NODE_OPTIONS ?? '',
): void {
  checkNodeVersion();
  if (execArgv.includes(NO_NODE_SNAPSHOT) || nodeOptions.split(/\s+/).includes(NO_NODE_SNAPSHOT)) return;
  throw new AgentBrowserError(
    'unsupported_runtime',
    `inProcess needs Node to be started as 'node ${NO_NODE_SNAPSHOT} ...'. Do that, or leave inProcess out: then the engine runs in a process of its own.`,
  );
}
