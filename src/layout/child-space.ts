/**
 * Spaces for children, turned into the child's own writing mode.
 *
 * In:  sizes along the axes of the parent.
 * Out: a Space along the axes of the child. Where the two are orthogonal, what is inline for the one is block for the
 *      other, and an automatic inline size shrinks to fit (CSS Writing Modes 4 §7.3).
 */
import type { Box } from './box.ts';
import { usedMargins } from './edges.ts';
import { INDEFINITE, isDefinite } from './layout-unit.ts';
import { type LayoutPorts, Space, type SpaceFields } from './space.ts';
import { isOrthogonal, logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** `fields` are along the parent's axes; the space is along the child's. */
export function childSpace(child: Box, parent: Writing, ports: LayoutPorts, fields: Partial<SpaceFields>): Space {
  const own = writingOf(child.style);
  if (!isOrthogonal(parent, own)) return new Space(ports, fields);
  const { availableInline = 0, availableBlock = INDEFINITE, percentInline = 0, percentBlock = INDEFINITE } = fields;
  const fallback = isDefinite(availableBlock) ? availableBlock : fallbackInline(child, parent, own, ports);
  const inlineFixed = fields.blockSizing === 'fixed';
  const blockFixed = fields.inlineSizing === 'fixed';
  return new Space(ports, {
    ...fields,
    availableInline: fallback + collapsedMargins(child, parent, own, fields),
    availableBlock: availableInline,
    percentInline: isDefinite(percentBlock) ? percentBlock : fallback,
    percentBlock: percentInline,
    inlineSizing: inlineFixed ? 'fixed' : fields.blockSizing === 'stretch' ? 'stretch' : 'fit-content',
    blockSizing: blockFixed ? 'fixed' : 'auto',
    flow: null,
    collapsesAt: 'none',
    newFormattingContext: true,
  });
}

/** CSS Sizing 4 §3.3: margins that collapse through an edge of the container count as zero for a size of 'stretch'. */
function collapsedMargins(child: Box, parent: Writing, own: Writing, fields: Partial<SpaceFields>): number {
  const { collapsesAt = 'none', percentInline = 0 } = fields;
  if (collapsesAt === 'none' || logicalSizes(child.style, own).inlineSize !== 'stretch') return 0;
  const { blockStart, blockEnd } = usedMargins(child.style, parent, percentInline);
  return (collapsesAt === 'end' ? 0 : blockStart) + (collapsesAt === 'start' ? 0 : blockEnd);
}

/** §7.3.1: what stands in for the height of a parent that has none: its own maximum, else the viewport's height. */
function fallbackInline(child: Box, parent: Writing, own: Writing, ports: LayoutPorts): number {
  const viewport = own.horizontal ? ports.viewportWidth : ports.viewportHeight;
  const container = containerOf(child);
  if (container === null) return viewport;
  const { minBlockSize, maxBlockSize } = logicalSizes(container.style, parent);
  const most = typeof maxBlockSize === 'number' ? Math.min(viewport, maxBlockSize) : viewport;
  return typeof minBlockSize === 'number' ? Math.max(most, minBlockSize) : most;
}

function containerOf(child: Box): Box | null {
  let at = child.parent;
  while (at !== null && (at.isAnonymous || at.kind === 'inline')) at = at.parent;
  return at;
}

/** Inline and block size of a fragment along the axes of a writing mode. */
export function inlineSizeOf(fragment: { readonly width: number; readonly height: number }, writing: Writing): number {
  return writing.horizontal ? fragment.width : fragment.height;
}

export function blockSizeOf(fragment: { readonly width: number; readonly height: number }, writing: Writing): number {
  return writing.horizontal ? fragment.height : fragment.width;
}
