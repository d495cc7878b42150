/**
 * The margins of an IntersectionObserver's root: one to four lengths in pixels or percent.
 *
 * Intersection Observer §2.1.1 https://w3c.github.io/IntersectionObserver/#parse-a-margin
 */
import { charCodeAt, isAsciiSpace, isNotANumber, stringSlice } from '../primordials.ts';

export interface Margin {
  readonly value: number;
  readonly isPercent: boolean;
}

/** Top, right, bottom and left; `null` for text that is something else. */
export function parseMargins(text: string): readonly Margin[] | null {
  const given: Margin[] = [];
  for (let at = 0; at < text.length; ) {
    if (isAsciiSpace(charCodeAt(text, at))) {
      at++;
      continue;
    }
    let end = at;
    while (end < text.length && !isAsciiSpace(charCodeAt(text, end))) end++;
    const margin = parseMargin(stringSlice(text, at, end));
    if (margin === null || given.length === 4) return null;
    given[given.length] = margin;
    at = end;
  }
  const top = given[0] ?? { value: 0, isPercent: false };
  const right = given[1] ?? top;
  const bottom = given[2] ?? top;
  return [top, right, bottom, given[3] ?? right];
}

function parseMargin(word: string): Margin | null {
  const isPercent = word[word.length - 1] === '%';
  const isPx = stringSlice(word, word.length - 2) === 'px';
  const number = Number(isPercent ? stringSlice(word, 0, -1) : isPx ? stringSlice(word, 0, -2) : word);
  if (word === '' || isNotANumber(number) || (!isPercent && !isPx && number !== 0)) return null;
  return { value: number, isPercent };
}
