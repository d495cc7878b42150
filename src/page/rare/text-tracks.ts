/**
 * Text tracks: what scripts add to media, with cues of their own. Those of <track> elements are never loaded.
 *
 * HTML §4.8.11.11 https://html.spec.whatwg.org/#timed-text-tracks, WebVTT §9 (VTTCue)
 *
 * Differs: nothing plays, so that no cue is ever active; the text of a cue becomes nodes as plain HTML does.
 */
import { attribute } from '../../html/node-tree.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { asciiLower, isFiniteNumber, weakGet, weakSet } from '../primordials.ts';
import {
  defineBehaviour,
  defineLater,
  type LiveRecord,
  lazyEvent,
  liveObject,
  liveRecord,
} from '../window/lazy-interfaces.ts';
import { type Args, failedTo } from './answers.ts';

const KINDS = ['subtitles', 'captions', 'descriptions', 'chapters', 'metadata'];
const MODES = ['disabled', 'hidden', 'showing'];

/** A list that pages read by index: the object shows what the array has. */
function listOf(interfaceName: string, items: object[]): object {
  const list = liveObject(interfaceName, { '%items': items });
  showItems(list, items, 0);
  return list;
}

/** Indices are own properties; `before`: how many there were. */
function showItems(list: object, items: readonly object[], before: number): void {
  for (let at = 0; at < items.length; at++) {
    Object.defineProperty(list, at, { value: items[at], enumerable: true, configurable: true });
  }
  for (let at = items.length; at < before; at++) Reflect.deleteProperty(list, at);
}

const itemsOf = (record: LiveRecord): object[] => record['%items'] as object[];

const idOf = (item: object): unknown => (item as { readonly id?: unknown }).id;

function withId(this: LiveRecord, args: Args): object | null {
  const id = `${args[0]}`;
  return id === '' ? null : (itemsOf(this).find((item) => idOf(item) === id) ?? null);
}

function newTrack(values: LiveRecord): object {
  return liveObject('TextTrack', { id: '', '%cues': listOf('TextTrackCueList', []), ...values });
}

/** "text track cue order": by start, then by end, the longest first. */
function inOrder(cues: readonly object[]): object[] {
  const times = (cue: object): LiveRecord => liveRecord(cue, 'TextTrackCue')!;
  return [...cues].sort(
    (a, b) =>
      (times(a)['startTime'] as number) - (times(b)['startTime'] as number) ||
      (times(b)['endTime'] as number) - (times(a)['endTime'] as number),
  );
}

function changeCues(track: LiveRecord, change: (cues: object[]) => object[]): void {
  const list = track['%cues'] as object;
  const record = liveRecord(list, 'TextTrackCueList')!;
  const before = itemsOf(record).length;
  record['%items'] = inOrder(change(itemsOf(record)));
  showItems(list, itemsOf(record), before);
}

function cueOf(value: unknown, method: string): LiveRecord {
  const cue = liveRecord(value, 'TextTrackCue');
  if (cue === null) throw new TypeError(`${failedTo(method, 'TextTrack')}parameter 1 is not of type 'TextTrackCue'.`);
  return cue;
}

/** Lists of cues are there while the track is not disabled. */
const ifEnabled = (list: (track: LiveRecord) => object) =>
  function (this: LiveRecord): object | null {
    return this['mode'] === 'disabled' ? null : list(this);
  };

function defineTracks(): void {
  const length = function (this: LiveRecord): number {
    return itemsOf(this).length;
  };
  defineBehaviour('TextTrackList', { length, getTrackById: withId });
  defineBehaviour('TextTrackCueList', { length, getCueById: withId });
  defineBehaviour('TextTrack', {
    // An enumeration: other words change nothing.
    'set mode'(this: LiveRecord, value: unknown) {
      if (MODES.includes(value as string)) this['mode'] = value;
    },
    cues: ifEnabled((track) => track['%cues'] as object),
    activeCues: ifEnabled((track) => {
      track['%active'] ??= listOf('TextTrackCueList', []);
      return track['%active'] as object;
    }),
    addCue(this: LiveRecord, args: Args, self: object) {
      const cue = cueOf(args[0], 'addCue');
      const owner = cue['track'] as object | null;
      if (owner !== null)
        changeCues(liveRecord(owner, 'TextTrack')!, (cues) => cues.filter((each) => each !== args[0]));
      cue['track'] = self;
      changeCues(this, (cues) => [...cues, args[0] as object]);
    },
    removeCue(this: LiveRecord, args: Args, self: object) {
      const cue = cueOf(args[0], 'removeCue');
      if (cue['track'] !== self) {
        const why = "The specified cue is not listed in the TextTrack's list of cues.";
        throw domException('NotFoundError', failedTo('removeCue', 'TextTrack') + why);
      }
      cue['track'] = null;
      changeCues(this, (cues) => cues.filter((each) => each !== args[0]));
    },
  });
}

const CUE = "Failed to construct 'VTTCue': ";

function timeOf(value: unknown, where: string, mayBeEndless: boolean): number {
  const time = Number(value);
  if (isFiniteNumber(time) || (mayBeEndless && time === Number.POSITIVE_INFINITY)) return time;
  throw new TypeError(`${where}The provided double value is non-finite.`);
}

/** Attributes of cues that have one of some words; 'line' and 'position' may be 'auto' in place of a number. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  vertical: ['', 'rl', 'lr'],
  align: ['start', 'center', 'end', 'left', 'right'],
};

function percentSetter(name: string) {
  return function (this: LiveRecord, value: unknown): void {
    if (name !== 'size' && value === 'auto') {
      this[name] = value;
      return;
    }
    const where = `Failed to set the '${name}' property on 'VTTCue': `;
    const number = timeOf(value, where, false);
    if (name !== 'line' && (number < 0 || number > 100)) {
      const why = `The value provided (${number}) is outside the range [0, 100].`;
      throw domException('IndexSizeError', where + why);
    }
    this[name] = number;
  };
}

/** The text as nodes: its tags are those of HTML but for its classes and voices. */
function cueNodes(text: string): object {
  const document = mainDocument() as unknown as {
    createRange(): { createContextualFragment(html: string): object };
  };
  return document.createRange().createContextualFragment(text);
}

function defineCues(): void {
  const setTime = (name: string, mayBeEndless: boolean) =>
    function (this: LiveRecord, value: unknown): void {
      this[name] = timeOf(value, `Failed to set the '${name}' property on 'TextTrackCue': `, mayBeEndless);
    };
  defineBehaviour('TextTrackCue', {
    'set startTime': setTime('startTime', false),
    'set endTime': setTime('endTime', true),
    'set id'(this: LiveRecord, value: unknown) {
      this['id'] = `${value}`;
    },
    'set pauseOnExit'(this: LiveRecord, value: unknown) {
      this['pauseOnExit'] = Boolean(value);
    },
  });
  const setWord = (name: string) =>
    function (this: LiveRecord, value: unknown): void {
      if (WORDS[name]!.includes(`${value}`)) this[name] = `${value}`;
    };
  defineBehaviour('VTTCue', {
    construct: (args: Args): LiveRecord => ({
      track: null,
      id: '',
      startTime: timeOf(args[0], CUE, false),
      endTime: timeOf(args[1], CUE, true),
      pauseOnExit: false,
      vertical: '',
      snapToLines: true,
      line: 'auto',
      position: 'auto',
      size: 100,
      align: 'center',
      text: `${args[2]}`,
    }),
    'set vertical': setWord('vertical'),
    'set align': setWord('align'),
    'set line': percentSetter('line'),
    'set position': percentSetter('position'),
    'set size': percentSetter('size'),
    'set snapToLines'(this: LiveRecord, value: unknown) {
      this['snapToLines'] = Boolean(value);
    },
    'set text'(this: LiveRecord, value: unknown) {
      this['text'] = `${value}`;
    },
    getCueAsHTML(this: LiveRecord) {
      return cueNodes(this['text'] as string);
    },
  });
}

const lists = new WeakMap<object, object>();
const elementTracks = new WeakMap<object, object>();

function tracksOf(media: PageNode): object {
  let list = weakGet(lists, media);
  if (list === undefined) {
    list = listOf('TextTrackList', []);
    weakSet(lists, media, list);
  }
  return list;
}

/** "addTextTrack()" */
function addTrack(media: PageNode, kind: string, label: unknown, language: unknown): object {
  if (!KINDS.includes(kind)) {
    const what = `The provided value '${kind}' is not a valid enum value of type TextTrackKind.`;
    throw new TypeError(failedTo('addTextTrack', 'HTMLMediaElement') + what);
  }
  const track = newTrack({ kind, label: `${label}`, language: `${language}`, mode: 'hidden' });
  const list = tracksOf(media);
  const record = liveRecord(list, 'TextTrackList')!;
  const items = itemsOf(record);
  items.push(track);
  showItems(list, items, items.length);
  queueTask(() => dispatchTrusted(list, lazyEvent('TrackEvent', 'addtrack', { track })));
  return track;
}

/** The track of a <track>: its attributes are those of the element. */
function trackOfElement(element: PageNode): object {
  let track = weakGet(elementTracks, element);
  if (track === undefined) {
    const text = (name: string) => () => attribute(element, name) ?? '';
    const kind = () => {
      const own = attribute(element, 'kind');
      return own === null ? 'subtitles' : KINDS.includes(asciiLower(own)) ? asciiLower(own) : 'metadata';
    };
    track = newTrack({ mode: 'disabled' });
    const record = liveRecord(track, 'TextTrack')!;
    const reads = { kind, label: text('label'), language: text('srclang'), id: text('id') };
    for (const name of Object.keys(reads) as (keyof typeof reads)[]) {
      Object.defineProperty(record, name, { get: reads[name] });
    }
    weakSet(elementTracks, element, track);
  }
  return track;
}

export function installTextTracks(): void {
  defineLater('TextTrackList TextTrackCueList TextTrack', defineTracks);
  defineLater('TextTrackCue VTTCue', defineCues);
  defineMembers<PageNode>('HTMLMediaElement', {
    get textTracks(): object {
      return tracksOf(this);
    },
    addTextTrack(kind: unknown, label: unknown = '', language: unknown = ''): object {
      return addTrack(this, `${kind}`, label, language);
    },
  });
  defineMembers<PageNode>('HTMLTrackElement', {
    get track(): object {
      return trackOfElement(this);
    },
  });
}
