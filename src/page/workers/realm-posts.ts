/**
 * What the realms of one document say to each other, through the host: that a worker is to begin or to end, and messages
 * of ports.
 *
 * In:  posts of the page's realm or of a worker's. Out: JSON in the report of the turn; isolate/realm-posts.ts checks it
 * and hands it on. Messages are text (storage/structured-text.ts), so that no object of one realm is ever seen by another.
 */
import { LIMITS } from '../../limits.ts';
import { quote } from '../primordials.ts';

/** One end of a channel between two realms. */
export interface PortEnd {
  readonly channel: number;
  readonly side: 0 | 1;
}

export type PostKind = 'message' | 'error' | 'close';

export type RealmPost =
  /** A worker is to begin: the poster holds side 0 of the channel, the worker side 1. */
  | {
      readonly kind: 'worker';
      readonly channel: number;
      readonly url: string;
      /** The text of a worker whose address is a blob's. */
      readonly code: string | null;
      readonly isModule: boolean;
      readonly name: string;
      /** One that is there already, with this address and name, is connected to. */
      readonly isShared: boolean;
    }
  /** To the window of a navigable, if its document has this origin; '*' for any. */
  | {
      readonly kind: 'window';
      readonly to: number;
      readonly origin: string;
      readonly text: string;
      readonly ports: readonly (readonly [channel: number, side: 0 | 1])[];
    }
  /** The worker of this channel is over. */
  | { readonly kind: 'worker_end'; readonly channel: number }
  /** From this end to the other one. The ends in `ports` go with it. */
  | {
      readonly kind: 'port';
      readonly channel: number;
      readonly side: 0 | 1;
      readonly what: PostKind;
      readonly text: string;
      readonly ports: readonly (readonly [channel: number, side: 0 | 1])[];
    };

let posts = '';

/** `false` when it is more than one turn may say. */
function post(json: string): boolean {
  if (posts.length + json.length > LIMITS.realmAnswerChars / 2) return false;
  posts += posts === '' ? json : `,${json}`;
  return true;
}

export type WorkerPost = RealmPost & { readonly kind: 'worker' };

export function postWorker({ channel, url, code, isModule, name, isShared }: Omit<WorkerPost, 'kind'>): boolean {
  const source = `"url":${quote(url)},"code":${code === null ? 'null' : quote(code)}`;
  const facts = `"isModule":${isModule},"name":${quote(name)},"isShared":${isShared}`;
  return post(`{"kind":"worker","channel":${channel},${source},${facts}}`);
}

export function postWorkerEnd(channel: number): void {
  post(`{"kind":"worker_end","channel":${channel}}`);
}

function portsText(ends: ArrayLike<PortEnd>): string {
  let ports = '';
  for (let at = 0; at < ends.length; at++) ports += `${at === 0 ? '' : ','}[${ends[at]!.channel},${ends[at]!.side}]`;
  return ports;
}

export function postToNavigable(to: number, origin: string, text: string, ends: ArrayLike<PortEnd>): boolean {
  const head = `"kind":"window","to":${to},"origin":${quote(origin)}`;
  return post(`{${head},"text":${quote(text)},"ports":[${portsText(ends)}]}`);
}

/** Whether something waits to be taken. */
export function hasPosts(): boolean {
  return posts !== '';
}

export function postFrom({ channel, side }: PortEnd, what: PostKind, text: string, ends: ArrayLike<PortEnd>): boolean {
  const from = `"kind":"port","channel":${channel},"side":${side},"what":"${what}"`;
  return post(`{${from},"text":${quote(text)},"ports":[${portsText(ends)}]}`);
}

/** The waiting posts as a further member of a JSON object, once; nothing when there are none. */
export function takePosts(): string {
  if (posts === '') return '';
  const member = `,"posts":[${posts}]`;
  posts = '';
  return member;
}
