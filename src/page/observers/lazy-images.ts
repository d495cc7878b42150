/**
 * Images that are fetched when they come near the viewport.
 *
 * In:  connected images with 'loading=lazy'. Out: a call for each, once, in the frame in which it is near.
 *
 * HTML §2.5.8 https://html.spec.whatwg.org/#lazy-loading-attributes: how near is the browser's business. Chromium takes 1,250 px
 * above and below with a fast connection, which profiles have; nothing to the sides; as much in boxes that scroll.
 */
import type { PageNode } from '../dom/create-node.ts';
import { isConnected } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { boundingRect, rectsOf } from '../geometry.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { afterCallbacks, forceFrame } from './rendering.ts';

const MARGIN = 1_250;

interface Waiting {
  readonly image: PageNode;
  readonly load: () => void;
}

let waiting: BareArray<Waiting> = bareArray();
const clip = new Float64Array(4);
let viewportSize: () => readonly [number, number] = () => [0, 0];

/** Calls `load` when the image comes near. Whoever takes it out of the document puts it in again by another call. */
export function loadWhenNear(image: PageNode, load: () => void): void {
  append(waiting, { image, load });
  forceFrame();
}

function isNear(image: PageNode): boolean {
  const rects = rectsOf(image);
  if (rects.length === 0) return false;
  const box = boundingRect(rects);
  const touches = (left: number, top: number, right: number, bottom: number): boolean =>
    box.right >= left && box.left <= right && box.bottom >= top - MARGIN && box.top <= bottom + MARGIN;
  const [width, height] = viewportSize();
  if (!touches(0, 0, width, height)) return false;
  if (askEngine((engine) => engine.clipOf(image, clip)) !== true) return true;
  return touches(clip[0]!, clip[1]!, clip[0]! + clip[2]!, clip[1]! + clip[3]!);
}

function run(): void {
  const far = bareArray<Waiting>();
  const near = bareArray<Waiting>();
  for (let at = 0; at < waiting.length; at++) {
    const each = waiting[at]!;
    if (isConnected(each.image)) append(isNear(each.image) ? near : far, each);
  }
  waiting = far;
  for (let at = 0; at < near.length; at++) near[at]!.load();
}

export function installLazyImages(viewport: () => readonly [number, number]): void {
  viewportSize = viewport;
  afterCallbacks({ isActive: () => waiting.length > 0, run });
}
