/**
 * How many tokens a text costs at most, without a tokenizer.
 *
 * In:  text. Out: a number that is not below what the usual vocabularies (o200k, cl100k) need; about a quarter above it
 *      for prose. A ceiling that is kept by guessing too high is kept; one that is kept by guessing too low is not.
 *
 * Vocabularies know common words whole, pieces of two or three letters of uncommon ones, and digits in threes.
 */

/**
 * A run of letters, of digits, of what JSON is held together by; another character; or space that is no part of the word
 * behind it: that before digits, and more than one.
 */
const PIECE = /([a-z]+|[A-Z][a-z]*|[A-Z]+)|(\d+)|(["{}[\]:,]+)|([^\s\w]|_)|(\s+(?=\d)|\s{2,}|[^\S ])/gu;

const LETTERS_PER_TOKEN = 4;
const DIGITS_PER_TOKEN = 3;
/** Names and words of other languages come in smaller pieces. */
const MARGIN = 1.06;
/** `":"`, `","` and `"},{"` are known whole. */
const MARKS_PER_TOKEN = 3;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece, letters, digits, marks, other] of text.matchAll(PIECE)) {
    if (letters !== undefined) tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    else if (digits !== undefined) tokens += Math.ceil(piece.length / DIGITS_PER_TOKEN);
    else if (marks !== undefined) tokens += Math.ceil(piece.length / MARKS_PER_TOKEN);
    else if (other !== undefined) tokens += piece.charCodeAt(0) < 0x80 ? 1 : charTokens(piece.codePointAt(0)!);
    else tokens += 1;
  }
  return Math.ceil(tokens * MARGIN);
}

/** Letters of other scripts cost up to one token each, pictures up to three. */
function charTokens(codePoint: number): number {
  if (codePoint >= 0x1_0000) return 3;
  return codePoint >= 0x2000 && codePoint < 0x3000 ? 2 : 1.5;
}
