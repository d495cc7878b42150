/**
 * Lays out a small page while the realm is made, so that the snapshot holds what every first layout would have to make:
 * the UA style sheet as rules, the tables of fonts, and the compiled code on the way.
 *
 * What is kept is caches by text and by font; nothing of the page itself.
 */
import { DocumentParser } from '../html/parse.ts';
import { buildBoxTree } from '../layout/box-tree.ts';
import { layoutTree } from '../layout/layout.ts';
import { boxRows, PageLayout } from '../layout/page-layout.ts';
import { documentTitle, emitSpatialDom } from '../spatial/emit.ts';
import { ElementIds } from '../spatial/ids.ts';
import { createStyleResolver } from '../style/resolver.ts';
import { forgetBooks } from '../style/rule-book.ts';
import { visiblePart } from './engine/engine-geometry.ts';
import type { Platform } from './realm-ways.ts';
import { resolveUrl } from './url/url-parts.ts';

const SAMPLE = `<!DOCTYPE html><title>t</title><style>
  body { margin: 8px auto; font: 16px/1.5 Arial, sans-serif; max-width: 60em } .a > b:not(.c), #d { color: #123; padding: 1em 2% }
  @media (min-width: 600px) { .f { display: flex; gap: 8px } .g { display: grid; grid-template-columns: 1fr 2fr } }
  .p { position: absolute; top: calc(1px + 2%); left: 0 } .l { float: left; width: 50% } p::before { content: "x" }
</style><body><h1>Title</h1><p class=a>Text with <b>bold</b>, <a href=x>links</a> and <code>code</code>.</p>
<ul><li>One<li>Two</ul><div class=f><div>a</div><div style="flex: 1">b</div></div><div class=g><p>c</p><p>d</p></div>
<div class=l>e</div><div class=p>f</div><table><tr><th>g<td>h</table><form><label>i <input name=j></label>
<select><option>k</select><textarea></textarea><input type=checkbox><button>l</button></form><img alt=m width=10>`;

export function warmUp({ makeDocument, nodeFactory }: Platform): void {
  const document = makeDocument();
  const parser = new DocumentParser(document, { scripting: true, factory: nodeFactory(document), onScript() {} });
  parser.write(SAMPLE, true);
  const sources = {
    baseUrl: 'about:blank',
    linkedSheets: new Map(),
    imports: new Map(),
    adopted: new Map(),
    resolveUrl,
  };
  const styles = createStyleResolver(document, sources, {
    viewportWidth: 1280,
    viewportHeight: 800,
    colorScheme: 'light',
    reducedMotion: false,
    devicePixelRatio: 1,
    mediaType: 'screen',
  });
  const viewport = { width: 1280, height: 800 };
  const layout = new PageLayout(layoutTree(buildBoxTree(document, styles), viewport, { quirks: false }), viewport);
  boxRows(document, layout);
  const page = {
    document,
    styles,
    layout: {
      borderBox: layout.borderBox.bind(layout),
      clip: visiblePart.bind(null, layout),
      textBox: layout.borderBox.bind(layout),
      isCutOut: layout.isCutOut.bind(layout),
      hides: () => false,
      skipsContent: layout.skipsContent.bind(layout),
      textLines: layout.textRects.bind(layout),
    },
    ids: new ElementIds(),
    url: 'about:blank',
    title: documentTitle(document),
    viewport: [1280, 800] as const,
    scroll: [0, 0] as const,
  };
  JSON.stringify(emitSpatialDom(page, 0));
  forgetBooks();
}
