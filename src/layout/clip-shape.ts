/**
 * What 'clip-path' and 'clip' leave of a box: the rectangle around it.
 *
 * In:  a box fragment. Out: a rectangle from its border-box corner; `null` when nothing is cut off.
 *
 * CSS Masking 1 §5, §6 https://drafts.csswg.org/css-masking-1/, CSS Shapes 1 §3
 */
import type { Rect } from '../geometry.ts';
import type { BasicShape, ClipPath, ReferenceBox, ShapeOffset, ShapeRadius } from '../style/basic-shape.ts';
import { type LengthPercentage, resolveLength } from '../style/length.ts';
import { usedMargin } from './edges.ts';
import type { BoxFragment } from './fragment.ts';

/** Further than any content. */
const FAR = 1e7;

export function clipShape(fragment: BoxFragment): Rect | null {
  const { box } = fragment;
  if (box.isAnonymous) return null;
  const { clipPath, clip, position } = box.style;
  if (clipPath !== null) return pathRect(clipPath, fragment);
  return clip !== null && (position === 'absolute' || position === 'fixed') ? clipRect(clip, fragment) : null;
}

/** 'clip: rect()': distances from the top and left of the border box; 'auto' is as far as content goes. */
function clipRect(clip: readonly (number | null)[], { width, height }: BoxFragment): Rect {
  const [top, right, bottom, left] = clip;
  return span(left ?? 0, top ?? 0, right ?? width, bottom ?? height);
}

function span(left: number, top: number, right: number, bottom: number): Rect {
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}

function pathRect({ box, shape }: ClipPath, fragment: BoxFragment): Rect | null {
  if (shape === undefined) return null;
  const reference = referenceRect(box, fragment);
  return shape === null ? reference : shapeRect(shape, reference);
}

function referenceRect(name: ReferenceBox, { box, border, padding, width, height }: BoxFragment): Rect {
  switch (name) {
    case 'padding-box':
      return span(border.left, border.top, width - border.right, height - border.bottom);
    case 'content-box':
      return span(
        border.left + padding.left,
        border.top + padding.top,
        width - border.right - padding.right,
        height - border.bottom - padding.bottom,
      );
    case 'margin-box': {
      const { marginTop, marginRight, marginBottom, marginLeft } = box.style;
      const used = (margin: typeof marginTop) => usedMargin(margin, 0) ?? 0;
      return span(-used(marginLeft), -used(marginTop), width + used(marginRight), height + used(marginBottom));
    }
    default:
      return span(0, 0, width, height);
  }
}

function shapeRect(shape: BasicShape<LengthPercentage>, { x, y, w, h }: Rect): Rect {
  switch (shape.kind) {
    case 'sides': {
      const left = along(shape.left, w);
      const top = along(shape.top, h);
      return span(
        x + left,
        y + top,
        x + Math.max(left, along(shape.right, w)),
        y + Math.max(top, along(shape.bottom, h)),
      );
    }
    case 'sized': {
      const left = x + resolveLength(shape.x, w);
      const top = y + resolveLength(shape.y, h);
      return span(left, top, left + resolveLength(shape.width, w), top + resolveLength(shape.height, h));
    }
    case 'ellipse': {
      const centreX = along(shape.x, w);
      const centreY = along(shape.y, h);
      const [radiusX, radiusY] = radii(shape, centreX, centreY, w, h);
      return span(x + centreX - radiusX, y + centreY - radiusY, x + centreX + radiusX, y + centreY + radiusY);
    }
    case 'polygon': {
      let [left, top, right, bottom] = [FAR, FAR, -FAR, -FAR];
      for (const [pointX, pointY] of shape.points) {
        const px = resolveLength(pointX, w);
        const py = resolveLength(pointY, h);
        left = Math.min(left, px);
        right = Math.max(right, px);
        top = Math.min(top, py);
        bottom = Math.max(bottom, py);
      }
      return span(x + left, y + top, x + right, y + bottom);
    }
  }
}

function along({ fromEnd, length }: ShapeOffset<LengthPercentage>, size: number): number {
  const offset = resolveLength(length, size);
  return fromEnd ? size - offset : offset;
}

type Ellipse = Extract<BasicShape<LengthPercentage>, { kind: 'ellipse' }>;

function radii(shape: Ellipse, x: number, y: number, w: number, h: number): readonly [x: number, y: number] {
  const toX = [Math.abs(x), Math.abs(w - x)];
  const toY = [Math.abs(y), Math.abs(h - y)];
  if (shape.isCircle) {
    // §3.2: percentages of a circle are of the diagonal, so to say.
    const base = Math.hypot(w, h) / Math.SQRT2;
    const corners = toX.flatMap((dx) => toY.map((dy) => Math.hypot(dx, dy)));
    const radius = radiusOf(shape.radiusX, base, [...toX, ...toY], corners);
    return [radius, radius];
  }
  // An ellipse through a corner has the ratio of the one that touches the sides: it is √2 times as large.
  const throughX = toX.map((distance) => distance * Math.SQRT2);
  const throughY = toY.map((distance) => distance * Math.SQRT2);
  return [radiusOf(shape.radiusX, w, toX, throughX), radiusOf(shape.radiusY, h, toY, throughY)];
}

function radiusOf(
  radius: ShapeRadius<LengthPercentage>,
  base: number,
  sides: readonly number[],
  corners: readonly number[],
): number {
  switch (radius) {
    case 'closest-side':
      return Math.min(...sides);
    case 'farthest-side':
      return Math.max(...sides);
    case 'closest-corner':
      return Math.min(...corners);
    case 'farthest-corner':
      return Math.max(...corners);
    default:
      return resolveLength(radius, base);
  }
}
