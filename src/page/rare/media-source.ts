/**
 * MediaSource and its buffers: a source opens, takes buffers of the types that it says it takes, and finds that what is
 * appended cannot be parsed, as a Chrome does that is given a broken file.
 *
 * Media Source Extensions §3, §5 https://www.w3.org/TR/media-source-2/
 */
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { prototypeOf } from '../dom/interfaces.ts';
import { failMedia, setSourceOpener } from '../dom/media-loading.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { isStreamable } from '../media-types.ts';
import { mediaSourceAt } from '../network/blob-urls.ts';
import { isBufferSource } from '../network/bytes.ts';
import { create, defineProperty, reflect } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo } from './answers.ts';

const fire = (target: object, type: string): void => {
  dispatchTrusted(target, createEvent('Event', type));
};

/** "If the readyState attribute is not 'open' then throw an InvalidStateError." */
function checkOpen(source: LiveRecord, where: string): void {
  if (source['readyState'] === 'open') return;
  throw domException('InvalidStateError', `${where}The MediaSource's readyState is not 'open'.`);
}

const buffersOf = (list: object): object[] => liveRecord(list, 'SourceBufferList')!['%buffers'] as object[];

function setBuffers(list: object, buffers: object[], type: string): void {
  const record = liveRecord(list, 'SourceBufferList')!;
  const before = buffersOf(list).length;
  record['%buffers'] = buffers;
  for (let at = 0; at < buffers.length; at++) {
    defineProperty(list, at, { value: buffers[at], enumerable: true, configurable: true });
  }
  for (let at = buffers.length; at < before; at++) reflect.deleteProperty(list, at);
  queueTask(() => fire(list, type));
}

const newList = (): object => liveObject('SourceBufferList', { '%buffers': [] });

const PARSING =
  'PipelineStatus::CHUNK_DEMUXER_ERROR_APPEND_FAILED: RunSegmentParserLoop: stream parsing failed. ' +
  'append_window_start=0 append_window_end=inf';

/** §3.15.5 (end of stream algorithm) with a decode error before anything was decoded, and what the element does then. */
function endBroken(source: object): void {
  const record = liveRecord(source, 'MediaSource')!;
  if (record['readyState'] !== 'open') return;
  record['readyState'] = 'ended';
  fire(source, 'sourceended');
  const media = record['%media'] as PageNode;
  failMedia(media, PARSING);
  record['readyState'] = 'closed';
  record['duration'] = Number.NaN;
  setBuffers(record['sourceBuffers'] as object, [], 'removesourcebuffer');
  fire(source, 'sourceclose');
}

function bufferPart(record: LiveRecord, where: string): void {
  if (record['%isRemoved'] === true) {
    const why = 'This SourceBuffer has been removed from the parent media source.';
    throw domException('InvalidStateError', where + why);
  }
  if (record['updating'] !== true) return;
  const why = "This SourceBuffer is still processing an 'appendBuffer' or 'remove' operation.";
  throw domException('InvalidStateError', where + why);
}

/** §5.5.3 (append error): what could not be parsed. */
function append(record: LiveRecord, buffer: object): void {
  record['updating'] = true;
  fire(buffer, 'updatestart');
  queueTask(() => {
    if (record['updating'] !== true) return;
    record['updating'] = false;
    fire(buffer, 'error');
    fire(buffer, 'updateend');
    endBroken(record['%source'] as object);
  });
}

function defineBuffers(): void {
  defineBehaviour('SourceBufferList', {
    length(this: LiveRecord) {
      return (this['%buffers'] as object[]).length;
    },
  });
  defineBehaviour('SourceBuffer', {
    buffered: () => create(prototypeOf('TimeRanges')),
    appendBuffer(this: LiveRecord, args: Args, self: object) {
      const where = failedTo('appendBuffer', 'SourceBuffer');
      if (!isBufferSource(args[0])) throw new TypeError(`${where}Overload resolution failed.`);
      bufferPart(this, where);
      this['updating'] = true;
      queueTask(() => {
        if (this['updating'] === true) append(this, self);
      });
    },
    abort(this: LiveRecord, _args: Args, self: object) {
      const where = failedTo('abort', 'SourceBuffer');
      checkOpen(liveRecord(this['%source'], 'MediaSource')!, where);
      if (this['updating'] !== true) return;
      this['updating'] = false;
      queueTask(() => {
        fire(self, 'abort');
        fire(self, 'updateend');
      });
    },
    remove(this: LiveRecord, args: Args, self: object) {
      const where = failedTo('remove', 'SourceBuffer');
      bufferPart(this, where);
      const [start, end] = [Number(args[0]), Number(args[1])];
      const { duration } = liveRecord(this['%source'], 'MediaSource') as { readonly duration?: number };
      if (Number.isNaN(duration)) throw new TypeError(`${where}The duration is NaN.`);
      if (!(start >= 0 && start <= duration!)) {
        throw new TypeError(`${where}The start provided (${start}) is outside the range (0, ${duration}).`);
      }
      if (!(end > start)) {
        throw new TypeError(
          `${where}The end value provided (${end}) must be greater than the start value provided (${start}).`,
        );
      }
      this['updating'] = true;
      queueTask(() => {
        fire(self, 'updatestart');
        this['updating'] = false;
        fire(self, 'update');
        fire(self, 'updateend');
      });
    },
    changeType(this: LiveRecord, args: Args) {
      const where = failedTo('changeType', 'SourceBuffer');
      checkType(`${args[0]}`, where);
      bufferPart(this, where);
    },
  });
}

/** §3.11, steps 1 and 2 */
function checkType(type: string, where: string): void {
  if (type === '') throw new TypeError(`${where}The type provided is empty`);
  if (isStreamable(type)) return;
  throw domException('NotSupportedError', `${where}The type provided ('${type}') is unsupported.`);
}

function newBuffer(source: object): object {
  return liveObject('SourceBuffer', {
    mode: 'segments',
    updating: false,
    timestampOffset: 0,
    appendWindowStart: 0,
    appendWindowEnd: Number.POSITIVE_INFINITY,
    '%source': source,
  });
}

function isUpdating(source: LiveRecord): boolean {
  const buffers = buffersOf(source['sourceBuffers'] as object);
  return buffers.some((buffer) => liveRecord(buffer, 'SourceBuffer')!['updating'] === true);
}

function checkIdle(source: LiveRecord, where: string): void {
  if (!isUpdating(source)) return;
  const why = "The 'updating' attribute is true on one or more of this MediaSource's SourceBuffers.";
  throw domException('InvalidStateError', where + why);
}

function defineSources(): void {
  defineBehaviour('MediaSource', {
    construct: (): LiveRecord => ({
      readyState: 'closed',
      duration: Number.NaN,
      sourceBuffers: newList(),
      activeSourceBuffers: newList(),
    }),
    isTypeSupported: (args: Args) => isStreamable(`${args[0]}`),
    'set duration'(this: LiveRecord, value: unknown) {
      const where = "Failed to set the 'duration' property on 'MediaSource': ";
      const duration = Number(value);
      checkOpen(this, where);
      checkIdle(this, where);
      if (!(duration >= 0)) {
        throw new TypeError(`${where}The duration provided (${duration}) is less than the minimum bound (0).`);
      }
      this['duration'] = duration;
    },
    addSourceBuffer(this: LiveRecord, args: Args, self: object) {
      const where = failedTo('addSourceBuffer', 'MediaSource');
      checkType(`${args[0]}`, where);
      checkOpen(this, where);
      const buffer = newBuffer(self);
      const list = this['sourceBuffers'] as object;
      setBuffers(list, [...buffersOf(list), buffer], 'addsourcebuffer');
      return buffer;
    },
    removeSourceBuffer(this: LiveRecord, args: Args) {
      const where = failedTo('removeSourceBuffer', 'MediaSource');
      const buffer = liveRecord(args[0], 'SourceBuffer');
      if (buffer === null) throw new TypeError(`${where}parameter 1 is not of type 'SourceBuffer'.`);
      const list = this['sourceBuffers'] as object;
      if (!buffersOf(list).includes(args[0] as object)) {
        const why = 'The SourceBuffer provided is not contained in this MediaSource.';
        throw domException('NotFoundError', where + why);
      }
      buffer['updating'] = false;
      buffer['%isRemoved'] = true;
      setBuffers(
        list,
        buffersOf(list).filter((each) => each !== args[0]),
        'removesourcebuffer',
      );
    },
    endOfStream(this: LiveRecord, args: Args, self: object) {
      const where = failedTo('endOfStream', 'MediaSource');
      checkOpen(this, where);
      checkIdle(this, where);
      if (args[0] !== undefined) {
        endBroken(self);
        return;
      }
      this['readyState'] = 'ended';
      queueTask(() => fire(self, 'sourceended'));
    },
    setLiveSeekableRange(this: LiveRecord) {
      checkOpen(this, failedTo('setLiveSeekableRange', 'MediaSource'));
    },
    clearLiveSeekableRange(this: LiveRecord) {
      checkOpen(this, failedTo('clearLiveSeekableRange', 'MediaSource'));
    },
  });
}

/** §3.15.1 (attaching to a media element): a source that is in use already cannot be opened again. */
function open(url: string, media: PageNode): boolean {
  const source = mediaSourceAt(url);
  const record = liveRecord(source, 'MediaSource');
  if (record === null || record['readyState'] !== 'closed') return false;
  record['%media'] = media;
  record['readyState'] = 'open';
  queueTask(() => fire(source!, 'sourceopen'));
  return true;
}

export function installMediaSources(): void {
  defineLater('SourceBufferList SourceBuffer', defineBuffers);
  defineLater('MediaSource', defineSources);
  setSourceOpener(open);
}
