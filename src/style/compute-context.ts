/**
 * What a value's computation may look at: the element's font, its parent, the viewport, and the style made so far.
 *
 * One context serves one style. Its font size is the parent's while font properties are computed, then the element's own
 * (CSS Values 4 §6.1.1 https://drafts.csswg.org/css-values-4/#font-relative-lengths).
 */

import { fontUnitsFor, uprightZeroAdvance } from './font-units.ts';
import type { StyleEnvironment } from './style-environment.ts';
import { recordOf, type StyleRecord } from './style-record.ts';
import type { FontUnits, UnitContext } from './unit.ts';

/** The content size of the nearest query container along an axis, in CSS pixels; `null` when there is none. */
export type ContainerSize = (axis: 'width' | 'height') => number | null;

export class ComputeContext implements UnitContext {
  readonly style: StyleRecord;
  readonly parent: Readonly<StyleRecord>;
  readonly root: Readonly<StyleRecord> | null;
  readonly environment: StyleEnvironment;
  readonly quirks: boolean;
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  zoom = 1;
  fontSize: number;
  rootFontSize: number;
  vertical = false;
  readonly #containerSize: ContainerSize | null;
  /** Whose font 'ex', 'ch' and 'lh' mean: the parent's until the element's own font is known. */
  #fontOf: Readonly<StyleRecord>;

  constructor(
    style: StyleRecord,
    parent: Readonly<StyleRecord>,
    root: Readonly<StyleRecord> | null,
    environment: StyleEnvironment,
    quirks: boolean,
    containerSize: ContainerSize | null,
  ) {
    this.style = style;
    this.parent = parent;
    this.root = root;
    this.environment = environment;
    this.quirks = quirks;
    this.viewportWidth = environment.viewportWidth;
    this.viewportHeight = environment.viewportHeight;
    this.#containerSize = containerSize;
    this.#fontOf = parent;
    this.fontSize = parent.specifiedFontSize;
    this.rootFontSize = (root ?? parent).specifiedFontSize;
  }

  /** Font-relative units mean the parent's font, before zoom: what 'font-size' itself is computed with. */
  useParentFont(): void {
    this.#fontOf = this.parent;
    this.zoom = 1;
    this.fontSize = this.parent.specifiedFontSize;
    this.rootFontSize = (this.root ?? this.parent).specifiedFontSize;
  }

  /** Font-relative units mean the element's own font from here on, and absolute lengths are zoomed. */
  useOwnFont(): void {
    this.#fontOf = this.style;
    this.zoom = this.style.zoom;
    this.fontSize = this.style.specifiedFontSize * this.zoom;
    this.rootFontSize = (this.root ?? this.style).specifiedFontSize * this.zoom;
  }

  /** Lengths as script hears of them: before zoom. */
  useUnzoomed(): void {
    this.zoom = 1;
    this.fontSize = this.style.specifiedFontSize;
    this.rootFontSize = (this.root ?? this.style).specifiedFontSize;
  }

  fontUnits(): FontUnits {
    const units = fontUnitsFor(this.#fontOf, this.environment);
    const { writingMode, textOrientation } = this.#fontOf;
    const isUpright = textOrientation === 'upright' && (writingMode === 'vertical-rl' || writingMode === 'vertical-lr');
    if (!isUpright || this.fontSize === 0) return units;
    return { ...units, zeroAdvance: uprightZeroAdvance(units, this.fontSize) };
  }

  rootFontUnits(): FontUnits {
    return fontUnitsFor(this.root ?? this.#fontOf, this.environment);
  }

  lineHeight(): number {
    return lineHeightOf(this.#fontOf, this.fontSize, this.environment);
  }

  rootLineHeight(): number {
    return lineHeightOf(this.root ?? this.#fontOf, this.rootFontSize, this.environment);
  }

  containerSize(axis: 'width' | 'height'): number {
    const size = this.#containerSize === null ? null : this.#containerSize(axis);
    return size ?? (axis === 'width' ? this.viewportWidth : this.viewportHeight);
  }
}

function lineHeightOf(style: Readonly<StyleRecord>, fontSize: number, environment: StyleEnvironment): number {
  const { lineHeight } = recordOf(style);
  // Ascent and descent are rounded before they add up.
  if (lineHeight === 'normal') return Math.round(fontSize * fontUnitsFor(style, environment).normalLineHeight);
  return typeof lineHeight === 'number' ? lineHeight * fontSize : lineHeight.px;
}
