/**
 * The window that window.open gives: another tab, as a stranger sees it.
 *
 * HTML §7.2.1.3 https://html.spec.whatwg.org/#cross-origin-objects
 */
import { refused } from '../frames/window-proxy.ts';
import { create, defineProperty, hasWord } from '../primordials.ts';

/** What is known of the other window. */
export interface PopupFacts {
  readonly navigate: (url: string) => void;
}

/** Names that strangers may read; promises and `instanceof` look for some others, and find nothing. */
const OPEN_NAMES = ' window self frames parent top location closed length postMessage focus blur close opener ';

export function makePopupWindow(facts: PopupFacts): object {
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
        return window;
      case 'closed':
        return false;
      case 'length':
        return 0;
      case 'opener':
        return null;
      case 'location':
        return foreignLocation;
      default:
        // The tab has an isolate of its own: nothing here can answer.
        return doNothing;
    }
  };
  const foreignLocation = create(null) as object;
  defineProperty(foreignLocation, 'href', { set: (value: unknown) => facts.navigate(`${value}`) });
  defineProperty(foreignLocation, 'replace', { value: (value: unknown): void => facts.navigate(`${value}`) });
  return window;
}

function doNothing(): void {}
