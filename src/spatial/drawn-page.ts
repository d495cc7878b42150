/**
 * A Spatial DOM to be drawn: what an agent is told, and what only the eye needs besides.
 *
 * Agents do not get it: it says where each line of text stands, which boxes are painted, and that there are pictures
 * without a name. Elements that an agent has not been told of have negative ids here, so that drawing a page leaves the ids
 * of its elements as they are.
 */
import type { SpatialDom, SpatialElement } from './spatial-dom.ts';

/** Numbers and texts in turn: x, y, width, height of a line of text, from the corner of the element, and the text. */
export type Ink = readonly (number | string)[];

/** Values of one line in `Ink`. */
export const INK_SIZE = 5;

export interface DrawnElement extends SpatialElement {
  readonly ink?: Ink;
  /** Has a background, or a border on all sides. */
  readonly panel?: true;
  /** Has a border on these sides only: `t`, `r`, `b`, `l`. */
  readonly edges?: string;
  /** Has the mark of a list item before it. */
  readonly bullet?: true;
  /** Its text is bold. */
  readonly bold?: true;
}

export interface DrawnPage extends SpatialDom {
  readonly els: readonly DrawnElement[];
}
