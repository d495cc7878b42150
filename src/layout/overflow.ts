/**
 * Scrollable overflow: how far the content of a box reaches.
 *
 * In:  a fragment. Out: the size of its scrollable area, at least its padding box.
 *
 * CSS Overflow 3 §2.2 https://drafts.csswg.org/css-overflow-3/#scrollable
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { Box } from './box.ts';
import type { BoxFragment, Fragment } from './fragment.ts';
import { hasTransform, type Matrix, multiply, transformOf, transformRect, translation } from './transform.ts';

interface Pending {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
  readonly matrix: Matrix | null;
}

/** Width and height of the scrollable area, from the padding-box corner. Content before that corner is out of reach. */
export function contentExtent(root: BoxFragment): { readonly width: number; readonly height: number } {
  const left = root.border.left;
  const top = root.border.top;
  let right = root.width - root.border.right;
  let bottom = root.height - root.border.bottom;
  const stack: Pending[] = root.children.map(({ fragment, x, y }) => ({ fragment, x, y, matrix: null }));
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { fragment } = at;
    let { x, y, matrix } = at;
    if (fragment.kind === 'box' && hasTransform(fragment.box.style) && fragment.box.kind !== 'inline') {
      const own = multiply(translation(x, y), transformOf(fragment.box.style, fragment.width, fragment.height));
      matrix = matrix === null ? own : multiply(matrix, own);
      x = 0;
      y = 0;
    }
    if (fragment.kind !== 'line') {
      const rect =
        matrix === null
          ? { x, y, w: fragment.width, h: fragment.height }
          : transformRect(matrix, x, y, fragment.width, fragment.height);
      right = Math.max(right, rect.x + rect.w);
      bottom = Math.max(bottom, rect.y + rect.h);
    }
    if (fragment.kind === 'text' || (fragment.kind === 'box' && keepsOverflow(fragment.box))) continue;
    for (const child of fragment.children) {
      stack.push({ fragment: child.fragment, x: x + child.x, y: y + child.y, matrix });
    }
  }
  return { width: right - left, height: bottom - top };
}

/** A box whose overflow does not reach its ancestors. */
function keepsOverflow(box: Box): boolean {
  const { overflowX, overflowY } = box.style;
  if (
    box.isAnonymous ||
    box.kind === 'inline' ||
    box.node?.[LOCAL_NAME] === 'html' ||
    box.node?.[LOCAL_NAME] === 'body'
  ) {
    return false;
  }
  return overflowX !== 'visible' && overflowY !== 'visible';
}
