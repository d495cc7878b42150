/**
 * <details>: a summary that is always shown, and a box for the rest that is hidden while closed.
 *
 * In:  a <details> element, its children and its style.
 * Out: the summary among its children, a summary for those that have none, and the box of ::details-content.
 *
 * HTML §15.5.5 https://html.spec.whatwg.org/multipage/rendering.html#the-details-and-summary-elements
 */
import { type DomElement, type DomNode, hasAttribute, isElement, isHtml } from '../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import { Box } from './box.ts';
import { boxType } from './box-kind.ts';
import { deriveStyle } from './derive-style.ts';

const DEFAULT_SUMMARY = 'Details';
const SIZE_CONTAINMENT = ['size', 'layout', 'style', 'paint'];

export function firstSummary(children: readonly DomNode[]): DomElement | null {
  for (const child of children) {
    if (isElement(child) && child.localName === 'summary' && isHtml(child)) return child;
  }
  return null;
}

/** The style of the summary that the browser adds where the page has none. */
export function defaultSummaryStyle(details: DomElement, style: ComputedStyle, styles: StyleResolver): ComputedStyle {
  const listStyleType = hasAttribute(details, 'open') ? 'disclosure-open' : 'disclosure-closed';
  return deriveStyle(styles.anonymousStyle(style, 'list-item'), { listStyleType, listStylePosition: 'inside' });
}

export function defaultSummaryText(style: ComputedStyle): Box {
  const text = new Box('text', null, null, style, true);
  text.text = DEFAULT_SUMMARY;
  return text;
}

/** The box around everything but the summary. While it is closed, its content has boxes but takes no room. */
export function detailsContentBox(details: DomElement, style: ComputedStyle, styles: StyleResolver): Box | null {
  const own = styles.pseudoStyleOf(details, 'details-content') ?? styles.anonymousStyle(style, 'block');
  if (own.display === 'none') return null;
  const isOpen = hasAttribute(details, 'open');
  const isHidden = own.contentVisibility === 'hidden' || (!isOpen && own.contentVisibility === 'visible');
  const used = isHidden ? deriveStyle(own, { contentVisibility: 'hidden', contain: SIZE_CONTAINMENT }) : own;
  const type = boxType(used.display);
  return new Box(type.kind, details, 'details-content', used, type.inlineLevel);
}
