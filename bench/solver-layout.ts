/**
 * Laying out a document with a flex solver of choice, for measurements and comparisons.
 *
 * In:  markup, and the function that lays out flex containers; `null` is the engine's own.
 * Out: a box tree that has not been laid out yet, so that layout alone can be timed, and the boxes.
 */
import { documentState } from '../src/html/node-state.ts';
import { parseDocument } from '../src/html/parse.ts';
import { buildBoxTree } from '../src/layout/box-tree.ts';
import type { LayoutResult } from '../src/layout/fragment.ts';
import { type LayoutAlgorithm, type LayoutOptions, layoutTree } from '../src/layout/layout.ts';
import { type BoxRow, boxRows, PageLayout } from '../src/layout/page-layout.ts';
import { createStyleResolver } from '../src/style/resolver.ts';

export type FlexSolver = LayoutAlgorithm | null;

const NO_SOURCES = {
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: () => null,
  baseUrl: 'about:blank',
};

export class SolverDocument {
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #styles: ReturnType<typeof createStyleResolver>;
  readonly #viewport: { readonly width: number; readonly height: number };

  constructor(html: string, [width, height]: readonly [number, number]) {
    this.#viewport = { width, height };
    this.#document = parseDocument(html, { scripting: true });
    this.#styles = createStyleResolver(this.#document, NO_SOURCES, {
      viewportWidth: width,
      viewportHeight: height,
      colorScheme: 'light',
      reducedMotion: false,
      devicePixelRatio: 1,
      mediaType: 'screen',
    });
  }

  /** Boxes are built anew, because they keep what was computed for them; calling the answer lays them out. */
  prepare(solver: FlexSolver): () => LayoutResult {
    const root = buildBoxTree(this.#document, this.#styles, { scripting: true });
    const { quirks = false, limitedQuirks = false } = documentState(this.#document);
    const options: LayoutOptions = { quirks, limitedQuirks, ...(solver === null ? {} : { flexSolver: solver }) };
    return () => layoutTree(root, this.#viewport, options);
  }

  /** The border box of every element in document order. */
  boxes(solver: FlexSolver): BoxRow[] {
    return boxRows(this.#document, new PageLayout(this.prepare(solver)(), this.#viewport));
  }
}
