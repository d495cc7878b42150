/**
 * Texts that were cut short in the middle of a secret.
 *
 * In:  a text, and secrets in small letters without what does not show. Out: where the beginning of a secret stands at the
 *      text's end, if it was cut there; -1 otherwise. Whole texts are left alone: a label may well end in 'password'.
 */
import { LIMITS } from '../limits.ts';
import { decodings } from './redact-decode.ts';
import { foldedReading, plainReading, textOf } from './redact-views.ts';

/** The shortest beginning that tells something. */
const LEAST = 4;
/** The longest form of a secret's beginning that is looked at. */
const WINDOW = 600;

export function cutOffSecret(text: string, secrets: Iterable<string>): number {
  const mark = /(?:…|\.\.\.)$/.exec(text);
  if (mark === null && text.length < LIMITS.eventChars) return -1;
  const end = mark?.index ?? text.length;
  const from = Math.max(0, end - WINDOW);
  let earliest = -1;
  for (const reading of decodings(plainReading(text.slice(from, end)))) {
    const folded = foldedReading(reading, 'visible');
    const words = textOf(folded);
    for (const secret of secrets) {
      const length = overlap(words, secret);
      if (length < LEAST) continue;
      const start = from + folded.starts[words.length - length]!;
      earliest = earliest < 0 ? start : Math.min(earliest, start);
    }
  }
  return earliest;
}

/** How much of the secret's beginning the text ends with. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= LEAST; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
