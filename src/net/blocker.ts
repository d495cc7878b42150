/**
 * Requests of pages that are not made: ads, trackers, and kinds of resources that an agent does not need.
 *
 * In:  which lists and which kinds a session wants, and each request of its pages.
 * Out: an error in place of the request, with the code `request_blocked`, and a count.
 *
 * What the user asks for with goto() is never blocked, nor are documents: a link always leads where it says.
 */
import { readFileSync, statSync } from 'node:fs';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ResourceType } from '../resource-types.ts';
import { Blocklist } from './blocklist.ts';
import type { FetchRequest, RequestGuard } from './fetch.ts';
import type { Initiator } from './policy.ts';
import { registrableDomain } from './site.ts';
import type { Traffic } from './traffic.ts';

export interface BlockOptions {
  /** Kinds of resources that are not fetched: fonts, media, source maps and icons when it is not given. */
  readonly types?: readonly ResourceType[] | undefined;
  /** Entries besides those of the list: hosts, or rules as EasyList has them. `@@` lets something through. */
  readonly add?: readonly string[] | undefined;
  /** Entries of the lists that do not count, as they stand there. */
  readonly remove?: readonly string[] | undefined;
  /** Files with further lists. */
  readonly lists?: readonly string[] | undefined;
  /** A file in place of the list that comes with agentbrowser; `false` for none. */
  readonly list?: string | false | undefined;
}

const DEFAULT_TYPES: readonly ResourceType[] = ['font', 'media', 'sourcemap', 'favicon'];

export class Blocker implements RequestGuard {
  readonly #list: Blocklist;
  readonly #types: ReadonlySet<ResourceType>;
  readonly #traffic: Traffic;

  constructor(options: BlockOptions, traffic: Traffic) {
    this.#types = new Set(options.types ?? DEFAULT_TYPES);
    this.#traffic = traffic;
    this.#list = sharedList(options);
  }

  check(request: FetchRequest, url: URL): void {
    if (request.destination === 'document') return;
    this.#refuse(url, request.initiator, resourceTypeOf(request, url));
  }

  checkSocket(url: URL, initiator: Initiator): void {
    this.#refuse(url, initiator, 'websocket');
  }

  #refuse(url: URL, initiator: Initiator, type: ResourceType): void {
    if (initiator.kind === 'caller') return;
    const reason = this.#types.has(type)
      ? `${type} requests are switched off`
      : this.#entryFor(url, initiator.url, type);
    if (reason === null) return;
    this.#traffic.block(type);
    throw new AgentBrowserError(
      'request_blocked',
      `${url.hostname} was not asked: ${reason}. The session option 'block' decides what is.`,
    );
  }

  #entryFor(url: URL, page: URL, type: ResourceType): string | null {
    const hostname = url.hostname.replace(/\.$/, '');
    const entry = this.#list.match({
      // Patterns are tried on so much of an address; what data a tracker puts behind it does not matter.
      url: url.href.slice(0, LIMITS.filteredUrlChars),
      hostname,
      type,
      isThirdParty: registrableDomain(hostname) !== registrableDomain(page.hostname),
      pageHostname: page.hostname,
    });
    return entry === null ? null : `'${entry.slice(0, 100)}' is on the blocklist`;
  }
}

export function isBlocked(error: unknown): boolean {
  return isAgentBrowserError(error) && error.code === 'request_blocked';
}

const EXTENSIONS: readonly (readonly [RegExp, ResourceType])[] = [
  [/\.(?:woff2?|ttf|otf|eot)$/i, 'font'],
  [/\.(?:mp4|webm|mov|m4v|ogv|mp3|m4a|ogg|oga|opus|wav|flac|m3u8|mpd)$/i, 'media'],
  [/\.(?:js|mjs|css)\.map$/i, 'sourcemap'],
  [/\/favicon(?:-[\w-]+)?\.(?:ico|png|svg)$/i, 'favicon'],
];

/** What a request of a page is for. A script's own request is what its address says. */
export function resourceTypeOf({ destination, isBeacon }: FetchRequest, url: URL): ResourceType {
  if (isBeacon === true) return 'beacon';
  if (destination === 'iframe') return 'document';
  if (destination === 'worker') return 'script';
  if (destination === 'style' || destination === 'script' || destination === 'document') return destination;
  const byName = EXTENSIONS.find(([pattern]) => pattern.test(url.pathname))?.[1];
  return byName ?? destination;
}

/** Lists that sessions have used, by what they were made of; the least recently used goes first. Nothing changes them. */
const lists = new Map<string, Blocklist>();
const MAX_LISTS = 4;

function sharedList(options: BlockOptions): Blocklist {
  const files = [...(options.lists ?? []), ...(typeof options.list === 'string' ? [options.list] : [])];
  const key = JSON.stringify([options.add, options.remove, options.lists, options.list, files.map(stampOf)]);
  const list = lists.get(key) ?? listOf(options);
  lists.delete(key);
  lists.set(key, list);
  for (const oldest of lists.keys()) {
    if (lists.size <= MAX_LISTS) break;
    lists.delete(oldest);
  }
  return list;
}

/** What tells a file that was changed from what it was. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`;
}

function listOf({ add = [], remove = [], lists = [], list }: BlockOptions): Blocklist {
  const blocklist = new Blocklist();
  const leftOut = new Set(remove.map((entry) => entry.trim()));
  blocklist.add(add.join('\n'), leftOut);
  if (list !== false) blocklist.add(list === undefined ? builtInText() : readList(list), leftOut);
  for (const path of lists) blocklist.add(readList(path), leftOut);
  return blocklist;
}

function readList(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AgentBrowserError(
      'invalid_argument',
      `block: the list '${path.slice(0, 200)}' cannot be read. Check the path, and that the file may be read.`,
      { cause },
    );
  }
}

/** Beside this file in the sources; the built engine is one file in the folder next to it. */
function builtInText(): string {
  for (const place of ['./blocklist.txt', '../net/blocklist.txt']) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    }
  }
  throw new AgentBrowserError('internal_error', 'The blocklist that comes with agentbrowser is missing.');
}
