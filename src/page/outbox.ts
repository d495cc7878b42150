/**
 * What the realm has to tell its host, until the host asks.
 *
 * Everything is text. Nothing of isolated-vm stands inside the isolate: the host calls in, and takes these with the
 * answer. Lengths and numbers are bounded here, and checked again outside.
 */
import { LIMITS } from '../limits.ts';
import type { PageNavigation, RequestDestination } from './messages.ts';
import { quote, stringSlice } from './primordials.ts';

let requests = '';
let events = '';
let eventCount = 0;
let droppedEvents = 0;
let navigation = 'null';
let address = 'null';
let lastRequest = 0;

/** Asks the host for a resource; the answer comes with this id. `null` when the document has asked too often. */
export function postRequest(url: string, destination: RequestDestination): number | null {
  if (lastRequest >= LIMITS.requestsPerDocument || url.length > LIMITS.urlChars) return null;
  const id = ++lastRequest;
  const fields = `"id":${id},"url":${quote(url)},"destination":${quote(destination)}`;
  requests += `${requests === '' ? '' : ','}{${fields},"method":"GET","headers":[],"body":null}`;
  return id;
}

export function postNavigation({ url, method, contentType, body, replace }: PageNavigation): void {
  const type = contentType === null ? 'null' : quote(contentType);
  const text = body === null ? 'null' : quote(body);
  navigation = `{"url":${quote(url)},"method":${quote(method)},"contentType":${type},"body":${text},"replace":${replace}}`;
}

export function postAddress(url: string): void {
  address = quote(url);
}

export function postConsole(text: string): void {
  postEvent('console', text);
}

export function postScriptError(text: string): void {
  postEvent('script_error', text);
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

/** The waiting messages as members of a JSON object, once. */
export function takeMessages(): string {
  if (droppedEvents > 0) {
    const note = `${droppedEvents} more lines were dropped.`;
    events += `,{"kind":"console","message":${quote(note)}}`;
  }
  const members = `"requests":[${requests}],"navigation":${navigation},"url":${address},"events":[${events}]`;
  requests = '';
  events = '';
  eventCount = 0;
  droppedEvents = 0;
  navigation = 'null';
  address = 'null';
  return members;
}
