/**
 * What parsing, style, layout and emitting cost: pages of 500, 5,000 and 50,000 elements, grids, tables and flex boxes, deep
 * nesting, and the same page after one change.
 */
import { documentState } from '../src/html/node-state.ts';
import { parseDocument } from '../src/html/parse.ts';
import { buildBoxTree } from '../src/layout/box-tree.ts';
import { layoutTree } from '../src/layout/layout.ts';
import { PageLayout } from '../src/layout/page-layout.ts';
import { layoutDocument } from '../src/layout-document.ts';
import { spatialLayout } from '../src/page/engine/spatial-frames.ts';
import { documentTitle, emitSpatialDom } from '../src/spatial/emit.ts';
import { ElementIds } from '../src/spatial/ids.ts';
import { createStyleResolver } from '../src/style/resolver.ts';
import { inMs, printRow, spread, summarise, type Timing, time } from './measure.ts';
import { deepPage, flexPage, gridPage, nestedFlexPage, pageOf, sideBySideFlexPage, tablePage } from './pages.ts';

const VIEWPORT = { width: 1280, height: 800 };
const ENVIRONMENT = {
  viewportWidth: VIEWPORT.width,
  viewportHeight: VIEWPORT.height,
  colorScheme: 'light',
  reducedMotion: false,
  devicePixelRatio: 1,
  mediaType: 'screen',
} as const;
const SOURCES = {
  baseUrl: 'about:blank',
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: () => null,
};

interface Stages {
  readonly parse: Timing;
  /** Matching rules, computing styles and making boxes. */
  readonly style: Timing;
  readonly layout: Timing;
  /** The two together. */
  readonly both: Timing;
}

function timeStages(html: string, runs: number, warmUp: number): Stages {
  const parse: number[] = [];
  const style: number[] = [];
  const layout: number[] = [];
  for (let run = -warmUp; run < runs; run++) {
    const start = performance.now();
    const document = parseDocument(html, { scripting: true });
    const parsed = performance.now();
    const root = buildBoxTree(document, createStyleResolver(document, SOURCES, ENVIRONMENT));
    const styled = performance.now();
    const { quirks = false, limitedQuirks = false } = documentState(document);
    layoutTree(root, VIEWPORT, { quirks, limitedQuirks });
    const end = performance.now();
    if (run < 0) continue;
    parse.push(parsed - start);
    style.push(styled - parsed);
    layout.push(end - styled);
  }
  const both = style.map((each, run) => each + layout[run]!);
  return { parse: summarise(parse), style: summarise(style), layout: summarise(layout), both: summarise(both) };
}

export async function benchStages(): Promise<void> {
  console.log('\nstyle + layout in plain Node, warm');
  const timings = new Map<number, Timing>();
  for (const size of [500, 5_000, 50_000]) {
    const { parse, style, layout, both } = timeStages(pageOf(size), size > 10_000 ? 7 : 41, size > 10_000 ? 2 : 12);
    timings.set(size, both);
    const parts = `style ${style.median.toFixed(1)}, layout ${layout.median.toFixed(1)}, parse ${parse.median.toFixed(1)}`;
    const target = size === 5_000 ? '; target 60 ms' : '';
    printRow(`  ${size.toLocaleString('en')} elements`, inMs(both), `${spread(both)}; ${parts}${target}`);
  }
  // By means: a short run leaves its garbage to a later one, and medians would leave out the run that collects it.
  const growth = timings.get(50_000)!.mean / timings.get(5_000)!.mean;
  printRow('  growth from 5,000 to 50,000', `${growth.toFixed(1)} x`, 'of the means; target 12 x');
  const deep = deepPage(5_000);
  printRow('  5,000 levels deep, with parsing', inMs(await time(3, () => layoutAll(deep))));
  const large = pageOf(100_000);
  printRow('  100,000 elements, with parsing', inMs(await time(1, () => layoutAll(large), 0)), 'cold');

  printTarget('  emitting 5,000 elements, laid out already', await timeEmission(pageOf(5_000), 41), 15);

  console.log('\nlayout alone in plain Node, warm');
  const layoutOf = (html: string, runs = 15): Timing => timeStages(html, runs, Math.ceil(runs / 2)).layout;
  printTarget('  2,000 flex items that wrap', layoutOf(flexPage(2_000)), 25);
  const nested = layoutOf(nestedFlexPage(30), 51);
  const flat = layoutOf(sideBySideFlexPage(30), 51);
  printRow('  flex nested 30 levels', inMs(nested), `${ratio(nested, flat)} of the same side by side; target 2 x`);
  printTarget('  100 x 100 grid, intrinsic tracks', layoutOf(gridPage(100, 100)), 100);
  const table = layoutOf(tablePage(5_000, 10), 5);
  printTarget('  5,000 x 10 automatic table', table, 150);
  printRow('  growth from 500 to 5,000 rows', ratio(table, layoutOf(tablePage(500, 10))));
}

/** The Spatial DOM of the whole page from boxes that are there. */
function timeEmission(html: string, runs: number): Promise<Timing> {
  const document = parseDocument(html, { scripting: true });
  const styles = createStyleResolver(document, SOURCES, ENVIRONMENT);
  const { quirks = false, limitedQuirks = false } = documentState(document);
  const boxes = layoutTree(buildBoxTree(document, styles), VIEWPORT, { quirks, limitedQuirks });
  const layout = spatialLayout(new PageLayout(boxes, VIEWPORT));
  const page = {
    document,
    styles,
    layout,
    ids: new ElementIds(),
    url: SOURCES.baseUrl,
    title: documentTitle(document),
    viewport: [VIEWPORT.width, VIEWPORT.height] as const,
    scroll: [0, 0] as const,
  };
  return time(runs, () => emitSpatialDom(page, 0, { scope: 'page' }));
}

function layoutAll(html: string): void {
  layoutDocument(html, { viewport: [VIEWPORT.width, VIEWPORT.height] });
}

function ratio(more: Timing, less: Timing): string {
  return `${(more.mean / less.mean).toFixed(1)} x`;
}

function printTarget(name: string, timing: Timing, target: number): void {
  printRow(name, inMs(timing), `${spread(timing)}; target ${target} ms`);
}
