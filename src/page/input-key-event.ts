/**
 * One event of the keyboard, with the codes that old and new listeners read.
 *
 * UI Events §3.7 https://w3c.github.io/uievents/#events-keyboardevents, UI Events KeyboardEvent key and code values
 */
import type { PageNode } from './dom/create-node.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { charCodeAt, toUpperCase } from './primordials.ts';

const KEY_CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  F1: 112,
  F2: 113,
  F3: 114,
  F4: 115,
  F5: 116,
  F6: 117,
  F7: 118,
  F8: 119,
  F9: 120,
  F10: 121,
  F11: 122,
  F12: 123,
};

/** Characters that share their key with another one, on a keyboard of the United States. */
const CODES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ' ': 'Space',
  '-': 'Minus',
  '=': 'Equal',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  ';': 'Semicolon',
  "'": 'Quote',
  '`': 'Backquote',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  Shift: 'ShiftLeft',
  Control: 'ControlLeft',
  Alt: 'AltLeft',
  Meta: 'MetaLeft',
};

/** `false` when a listener cancelled it. */
export function keyEvent(target: PageNode, type: string, key: string, keys: object = {}): boolean {
  const upper = key.length === 1 ? charCodeAt(toUpperCase(key), 0) : 0;
  const isPress = type === 'keypress';
  const charCode = isPress ? (key === 'Enter' ? 13 : charCodeAt(key, 0)) : 0;
  const keyCode = isPress ? charCode : (KEY_CODES[key] ?? upper);
  const init = {
    ...keys,
    bubbles: true,
    cancelable: true,
    composed: true,
    key,
    code: codeOf(key, upper),
    view: globalThis,
  };
  return dispatchTrusted(target, createEvent('KeyboardEvent', type, { ...init, keyCode, charCode }));
}

function codeOf(key: string, upper: number): string {
  const known = CODES[key];
  if (known !== undefined) return known;
  if (key.length > 1) return key;
  if (upper >= 0x41 && upper <= 0x5a) return `Key${toUpperCase(key)}`;
  return upper >= 0x30 && upper <= 0x39 ? `Digit${key}` : '';
}
