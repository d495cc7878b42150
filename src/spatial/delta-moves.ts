/**
 * Elements that moved together: a notice that appears above pushes down everything below it.
 *
 * In:  changes. Out: the same changes without boxes that only moved, and for each distance the ids that moved by it. One
 *      distance and a list of ids cost a fifth of the new boxes.
 */
import type { Bounds, SpatialChange, SpatialElement } from './spatial-dom.ts';

/** Distance in x and y, then ids. */
export type DeltaMoves = readonly (readonly number[])[];

/** Fewer than this are told by their boxes. */
const FEWEST = 3;

export function splitMoves(
  changes: readonly SpatialChange[],
  old: ReadonlyMap<number, SpatialElement>,
): { readonly changed: SpatialChange[]; readonly moved: number[][] } {
  const groups = new Map<string, number[]>();
  for (const { id, b } of changes) {
    const distance = distanceOf(old.get(id)?.b, b ?? undefined);
    if (distance === null) continue;
    const key = distance.join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [...distance, id]);
    else group.push(id);
  }
  const moved = [...groups.values()].filter((group) => group.length >= FEWEST + 2);
  if (moved.length === 0) return { changed: [...changes], moved };
  const told = new Set(moved.flatMap((group) => group.slice(2)));
  const changed = changes
    .map((change) => (told.has(change.id) ? withoutBox(change) : change))
    .filter((change) => Object.keys(change).length > 1);
  return { changed, moved };
}

/** Where an element is after it moved; the same element when it did not. */
export function movesOf(moved: DeltaMoves): (element: SpatialElement) => SpatialElement {
  const distances = new Map(moved.flatMap(([x = 0, y = 0, ...ids]) => ids.map((id) => [id, { x, y }] as const)));
  return (element) => {
    const distance = distances.get(element.id);
    if (distance === undefined || element.b === undefined) return element;
    const [x, y, w, h] = element.b;
    return { ...element, b: [x + distance.x, y + distance.y, w, h] };
  };
}

/** How far a box went that kept its size; `null` for others. */
function distanceOf(from: Bounds | undefined, to: Bounds | undefined): readonly [number, number] | null {
  if (from === undefined || to === undefined || from[2] !== to[2] || from[3] !== to[3]) return null;
  return [to[0] - from[0], to[1] - from[1]];
}

function withoutBox({ b: _, ...change }: SpatialChange): SpatialChange {
  return change as SpatialChange;
}
