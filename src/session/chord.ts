/**
 * A chord as callers write it, such as `Control+Shift+a`, and the keys that it means.
 *
 * In:  text: modifiers joined by '+', then a key by its name in KeyboardEvent.key or by an everyday name.
 * Out: the key and its modifiers; `invalid_argument` for a key that there is none of.
 *
 * UI Events KeyboardEvent key Values https://w3c.github.io/uievents-key/
 */
import { AgentBrowserError } from '../errors.ts';
import type { Modifier } from '../page/messages.ts';

export interface Chord {
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ['alt', 'Alt'],
  ['option', 'Alt'],
  ['control', 'Control'],
  ['ctrl', 'Control'],
  ['controlormeta', 'Control'],
  ['meta', 'Meta'],
  ['cmd', 'Meta'],
  ['command', 'Meta'],
  ['shift', 'Shift'],
]);

const NAMED = [
  'Backspace',
  'Tab',
  'Enter',
  'Escape',
  'PageUp',
  'PageDown',
  'End',
  'Home',
  'ArrowLeft',
  'ArrowUp',
  'ArrowRight',
  'ArrowDown',
  'Insert',
  'Delete',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
] as const;

const KEYS: ReadonlyMap<string, string> = new Map([
  ...NAMED.map((name) => [name.toLowerCase(), name] as const),
  ['space', ' '],
  ['esc', 'Escape'],
  ['return', 'Enter'],
  ['del', 'Delete'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['plus', '+'],
]);

export function parseChord(text: string): Chord {
  // A '+' at the end is the key itself.
  const parts = text.endsWith('+') ? [...text.slice(0, -1).split('+').filter(Boolean), '+'] : text.split('+');
  const name = parts.pop() ?? '';
  const modifiers = parts.map((part) => {
    const modifier = MODIFIERS.get(part.toLowerCase());
    if (modifier === undefined) throw unknownKey(part);
    return modifier;
  });
  return { key: keyOf(name), modifiers: [...new Set(modifiers)] };
}

export function modifiersOf(names: readonly string[]): Modifier[] {
  return names.map((name) => {
    const modifier = MODIFIERS.get(name.toLowerCase());
    if (modifier === undefined) throw unknownKey(name);
    return modifier;
  });
}

function keyOf(name: string): string {
  if ([...name].length === 1) return name;
  const key = KEYS.get(name.toLowerCase()) ?? MODIFIERS.get(name.toLowerCase());
  if (key === undefined) throw unknownKey(name);
  return key;
}

function unknownKey(name: string): AgentBrowserError {
  return new AgentBrowserError(
    'invalid_argument',
    `There is no key '${name.slice(0, 40)}'. Give a character, a name such as Enter, Tab or ArrowDown, or a chord such as Control+a.`,
  );
}
