/**
 * What computed values do to each other once all are known.
 *
 * In:  a style whose longhands have been computed one by one, its parent, and the element's name.
 * Out: the same style with display blockified, overflow and float made consistent, borders without style at 0.
 *
 * CSS 2.2 §9.7 https://www.w3.org/TR/CSS22/visuren.html#dis-pos-flo, CSS Display 3 §2.7 and §2.8,
 * CSS Overflow 3 §3.1, and where Chrome differs, Chrome.
 */
import type { BorderStyle, Overflow } from './computed-style.ts';
import type { Display } from './display.ts';
import type { Calculation, LengthPercentage } from './length.ts';
import { longhandIndex } from './properties/table.ts';
import type { StyleRecord } from './style-record.ts';
import type { Winners } from './winners.ts';

/** Block-level counterparts (CSS Display 3 §2.7). */
const BLOCKIFIED: Readonly<Partial<Record<Display, Display>>> = {
  inline: 'block',
  'inline-block': 'block',
  'inline-list-item': 'list-item',
  'inline-block-list-item': 'flow-root-list-item',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
  'table-row-group': 'block',
  'table-header-group': 'block',
  'table-footer-group': 'block',
  'table-row': 'block',
  'table-cell': 'block',
  'table-caption': 'block',
  'table-column': 'block',
  'table-column-group': 'block',
  ruby: 'block',
  'ruby-text': 'block',
  math: 'block',
};

/** CSS Display 3 §2.7. */
const INLINIFIED: Readonly<Partial<Record<Display, Display>>> = {
  block: 'inline-block',
  'flow-root': 'inline-block',
  table: 'inline-table',
  flex: 'inline-flex',
  grid: 'inline-grid',
  'list-item': 'inline-list-item',
  'flow-root-list-item': 'inline-block-list-item',
};

function blockified(display: Display): Display {
  return BLOCKIFIED[display] ?? display;
}

/** Elements that cannot do without a box of their own: 'contents' hides them (CSS Display 3, appendix B). */
const NEVER_CONTENTS = new Set(
  (
    'br wbr meter progress canvas embed object audio iframe img video input textarea select frame frameset ' +
    'fencedframe applet svg'
  ).split(' '),
);

/** Controls are never part of a line's text. */
const INLINE_BLOCKS = new Set(['button', 'input', 'select', 'textarea']);

/** Widths of borders are 'medium' where only a style was given, and 0 where there is no style. */
const BORDER_WIDTHS = ['top', 'right', 'bottom', 'left'].map((side) => longhandIndex(`border-${side}-width`));
export const MEDIUM_BORDER = 3;

export function adjustStyle(
  style: StyleRecord,
  parent: Readonly<StyleRecord>,
  winners: Winners,
  elementName: string,
  isRoot: boolean,
): void {
  adjustBorders(style, winners);
  if (style.hasBackdropFilter) style.hasFilter = true;
  adjustLegacyBox(style);
  adjustLegacyItem(style, parent);
  adjustDisplay(style, parent, elementName, isRoot);
  adjustOverflow(style, elementName);
  adjustAnchors(style);
}

const INSETS = ['top', 'right', 'bottom', 'left'] as const;
const SIZES = ['width', 'height', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const;
const MARGINS = ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'] as const;

/** CSS Anchor Positioning 1 §3.3: only absolutely positioned boxes have anchors. Others have the fallbacks. */
function adjustAnchors(style: StyleRecord): void {
  if (style.position === 'absolute' || style.position === 'fixed') return;
  for (const field of INSETS) if (hasAnchor(style[field])) style[field] = unanchored(style[field]) ?? 'auto';
  for (const field of MARGINS) if (hasAnchor(style[field])) style[field] = unanchored(style[field]) ?? 0;
  for (const field of SIZES) {
    if (!hasAnchor(style[field])) continue;
    Object.assign(style, { [field]: unanchored(style[field]) ?? (field.startsWith('max') ? 'none' : 'auto') });
  }
}

function hasAnchor(value: unknown): boolean {
  return typeof value === 'object' && (value as Calculation | null)?.unanchored !== undefined;
}

function unanchored(value: unknown): LengthPercentage | null {
  return (value as Required<Calculation>).unanchored();
}

function adjustBorders(style: StyleRecord, winners: Winners): void {
  style.borderTopWidth = usedBorder(style.borderTopStyle, style.borderTopWidth, winners, 0);
  style.borderRightWidth = usedBorder(style.borderRightStyle, style.borderRightWidth, winners, 1);
  style.borderBottomWidth = usedBorder(style.borderBottomStyle, style.borderBottomWidth, winners, 2);
  style.borderLeftWidth = usedBorder(style.borderLeftStyle, style.borderLeftWidth, winners, 3);
}

function usedBorder(line: BorderStyle, width: number, winners: Winners, side: number): number {
  if (line === 'none' || line === 'hidden') return 0;
  return winners.declared[BORDER_WIDTHS[side]!] === null ? MEDIUM_BORDER : width;
}

/** Old flexible boxes: 'display: -webkit-box' with vertical orientation and a line clamp is a clamped block. */
function adjustLegacyBox(style: StyleRecord): void {
  const clamps = style.isLegacyBox && style.boxOrient === 'vertical' && style.lineClamp !== 'none';
  if (!clamps) style.lineClamp = 'none';
  if (!style.isLegacyBox) return;
  if (clamps) {
    style.display = style.display === 'flex' ? 'flow-root' : 'inline-block';
    style.isLegacyBox = false;
    return;
  }
  const axis = style.boxOrient === 'vertical' ? 'column' : 'row';
  style.flexDirection = style.boxDirection === 'reverse' ? `${axis}-reverse` : axis;
  style.flexWrap = 'nowrap';
  style.justifyContent = LEGACY_PACK[style.boxPack];
  style.alignItems = LEGACY_ALIGN[style.boxAlign];
}

const position = <Position extends string>(value: Position) =>
  ({ position: value, overflow: 'default', legacy: false }) as const;

const LEGACY_PACK = {
  start: position('flex-start'),
  end: position('flex-end'),
  center: position('center'),
  justify: position('space-between'),
};
const LEGACY_ALIGN = {
  stretch: position('stretch'),
  start: position('flex-start'),
  end: position('flex-end'),
  center: position('center'),
  baseline: position('baseline'),
};

/** A child of an old flexible box flexes by '-webkit-box-flex', may shrink below its content, and is aligned by the box. */
function adjustLegacyItem(style: StyleRecord, parent: Readonly<StyleRecord>): void {
  if (!parent.isLegacyBox) return;
  const flex = Math.max(0, style.boxFlex);
  style.flexGrow = flex;
  style.flexShrink = flex;
  style.flexBasis = 'auto';
  style.order = style.boxOrdinalGroup;
  style.alignSelf = position('auto');
  if (style.minWidth === 'auto') style.minWidth = 0;
  if (style.minHeight === 'auto') style.minHeight = 0;
}

/** Boxes in these are block-level, whatever they were. */
const BLOCKIFYING: ReadonlySet<Display> = new Set(['flex', 'inline-flex', 'grid', 'inline-grid', 'math']);

function adjustDisplay(style: StyleRecord, parent: Readonly<StyleRecord>, elementName: string, isRoot: boolean): void {
  // Only MathML elements are laid out as mathematics.
  if (style.display === 'math' && elementName !== 'math') style.display = 'inline';
  style.originalDisplay = style.display;
  if (style.display === 'contents') {
    if (isRoot) style.display = 'block';
    else if (NEVER_CONTENTS.has(elementName)) style.display = 'none';
  }
  if (style.display === 'none' || style.display === 'contents') {
    style.containingDisplay = parent.containingDisplay;
    return;
  }
  const outOfFlow = style.position === 'absolute' || style.position === 'fixed';
  if (outOfFlow) style.float = 'none';
  const around = parent.containingDisplay;
  const isItem = BLOCKIFYING.has(around);
  // A legend that floats is no rendered legend of its fieldset, also where it is an item and does not float.
  if (isItem && !isRoot && elementName !== 'legend') style.float = 'none';
  const floats = style.float !== 'none' && !isInRuby(around);
  if (isRoot || outOfFlow || isItem || floats || elementName === 'legend') {
    style.display = blockified(style.display);
  } else if (isInRuby(around)) {
    style.float = 'none';
    style.display = INLINIFIED[style.display] ?? style.display;
  } else if (
    style.display === 'inline' &&
    (style.writingMode !== parent.writingMode || INLINE_BLOCKS.has(elementName))
  ) {
    // An inline cannot turn its text in another direction.
    style.display = 'inline-block';
  }
  if (style.display === 'table' || style.display === 'inline-table') resetTableAlignment(style);
  // CSS Writing Modes 4 §3.2: rows, columns and their groups have the writing mode of the table around them.
  if (TABLE_TRACKS.has(style.display)) style.writingMode = parent.writingMode;
  style.containingDisplay = isInRuby(around) && style.display === 'inline' ? around : style.display;
}

/** CSS Ruby 1 §2.2: what is in a ruby or an annotation, also within inline boxes, is inline-level. */
function isInRuby(around: Display): boolean {
  return around === 'ruby' || around === 'ruby-text';
}

const TABLE_TRACKS: ReadonlySet<Display> = new Set([
  'table-row',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-column',
  'table-column-group',
]);

/** Tables do not take on the alignment of blocks that '<center>' and 'align' give. */
function resetTableAlignment(style: StyleRecord): void {
  const { textAlign } = style;
  if (textAlign === '-webkit-left' || textAlign === '-webkit-center' || textAlign === '-webkit-right') {
    style.textAlign = 'start';
  }
}

/** When one axis scrolls, 'visible' in the other becomes 'auto' (CSS Overflow 3 §3.1). 'clip' stays, as in Chrome. */
function adjustOverflow(style: StyleRecord, elementName: string): void {
  if (NEVER_SCROLL.has(style.display) && !INLINE_BLOCKS.has(elementName)) {
    if (style.overflowX === 'auto' || style.overflowX === 'scroll') style.overflowX = 'visible';
    if (style.overflowY === 'auto' || style.overflowY === 'scroll') style.overflowY = 'visible';
  }
  const { overflowX, overflowY } = style;
  if (overflowX === overflowY) return;
  const scrolls = isScrollable(overflowX) || isScrollable(overflowY);
  if (!scrolls) return;
  style.overflowX = scrollable(overflowX);
  style.overflowY = scrollable(overflowY);
}

/** As in Chrome, tables, their rows and groups of rows can hide what overflows, but not scroll it. */
const NEVER_SCROLL: ReadonlySet<Display> = new Set([
  'table',
  'inline-table',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
]);

function isScrollable(overflow: Overflow): boolean {
  return overflow !== 'visible' && overflow !== 'clip';
}

function scrollable(overflow: Overflow): Overflow {
  return overflow === 'visible' ? 'auto' : overflow;
}
