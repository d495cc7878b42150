/**
 * A Spatial DOM to be drawn: what an agent is told, and what only the eye needs besides.
 *
 * Agents do not get it: it says where each line of text stands, which boxes are painted, and that there are pictures
 * without a name. Elements that an agent has not been told of have negative ids here, so that drawing a page leaves the ids
 * of its elements as they are.
 */
import type { SpatialDom, SpatialElement } from './spatial-dom.ts';

/** For each line of text x, y, width and height, from the corner of the element, its font size, and the text. The size of bold text is negative. */
export type Ink = readonly (number | string)[];

/** Values of one line in `Ink`. */
export const INK_SIZE = 6;

export interface DrawnElement extends SpatialElement {
  readonly ink?: Ink;
  /** Has a background, or a border on all sides. */
  readonly panel?: true;
  /** Has a border on these sides only: `t`, `r`, `b`, `l`. */
  readonly edges?: string;
  /** Has the mark of a list item before it. */
  readonly bullet?: true;
}

export interface DrawnPage extends SpatialDom {
  readonly els: readonly DrawnElement[];
}
