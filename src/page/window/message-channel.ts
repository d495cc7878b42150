/**
 * MessageChannel, MessagePort and the window's postMessage.
 *
 * HTML §9.3.3, §9.4 https://html.spec.whatwg.org/#channel-messaging
 */
import { documentUrl, originOf, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { append, type BareArray, bareArray, copyArray, create, freeze, weakGet, weakSet } from '../primordials.ts';
import { attachRecord, defineRecordInterface } from '../record-objects.ts';
import { addPlatformCloner, cloneValue, transferList } from '../structured-clone.ts';

interface Message {
  readonly data: unknown;
  readonly ports: BareArray<object>;
}

interface Port {
  /** The object that script has; moving a port gives it another. */
  object: object | null;
  other: Port | null;
  isStarted: boolean;
  isClosed: boolean;
  /** Messages that came before the port was started. */
  readonly waiting: BareArray<Message>;
}

const ports = new WeakMap<object, Port>();

function portOf(object: object): Port {
  const port = weakGet(ports, object);
  if (port === undefined) throw new TypeError('Illegal invocation');
  return port;
}

function makePort(): Port {
  const port: Port = { object: null, other: null, isStarted: false, isClosed: false, waiting: bareArray() };
  attach(port);
  return port;
}

function attach(port: Port): object {
  const object = create(prototypeOf('MessagePort'));
  weakSet(ports, object, port);
  port.object = object;
  return object;
}

/** Copies a message; ports that are listed in the transfer go with it. */
function copyMessage(data: unknown, options: unknown): Message {
  const moved = bareArray<object>();
  const copy = cloneValue(data, transferList(options), (value) => {
    const port = weakGet(ports, value);
    if (port === undefined || port.object !== value) return null;
    const object = attach(port);
    append(moved, object);
    return object;
  });
  return { data: copy, ports: moved };
}

function deliver(port: Port, message: Message): void {
  queueTask(() => {
    if (port.isClosed || port.object === null) return;
    const init = { data: message.data, ports: freeze(copyArray(message.ports)) };
    dispatchTrusted(port.object, createEvent('MessageEvent', 'message', init));
  });
}

function start(port: Port): void {
  if (port.isStarted) return;
  port.isStarted = true;
  for (let at = 0; at < port.waiting.length; at++) deliver(port, port.waiting[at]!);
  port.waiting.length = 0;
}

/** "window post message steps"; `target` is where it may go. */
function postToWindow(data: unknown, target: unknown, transfer: unknown): void {
  const options = typeof target === 'object' && target !== null ? (target as { targetOrigin?: unknown }) : null;
  const wanted = options === null ? `${target ?? '/'}` : `${options.targetOrigin ?? '/'}`;
  const own = originOf(documentUrl());
  if (wanted !== '*' && wanted !== '/') {
    if (resolveAddress(wanted) === null) throw domException('SyntaxError', `Invalid target origin '${wanted}'.`);
    if (originOf(wanted) !== own) return;
  }
  const message = copyMessage(data, options ?? transfer);
  queueTask(() => {
    const init = { data: message.data, origin: own, source: globalThis, ports: freeze(copyArray(message.ports)) };
    dispatchTrusted(globalThis, createEvent('MessageEvent', 'message', init));
  });
}

export function installMessaging(expose: (name: string, value: unknown) => void): void {
  defineInterface('MessagePort', 'EventTarget');
  defineMembers<object>('MessagePort', {
    postMessage(data: unknown, options?: unknown): void {
      const { other } = portOf(this);
      const message = copyMessage(data, options);
      if (other === null || other.isClosed) return;
      if (other.isStarted) deliver(other, message);
      else append(other.waiting, message);
    },
    start(): void {
      start(portOf(this));
    },
    close(): void {
      const port = portOf(this);
      port.isClosed = true;
      if (port.other !== null) port.other.other = null;
      port.other = null;
    },
    get onmessage(): object | null {
      return eventHandler(this, 'message');
    },
    set onmessage(value: unknown) {
      setEventHandler(this, 'message', value);
      start(portOf(this));
    },
    get onmessageerror(): object | null {
      return eventHandler(this, 'messageerror');
    },
    set onmessageerror(value: unknown) {
      setEventHandler(this, 'messageerror', value);
    },
  });
  defineRecordInterface('MessageChannel', null, ['port1', 'port2']);
  setConstructor('MessageChannel', (newTarget) => {
    const one = makePort();
    const other = makePort();
    one.other = other;
    other.other = one;
    return attachRecord(instanceFor(newTarget, 'MessageChannel'), { port1: one.object, port2: other.object });
  });
  // A port that is not listed in the transfer cannot be sent.
  addPlatformCloner((value) => (weakGet(ports, value) === undefined ? undefined : null));
  expose('postMessage', (data: unknown, target?: unknown, transfer?: unknown): void =>
    postToWindow(data, target, transfer),
  );
  expose('structuredClone', (value: unknown, options?: unknown): unknown => cloneValue(value, transferList(options)));
}
