/**
 * Loads an engine that we compare with from the folder that WPT_PEERS names: peers are no dependencies of the project.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function loadPeer<Module>(name: string): Promise<Module> {
  const folder = process.env['WPT_PEERS'];
  if (!folder) throw new Error(`Set WPT_PEERS to a folder where 'npm install ${name}' was run.`);
  const entry = createRequire(join(resolve(folder), 'package.json')).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Module;
}
