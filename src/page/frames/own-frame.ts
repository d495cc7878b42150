/**
 * Where this document's window stands among the windows of the page: its parent, the page's own, its name, its frames.
 *
 * In:  what the engine realm says of a frame's document. Out: `parent`, `top`, `frameElement`, `length`, `name`; a document
 * that is in no frame is its own parent.
 *
 * HTML §7.2.2 https://html.spec.whatwg.org/#the-window-object
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { setInheritedAddress } from '../document-address.ts';
import { askEngine } from '../engine-link.ts';
import type { FramePlace } from '../messages.ts';
import { setRealmNumber } from '../workers/port-ends.ts';
import { setOwnNavigable, windowOf } from './window-proxy.ts';

let place: FramePlace | null = null;
let name = '';

/** Once, when the document begins. */
export function setOwnFrame(frame: FramePlace): void {
  place = frame;
  name = frame.name;
  setOwnNavigable(frame.navigable);
  setRealmNumber(frame.realm);
  setInheritedAddress(frame.origin, frame.base);
}

/** The number of this window's navigable: 0 is the page's own. */
export function ownNavigable(): number {
  return place?.navigable ?? 0;
}

export function isFramed(): boolean {
  return place !== null;
}

/** Evaluates code in this window's global scope, whichever document's script runs now. What it throws is reported. */
export function evaluateHere(code: string): unknown {
  return askEngine((engine) => engine.evaluate(code));
}

const size = new Float64Array(2);

/** The viewport of a frame's document; `null` for the page's own. */
export function frameViewport(): readonly [number, number] | null {
  if (place === null || askEngine((engine) => engine.frameViewport(size)) !== true) return null;
  return [size[0]!, size[1]!];
}

export function frameElement(): StoreNode | null {
  return place === null ? null : (askEngine((engine) => engine.frameElement()) ?? null);
}

type ExposeGetter = (property: string, get: () => unknown, set?: (value: unknown) => void) => void;

export function installFrameWindow(exposeGetter: ExposeGetter): void {
  exposeGetter('parent', () => {
    const parent = place === null ? -1 : (askEngine((engine) => engine.frameParent(place!.navigable)) ?? -1);
    return parent < 0 ? globalThis : windowOf(parent);
  });
  exposeGetter('top', () => (place === null ? globalThis : windowOf(0)));
  exposeGetter('frameElement', frameElement);
  exposeGetter('length', () => askEngine((engine) => engine.frameCount(ownNavigable())) ?? 0);
  exposeGetter('closed', () => place !== null && askEngine((engine) => engine.frameIsThere(place!.navigable)) !== true);
  exposeGetter(
    'name',
    () => name,
    (value) => {
      const given = `${value}`;
      name = given;
      if (place !== null) askEngine((engine) => engine.frameRename(place!.navigable, given));
    },
  );
}
