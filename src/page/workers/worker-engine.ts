/**
 * The engine realm's side of one worker: what its host can ask for, and what its realm can.
 *
 * In:  the worker realm's port. Out: the same two sets of functions as a document has (engine/engine.ts), for what a worker
 * needs of them: addresses, questions to the host, and running scripts. The wall is the same, too: primitives go in.
 */

import { type CanvasPort, canvasPort } from '../engine/canvas-port.ts';
import { fineTime } from '../engine/fine-clock.ts';
import { guarded, isOurs } from '../engine/guarded.ts';
import type { HostIsolate, HostModule, HostReference, HostScript } from '../engine/host-handles.ts';
import type { EnginePort } from '../ports.ts';
import { collect, type Sealed, sealed } from '../sealed-entries.ts';
import { resolveUrl, urlParts, withUrlPart } from '../url/url-parts.ts';

/** What the engine realm gets of a worker. */
export interface WorkerPort {
  /** A script of the worker threw this. */
  reportException(error: unknown): void;
  /** A script that the worker imports threw this. */
  noteThrown(error: unknown): void;
  readonly moduleHooks: { readonly load: unknown };
  /** Of the session's profile: what is drawn in a worker is what is drawn in its page. */
  readonly seed: number;
}

/** What the platform code of a worker's realm gets of the engine. */
export interface WorkerEnginePort
  extends CanvasPort,
    Pick<EnginePort, 'resolveUrl' | 'urlParts' | 'withUrlPart' | 'hostCall' | 'fineTime'> {
  /**
   * Fetches a script, unless `code` is its text, and evaluates it in the worker's global scope, at once. Gives 'network' or
   * the text of an error if it does not come to run.
   */
  importScript(url: string, code: string, from: string): string | undefined;
}

/** What the host calls; answers are collected. */
export interface WorkerEngineEntries {
  readonly runScript: Sealed<[script: HostScript, context: unknown]>;
  readonly runModule: Sealed<[loader: HostModule]>;
  readonly connectModules: Sealed<[hooks: HostModule]>;
  readonly connectLoader: Sealed<[script: HostScript, context: unknown]>;
  /** The worker is over: what this realm holds of it is let go. */
  readonly disconnect: Sealed<[]>;
  /** `owner` is the realm of the document that the worker belongs to. */
  connectHost(host: HostReference, isolate: HostIsolate, context: { release(): void }, owner: number): void;
  collect(): string;
}

export interface WorkerEngine {
  readonly forPage: WorkerEnginePort;
  readonly forHost: WorkerEngineEntries;
}

export function createWorkerEngine(port: WorkerPort): WorkerEngine {
  let host: HostReference | null = null;
  let isolate: HostIsolate | null = null;
  let context: { release(): void } | null = null;
  let owner = 0;
  const hostCall = (what: string, payload: string): string | undefined => {
    const answer = host?.applySyncPromise(undefined, [what, payload, owner]);
    return typeof answer === 'string' ? answer : undefined;
  };

  const forPage: WorkerEnginePort = {
    resolveUrl: (reference, base) => resolveUrl(reference, base),
    urlParts: (reference, base) => urlParts(reference, base),
    withUrlPart: (href, part, value) => withUrlPart(href, part, value),
    hostCall,
    fineTime,
    ...canvasPort(Number(port.seed) || 0),
    importScript: (url, code, from) => {
      const answer = code === '' ? hostCall('script', `${url}\n${from}`) : `+${code}`;
      if (answer === undefined || answer === '') return 'network';
      let script: HostScript;
      try {
        script = isolate!.compileScriptSync(answer.slice(1), { filename: url });
      } catch (error) {
        return String(error);
      }
      try {
        script.runSync(context);
      } catch (error) {
        port.noteThrown(isOurs(error) ? String(error) : error);
      } finally {
        script.release();
      }
      return '';
    },
  };

  const forHost: WorkerEngineEntries = {
    runScript: sealed((script, target) => {
      try {
        script.runSync(target);
      } catch (error) {
        port.reportException(isOurs(error) ? String(error) : error);
      }
    }),
    runModule: sealed((loader) => void loader.evaluateSync()),
    connectModules: sealed((hooks) => {
      hooks.evaluateSync();
      hooks.namespace.deref().connect(port.moduleHooks);
    }),
    connectLoader: sealed((script, target) => {
      const connect = script.runSync(target, { reference: true }) as { deref(): (load: unknown) => void };
      connect.deref()(port.moduleHooks.load);
    }),
    disconnect: sealed(() => {
      context?.release();
      context = null;
      isolate = null;
      host = null;
      return '';
    }),
    connectHost: (reference, ownIsolate, target, document) => {
      owner = document;
      host = reference;
      isolate = ownIsolate;
      context = target;
    },
    collect,
  };
  return { forPage: guarded(forPage), forHost };
}
