/**
 * The ends of channels that this realm holds, and what comes in for them.
 *
 * In:  messages that the host hands on from another realm. Out: calls of whoever holds the end: a MessagePort, a Worker
 * object, or the scope of a worker.
 *
 * HTML §9.4.2 https://html.spec.whatwg.org/#message-ports
 */
import { LIMITS } from '../../limits.ts';
import { append, type BareArray, bareArray, mapDelete, mapGet, mapSet, parseJson } from '../primordials.ts';
import { type PortEnd, type PostKind, postFrom } from './realm-posts.ts';

export type EndReceiver = (what: PostKind, text: string, ends: ArrayLike<PortEnd>) => void;

/** Numbers of channels that each realm can give. */
const CHANNELS_PER_REALM = 2 ** 20;

let lastChannel = 0;
let lastAllowed: number = LIMITS.portsPerDocument;
const receivers = new Map<string, EndReceiver>();
/** Ends that were here: what is still on its way to them is sent on. */
const movedAway = new Map<string, true>();
/** Ends that have come with a message which nobody has read yet, and what came for them since. */
const arriving = new Map<string, BareArray<Arrival>>();

interface Arrival {
  readonly what: PostKind;
  readonly text: string;
  readonly ends: ArrayLike<PortEnd>;
}

/** Channels of different realms have different numbers. */
export function setRealmNumber(realm: number): void {
  lastChannel = realm * CHANNELS_PER_REALM;
  lastAllowed = lastChannel + LIMITS.portsPerDocument;
}

/** `null` when the realm has had its share. */
export function newChannel(): number | null {
  return lastChannel >= lastAllowed ? null : ++lastChannel;
}

const keyOf = ({ channel, side }: PortEnd): string => `${channel} ${side}`;

export function holdEnd(end: PortEnd, receiver: EndReceiver): void {
  const key = keyOf(end);
  mapDelete(movedAway, key);
  mapSet(receivers, key, receiver);
  const early = mapGet(arriving, key);
  if (early === undefined) return;
  mapDelete(arriving, key);
  for (let at = 0; at < early.length; at++) receiver(early[at]!.what, early[at]!.text, early[at]!.ends);
}

export function dropEnd(end: PortEnd, isMoved: boolean): void {
  mapDelete(receivers, keyOf(end));
  if (isMoved) mapSet(movedAway, keyOf(end), true);
}

/** The ends that come with a message: what comes for them is kept until somebody holds them. */
export function arrivingEnds(ports: ArrayLike<ArrayLike<number>>): BareArray<PortEnd> {
  const ends = bareArray<PortEnd>();
  for (let at = 0; at < ports.length; at++) {
    const end: PortEnd = { channel: ports[at]![0]!, side: ports[at]![1] as 0 | 1 };
    append(ends, end);
    mapSet(arriving, keyOf(end), bareArray());
  }
  return ends;
}

/** In a shared worker: told the end that a new document holds the other one of. */
let connected: (end: PortEnd) => void = () => {};

export function setConnectReceiver(receiver: (end: PortEnd) => void): void {
  connected = receiver;
}

/** Something for an end: `head` is JSON of the end and of the ends that come along. */
export function receiveForEnd(what: string, head: string, text: string): void {
  const { channel, side, ports } = parseJson(head) as PortEnd & { readonly ports: ArrayLike<ArrayLike<number>> };
  const ends = arrivingEnds(ports);
  const key = keyOf({ channel, side });
  if (what === 'connect') {
    // What is sent to the port before the worker has seen it waits.
    mapSet(arriving, key, bareArray());
    connected({ channel, side });
    return;
  }
  const receiver = mapGet(receivers, key);
  const early = mapGet(arriving, key);
  if (receiver !== undefined) receiver(what as PostKind, text, ends);
  else if (early !== undefined) append(early, { what: what as PostKind, text, ends });
  else if (mapGet(movedAway, key)) postFrom({ channel, side: side === 0 ? 1 : 0 }, what as PostKind, text, ends);
}
