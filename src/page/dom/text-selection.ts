/**
 * The selection inside of text controls: selectionStart, selectionEnd, setSelectionRange(), setRangeText(), select().
 *
 * Without one of its own, a control's selection is a caret at the begin of its text; a value that script sets moves it
 * to the end.
 *
 * HTML §4.10.19 https://html.spec.whatwg.org/#textFieldSelection
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { hasWord, max, min, stringSlice, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { giveFocus, takesFocus } from './focus.ts';
import { inputType } from './form-controls.ts';
import { controlText, setControlValue, setValueHook } from './input-value.ts';
import { defineMembers } from './interfaces.ts';

interface TextSelection {
  readonly start: number;
  readonly end: number;
  readonly direction: 'forward' | 'backward' | 'none';
}

/** Input types whose text can be selected by script. */
const SELECTABLE = ' text search url tel password ';
/** Types for which select() does something. */
const SELECT_ALL = ' text search url tel email password date month week time datetime-local number color file ';
const CARET: TextSelection = { start: 0, end: 0, direction: 'none' };
const selections = new WeakMap<StoreNode, TextSelection>();

function isSelectable(control: PageNode): boolean {
  return control[LOCAL_NAME] === 'textarea' || hasWord(SELECTABLE, inputType(control));
}

/** Where the caret or selection of a control stands. */
export function textSelectionOf(control: PageNode): TextSelection {
  const { length } = controlText(control);
  const { start, end, direction } = weakGet(selections, control) ?? CARET;
  return { start: min(start, length), end: min(end, length), direction };
}

/** "set the selection range" */
export function setTextSelection(control: PageNode, from: number, to: number, direction: unknown): void {
  const { length } = controlText(control);
  const end = min(to, length);
  const start = min(from, end);
  const known = direction === 'forward' || direction === 'backward' ? direction : 'none';
  const old = textSelectionOf(control);
  weakSet(selections, control, { start, end, direction: known });
  if (old.start === start && old.end === end && old.direction === known) return;
  queueTask(() => {
    dispatchTrusted(control, createEvent('Event', 'select', { bubbles: true }));
    dispatchTrusted(control, createEvent('Event', 'selectionchange', { bubbles: true }));
  });
}

function checkSelectable(control: PageNode): void {
  if (isSelectable(control)) return;
  throw domException(
    'InvalidStateError',
    `The input element's type ('${inputType(control)}') does not support selection.`,
  );
}

function position(value: unknown): number {
  return value === null ? 0 : Number(value) >>> 0;
}

/** "set range text": how much of the old selection stays, by mode. */
function setRangeText(control: PageNode, args: ArrayLike<unknown>): void {
  checkSelectable(control);
  const replacement = `${args[0]}`;
  const { start: oldStart, end: oldEnd, direction } = textSelectionOf(control);
  const text = controlText(control);
  let from = args.length > 1 ? Number(args[1]) >>> 0 : oldStart;
  let to = args.length > 1 ? Number(args[2]) >>> 0 : oldEnd;
  const mode = args[3] === undefined ? 'preserve' : `${args[3]}`;
  if (!hasWord(' preserve select start end ', mode)) {
    throw new TypeError(`The provided value '${mode}' is not a valid enum value of type SelectionMode.`);
  }
  if (from > to) throw domException('IndexSizeError', 'The start is larger than the end.');
  from = min(from, text.length);
  to = min(to, text.length);
  setControlValue(control, `${stringSlice(text, 0, from)}${replacement}${stringSlice(text, to)}`);
  const newEnd = from + replacement.length;
  switch (mode) {
    case 'select':
      setTextSelection(control, from, newEnd, 'none');
      return;
    case 'start':
      setTextSelection(control, from, from, 'none');
      return;
    case 'end':
      setTextSelection(control, newEnd, newEnd, 'none');
      return;
  }
  const delta = replacement.length - (to - from);
  const start = oldStart > to ? oldStart + delta : min(oldStart, from);
  const end = oldEnd > to ? oldEnd + delta : oldEnd > from ? newEnd : oldEnd;
  setTextSelection(control, start, end, direction);
}

export function installTextSelection(): void {
  setValueHook((control) => {
    const { length } = controlText(control);
    weakSet(selections, control, { start: length, end: length, direction: 'none' });
  });
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement']) {
    defineMembers<PageNode>(name, {
      get selectionStart(): number | null {
        return isSelectable(this) ? textSelectionOf(this).start : null;
      },
      set selectionStart(value: unknown) {
        checkSelectable(this);
        const { end, direction } = textSelectionOf(this);
        const start = position(value);
        setTextSelection(this, start, max(start, end), direction);
      },
      get selectionEnd(): number | null {
        return isSelectable(this) ? textSelectionOf(this).end : null;
      },
      set selectionEnd(value: unknown) {
        checkSelectable(this);
        const { start, direction } = textSelectionOf(this);
        setTextSelection(this, start, position(value), direction);
      },
      get selectionDirection(): string | null {
        return isSelectable(this) ? textSelectionOf(this).direction : null;
      },
      set selectionDirection(value: unknown) {
        checkSelectable(this);
        const { start, end } = textSelectionOf(this);
        setTextSelection(this, start, end, value);
      },
      setSelectionRange(start: unknown, end: unknown, direction: unknown = 'none'): void {
        checkSelectable(this);
        setTextSelection(this, position(start), position(end), direction);
      },
      setRangeText(...args: unknown[]): void {
        setRangeText(this, args);
      },
      select(): void {
        const isText = this[LOCAL_NAME] === 'textarea' || hasWord(SELECT_ALL, inputType(this));
        if (!isText) return;
        setTextSelection(this, 0, controlText(this).length, 'none');
        // As Chrome does, which buttons that copy count on; the standard leaves the focus where it is.
        if (takesFocus(this)) giveFocus(this, true);
      },
    });
  }
}
