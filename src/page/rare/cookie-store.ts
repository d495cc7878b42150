/**
 * cookieStore: cookies by promises. The jar is the session's, as for document.cookie.
 *
 * Cookie Store §3, §7 https://wicg.github.io/cookie-store/
 *
 * Differs: changes are told of that this document makes itself, by either way; those of servers and of other documents are
 * told of when it next asks.
 */
import { documentUrl, originAddress, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { askHost } from '../network/host-call.ts';
import { promised } from '../network/promises.ts';
import { indexOf, parseJson, startsWith, stringSlice } from '../primordials.ts';
import { defineBehaviour, defineLater, lazyEvent, liveObject } from '../window/lazy-interfaces.ts';
import type { WindowPort } from '../window/window-parts.ts';
import { type Args, failedTo, type Given, givenOf } from './answers.ts';

interface CookieItem {
  readonly name: string;
  readonly value: string;
  readonly domain: string | null;
  readonly path: string;
  readonly partitioned: boolean;
  readonly sameSite: string;
  readonly secure: boolean;
}

function all(): readonly CookieItem[] {
  if (!startsWith(originAddress(), 'http'))
    throw domException('SecurityError', 'Access to the CookieStore API is denied in this context.');
  const text = askHost('cookie_list', '') ?? '';
  return text === '' ? [] : (parseJson(text) as CookieItem[]);
}

/** The name that is asked for; `undefined` for all of them. */
function nameIn(args: Args, method: string): string | undefined {
  const first = args[0];
  if (typeof first === 'string') return first;
  const { name, url } = givenOf(first);
  const where = failedTo(method, 'CookieStore');
  if (method === 'get' && name === undefined && url === undefined) {
    throw new TypeError(`${where}CookieStoreGetOptions must not be empty`);
  }
  if (url !== undefined && resolveAddress(`${url}`) !== stringSlice(documentUrl(), 0, hashPlace(documentUrl()))) {
    throw new TypeError(`${where}URL must match the document URL`);
  }
  return name === undefined ? undefined : `${name}`;
}

function hashPlace(url: string): number {
  const at = indexOf(url, '#');
  return at < 0 ? url.length : at;
}

function found(name: string | undefined): CookieItem[] {
  return all().filter((cookie) => name === undefined || cookie.name === name);
}

/** "set a cookie": what is written, or an error in Chrome's words. */
function cookieText(given: Given, method: string): string {
  const where = failedTo(method, 'CookieStore');
  const { domain = null, path = '/', expires = null, maxAge = null, sameSite = 'strict', partitioned } = given;
  const [name, value] = [`${given['name'] ?? ''}`, `${given['value'] ?? ''}`];
  if (name === '' && indexOf(value, '=') >= 0) {
    throw new TypeError(`${where}Cookie value cannot contain '=' if the name is empty`);
  }
  if (name === '' && value === '') {
    throw new TypeError(`${where}Cookie name and value both cannot be empty`);
  }
  if (/[\0-\x08\x0a-\x1f\x7f;]/.test(name + value) || indexOf(name, '=') >= 0) {
    throw new TypeError(`${where}Cookie was malformed and could not be stored, due to problem(s) while parsing.`);
  }
  if (startsWith(name, '__Host-') && domain !== null) {
    throw new TypeError(`${where}Cookies with "__Host-" prefix cannot have a domain`);
  }
  if (domain !== null && `${domain}`[0] === '.') throw new TypeError(`${where}Cookie domain cannot start with "."`);
  if (!startsWith(`${path}`, '/')) throw new TypeError(`${where}Cookie path must start with "/"`);
  if (!/^(?:strict|lax|none)$/.test(`${sameSite}`)) {
    const what = `The provided value '${sameSite}' is not a valid enum value of type CookieSameSite.`;
    throw new TypeError(`${where}Failed to read the 'sameSite' property from 'CookieInit': ${what}`);
  }
  let text = `${name}=${value}; Path=${path}; SameSite=${sameSite}; Secure`;
  if (domain !== null) text += `; Domain=${domain}`;
  if (maxAge !== null) text += `; Max-Age=${Number(maxAge)}`;
  else if (expires !== null) text += `; Expires=${new Date(Number(expires)).toUTCString()}`;
  return partitioned ? `${text}; Partitioned` : text;
}

function write(text: string, self: object): void {
  const before = all();
  askHost('set_cookie', text);
  announce(before, self);
}

/** "process cookie changes": one event for what is new, other or gone. */
function announce(before: readonly CookieItem[], self: object): void {
  const after = all();
  const isSame = (one: CookieItem, two: CookieItem): boolean =>
    one.name === two.name && one.path === two.path && one.domain === two.domain;
  const changed = after.filter((now) => !before.some((old) => isSame(old, now) && old.value === now.value));
  const deleted = before
    .filter((old) => !after.some((now) => isSame(old, now)))
    .map(({ domain, name, partitioned, path, sameSite, secure }) => ({
      domain,
      name,
      partitioned,
      path,
      sameSite,
      secure,
    }));
  if (changed.length + deleted.length === 0) return;
  queueTask(() => dispatchTrusted(self, lazyEvent('CookieChangeEvent', 'change', { changed, deleted })));
}

function defineCookieStore(): void {
  defineBehaviour('CookieStore', {
    get: (args: Args) => promised(() => found(nameIn(args, 'get'))[0] ?? null),
    getAll: (args: Args) => promised(() => found(nameIn(args, 'getAll'))),
    set: (args: Args, self: object) =>
      promised(() => {
        const given = args.length > 1 ? { name: args[0], value: args[1] } : givenOf(args[0]);
        write(cookieText(given, 'set'), self);
        return undefined;
      }),
    delete: (args: Args, self: object) =>
      promised(() => {
        const given = typeof args[0] === 'string' ? { name: args[0] } : givenOf(args[0]);
        write(cookieText({ ...given, value: given['value'] ?? 'x', maxAge: -1 }, 'delete'), self);
        return undefined;
      }),
  });
}

export function installCookieStore({ exposeGetter }: WindowPort): void {
  defineLater('CookieStore', defineCookieStore);
  let store: object | null = null;
  exposeGetter('cookieStore', () => {
    store ??= liveObject('CookieStore');
    return store;
  });
}
