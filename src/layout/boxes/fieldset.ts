/**
 * Fieldsets and their legends.
 *
 * In:  a <fieldset>, its children, and their styles.
 * Out: which legend is the rendered one; a fieldset box with the legend first and the rest in one anonymous box.
 *
 * HTML §15.3.13 https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import {
  type DomElement,
  firstChild,
  following,
  followingSkippingChildren,
  isElement,
  isHtml,
} from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import type { Display } from '../../style/display.ts';
import { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import type { Arrangement } from './arrange.ts';
import { boxType } from './box-kind.ts';

/** The first child legend that is in flow; what has no box is as if its children stood in its place. */
export function renderedLegend(fieldset: DomElement, styles: StyleResolver): DomElement | null {
  let node = firstChild(fieldset);
  while (node !== null) {
    const style = isElement(node) ? styles.styleOf(node) : null;
    if (style !== null && isElement(node) && isLegend(node, style)) return node;
    node = style?.display === 'contents' ? following(node, fieldset) : followingSkippingChildren(node, fieldset);
  }
  return null;
}

function isLegend(element: DomElement, { display, float, position }: ComputedStyle): boolean {
  if (element[LOCAL_NAME] !== 'legend' || !isHtml(element)) return false;
  const inFlow = float === 'none' && position !== 'absolute' && position !== 'fixed';
  return inFlow && display !== 'none' && display !== 'contents';
}

/** Puts the legend first, and everything else into the anonymous content box. */
export function arrangeFieldset(fieldset: Box, legend: Box, arrangement: Arrangement): void {
  const style = contentStyle(fieldset.style, arrangement.styles);
  const content = new Box(boxType(style.display).kind, null, null, style, false);
  content.replaceChildren(fieldset.children.filter((child) => child !== legend));
  arrangement.arrange(content);
  fieldset.legend = legend;
  fieldset.replaceChildren([legend, content]);
}

function contentDisplay(display: Display): Display {
  if (display === 'flex' || display === 'inline-flex') return 'flex';
  return display === 'grid' || display === 'inline-grid' ? 'grid' : 'flow-root';
}

/** The content box takes over what the fieldset's style says about its inside. */
function contentStyle(style: ComputedStyle, styles: StyleResolver): ComputedStyle {
  return deriveStyle(styles.anonymousStyle(style, contentDisplay(style.display)), {
    paddingTop: style.paddingTop,
    paddingRight: style.paddingRight,
    paddingBottom: style.paddingBottom,
    paddingLeft: style.paddingLeft,
    overflowX: style.overflowX,
    overflowY: style.overflowY,
    unicodeBidi: style.unicodeBidi,
    columnCount: style.columnCount,
    columnWidth: style.columnWidth,
    columnFill: style.columnFill,
    columnGap: style.columnGap,
    rowGap: style.rowGap,
    alignContent: style.alignContent,
    alignItems: style.alignItems,
    justifyContent: style.justifyContent,
    justifyItems: style.justifyItems,
    flexDirection: style.flexDirection,
    flexWrap: style.flexWrap,
    gridTemplateRows: style.gridTemplateRows,
    gridTemplateColumns: style.gridTemplateColumns,
    gridTemplateAreas: style.gridTemplateAreas,
    gridAutoRows: style.gridAutoRows,
    gridAutoColumns: style.gridAutoColumns,
    gridAutoFlow: style.gridAutoFlow,
  });
}
