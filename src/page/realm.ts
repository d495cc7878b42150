/**
 * The bundle that becomes the snapshot: one file with the engine and the page's platform, evaluated once.
 *
 * Each context made from the snapshot starts behind this file. The host finds the two boot functions under this name.
 */
import './prelude.ts';
import { bootEngine, bootPage } from './boot.ts';
import { installPlatform } from './install.ts';
import { defineProperty } from './primordials.ts';
import { warmUp } from './warm-up.ts';

installPlatform();
warmUp();
defineProperty(globalThis, '__agentbrowser', { value: { bootEngine, bootPage }, configurable: true });
