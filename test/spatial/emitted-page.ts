/**
 * The Spatial DOM of a small page, without an isolate: parse, style, lay out, emit.
 */
import { unionRect } from '../../src/geometry.ts';
import { documentState } from '../../src/html/node-state.ts';
import type { DomNode } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import { buildBoxTree } from '../../src/layout/box-tree.ts';
import { layoutTree } from '../../src/layout/layout.ts';
import { PageLayout } from '../../src/layout/page-layout.ts';
import { visiblePart } from '../../src/page/engine/engine-geometry.ts';
import { documentTitle, emitSpatialDom } from '../../src/spatial/emit.ts';
import { ElementIds } from '../../src/spatial/ids.ts';
import type { EmitOptions, SpatialDom } from '../../src/spatial/spatial-dom.ts';
import { lineOf } from '../../src/spatial/text-line.ts';
import { toMarkdown } from '../../src/spatial/to-markdown.ts';
import type { SpatialLayout } from '../../src/spatial/visible.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';

const VIEWPORT = { width: 800, height: 600 };

function layOut(html: string) {
  const document = parseDocument(`<!doctype html><style>body { margin: 0; font: 16px/20px Arial }</style>${html}`);
  const sources = {
    baseUrl: 'http://site.test/',
    linkedSheets: new Map(),
    imports: new Map(),
    adopted: new Map(),
    resolveUrl: (url: string) => url,
  };
  const styles = createStyleResolver(document, sources, {
    viewportWidth: VIEWPORT.width,
    viewportHeight: VIEWPORT.height,
    colorScheme: 'light',
    reducedMotion: true,
    devicePixelRatio: 1,
    mediaType: 'screen',
  });
  const { quirks = false, limitedQuirks = false } = documentState(document);
  const boxes = layoutTree(buildBoxTree(document, styles), VIEWPORT, { quirks, limitedQuirks });
  return { document, styles, layout: spatialLayout(new PageLayout(boxes, VIEWPORT)) };
}

function spatialLayout(page: PageLayout): SpatialLayout {
  return {
    borderBox: (node) => page.borderBox(node),
    clip: (node, rect) => visiblePart(page, node, rect),
    isCutOut: (element) => page.isCutOut(element),
    hides: (element) => page.anchored.hides(element),
    skipsContent: (element) => page.skipsContent(element),
    textLines: (text: DomNode) => page.textRects(text),
    textBox: (text: DomNode) => {
      const [first, ...rest] = page.textRects(text).map(({ rect }) => rect);
      return first === undefined ? null : rest.reduce(unionRect, first);
    },
  };
}

export function emitted(html: string, options: EmitOptions = { scope: 'page' }): SpatialDom {
  const { document, styles, layout } = layOut(html);
  return emitSpatialDom(
    {
      document,
      styles,
      layout,
      ids: new ElementIds(),
      url: 'http://site.test/',
      title: documentTitle(document),
      viewport: [VIEWPORT.width, VIEWPORT.height],
      scroll: [0, 0],
    },
    1,
    options,
  );
}

/** Its elements as lines without ids and boxes. */
export function lines(html: string, options?: EmitOptions): string[] {
  return emitted(html, options).els.map((element) =>
    lineOf(element, { boxes: false, links: true }).replace(/^\d+ /, ''),
  );
}

export function markdown(html: string): string {
  const { document, styles, layout } = layOut(html);
  return toMarkdown(document, styles, layout);
}
