/**
 * The level of a heading: ':heading' and ':heading()'.
 *
 * In:  an element. Out: 1 to 9, or `null` when it is no heading. Roles have no part in it.
 *
 * Selectors 5 §9 https://drafts.csswg.org/selectors-5/#headings, HTML §4.3.11 "heading level", "computed heading offset"
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement, hasAttribute, hostAbove, isHtml, parentElement } from '../../html/node-tree.ts';

const HEADING = /^h[1-6]$/;
const MAX_LEVEL = 9;
/** HTML: headingoffset is clamped to this. */
const MAX_OFFSET = 8;

export function headingLevel(element: DomElement): number | null {
  if (!isHtml(element) || !HEADING.test(element[LOCAL_NAME])) return null;
  return Math.min(MAX_LEVEL, Number(element[LOCAL_NAME][1]) + headingOffset(element));
}

export function hasHeadingLevel(element: DomElement, levels: readonly number[]): boolean {
  const level = headingLevel(element);
  return level !== null && levels.includes(level);
}

/** The offsets of the element and of all it is in, up to the first 'headingreset'. */
function headingOffset(element: DomElement): number {
  let offset = 0;
  for (let at: DomElement | null = element; at !== null; at = parentElement(at) ?? hostAbove(at)) {
    if (!isHtml(at)) continue;
    // "Rules for parsing non-negative integers": what follows the digits is ignored.
    const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(attribute(at, 'headingoffset') ?? '');
    if (digits !== null) offset += Math.min(MAX_OFFSET, Number(digits[1]));
    if (hasAttribute(at, 'headingreset')) break;
  }
  return offset;
}
