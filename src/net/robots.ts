/**
 * robots.txt: which pages of a site its owner lets programs open.
 *
 * In:  documents that are about to be asked for. Out: an error with the code `robots_disallowed` for those that are not
 * to be opened.
 *
 * RFC 9309 https://www.rfc-editor.org/rfc/rfc9309
 */
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { readBody } from './body.ts';
import type { Fetcher, FetchRequest, RequestGuard } from './fetch.ts';
import { shorten } from './policy.ts';
import { discard } from './transport.ts';

/** A rule of one path; the longest that matches decides. */
interface PathRule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

export class RobotsGuard implements RequestGuard {
  /** The name that groups of robots.txt are chosen by. */
  readonly #name: string;
  readonly #fetcher: () => Fetcher;
  readonly #rules = new Map<string, { readonly rules: Promise<readonly PathRule[]>; readonly ends: number }>();

  constructor(name: string, fetcher: () => Fetcher) {
    this.#name = name;
    this.#fetcher = fetcher;
  }

  /** Only documents are asked about: whoever lets a page be read lets it have its parts. */
  async check(request: FetchRequest, url: URL): Promise<void> {
    if (request.destination !== 'document' || url.pathname === '/robots.txt') return;
    const rules = await this.#rulesOf(url, request);
    if (isPathAllowed(rules, url.pathname + url.search)) return;
    throw new AgentBrowserError(
      'robots_disallowed',
      `The robots.txt of ${url.host} does not let '${this.#name}' open ${shorten(url.pathname)}. Choose another page, or create a session without 'robots'.`,
    );
  }

  #rulesOf(url: URL, request: FetchRequest): Promise<readonly PathRule[]> {
    const known = this.#rules.get(url.origin);
    if (known !== undefined && known.ends > performance.now()) return known.rules;
    if (this.#rules.size >= LIMITS.robotsHosts) this.#rules.clear();
    const rules = this.#load(url, request);
    this.#rules.set(url.origin, { rules, ends: performance.now() + LIMITS.robotsMs });
    // What could not be read is tried again with the next page.
    rules.catch(() => this.#rules.delete(url.origin));
    return rules;
  }

  /** §2.3.1: no file means no rules, a server that fails means none of its pages. */
  async #load(url: URL, { initiator, signal }: FetchRequest): Promise<readonly PathRule[]> {
    const response = await this.#fetcher().fetch({
      url: new URL('/robots.txt', url),
      destination: 'fetch',
      mode: 'no-cors',
      initiator,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.robotsWaitMs)]),
      maxBytes: Number.MAX_SAFE_INTEGER,
    });
    if (response.status >= 500) {
      discard(response.body);
      throw new AgentBrowserError(
        'robots_disallowed',
        `${url.host} failed to give its robots.txt (${response.status}).`,
      );
    }
    if (response.status >= 400) {
      discard(response.body);
      return [];
    }
    try {
      return parseRobots(Buffer.from(await readBody(response.body, url, LIMITS.robotsBytes)).toString(), this.#name);
    } catch (error) {
      // §2.5: of a file that is too large, some part has to do; without it there are no rules that could be known.
      if (isAgentBrowserError(error) && error.code === 'response_too_large') return [];
      throw error;
    }
  }
}

/** §2.2.1: the rules of the groups for this name, or else of those for everybody. */
export function parseRobots(text: string, name: string): PathRule[] {
  const own: PathRule[] = [];
  const everybody: PathRule[] = [];
  let hasOwn = false;
  let isOwn = false;
  let isForAll = false;
  let isInNames = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [rule = ''] = line.split('#', 1);
    const colon = rule.indexOf(':');
    if (colon < 0) continue;
    const field = rule.slice(0, colon).trim().toLowerCase();
    const value = rule.slice(colon + 1).trim();
    if (field === 'user-agent') {
      if (!isInNames) isOwn = isForAll = false;
      isInNames = true;
      if (value === '*') isForAll = true;
      else if (value.toLowerCase() === name.toLowerCase()) isOwn = hasOwn = true;
    } else if (field === 'allow' || field === 'disallow') {
      isInNames = false;
      // An empty path is no rule.
      if (value === '') continue;
      const rule = { isAllowed: field === 'allow', pattern: value };
      if (isOwn) own.push(rule);
      if (isForAll) everybody.push(rule);
    }
  }
  return hasOwn ? own : everybody;
}

/** §2.2.2: the longest pattern counts, and of two as long the one that allows. */
export function isPathAllowed(rules: readonly PathRule[], path: string): boolean {
  let longest = -1;
  let isAllowed = true;
  for (const rule of rules) {
    const { length } = rule.pattern;
    if (length < longest || (length === longest && !rule.isAllowed)) continue;
    if (!matchesPath(rule.pattern, path)) continue;
    longest = length;
    isAllowed = rule.isAllowed;
  }
  return isAllowed;
}

/** `*` stands for anything, `$` at the end for the end. Without backtracking: a server wrote the pattern. */
function matchesPath(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = normal(isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const target = normal(path);
  if (!target.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === target.length : target.length - last.length >= at && target.endsWith(last);
}

/** §2.2.2: the same characters, however they are percent-encoded. */
function normal(path: string): string {
  return path
    .replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(char) ? char : code.toUpperCase();
    });
}
