/**
 * How a person names an element: by its id, as `3` or `@e3`, or by a CSS selector.
 */
import type { ElementTarget } from '../protocol/methods.ts';
import { UsageError } from './usage-error.ts';

export function readTarget(text: string): ElementTarget {
  const id = /^@?e?(\d{1,9})$/.exec(text);
  if (id !== null) {
    const number = Number(id[1]);
    if (number < 1) throw new UsageError(`Ids of elements begin with 1; '${text}' is none.`);
    return number;
  }
  if (text.trim() === '') throw new UsageError('An element is named by its id or a CSS selector.');
  return { selector: text };
}
