/**
 * ScrollTimeline, ViewTimeline and TimelineTrigger: progress by scrolling instead of time.
 *
 * Scroll-driven Animations 1 §2, §3 https://drafts.csswg.org/scroll-animations-1/
 *
 * Differs: animations on such a timeline stand at their beginning; how far it has come can be asked.
 */
import { mainDocument } from '../dom/document-members.ts';
import { isTreeNode } from '../dom/tree.ts';
import { max, min } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, givenOf } from './answers.ts';

interface Scroller {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly scrollHeight: number;
  readonly scrollWidth: number;
  readonly clientHeight: number;
  readonly clientWidth: number;
  getBoundingClientRect(): {
    readonly top: number;
    readonly left: number;
    readonly height: number;
    readonly width: number;
  };
  readonly parentElement: Scroller | null;
}

const root = (): Scroller => (mainDocument() as unknown as { readonly documentElement: Scroller }).documentElement;

function unitValue(value: number, unit: string): object {
  const { CSSUnitValue } = globalThis as unknown as { CSSUnitValue: new (value: number, unit: string) => object };
  return new CSSUnitValue(value, unit);
}

function axisOf(value: unknown, where: string): string {
  const axis = value === undefined ? 'block' : `${value}`;
  if (/^(?:block|inline|x|y)$/.test(axis)) return axis;
  throw new TypeError(`${where}The provided value '${axis}' is not a valid enum value of type ScrollAxis.`);
}

const isAcross = (axis: unknown): boolean => axis === 'inline' || axis === 'x';

/** How far a scroller has come, in percent; `null` for one that does not scroll. */
function progressOf(record: LiveRecord): number | null {
  const source = record['source'] as Scroller | null;
  if (source === null) return null;
  const across = isAcross(record['axis']);
  const room = across ? source.scrollWidth - source.clientWidth : source.scrollHeight - source.clientHeight;
  const subject = record['subject'] as Scroller | undefined;
  const at = across ? source.scrollLeft : source.scrollTop;
  if (subject === undefined) return room <= 0 ? null : (at / room) * 100;
  const [start, end] = viewRange(record);
  return end === start ? null : ((at - start) / (end - start)) * 100;
}

/** From where the subject begins to be seen to where it is gone, as places of the scroller. */
function viewRange(record: LiveRecord): readonly [start: number, end: number] {
  const source = record['source'] as Scroller;
  const rect = (record['subject'] as Scroller).getBoundingClientRect();
  const frame = source === root() ? { top: 0, left: 0 } : source.getBoundingClientRect();
  const across = isAcross(record['axis']);
  const place = across ? rect.left - frame.left + source.scrollLeft : rect.top - frame.top + source.scrollTop;
  const [size, view] = across ? [rect.width, source.clientWidth] : [rect.height, source.clientHeight];
  return [place - view, place + size];
}

function sourceOf(subject: Scroller): Scroller {
  for (let at = subject.parentElement; at !== null; at = at.parentElement) {
    if (at !== root() && (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth)) {
      const { overflowX, overflowY } = getComputedStyle(at as never) as { overflowX: string; overflowY: string };
      if (/auto|scroll|hidden/.test(overflowX + overflowY)) return at;
    }
  }
  return root();
}

declare function getComputedStyle(element: never): unknown;

function elementOf(value: unknown, where: string): Scroller | null {
  if (value === null) return null;
  if (typeof value === 'object' && isTreeNode(value as object)) return value as Scroller;
  throw new TypeError(`${where}Failed to convert value to 'Element'.`);
}

/** The time of a timeline by scrolling; `undefined` for every other one. */
export function scrolledTime(timeline: object): object | null | undefined {
  const record = liveRecord(timeline, 'ScrollTimeline');
  if (record === null) return undefined;
  const progress = progressOf(record);
  return progress === null ? null : unitValue(max(-1e6, min(1e6, progress)), 'percent');
}

export function isScrollTimeline(timeline: unknown): boolean {
  return liveRecord(timeline, 'ScrollTimeline') !== null;
}

export function wholeDuration(): object {
  return unitValue(100, 'percent');
}

function defineTimelines(): void {
  defineBehaviour('ScrollTimeline', {
    construct: (args: Args): LiveRecord => {
      const where = "Failed to construct 'ScrollTimeline': ";
      const { source, axis } = givenOf(args[0]);
      return { source: source === undefined ? root() : elementOf(source, where), axis: axisOf(axis, where) };
    },
  });
  defineBehaviour('ViewTimeline', {
    construct: (args: Args): LiveRecord => {
      const where = "Failed to construct 'ViewTimeline': ";
      const { subject, axis } = givenOf(args[0]);
      const element = subject === undefined ? null : elementOf(subject, where);
      return { subject: element, source: element === null ? null : sourceOf(element), axis: axisOf(axis, where) };
    },
    startOffset(this: LiveRecord) {
      return this['source'] === null ? null : unitValue(viewRange(this)[0], 'px');
    },
    endOffset(this: LiveRecord) {
      return this['source'] === null ? null : unitValue(viewRange(this)[1], 'px');
    },
  });
  defineBehaviour('AnimationTrigger', {
    addAnimation(this: LiveRecord, args: Args) {
      this['%animations'] = [...((this['%animations'] ?? []) as object[]), args[0] as object];
    },
    removeAnimation(this: LiveRecord, args: Args) {
      this['%animations'] = ((this['%animations'] ?? []) as object[]).filter((each) => each !== args[0]);
    },
    getAnimations(this: LiveRecord) {
      return [...((this['%animations'] ?? []) as object[])];
    },
  });
  defineBehaviour('TimelineTriggerRangeList', { length: 0, item: () => null });
  defineBehaviour('TimelineTrigger', { construct: () => ({ ranges: liveObject('TimelineTriggerRangeList') }) });
}

export function installScrollTimelines(): void {
  const names = 'ScrollTimeline ViewTimeline AnimationTrigger TimelineTrigger TimelineTriggerRangeList';
  defineLater(names, defineTimelines);
}
