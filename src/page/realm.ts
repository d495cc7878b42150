/**
 * The bundle that becomes the snapshot: one file with the engine and the page's platform, evaluated once.
 *
 * Each context made from the snapshot starts behind this file. The host finds the boot functions under this name.
 */
import './prelude.ts';
import './workers/built-in-names.ts';
import { bootEngine, bootPage } from './boot.ts';
import { installPlatform } from './install.ts';
import { defineProperty } from './primordials.ts';
import { booted, emptyUnlessBooted } from './unused-realm.ts';
import { warmUp } from './warm-up.ts';
import { bootWorker } from './workers/worker-boot.ts';
import { createWorkerEngine } from './workers/worker-engine.ts';

installPlatform();
warmUp();
const ways = {
  bootEngine: booted(bootEngine),
  bootPage: booted(bootPage),
  bootWorker: booted(bootWorker),
  createWorkerEngine: booted(createWorkerEngine),
};
defineProperty(globalThis, '__agentbrowser', { value: ways, configurable: true });
emptyUnlessBooted();
