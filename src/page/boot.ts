/**
 * The entries of a page's realm: what its host can call. Text, numbers and ports go in, text comes out.
 *
 * Each context of the isolate starts with these and with those of the engine (engine/boot-engine.ts). In a page's realm the
 * host takes both off the global object, before any script of the page runs.
 */

import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { setTaskTime, startClock } from './clock.ts';
import { guardEvaluation } from './csp/declared-policy.ts';
import { setPolicyDocument } from './csp/violations.ts';
import { setAddressDocument, setDocumentAddress } from './document-address.ts';
import {
  feed,
  finishBlank,
  finishScript,
  isLoading,
  isReady,
  noteLoadEvent,
  parserHeld,
  startDocument,
  turn,
} from './document-lifecycle.ts';
import { prepareAll } from './dom/all-collection.ts';
import { nodeFactory, type PageNode } from './dom/create-node.ts';
import { isValueOf } from './dom/custom/definition.ts';
import { areReactionsInUse, withReactions } from './dom/custom/reactions.ts';
import { parsedElement } from './dom/custom/upgrade.ts';
import { makeDocument } from './dom/document-implementation.ts';
import { setMainDocument } from './dom/document-members.ts';
import { documentVersion, takeChanges, takeUserAction } from './dom/document-version.ts';
import { documentStateOf } from './dom/element-state.ts';
import { moveFocus } from './dom/focus.ts';
import { observersElsewhere } from './dom/mutation-records.ts';
import { declareShadow } from './dom/shadow/shadow-root.ts';
import { insert, parserInserted, parserRemoving, removeNode } from './dom/tree.ts';
import { connectEngine } from './engine-link.ts';
import { installErrorStacks } from './error-stacks.ts';
import { dropTasks, nextDue, queueTask, resetAfterStop } from './event-loop.ts';
import { frameLoaded } from './frames/frame-elements.ts';
import { setOwnFrame } from './frames/own-frame.ts';
import { showPoint } from './frames/show-point.ts';
import { makeWindowGate } from './frames/window-gate.ts';
import { setImageLoading } from './image-loading.ts';
import { performInput } from './input.ts';
import { noteParsing } from './install.ts';
import type { DocumentConfig, PageInput, ScriptRun } from './messages.ts';
import { refreshBy } from './meta-refresh.ts';
import { captureBase64 } from './network/bytes.ts';
import { receive } from './network/inbox.ts';
import { hasMessages, takeMessages } from './outbox.ts';
import { startPersisted } from './persisted-state.ts';
import type { EnginePort, PagePort } from './ports.ts';
import { parseJson } from './primordials.ts';
import { describe, reportException } from './report-exception.ts';
import { deliverAnswer } from './resources.ts';
import { withoutWriting } from './script/document-write.ts';
import { moduleHooks } from './script/module-evaluation.ts';
import { moduleCompiled, takeCompiles } from './script/module-map.ts';
import { runText } from './script/run-text.ts';
import { setScriptOver } from './script-end.ts';
import { forgetScripts, markParserScript, prepareScript, setScripting } from './scripts.ts';
import { collect, type Sealed, sealed } from './sealed-entries.ts';
import { updateStyle } from './style-elements.ts';
import { installChromeObject } from './window/chrome-object.ts';
import { removeSecureApis } from './window/device-apis.ts';
import { announceResize } from './window/environment.ts';
import { startHistory } from './window/history.ts';
import { installPlace } from './window/place.ts';
import { listenToSession } from './window/session-messages.ts';
import { installVirtualDate } from './window/virtual-date.ts';
import { connectWindow, lockWindow, removeUnbounded, setWindowProfile } from './window/window.ts';
import { hasPosts, takePosts } from './workers/realm-posts.ts';

/** What the host calls in a page's realm. Answers are collected. */
export interface PageEntries {
  /** Once, before anything else. */
  connect(engine: EnginePort): void;
  readonly feed: Sealed<[text: string, isLast: boolean]>;
  /** One turn of the event loop at this time of the document's clock; a TurnReport. */
  readonly turn: Sealed<[timeMs: number]>;
  /** A script has been evaluated, or could not be compiled; then with the text of the error. */
  readonly scriptDone: Sealed<[id: number, failure: string]>;
  /** A module has been compiled: JSON of what it imports, or of what is wrong. The numbers of its imports. */
  readonly moduleCompiled: Sealed<[id: number, outcome: string]>;
  readonly answer: Sealed<[id: number, ok: boolean, url: string, text: string, contentType: string]>;
  /** Something for a channel of network/inbox.ts. */
  readonly deliver: Sealed<[id: number, kind: string, head: string, data: string | ArrayBuffer]>;
  /** A PageInput; an InputOutcome. */
  readonly input: Sealed<[timeMs: number, input: string]>;
  /** A TurnReport without a turn, behind a task that was stopped. */
  readonly report: Sealed<[]>;
  /** No code of the page runs any more. */
  readonly endScripts: Sealed<[]>;
  collect(): string;
  /** Whether it wants a turn, when its next timer is due, whether it loads, its version: runs no code of the page. */
  status(): string;
}

export interface BootedPage {
  readonly port: PagePort;
  readonly entries: PageEntries;
}

export function bootPage(configText: string): BootedPage {
  const config = parseJson(configText) as DocumentConfig;
  const document = makeDocument();
  documentStateOf(document);
  startClock(config.timeOrigin);
  setDocumentAddress(config.url);
  if (config.frame !== undefined) setOwnFrame(config.frame);
  setAddressDocument(document);
  setMainDocument(document, config);
  prepareAll(document);
  setPolicyDocument(document, config.referrer);
  setScripting(config.scripting);
  setImageLoading(config.images ?? false, config.scripting);
  setWindowProfile(config.profile);
  startDocument(document);
  startHistory(config.url, config.history);
  startPersisted(config.history?.persisted);
  listenToSession();
  connectWindow(document);
  removeUnbounded();
  removeSecureApis();
  lockWindow();
  installChromeObject();
  installErrorStacks();
  captureBase64();
  if (config.clock === 'virtual') installVirtualDate();
  if (config.isElsewhere === true) installPlace(config.profile);
  const { refresh } = config;
  // Addresses are the engine's to resolve, which is connected by then.
  if (refresh !== undefined) queueTask(() => refreshBy(refresh));
  return { port: pagePort(document), entries: pageEntries(document) };
}

function pagePort(document: PageNode): PagePort {
  return {
    document,
    key: NODE_TYPE,
    factory: {
      ...nodeFactory(document),
      declareShadow: (host, template) => declareShadow(host as PageNode, template as PageNode),
      isValue: isValueOf,
    },
    version: documentVersion,
    takeChanges,
    takeUserAction,
    inserted(node) {
      const element = node as PageNode;
      if (element[NODE_TYPE] === 1 && element[LOCAL_NAME] === 'script') markParserScript(element);
      noteParsing(true);
      try {
        // Faster: no closure for each node, as long as no element can have reactions.
        if (areReactionsInUse()) withReactions(() => parserInserted(element));
        else parserInserted(element);
      } finally {
        noteParsing(false);
      }
    },
    parserRemoving(node) {
      parserRemoving(node as PageNode);
    },
    created(element) {
      if (!areReactionsInUse()) return parsedElement(element as PageNode);
      return withoutWriting(() => withReactions(() => parsedElement(element as PageNode)));
    },
    scriptEnded(script) {
      const holds = prepareScript(script as PageNode);
      if (holds) parserHeld();
      return holds;
    },
    styleEnded(style) {
      updateStyle(style as PageNode, true);
    },
    reportException,
    describe,
    moduleHooks,
    gate: makeWindowGate(),
    finishBlank,
    noteLoadEvent,
    frameLoaded,
    viewportChanged: announceResize,
    frameFocused: (element) => moveFocus(document, element as PageNode),
    showPoint: (element, x, y) => showPoint(element as PageNode, x, y),
    removeNode: (node, silent) => removeNode(node as PageNode, silent),
    observers: observersElsewhere,
    insertNode(parent, node, child, silent) {
      withReactions(() => insert(parent as PageNode, node as PageNode, child as PageNode | null, silent));
    },
  };
}

function statusText(): string {
  const isWanted = isReady() || hasMessages() || hasPosts();
  return `{"ready":${isWanted},"dueMs":${nextDue()},"loading":${isLoading()},"version":${documentVersion()}}`;
}

function reportText(run: ScriptRun | null): string {
  const due = nextDue();
  const state = `"ready":${isReady()},"dueMs":${due},"loading":${isLoading()},"version":${documentVersion()}`;
  return `{"run":${runText(run)},"modules":${takeCompiles()},${state},${takeMessages()}${takePosts()}}`;
}

function pageEntries(document: PageNode): PageEntries {
  return {
    connect(engine) {
      connectEngine(engine);
      guardEvaluation();
    },
    feed: sealed(feed),
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
    input: sealed((timeMs, input) => {
      resetAfterStop();
      setTaskTime(timeMs);
      return performInput(document, parseJson(input) as PageInput);
    }),
    report: sealed(() => reportText(null)),
    endScripts: sealed(() => {
      setScriptOver();
      forgetScripts();
      dropTasks();
    }),
    collect,
    status: statusText,
  };
}
