/**
 * The selection inside of text controls: selectionStart, selectionEnd, setSelectionRange(), select().
 *
 * Without one of its own, a control's selection is a caret behind its text.
 *
 * HTML §4.10.19 https://html.spec.whatwg.org/#textFieldSelection
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { hasWord, max, min, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { currentValue, inputType, setControlValue, textAreaValue } from './form-controls.ts';
import { defineMembers } from './interfaces.ts';

interface TextSelection {
  readonly start: number;
  readonly end: number;
  readonly direction: 'forward' | 'backward' | 'none';
}

/** Input types whose text can be selected by script. */
const SELECTABLE = ' text search url tel password ';
const selections = new WeakMap<StoreNode, TextSelection>();

function textOf(control: PageNode): string {
  return control.localName === 'textarea' ? textAreaValue(control) : currentValue(control);
}

function isSelectable(control: PageNode): boolean {
  return control.localName === 'textarea' || hasWord(SELECTABLE, inputType(control));
}

function selectionOf(control: PageNode): TextSelection | null {
  if (!isSelectable(control)) return null;
  const { length } = textOf(control);
  const { start, end, direction } = weakGet(selections, control) ?? { start: length, end: length, direction: 'none' };
  return { start: min(start, length), end: min(end, length), direction };
}

function select(control: PageNode, from: unknown, to: unknown, direction: unknown): void {
  if (!isSelectable(control)) {
    throw domException('InvalidStateError', `An input of type '${inputType(control)}' does not support selection.`);
  }
  const { length } = textOf(control);
  const end = min(max(0, Number(to) || 0), length);
  const start = min(max(0, Number(from) || 0), end);
  const known = direction === 'forward' || direction === 'backward' ? direction : 'none';
  weakSet(selections, control, { start, end, direction: known });
}

export function installTextSelection(): void {
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement']) {
    defineMembers<PageNode>(name, {
      get selectionStart(): number | null {
        return selectionOf(this)?.start ?? null;
      },
      set selectionStart(value: unknown) {
        const { end, direction } = selectionOf(this) ?? { end: 0, direction: 'none' };
        select(this, value, max(end, Number(value) || 0), direction);
      },
      get selectionEnd(): number | null {
        return selectionOf(this)?.end ?? null;
      },
      set selectionEnd(value: unknown) {
        const { start, direction } = selectionOf(this) ?? { start: 0, direction: 'none' };
        select(this, start, value, direction);
      },
      get selectionDirection(): string | null {
        return selectionOf(this)?.direction ?? null;
      },
      set selectionDirection(value: unknown) {
        const { start, end } = selectionOf(this) ?? { start: 0, end: 0 };
        select(this, start, end, value);
      },
      setSelectionRange(start: unknown, end: unknown, direction: unknown = 'none'): void {
        select(this, start, end, direction);
      },
      setRangeText(replacement: unknown, ...range: unknown[]): void {
        const text = textOf(this);
        const { start, end } = selectionOf(this) ?? { start: 0, end: 0 };
        const from = range.length > 0 ? Number(range[0]) || 0 : start;
        const to = range.length > 1 ? Number(range[1]) || 0 : end;
        setControlValue(this, `${text.slice(0, from)}${replacement}${text.slice(to)}`);
      },
      select(): void {
        if (isSelectable(this)) select(this, 0, textOf(this).length, 'none');
      },
    });
  }
}
