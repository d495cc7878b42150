/**
 * Natural sizes of images, asked for once for each address.
 *
 * In:  absolute addresses. Out: the engine knows the size when `done` is called, in a task of its own.
 *
 * Sessions that do not fetch images leave this off; then nothing is asked for.
 */
import { askEngine } from './engine-link.ts';
import { queueTask } from './event-loop.ts';
import { append, type BareArray, bareArray, mapGet, mapSet, startsWith } from './primordials.ts';
import { requestResource } from './resources.ts';

interface Load {
  isDone: boolean;
  waiting: BareArray<() => void>;
}

const loads = new Map<string, Load>();
let isOn = false;

export function setImageLoading(on: boolean): void {
  isOn = on;
}

/** Whether the host is to be asked for an image at this address. */
export function isFetched(url: string): boolean {
  return isOn && (startsWith(url, 'http:') || startsWith(url, 'https:') || startsWith(url, 'file:'));
}

export function loadImage(url: string, done: () => void): void {
  const known = mapGet(loads, url);
  if (known !== undefined) {
    if (known.isDone) queueTask(done);
    else append(known.waiting, done);
    return;
  }
  const load: Load = { isDone: false, waiting: bareArray() };
  append(load.waiting, done);
  mapSet(loads, url, load);
  requestResource(url, 'image', ({ ok, text }) => {
    askEngine((engine) => engine.setImage(url, ok ? text : ''));
    load.isDone = true;
    const { waiting } = load;
    load.waiting = bareArray();
    for (let at = 0; at < waiting.length; at++) waiting[at]!();
  });
}
