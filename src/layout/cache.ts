/**
 * The layout cache of a box.
 *
 * Key: the fields of the space; floats by identity. A block size that nothing in the box looks at is not compared.
 * Value: the result. A box keeps its last few answers, because flex, grid and shrink-to-fit ask in different spaces.
 * Invalidation: `invalidateLayout` on the box whose content or style changed; its ancestors depended on it, so theirs go
 * too. A rebuilt box tree has new boxes and so begins with empty caches.
 */
import type { Box, IntrinsicSizes } from './box.ts';
import type { LayoutResult } from './fragment.ts';
import { isDefinite } from './layout-unit.ts';
import type { FlowPosition, Space } from './space.ts';

const MAX_ENTRIES = 4;

export function cachedLayout(box: Box, space: Space): LayoutResult | null {
  for (const { space: known, result } of box.cachedLayouts) {
    if (!sameSpace(box, known, space)) continue;
    if (sameFlow(known.flow, space.flow)) return result;
    const moved = movedResult(result, known.flow, space.flow);
    if (moved !== null) return moved;
  }
  return null;
}

/**
 * The result of a box that only stands further up or down than before. Without floats around it or in it, nothing else
 * can be different.
 */
function movedResult(result: LayoutResult, from: FlowPosition | null, to: FlowPosition | null): LayoutResult | null {
  if (
    from === null ||
    to === null ||
    result.flow === null ||
    !sameFlow({ ...from, bfcBlockOffset: to.bfcBlockOffset }, to)
  )
    return null;
  const isFree = to.exclusions.isEmpty && result.flow.exclusions.isEmpty;
  if (!isFree || to.forcedBfcBlockOffset !== null || to.expectedBfcBlockOffset !== null) return null;
  const { bfcBlockOffset } = result.flow;
  if (bfcBlockOffset === null) return result;
  const by = to.bfcBlockOffset - from.bfcBlockOffset;
  return { ...result, flow: { ...result.flow, exclusions: to.exclusions, bfcBlockOffset: bfcBlockOffset + by } };
}

export function rememberLayout(box: Box, space: Space, result: LayoutResult): void {
  const entry = { space, result };
  if (box.cachedLayouts.length === 0) box.cachedLayouts = [entry];
  else {
    box.cachedLayouts.unshift(entry);
    if (box.cachedLayouts.length > MAX_ENTRIES) box.cachedLayouts.pop();
  }
}

/**
 * The intrinsic sizes of a box, if they are known. They are kept for one percentage base, and for one block size that
 * a parent had decided.
 */
export function knownSizes(box: Box, percentBlock: number, blockSize: number): IntrinsicSizes | null {
  if (isDefinite(blockSize) && looksAtDecidedBlock(box)) {
    return box.fixedIntrinsic?.block === blockSize ? box.fixedIntrinsic.sizes : null;
  }
  const known = box.cachedIntrinsic;
  return known === null || (known.dependsOnBlock && box.cachedIntrinsicBlock !== percentBlock) ? null : known;
}

/** Whether measuring a box takes account of a block size that its parent has decided. */
function looksAtDecidedBlock(box: Box): boolean {
  return box.kind === 'flow' || box.kind === 'flex' || box.kind === 'grid';
}

export function rememberSizes(box: Box, percentBlock: number, blockSize: number, sizes: IntrinsicSizes): void {
  if (isDefinite(blockSize) && looksAtDecidedBlock(box)) {
    box.fixedIntrinsic = { sizes, block: blockSize };
    return;
  }
  box.cachedIntrinsic = sizes;
  box.cachedIntrinsicBlock = percentBlock;
}

/** What an algorithm keeps for a box from one layout to the next. It goes when the box's cached layouts go. */
export class BoxCache<Value> {
  readonly #values = new WeakMap<Box, Value>();

  constructor() {
    algorithmCaches.push(this);
  }

  get(box: Box): Value | undefined {
    return this.#values.get(box);
  }

  set(box: Box, value: Value): void {
    this.#values.set(box, value);
  }

  delete(box: Box): void {
    this.#values.delete(box);
  }
}

const algorithmCaches: { delete(box: Box): void }[] = [];

/** Forgets what was computed for a box and for everything that contains it; also where its children are other boxes. */
export function invalidateLayout(box: Box): void {
  for (let at: Box | null = box; at !== null; at = at.parent) {
    at.cachedLayouts = [];
    at.cachedIntrinsic = null;
    at.fixedIntrinsic = null;
    at.inlineItems = null;
    at.plainText = undefined;
    for (const cache of algorithmCaches) cache.delete(at);
  }
}

function sameSpace(box: Box, a: Space, b: Space): boolean {
  return (
    a.availableInline === b.availableInline &&
    a.percentInline === b.percentInline &&
    a.inlineSizing === b.inlineSizing &&
    a.blockSizing === b.blockSizing &&
    a.blockSizeIsDefinite === b.blockSizeIsDefinite &&
    a.newFormattingContext === b.newFormattingContext &&
    a.measuringCell === b.measuringCell &&
    a.isFlexItem === b.isFlexItem &&
    a.extra === b.extra &&
    a.borders === b.borders &&
    a.cellBaseline === b.cellBaseline &&
    a.collapsesAt === b.collapsesAt &&
    sameBlock(box, a, b)
  );
}

function sameBlock(box: Box, a: Space, b: Space): boolean {
  if (a.availableBlock === b.availableBlock && a.percentBlock === b.percentBlock) return true;
  return a.blockSizing === 'auto' && !looksAtBlockSize(box, a.ports.quirks, 0);
}

function sameFlow(a: FlowPosition | null, b: FlowPosition | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.bfcLineOffset === b.bfcLineOffset &&
    a.bfcBlockOffset === b.bfcBlockOffset &&
    a.margin.positive === b.margin.positive &&
    a.margin.negative === b.margin.negative &&
    a.margin.quirky === b.margin.quirky &&
    a.margin.dropsQuirky === b.margin.dropsQuirky &&
    a.margin.trimmed === b.margin.trimmed &&
    (a.exclusions === b.exclusions || (a.exclusions.isEmpty && b.exclusions.isEmpty)) &&
    a.forcedBfcBlockOffset === b.forcedBfcBlockOffset &&
    a.expectedBfcBlockOffset === b.expectedBfcBlockOffset &&
    a.clearanceOffset === b.clearanceOffset &&
    a.adjoiningFloats === b.adjoiningFloats &&
    a.trimsEnd === b.trimsEnd
  );
}

const MAX_LOOK = 64;

/**
 * Whether the block size around a box can matter to it: it, or a descendant that it hands the size on to, has a block
 * size that depends on its container's. Asks no deeper than is cheap, and then assumes the worst.
 */
function looksAtBlockSize(box: Box, quirks: boolean, depth: number): boolean {
  const { style } = box;
  if (!box.isAnonymous) {
    const horizontal = style.writingMode === 'horizontal-tb';
    const size = horizontal ? style.height : style.width;
    if (
      isRelative(size) ||
      isRelative(horizontal ? style.minHeight : style.minWidth) ||
      isRelative(horizontal ? style.maxHeight : style.maxWidth)
    ) {
      return true;
    }
    // A horizontal box in a vertical one sees the height as its inline size.
    if (box.parent !== null && box.parent.style.writingMode !== style.writingMode) return true;
    if (box.kind === 'flow' && !(quirks && size === 'auto')) return false;
    if (box.kind === 'replaced' || box.kind === 'text') return false;
  }
  if (depth > MAX_LOOK) return true;
  for (const child of box.children) if (looksAtBlockSize(child, quirks, depth + 1)) return true;
  return false;
}

function isRelative(size: unknown): boolean {
  return typeof size === 'object' || size === 'stretch';
}
