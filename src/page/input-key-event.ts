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

/** What Shift writes with the keys of a keyboard of the United States. */
const SHIFTED = '~`!1@2#3$4%5^6&7*8(9)0_-+={[}]|\\:;"\'<,>.?/';

/** The character that is written on the key, and whether it takes Shift to write this one. */
function onKey(key: string): readonly [plain: string, isShifted: boolean] {
  if (key.length !== 1) return [key, false];
  for (let at = 0; at < SHIFTED.length; at += 2) if (SHIFTED[at] === key) return [SHIFTED[at + 1]!, true];
  const upper = charCodeAt(key, 0);
  return [key, upper >= 0x41 && upper <= 0x5a];
}

/** Whether it takes Shift to write a character. */
export function needsShift(key: string): boolean {
  return onKey(key)[1];
}

/** Numbers of the keys that write signs. */
const SIGN_CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  ';': 186,
  '=': 187,
  ',': 188,
  '-': 189,
  '.': 190,
  '/': 191,
  '`': 192,
  '[': 219,
  '\\': 220,
  ']': 221,
  "'": 222,
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
  const plain = onKey(key)[0];
  const upper = key.length === 1 ? charCodeAt(toUpperCase(plain), 0) : 0;
  const isPress = type === 'keypress';
  const charCode = isPress ? (key === 'Enter' ? 13 : charCodeAt(key, 0)) : 0;
  const keyCode = isPress ? charCode : (KEY_CODES[key] ?? SIGN_CODES[plain] ?? upper);
  const init = {
    ...keys,
    bubbles: true,
    cancelable: true,
    composed: true,
    key,
    code: codeOf(plain, upper),
    // The keys on the left, which there are two of.
    location: CODES[key]?.endsWith('Left') === true && key.length > 1 ? 1 : 0,
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
