/**
 * The computed style of an element or pseudo-element: whatever moves a box, hides it, or tells an agent what it is.
 *
 * Names are those of CSS in camel case. Values are computed values: absolute lengths in CSS pixels as numbers,
 * percentages and calculations as in length.ts, keywords as strings, and physical sides throughout: logical properties
 * have been mapped by the element's writing mode and direction when the style is made.
 *
 * Styles are immutable and shared: elements with the same declarations and the same parent style have the same object.
 */
import type { ClipPath } from './basic-shape.ts';
import type { Display } from './display.ts';
import type { LengthPercentage, LengthPercentageOrAuto, MaxSize, Size } from './length.ts';
import type { Motion } from './motion.ts';

export type WritingMode = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr';
export type Overflow = 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto';
export type BorderStyle =
  | 'none'
  | 'hidden'
  | 'solid'
  | 'dashed'
  | 'dotted'
  | 'double'
  | 'groove'
  | 'ridge'
  | 'inset'
  | 'outset';

/** A box alignment value (CSS Align 3): position plus 'safe'/'unsafe' and 'legacy' as a prefix word. */
export interface Alignment {
  readonly position:
    | 'auto'
    | 'normal'
    | 'stretch'
    | 'baseline'
    | 'last baseline'
    | 'center'
    | 'start'
    | 'end'
    | 'self-start'
    | 'self-end'
    | 'flex-start'
    | 'flex-end'
    | 'left'
    | 'right'
    | 'anchor-center'
    | 'space-between'
    | 'space-around'
    | 'space-evenly';
  readonly overflow: 'default' | 'safe' | 'unsafe';
  /** 'legacy left | right | center' of justify-items. */
  readonly legacy: boolean;
}

/** A number and whether it was given as 'auto'. */
export interface AspectRatio {
  readonly auto: boolean;
  /** width / height; `null` when there is only 'auto'. */
  readonly ratio: number | null;
  /** Room for a scroll bar that layout counts among the borders, and the ratio does not. Never part of a computed value. */
  readonly gutter?: number;
}

/** A 2D matrix, or the list of functions whose percentages wait for the box. */
export interface TransformFunction {
  readonly name: string;
  readonly args: readonly (number | LengthPercentage)[];
}

/** What 'content' gives for a pseudo-element (CSS Content 3). Strings and counters are text; images are boxes. */
export type ContentItem =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'attr'; readonly name: string; readonly fallback: string }
  | { readonly kind: 'counter'; readonly name: string; readonly style: string }
  | { readonly kind: 'counters'; readonly name: string; readonly separator: string; readonly style: string }
  | { readonly kind: 'quote'; readonly which: 'open' | 'close' | 'no-open' | 'no-close' }
  | { readonly kind: 'image'; readonly url: string };

/** A track list as written, names resolved; expanded by layout (CSS Grid 2 §7.2). */
export type TrackSize =
  | { readonly kind: 'fixed'; readonly size: LengthPercentage }
  | { readonly kind: 'fr'; readonly value: number }
  | { readonly kind: 'auto' | 'min-content' | 'max-content' }
  | { readonly kind: 'fit-content'; readonly limit: LengthPercentage }
  | { readonly kind: 'minmax'; readonly min: TrackSize; readonly max: TrackSize };

export type TrackEntry =
  | { readonly kind: 'track'; readonly size: TrackSize }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | {
      readonly kind: 'repeat';
      readonly count: number | 'auto-fill' | 'auto-fit';
      readonly entries: readonly TrackEntry[];
    };

export type TrackList =
  | { readonly kind: 'none' }
  | { readonly kind: 'list'; readonly entries: readonly TrackEntry[] }
  /** 'subgrid' with its line name lists; a repeat(auto-fill, …) stays a repeat entry. */
  | { readonly kind: 'subgrid'; readonly entries: readonly TrackEntry[] };

export interface GridLine {
  /** 'auto' when all are empty. */
  readonly span: boolean;
  readonly integer: number | null;
  readonly name: string | null;
}

export interface CounterChange {
  readonly name: string;
  readonly value: number;
  readonly reversed: boolean;
}

export interface ComputedStyle {
  // --- Display and flow -----------------------------------------------------------------------------------------
  readonly display: Display;
  /** 'display' before blockification, for static positions (CSS 2.2 §9.7). */
  readonly originalDisplay: Display;
  readonly position: 'static' | 'relative' | 'absolute' | 'fixed' | 'sticky';
  readonly float: 'none' | 'left' | 'right' | 'inline-start' | 'inline-end';
  readonly clear: 'none' | 'left' | 'right' | 'both' | 'inline-start' | 'inline-end';
  readonly boxSizing: 'content-box' | 'border-box';
  readonly visibility: 'visible' | 'hidden' | 'collapse';
  readonly overflowX: Overflow;
  readonly overflowY: Overflow;
  readonly scrollbarGutter: 'auto' | 'stable' | 'stable both-edges';
  readonly scrollbarWidth: 'auto' | 'thin' | 'none';
  readonly direction: 'ltr' | 'rtl';
  readonly writingMode: WritingMode;
  readonly unicodeBidi: 'normal' | 'embed' | 'isolate' | 'bidi-override' | 'isolate-override' | 'plaintext';
  readonly zIndex: number | 'auto';
  readonly order: number;
  /** The used zoom of the element: its own times its ancestors'. Lengths here are already multiplied by it. */
  readonly zoom: number;
  // --- Sizes ----------------------------------------------------------------------------------------------------
  readonly width: Size;
  readonly height: Size;
  readonly minWidth: Size;
  readonly minHeight: Size;
  readonly maxWidth: MaxSize;
  readonly maxHeight: MaxSize;
  readonly aspectRatio: AspectRatio;
  // --- Edges (physical) -----------------------------------------------------------------------------------------
  readonly marginTop: LengthPercentageOrAuto;
  readonly marginRight: LengthPercentageOrAuto;
  readonly marginBottom: LengthPercentageOrAuto;
  readonly marginLeft: LengthPercentageOrAuto;
  /** Words of 'margin-trim' in longhand form: block-start, block-end, inline-start, inline-end; empty is 'none'. */
  readonly marginTrim: readonly string[];
  readonly paddingTop: LengthPercentage;
  readonly paddingRight: LengthPercentage;
  readonly paddingBottom: LengthPercentage;
  readonly paddingLeft: LengthPercentage;
  /** Used border widths: 0 where the style is none or hidden, else snapped down to whole pixels as Chrome does. */
  readonly borderTopWidth: number;
  readonly borderRightWidth: number;
  readonly borderBottomWidth: number;
  readonly borderLeftWidth: number;
  readonly borderTopStyle: BorderStyle;
  readonly borderRightStyle: BorderStyle;
  readonly borderBottomStyle: BorderStyle;
  readonly borderLeftStyle: BorderStyle;
  readonly top: LengthPercentageOrAuto;
  readonly right: LengthPercentageOrAuto;
  readonly bottom: LengthPercentageOrAuto;
  readonly left: LengthPercentageOrAuto;
  // --- Font and text (inherited) --------------------------------------------------------------------------------
  readonly fontFamily: readonly string[];
  /** Quirks mode: block margins that only the user agent's sheet gives, which body and cells drop at their edges. */
  readonly quirkyMargins: { readonly start: boolean; readonly end: boolean };
  /** Families that the document brings by @font-face, in lower case: the same set in all of its styles. */
  readonly pageFonts: ReadonlySet<string>;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly fontStyle: 'normal' | 'italic' | 'oblique';
  readonly fontStretch: number;
  readonly fontVariantCaps:
    | 'normal'
    | 'small-caps'
    | 'all-small-caps'
    | 'petite-caps'
    | 'all-petite-caps'
    | 'unicase'
    | 'titling-caps';
  readonly fontKerning: 'auto' | 'normal' | 'none';
  readonly fontSizeAdjust: number | 'none';
  /** A number is a factor of the font size; `{ px }` is a length. */
  readonly lineHeight: 'normal' | number | { readonly px: number };
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly textIndent: LengthPercentage;
  readonly textIndentHanging: boolean;
  readonly textIndentEachLine: boolean;
  readonly textAlign:
    | 'start'
    | 'end'
    | 'left'
    | 'right'
    | 'center'
    | 'justify'
    | 'match-parent'
    | '-webkit-left'
    | '-webkit-right'
    | '-webkit-center';
  readonly rubyPosition: 'over' | 'under';
  readonly textAlignLast: 'auto' | 'start' | 'end' | 'left' | 'right' | 'center' | 'justify';
  readonly textJustify: 'auto' | 'none' | 'inter-word' | 'inter-character';
  readonly textTransform: 'none' | 'capitalize' | 'uppercase' | 'lowercase' | 'full-width';
  readonly whiteSpaceCollapse: 'collapse' | 'preserve' | 'preserve-breaks' | 'break-spaces';
  readonly baselineSource: 'auto' | 'first' | 'last';
  readonly textBoxTrim: 'none' | 'trim-start' | 'trim-end' | 'trim-both';
  readonly textBoxEdge: 'auto' | `${'text' | 'cap' | 'ex'} ${'text' | 'alphabetic'}`;
  readonly textWrapMode: 'wrap' | 'nowrap';
  readonly textWrapStyle: 'auto' | 'balance' | 'pretty' | 'stable';
  readonly overflowWrap: 'normal' | 'break-word' | 'anywhere';
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all' | 'break-word' | 'auto-phrase';
  readonly lineBreak: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere';
  readonly hyphens: 'none' | 'manual' | 'auto';
  readonly hyphenateCharacter: string | null;
  readonly tabSize: number | { readonly px: number };
  readonly textOrientation: 'mixed' | 'upright' | 'sideways';
  readonly quotes: 'auto' | 'none' | readonly (readonly [string, string])[];
  // --- Inline (not inherited) -----------------------------------------------------------------------------------
  readonly verticalAlign:
    | 'baseline'
    | 'sub'
    | 'super'
    | 'top'
    | 'text-top'
    | 'middle'
    | 'bottom'
    | 'text-bottom'
    | '-webkit-baseline-middle'
    | LengthPercentage;
  readonly textOverflow: 'clip' | 'ellipsis';
  /** -webkit-line-clamp with its prerequisites (-webkit-box, vertical) checked. */
  readonly lineClamp: number | 'none';
  /** How many lines high the letter is, and how many of them it reaches down from the first; `null` for 'normal'. */
  readonly initialLetter: { readonly size: number; readonly sink: number } | null;
  // --- Lists, counters, generated content -----------------------------------------------------------------------
  readonly listStyleType: string;
  readonly listStylePosition: 'inside' | 'outside';
  readonly listStyleImage: string | null;
  readonly counterReset: readonly CounterChange[];
  readonly counterIncrement: readonly CounterChange[];
  readonly counterSet: readonly CounterChange[];
  readonly content: 'normal' | 'none' | readonly ContentItem[];
  // --- Flex -----------------------------------------------------------------------------------------------------
  readonly flexDirection: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  /** 'balance' makes lines of similar lengths (CSS Flexbox 2 §5.2). */
  readonly flexWrap: 'nowrap' | 'wrap' | 'wrap-reverse' | 'wrap balance' | 'wrap-reverse balance';
  readonly flexLineCount: number;
  readonly flexGrow: number;
  readonly flexShrink: number;
  readonly flexBasis: Size | 'content';
  // --- Alignment and gaps ---------------------------------------------------------------------------------------
  readonly alignContent: Alignment;
  readonly justifyContent: Alignment;
  readonly alignItems: Alignment;
  readonly justifyItems: Alignment;
  readonly alignSelf: Alignment;
  readonly justifySelf: Alignment;
  readonly rowGap: LengthPercentage | 'normal';
  readonly columnGap: LengthPercentage | 'normal';
  // --- Grid -----------------------------------------------------------------------------------------------------
  readonly gridTemplateRows: TrackList;
  readonly gridTemplateColumns: TrackList;
  /** Rows of cell names; '.' is an empty cell. */
  readonly gridTemplateAreas: readonly (readonly string[])[];
  readonly gridAutoRows: readonly TrackSize[];
  readonly gridAutoColumns: readonly TrackSize[];
  readonly gridAutoFlow: { readonly column: boolean; readonly dense: boolean };
  readonly gridRowStart: GridLine;
  readonly gridRowEnd: GridLine;
  readonly gridColumnStart: GridLine;
  readonly gridColumnEnd: GridLine;
  // --- Tables ---------------------------------------------------------------------------------------------------
  readonly tableLayout: 'auto' | 'fixed';
  readonly borderCollapse: 'separate' | 'collapse';
  readonly borderSpacingX: number;
  readonly borderSpacingY: number;
  readonly captionSide: 'top' | 'bottom';
  readonly emptyCells: 'show' | 'hide';
  // --- Columns --------------------------------------------------------------------------------------------------
  readonly columnCount: number | 'auto';
  readonly columnWidth: number | 'auto';
  readonly columnFill: 'auto' | 'balance';
  readonly columnSpan: 'none' | 'all';
  readonly breakBefore: string;
  readonly breakAfter: string;
  readonly breakInside: string;
  readonly orphans: number;
  readonly widows: number;
  // --- Replaced elements ----------------------------------------------------------------------------------------
  readonly objectFit: 'fill' | 'contain' | 'cover' | 'none' | 'scale-down';
  // --- Transforms, containment, visibility -----------------------------------------------------------------------
  readonly transform: readonly TransformFunction[];
  readonly transformOriginX: LengthPercentage;
  readonly transformOriginY: LengthPercentage;
  readonly transformBox: 'border-box' | 'content-box' | 'fill-box' | 'stroke-box' | 'view-box';
  /** The individual properties; empty when 'none'. */
  readonly translate: readonly LengthPercentage[];
  readonly scale: readonly number[];
  /** Degrees around z; 0 when 'none'. */
  readonly rotate: number;
  readonly perspective: number | 'none';
  readonly transformStyle: 'flat' | 'preserve-3d';
  readonly backfaceVisibility: 'visible' | 'hidden';
  /** Words of 'contain' after expansion: size, inline-size, layout, style, paint. */
  readonly contain: readonly string[];
  readonly containerType: 'normal' | 'size' | 'inline-size';
  readonly containerName: readonly string[];
  readonly containIntrinsicWidth: number | 'none';
  readonly containIntrinsicHeight: number | 'none';
  readonly contentVisibility: 'visible' | 'auto' | 'hidden';
  /** Property names in will-change. */
  readonly willChange: readonly string[];
  readonly opacity: number;
  /** 'filter' or 'backdrop-filter' is not 'none'. */
  readonly hasFilter: boolean;
  /** 'clip: rect(…)' edges, `null` for auto edges. */
  readonly clip: readonly [number | null, number | null, number | null, number | null] | null;
  /** `null` for 'none'. */
  readonly clipPath: ClipPath | null;
  readonly isolation: 'auto' | 'isolate';
  readonly mixBlendMode: string;
  /** 'auto' for all looks of the browser's own but 'button', in which an <input> follows its line height. */
  readonly appearance: 'none' | 'auto' | 'button';
  readonly fieldSizing: 'fixed' | 'content';
  readonly shapeOutside: string;
  readonly anchorName: readonly string[];
  /** '*' is 'all'. */
  readonly anchorScope: readonly string[];
  /** 'normal', 'auto', 'none', or a name. */
  readonly positionAnchor: string;
  readonly positionArea: string | null;
  /** As written, with one space between words and ', ' between options; layout/position-options.ts reads it. */
  readonly positionTryFallbacks: string;
  readonly positionTryOrder: 'normal' | 'most-width' | 'most-height' | 'most-block-size' | 'most-inline-size';
  /** Words in the order of the standard. */
  readonly positionVisibility: string;
  /** The style with the declarations of each '@position-try' rule that 'position-try-fallbacks' names and that is there. */
  readonly tryStyles: ReadonlyMap<string, ComputedStyle> | null;
  // --- What tells an agent about an element ---------------------------------------------------------------------
  readonly cursor: string;
  readonly pointerEvents: 'auto' | 'none';
  readonly userSelect: 'auto' | 'text' | 'none' | 'all';
  /** Whether background or border paint anything opaque: r, g, b, a of background-color. */
  readonly backgroundColor: readonly [number, number, number, number];
  readonly hasBackgroundImage: boolean;
  readonly color: readonly [number, number, number, number];
  readonly scrollMarginTop: number;
  readonly scrollMarginRight: number;
  readonly scrollMarginBottom: number;
  readonly scrollMarginLeft: number;
  readonly scrollPaddingTop: LengthPercentageOrAuto;
  readonly scrollPaddingRight: LengthPercentageOrAuto;
  readonly scrollPaddingBottom: LengthPercentageOrAuto;
  readonly scrollPaddingLeft: LengthPercentageOrAuto;
  readonly textDecorationLine: string;
  readonly interactivity: 'auto' | 'inert';

  /** Animations and transitions that are declared; `null` when there are none. They change no other field. */
  readonly motion: Motion | null;
  /** Custom properties after substitution, own and inherited. `null` when there are none. */
  readonly custom: ReadonlyMap<string, string> | null;
}

export type PseudoName =
  | 'before'
  | 'after'
  | 'marker'
  | 'placeholder'
  | 'first-letter'
  | 'first-line'
  | 'backdrop'
  | 'details-content'
  | 'file-selector-button'
  | '-webkit-datetime-edit'
  | '-webkit-datetime-edit-fields-wrapper'
  | '-webkit-calendar-picker-indicator';

/** The style of every element of one document, computed when first asked for. */
export interface StyleResolver {
  styleOf(element: import('../html/node-tree.ts').DomElement): ComputedStyle;
  /** `null` when the pseudo-element generates nothing (for before/after: content none or normal). */
  pseudoStyleOf(element: import('../html/node-tree.ts').DomElement, pseudo: PseudoName): ComputedStyle | null;
  /** The style of an anonymous box: inherited properties of the parent, initial values otherwise, this display. */
  anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle;
}
