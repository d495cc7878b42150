/**
 * Which boxes are containing blocks for absolutely and fixed positioned descendants.
 *
 * CSS Position 3 §2.1, CSS Transforms 1 §3, CSS Contain 2 §3, Filter Effects 1 §5
 */
import { elementState } from '../html/node-state.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';
import { takesContainment } from './containment.ts';

const MAKES_CONTAINER = new Set([
  'transform',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'filter',
  'backdrop-filter',
  'contain',
]);

/** Properties that make a box contain fixed positioned descendants too. */
function containsByEffect(style: ComputedStyle): boolean {
  return (
    style.transform.length > 0 ||
    style.translate.length > 0 ||
    style.scale.length > 0 ||
    style.rotate !== 0 ||
    style.perspective !== 'none' ||
    style.hasFilter ||
    style.willChange.some((name) => MAKES_CONTAINER.has(name))
  );
}

function containsByContainment(style: ComputedStyle): boolean {
  return style.contain.includes('paint') || style.contain.includes('layout') || style.contentVisibility !== 'visible';
}

/** Transforms and containment do nothing to inline boxes and to table columns (CSS Transforms 1 §1.1). */
function takesEffects(box: Box): boolean {
  return box.kind !== 'inline' && box.kind !== 'table-column' && box.kind !== 'table-column-group';
}

export function containsFixed(box: Box): boolean {
  if (box.isAnonymous) return false;
  if (!takesEffects(box)) return box.style.hasFilter;
  return containsByEffect(box.style) || (takesContainment(box) && containsByContainment(box.style));
}

export function containsAbsolute(box: Box): boolean {
  if (box.isAnonymous) return false;
  return box.style.position !== 'static' || box.style.willChange.includes('position') || containsFixed(box);
}

/** CSS Position 4 §3: what is in the top layer is a sibling of the root element, and contained by the page. */
function isOnTop({ node, pseudo }: Box): boolean {
  return node !== null && pseudo === null && elementState(node).topLayer !== undefined;
}

/** Whether `container` is the containing block of an out-of-flow descendant that reaches it. */
export function containsOutOfFlow(container: Box, descendant: Box): boolean {
  if (isOnTop(descendant)) return false;
  return descendant.style.position === 'fixed' ? containsFixed(container) : containsAbsolute(container);
}

/** The nearest of the inline boxes around a box, within its block container, that contains an out-of-flow box. */
export function inlineContainerAround({ parent }: Box, outOfFlow: Box): Box | null {
  for (let box = parent; box !== null && box.kind === 'inline'; box = box.parent) {
    if (containsOutOfFlow(box, outOfFlow)) return box;
  }
  return null;
}
