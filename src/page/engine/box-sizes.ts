/**
 * The sizes of an element's boxes and the part of it that is not clipped away, as observers want them.
 *
 * Resize Observer 1 §3.3 https://drafts.csswg.org/resize-observer/, Intersection Observer §2.2.2
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import { type DomNode, isElement, namespaceOf } from '../../html/node-tree.ts';
import { naturalSizeOfDataUrl } from '../../layout/boxes/natural-size.ts';
import { resolveLength } from '../../style/length.ts';
import type { StyledDocument } from './styled-document.ts';

/** Writes the content box's place in the padding box, its size, and the border box's size; inline along `x`. */
export function boxSizes(page: StyledDocument, element: DomNode, out: Float64Array): boolean {
  out.fill(0);
  if (!isElement(element)) return false;
  const layout = page.layout();
  const fragment = layout.fragmentOf(element);
  if (fragment === null || fragment.box.kind === 'inline') {
    // SVG elements have their bounding box; inline boxes have no size here.
    const rect = fragment === null ? layout.borderBox(element) : null;
    if (rect === null || namespaceOf(element) !== 'svg') return false;
    out[2] = rect.w;
    out[3] = rect.h;
    out[4] = rect.w;
    out[5] = rect.h;
    return true;
  }
  const { border, padding, width, height } = fragment;
  out[0] = padding.left;
  out[1] = padding.top;
  out[2] = Math.max(0, width - border.left - border.right - padding.left - padding.right);
  out[3] = Math.max(0, height - border.top - border.bottom - padding.top - padding.bottom);
  out[4] = width;
  out[5] = height;
  return true;
}

/**
 * Writes 'scroll-margin' of an element, or its 'scroll-padding' against the size of what it shows.
 *
 * CSS Scroll Snap 1 §4.1, §5.1; 'auto' is zero.
 */
export function scrollEdges(
  page: StyledDocument,
  element: DomNode,
  edges: 'margin' | 'padding',
  out: Float64Array,
): boolean {
  out.fill(0);
  if (!isElement(element)) return false;
  const style = page.styles().styleOf(element);
  if (edges === 'margin') {
    out.set([style.scrollMarginTop, style.scrollMarginRight, style.scrollMarginBottom, style.scrollMarginLeft]);
    return true;
  }
  const { width, height } = portSize(page, element);
  const paddings = [
    style.scrollPaddingTop,
    style.scrollPaddingRight,
    style.scrollPaddingBottom,
    style.scrollPaddingLeft,
  ];
  for (const [at, padding] of paddings.entries()) {
    if (padding !== 'auto') out[at] = resolveLength(padding, at % 2 === 0 ? height : width);
  }
  return true;
}

/** What a scroll container shows of its content. The root element stands for the viewport. */
function portSize(page: StyledDocument, element: DomNode): { readonly width: number; readonly height: number } {
  const fragment = page.layout().fragmentOf(element);
  if (fragment === null || element[PARENT_NODE] === page.document) return page.viewport;
  const { border, width, height } = fragment;
  return { width: width - border.left - border.right, height: height - border.top - border.bottom };
}

/** Writes what ancestors clip an element to, in viewport coordinates. `false` when they do not. */
export function clipOf(page: StyledDocument, node: DomNode, out: Float64Array): boolean {
  const clip = page.layout().clipRect(node);
  if (clip === null) return false;
  const [scrollX, scrollY] = page.scroll;
  out[0] = clip.x - scrollX;
  out[1] = clip.y - scrollY;
  out[2] = clip.w;
  out[3] = clip.h;
  return true;
}

/** Writes the natural size of the image in a data: URL: 1. Gives -1 for one that is broken, 0 for other addresses. */
export function dataImageSize(url: string, out: Float64Array): 1 | 0 | -1 {
  if (!/^data:/i.test(url)) return 0;
  const size = naturalSizeOfDataUrl(url);
  if (size === null) return -1;
  out[0] = size.width ?? 300;
  out[1] = size.height ?? 150;
  return 1;
}
