/**
 * `agentbrowser/layout`: the boxes of a document, without a session, a script or a network.
 *
 * This is the entry for accuracy tools and benchmarks: the same style and layout that a session uses, in plain
 * JavaScript, synchronously.
 */
import { documentState } from './html/node-state.ts';
import type { DomNode } from './html/node-tree.ts';
import { parseDocument } from './html/parse.ts';
import { layoutPage } from './layout/approach.ts';
import { buildBoxTree } from './layout/box-tree.ts';
import { ContainerSizes } from './layout/container-sizes.ts';
import { type BoxRow, boxRows } from './layout/page-layout.ts';
import { webFamilies } from './layout/text/tables/web/catalog.ts';
import { setFontTables } from './layout/text/web-fonts.ts';
import { createStyleResolver } from './style/resolver.ts';
import type { StyleSources } from './style/sheets.ts';
import type { StyleEnvironment } from './style/style-environment.ts';

export type { BoxRow } from './layout/page-layout.ts';

setFontTables((family) => webFamilies.get(family) ?? null);

/** Only the sheets that stand in the document itself: nothing is fetched. */
const NO_SOURCES: Omit<StyleSources, 'baseUrl'> = {
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: () => null,
};

export interface LayoutDocumentOptions {
  /** Width and height of the viewport in CSS pixels. */
  readonly viewport: readonly [width: number, height: number];
  /** What relative addresses in the document are relative to. Nothing is fetched from there. */
  readonly baseUrl?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** As in a browser with scripts (none run here): <canvas> is drawn, <noscript> is not shown. Default true. */
  readonly scripting?: boolean;
}

export interface DocumentLayout {
  /** Every element in document order, `<html>` first, as border boxes in page coordinates. */
  readonly boxes: BoxRow[];
}

/**
 * Lays out a document and gives the border box of every element in document order.
 *
 * Style sheets in the document count; linked ones are not fetched, and scripts do not run. Any text is valid input.
 *
 * @example
 * import { layoutDocument } from 'agentbrowser/layout';
 * const { boxes } = layoutDocument('<p>Hello', { viewport: [800, 600] });
 * boxes.at(-1); // { tag: 'p', x: 8, y: 16, w: 784, h: 18, hasBox: true }
 */
export function layoutDocument(html: string, options: LayoutDocumentOptions): DocumentLayout {
  const [viewportWidth, viewportHeight] = options.viewport;
  const environment: StyleEnvironment = {
    viewportWidth,
    viewportHeight,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: false,
    devicePixelRatio: 1,
    mediaType: 'screen',
  };
  const scripting = options.scripting ?? true;
  const document = parseDocument(html, { scripting });
  const containers = new ContainerSizes();
  const styles = createStyleResolver(
    document,
    {
      ...NO_SOURCES,
      baseUrl: options.baseUrl ?? 'about:blank',
      containerSize: (element) => containers.sizeOf(element),
    },
    environment,
  );
  const approached = new Set<DomNode>();
  const viewport = { width: viewportWidth, height: viewportHeight };
  const { quirks = false, limitedQuirks = false } = documentState(document);
  const page = containers.settle((isAgain) => {
    if (isAgain) styles.invalidate(null);
    const root = buildBoxTree(document, styles, { scripting, approached });
    return layoutPage(root, viewport, { quirks, limitedQuirks }, styles, approached);
  });
  return { boxes: boxRows(document, page) };
}
