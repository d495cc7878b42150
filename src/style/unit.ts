/**
 * Units of CSS dimensions and what they are worth.
 *
 * In:  a unit as written, and for relative units the sizes it is relative to.
 * Out: its kind, its factor to the canonical unit of that kind, or its length in CSS pixels.
 *
 * CSS Values 4 §6 and §7 https://drafts.csswg.org/css-values-4/#lengths, CSS Conditional 5 §6.1 for container units.
 */

export type DimensionKind = 'length' | 'angle' | 'time' | 'frequency' | 'resolution' | 'flex';

/** What a unit means: `factor` converts to px, deg, s, hz, dppx or fr; `null` for lengths that need a context. */
export interface UnitMeaning {
  readonly kind: DimensionKind;
  readonly factor: number | null;
  /** The unit in lower case. */
  readonly name: string;
}

const ABSOLUTE: readonly (readonly [string, DimensionKind, number])[] = [
  ['px', 'length', 1],
  ['cm', 'length', 96 / 2.54],
  ['mm', 'length', 96 / 25.4],
  ['q', 'length', 96 / 101.6],
  ['in', 'length', 96],
  ['pt', 'length', 96 / 72],
  ['pc', 'length', 16],
  ['deg', 'angle', 1],
  ['grad', 'angle', 0.9],
  ['rad', 'angle', 180 / Math.PI],
  ['turn', 'angle', 360],
  ['s', 'time', 1],
  ['ms', 'time', 0.001],
  ['hz', 'frequency', 1],
  ['khz', 'frequency', 1000],
  ['dppx', 'resolution', 1],
  ['x', 'resolution', 1],
  ['dpi', 'resolution', 1 / 96],
  ['dpcm', 'resolution', 2.54 / 96],
  ['fr', 'flex', 1],
];

const FONT_UNITS = ['em', 'rem', 'ex', 'rex', 'ch', 'rch', 'cap', 'rcap', 'ic', 'ric', 'lh', 'rlh'];
const VIEWPORT_UNITS = ['w', 'h', 'i', 'b', 'min', 'max'].flatMap((side) =>
  ['v', 'sv', 'lv', 'dv', 'cq'].map((prefix) => prefix + side),
);

const UNITS: ReadonlyMap<string, UnitMeaning> = new Map([
  ...ABSOLUTE.map(([name, kind, factor]): [string, UnitMeaning] => [name, { kind, factor, name }]),
  ...[...FONT_UNITS, ...VIEWPORT_UNITS].map((name): [string, UnitMeaning] => [
    name,
    { kind: 'length', factor: null, name },
  ]),
]);

/** What a unit means, in any case; `null` when there is no such unit. */
export function unitMeaning(unit: string): UnitMeaning | null {
  return UNITS.get(unit) ?? UNITS.get(unit.toLowerCase()) ?? null;
}

/** Sizes of a font that units refer to, as factors of the font size. */
export interface FontUnits {
  readonly xHeight: number;
  readonly zeroAdvance: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Advance of U+6C34, the width of 'ic'. */
  readonly ideographAdvance: number;
  /** What 'line-height: normal' is. */
  readonly normalLineHeight: number;
}

/** What relative lengths are relative to while one style is computed. Pixels here are already zoomed. */
export interface UnitContext {
  /** Used zoom: absolute lengths are multiplied by it. */
  readonly zoom: number;
  readonly fontSize: number;
  readonly rootFontSize: number;
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  /** Whether the inline axis is vertical, for vi, vb, cqi and cqb. */
  readonly vertical: boolean;
  fontUnits(): FontUnits;
  rootFontUnits(): FontUnits;
  lineHeight(): number;
  rootLineHeight(): number;
  /** The query container's content size in unzoomed pixels; the small viewport where there is no container. */
  containerSize(axis: 'width' | 'height'): number;
}

/** Length in pixels of one relative unit. The name comes from `unitMeaning`. */
export function relativeUnitPixels(name: string, context: UnitContext): number {
  switch (name) {
    case 'em':
      return context.fontSize;
    case 'rem':
      return context.rootFontSize;
    case 'ex':
      return context.fontSize * context.fontUnits().xHeight;
    case 'ch':
      return context.fontSize * context.fontUnits().zeroAdvance;
    case 'cap':
      return context.fontSize * context.fontUnits().capHeight;
    case 'ic':
      return context.fontSize * context.fontUnits().ideographAdvance;
    case 'rex':
      return context.rootFontSize * context.rootFontUnits().xHeight;
    case 'rch':
      return context.rootFontSize * context.rootFontUnits().zeroAdvance;
    case 'rcap':
      return context.rootFontSize * context.rootFontUnits().capHeight;
    case 'ric':
      return context.rootFontSize * context.rootFontUnits().ideographAdvance;
    case 'lh':
      return context.lineHeight();
    case 'rlh':
      return context.rootLineHeight();
  }
  if (name.startsWith('cq')) return sideUnit(name.slice(2), true, context);
  // There is no browser chrome that comes and goes here: small, large and dynamic viewports are the same.
  return sideUnit(name.charCodeAt(0) === 0x76 /* v */ ? name.slice(1) : name.slice(2), false, context);
}

function sideUnit(side: string, container: boolean, context: UnitContext): number {
  switch (side) {
    case 'w':
      return extent('width', container, context);
    case 'h':
      return extent('height', container, context);
    case 'i':
      return extent(context.vertical ? 'height' : 'width', container, context);
    case 'b':
      return extent(context.vertical ? 'width' : 'height', container, context);
    case 'min':
      return Math.min(extent('width', container, context), extent('height', container, context));
    default:
      return Math.max(extent('width', container, context), extent('height', container, context));
  }
}

function extent(axis: 'width' | 'height', container: boolean, context: UnitContext): number {
  const viewport = axis === 'width' ? context.viewportWidth : context.viewportHeight;
  return ((container ? context.containerSize(axis) : viewport) / 100) * context.zoom;
}
