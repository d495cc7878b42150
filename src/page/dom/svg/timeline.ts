/**
 * The time of SVG images, and their animation elements.
 *
 * In:  the document's clock; attributes such as 'begin' and 'dur'; what scripts start and end. Out: times in seconds, and
 * the events of what a script has started or ended.
 *
 * SVG Animations 2 https://svgwg.org/specs/animations/, SMIL 3.0 §5.4 (timing)
 *
 * Differs: nothing is animated. The time begins with the document, not with its load event. An animation starts at its
 * offsets in 'begin' and where a script says so, not at events or with other animations, and always starts anew; events are
 * fired only for what a script has started or ended, and 'repeatEvent' never is.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../../html/node-keys.ts';
import { attribute } from '../../../html/node-tree.ts';
import { coarseNow } from '../../clock.ts';
import { createEvent } from '../../event-classes.ts';
import { eventHandler, setEventHandler } from '../../event-handlers.ts';
import { startTimer } from '../../event-loop.ts';
import { dispatchTrusted } from '../../events.ts';
import { defineNamedAccessor } from '../../named-function.ts';
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  indexOf,
  max,
  startsWith,
  stringSlice,
  trim,
  weakGet,
  weakSet,
} from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { elementById } from '../element-index.ts';
import { defineMembers, prototypeOf } from '../interfaces.ts';
import { isConnected, isTreeNode, rootOf } from '../tree.ts';
import { asFloat, floatOf, isAtEnd, takeCode, takeNumber, takeWord } from './number-text.ts';
import { farthestSvg, isSvg } from './viewports.ts';

/** The time of an image: that of the clock, moved; or the one at which it stands. */
interface Timeline {
  moved: number;
  stoppedAt: number | null;
}

const timelines = new WeakMap<PageNode, Timeline>();
/** When scripts have started animations. */
const starts = new WeakMap<PageNode, BareArray<number>>();

function timelineOf(svg: PageNode): Timeline {
  let timeline = weakGet(timelines, svg);
  if (timeline === undefined) {
    timeline = { moved: 0, stoppedAt: null };
    weakSet(timelines, svg, timeline);
  }
  return timeline;
}

function secondsOf(svg: PageNode): number {
  const timeline = timelineOf(svg);
  return timeline.stoppedAt ?? coarseNow() / 1000 + timeline.moved;
}

/** The time of the image that an animation is in. */
function timeOf(element: PageNode): number {
  const svg = farthestSvg(element);
  return svg === null || !isConnected(element) ? 0 : secondsOf(svg);
}

const SECONDS: Readonly<Record<string, number>> = {
  __proto__: null as never,
  h: 3600,
  min: 60,
  s: 1,
  ms: 0.001,
  '': 1,
};

/** A clock value: '1:02:03.5', '02:03', '5s', '12'. `null` for what is none. */
function clockValue(text: string): number | null {
  if (indexOf(text, ':') >= 0) return timeOfDay(text);
  const reading = { text, at: 0 };
  const number = takeNumber(reading);
  const unit = number === null || number < 0 ? undefined : SECONDS[takeWord(reading)];
  return unit === undefined || !isAtEnd(reading) ? null : number! * unit;
}

/** Hours, which may be missing, minutes and seconds, each of the last two with two digits below 60. */
function timeOfDay(text: string): number | null {
  const reading = { text, at: 0 };
  const fields = bareArray<number>();
  for (let isMore = true; isMore; isMore = takeCode(reading, 0x3a)) {
    const digits = digitsAt(text, reading.at);
    const number = digits === 0 ? null : takeNumber(reading);
    if (number === null || fields.length > 2) return null;
    const isHours = fields.length === 0 && indexOf(text, ':', reading.at + 1) > 0;
    if (!isHours && (digits !== 2 || number >= 60)) return null;
    append(fields, number);
  }
  // Only seconds have parts.
  const seconds = fields[fields.length - 1]!;
  const minutes = fields[fields.length - 2]!;
  const hours = fields.length > 2 ? fields[0]! : 0;
  return isAtEnd(reading) && isWhole(minutes) && isWhole(hours) ? hours * 3600 + minutes * 60 + seconds : null;
}

function isWhole(value: number): boolean {
  return value % 1 === 0;
}

function digitsAt(text: string, start: number): number {
  let count = 0;
  while (
    start + count < text.length &&
    charCodeAt(text, start + count) >= 0x30 &&
    charCodeAt(text, start + count) <= 0x39
  ) {
    count++;
  }
  return count;
}

/** The offsets in 'begin'; without the attribute, the start of the image. */
function offsetsOf(element: PageNode): BareArray<number> {
  const offsets = bareArray<number>();
  const text = attribute(element, 'begin');
  if (text === null) append(offsets, 0);
  for (let start = 0; text !== null && start <= text.length; ) {
    const next = indexOf(text, ';', start);
    const end = next < 0 ? text.length : next;
    const offset = clockValue(trim(stringSlice(text, start, end)));
    if (offset !== null) append(offsets, offset);
    start = end + 1;
  }
  return offsets;
}

/** When the interval that counts now began or will begin; `null` for none. */
function startTime(element: PageNode): number | null {
  if (!isConnected(element) || farthestSvg(element) === null) return null;
  const now = timeOf(element);
  let found: number | null = null;
  const consider = (times: BareArray<number>): void => {
    for (let at = 0; at < times.length; at++) {
      const time = times[at]!;
      const isBetter = found === null || (time <= now ? found > now || time > found : found > now && time < found);
      if (isBetter) found = time;
    }
  };
  consider(offsetsOf(element));
  consider(weakGet(starts, element) ?? bareArray());
  return found;
}

/** 'dur' in seconds; `null` where it has no end. */
function simpleDuration(element: PageNode): number | null {
  const duration = clockValue(trim(attribute(element, 'dur') ?? ''));
  return duration !== null && duration > 0 ? duration : null;
}

/** How long it goes on with its repetitions. */
function activeDuration(element: PageNode): number | null {
  const duration = simpleDuration(element);
  if (duration === null) return null;
  const count = attribute(element, 'repeatCount');
  if (count === null) return attribute(element, 'repeatDur') === null ? duration : null;
  const number = takeNumber({ text: trim(count), at: 0 });
  return number === null || number <= 0 ? null : duration * number;
}

function fireLater(element: PageNode, type: string, seconds: number): void {
  const fire = (): void => {
    if (isConnected(element)) dispatchTrusted(element, createEvent('Event', type));
  };
  startTimer(fire, max(0, seconds) * 1000, [], false);
}

/** Whether it is time to look at a list that grows by one: what is done in all stays linear. */
function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

/** The last start up to now and those to come are all that count. */
function lastAndComing(times: BareArray<number>, now: number): BareArray<number> {
  const kept = bareArray<number>();
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < times.length; at++) {
    if (times[at]! > now) append(kept, times[at]!);
    else last = max(last, times[at]!);
  }
  if (last > Number.NEGATIVE_INFINITY) append(kept, last);
  return kept;
}

function begin(element: PageNode, offset: number): void {
  if (!isConnected(element)) return;
  const times = weakGet(starts, element) ?? bareArray();
  const now = timeOf(element);
  append(times, now + offset);
  weakSet(starts, element, isPowerOfTwo(times.length) ? lastAndComing(times, now) : times);
  fireLater(element, 'beginEvent', offset);
  const duration = activeDuration(element);
  if (duration !== null) fireLater(element, 'endEvent', offset + duration);
}

/** What 'href' names, or the parent. */
function targetOf(element: PageNode): PageNode | null {
  const href = attribute(element, 'href') ?? attribute(element, 'xlink:href');
  const parent = element[PARENT_NODE];
  if (href === null) return isSvg(parent) ? parent : null;
  const named = startsWith(href, '#') ? elementById(rootOf(element), stringSlice(href, 1)) : null;
  return isSvg(named) ? named : null;
}

function animationIn(self: unknown): PageNode {
  if (typeof self === 'object' && self !== null && isTreeNode(self) && self[LOCAL_NAME] !== undefined) return self;
  throw new TypeError('Illegal invocation');
}

function installAnimations(): void {
  const prototype = prototypeOf('SVGAnimationElement');
  for (const type of ['begin', 'end', 'repeat']) {
    defineNamedAccessor(
      prototype,
      `on${type}`,
      `${type}Event`,
      (self, name) => eventHandler(animationIn(self), name),
      (self, value, name) => setEventHandler(animationIn(self), name, value),
    );
  }
  defineMembers<PageNode>('SVGAnimationElement', {
    get targetElement(): PageNode | null {
      return targetOf(this);
    },
    beginElement(): void {
      begin(this, 0);
    },
    beginElementAt(offset: unknown): void {
      begin(this, floatOf(offset));
    },
    endElement(): void {
      fireLater(this, 'endEvent', 0);
    },
    endElementAt(offset: unknown): void {
      fireLater(this, 'endEvent', floatOf(offset));
    },
    getStartTime(): number {
      const time = startTime(this);
      if (time === null) throw domException('InvalidStateError', 'No current interval.');
      return asFloat(time);
    },
    getCurrentTime(): number {
      return asFloat(timeOf(this));
    },
    getSimpleDuration(): number {
      const duration = simpleDuration(this);
      if (duration === null) throw domException('NotSupportedError', 'No simple duration defined.');
      return asFloat(duration);
    },
  });
}

export function installTimelines(): void {
  installAnimations();
  defineMembers<PageNode>('SVGSVGElement', {
    pauseAnimations(): void {
      timelineOf(this).stoppedAt = secondsOf(this);
    },
    unpauseAnimations(): void {
      const timeline = timelineOf(this);
      if (timeline.stoppedAt === null) return;
      timeline.moved = timeline.stoppedAt - coarseNow() / 1000;
      timeline.stoppedAt = null;
    },
    animationsPaused(): boolean {
      return timelineOf(this).stoppedAt !== null;
    },
    getCurrentTime(): number {
      return asFloat(secondsOf(this));
    },
    setCurrentTime(value: unknown): void {
      const seconds = max(0, floatOf(value));
      const timeline = timelineOf(this);
      if (timeline.stoppedAt !== null) timeline.stoppedAt = seconds;
      else timeline.moved = seconds - coarseNow() / 1000;
    },
  });
}
