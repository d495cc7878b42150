/**
 * Reads values that came out of an isolate: each has the type and the length it should have, or is refused.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function refuse(what: string): AgentBrowserError {
  return new AgentBrowserError('internal_error', `The page's realm gave ${what} in a wrong form. Reload the page.`);
}

export function parse(text: unknown, what: string): unknown {
  if (typeof text !== 'string' || text.length > LIMITS.realmAnswerChars) throw refuse(what);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AgentBrowserError('internal_error', `The page's realm gave ${what} that is not JSON. Reload the page.`, {
      cause: error,
    });
  }
}

export function fields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(what);
  return value as Fields;
}

export function list(value: unknown, maxLength: number, what: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length > maxLength) throw refuse(what);
  return value;
}

export function string(value: unknown, maxLength: number, what: string): string {
  if (typeof value !== 'string' || value.length > maxLength) throw refuse(what);
  return value;
}

export function number(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse(what);
  return value;
}

export function boolean(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw refuse(what);
  return value;
}

export function orNull<Result>(value: unknown, read: (value: unknown) => Result): Result | null {
  return value === null ? null : read(value);
}

/** One of a few words. */
export function oneOf<Word extends string>(value: unknown, words: readonly Word[], what: string): Word {
  if (!words.includes(value as Word)) throw refuse(what);
  return value as Word;
}

export function readHeader(value: unknown): readonly [string, string] {
  const [name, text] = list(value, 2, 'a header');
  return [string(name, LIMITS.headerBytes, 'a header'), string(text, LIMITS.headerBytes, 'a header')];
}
