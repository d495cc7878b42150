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

/** Starts Node without the snapshot of itself that it brings. */
export const NO_NODE_SNAPSHOT = '--no-node-snapshot';

/**
 * Isolates of one process share what V8 never changes, so that the snapshots they come from have to agree in it. Snapshots that
 * may add to it do not: Node's own, and ours. The builds of Node 24 and 26 let none add anything.
 */
export function canKeepNodeSnapshot(variables: object = process.config.variables): boolean {
  return (variables as { v8_enable_extensible_ro_snapshot?: unknown }).v8_enable_extensible_ro_snapshot === 0;
}

/** Throws `unsupported_runtime` when this very process could not hold the engine. */
export function checkInProcess(
  execArgv: readonly string[] = process.execArgv,
  nodeOptions: string = process.env.NODE_OPTIONS ?? '',
  variables: object = process.config.variables,
): void {
  checkNodeVersion();
  if (canKeepNodeSnapshot(variables)) return;
  if (execArgv.includes(NO_NODE_SNAPSHOT) || nodeOptions.split(/\s+/).includes(NO_NODE_SNAPSHOT)) return;
  throw new AgentBrowserError(
    'unsupported_runtime',
    `inProcess needs this Node to be started as 'node ${NO_NODE_SNAPSHOT} ...'. Do that, or leave inProcess out: then the engine runs in a process of its own.`,
  );
}
