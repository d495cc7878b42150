/**
 * WPT's own server, for tests that need its handlers, its names of hosts, and TLS.
 *
 * In:  a checkout with its tools; python3. Out: the origins at which it serves, and its end.
 *
 * All of its names lead to this machine: what opens its pages has to look names up here (`wptResolver`) and to trust its
 * certificates (`wptAuthority`), so that nothing on the machine has to be changed for it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Resolver } from '../../src/net/guarded-connect.ts';

export interface WptServer {
  /** For tests whose names say nothing else. */
  readonly http: string;
  /** For tests that have `.https.` in their names. */
  readonly https: string;
  close(): void;
}

const HOST = 'web-platform.test';
const START_MS = 60_000;
/** Of each scheme, as many ports as tests know of. */
const PORTS = { http: 2, https: 2, ws: 1, wss: 1, h2: 1 } as const;

export async function startWptServer(root: string): Promise<WptServer> {
  const ports: Record<string, number[]> = {};
  for (const [scheme, count] of Object.entries(PORTS)) ports[scheme] = await freePorts(count);
  const folder = mkdtempSync(join(tmpdir(), 'wpt-server-'));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ check_subdomains: false, server_host: '127.0.0.1', ports }));
  // A group of its own: it has one process for each port.
  const child = spawn('python3', ['wpt', '--venv', folder, '--skip-venv-setup', 'serve', '--config', config], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
  });
  const close = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const each of Object.values(ports).flat()) await listening(each, child);
  } catch (error) {
    close();
    throw error;
  }
  return { http: `http://${HOST}:${ports['http']![0]}`, https: `https://${HOST}:${ports['https']![0]}`, close };
}

/** Names of WPT's hosts are this machine; those that tests want to be unknown are, as is everything else. */
export const wptResolver: Resolver = (hostname, { family }, callback) => {
  const isKnown = /(?:^|\.)(?:not-)?web-platform\.test$/.test(hostname) && !hostname.startsWith('nonexistent.');
  const isWanted = family !== 6 && family !== 'IPv6';
  if (isKnown && isWanted) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(Object.assign(new Error(`${hostname} is not a host of WPT`), { code: 'ENOTFOUND' }), []);
};

/** The certificate with which WPT's server signs its own. */
export function wptAuthority(root: string): string {
  return readFileSync(join(root, 'tools/certs/cacert.pem'), 'utf8');
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) break;
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await wait(200);
  }
  throw new Error("WPT's server did not start. Run 'python3 wpt serve' in the checkout to see why.");
}
