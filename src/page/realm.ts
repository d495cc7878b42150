/**
 * The script of the snapshot behind its tables: the platform of pages and workers, evaluated once.
 *
 * Each context made from the snapshot starts behind this script and the next (engine-realm.ts). The host finds what boots a
 * realm under `__agentbrowser`.
 *
 * Smaller: the two share nothing but that object, so that a page's realm lets go of the engine when the object is taken off
 * its global object, and the engine's of the platform (engine/without-platform.ts).
 */
import './built-ins.ts';
import './prelude.ts';
import './workers/built-in-names.ts';
import * as nodeKeys from '../html/node-keys.ts';
import { bootPage } from './boot.ts';
import { BUILT_INS } from './built-ins.ts';
import { nodeFactory } from './dom/create-node.ts';
import { makeDocument } from './dom/document-implementation.ts';
import { installPlatform } from './install.ts';
import { textOfFunction } from './native-look.ts';
import { defineProperty } from './primordials.ts';
import type { RealmWays } from './realm-ways.ts';
import { booted } from './unused-realm.ts';
import { forgetShapes } from './window/interface-shapes.ts';
import { bootWorker } from './workers/worker-boot.ts';

installPlatform();
forgetShapes();
const ways: RealmWays = {
  bootPage: booted(bootPage),
  bootWorker: booted(bootWorker),
  platform: { nodeKeys, makeDocument, nodeFactory, builtIns: BUILT_INS, textOfFunction },
};
defineProperty(globalThis, '__agentbrowser', { value: ways, configurable: true });
