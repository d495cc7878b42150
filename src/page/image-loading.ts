/**
 * Natural sizes of images, asked for once for each address.
 *
 * In:  absolute addresses. Out: the engine knows the size when `done` is called, in a task of its own.
 *
 * Sessions that do not fetch images leave this off; then nothing is asked for.
 */
import { attribute } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { markChanged } from './dom/document-version.ts';
import { askEngine } from './engine-link.ts';
import { queueLoadTask } from './event-loop.ts';
import { blockLoad, unblockLoad } from './load-blockers.ts';
import type { RequestOptions } from './outbox.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  indexOf,
  mapGet,
  mapSet,
  startsWith,
  stringSlice,
} from './primordials.ts';
import { requestResource } from './resources.ts';

interface Load {
  isDone: boolean;
  waiting: BareArray<() => void>;
}

const loads = new Map<string, Load>();
const size = new Float64Array(2);
let isOn = false;
let mayWait = false;

/** `scripting`: HTML §2.5.8: without scripts no image waits, because it would tell how far somebody has scrolled. */
export function setImageLoading(on: boolean, scripting: boolean): void {
  isOn = on;
  mayWait = scripting;
}

/** "will lazy load element steps", for an image that is fetched. */
export function isLazy(image: PageNode): boolean {
  const loading = mayWait ? attribute(image, 'loading') : null;
  return loading !== null && asciiLower(loading) === 'lazy';
}

/** Layout takes it for one that is on its way, not for a broken one, unless it is known already. */
export function announceImage(url: string): void {
  if (askEngine((engine) => engine.dataImageSize(url, size)) === 0) {
    askEngine((engine) => engine.setImage(url, 'pending'));
  }
}

/** Whether the host is to be asked for an image at this address. */
export function isFetched(url: string): boolean {
  // What the page has itself costs no request.
  if (startsWith(url, 'blob:')) return true;
  return isOn && (startsWith(url, 'http:') || startsWith(url, 'https:') || startsWith(url, 'file:'));
}

export function loadImage(url: string, done: () => void, options: RequestOptions = {}): void {
  const key = `${options.cors ?? ''} ${url}`;
  const known = mapGet(loads, key);
  if (known !== undefined) {
    if (known.isDone) queueLoadTask(done);
    else append(known.waiting, done);
    return;
  }
  const load: Load = { isDone: false, waiting: bareArray() };
  append(load.waiting, done);
  mapSet(loads, key, load);
  askEngine((engine) => engine.setImage(url, 'pending'));
  requestResource(
    url,
    'image',
    ({ ok, text }) => {
      askEngine((engine) => engine.setImage(url, ok ? text : ''));
      load.isDone = true;
      const { waiting } = load;
      load.waiting = bareArray();
      for (let at = 0; at < waiting.length; at++) waiting[at]!();
    },
    options,
  );
}

/** Images that a sheet shows by 'content', whether its rules match or not: layout would find out too late. */
export function loadContentImages(text: string, base: string): void {
  if (!isOn || indexOf(text, 'content') < 0) return;
  const list = askEngine((engine) => engine.contentImages(text, base)) ?? '';
  for (let start = 0; start < list.length; ) {
    const end = indexOf(list, '\n', start);
    const url = stringSlice(list, start, end < 0 ? list.length : end);
    start = end < 0 ? list.length : end + 1;
    if (!isFetched(url)) continue;
    blockLoad();
    loadImage(url, () => {
      unblockLoad();
      // Any element may show it.
      markChanged();
    });
  }
}
