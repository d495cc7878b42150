/**
 * MessageChannel, MessagePort and the window's postMessage.
 *
 * A port that is sent to another realm takes its end of a channel there (workers/port-ends.ts); the port that stays holds
 * the other end. Messages between them are text.
 *
 * HTML §9.3.3, §9.4 https://html.spec.whatwg.org/#channel-messaging
 */
import { pictureRow } from '../canvas/offscreen.ts';
import { documentOrigin, originOf } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { setWindowPost, windowOf } from '../frames/window-proxy.ts';
import { listenToRealms } from '../network/inbox.ts';
import {
  append,
  type BareArray,
  bareArray,
  copyArray,
  create,
  freeze,
  mapSet,
  mapSize,
  newMap,
  parseJson,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { attachRecord, defineRecordInterface } from '../record-objects.ts';
import { structuredText, structuredValue } from '../storage/structured-text.ts';
import { addPlatformCloner, cloneValue, transferList } from '../structured-clone.ts';
import { hasStickyActivation, hasTransientActivation } from '../user-activation.ts';
import { arrivingEnds, dropEnd, holdEnd, newChannel, receiveForEnd } from '../workers/port-ends.ts';
import { type PortEnd, postFrom, postToNavigable } from '../workers/realm-posts.ts';
import { liveObject } from './lazy-interfaces.ts';

export interface Message {
  readonly data: unknown;
  readonly ports: BareArray<object>;
}

interface Port {
  /** The object that script has; moving a port gives it another. */
  object: object | null;
  other: Port | null;
  /** Where the other port is in another realm: this port's end of their channel. */
  end: PortEnd | null;
  isStarted: boolean;
  isClosed: boolean;
  /** Messages that came before the port was started. */
  readonly waiting: BareArray<Message>;
}

const ports = new WeakMap<object, Port>();

function portOf(object: object): Port {
  const port = weakGet(ports, object);
  if (port === undefined) throw new TypeError('Illegal invocation');
  // What is left behind of a port that was sent away does nothing any more.
  return port.object === object ? port : DETACHED;
}

const DETACHED: Port = {
  object: null,
  other: null,
  end: null,
  isStarted: true,
  isClosed: true,
  waiting: bareArray(),
};

function makePort(): Port {
  const port: Port = {
    object: null,
    other: null,
    end: null,
    isStarted: false,
    isClosed: false,
    waiting: bareArray(),
  };
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
    if (port === undefined) return pictureRow(value) === null ? null : value;
    if (port.object !== value) return null;
    const object = attach(port);
    append(moved, object);
    return object;
  });
  return { data: copy, ports: moved };
}

function deliver(port: Port, message: Message): void {
  queueTask(() => dispatchMessage(port, message));
}

function dispatchMessage(port: Port, message: Message): void {
  if (port.isClosed || port.object === null) return;
  const init = { data: message.data, ports: freeze(copyArray(message.ports)) };
  dispatchTrusted(port.object, createEvent('MessageEvent', 'message', init));
}

/**
 * Sends a message to another realm, from an end of a channel to the other one. Ports that are listed in the transfer go
 * with it, once it is clear that the message can be copied.
 */
export function postMessageFrom(from: PortEnd, data: unknown, options: unknown, source: object | null): void {
  sendMessage(data, options, source, (text, ends) => postFrom(from, 'message', text, ends));
}

/** The same to a window of another document, if that has the wanted origin. */
export function postMessageToWindow(navigable: number, origin: string, data: unknown, options: unknown): void {
  sendMessage(data, options, null, (text, ends) => postToNavigable(navigable, origin, text, ends));
}

function sendMessage(
  data: unknown,
  options: unknown,
  source: object | null,
  send: (text: string, ends: ArrayLike<PortEnd>) => boolean,
): void {
  const stubs = newMap<object, number>();
  const moved = bareArray<Port>();
  const copy = cloneValue(data, transferList(options), (value) => {
    const port = value === source ? undefined : weakGet(ports, value);
    if (port === undefined) return pictureRow(value) === null ? null : value;
    if (port.object !== value) return null;
    const stub = create(null) as object;
    mapSet(stubs, stub, mapSize(stubs));
    append(moved, port);
    return stub;
  });
  const text = structuredText(copy, stubs);
  const ends = bareArray<PortEnd>();
  for (let at = 0; at < moved.length; at++) append(ends, giveAway(moved[at]!));
  if (!send(text, ends)) throw domException('DataCloneError', 'The message is too large.');
  // What waits in a port goes after it, as if its partner had sent it now.
  for (let at = 0; at < moved.length; at++) {
    const { channel, side } = ends[at]!;
    const { waiting } = moved[at]!;
    const partner: PortEnd = { channel, side: side === 0 ? 1 : 0 };
    for (let each = 0; each < waiting.length; each++) {
      postMessageFrom(partner, waiting[each]!.data, copyArray(waiting[each]!.ports), null);
    }
    waiting.length = 0;
  }
}

/** The end that a port is known by in other realms. Nothing of the port stays here but its partner. */
function giveAway(port: Port): PortEnd {
  port.object = null;
  if (port.end !== null) {
    dropEnd(port.end, true);
    return port.end;
  }
  const channel = newChannel();
  if (channel === null) throw domException('DataCloneError', 'The page has sent too many ports.');
  if (port.other !== null) holdPort(port.other, { channel, side: 0 });
  port.other = null;
  return { channel, side: 1 };
}

/** A port whose partner is in another realm from the beginning. */
export function portAtEnd(end: PortEnd, onError: (text: string) => void): object {
  const port = makePort();
  holdPort(port, end, onError);
  return port.object!;
}

function holdPort(port: Port, end: PortEnd, onError: ((text: string) => void) | null = null): void {
  port.other = null;
  port.end = end;
  holdEnd(end, (what, text, ends) => {
    if (what === 'close') closePort(port, false);
    else if (what === 'error') onError?.(text);
    else if (port.isStarted) dispatchMessage(port, readMessage(text, ends));
    else append(port.waiting, readMessage(text, ends));
  });
}

/** A message of another realm, with the ports that came along. */
export function readMessage(text: string, ends: ArrayLike<PortEnd>): Message {
  const objects = bareArray<object>();
  for (let at = 0; at < ends.length; at++) {
    const port = makePort();
    holdPort(port, ends[at]!);
    append(objects, port.object!);
  }
  return { data: structuredValue(text, objects), ports: objects };
}

function closePort(port: Port, tellsOther: boolean): void {
  if (port.end !== null) {
    dropEnd(port.end, false);
    if (tellsOther) postFrom(port.end, 'close', '', []);
  }
  port.isClosed = true;
  if (port.other !== null) port.other.other = null;
  port.other = null;
  port.end = null;
}

function start(port: Port): void {
  if (port.isStarted) return;
  port.isStarted = true;
  for (let at = 0; at < port.waiting.length; at++) deliver(port, port.waiting[at]!);
  port.waiting.length = 0;
}

/** Where a message may go, and what goes with it: the two ways to call a window's postMessage. */
export function messageOptions(
  target: unknown,
  transfer: unknown,
): { readonly origin: string; readonly options: unknown } {
  const given = typeof target === 'object' && target !== null ? (target as { targetOrigin?: unknown }) : null;
  const wanted = given === null ? `${target ?? '/'}` : `${given.targetOrigin ?? '/'}`;
  const options = given ?? transfer;
  if (wanted === '*') return { origin: wanted, options };
  if (wanted === '/') return { origin: documentOrigin(), options };
  const url = askEngine((engine) => engine.resolveUrl(wanted, '')) ?? null;
  if (url === null) throw domException('SyntaxError', `Invalid target origin '${wanted}'.`);
  return { origin: originOf(url), options };
}

/** A message from the window of another document. */
function receiveFromWindow(head: string, text: string): void {
  const { source, origin, ports: sent } = parseJson(head) as WindowMessageHead;
  const message = readMessage(text, arrivingEnds(sent));
  const from = windowOf(source);
  const init = { data: message.data, origin, source: from, ports: freeze(copyArray(message.ports)) };
  dispatchTrusted(globalThis, createEvent('MessageEvent', 'message', init));
}

interface WindowMessageHead {
  readonly source: number;
  readonly origin: string;
  readonly ports: ArrayLike<ArrayLike<number>>;
}

/** "window post message steps" to this window; `target` is where it may go. */
function postToWindow(data: unknown, target: unknown, transfer: unknown): void {
  const { origin, options } = messageOptions(target, transfer);
  const own = documentOrigin();
  if (origin !== '*' && origin !== own) return;
  const message = copyMessage(data, options);
  const userActivation = activationFor(options);
  queueTask(() => {
    const { data: copy, ports: moved } = message;
    const init = { data: copy, origin: own, source: globalThis, ports: freeze(copyArray(moved)), userActivation };
    dispatchTrusted(globalThis, createEvent('MessageEvent', 'message', init));
  });
}

/**
 * What whoever sends a message lets its receiver know of a person's doing.
 *
 * Differs: only messages to the own window tell of it.
 */
function activationFor(options: unknown): object | null {
  const isWanted =
    typeof options === 'object' &&
    options !== null &&
    (options as { includeUserActivation?: unknown }).includeUserActivation;
  if (!isWanted) return null;
  return liveObject('UserActivation', { isActive: hasTransientActivation(), hasBeenActive: hasStickyActivation() });
}

export function installMessaging(expose: (name: string, value: unknown) => void): void {
  listenToRealms((what, head, text) => {
    if (what === 'window') receiveFromWindow(head, text as string);
    else receiveForEnd(what, head, text as string);
  });
  setWindowPost(postMessageToWindow, messageOptions);
  defineInterface('MessagePort', 'EventTarget');
  defineMembers<object>('MessagePort', {
    postMessage(data: unknown, options?: unknown): void {
      const { other, end } = portOf(this);
      if (end !== null) {
        postMessageFrom(end, data, options, this);
        return;
      }
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
      if (port !== DETACHED) closePort(port, true);
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
  expose('postMessage', (data: unknown, target: unknown = undefined, transfer: unknown = undefined): void =>
    postToWindow(data, target, transfer),
  );
  expose('structuredClone', (value: unknown, options: unknown = undefined): unknown =>
    cloneValue(value, transferList(options)),
  );
}
