/**
 * A worker's realm: how it begins, its script, and its event loop.
 *
 * In:  a context of the snapshot and the worker's settings. Out: entries that the host calls, as those of a page (boot.ts).
 *
 * HTML §10.2.4 https://html.spec.whatwg.org/#worker-processing-model
 */
import type { Profile } from '../../identity/profile.ts';
import { setTaskTime, startClock } from '../clock.ts';
import { setDocumentAddress } from '../document-address.ts';
import { connectEngine } from '../engine-link.ts';
import { installErrorStacks } from '../error-stacks.ts';
import { hasTask, nextDue, resetAfterStop, runOneTask } from '../event-loop.ts';
import type { ScriptRun } from '../messages.ts';
import { captureBase64 } from '../network/bytes.ts';
import { receive } from '../network/inbox.ts';
import { setWorkerAddress, takeMessages } from '../outbox.ts';
import type { EnginePort } from '../ports.ts';
import { parseJson } from '../primordials.ts';
import { reportException, reportScriptFailure } from '../report-exception.ts';
import { deliverAnswer, requestResource } from '../resources.ts';
import { hasProbe, moduleHooks, noteActivity } from '../script/module-evaluation.ts';
import { fetchModule, inlineModule, moduleCompiled, takeCompiles, whenGraphIsThere } from '../script/module-map.ts';
import { runText } from '../script/run-text.ts';
import { isScriptReady, nextRun, probeModules, queueImportedModule, scriptDone } from '../scripts.ts';
import { collect, type Sealed, sealed } from '../sealed-entries.ts';
import { installPlace } from '../window/place.ts';
import { installVirtualDate } from '../window/virtual-date.ts';
import { removeUnbounded, setWindowProfile } from '../window/window.ts';
import { setRealmNumber } from './port-ends.ts';
import { takePosts } from './realm-posts.ts';
import type { WorkerPort } from './worker-engine.ts';
import { becomeWorkerScope, isClosing, noteThrown, openMessages, reportMissingScript } from './worker-scope.ts';

/** A worker to begin. */
export interface WorkerConfig {
  /** The host's number for the realm; that of the page is 0. */
  readonly realm: number;
  /** The channel to whoever started it. */
  readonly channel: number;
  readonly url: string;
  readonly code: string | null;
  readonly isModule: boolean;
  readonly name: string;
  readonly isShared: boolean;
  readonly profile: Profile;
  readonly isElsewhere: boolean;
  readonly clock: 'real' | 'virtual';
  readonly timeOrigin: number;
}

/** What the host calls in a worker's realm: see PageEntries in boot.ts. */
export interface WorkerEntries {
  connect(engine: EnginePort): void;
  readonly turn: Sealed<[timeMs: number]>;
  readonly scriptDone: Sealed<[id: number, failure: string]>;
  readonly moduleCompiled: Sealed<[id: number, outcome: string]>;
  readonly answer: Sealed<[id: number, ok: boolean, url: string, text: string, contentType: string]>;
  readonly deliver: Sealed<[id: number, kind: string, head: string, data: string | ArrayBuffer]>;
  readonly report: Sealed<[]>;
  collect(): string;
}

export interface BootedWorker {
  readonly port: WorkerPort;
  readonly entries: WorkerEntries;
}

/** The number of the classic script that a worker begins with; others count from 1. */
const MAIN_RUN = 0;

/** The classic script that a worker begins with, until it has run. */
let main: { readonly request: number | null; readonly code: string; readonly url: string } | null = null;

export function bootWorker(configText: string): BootedWorker {
  const config = parseJson(configText) as WorkerConfig;
  startClock(config.timeOrigin);
  setDocumentAddress(config.url);
  setWindowProfile(config.profile);
  setRealmNumber(config.realm);
  becomeWorkerScope(config);
  removeUnbounded();
  installErrorStacks();
  captureBase64();
  if (config.clock === 'virtual') installVirtualDate();
  if (config.isElsewhere) installPlace(config.profile);
  return {
    port: { reportException, noteThrown, moduleHooks, seed: config.profile.seed },
    entries: {
      connect(engine) {
        connectEngine(engine);
        begin(config);
      },
      turn: sealed((timeMs) => {
        resetAfterStop();
        setTaskTime(timeMs);
        const run = turn();
        return () => reportText(run);
      }),
      scriptDone: sealed(finishScript),
      moduleCompiled: sealed(moduleCompiled),
      answer: sealed((id, ok, url, text, contentType) => deliverAnswer(id, { ok, url, text, contentType })),
      deliver: sealed(receive),
      report: sealed(() => reportText(null)),
      collect,
    },
  };
}

function begin({ url, code, isModule }: WorkerConfig): void {
  if (isModule) beginModule(url, code);
  else if (code !== null) main = { request: null, code, url };
  else {
    const request = requestResource(
      url,
      'script',
      (answer) => {
        if (!answer.ok) reportMissingScript();
        else {
          setDocumentAddress(answer.url);
          setWorkerAddress(answer.url);
          main = { request, code: '', url: answer.url };
        }
      },
      { as: 'worker' },
    );
  }
}

function beginModule(url: string, code: string | null): void {
  const module = code === null ? fetchModule(url, 'javascript', { as: 'worker' }) : inlineModule(code, url);
  whenGraphIsThere(module, (failure) => {
    setWorkerAddress(module.url);
    if (failure === null) queueImportedModule({ module, done: () => undefined, failed: reportException });
    else if (failure.kind === 'fetch') reportMissingScript();
    else reportScriptFailure(failure.text);
  });
}

function turn(): ScriptRun | null {
  if (isClosing()) return null;
  if (main !== null) return { id: MAIN_RUN, ...main, module: null };
  const run = nextRun(true);
  if (run !== null) return run;
  if (runOneTask()) noteActivity();
  else probeModules();
  return null;
}

function finishScript(id: number, failure: string): void {
  if (id === MAIN_RUN) {
    main = null;
    if (failure !== '') reportScriptFailure(failure);
  } else scriptDone(id, failure)?.announce();
  openMessages();
}

function reportText(run: ScriptRun | null): string {
  const isReady = !isClosing() && (main !== null || isScriptReady(true) || hasTask() || hasProbe());
  const state = `"ready":${isReady},"dueMs":${nextDue()},"loading":false,"version":0`;
  return `{"run":${runText(run)},"modules":${takeCompiles()},${state},${takeMessages()}${takePosts()}}`;
}
