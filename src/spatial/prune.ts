/**
 * As much of a page as a number of tokens allows, the most relevant first.
 *
 * In:  a Spatial DOM, and what an element of it costs in the form in which it will be sent.
 * Out: the same page with fewer elements, still in reading order, and the number of those that were left out.
 */
import { boundsDistance, isInteractiveElement } from './element-role.ts';
import type { Bounds, SpatialDom, SpatialElement } from './spatial-dom.ts';

export interface PruneOptions {
  readonly maxTokens: number;
  /** What matters most is around this element. */
  readonly near?: number | undefined;
  /** Ids of what comes before everything else. */
  readonly first?: ReadonlySet<number>;
  /** Tokens of one element, and of everything else of the answer. */
  readonly cost: (element: SpatialElement) => number;
  readonly overhead: number;
}

export function prune<Page extends Omit<SpatialDom, 'version'>>(page: Page, options: PruneOptions): Page {
  const { maxTokens, cost, overhead } = options;
  const costs = page.els.map(cost);
  let room = maxTokens - overhead;
  if (costs.reduce((sum, each) => sum + each, 0) <= room) return page;

  const kept = new Set<number>();
  for (const index of ranking(page.els, options)) {
    const price = costs[index]!;
    // What is too dear leaves room for what comes after it.
    if (price > room) continue;
    room -= price;
    kept.add(index);
  }
  const omitted = page.els.length - kept.size + (page.more?.omitted ?? 0);
  return { ...page, more: { ...page.more, omitted }, els: page.els.filter((_, index) => kept.has(index)) };
}

/** Indices, the most relevant first. */
function ranking(els: readonly SpatialElement[], { near, first }: PruneOptions): number[] {
  const centre = near === undefined ? undefined : els.find(({ id }) => id === near)?.b;
  const ranks = els.map((element) => {
    if (first?.has(element.id)) return -1;
    return centre === undefined ? rankOf(element) : distanceTo(element, centre);
  });
  // Sorting is stable: what has the same rank keeps its reading order.
  return els.map((_, index) => index).sort((a, b) => ranks[a]! - ranks[b]!);
}

function rankOf(element: SpatialElement): number {
  if (element.focused || URGENT.has(element.role ?? '') || element.tag === 'dialog') return 0;
  if (element.clipped) return 5;
  if (isInteractiveElement(element)) return 1;
  if (element.level !== undefined || /^h[1-6]$/.test(element.tag)) return 2;
  return element.text === undefined ? 4 : 3;
}

const URGENT: ReadonlySet<string> = new Set(['alert', 'alertdialog', 'dialog', 'status']);

function distanceTo(element: SpatialElement, centre: Bounds): number {
  return element.b === undefined ? Number.POSITIVE_INFINITY : boundsDistance(element.b, centre);
}
