/**
 * Image elements: the events and numbers that pages wait for.
 *
 * In:  img elements as they come and change. Out: load and error events, 'complete', natural sizes, decode().
 *
 * Pretended: where the session fetches no images, one with an address counts as loaded a task later, with the size that
 * its attributes or its box say. Images in data: URLs have their own size, or are broken.
 *
 * HTML §4.8.4 https://html.spec.whatwg.org/#images
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { encodedAddress } from '../document-address.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { queueLoadTask, queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { announceImage, isFetched, isLazy, loadImage } from '../image-loading.ts';
import { blockLoad, unblockLoad } from '../load-blockers.ts';
import { loadWhenNear } from '../observers/lazy-images.ts';
import { isFiniteNumber, max, round, weakGet, weakSet } from '../primordials.ts';
import { imageOptions } from '../script/request-options.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { defineMembers } from './interfaces.ts';
import { isConnected } from './tree.ts';

interface ImageRecord {
  /** The attribute that it was made for. */
  readonly source: string;
  readonly url: string;
  isComplete: boolean;
  isBroken: boolean;
  /** "lazy load resumption steps" of an image that waits until it is near. */
  resume: (() => void) | null;
}

const images = new WeakMap<StoreNode, ImageRecord>();
const size = new Float64Array(2);
const PagePromise = Promise;

/** The address that layout takes, as it stands in the page. */
function sourceOf(image: PageNode): string | null {
  return askEngine((engine) => engine.imageSource(image)) ?? attribute(image, 'src');
}

/** "update the image data": when an image comes, and when what it shows changes. */
export function updateImage(image: PageNode): void {
  const source = sourceOf(image);
  const known = weakGet(images, image);
  if (source === null) {
    if (known !== undefined) {
      weakSet(images, image, { source: '', url: '', isComplete: true, isBroken: true, resume: null });
    }
    return;
  }
  if (known !== undefined && known.source === source && !known.isComplete) return;
  const url = source === '' ? null : encodedAddress(source);
  const record: ImageRecord = { source, url: url ?? '', isComplete: false, isBroken: url === null, resume: null };
  weakSet(images, image, record);
  const isDelayed = url !== null && isFetched(url) && isLazy(image);
  // What waits does not hold up the load of the document.
  if (!isDelayed) blockLoad();
  const complete = (): void => {
    if (!isDelayed) unblockLoad();
    record.isComplete = true;
    if (weakGet(images, image) !== record) return;
    if (!record.isBroken) record.isBroken = askEngine((engine) => engine.dataImageSize(record.url, size)) === -1;
    dispatchTrusted(image, createEvent('Event', record.isBroken ? 'error' : 'load'));
  };
  if (url === null || !isFetched(url)) {
    queueLoadTask(complete);
    return;
  }
  const load = (): void => {
    loadImage(
      url,
      () => {
        markChanged(image);
        complete();
      },
      imageOptions(image),
    );
  };
  if (!isDelayed) {
    load();
    return;
  }
  announceImage(url);
  record.resume = () => {
    const isWaiting = record.resume !== null && weakGet(images, image) === record;
    record.resume = null;
    if (isWaiting) load();
  };
  if (isConnected(image)) loadWhenNear(image, record.resume);
}

/** A parser's image that has not been looked at, or one that waits and was elsewhere. */
export function imageConnected(image: PageNode): void {
  const known = weakGet(images, image);
  if (known === undefined) updateImage(image);
  else if (known.resume !== null) loadWhenNear(image, known.resume);
}

/** Its 'loading' attribute may say that it need not wait any more. */
export function loadingChanged(image: PageNode): void {
  if (!isLazy(image)) weakGet(images, image)?.resume?.();
}

function naturalSize(image: PageNode, axis: 0 | 1): number {
  const record = weakGet(images, image);
  if (record === undefined || !record.isComplete || record.isBroken) return 0;
  if (askEngine((engine) => engine.dataImageSize(record.url, size)) === 1) return round(size[axis]!);
  const given = Number(attribute(image, axis === 0 ? 'width' : 'height'));
  if (isFiniteNumber(given) && given > 0) return round(given);
  return max(1, boxSize(image, axis));
}

function boxSize(image: PageNode, axis: 0 | 1): number {
  const sizes = new Float64Array(6);
  askEngine((engine) => engine.boxSizes(image, sizes));
  return round(sizes[2 + axis]!);
}

/** The rendered size, or what the attribute says, or the natural size. */
function shownSize(image: PageNode, axis: 0 | 1): number {
  const box = boxSize(image, axis);
  if (box > 0) return box;
  const given = Number(attribute(image, axis === 0 ? 'width' : 'height'));
  return isFiniteNumber(given) && given > 0 ? round(given) : naturalSize(image, axis);
}

export function installImages(): void {
  defineMembers<PageNode>('HTMLImageElement', {
    get complete(): boolean {
      const record = weakGet(images, this);
      return record === undefined ? sourceOf(this) === null : record.isComplete;
    },
    get currentSrc(): string {
      return weakGet(images, this)?.url ?? '';
    },
    get naturalWidth(): number {
      return naturalSize(this, 0);
    },
    get naturalHeight(): number {
      return naturalSize(this, 1);
    },
    get width(): number {
      return shownSize(this, 0);
    },
    set width(value: unknown) {
      setAttributeValue(this, 'width', `${Number(value) >>> 0}`);
    },
    get height(): number {
      return shownSize(this, 1);
    },
    set height(value: unknown) {
      setAttributeValue(this, 'height', `${Number(value) >>> 0}`);
    },
    decode(): Promise<void> {
      const record = weakGet(images, this);
      record?.resume?.();
      return new PagePromise((resolve, reject) => {
        queueTask(() => {
          if (record !== undefined && !record.isBroken) resolve();
          else reject(domException('EncodingError', 'The source image cannot be decoded.'));
        });
      });
    },
  });
}
