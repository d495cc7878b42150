/**
 * 'text-transform'.
 *
 * In:  a text node's data, the transform, the language, and the character before the text in the same paragraph.
 * Out: the text that is laid out.
 *
 * CSS Text 3 §2.1 https://drafts.csswg.org/css-text-3/#text-transform
 */
import type { ComputedStyle } from '../../style/computed-style.ts';

type TextTransform = ComputedStyle['textTransform'];

export function transformText(text: string, transform: TextTransform, language: string, before: string): string {
  switch (transform) {
    case 'none':
      return text;
    case 'uppercase':
      return text.toLocaleUpperCase(casingLocale(language));
    case 'lowercase':
      return text.toLocaleLowerCase(casingLocale(language));
    case 'capitalize':
      return capitalize(text, before);
    case 'full-width':
      return text.replace(/[ !-~]/g, fullWidth);
  }
}

/** Languages whose letters change case in their own way; a malformed tag must not reach toLocaleUpperCase. */
const OWN_CASING = /^(tr|az|el|lt)(?:-|$)/i;

function casingLocale(language: string): string {
  return OWN_CASING.exec(language)?.[1]?.toLowerCase() ?? 'en';
}

function fullWidth(character: string): string {
  return character === ' ' ? '\u3000' : String.fromCharCode(character.charCodeAt(0) + 0xfee0);
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const LETTER = /\p{L}/u;
/** A letter behind one of these begins a word (UAX #29: they are words of their own). */
const STANDS_ALONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Part of the word that it stands in (UAX #29 WB4). */
const FORMAT = /(?!\u200b)\p{Cf}/u;
/** Marks that join the letters around them into one word (UAX #29 MidLetter). Full stops and colons do not in Chrome. */
const JOINS_LETTERS = /['\u2019\u00b7\u2027]/;

/** Letters with a title case of their own: the Croatian digraphs. */
const TITLE_CASE: Readonly<Record<string, string>> = {
  ǆ: 'ǅ',
  Ǆ: 'ǅ',
  ǉ: 'ǈ',
  Ǉ: 'ǈ',
  ǌ: 'ǋ',
  Ǌ: 'ǋ',
  ǳ: 'ǲ',
  Ǳ: 'ǲ',
};

/** The first letter of each word in title case; a word that began in an earlier node goes on. */
function capitalize(text: string, before: string): string {
  let result = '';
  let previous = before;
  let beforePrevious = '';
  for (const character of text) {
    if (FORMAT.test(character)) {
      result += character;
      continue;
    }
    const continues =
      (WORD_CHARACTER.test(previous) && !STANDS_ALONE.test(previous)) ||
      (JOINS_LETTERS.test(previous) && LETTER.test(beforePrevious));
    result += continues ? character : titleCase(character);
    beforePrevious = previous;
    previous = character;
  }
  return result;
}

/** One character stays one character: 'ß' has no title case of its own. */
function titleCase(character: string): string {
  const own = TITLE_CASE[character];
  if (own !== undefined) return own;
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}
