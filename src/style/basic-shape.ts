/**
 * Basic shapes and what 'clip-path' says with them.
 *
 * CSS Shapes 1 §3 https://drafts.csswg.org/css-shapes-1/#basic-shape-functions, CSS Masking 1 §5
 */
import type { LengthPercentage } from './length.ts';

/** A distance from the start of the reference box, or back from its end. */
export interface ShapeOffset<Length> {
  readonly fromEnd: boolean;
  readonly length: Length;
}

export type ShapeRadius<Length> = Length | 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner';

/** `Length` is a specified or a computed one. Rounded corners are left out: the rectangle around is the same. */
export type BasicShape<Length> =
  | {
      readonly kind: 'sides';
      readonly top: ShapeOffset<Length>;
      readonly right: ShapeOffset<Length>;
      readonly bottom: ShapeOffset<Length>;
      readonly left: ShapeOffset<Length>;
    }
  | {
      readonly kind: 'sized';
      readonly x: Length;
      readonly y: Length;
      readonly width: Length;
      readonly height: Length;
    }
  | {
      readonly kind: 'ellipse';
      readonly isCircle: boolean;
      readonly radiusX: ShapeRadius<Length>;
      readonly radiusY: ShapeRadius<Length>;
      readonly x: ShapeOffset<Length>;
      readonly y: ShapeOffset<Length>;
    }
  | { readonly kind: 'polygon'; readonly points: readonly (readonly [x: Length, y: Length])[] };

export const REFERENCE_BOXES = [
  'border-box',
  'padding-box',
  'content-box',
  'margin-box',
  'half-border-box',
  'fill-box',
  'stroke-box',
  'view-box',
] as const;

export type ReferenceBox = (typeof REFERENCE_BOXES)[number];

export interface Clipping<Length> {
  /** As it was written. */
  readonly text: string;
  readonly box: ReferenceBox;
  /** `null` for the reference box itself, with its rounded corners; undefined for shapes that are not worked out. */
  readonly shape: BasicShape<Length> | null | undefined;
}

/** What 'clip-path' leaves; `null` in the style for 'none'. */
export type ClipPath = Clipping<LengthPercentage>;
