/**
 * matchMedia.
 *
 * CSSOM View 1 §4.2 https://drafts.csswg.org/cssom-view-1/#the-mediaquerylist-interface
 */
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { dispatchTrusted } from '../events.ts';
import { append, asciiLower, type BareArray, bareArray, create, weakGet, weakSet } from '../primordials.ts';

const queries = new WeakMap<object, string>();

/** A list whose changes are told, and what it said the last time. */
interface WatchedList {
  readonly list: object;
  readonly query: string;
  matches: boolean;
}

/** Lists that a page has made; those beyond the limit answer, and hear of nothing. */
const MAX_LISTS = 1_000;
const watched: BareArray<WatchedList> = bareArray();

/** CSSOM §4.2, as far as texts differ that mean the same: case, and the spaces around colons and commas. */
function canonical(query: string): string {
  return asciiLower(
    query
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/\s*:\s*/g, ': ')
      .replace(/\s*,\s*/g, ', '),
  );
}

function isMatch(query: string): boolean {
  return askEngine((engine) => engine.matchesMedia(query)) ?? false;
}

/** "evaluate media queries and report changes": in the order in which the lists were made. */
export function reportMediaChanges(): void {
  for (let at = 0; at < watched.length; at++) {
    const known = watched[at]!;
    const matches = isMatch(known.query);
    if (matches === known.matches) continue;
    known.matches = matches;
    const init = { media: known.query, matches };
    dispatchTrusted(known.list, createEvent('MediaQueryListEvent', 'change', init));
  }
}

export function makeMatchMedia(): (query: unknown) => object {
  defineInterface('MediaQueryList', 'EventTarget');
  defineMembers<EventTargetLike>('MediaQueryList', {
    get media(): string {
      return weakGet(queries, this) ?? '';
    },
    get matches(): boolean {
      return isMatch(weakGet(queries, this) ?? '');
    },
    get onchange(): object | null {
      return eventHandler(this, 'change');
    },
    set onchange(value: unknown) {
      setEventHandler(this, 'change', value);
    },
    addListener(callback: unknown): void {
      this.addEventListener('change', callback);
    },
    removeListener(callback: unknown): void {
      this.removeEventListener('change', callback);
    },
  });
  return (query) => {
    const list = create(prototypeOf('MediaQueryList'));
    const text = canonical(`${query}`);
    weakSet(queries, list, text);
    if (watched.length < MAX_LISTS) append(watched, { list, query: text, matches: isMatch(text) });
    return list;
  };
}

interface EventTargetLike {
  addEventListener(type: string, callback: unknown): void;
  removeEventListener(type: string, callback: unknown): void;
}
