/**
 * What the scripts of the snapshot put on the global object, for each other and for the host.
 */
import type { NodeFactory } from '../html/dom-keys.ts';
import type * as NodeKeys from '../html/node-keys.ts';
import type { bootPage } from './boot.ts';
import type { PageNode } from './dom/create-node.ts';
import type { bootEngine } from './engine/boot-engine.ts';
import type { bootWorker } from './workers/worker-boot.ts';
import type { createWorkerEngine } from './workers/worker-engine.ts';

export interface RealmWays {
  /** In a page's realm, and in a worker's. */
  bootPage?: typeof bootPage;
  bootWorker?: typeof bootWorker;
  /** In the engine's realm. */
  bootEngine?: typeof bootEngine;
  createWorkerEngine?: typeof createWorkerEngine;
  /** While the snapshot is made. */
  platform?: Platform;
}

/** What the engine's script needs of the platform's. */
export interface Platform {
  /** The keys of its nodes: the engine's script has none of its own (isolate/build-realm.ts). */
  readonly nodeKeys: typeof NodeKeys;
  readonly makeDocument: () => PageNode;
  readonly nodeFactory: (document: PageNode) => NodeFactory;
  /** The global object as V8 made it. */
  readonly builtIns: Readonly<Record<string, PropertyDescriptor>>;
  /** V8's own Function.prototype.toString. */
  readonly textOfFunction: () => string;
}
