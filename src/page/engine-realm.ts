/**
 * The last script of the snapshot: the engine, behind the platform (realm.ts), whose nodes it lays out once.
 */
import { bootEngine } from './engine/boot-engine.ts';
import { withoutPlatform } from './engine/without-platform.ts';
import type { RealmWays } from './realm-ways.ts';
import { booted, emptyUnlessBooted } from './unused-realm.ts';
import { warmUp } from './warm-up.ts';
import { createWorkerEngine } from './workers/worker-engine.ts';

const ways = (globalThis as unknown as { readonly __agentbrowser: RealmWays }).__agentbrowser;
warmUp(ways.platform!);
ways.bootEngine = booted(withoutPlatform(ways, bootEngine));
ways.createWorkerEngine = booted(createWorkerEngine);
delete ways.platform;
// Both scripts have what they need of it (isolate/build-realm.ts).
Reflect.deleteProperty(globalThis, '__tables');
emptyUnlessBooted();
