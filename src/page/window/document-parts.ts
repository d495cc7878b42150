/**
 * Members of documents, elements and mouse events that pages rarely use and browsers all have.
 *
 * DOM §4.5, Fullscreen, Storage Access §3, Page Lifecycle; CSSOM View 1 §8.1 (offsetX, offsetY), CSS View Transitions 1 §6.
 */
import { mainDocument } from '../dom/document-members.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { eventControl } from '../event.ts';
import { eventField } from '../event-classes.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { deferred, markHandled, promised, rejectedWith, resolvedWith, whenSettled } from '../network/promises.ts';
import { apply, enqueueMicrotask, getOwnPropertyDescriptor } from '../primordials.ts';
import { defineBehaviour, liveObject } from './lazy-interfaces.ts';
import { defineHandlersOf } from './navigator-object.ts';

/**
 * "startViewTransition": the callback changes the document, and nothing is seen to move, as where a person wants no motion.
 */
function startViewTransition(argument: unknown): object {
  const given = typeof argument === 'function' ? argument : (argument as { readonly update?: unknown } | null)?.update;
  const updated = deferred<undefined>();
  const finished = deferred<undefined>();
  const ready = deferred<undefined>();
  for (const { promise } of [updated, finished, ready]) markHandled(promise);
  const transition = liveObject('ViewTransition', {
    updateCallbackDone: updated.promise,
    finished: finished.promise,
    ready: ready.promise,
    types: null,
    transitionRoot: mainDocument(),
  });
  enqueueMicrotask(() => {
    const work = promised(() =>
      typeof given === 'function' ? apply(given as () => unknown, undefined, []) : undefined,
    );
    whenSettled(
      work,
      () => {
        for (const each of [updated, ready, finished]) each.resolve(undefined);
      },
      (error) => {
        for (const each of [updated, ready, finished]) each.reject(error);
      },
    );
  });
  return transition;
}

function defineDocumentMembers(): void {
  defineBehaviour('ViewTransition', {});
  defineMembers<{ readonly hidden: boolean; readonly visibilityState: string }>('Document', {
    get wasDiscarded(): boolean {
      return false;
    },
    get webkitVisibilityState(): string {
      return this.visibilityState;
    },
    get webkitHidden(): boolean {
      return this.hidden;
    },
    // [LegacyLenientSetter]
    set fullscreen(_value: unknown) {},
    get fullscreen(): boolean {
      return false;
    },
    get webkitIsFullScreen(): boolean {
      return false;
    },
    get webkitCurrentFullScreenElement(): null {
      return null;
    },
    get webkitFullscreenEnabled(): boolean {
      return true;
    },
    get rootElement(): null {
      return null;
    },
    get activeViewTransition(): null {
      return null;
    },
    startViewTransition(...args: unknown[]): object {
      return startViewTransition(args[0]);
    },
    hasStorageAccess(): Promise<boolean> {
      return resolvedWith(true);
    },
    hasUnpartitionedCookieAccess(): Promise<boolean> {
      return resolvedWith(true);
    },
    requestStorageAccess(): Promise<undefined> {
      return resolvedWith(undefined);
    },
    exitPictureInPicture(): Promise<never> {
      return rejectedWith(
        domException('InvalidStateError', 'There is no Picture-in-Picture element in this document.'),
      );
    },
    webkitCancelFullScreen(): void {},
    webkitExitFullscreen(): void {},
  });
}

interface Measured {
  getBoundingClientRect(): { readonly left: number; readonly top: number };
  readonly clientLeft: number;
  readonly clientTop: number;
}

/** From the padding edge of the target; of an event without one, from the viewport's. */
function offsetOf(event: object, axis: 'X' | 'Y'): number {
  const at = eventField(event, `client${axis}`) as number;
  const target = eventControl.target(event as never) as Partial<Measured> | null;
  if (target === null || typeof target.getBoundingClientRect !== 'function') return at;
  const { left, top } = target.getBoundingClientRect();
  return Math.round(axis === 'X' ? at - left - (target.clientLeft ?? 0) : at - top - (target.clientTop ?? 0));
}

function defineMouseMembers(): void {
  const { prototype } = getOwnPropertyDescriptor(globalThis, 'MouseEvent')!.value as { readonly prototype: object };
  for (const axis of ['X', 'Y'] as const) {
    for (const name of [`offset${axis}`, `layer${axis}`]) {
      defineNamedAccessor(prototype, name, axis, (self, own) => offsetOf(self as object, own), null);
    }
  }
  const related = (self: unknown): unknown => eventField(self as object, 'relatedTarget');
  defineNamedAccessor(prototype, 'fromElement', null, related, null);
  defineNamedAccessor(prototype, 'toElement', null, (self) => eventControl.target(self as never), null);
}

export function installDocumentParts(): void {
  defineDocumentMembers();
  defineMouseMembers();
  const types = 'beforecopy beforecut beforepaste search fullscreenchange fullscreenerror webkitfullscreenchange';
  defineHandlersOf('Element', `${types} webkitfullscreenerror`.split(' '));
  defineHandlersOf('Screen', ['change']);
  defineNamedAccessor(prototypeOf('Element'), 'currentCSSZoom', 1, (_, own) => own, null);
}
