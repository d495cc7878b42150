/**
 * The tracks of grids that were laid out, for whoever asks what became of a template.
 *
 * In:  a grid container's fragment. Out: sizes of its tracks, implicit ones included, and the names of its lines.
 */
import type { BoxFragment } from '../fragment.ts';
import type { GridAxis } from './grid-axis.ts';
import type { Grid } from './grid-tree.ts';

export interface UsedTracks {
  readonly sizes: readonly number[];
  /** By line; one more than tracks. */
  readonly names: readonly (readonly string[])[];
  readonly isSubgrid: boolean;
}

type Axes = Readonly<Record<'inline' | 'block', Pick<GridAxis, 'positions' | 'template' | 'before' | 'isSubgridded'>>>;

/** Freed with the fragment. What is kept is what layout made anyway. */
const axesOf = new WeakMap<BoxFragment, Axes>();

export function noteTracks(fragment: BoxFragment, { inline, block }: Grid): void {
  const kept = ({ positions, template, before, isSubgridded }: GridAxis): Axes['inline'] => ({
    positions,
    template,
    before,
    isSubgridded,
  });
  axesOf.set(fragment, { inline: kept(inline), block: kept(block) });
}

/** `null` when the fragment is no grid container's. */
export function usedTracks(fragment: BoxFragment, axis: 'inline' | 'block'): UsedTracks | null {
  const known = axesOf.get(fragment)?.[axis];
  if (known === undefined) return null;
  const { positions, template, before, isSubgridded } = known;
  const sizes = Array.from({ length: positions.count }, (_, at) => positions.endOf(at) - positions.startOf(at));
  const names: string[][] = Array.from({ length: positions.count + 1 }, () => []);
  for (const [name, lines] of template.names) {
    const area = template.areas.get(name.replace(/-(?:start|end)$/, ''));
    const ofArea = area === undefined ? -1 : name.endsWith('-start') ? area.start : area.end;
    for (const line of lines) if (line !== ofArea) names[line + before]?.push(name);
  }
  return { sizes, names, isSubgrid: isSubgridded };
}
