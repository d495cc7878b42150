/**
 * The entries of the engine's realm: what its host can call, for a document and for a worker.
 */
import { PLATFORMS } from '../../identity/profile.ts';
import { setInstalledFonts } from '../../layout/text/font-match.ts';
import type { DocumentConfig } from '../messages.ts';
import type { PagePort } from '../ports.ts';
import { createEngine, type Engine } from './engine.ts';

/** Everything about one document. */
export function bootEngine(port: PagePort, configText: string): Engine {
  const config = JSON.parse(configText) as DocumentConfig;
  setInstalledFonts(config.profile.fonts, PLATFORMS[config.profile.platformName].generics);
  return createEngine(port, config);
}
