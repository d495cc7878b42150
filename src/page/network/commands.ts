/**
 * What the page's network, storage and history ask of the host: types of JSON values, and how they are posted.
 *
 * The realm writes them, isolate/bridge-commands.ts checks every field again. What the host has to say comes back through
 * inbox.ts, under the id of the command.
 */
import { isAllowed } from '../csp/violations.ts';
import { askEngine } from '../engine-link.ts';
import type { PersistedState } from '../messages.ts';
import { ownReferrer, postCommand } from '../outbox.ts';
import { quote } from '../primordials.ts';
import { upgraded } from '../resources.ts';
import { receive } from './inbox.ts';

export type RequestMode = 'cors' | 'no-cors' | 'same-origin';
export type RequestCredentials = 'omit' | 'same-origin' | 'include';
export type RequestRedirect = 'follow' | 'error' | 'manual';
export type RequestCache = 'default' | 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached';

/** A request of the page's script. Answers: `head`, `data`, `end`, `error`. */
export interface FetchCommand {
  readonly kind: 'fetch';
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Text, or base64 where `isBinary`. */
  readonly body: string | null;
  readonly isBinary: boolean;
  readonly mode: RequestMode;
  readonly credentials: RequestCredentials;
  readonly redirect: RequestRedirect;
  /** An address, `no-referrer`, or empty for the document's. */
  readonly referrer: string;
  readonly referrerPolicy: string;
  /** Nobody waits for its end: beacons, event streams. */
  readonly isBackground: boolean;
  /** It goes on when the document ends. */
  readonly keepalive: boolean;
  /** What the session's cache may do; 'default' when it is not given. */
  readonly cache?: RequestCache;
  /** A worker of the document asks; the host says it, not the realm. */
  readonly isOfWorker?: boolean;
}

export type PageCommand =
  | FetchCommand
  /** The answer to a fetch is not wanted any more. */
  | { readonly kind: 'abort'; readonly id: number }
  /** Answers: `open`, `message`, `sent` with bytes that have left, `close`. */
  | { readonly kind: 'socket'; readonly id: number; readonly url: string; readonly protocols: readonly string[] }
  | { readonly kind: 'socket_send'; readonly id: number; readonly data: string; readonly isBinary: boolean }
  | { readonly kind: 'socket_close'; readonly id: number; readonly code: number | null; readonly reason: string }
  /** Items that were set, or removed where the value is `null`; before them everything where `clears`. */
  | {
      readonly kind: 'storage';
      readonly area: StorageArea;
      readonly clears: boolean;
      readonly items: readonly (readonly [key: string, value: string | null])[];
    }
  /** An entry of the document's history, with its state as text. */
  | { readonly kind: 'history'; readonly change: 'push' | 'replace'; readonly url: string; readonly state: string }
  /** The document went to another entry of its own. */
  | { readonly kind: 'history_move'; readonly delta: number }
  /** The document is left: what its entry keeps of it. */
  | ({ readonly kind: 'persist' } & PersistedState)
  /** The document wants to go to an entry of another document. */
  | { readonly kind: 'traverse'; readonly delta: number }
  /** window.open, or a link to another window. */
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly name: string;
      readonly isBackground: boolean;
      readonly referrerPolicy?: string;
      /** Of a form that is posted to the window. */
      readonly content?: OpenContent | null;
    }
  /** A person clicked on a file input: the number that the agent knows it by, 0 for none. */
  | { readonly kind: 'file_chooser'; readonly id: number; readonly multiple: boolean }
  /** A database as it is after a transaction; `null` when it was deleted. */
  | { readonly kind: 'database'; readonly name: string; readonly content: string | null };

export type StorageArea = 'local' | 'session';

/** The response to a fetch, without its body. */
export interface ResponseHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly redirected: boolean;
  readonly type: 'basic' | 'cors' | 'opaque' | 'opaqueredirect';
}

const orNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/** Pairs as JSON. */
export function quotePairs(pairs: ArrayLike<readonly [string, string | null]>): string {
  let text = '';
  for (let at = 0; at < pairs.length; at++) {
    text += `${at === 0 ? '' : ','}[${quote(pairs[at]![0])},${orNull(pairs[at]![1])}]`;
  }
  return `[${text}]`;
}

/** A request as JSON. */
export function fetchJson(command: Omit<FetchCommand, 'kind'>): string {
  const { id, url, method, headers, body, isBinary, mode, credentials, redirect, isBackground, keepalive } = command;
  const { referrerPolicy, cache = 'default' } = command;
  const referrer = command.referrer === '' ? ownReferrer() : command.referrer;
  const request = `"kind":"fetch","id":${id},"url":${quote(url)},"method":${quote(method)}`;
  const content = `"headers":${quotePairs(headers)},"body":${orNull(body)},"isBinary":${isBinary}`;
  const how = `"mode":"${mode}","credentials":"${credentials}","redirect":"${redirect}","cache":"${cache}"`;
  const from = `"referrer":${quote(referrer)},"referrerPolicy":${quote(referrerPolicy)}`;
  return `{${request},${content},${how},${from},"isBackground":${isBackground},"keepalive":${keepalive}}`;
}

/** What a policy does not allow fails as a request that got no answer. */
export function postFetch(command: Omit<FetchCommand, 'kind'>): void {
  const url = upgraded(command.url);
  if (mayConnect(url)) postCommand(fetchJson({ ...command, url }));
  else receive(command.id, 'error', `connection_failed: A policy of the page does not allow ${url}.`, '');
}

/** CSP 3 §6.1.2 connect-src */
export function mayConnect(url: string): boolean {
  const verdict = askEngine((engine) => engine.policyRequest(url, 'connect', '', '', false, ''));
  return isAllowed(verdict, `connect to '${url}'`);
}

export function postAbort(id: number): void {
  postCommand(`{"kind":"abort","id":${id}}`);
}

export function postSocket(id: number, given: string, protocols: ArrayLike<string>): void {
  const url = upgraded(given);
  if (!mayConnect(url)) {
    receive(id, 'close', '{"code":1006,"reason":"","wasClean":false}', '');
    return;
  }
  let list = '';
  for (let at = 0; at < protocols.length; at++) list += `${at === 0 ? '' : ','}${quote(protocols[at]!)}`;
  postCommand(`{"kind":"socket","id":${id},"url":${quote(url)},"protocols":[${list}]}`);
}

export function postSocketSend(id: number, data: string, isBinary: boolean): void {
  postCommand(`{"kind":"socket_send","id":${id},"data":${quote(data)},"isBinary":${isBinary}}`);
}

export function postSocketClose(id: number, code: number | null, reason: string): void {
  postCommand(`{"kind":"socket_close","id":${id},"code":${code},"reason":${quote(reason)}}`);
}

export function postStorage(
  area: StorageArea,
  clears: boolean,
  items: ArrayLike<readonly [string, string | null]>,
): void {
  postCommand(`{"kind":"storage","area":"${area}","clears":${clears},"items":${quotePairs(items)}}`);
}

export function postHistory(change: 'push' | 'replace', url: string, state: string): void {
  postCommand(`{"kind":"history","change":"${change}","url":${quote(url)},"state":${quote(state)}}`);
}

export function postHistoryMove(delta: number): void {
  postCommand(`{"kind":"history_move","delta":${delta}}`);
}

export function postPersisted(left: number, top: number, controls: string): void {
  postCommand(`{"kind":"persist","left":${left},"top":${top},"controls":${quote(controls)}}`);
}

export function postTraverse(delta: number): void {
  postCommand(`{"kind":"traverse","delta":${delta}}`);
}

/** A body to post, as base64. */
export interface OpenContent {
  readonly contentType: string;
  readonly body: string;
}

export function postOpen(
  url: string,
  name: string,
  isBackground: boolean,
  referrerPolicy: string,
  content: OpenContent | null = null,
): void {
  const body =
    content === null ? '' : `,"content":{"contentType":${quote(content.contentType)},"body":${quote(content.body)}}`;
  const how = `"isBackground":${isBackground},"referrerPolicy":${quote(referrerPolicy)}${body}`;
  postCommand(`{"kind":"open","url":${quote(url)},"name":${quote(name)},${how}}`);
}

export function postFileChooser(id: number, multiple: boolean): void {
  postCommand(`{"kind":"file_chooser","id":${id},"multiple":${multiple}}`);
}

export function postDatabase(name: string, content: string | null): void {
  postCommand(`{"kind":"database","name":${quote(name)},"content":${orNull(content)}}`);
}
