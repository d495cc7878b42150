/**
 * Layouts as the emitter asks for them, those of frames in the coordinates of the page.
 *
 * In:  a laid-out document, and for a frame where it lies. Out: rectangles in page coordinates, cut to what the frame shows.
 */
import { intersectRect, type Rect, unionRect } from '../../geometry.ts';
import type { DomElement, DomNode } from '../../html/node-tree.ts';
import type { PageLayout } from '../../layout/page-layout.ts';
import type { FramedDocument, FrameSource } from '../../spatial/framed-document.ts';
import type { SpatialLayout } from '../../spatial/visible.ts';
import { visiblePart } from './engine-geometry.ts';
import { offsetInParent } from './frame-geometry.ts';
import type { FrameRealm } from './frame-realm.ts';
import type { FrameTree } from './frame-tree.ts';

export function spatialLayout(layout: PageLayout): SpatialLayout {
  return {
    borderBox: (node) => layout.borderBox(node),
    clip: (node, rect) => visiblePart(layout, node, rect),
    isCutOut: (element) => layout.isCutOut(element),
    hides: (element) => layout.anchored.hides(element),
    skipsContent: (element) => layout.skipsContent(element),
    textBox: (text) => textBox(layout, text),
    textLines: (text) => layout.textRects(text),
  };
}

function textBox(layout: PageLayout, text: DomNode): Rect | null {
  let bounds: Rect | null = null;
  for (const { rect } of layout.textRects(text)) bounds = bounds === null ? rect : unionRect(bounds, rect);
  return bounds;
}

/** The documents in frames, for whoever walks the document around them. */
export class SpatialFrames implements FrameSource {
  readonly #tree: FrameTree;
  readonly #places = new Map<FrameRealm, Placement | null>();

  constructor(tree: FrameTree) {
    this.#tree = tree;
  }

  inside(element: DomElement): FramedDocument | null {
    const realm = this.#tree.navigableOf(element)?.realm ?? null;
    const place = realm === null ? null : this.#placeOf(realm);
    if (realm === null || place === null) return null;
    const { page } = realm;
    return { document: page.document, styles: page.styles(), layout: movedLayout(page.layout(), place) };
  }

  /** In coordinates of the page, through all frames around it. */
  #placeOf(realm: FrameRealm): Placement | null {
    const known = this.#places.get(realm);
    if (known !== undefined) return known;
    const place = this.#computePlace(realm);
    this.#places.set(realm, place);
    return place;
  }

  #computePlace(realm: FrameRealm): Placement | null {
    const offset = offsetInParent(realm);
    const { parent } = realm.navigable;
    if (offset === null || parent === null) return null;
    if (parent.navigable.parent === null) return offset;
    const outer = this.#placeOf(parent);
    if (outer === null) return null;
    const clip = intersectRect(outer.clip, moved(offset.clip, outer));
    return { x: offset.x + outer.x, y: offset.y + outer.y, clip: clip ?? { ...outer.clip, w: 0, h: 0 } };
  }
}

/** How far a document is from the page's corner, and what of the page it shows in. */
interface Placement {
  readonly x: number;
  readonly y: number;
  readonly clip: Rect;
}

function moved(rect: Rect, { x, y }: Pick<Placement, 'x' | 'y'>): Rect {
  return { x: rect.x + x, y: rect.y + y, w: rect.w, h: rect.h };
}

function movedLayout(layout: PageLayout, place: Placement): SpatialLayout {
  const back = { x: -place.x, y: -place.y };
  const placed = (rect: Rect | null): Rect | null => (rect === null ? null : moved(rect, place));
  return {
    borderBox: (node) => placed(layout.borderBox(node)),
    clip: (node, rect) => {
      const part = placed(visiblePart(layout, node, moved(rect, back)));
      return part === null ? null : intersectRect(part, place.clip);
    },
    isCutOut: (element) => layout.isCutOut(element),
    hides: (element) => layout.anchored.hides(element),
    skipsContent: (element) => layout.skipsContent(element),
    textBox: (text) => placed(textBox(layout, text)),
    textLines: (text) => layout.textRects(text).map((line) => ({ ...line, rect: moved(line.rect, place) })),
  };
}
