/**
 * The window of a frame, as the page around it sees it.
 *
 * Pretended: a frame of the page's own origin has its own document and its own listeners, and shares everything else with
 * the page's window. A frame of another origin has what HTML lets strangers see.
 *
 * HTML §7.2.1.3 https://html.spec.whatwg.org/#cross-origin-objects
 */
import { documentUrl, originOf } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { create, defineProperty, freeze, hasWord } from '../primordials.ts';
import { cloneValue, transferList } from '../structured-clone.ts';

/** What a frame window needs to know of its frame. */
export interface FrameFacts {
  readonly element: PageNode;
  readonly document: () => PageNode | null;
  readonly url: () => string;
  readonly navigate: (url: string) => void;
  readonly isGone: () => boolean;
}

function define(target: object, name: string, get: () => unknown, set?: (value: unknown) => void): void {
  const accessors = set === undefined ? { get } : { get, set };
  defineProperty(target, name, { ...accessors, enumerable: true, configurable: true });
}

/** A location that reads like the frame's address and sends the frame elsewhere. */
function makeLocation({ url, navigate }: FrameFacts): object {
  const location = {};
  define(location, 'href', url, (value) => navigate(`${value}`));
  define(location, 'origin', () => originOf(url()));
  const go = { value: (address: unknown): void => navigate(`${address}`), enumerable: true, configurable: true };
  defineProperty(location, 'assign', go);
  defineProperty(location, 'replace', go);
  defineProperty(location, 'reload', { value: (): void => navigate(url()), enumerable: true, configurable: true });
  defineProperty(location, 'toString', { value: (): string => url(), enumerable: true, configurable: true });
  return location;
}

/** The window of a frame whose origin is the page's. */
export function makeFrameWindow(facts: FrameFacts): object {
  const window = create(globalThis) as object;
  const location = makeLocation(facts);
  for (const name of ['window', 'self', 'frames', 'globalThis']) define(window, name, () => window);
  for (const name of ['parent', 'top']) define(window, name, () => globalThis);
  define(window, 'document', facts.document);
  define(
    window,
    'location',
    () => location,
    (value) => facts.navigate(`${value}`),
  );
  define(window, 'frameElement', () => facts.element);
  define(window, 'closed', facts.isGone);
  define(window, 'length', () => 0);
  defineProperty(window, 'postMessage', {
    value: (data: unknown, target?: unknown, transfer?: unknown): void => {
      const copy = cloneValue(data, transferList(typeof target === 'object' ? target : transfer));
      queueTask(() => {
        const init = { data: copy, origin: originOf(documentUrl()), source: globalThis, ports: freeze([]) };
        dispatchTrusted(window, createEvent('MessageEvent', 'message', init));
      });
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return window;
}

/** Names that strangers may read; promises and `instanceof` look for some others, and find nothing. */
const OPEN_NAMES = ' window self frames parent top location closed length postMessage focus blur close opener ';

/** The window of a frame of another origin. */
export function makeForeignWindow(facts: FrameFacts): object {
  const members = create(null) as Record<string, unknown>;
  const window: object = new Proxy(members, {
    get(_, key) {
      if (key === 'then' || typeof key === 'symbol') return undefined;
      if (hasWord(OPEN_NAMES, key)) return read(key);
      throw refused();
    },
    set(_, key, value) {
      if (key !== 'location') throw refused();
      facts.navigate(`${value}`);
      return true;
    },
    has: (_, key) => typeof key === 'string' && hasWord(OPEN_NAMES, key),
    getOwnPropertyDescriptor: () => undefined,
    defineProperty() {
      throw refused();
    },
    deleteProperty() {
      throw refused();
    },
    ownKeys: () => [],
    getPrototypeOf: () => null,
    setPrototypeOf: () => false,
  });
  const read = (key: string): unknown => {
    switch (key) {
      case 'window':
      case 'self':
      case 'frames':
        return window;
      case 'parent':
      case 'top':
        return globalThis;
      case 'closed':
        return facts.isGone();
      case 'length':
        return 0;
      case 'opener':
        return null;
      case 'location':
        return foreignLocation;
      default:
        // Nothing of a foreign frame runs, so nothing answers.
        return doNothing;
    }
  };
  const foreignLocation = create(null) as object;
  defineProperty(foreignLocation, 'href', { set: (value: unknown) => facts.navigate(`${value}`) });
  defineProperty(foreignLocation, 'replace', { value: (value: unknown): void => facts.navigate(`${value}`) });
  return window;
}

function doNothing(): void {}

function refused(): Error {
  const text = 'Blocked a frame from accessing a cross-origin frame.';
  return domException('SecurityError', text) as unknown as Error;
}
