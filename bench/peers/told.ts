/**
 * Whether answers tell what a page says: a short answer that leaves things out is not a better one.
 *
 * In:  the answers of all tools for one page, and what can be read on it. Out: what is wrong with one of them; `null` when it
 *      can be compared with the others.
 *
 * What a page says is what Chrome has in it and one tool tells at least. Nobody is blamed for leaving out what nobody tells:
 * it may not be seen at all.
 */
import type { Form } from './tool.ts';

/** Long texts are cut, and words are broken: an answer has this share of the words at least. */
const LEAST_WORDS = 0.8;
/** Some count parts of a control: an answer has this share of what another one tells at least. */
const LEAST_CONTROLS = 0.5;

/** @param text what can be read on the page, as Chrome recorded it, or as the tool's own page has it. */
export function faultOf(form: Form, answer: string, all: readonly string[], text: string): string | null {
  // What is told first is as much as the tool thinks fit.
  if (form === 'first' || form === 'now') return null;
  if (form === 'interactive') {
    const most = Math.max(...all.map(controlsIn));
    const told = controlsIn(answer);
    return told >= most * LEAST_CONTROLS ? null : `it tells ${told} elements that can be acted on, another one ${most}`;
  }
  const onPage = wordsOf(text);
  const somewhere = new Set(all.flatMap((each) => [...wordsOf(each)]).filter((word) => onPage.has(word)));
  if (somewhere.size === 0) return null;
  const told = wordsOf(answer);
  const share = [...somewhere].filter((word) => told.has(word)).length / somewhere.size;
  return share >= LEAST_WORDS
    ? null
    : `it tells ${Math.floor(100 * share)} % of the words of the page that others tell`;
}

/** Shorter ones are everywhere. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}

/** Told as what can be acted on by some, and not by others: cells and headings, parts of a field, options of a list. */
const NO_CONTROL =
  /^\W*(?:\d+(?:-\d+)?\W+)?(?:cell|columnheader|gridcell|heading|image|img|listitem|option|row|rowheader|spinbutton)\b/;

/** Controls that have a name: `[ref=e3]` of others; lines of ours that begin with `3` or `7-9`, and `[4 link]` in them. */
function controlsIn(answer: string): number {
  // The marks of ours are a line before and a line behind.
  const lines = answer.replace(/^page(\d+):\n([\s\S]*)\n\1$/, '$2').split('\n');
  let count = 0;
  for (const line of lines.filter((each) => !NO_CONTROL.test(each))) {
    const refs = line.match(/\bref=e?\d+/g)?.length ?? 0;
    count += refs;
    if (refs > 0) continue;
    for (const [, first, last] of line.matchAll(/(?:^|\[)(\d+)(?:-(\d+))?(?=[ ,]|$)/g)) {
      count += last === undefined ? 1 : Number(last) - Number(first) + 1;
    }
  }
  return count;
}
