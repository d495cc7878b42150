/**
 * How media elements choose what to load, and what becomes of it: nothing of it ever comes.
 *
 * In:  the element's source, and whoever asks it to play. Out: events, states, errors and promises in the order of the standard.
 *
 * HTML §4.8.11.5 (load algorithm, resource selection), §4.8.11.8 (playing)
 *
 * Pretended: addresses on the network answer as a line on which nothing comes; what is at hand (data: and blob:) fails as a
 * file that cannot be decoded.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, firstElementChild, hasAttribute, nextElementSibling } from '../../html/node-tree.ts';
import { encodedAddress } from '../document-address.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { playability } from '../media-types.ts';
import { type Deferred, deferred, rejectedWith } from '../network/promises.ts';
import { append, type BareArray, bareArray, startsWith, weakGet, weakSet } from '../primordials.ts';
import { hasStickyActivation } from '../user-activation.ts';
import { liveObject } from '../window/lazy-interfaces.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';

const [EMPTY, , LOADING, NO_SOURCE] = [0, 1, 2, 3] as const;
export const SRC_NOT_SUPPORTED = 4;

export interface MediaLoad {
  networkState: number;
  error: object | null;
  currentSrc: string;
  isPaused: boolean;
  /** Who waits for it to play. */
  waiting: BareArray<Deferred<undefined>>;
  /** A load that was begun later makes the earlier ones void. */
  attempt: number;
  /** What script has given in place of an address. */
  srcObject: object | null;
}

const loads = new WeakMap<object, MediaLoad>();

export function loadOf(media: PageNode): MediaLoad {
  let load = weakGet(loads, media);
  if (load === undefined) {
    load = {
      networkState: EMPTY,
      error: null,
      currentSrc: '',
      isPaused: true,
      waiting: bareArray(),
      attempt: 0,
      srcObject: null,
    };
    weakSet(loads, media, load);
  }
  return load;
}

/** Opens the source of media at an address that script has made; `false` where there is none. */
let openSource: (url: string, media: PageNode) => boolean = () => false;

export function setSourceOpener(opener: typeof openSource): void {
  openSource = opener;
}

function fire(media: PageNode, type: string): void {
  dispatchTrusted(media, createEvent('Event', type));
}

function rejectWaiting(load: MediaLoad, name: string, message: string): void {
  const { waiting } = load;
  load.waiting = bareArray();
  for (let at = 0; at < waiting.length; at++) waiting[at]!.reject(domException(name, message));
}

/** "dedicated media source failure steps", and those of a source that turns out to be none. */
export function failMedia(media: PageNode, message: string): void {
  const load = loadOf(media);
  load.error = liveObject('MediaError', { code: SRC_NOT_SUPPORTED, message });
  load.networkState = NO_SOURCE;
  fire(media, 'error');
  rejectWaiting(load, 'NotSupportedError', 'Failed to load because no supported source was found.');
}

const NOTHING_FOUND = 'MEDIA_ELEMENT_ERROR: Empty src attribute';
const FORMAT = 'MEDIA_ELEMENT_ERROR: Format error';
const UNREADABLE = 'PipelineStatus::DEMUXER_ERROR_COULD_NOT_OPEN: FFmpegDemuxer: open context failed';

/** "resource fetch algorithm"; `fail` is called, later, for what cannot be decoded. */
function fetchMedia(media: PageNode, url: string, fail: () => void): void {
  if (startsWith(url, 'blob:') && openSource(url, media)) return;
  if (startsWith(url, 'blob:') || startsWith(url, 'data:')) queueTask(fail);
}

function sourceFrom(element: ReturnType<typeof firstElementChild>): PageNode | null {
  let at = element;
  while (at !== null && at[LOCAL_NAME] !== 'source') at = nextElementSibling(at);
  return at as PageNode | null;
}

/** Mode "children": the candidates from one on, until one may be playable. What fails has an error of its own. */
function trySources(media: PageNode, first: PageNode | null): void {
  const load = loadOf(media);
  const { attempt } = load;
  for (let at = first; at !== null; at = sourceFrom(nextElementSibling(at))) {
    const source = at;
    const src = attribute(source, 'src') ?? '';
    const url = src === '' ? null : encodedAddress(src);
    const type = attribute(source, 'type');
    if (url !== null && (type === null || playability(type) !== '')) {
      load.currentSrc = url;
      fetchMedia(media, url, () => {
        if (load.attempt !== attempt) return;
        fire(source, 'error');
        if (load.attempt === attempt) trySources(media, sourceFrom(nextElementSibling(source)));
      });
      return;
    }
    queueTask(() => fire(source, 'error'));
  }
  load.networkState = NO_SOURCE;
}

/** "resource selection algorithm" */
function selectResource(media: PageNode): void {
  const load = loadOf(media);
  load.networkState = NO_SOURCE;
  const attempt = ++load.attempt;
  // Step 5: what follows is done when the script that began it is over.
  queueTask(() => {
    if (load.attempt !== attempt) return;
    const src = attribute(media, 'src');
    if (load.srcObject === null && src === null && sourceFrom(firstElementChild(media)) === null) {
      load.networkState = EMPTY;
      return;
    }
    load.networkState = LOADING;
    queueTask(() => {
      if (load.attempt !== attempt) return;
      fire(media, 'loadstart');
      if (load.attempt !== attempt || load.srcObject !== null) return;
      if (src === null) trySources(media, sourceFrom(firstElementChild(media)));
      else if (src === '') failMedia(media, NOTHING_FOUND);
      else {
        const url = encodedAddress(src);
        load.currentSrc = url ?? '';
        if (url === null) failMedia(media, FORMAT);
        else
          fetchMedia(media, url, () => {
            if (load.attempt === attempt) failMedia(media, UNREADABLE);
          });
      }
    });
  });
}

const ADDRESS = 'https://goo.gl/';

/** "media element load algorithm" */
export function loadMedia(media: PageNode): void {
  const load = loadOf(media);
  const before = load.networkState;
  load.attempt++;
  rejectWaiting(load, 'AbortError', `The play() request was interrupted by a new load request. ${ADDRESS}LdLk22`);
  if (before === LOADING) queueTask(() => fire(media, 'abort'));
  if (before !== EMPTY) {
    queueTask(() => fire(media, 'emptied'));
    load.isPaused = true;
  }
  load.error = null;
  load.currentSrc = '';
  selectResource(media);
}

/** "If a src attribute is set or changed", and a source that is put into an element that has none. */
export function mediaSourceChanged(element: PageNode): void {
  const name = element[LOCAL_NAME];
  if (name !== 'source') {
    if (hasAttribute(element, 'src')) loadMedia(element);
    return;
  }
  const media = element[PARENT_NODE] as PageNode | null;
  if (media === null || !isMedia(media) || hasAttribute(media, 'src')) return;
  if (loadOf(media).networkState === EMPTY) selectResource(media);
}

export function isMedia(element: PageNode): boolean {
  return element[LOCAL_NAME] === 'video' || element[LOCAL_NAME] === 'audio';
}

/** What the parser has put in with its attributes. */
export function mediaConnected(element: PageNode): void {
  if (element[LOCAL_NAME] === 'source') mediaSourceChanged(element);
  else if (hasAttribute(element, 'src') && loadOf(element).networkState === EMPTY) loadMedia(element);
}

/** "play()": the promise waits for data, or says why it is refused. */
export function playMedia(media: PageNode, isMuted: boolean): Promise<undefined> {
  const load = loadOf(media);
  if (!hasStickyActivation() && !(isMuted && media[LOCAL_NAME] === 'video')) {
    const why = "play() failed because the user didn't interact with the document first.";
    return rejectedWith(domException('NotAllowedError', `${why} ${ADDRESS}xX8pDD`));
  }
  if (load.error !== null) {
    return rejectedWith(domException('NotSupportedError', 'The element has no supported sources.'));
  }
  const waiter = deferred<undefined>();
  append(load.waiting, waiter);
  if (load.networkState === EMPTY) selectResource(media);
  if (load.isPaused) {
    load.isPaused = false;
    queueTask(() => {
      fire(media, 'play');
      fire(media, 'waiting');
    });
  }
  return waiter.promise;
}

/** "pause()" */
export function pauseMedia(media: PageNode): void {
  const load = loadOf(media);
  if (load.networkState === EMPTY) selectResource(media);
  if (load.isPaused) return;
  load.isPaused = true;
  const { waiting } = load;
  load.waiting = bareArray();
  queueTask(() => {
    fire(media, 'timeupdate');
    fire(media, 'pause');
    const why = `The play() request was interrupted by a call to pause(). ${ADDRESS}LdLk22`;
    for (let at = 0; at < waiting.length; at++) waiting[at]!.reject(domException('AbortError', why));
  });
}
