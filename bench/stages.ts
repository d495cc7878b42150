/**
 * What parsing, style and layout cost on pages of 500, 5,000 and 50,000 elements, and how it grows.
 */
import { layoutDocument } from '../src/layout-document.ts';
import { inMs, printRow, spread, type Timing, time } from './measure.ts';
import { deepPage, pageOf } from './pages.ts';

const VIEWPORT = [1280, 800] as const;

export async function benchStages(): Promise<void> {
  console.log('\nparse + style + layout, plain Node, warm');
  const timings = new Map<number, Timing>();
  for (const size of [500, 5_000, 50_000]) {
    const html = pageOf(size);
    const elements = layoutDocument(html, { viewport: VIEWPORT }).boxes.length;
    const timing = await time(size > 10_000 ? 3 : 9, () => layoutDocument(html, { viewport: VIEWPORT }));
    timings.set(size, timing);
    printRow(`  ${elements} elements`, inMs(timing), spread(timing));
  }
  const growth = timings.get(50_000)!.median / timings.get(5_000)!.median;
  printRow('  growth from 5,000 to 50,000', `${growth.toFixed(1)} x`);
  const deep = deepPage(5_000);
  printRow('  5,000 levels deep', inMs(await time(3, () => layoutDocument(deep, { viewport: VIEWPORT }))));
}
