/**
 * InputEvent.getTargetRanges(): what part of the document an edit is about to change.
 *
 * Input Events 2 §4.1.2 https://w3c.github.io/input-events/#dom-inputevent-gettargetranges
 */
import { weakGet, weakSet } from './primordials.ts';

const ranges = new WeakMap<object, object>();

export function setTargetRange(event: object, range: object): void {
  weakSet(ranges, event, range);
}

/** Events of fields, and those that script makes, have none. */
export function targetRanges(event: object): object[] {
  const range = weakGet(ranges, event);
  return range === undefined ? [] : [range];
}
