/**
 * visualViewport: nothing is pinched here, so it is the layout viewport.
 *
 * CSSOM View 1 §11 https://drafts.csswg.org/cssom-view-1/#visualViewport
 */
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { create, defineProperty } from '../primordials.ts';

export function makeVisualViewport(viewport: () => readonly [number, number]): object {
  const scrolled = globalThis as unknown as { readonly scrollX: number; readonly scrollY: number };
  defineInterface('VisualViewport', 'EventTarget');
  defineMembers<object>('VisualViewport', {
    get width(): number {
      return viewport()[0];
    },
    get height(): number {
      return viewport()[1];
    },
    get scale(): number {
      return 1;
    },
    get offsetLeft(): number {
      return 0;
    },
    get offsetTop(): number {
      return 0;
    },
    get pageLeft(): number {
      return scrolled.scrollX;
    },
    get pageTop(): number {
      return scrolled.scrollY;
    },
  });
  for (const type of ['resize', 'scroll', 'scrollend']) {
    defineProperty(prototypeOf('VisualViewport'), `on${type}`, {
      get(this: object) {
        return eventHandler(this, type);
      },
      set(this: object, value: unknown) {
        setEventHandler(this, type, value);
      },
      enumerable: true,
      configurable: true,
    });
  }
  return create(prototypeOf('VisualViewport'));
}
