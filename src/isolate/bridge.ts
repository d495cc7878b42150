/**
 * What may come out of an isolate: every field checked, every length bounded.
 *
 * The page realm has nothing of the host; the engine realm has one function, which asks a question in text and gets text
 * (host-calls.ts; session/page-questions.ts has the list). Everything else is the texts below, which the realm gives as
 * answers to the host's calls.
 *
 * Secure: whoever controls the realm controls these texts. They are data from here on, and a text that does not have the
 * right shape is refused as a whole.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type {
  DocumentLimit,
  InputOutcome,
  ModuleCompile,
  PageEvent,
  PageNavigation,
  PageRequest,
  RequestDestination,
  ScriptRun,
  TurnReport,
} from '../page/messages.ts';
import { readCommand } from './bridge-commands.ts';
import {
  boolean,
  type Fields,
  fields,
  list,
  number,
  oneOf,
  orNull,
  parse,
  readHeader,
  refuse,
  string,
} from './fields.ts';
import { readPost } from './realm-posts.ts';

/** One row of every element's border box. */
export interface BoxAnswer {
  readonly tag: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly hasBox: boolean;
}

export function readTurnReport(text: unknown): TurnReport {
  const report = fields(parse(text, 'a report'), 'a report');
  return {
    run: orNull(report['run'], readRun),
    modules: list(report['modules'], LIMITS.requestsPerDocument, 'modules').map(readModule),
    ready: boolean(report['ready'], 'ready'),
    dueMs: orNull(report['dueMs'], (value) => number(value, 'dueMs')),
    loading: boolean(report['loading'], 'loading'),
    version: number(report['version'], 'version'),
    requests: list(report['requests'], LIMITS.requestsPerDocument, 'requests').map(readRequest),
    navigation: orNull(report['navigation'], readNavigation),
    url: orNull(report['url'], (value) => string(value, LIMITS.urlChars, 'an address')),
    events: list(report['events'], LIMITS.eventsPerTurn + 1 + LIMIT_TEXTS.size, 'events').map(readEvent),
    commands: list(report['commands'], LIMITS.commandsPerTurn, 'commands').map(readCommand),
    ...(report['posts'] === undefined
      ? {}
      : { posts: list(report['posts'], LIMITS.commandsPerTurn, 'posts').map(readPost) }),
  };
}

function readRun(value: unknown): ScriptRun {
  const run = fields(value, 'a script');
  return {
    id: number(run['id'], 'a script number'),
    request: orNull(run['request'], (request) => number(request, 'a request number')),
    code: string(run['code'], LIMITS.documentBytes, 'a script'),
    url: string(run['url'], LIMITS.urlChars, 'an address'),
    module: orNull(run['module'], (module) => number(module, 'a module number')),
  };
}

function readModule(value: unknown): ModuleCompile {
  const module = fields(value, 'a module');
  return {
    id: number(module['id'], 'a module number'),
    request: orNull(module['request'], (request) => number(request, 'a request number')),
    code: string(module['code'], LIMITS.documentBytes, 'a module'),
    url: string(module['url'], LIMITS.urlChars, 'an address'),
    type: oneOf(module['type'], ['javascript', 'json', 'css'], 'a module type'),
  };
}

const DESTINATIONS: ReadonlySet<unknown> = new Set<RequestDestination>(['style', 'script', 'image', 'fetch']);

function readRequest(value: unknown): PageRequest {
  const request = fields(value, 'a request');
  const destination = request['destination'];
  if (!DESTINATIONS.has(destination)) throw refuse('a destination');
  return {
    id: number(request['id'], 'a request number'),
    url: string(request['url'], LIMITS.urlChars, 'an address'),
    destination: destination as RequestDestination,
    method: string(request['method'], 32, 'a method'),
    headers: list(request['headers'], 1000, 'headers').map(readHeader),
    body: orNull(request['body'], (body) => string(body, LIMITS.requestBytes, 'a body')),
    ...(request['cors'] === undefined
      ? {}
      : { cors: oneOf(request['cors'], ['anonymous', 'use-credentials'], 'a CORS setting') }),
    ...(request['integrity'] === undefined
      ? {}
      : { integrity: string(request['integrity'], LIMITS.headerBytes, 'an integrity') }),
    ...readPolicy(request['referrerPolicy']),
    ...(request['referrer'] === undefined
      ? {}
      : { referrer: string(request['referrer'], LIMITS.urlChars, 'a referrer') }),
    ...(request['charset'] === undefined ? {} : { charset: string(request['charset'], 1_000, 'an encoding') }),
    ...(request['isLate'] === undefined ? {} : { isLate: boolean(request['isLate'], 'isLate') }),
    ...(request['as'] === undefined ? {} : { as: oneOf(request['as'], ['module', 'worker'], 'the use of a script') }),
  };
}

function readNavigation(value: unknown): PageNavigation {
  const navigation = fields(value, 'a navigation');
  const method = navigation['method'];
  if (method !== 'GET' && method !== 'POST') throw refuse('a method');
  return {
    url: string(navigation['url'], LIMITS.urlChars, 'an address'),
    method,
    contentType: orNull(navigation['contentType'], (type) => string(type, 1000, 'a content type')),
    body: orNull(navigation['body'], (body) => string(body, LIMITS.realmAnswerChars, 'a body')),
    replace: boolean(navigation['replace'], 'replace'),
    ...readPolicy(navigation['referrerPolicy']),
    ...(navigation['download'] === undefined
      ? {}
      : { download: string(navigation['download'], 10_000, 'a file name') }),
  };
}

function readPolicy(value: unknown): { readonly referrerPolicy?: string } {
  return value === undefined ? {} : { referrerPolicy: string(value, 100, 'a referrer policy') };
}

const LIMIT_TEXTS: ReadonlyMap<unknown, string> = new Map<DocumentLimit, string>([
  ['nodes', `The document has ${LIMITS.nodesPerDocument} nodes, which is the limit: more are not put into it.`],
  ['markup', `The document is longer than ${LIMITS.parsedChars} characters, which is the limit: the rest is left out.`],
  ['timers', `The document has ${LIMITS.timersPerDocument} timers waiting, which is the limit: more are not started.`],
  [
    'frames',
    `The page has ${LIMITS.framesPerPage} frames, or has them ${LIMITS.frameDepth} deep, which is the limit: more are not loaded.`,
  ],
  ['requests', `The document has made ${LIMITS.requestsPerDocument} requests, which is the limit: more are not made.`],
]);

function readEvent(value: unknown): PageEvent {
  const { kind, message } = fields(value, 'an event');
  const limit = kind === 'limit' ? LIMIT_TEXTS.get(message) : undefined;
  if (limit !== undefined) return { kind: 'budget_exceeded', message: limit };
  if (kind !== 'console' && kind !== 'error') throw refuse('an event');
  return { kind, message: string(message, LIMITS.eventChars, 'an event') };
}

const OUTCOMES: ReadonlySet<unknown> = new Set<InputOutcome>([
  'done',
  'ready',
  'not_found',
  'not_editable',
  'not_visible',
  'disabled',
  'no_option',
]);

export function readOutcome(value: unknown): InputOutcome {
  if (OUTCOMES.has(value)) return value as InputOutcome;
  if (typeof value !== 'string' || !/^(covered \d{1,9} [\w:.-]{1,60}|at \d{1,6} \d{1,6})$/.test(value)) {
    throw refuse('an outcome');
  }
  return value as InputOutcome;
}

/** The value of an expression; what it threw is thrown on, as text. */
export function readEvaluation(text: unknown): string | number | boolean | null {
  const { value = null, error } = fields(parse(text, 'a value'), 'a value');
  if (typeof error === 'string') {
    throw new AgentBrowserError('invalid_argument', `The script threw: ${error.slice(0, LIMITS.eventChars)}`);
  }
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : null;
}

/** What a selector found: an id, or `null`. */
export function readFound(text: unknown): { readonly id: number | null; readonly lastId: number } {
  const { id, lastId, error } = fields(parse(text, 'a search'), 'a search');
  if (error !== undefined) throw badSelector();
  return { id: number(id, 'an id') || null, lastId: number(lastId, 'an id') };
}

/** Markup, or `null` where the selector found nothing. */
export function readMarkup(text: unknown): string | null {
  const { html, error } = fields(parse(text, 'markup'), 'markup');
  if (error !== undefined) throw badSelector();
  return html === null ? null : string(html, LIMITS.realmAnswerChars, 'markup');
}

function badSelector(): AgentBrowserError {
  return new AgentBrowserError(
    'invalid_argument',
    'The selector cannot be parsed. Give a CSS selector such as "#send".',
  );
}

/** Rows of boxes. */
export function readBoxes(text: unknown): BoxAnswer[] {
  return list(parse(text, 'boxes'), LIMITS.nodesPerDocument, 'boxes').map((value) => {
    const row = fields(value, 'a box');
    return {
      tag: string(row['tag'], 1000, 'a tag'),
      x: number(row['x'], 'a box'),
      y: number(row['y'], 'a box'),
      w: number(row['w'], 'a box'),
      h: number(row['h'], 'a box'),
      hasBox: boolean(row['hasBox'], 'a box'),
    };
  });
}

/** What there is to see: the outer shape is checked here, the elements by whoever knows their fields. */
export interface ViewAnswer {
  readonly url: string;
  readonly title: string;
  readonly vp: readonly [number, number];
  readonly scroll: readonly [number, number];
  /** Elements outside of what was asked for. */
  readonly more?: { readonly above?: number; readonly below?: number };
  readonly els: readonly Fields[];
  /** The highest id that the document has given. */
  readonly lastId: number;
}

export function readView(text: unknown): ViewAnswer {
  const view = fields(parse(text, 'a view'), 'a view');
  return {
    url: string(view['url'], LIMITS.urlChars, 'an address'),
    title: string(view['title'], LIMITS.emittedTextLength, 'a title'),
    vp: pair(view['vp'], 'a viewport'),
    scroll: pair(view['scroll'], 'a scroll position'),
    ...(view['more'] === undefined ? {} : { more: readRest(view['more']) }),
    els: list(view['els'], LIMITS.emittedElements, 'elements').map(readElement),
    lastId: number(view['lastId'], 'an id'),
  };
}

function pair(value: unknown, what: string): readonly [number, number] {
  const [first, second] = list(value, 2, what);
  return [number(first, what), number(second, what)];
}

function readRest(value: unknown): NonNullable<ViewAnswer['more']> {
  const { above, below } = fields(value, 'a rest');
  return {
    ...(above === undefined ? {} : { above: number(above, 'a rest') }),
    ...(below === undefined ? {} : { below: number(below, 'a rest') }),
  };
}

function readElement(value: unknown): Fields {
  const element = fields(value, 'an element');
  number(element['id'], 'an id');
  string(element['tag'], 1000, 'a tag');
  for (const side of list(element['b'], 4, 'bounds')) number(side, 'bounds');
  return element;
}
