/**
 * <details>: a summary that is always shown, and a box for the rest that is hidden while closed.
 *
 * In:  a <details> element, its children and its style.
 * Out: the summary among its children, a summary for those that have none, and the box of ::details-content.
 *
 * HTML §15.5.5 https://html.spec.whatwg.org/multipage/rendering.html#the-details-and-summary-elements
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { type DomElement, type DomNode, hasAttribute, isElement, isHtml } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { boxType } from './box-kind.ts';
import { generatedText } from './generated-content.ts';
import { insideSymbol } from './marker.ts';

const DEFAULT_SUMMARY = 'Details';
const SIZE_CONTAINMENT = ['size', 'layout', 'style', 'paint'];

export function firstSummary(children: readonly DomNode[]): DomElement | null {
  for (const child of children) {
    if (isElement(child) && child[LOCAL_NAME] === 'summary' && isHtml(child)) return child;
  }
  return null;
}

/** The summary that the browser adds where the page has none. */
export function defaultSummary(details: DomElement, style: ComputedStyle, styles: StyleResolver): Box {
  const type = hasAttribute(details, 'open') ? 'disclosure-open' : 'disclosure-closed';
  const itemStyle = deriveStyle(styles.anonymousStyle(style, 'list-item'), { listStyleType: type });
  const summary = new Box('flow', null, null, itemStyle, false);
  summary.replaceChildren([insideSymbol(type, itemStyle), generatedText(DEFAULT_SUMMARY, itemStyle)]);
  summary.inlineContent = true;
  return summary;
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
