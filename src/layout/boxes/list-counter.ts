/**
 * The counters of an element, with those that lists have without saying so.
 *
 * In:  an element and its style, in document order.
 * Out: the changed counters: 'list-item' is reset by lists, and incremented by list items, unless the style says otherwise.
 *
 * CSS Lists 3 §4.6 https://drafts.csswg.org/css-lists-3/#list-item-counter, HTML §15.3.8
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import {
  attribute,
  type DomElement,
  following,
  followingSkippingChildren,
  hasAttribute,
  isElement,
  isHtml,
} from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { isListItem } from '../../style/display.ts';
import type { Counters } from './counters.ts';

const LIST_ITEM = 'list-item';

export function isList(element: DomElement): boolean {
  const name = element[LOCAL_NAME];
  return (name === 'ol' || name === 'ul' || name === 'menu' || name === 'dir') && isHtml(element);
}

/** Whether an element counts items whatever its style: a list or an item of one. */
export function countsItems(element: DomElement): boolean {
  return isList(element) || (element[LOCAL_NAME] === 'li' && isHtml(element));
}

export function isReversedList(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'ol' && hasAttribute(element, 'reversed');
}

/** Applies an element's counter properties. `reversed` is that of the list around it. */
export function applyCounters(element: DomElement, style: ComputedStyle, counters: Counters, reversed: boolean): void {
  counters.applyResets(style);
  // A list counts its items whatever 'counter-reset' says about other counters; 'reversed' waits for their number.
  const own = style.counterReset.find((change) => change.name === LIST_ITEM);
  if (isList(element) && (own === undefined || Number.isNaN(own.value))) {
    counters.reset(LIST_ITEM, valueBeforeFirst(element));
  }
  counters.applyIncrements(style);
  if (isListItem(style.display) && !style.counterIncrement.some((change) => change.name === LIST_ITEM)) {
    counters.increment(LIST_ITEM, reversed ? -1 : 1);
  }
  counters.applySets(style);
  if (element[LOCAL_NAME] === 'li' && isHtml(element)) {
    const value = integer(attribute(element, 'value'));
    if (value !== null) counters.set(LIST_ITEM, value);
  }
}

/** What the counter is before the first item counts. */
function valueBeforeFirst(list: DomElement): number {
  if (list[LOCAL_NAME] !== 'ol') return 0;
  const start = integer(attribute(list, 'start'));
  if (!isReversedList(list)) return (start ?? 1) - 1;
  return (start ?? countItems(list)) + 1;
}

/** HTML §4.4.5: the items that this list owns, and not a list inside it. */
function countItems(list: DomElement): number {
  let count = 0;
  let at = following(list, list);
  while (at !== null) {
    if (isElement(at) && at[LOCAL_NAME] === 'li') count += 1;
    at = isElement(at) && isList(at) ? followingSkippingChildren(at, list) : following(at, list);
  }
  return count;
}

/** HTML §2.3.4.1: leading white space, a sign, digits; what follows does not matter. */
function integer(text: string | null): number | null {
  const match = text === null ? null : /^[\t\n\f\r ]*([+-]?\d+)/.exec(text);
  const value = match === null ? Number.NaN : Number(match[1]);
  return Math.abs(value) < 2 ** 31 ? value : null;
}
