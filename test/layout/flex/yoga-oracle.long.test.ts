/**
 * Our solver and Yoga give the same boxes wherever Yoga follows CSS.
 *
 * What stays out of the generator, because Yoga does something else there:
 * - 'min-width: auto' and 'min-height: auto': Yoga has no automatic minimum sizes, so every item says 0 or a length.
 * - Text: Yoga measures content in the room there is, not at max-content, before it flexes.
 * - Padding and border of items that shrink: Yoga weighs shrinking by border boxes, CSS by content boxes.
 * - Limits on several flexible items: Yoga freezes all violations in one round, CSS by the sign of their sum.
 * - A basis outside of an item's limits: Yoga flexes from the clamped size, CSS from the base size.
 * - Growth by fractions beside a limit: Yoga divides by what is left of a sum that it had rounded up to one.
 * - One flexible item only: Yoga takes its base size to be zero, also to break lines. Such containers are skipped.
 * - Shrinking down to a minimum: Yoga's second round shares out a wrong sum. Such containers are skipped.
 * - 'flex-basis' in a container of indefinite main size: Yoga ignores it.
 * - 'space-around' and 'space-evenly' without room: CSS falls back to 'safe center'.
 * - Margins in lines that wrap: Yoga forgets cross margins with 'flex-start' and 'center', and with 'stretch' it takes
 *   those of one axis for the other's.
 * - A wrapping container that stretches items but not lines: Yoga stretches the items of a single line nevertheless.
 * - Baselines: Yoga's binding cannot be told them. Percentages: both sides get px, resolved by us.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FlexSolver, SolverDocument } from '../../../bench/solver-layout.ts';
import { loadYogaSolver } from '../../../src/layout/flex/yoga.ts';

const VIEWPORT = [800, 600] as const;
const TOLERANCE = 0.05;

const px = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

interface Item {
  readonly main: number;
  readonly cross: number | null;
  readonly basis: number | null;
  readonly grow: number;
  readonly shrink: number;
  readonly margins: readonly number[];
  readonly edges: readonly [padding: number, border: number];
  readonly minCross: number;
  readonly maxCross: number | null;
}

const anyItem: fc.Arbitrary<Item> = fc.record({
  main: fc.integer({ min: 30, max: 200 }),
  cross: fc.option(px(80)),
  basis: fc.option(fc.integer({ min: 30, max: 200 })),
  grow: fc.constantFrom(0, 0, 0.25, 1, 2),
  shrink: fc.constantFrom(0, 1, 1, 3),
  margins: fc.array(px(12), { minLength: 4, maxLength: 4 }),
  edges: fc.tuple(px(9), px(4)),
  minCross: px(40),
  maxCross: fc.option(fc.integer({ min: 40, max: 90 })),
});

interface Container {
  readonly direction: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  readonly wrap: 'nowrap' | 'wrap';
  readonly justify: string;
  readonly alignItems: string;
  readonly alignContent: string;
  readonly gaps: readonly [row: number, column: number];
  readonly size: readonly [width: number, height: number];
  readonly padding: number;
  readonly border: number;
  /** The only item with a maximum along the main axis, and how far above its base size. */
  readonly limit: { readonly at: number; readonly by: number };
  readonly items: readonly Item[];
}

const anyContainer: fc.Arbitrary<Container> = fc.record({
  direction: fc.constantFrom('row', 'row-reverse', 'column', 'column-reverse'),
  wrap: fc.constantFrom('nowrap', 'wrap'),
  justify: fc.constantFrom('flex-start', 'center', 'flex-end', 'space-between'),
  alignItems: fc.constantFrom('flex-start', 'center', 'flex-end', 'stretch'),
  alignContent: fc.constantFrom('flex-start', 'center', 'flex-end', 'stretch'),
  gaps: fc.tuple(px(20), px(20)),
  size: fc.tuple(fc.integer({ min: 100, max: 900 }), fc.integer({ min: 100, max: 900 })),
  padding: px(20),
  border: px(5),
  limit: fc.record({ at: px(9), by: px(100) }),
  items: fc.array(anyItem, { minLength: 1, maxLength: 7 }),
});

function containerMarkup(container: Container): string {
  const { direction, wrap, justify, alignItems, alignContent, gaps, size, padding, border } = container;
  const stretchesItems = wrap === 'wrap' && alignItems === 'stretch';
  const items = container.items.map((item, index) => itemMarkup(container, item, index));
  return `<!doctype html><body style="margin: 0"><div style="display: flex; flex-flow: ${direction} ${wrap};
    justify-content: ${justify}; align-items: ${alignItems}; align-content: ${stretchesItems ? 'stretch' : alignContent};
    gap: ${gaps[0]}px ${gaps[1]}px; width: ${size[0]}px; height: ${size[1]}px; padding: ${padding}px;
    border: ${border}px solid">${items.join('')}</div>`;
}

function itemMarkup(container: Container, item: Item, index: number): string {
  const { direction, limit } = container;
  const isRow = direction.startsWith('row');
  const [main, cross] = isRow ? ['width', 'height'] : ['height', 'width'];
  const base = baseOf(item);
  const grow = limit.at < container.items.length ? Math.ceil(item.grow) : item.grow;
  const [padding, border] = item.shrink === 0 ? item.edges : [0, 0];
  return `<p style="box-sizing: border-box; margin: ${marginsOf(container, item)};
    ${main}: ${item.main}px; ${cross}: ${item.cross === null ? 'auto' : `${item.cross}px`};
    flex: ${grow} ${item.shrink} ${item.basis === null ? 'auto' : `${item.basis}px`};
    min-${main}: 0; max-${main}: ${limit.at === index ? `${base + limit.by}px` : 'none'};
    min-${cross}: ${item.minCross}px; max-${cross}: ${item.maxCross === null ? 'none' : `${item.maxCross}px`};
    padding: ${padding}px; border: ${border}px solid"></p>`;
}

function marginsOf({ direction, wrap, alignItems }: Container, { margins }: Item): string {
  const mainSide = direction.startsWith('row') ? 1 : 0;
  const isKept = (side: number): boolean => {
    if (wrap === 'nowrap' || alignItems === 'flex-end') return true;
    return alignItems !== 'stretch' && side % 2 === mainSide;
  };
  return margins.map((margin, side) => `${isKept(side) ? margin : 0}px`).join(' ');
}

function baseOf({ basis, main }: Item): number {
  return basis ?? main;
}

/** Whether every item keeps some size when its line shrinks: all on one line, or one alone in a line that wraps. */
function shrinksAboveZero(container: Container): boolean {
  const { direction, wrap, gaps, size, items } = container;
  const isRow = direction.startsWith('row');
  const room = isRow ? size[0] : size[1];
  const gap = isRow ? gaps[1] : gaps[0];
  const lines = wrap === 'wrap' ? items.map((item) => [item]) : [items];
  return lines.every((line) => {
    const margins = line.reduce(
      (sum, { margins: [top, right, bottom, left] }) => {
        return sum + (isRow ? left! + right! : top! + bottom!);
      },
      gap * (line.length - 1),
    );
    const overflow = line.reduce((sum, item) => sum + baseOf(item), margins) - room;
    const weight = line.reduce((sum, item) => sum + item.shrink * baseOf(item), 0);
    return overflow <= 0 || line.every(({ shrink }) => shrink * overflow < weight || shrink === 0);
  });
}

/** Whether one item alone may grow or shrink, and may do both. */
function hasSoleFlexibleItem({ items }: Container): boolean {
  const flexible = items.filter(({ grow, shrink }) => grow > 0 || shrink > 0);
  return flexible.length === 1 && flexible[0]!.grow > 0 && flexible[0]!.shrink > 0;
}

function numbersOf(document: SolverDocument, solver: FlexSolver): number[] {
  return document.boxes(solver).flatMap(({ x, y, w, h }) => [x, y, w, h]);
}

test('our boxes are those of Yoga in containers of one level', async () => {
  const yoga = await loadYogaSolver();
  const agree = (container: Container): void => {
    fc.pre(shrinksAboveZero(container) && !hasSoleFlexibleItem(container));
    const html = containerMarkup(container);
    const document = new SolverDocument(html, VIEWPORT);
    const ours = numbersOf(document, null);
    const theirs = numbersOf(document, yoga);
    ours.forEach((value, index) => {
      assert.ok(Math.abs(value - theirs[index]!) <= TOLERANCE, `${value} here, ${theirs[index]} by Yoga in ${html}`);
    });
  };
  fc.assert(fc.property(anyContainer, agree), { numRuns: 300 });
});

test('the comparison notices automatic minimum sizes, which Yoga does not have', async () => {
  const html = `<!doctype html><body style="margin: 0"><div style="display: flex; width: 100px">
    <p style="width: 150px"><b style="display: inline-block; width: 120px"></b></p></div>`;
  const yoga = await loadYogaSolver();
  const document = new SolverDocument(html, VIEWPORT);
  const width = (solver: FlexSolver): number => document.boxes(solver).at(-2)!.w;
  assert.deepEqual([width(null), width(yoga)], [120, 100]);
});
