/**
 * What the realm has to tell its host, until the host asks.
 *
 * Everything is text. Nothing of isolated-vm stands inside the isolate: the host calls in, and takes these with the
 * answer. Lengths and numbers are bounded here, and checked again outside.
 */
import { LIMITS } from '../limits.ts';
import type { CorsSetting, DocumentLimit, PageNavigation, RequestDestination, ScriptUse } from './messages.ts';
import { quote, stringSlice } from './primordials.ts';
import { documentPolicy } from './referrer-policy.ts';

let requests = '';
let events = '';
let eventCount = 0;
let droppedEvents = 0;
let commands = '';
let navigation = 'null';
let address = 'null';
let lastRequest = 0;

/** What elements say about a request. */
export interface RequestOptions {
  readonly cors?: CorsSetting | '';
  readonly integrity?: string;
  readonly referrerPolicy?: string;
  /** The style sheet or the module that asks, where it is not the document. */
  readonly referrer?: string;
  /** HTML §16.2: what a script's 'charset' says about its encoding. */
  readonly charset?: string;
  readonly as?: ScriptUse;
  /** Nothing waits for it: scripts that are async, deferred or inserted. */
  readonly isLate?: boolean;
  /** What is at a `blob:` address, which only the realm knows. */
  readonly content?: BlobContent | null;
  /** For policies: not told to the host. */
  readonly nonce?: string;
  readonly isParserInserted?: boolean;
}

export interface BlobContent {
  readonly type: string;
  readonly base64: string;
}

/** Asks the host for a resource; the answer comes with this id. `null` when the document has asked too often. */
export function postRequest(url: string, destination: RequestDestination, options: RequestOptions = {}): number | null {
  if (lastRequest >= LIMITS.requestsPerDocument) postLimit('requests');
  if (lastRequest >= LIMITS.requestsPerDocument || url.length > LIMITS.urlChars) return null;
  const id = ++lastRequest;
  const fields = `"id":${id},"url":${quote(url)},"destination":${quote(destination)}`;
  const { content = null } = options;
  const carried =
    content === null
      ? '"headers":[],"body":null'
      : `"headers":[["Content-Type",${quote(content.type)}]],"body":${quote(content.base64)}`;
  requests += `${requests === '' ? '' : ','}{${fields},"method":"GET",${carried}${optionText(options)}}`;
  return id;
}

function optionText(options: RequestOptions): string {
  const { cors = '', integrity = '', referrerPolicy = '', referrer = workerAddress, charset = '', as = '' } = options;
  const how = `${field('cors', cors)}${field('integrity', integrity)}${field('charset', charset)}${field('as', as)}`;
  const late = options.isLate === true ? ',"isLate":true' : '';
  return `${how}${late}${field('referrer', referrer)}${policyText(referrerPolicy)}`;
}

function field(name: string, value: string): string {
  return value === '' ? '' : `,"${name}":${quote(value)}`;
}

/** In a worker: its own address, which its requests tell in place of its page's. */
let workerAddress = '';

export function setWorkerAddress(url: string): void {
  workerAddress = url;
}

/** Who asks, where that is not the document; empty where it is. */
export function ownReferrer(): string {
  return workerAddress;
}

/** The policy of an element or else of its document, as a field of JSON. */
export function policyText(own: string): string {
  const policy = own || documentPolicy();
  return policy === '' ? '' : `,"referrerPolicy":${quote(policy)}`;
}

export function postNavigation(wanted: PageNavigation): void {
  const { url, method, contentType, body, replace, referrerPolicy = '', download } = wanted;
  const type = contentType === null ? 'null' : quote(contentType);
  const text = body === null ? 'null' : quote(body);
  const how = `"contentType":${type},"body":${text},"replace":${replace}${policyText(referrerPolicy)}${download === undefined ? '' : `,"download":${quote(download)}`}`;
  navigation = `{"url":${quote(url)},"method":${quote(method)},${how}}`;
}

export function postAddress(url: string): void {
  address = quote(url);
}

/** A PageCommand as JSON. */
export function postCommand(json: string): void {
  commands += commands === '' ? json : `,${json}`;
}

export function postConsole(text: string): void {
  postEvent('console', text);
}

export function postScriptError(text: string): void {
  postEvent('error', text);
}

const reached: Record<string, true> = { __proto__: null as never };

/** The document has all that it may have of something: told once, whatever else there is to tell. */
export function postLimit(limit: DocumentLimit): void {
  if (reached[limit]) return;
  reached[limit] = true;
  events += `${events === '' ? '' : ','}{"kind":"limit","message":"${limit}"}`;
}

function postEvent(kind: string, text: string): void {
  if (eventCount >= LIMITS.eventsPerTurn) {
    droppedEvents++;
    return;
  }
  eventCount++;
  const message = quote(stringSlice(text, 0, LIMITS.eventChars));
  events += `${events === '' ? '' : ','}{"kind":"${kind}","message":${message}}`;
}

/** Runs before messages are taken: whoever collects changes posts them then. */
let beforeTaking: () => void = () => {};

export function setOutboxHook(hook: () => void): void {
  beforeTaking = hook;
}

/** Whether something waits to be taken. */
export function hasMessages(): boolean {
  return requests !== '' || events !== '' || commands !== '' || navigation !== 'null' || address !== 'null';
}

/** The waiting messages as members of a JSON object, once. */
export function takeMessages(): string {
  beforeTaking();
  if (droppedEvents > 0) {
    const note = `${droppedEvents} more lines were dropped.`;
    events += `,{"kind":"console","message":${quote(note)}}`;
  }
  const wishes = `"requests":[${requests}],"navigation":${navigation},"url":${address}`;
  const members = `${wishes},"events":[${events}],"commands":[${commands}]`;
  commands = '';
  requests = '';
  events = '';
  eventCount = 0;
  droppedEvents = 0;
  navigation = 'null';
  address = 'null';
  return members;
}
