/**
 * The order of elements in a delta, told by what is not where one would look for it.
 *
 * In:  ids that are kept in their old order, and all ids in the new order. Out: lists of ids, each behind the id of the
 *      element that they come after (0 for the beginning). One element that appears in the middle costs a few tokens, not
 *      the ids of the whole page.
 */
export type DeltaOrder = readonly (readonly number[])[];

/** Nothing when kept elements keep their order and all others come behind them. */
export function orderOf(kept: readonly number[], now: readonly number[]): number[][] {
  const staying = stayingOf(kept, now);
  const known = new Set(kept);
  const runs: number[][] = [];
  let run: number[] | null = null;
  let previous = 0;
  for (const id of now) {
    if (staying.has(id)) run = null;
    else if (run === null) {
      run = [previous, id];
      runs.push(run);
    } else run.push(id);
    previous = id;
  }
  // Added elements at the end are where one would look for them.
  if (run?.slice(1).every((id) => !known.has(id))) runs.pop();
  return runs;
}

/** The most of the kept elements that can stay where they are: the longest part of them that is in the new order. */
function stayingOf(kept: readonly number[], now: readonly number[]): ReadonlySet<number> {
  const places = new Map(now.map((id, index) => [id, index]));
  /** For each length, the element that ends the part of that length with the smallest place. */
  const ends: number[] = [];
  const before = new Map<number, number | null>();
  for (const id of kept) {
    const place = places.get(id)!;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.get(ends[middle]!)! < place) low = middle + 1;
      else high = middle;
    }
    before.set(id, ends[low - 1] ?? null);
    ends[low] = id;
  }
  const staying = new Set<number>();
  for (let id = ends.at(-1) ?? null; id !== null; id = before.get(id) ?? null) staying.add(id);
  return staying;
}

/** Elements in the order that a delta tells; `els` are the kept ones in their old order, then the added ones. */
export function inOrder<Element extends { readonly id: number }>(
  els: readonly Element[],
  order: DeltaOrder,
): Element[] {
  const byId = new Map(els.map((element) => [element.id, element]));
  const runs = new Map(order.map(([after = 0, ...ids]) => [after, ids]));
  const moved = new Set(order.flatMap(([, ...ids]) => ids));
  const result: Element[] = [];
  const addRun = (after: number): void => {
    for (const id of runs.get(after) ?? []) {
      const element = byId.get(id);
      if (element !== undefined) result.push(element);
    }
  };
  addRun(0);
  for (const element of els) {
    if (moved.has(element.id)) continue;
    result.push(element);
    addRun(element.id);
  }
  return result;
}
