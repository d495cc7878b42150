/**
 * SharedWorker: a worker that all documents of one origin in a page share, by its address and name.
 *
 * In:  an address and a name. Out: a port; its other end comes to the worker with a 'connect' event (worker-scope.ts).
 *
 * HTML §10.2.6.4 https://html.spec.whatwg.org/#shared-workers-and-the-sharedworker-interface
 *
 * Differs: tabs have an isolate each, and so shared workers of their own. A worker ends with the document that began it.
 */
import { LIMITS } from '../../limits.ts';
import { isAllowed } from '../csp/violations.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { textOfBlobUrl } from '../network/blob-urls.ts';
import { postScriptError } from '../outbox.ts';
import { parseJson, startsWith, weakGet, weakSet } from '../primordials.ts';
import { portAtEnd } from '../window/message-channel.ts';
import { newChannel } from './port-ends.ts';
import { postWorker } from './realm-posts.ts';
import { optionsOf, scriptAddress, type WorkerError } from './worker-object.ts';

const portsOfWorkers = new WeakMap<object, object>();

function begin(worker: object, url: string, options: unknown): void {
  const { isModule, name } = optionsOf(typeof options === 'string' ? { name: options } : options);
  const fail = () => queueTask(() => dispatchTrusted(worker, createEvent('Event', 'error')));
  const blob = startsWith(url, 'blob:') ? textOfBlobUrl(url) : null;
  const verdict = askEngine((engine) => engine.policyRequest(url, 'worker', '', '', false, ''));
  const isRefused = !isAllowed(verdict, `start the worker '${url}'`) || (startsWith(url, 'blob:') && blob === null);
  const channel = newChannel() ?? 0;
  const onError = (text: string): void => {
    if (text === '') dispatchTrusted(worker, createEvent('Event', 'error'));
    // What a shared worker throws is told in the console alone: it belongs to no one document.
    else postScriptError((parseJson(text) as WorkerError).message);
  };
  weakSet(portsOfWorkers, worker, portAtEnd({ channel, side: 0 }, onError));
  const code = blob === null ? null : blob.text;
  const isTooLong = url.length > LIMITS.urlChars || (code?.length ?? 0) > LIMITS.resourceBytes;
  if (isRefused || channel === 0 || isTooLong || !postWorker({ channel, url, code, isModule, name, isShared: true })) {
    fail();
  }
}

export function installSharedWorkers(): void {
  defineInterface('SharedWorker', 'EventTarget');
  setConstructor('SharedWorker', (newTarget, args) => {
    if (args.length === 0) {
      throw new TypeError("Failed to construct 'SharedWorker': 1 argument required, but only 0 present.");
    }
    const url = scriptAddress(`${args[0]}`);
    const worker = instanceFor(newTarget, 'SharedWorker');
    begin(worker, url, args[1]);
    return worker;
  });
  defineMembers<object>('SharedWorker', {
    get port(): object {
      const port = weakGet(portsOfWorkers, this);
      if (port === undefined) throw new TypeError('Illegal invocation');
      return port;
    },
  });
  defineNamedAccessor(
    prototypeOf('SharedWorker'),
    'onerror',
    'error',
    (self, own) => eventHandler(self as object, own),
    (self, value, own) => setEventHandler(self as object, own, value),
  );
}
