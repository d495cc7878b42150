/**
 * Engines and tools that we compare with. They are no dependencies of the project: they are looked for in the folder that
 * PEERS_ROOT names, and `npm run bench:peers -- --install` installs them there, in the versions below.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `--install` installs. Newer versions are welcome: change them here, run all of it, and say so with the figures. */
export const PEER_VERSIONS: Readonly<Record<string, string>> = {
  '@playwright/mcp': '0.0.83',
  'agent-browser': '0.41.1',
  jsdom: '30.1.3',
  'happy-dom': '21.0.4',
};

/** The folder with the peers, or `null` when none is named. */
export function peersFolder(): string | null {
  const folder = process.env['PEERS_ROOT'];
  return folder ? resolve(folder) : null;
}

/** Where a peer is installed, or `null`. */
export function peerPlace(name: string): string | null {
  const folder = peersFolder();
  if (folder === null) return null;
  const place = join(folder, 'node_modules', name);
  return existsSync(join(place, 'package.json')) ? place : null;
}

export function peerVersion(name: string): string {
  const place = peerPlace(name);
  if (place === null) throw new Error(missingPeer(name));
  return (JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { version: string }).version;
}

/** What to do when a peer is not there. */
export function missingPeer(name: string): string {
  return peersFolder() === null
    ? `${name} is looked for in the folder that PEERS_ROOT names, and it names none.`
    : `${name} is not in PEERS_ROOT. 'npm run bench:peers -- --install' installs it there.`;
}

export async function loadPeer<Module>(name: string): Promise<Module> {
  const folder = peersFolder();
  if (folder === null || peerPlace(name) === null) throw new Error(missingPeer(name));
  const entry = createRequire(join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Module;
}

/** Installs each peer by itself: one that the registry does not have stops no other. */
export function installPeers(): void {
  const folder = peersFolder();
  if (folder === null) throw new Error('Set PEERS_ROOT to the folder that the peers should be installed in.');
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  for (const [name, version] of Object.entries(PEER_VERSIONS)) {
    console.log(`npm install ${name}@${version}`);
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } catch (cause) {
      console.error(`${name} was not installed: ${(cause as Error).message}`);
    }
  }
}
