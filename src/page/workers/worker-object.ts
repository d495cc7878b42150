/**
 * Worker: a script that runs in a realm of its own, as the page or worker that started it sees it.
 *
 * HTML §10.2.6.3 https://html.spec.whatwg.org/#dedicated-workers-and-the-worker-interface
 *
 * Differs: all realms of a session share one thread. A worker's tasks run between those of the page.
 */
import { LIMITS } from '../../limits.ts';
import { isAllowed } from '../csp/violations.ts';
import { documentOrigin, originOf, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { textOfBlobUrl } from '../network/blob-urls.ts';
import { copyArray, freeze, parseJson, startsWith, stringSlice, weakGet, weakSet } from '../primordials.ts';
import { reportNotice } from '../report-exception.ts';
import { postMessageFrom, readMessage } from '../window/message-channel.ts';
import { dropEnd, holdEnd, newChannel } from './port-ends.ts';
import { type PortEnd, postWorker, postWorkerEnd } from './realm-posts.ts';

/** The ends that Worker objects hold; none for one that is over. */
const ends = new WeakMap<object, PortEnd | null>();

function endOf(worker: object): PortEnd | null {
  const end = weakGet(ends, worker);
  if (end === undefined) throw new TypeError('Illegal invocation');
  return end;
}

const MAX_NAME_CHARS = 10_000;

export interface WorkerOptions {
  readonly isModule: boolean;
  readonly name: string;
}

export function optionsOf(options: unknown): WorkerOptions {
  if (options === undefined || options === null) return { isModule: false, name: '' };
  const { type, name } = options as { readonly type?: unknown; readonly name?: unknown };
  const kind = type === undefined ? 'classic' : `${type}`;
  if (kind !== 'classic' && kind !== 'module') {
    throw new TypeError(`The provided value '${kind}' is not a valid enum value of type WorkerType.`);
  }
  return { isModule: kind === 'module', name: stringSlice(name === undefined ? '' : `${name}`, 0, MAX_NAME_CHARS) };
}

/** The address of a worker's script, which must be of the page's origin. */
export function scriptAddress(reference: string): string {
  const url = resolveAddress(reference);
  if (url === null) throw domException('SyntaxError', `The URL '${reference}' is invalid.`);
  if (startsWith(url, 'data:') || originOf(url) === documentOrigin()) return url;
  const own = documentOrigin();
  throw domException('SecurityError', `Script at '${url}' cannot be accessed from origin '${own}'.`);
}

function start(worker: object, url: string, { isModule, name }: WorkerOptions): void {
  const blob = startsWith(url, 'blob:') ? textOfBlobUrl(url) : null;
  const verdict = askEngine((engine) => engine.policyRequest(url, 'worker', '', '', false, ''));
  const isRefused = !isAllowed(verdict, `start the worker '${url}'`) || (startsWith(url, 'blob:') && blob === null);
  const channel = isRefused ? null : newChannel();
  if (channel === null) {
    weakSet(ends, worker, null);
    queueTask(() => dispatchTrusted(worker, createEvent('Event', 'error')));
    return;
  }
  const end: PortEnd = { channel, side: 0 };
  weakSet(ends, worker, end);
  holdEnd(end, (what, text, sent) => {
    if (what === 'message') {
      const { data, ports } = readMessage(text, sent);
      dispatchTrusted(worker, createEvent('MessageEvent', 'message', { data, ports: freeze(copyArray(ports)) }));
    } else if (what === 'error') reportWorkerError(worker, text);
  });
  const code = blob === null ? null : blob.text;
  const isTooLong = url.length > LIMITS.urlChars || (code?.length ?? 0) > LIMITS.resourceBytes;
  if (!isTooLong && postWorker({ channel, url, code, isModule, name, isShared: false })) return;
  queueTask(() => dispatchTrusted(worker, createEvent('Event', 'error')));
}

/** What a worker tells of an exception that nobody handled there. */
export interface WorkerError {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}

/** "report an exception" of a worker: at the Worker object, then at the scope that has it. */
function reportWorkerError(worker: object, text: string): void {
  if (text === '') {
    dispatchTrusted(worker, createEvent('Event', 'error'));
    return;
  }
  const { message, filename, lineno, colno } = parseJson(text) as WorkerError;
  const init = { cancelable: true, message, filename, lineno, colno, error: null };
  if (!dispatchTrusted(worker, createEvent('ErrorEvent', 'error', init))) return;
  reportNotice(message, { filename, lineno, colno });
}

export function installWorkers(): void {
  defineInterface('Worker', 'EventTarget');
  setConstructor('Worker', (newTarget, args) => {
    if (args.length === 0)
      throw new TypeError("Failed to construct 'Worker': 1 argument required, but only 0 present.");
    const url = scriptAddress(`${args[0]}`);
    const options = optionsOf(args[1]);
    const worker = instanceFor(newTarget, 'Worker');
    start(worker, url, options);
    return worker;
  });
  defineMembers<object>('Worker', {
    postMessage(message: unknown, options?: unknown): void {
      const end = endOf(this);
      if (end !== null) postMessageFrom(end, message, options, null);
    },
    terminate(): void {
      const end = endOf(this);
      if (end === null) return;
      weakSet(ends, this, null);
      dropEnd(end, false);
      postWorkerEnd(end.channel);
    },
  });
  for (const type of ['message', 'error']) {
    defineNamedAccessor(
      prototypeOf('Worker'),
      `on${type}`,
      type,
      (self, own) => eventHandler(self as object, own),
      (self, value, own) => setEventHandler(self as object, own, value),
    );
  }
}
