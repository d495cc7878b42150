/**
 * Which elements show their back, and nothing of it: the hidden sides of cards that are turned over.
 *
 * In:  an element with 'backface-visibility: hidden', styles of what is around it. Out: whether it faces away.
 *
 * CSS Transforms 2 §9 https://drafts.csswg.org/css-transforms-2/#backface-visibility-property
 *
 * Differs: of several turns around different axes only the sign is told, which is exact for half turns.
 */
import type { DomElement } from '../html/node-tree.ts';
import type { ComputedStyle, StyleResolver, TransformFunction } from '../style/computed-style.ts';
import type { FlatTree } from '../style/flat-tree.ts';

export function showsNoFace(element: DomElement, style: ComputedStyle, styles: StyleResolver, tree: FlatTree): boolean {
  if (style.backfaceVisibility !== 'hidden') return false;
  let isAway = isTurned(style);
  // What is around it in the same space turns it as well.
  for (let at = tree.parentOf(element); at !== null; at = tree.parentOf(at)) {
    const outer = styles.styleOf(at);
    if (outer.transformStyle !== 'preserve-3d') break;
    if (isTurned(outer)) isAway = !isAway;
  }
  return isAway;
}

function isTurned({ transform }: ComputedStyle): boolean {
  let isAway = false;
  for (const each of transform) if (depthOf(each) < 0) isAway = !isAway;
  return isAway;
}

/** Where a function takes what points at the viewer: towards (above 0) or away (below 0). Angles are degrees. */
function depthOf({ name, args }: TransformFunction): number {
  const number = (index: number): number => (typeof args[index] === 'number' ? args[index] : 0);
  const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
  switch (name) {
    case 'rotateX':
    case 'rotateY':
      return cosine(number(0));
    case 'rotate3d': {
      const length = Math.hypot(number(0), number(1), number(2));
      const z = length === 0 ? 1 : number(2) / length;
      return cosine(number(3)) + z * z * (1 - cosine(number(3)));
    }
    case 'matrix3d':
      return number(10);
    default:
      return 1;
  }
}
