/**
 * Children of a block that collapse through: their place is known only after what follows them.
 *
 * CSS 2.2 §8.3.1 https://www.w3.org/TR/CSS22/box.html#collapsing-margins
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import type { FlowPosition, LayoutPorts, Space } from '../space.ts';
import type { LogicalSides } from '../writing-mode.ts';
import { collapseMargin, NO_MARGIN } from './margin-collapse.ts';

/** An in-flow child before its layout. */
export interface ChildData {
  readonly space: Space;
  readonly position: FlowPosition;
  readonly margins: LogicalSides<number>;
  /** Clearance already says where it begins. */
  readonly pushed: boolean;
}

/** Lays a child that collapsed through out again, where it turned out to be. */
export function layoutCollapsed(
  ports: LayoutPorts,
  child: Box,
  { position, margins, space }: ChildData,
  at: number,
  cleared: boolean,
): LayoutResult {
  // After clearance the margins before the child are not its own any more.
  const own = collapseMargin(NO_MARGIN, margins.blockStart, child.style.quirkyMargins.start);
  const margin = cleared ? own : position.margin;
  const flow: FlowPosition = { ...position, margin, forcedBfcBlockOffset: at, adjoiningFloats: 0 };
  return ports.layoutChild(child, space.with({ flow }));
}
