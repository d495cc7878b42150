/**
 * Balanced flex lines: items divided into a given number of lines so that the lines are as full as each other.
 *
 * In:  outer hypothetical sizes floored at zero, the number of lines, the main size, the gap.
 * Out: how many items each line gets.
 *
 * CSS Flexbox 2 §9.7 https://drafts.csswg.org/css-flexbox-2/#algo-balance
 */

/** Above this many steps the lines are filled one after the other: a page must not make us search for long. */
const MAX_STEPS = 4_000_000;

export function balancedCounts(
  sizes: readonly number[],
  lineCount: number,
  mainSize: number,
  gap: number,
): number[] | null {
  const count = sizes.length;
  if (lineCount <= 1) return [count];
  if (lineCount >= count) return sizes.map(() => 1);
  const target = Number.isFinite(mainSize) ? mainSize : sizes.reduce((sum, size) => sum + size + gap, 0) / lineCount;
  const limit = Number.isFinite(mainSize) ? mainSize : Number.POSITIVE_INFINITY;
  if (count * lineCount * Math.min(count, itemsOnLine(sizes, limit, gap)) > MAX_STEPS) return null;

  // error[k][i]: the least sum of squares for items from i on in k lines; take[k][i]: how many the first of them gets.
  const error: Float64Array[] = [];
  const take: Int32Array[] = [];
  for (let lines = 0; lines <= lineCount; lines++) {
    error.push(new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY));
    take.push(new Int32Array(count + 1));
  }
  error[0][count] = 0;
  for (let lines = 1; lines <= lineCount; lines++) {
    for (let start = count - 1; start >= 0; start--) {
      let size = -gap;
      for (let end = start + 1; end <= count; end++) {
        size += sizes[end - 1] + gap;
        if (size > limit + 1e-6 && end > start + 1) break;
        const total = (target - size) ** 2 + error[lines - 1][end];
        // Of equal errors the one with more items on the first line wins.
        if (total <= error[lines][start] + 1e-6 && total < Number.POSITIVE_INFINITY) {
          error[lines][start] = Math.min(total, error[lines][start]);
          take[lines][start] = end - start;
        }
      }
    }
  }
  if (error[lineCount][0] === Number.POSITIVE_INFINITY) return null;
  const counts: number[] = [];
  for (let lines = lineCount, start = 0; lines > 0; lines--) {
    counts.push(take[lines][start]);
    start += take[lines][start];
  }
  return counts;
}

/** How many of the smallest items a line could hold. */
function itemsOnLine(sizes: readonly number[], limit: number, gap: number): number {
  const smallest = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY) + gap;
  return smallest > 0 && Number.isFinite(limit) ? Math.ceil((limit + gap) / smallest) + 1 : sizes.length;
}
