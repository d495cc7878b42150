/**
 * Which boxes begin a new block formatting context, or another kind of formatting context.
 *
 * CSS Display 3 §4, CSS 2.2 §9.4.1, CSS Contain 2 §3, CSS Multi-column 1 §2, CSS Align 3 §5.1.1
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { isHtml } from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Display } from '../../style/display.ts';
import type { Box } from '../box.ts';
import { isScrollContainer } from '../sizing.ts';

const FLOW_ROOTS: ReadonlySet<Display> = new Set<Display>([
  'flow-root',
  'inline-block',
  'flow-root-list-item',
  'inline-block-list-item',
]);

/** Whether an in-flow block-level child keeps its floats and margins to itself. */
export function startsFormattingContext(box: Box): boolean {
  if (box.kind !== 'flow') return true;
  const { style } = box;
  if (box.isAnonymous) return style.display === 'flow-root';
  return (
    FLOW_ROOTS.has(style.display) ||
    scrollsItself(box) ||
    style.contain.includes('layout') ||
    style.contain.includes('paint') ||
    style.contentVisibility !== 'visible' ||
    style.containerType !== 'normal' ||
    isMultiColumn(style) ||
    style.columnSpan === 'all' ||
    style.alignContent.position !== 'normal' ||
    (box.parent !== null && style.writingMode !== box.parent.style.writingMode) ||
    isFormattingElement(box)
  );
}

export function isMultiColumn(style: ComputedStyle): boolean {
  return style.columnCount !== 'auto' || style.columnWidth !== 'auto';
}

/** CSS Multi-column 1 §6: whether a box is one that interrupts the columns of the container it is a child of. */
export function spansColumns({ parent, style, isAnonymous, isFloating, isOutOfFlow }: Box): boolean {
  if (style.columnSpan !== 'all' || isAnonymous || isFloating || isOutOfFlow) return false;
  return parent !== null && isMultiColumn(parent.style) && !parent.inlineContent;
}

/** The root, fieldsets, their legends and buttons are formatting contexts whatever their style. */
function isFormattingElement(box: Box): boolean {
  const { node } = box;
  if (node === null || box.pseudo !== null) return false;
  if (node[LOCAL_NAME] === 'html') return true;
  if (!isHtml(node)) return false;
  return node[LOCAL_NAME] === 'fieldset' || node[LOCAL_NAME] === 'button' || node[LOCAL_NAME] === 'legend';
}

/** CSS Overflow 3 §3.3: body's overflow is the viewport's when the root has none, and body itself stays visible. */
export function overflowIsTheViewports(box: Box): boolean {
  if (box.node === null || box.pseudo !== null || box.node[LOCAL_NAME] !== 'body') return false;
  const root = box.parent;
  if (root === null || root.node === null || root.node[LOCAL_NAME] !== 'html') return false;
  return root.style.overflowX === 'visible' && root.style.contain.length === 0 && box.style.contain.length === 0;
}

/** Whether a box scrolls its content itself. */
export function scrollsItself(box: Box): boolean {
  return isScrollContainer(box.style) && !overflowIsTheViewports(box);
}
