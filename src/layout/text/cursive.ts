/**
 * Which parts of a text are in scripts whose letters are joined: space between them would tear words apart.
 *
 * In:  the text of a paragraph. Out: a mark for each code unit that is in such a part.
 *
 * CSS Text 4, appendix on cursive scripts https://drafts.csswg.org/css-text-4/#cursive-scripts
 */

const CURSIVE =
  /[\p{Script=Arabic}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Phags_Pa}\p{Script=Syriac}]/u;
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;
const SPACE = /\s/u;

/**
 * 1 for what is cursive; `null` where nothing is. Characters of no script of their own, as digits and full stops, belong to
 * the letters before them, or else to the first ones. Spaces belong to none.
 */
export function cursiveParts(text: string): Uint8Array | null {
  if (!CURSIVE.test(text)) return null;
  const parts = new Uint8Array(text.length);
  let isCursive: boolean | null = null;
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    if (!COMMON.test(character)) {
      const isOwn = CURSIVE.test(character);
      if (isCursive === null && isOwn) markWords(text, parts, at);
      isCursive = isOwn;
    }
    if (isCursive === true && !SPACE.test(character)) parts.fill(1, at, next);
    at = next;
  }
  return parts;
}

/** What stands before the first letters of a text. */
function markWords(text: string, parts: Uint8Array, end: number): void {
  for (let at = 0; at < end; at++) if (!SPACE.test(text[at]!)) parts[at] = 1;
}
