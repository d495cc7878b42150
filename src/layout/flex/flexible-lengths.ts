/**
 * Collecting items into lines, and stretching or shrinking them to fill a line.
 *
 * In:  items with base sizes, factors, minimums and maximums; the inner main size of the container.
 * Out: lines, and each item's used main size.
 *
 * CSS Flexbox 1 §9.3 step 5 and §9.7 https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths
 */
import { EPSILON } from '../layout-unit.ts';
import { balancedCounts } from './balance.ts';
import { type FlexItem, type FlexLine, outerHypothetical } from './flex-item.ts';

/** §9.3 step 5. `mainSize` is Infinity when the container does not limit its lines. */
export function collectLines(items: readonly FlexItem[], wraps: boolean, mainSize: number, gap: number): FlexLine[] {
  if (!wraps) return [makeLine(items)];
  return takeLines(items, filledCounts(items.map(outerHypothetical), mainSize, gap));
}

/** The same for 'flex-wrap: balance': as many lines, at least `minLines`, with items spread evenly over them. */
export function collectBalancedLines(
  items: readonly FlexItem[],
  minLines: number,
  mainSize: number,
  gap: number,
): FlexLine[] {
  const sizes = items.map((item) => Math.max(0, outerHypothetical(item)));
  const filled = filledCounts(sizes, mainSize, gap);
  const lineCount = Math.max(filled.length, Math.min(minLines, items.length));
  return takeLines(items, balancedCounts(sizes, lineCount, mainSize, gap) ?? filled);
}

function takeLines(items: readonly FlexItem[], counts: readonly number[]): FlexLine[] {
  let at = 0;
  return counts.map((count) => {
    at += count;
    return makeLine(items.slice(at - count, at));
  });
}

/** How many items each line gets when one line after the other is filled. */
function filledCounts(sizes: readonly number[], mainSize: number, gap: number): number[] {
  const counts: number[] = [];
  let count = 0;
  let used = 0;
  for (const size of sizes) {
    // What still fits, as an item of no size does, never starts a new line.
    if (count > 0 && used + gap + size > mainSize + EPSILON / 2) {
      counts.push(count);
      count = 0;
      used = 0;
    }
    used += (count > 0 ? gap : 0) + size;
    count++;
  }
  if (count > 0) counts.push(count);
  return counts;
}

function makeLine(items: readonly FlexItem[]): FlexLine {
  return { items, cross: 0, startBaseline: null, endBaseline: null };
}

/** §9.7: sets `main` of every item of a line. */
export function resolveFlexibleLengths(line: FlexLine, mainSize: number, gap: number): void {
  const { items } = line;
  const gaps = gap * Math.max(0, items.length - 1);

  // Step 1: the factor in use, by the sum of the outer hypothetical sizes.
  const total = items.reduce((sum, item) => sum + outerHypothetical(item), gaps);
  const growing = total < mainSize;
  const factorOf = (item: FlexItem) => (growing ? item.grow : item.shrink);

  // Step 2: inflexible items are frozen at their hypothetical size.
  const active = new Set<FlexItem>();
  for (const item of items) {
    const inflexible =
      factorOf(item) === 0 || (growing ? item.base > item.hypothetical : item.base < item.hypothetical);
    item.main = inflexible ? item.hypothetical : item.base;
    if (!inflexible) active.add(item);
  }

  // Step 3: initial free space.
  const initialFree = freeSpace(items, active, mainSize, gaps);

  // Step 4: each round freezes at least one item.
  while (active.size > 0) {
    const factors = [...active].reduce((sum, item) => sum + factorOf(item), 0);
    let free = freeSpace(items, active, mainSize, gaps);
    const scaled = initialFree * factors;
    if (factors < 1 && Math.abs(scaled) < Math.abs(free)) free = scaled;
    distribute(active, free, growing, factors);
    freezeViolators(active);
  }
}

/** The main size less gaps, frozen items' used and unfrozen items' base sizes. */
function freeSpace(items: readonly FlexItem[], active: ReadonlySet<FlexItem>, mainSize: number, gaps: number): number {
  let free = mainSize - gaps;
  for (const item of items) free -= (active.has(item) ? item.base : item.main) + item.mainEdges + item.mainMargin;
  return free;
}

function distribute(active: ReadonlySet<FlexItem>, free: number, growing: boolean, factors: number): void {
  if (growing) {
    for (const item of active) item.main = item.base + (free * item.grow) / factors;
    return;
  }
  const scaled = [...active].reduce((sum, item) => sum + item.shrink * item.base, 0);
  for (const item of active) {
    const share = scaled === 0 ? 0 : (item.shrink * item.base) / scaled;
    item.main = item.base - Math.abs(free) * share;
  }
}

/** Steps 4d and 4e: clamps, and freezes the items on the side that won. */
function freezeViolators(active: Set<FlexItem>): void {
  let violation = 0;
  const clamped = new Map<FlexItem, number>();
  for (const item of active) {
    const size = Math.max(item.minMain, Math.min(item.main, item.maxMain), 0);
    violation += size - item.main;
    clamped.set(item, size);
  }
  for (const [item, size] of clamped) {
    const difference = size - item.main;
    item.main = size;
    if (Math.abs(violation) < 1e-9 || (violation > 0 ? difference > 0 : difference < 0)) active.delete(item);
  }
}
