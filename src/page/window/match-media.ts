/**
 * matchMedia.
 *
 * CSSOM View 1 §4.2 https://drafts.csswg.org/cssom-view-1/#the-mediaquerylist-interface
 *
 * Differs: the environment of a document does not change yet, so 'change' never comes.
 */
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { create, weakGet, weakSet } from '../primordials.ts';

const queries = new WeakMap<object, string>();

export function makeMatchMedia(): (query: unknown) => object {
  defineInterface('MediaQueryList', 'EventTarget');
  defineMembers<EventTargetLike>('MediaQueryList', {
    get media(): string {
      return weakGet(queries, this) ?? '';
    },
    get matches(): boolean {
      const query = weakGet(queries, this) ?? '';
      return askEngine((engine) => engine.matchesMedia(query)) ?? false;
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
    weakSet(queries, list, `${query}`);
    return list;
  };
}

interface EventTargetLike {
  addEventListener(type: string, callback: unknown): void;
  removeEventListener(type: string, callback: unknown): void;
}
