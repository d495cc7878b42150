/**
 * Out-of-flow boxes in the order of the tree, so that each finds the anchors before it.
 *
 * In:  the boxes that wait for one containing block. Out: the same list where none of them is anchored, else in tree order.
 *
 * CSS Anchor Positioning 1 §2.3 https://drafts.csswg.org/css-anchor-position-1/#acceptable-anchor-element
 */
import type { Box } from '../box.ts';
import type { OutOfFlow } from '../fragment.ts';
import { isAnchored } from './anchored-style.ts';

export function inTreeOrder(items: readonly OutOfFlow[]): readonly OutOfFlow[] {
  if (items.length < 2 || !items.some(({ box }) => box.anchoring !== null || isAnchored(box.style))) return items;
  const paths = new Map(items.map((item) => [item, pathOf(item.box)]));
  return [...items].sort((first, second) => comparePaths(paths.get(first)!, paths.get(second)!));
}

function pathOf(box: Box): Box[] {
  const path: Box[] = [];
  for (let at: Box | null = box; at !== null; at = at.parent) path.push(at);
  return path.reverse();
}

function comparePaths(first: readonly Box[], second: readonly Box[]): number {
  let depth = 0;
  while (depth < first.length && first[depth] === second[depth]) depth++;
  const [one, other] = [first[depth], second[depth]];
  if (one === undefined || other === undefined) return first.length - second.length;
  const siblings = first[depth - 1]?.children ?? [];
  return siblings.indexOf(one) - siblings.indexOf(other);
}
