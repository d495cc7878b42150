/**
 * What children of elements with a shadow tree of the browser's own inherit: the style of the slot they are in.
 *
 * In:  a child, its parent, the parent's style. Out: the style to inherit from, which is mostly the parent's.
 *
 * HTML §15.3 https://html.spec.whatwg.org/#flow-content-3 (details), CSS Scoping 1 §3.2 (inheritance)
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { type DomElement, isHtml, previousElementSibling } from '../html/node-tree.ts';
import { anonymousStyle } from './compute.ts';
import type { ComputedStyle, StyleResolver } from './computed-style.ts';

/** Elements with a shadow tree of the browser's own: 'inherit' in a child reaches no further than the slot there. */
const HAVE_A_SLOT: ReadonlySet<string> = new Set(['details', 'select', 'optgroup', 'object']);

function isFirstSummary(child: DomElement): boolean {
  if (child[LOCAL_NAME] !== 'summary') return false;
  let before = previousElementSibling(child);
  while (before !== null && before[LOCAL_NAME] !== 'summary') before = previousElementSibling(before);
  return before === null;
}

/** What a child inherits from where the browser has put a slot around it. */
export function slotStyle(
  child: DomElement,
  parent: DomElement,
  style: ComputedStyle,
  styles: Pick<StyleResolver, 'pseudoStyleOf'>,
): ComputedStyle {
  if (!HAVE_A_SLOT.has(parent[LOCAL_NAME]) || !isHtml(parent)) return style;
  if (parent[LOCAL_NAME] !== 'details' || isFirstSummary(child)) return anonymousStyle(style, 'contents');
  return styles.pseudoStyleOf(parent, 'details-content') ?? style;
}
