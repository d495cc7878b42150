/**
 * AbortController and AbortSignal as pages see them.
 *
 * DOM §3.1, §3.2 https://dom.spec.whatwg.org/#interface-abortcontroller
 */
import { abortReason, abortSignal, initSignal, isAborted, onAbort } from '../abort-signal.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { startTimer } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { create, defineProperty, weakGet, weakSet } from '../primordials.ts';

const signals = new WeakMap<object, object>();
const announce = (signal: object): void => {
  dispatchTrusted(signal, createEvent('Event', 'abort'));
};

function makeSignal(): object {
  const signal = create(prototypeOf('AbortSignal'));
  initSignal(signal);
  return signal;
}

/** A signal that is aborted with another one; of its own where that is `null`. */
export function dependentSignal(source: object | null): object {
  const signal = makeSignal();
  if (source === null) return signal;
  const follow = (): void => abortSignal(signal, abortReason(source), announce);
  if (isAborted(source)) abortSignal(signal, abortReason(source), () => {});
  else onAbort(source, follow);
  return signal;
}

/** A controller of another kind, with a signal of its own kind. */
export function adoptController(controller: object, signal: object): void {
  weakSet(signals, controller, signal);
}

export function makeAbortInterfaces(expose: (name: string, value: unknown) => void): void {
  defineInterface('AbortSignal', 'EventTarget');
  defineInterface('AbortController', null);
  setConstructor('AbortController', (newTarget) => {
    const controller = create((newTarget as { prototype: object }).prototype);
    weakSet(signals, controller, makeSignal());
    return controller;
  });
  const signalOf = (controller: object): object => {
    const signal = weakGet(signals, controller);
    if (signal === undefined) throw new TypeError('Illegal invocation');
    return signal;
  };
  defineMembers<object>('AbortController', {
    get signal(): object {
      return signalOf(this);
    },
    abort(reason?: unknown): void {
      abortSignal(signalOf(this), reason, announce);
    },
  });
  defineMembers<object>('AbortSignal', {
    get aborted(): boolean {
      return isAborted(this);
    },
    get reason(): unknown {
      return abortReason(this);
    },
    get onabort(): object | null {
      return eventHandler(this, 'abort');
    },
    set onabort(value: unknown) {
      setEventHandler(this, 'abort', value);
    },
    throwIfAborted(): void {
      if (isAborted(this)) throw abortReason(this);
    },
  });
  const AbortSignal = (prototypeOf('AbortSignal') as { constructor: object }).constructor;
  const statics = {
    abort(reason?: unknown): object {
      const signal = makeSignal();
      abortSignal(signal, reason, () => {});
      return signal;
    },
    timeout(ms: unknown): object {
      const signal = makeSignal();
      const expire = () => abortSignal(signal, domException('TimeoutError', 'signal timed out'), announce);
      startTimer(expire, ms, [], false);
      return signal;
    },
    any(sources: Iterable<object>): object {
      const signal = makeSignal();
      for (const source of sources) {
        const follow = (): void => abortSignal(signal, abortReason(source), announce);
        if (isAborted(source)) follow();
        else onAbort(source, follow);
      }
      return signal;
    },
  };
  for (const [name, value] of Object.entries(statics)) {
    defineProperty(AbortSignal, name, { value, writable: true, enumerable: true, configurable: true });
  }
  expose('AbortSignal', AbortSignal);
  expose('AbortController', (prototypeOf('AbortController') as { constructor: object }).constructor);
}
