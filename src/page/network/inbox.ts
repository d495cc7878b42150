/**
 * What the host has to say, by channel: the id of the command that asked, or 0 for what nobody asked for.
 *
 * Each message is a task of the event loop, in the order in which the host gave them.
 */
import { queueTask } from '../event-loop.ts';
import { HOST_CHANNEL, REALM_CHANNEL } from '../messages.ts';
import { mapDelete, mapGet, mapSet } from '../primordials.ts';
import { isScriptOver } from '../script-end.ts';

/** `head` is JSON or text; `data` is text or bytes that belong to the receiver. */
export type Receiver = (kind: string, head: string, data: string | ArrayBuffer) => void;

const receivers = new Map<number, Receiver>();
let lastChannel: number = HOST_CHANNEL;

/** A new channel. It stays open until `closeChannel`. */
export function openChannel(receiver: Receiver): number {
  const id = ++lastChannel;
  mapSet(receivers, id, receiver);
  return id;
}

export function listenToHost(receiver: Receiver): void {
  mapSet(receivers, HOST_CHANNEL, receiver);
}

/** What other realms of the document say. */
export function listenToRealms(receiver: Receiver): void {
  mapSet(receivers, REALM_CHANNEL, receiver);
}

export function closeChannel(id: number): void {
  mapDelete(receivers, id);
}

/** A message for a channel that is closed by the time its task runs is dropped. */
export function receive(id: number, kind: string, head: string, data: string | ArrayBuffer): void {
  // What the host says of itself is heard also by a document whose scripts are over.
  if (mapGet(receivers, id) === undefined || (isScriptOver() && id !== HOST_CHANNEL)) return;
  queueTask(() => mapGet(receivers, id)?.(kind, head, data));
}
