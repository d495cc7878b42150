/**
 * Documents inside of frames, as those who walk through a page find them.
 */
import type { DomElement, DomNode } from '../html/node-tree.ts';
import type { StyleResolver } from '../style/computed-style.ts';
import type { FlatTree } from '../style/flat-tree.ts';
import type { SpatialLayout } from './visible.ts';

/** A document in a frame. Its layout is in the coordinates of the page around all frames. */
export interface FramedDocument {
  readonly document: DomNode;
  readonly styles: StyleResolver & { readonly flatTree?: FlatTree };
  readonly layout: SpatialLayout;
}

export interface FrameSource {
  /** The document in a frame element; `null` when there is none to see. */
  inside(element: DomElement): FramedDocument | null;
}
