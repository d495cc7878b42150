/**
 * EditContext: what is typed into an element goes to an object of the page's, which draws the text itself.
 *
 * EditContext API §4 https://w3c.github.io/edit-context/
 *
 * Differs: nothing is composed, so that 'textformatupdate' and 'characterboundsupdate' never come.
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { dispatchTrusted } from '../events.ts';
import { hasWord, max, min, stringSlice, weakDelete, weakGet, weakSet } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, lazyEvent, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, givenOf } from './answers.ts';

const NAME = 'EditContext';
const contexts = new WeakMap<PageNode, object>();
/** Elements that can have one besides custom ones. */
const ELEMENTS = ' article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span canvas ';

const number = (value: unknown): number => Number(value) >>> 0;

function place(record: LiveRecord, start: unknown, end: unknown): void {
  const { length } = record['text'] as string;
  record['selectionStart'] = min(number(start), length);
  record['selectionEnd'] = min(number(end), length);
}

function defineEditContexts(): void {
  defineBehaviour(NAME, {
    construct: (args: Args): LiveRecord => {
      const { text = '', selectionStart = 0, selectionEnd = 0 } = givenOf(args[0]);
      const record: LiveRecord = { text: `${text}`, characterBoundsRangeStart: 0, '%elements': [], '%bounds': [] };
      place(record, selectionStart, selectionEnd);
      return record;
    },
    attachedElements(this: LiveRecord) {
      return [...(this['%elements'] as object[])];
    },
    characterBounds(this: LiveRecord) {
      return [...(this['%bounds'] as object[])];
    },
    updateCharacterBounds(this: LiveRecord, args: Args) {
      this['characterBoundsRangeStart'] = number(args[0]);
      this['%bounds'] = [...(args[1] as Iterable<object>)];
    },
    updateControlBounds: () => undefined,
    updateSelectionBounds: () => undefined,
    updateSelection(this: LiveRecord, args: Args) {
      place(this, args[0], args[1]);
    },
    updateText(this: LiveRecord, args: Args) {
      const text = this['text'] as string;
      const [from, to] = [min(number(args[0]), text.length), min(number(args[1]), text.length)];
      this['text'] = `${stringSlice(text, 0, min(from, to))}${args[2]}${stringSlice(text, max(from, to))}`;
    },
  });
  defineBehaviour('TextFormat', {
    construct: (args: Args): LiveRecord => {
      const { rangeStart = 0, rangeEnd = 0, underlineStyle = 'none', underlineThickness = 'none' } = givenOf(args[0]);
      return { rangeStart: number(rangeStart), rangeEnd: number(rangeEnd), underlineStyle, underlineThickness };
    },
  });
}

/** Whether text that is typed into an element goes to an EditContext. */
export function hasEditContext(element: PageNode): boolean {
  return weakGet(contexts, element) !== undefined;
}

/** The text of an element's context; `null` where it has none. */
export function editedText(element: PageNode): string | null {
  const context = weakGet(contexts, element);
  return context === undefined ? null : (liveRecord(context, NAME)!['text'] as string);
}

/** What is selected there. */
export function editedSelection(element: PageNode): { readonly start: number; readonly end: number } {
  const record = liveRecord(weakGet(contexts, element), NAME)!;
  const [one, two] = [record['selectionStart'] as number, record['selectionEnd'] as number];
  return { start: min(one, two), end: max(one, two) };
}

/** "update the text": the part in which both differ, and where the caret stands behind it. */
export function editText(element: PageNode, value: string): void {
  const context = weakGet(contexts, element)!;
  const record = liveRecord(context, NAME)!;
  const before = record['text'] as string;
  let start = 0;
  while (start < before.length && start < value.length && before[start] === value[start]) start++;
  let end = before.length;
  let newEnd = value.length;
  while (end > start && newEnd > start && before[end - 1] === value[newEnd - 1]) {
    end--;
    newEnd--;
  }
  record['text'] = value;
  place(record, newEnd, newEnd);
  const init = {
    updateRangeStart: start,
    updateRangeEnd: end,
    text: stringSlice(value, start, newEnd),
    selectionStart: newEnd,
    selectionEnd: newEnd,
  };
  dispatchTrusted(context, lazyEvent('TextUpdateEvent', 'textupdate', init));
}

function setContext(element: PageNode, value: unknown): void {
  const where = "Failed to set the 'editContext' property on 'HTMLElement': ";
  const record = value === null ? null : liveRecord(value, NAME);
  if (value !== null && record === null) throw new TypeError(`${where}Failed to convert value to 'EditContext'.`);
  const name = element[LOCAL_NAME] ?? '';
  if (!hasWord(ELEMENTS, name) && name.indexOf('-') < 0) {
    throw domException('NotSupportedError', `${where}This element does not support EditContext`);
  }
  if (record !== null && (record['%elements'] as object[]).some((each) => each !== element)) {
    throw domException('NotSupportedError', `${where}An EditContext can be only be associated with a single element`);
  }
  const before = liveRecord(weakGet(contexts, element), NAME);
  if (before !== null) before['%elements'] = [];
  if (record === null) weakDelete(contexts, element);
  else {
    record['%elements'] = [element];
    weakSet(contexts, element, value as object);
  }
}

export function installEditContexts(): void {
  defineLater(`${NAME} TextFormat`, defineEditContexts);
  defineMembers<PageNode>('HTMLElement', {
    get editContext(): object | null {
      return weakGet(contexts, this) ?? null;
    },
    set editContext(value: unknown) {
      setContext(this, value);
    },
  });
}
