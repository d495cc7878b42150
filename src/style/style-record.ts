/**
 * The one shape of all computed styles, and the initial style.
 *
 * In:  a parent's style.
 * Out: a record with the parent's values for inherited properties and initial values for the others.
 *
 * Every style is made by one constructor that writes all fields in one order, so that all have one hidden class and
 * reads in layout stay monomorphic. (Spreading a style would make a slow dictionary of it: V8 does that to literals with
 * more than 128 fields.) A few fields that only the computation of children needs are here and not in `ComputedStyle`.
 */
import type { Alignment, ComputedStyle, GridLine, TrackSize } from './computed-style.ts';
import type { Display } from './display.ts';
import { percent } from './length.ts';

const NORMAL: Alignment = { position: 'normal', overflow: 'default', legacy: false };
const AUTO: Alignment = { position: 'auto', overflow: 'default', legacy: false };
const LEGACY: Alignment = { position: 'normal', overflow: 'default', legacy: true };
const AUTO_LINE: GridLine = { span: false, integer: null, name: null };
const AUTO_TRACKS: readonly TrackSize[] = [{ kind: 'auto' }];
const NO_TRACKS = { kind: 'none' } as const;
const ROW_FLOW = { column: false, dense: false } as const;
const AUTO_RATIO = { auto: true, ratio: null } as const;
const CENTER = percent(50);
const NO_QUIRKY_MARGINS = { start: false, end: false } as const;
const NO_FONTS: ReadonlySet<string> = new Set();
const STANDARD_FAMILY: readonly string[] = ['Times New Roman'];
const NOTHING: readonly never[] = [];
const BLACK = [0, 0, 0, 1] as const;
const TRANSPARENT = [0, 0, 0, 0] as const;

/** A style that is being made. It is handed out as a read-only `ComputedStyle`. */
export class StyleRecord implements ComputedStyle {
  display: ComputedStyle['display'] = 'inline';
  originalDisplay: ComputedStyle['originalDisplay'] = 'inline';
  position: ComputedStyle['position'] = 'static';
  float: ComputedStyle['float'] = 'none';
  clear: ComputedStyle['clear'] = 'none';
  boxSizing: ComputedStyle['boxSizing'] = 'content-box';
  visibility: ComputedStyle['visibility'] = 'visible';
  overflowX: ComputedStyle['overflowX'] = 'visible';
  overflowY: ComputedStyle['overflowY'] = 'visible';
  scrollbarGutter: ComputedStyle['scrollbarGutter'] = 'auto';
  scrollbarWidth: ComputedStyle['scrollbarWidth'] = 'auto';
  direction: ComputedStyle['direction'] = 'ltr';
  writingMode: ComputedStyle['writingMode'] = 'horizontal-tb';
  unicodeBidi: ComputedStyle['unicodeBidi'] = 'normal';
  zIndex: ComputedStyle['zIndex'] = 'auto';
  order: ComputedStyle['order'] = 0;
  zoom: ComputedStyle['zoom'] = 1;
  width: ComputedStyle['width'] = 'auto';
  height: ComputedStyle['height'] = 'auto';
  minWidth: ComputedStyle['minWidth'] = 'auto';
  minHeight: ComputedStyle['minHeight'] = 'auto';
  maxWidth: ComputedStyle['maxWidth'] = 'none';
  maxHeight: ComputedStyle['maxHeight'] = 'none';
  aspectRatio: ComputedStyle['aspectRatio'] = AUTO_RATIO;
  marginTop: ComputedStyle['marginTop'] = 0;
  marginRight: ComputedStyle['marginRight'] = 0;
  marginBottom: ComputedStyle['marginBottom'] = 0;
  marginLeft: ComputedStyle['marginLeft'] = 0;
  marginTrim: ComputedStyle['marginTrim'] = NOTHING;
  paddingTop: ComputedStyle['paddingTop'] = 0;
  paddingRight: ComputedStyle['paddingRight'] = 0;
  paddingBottom: ComputedStyle['paddingBottom'] = 0;
  paddingLeft: ComputedStyle['paddingLeft'] = 0;
  borderTopWidth: ComputedStyle['borderTopWidth'] = 0;
  borderRightWidth: ComputedStyle['borderRightWidth'] = 0;
  borderBottomWidth: ComputedStyle['borderBottomWidth'] = 0;
  borderLeftWidth: ComputedStyle['borderLeftWidth'] = 0;
  borderTopStyle: ComputedStyle['borderTopStyle'] = 'none';
  borderRightStyle: ComputedStyle['borderRightStyle'] = 'none';
  borderBottomStyle: ComputedStyle['borderBottomStyle'] = 'none';
  borderLeftStyle: ComputedStyle['borderLeftStyle'] = 'none';
  top: ComputedStyle['top'] = 'auto';
  right: ComputedStyle['right'] = 'auto';
  bottom: ComputedStyle['bottom'] = 'auto';
  left: ComputedStyle['left'] = 'auto';
  fontFamily: ComputedStyle['fontFamily'] = STANDARD_FAMILY;
  pageFonts: ComputedStyle['pageFonts'] = NO_FONTS;
  fontSize: ComputedStyle['fontSize'] = 16;
  fontWeight: ComputedStyle['fontWeight'] = 400;
  fontStyle: ComputedStyle['fontStyle'] = 'normal';
  fontStretch: ComputedStyle['fontStretch'] = 100;
  fontVariantCaps: ComputedStyle['fontVariantCaps'] = 'normal';
  fontKerning: ComputedStyle['fontKerning'] = 'auto';
  fontSizeAdjust: ComputedStyle['fontSizeAdjust'] = 'none';
  lineHeight: ComputedStyle['lineHeight'] = 'normal';
  letterSpacing: ComputedStyle['letterSpacing'] = 0;
  wordSpacing: ComputedStyle['wordSpacing'] = 0;
  textIndent: ComputedStyle['textIndent'] = 0;
  textIndentHanging: ComputedStyle['textIndentHanging'] = false;
  textIndentEachLine: ComputedStyle['textIndentEachLine'] = false;
  textAlign: ComputedStyle['textAlign'] = 'start';
  textAlignLast: ComputedStyle['textAlignLast'] = 'auto';
  rubyPosition: ComputedStyle['rubyPosition'] = 'over';
  textJustify: ComputedStyle['textJustify'] = 'auto';
  textTransform: ComputedStyle['textTransform'] = 'none';
  whiteSpaceCollapse: ComputedStyle['whiteSpaceCollapse'] = 'collapse';
  baselineSource: ComputedStyle['baselineSource'] = 'auto';
  textBoxTrim: ComputedStyle['textBoxTrim'] = 'none';
  textBoxEdge: ComputedStyle['textBoxEdge'] = 'auto';
  textWrapMode: ComputedStyle['textWrapMode'] = 'wrap';
  textWrapStyle: ComputedStyle['textWrapStyle'] = 'auto';
  overflowWrap: ComputedStyle['overflowWrap'] = 'normal';
  wordBreak: ComputedStyle['wordBreak'] = 'normal';
  lineBreak: ComputedStyle['lineBreak'] = 'auto';
  hyphens: ComputedStyle['hyphens'] = 'manual';
  hyphenateCharacter: ComputedStyle['hyphenateCharacter'] = null;
  tabSize: ComputedStyle['tabSize'] = 8;
  textOrientation: ComputedStyle['textOrientation'] = 'mixed';
  quotes: ComputedStyle['quotes'] = 'auto';
  verticalAlign: ComputedStyle['verticalAlign'] = 'baseline';
  textOverflow: ComputedStyle['textOverflow'] = 'clip';
  lineClamp: ComputedStyle['lineClamp'] = 'none';
  initialLetter: ComputedStyle['initialLetter'] = null;
  listStyleType: ComputedStyle['listStyleType'] = 'disc';
  listStylePosition: ComputedStyle['listStylePosition'] = 'outside';
  listStyleImage: ComputedStyle['listStyleImage'] = null;
  counterReset: ComputedStyle['counterReset'] = NOTHING;
  counterIncrement: ComputedStyle['counterIncrement'] = NOTHING;
  counterSet: ComputedStyle['counterSet'] = NOTHING;
  content: ComputedStyle['content'] = 'normal';
  flexDirection: ComputedStyle['flexDirection'] = 'row';
  flexWrap: ComputedStyle['flexWrap'] = 'nowrap';
  flexLineCount: ComputedStyle['flexLineCount'] = 1;
  flexGrow: ComputedStyle['flexGrow'] = 0;
  flexShrink: ComputedStyle['flexShrink'] = 1;
  flexBasis: ComputedStyle['flexBasis'] = 'auto';
  alignContent: ComputedStyle['alignContent'] = NORMAL;
  justifyContent: ComputedStyle['justifyContent'] = NORMAL;
  alignItems: ComputedStyle['alignItems'] = NORMAL;
  justifyItems: ComputedStyle['justifyItems'] = LEGACY;
  alignSelf: ComputedStyle['alignSelf'] = AUTO;
  justifySelf: ComputedStyle['justifySelf'] = AUTO;
  rowGap: ComputedStyle['rowGap'] = 'normal';
  columnGap: ComputedStyle['columnGap'] = 'normal';
  gridTemplateRows: ComputedStyle['gridTemplateRows'] = NO_TRACKS;
  gridTemplateColumns: ComputedStyle['gridTemplateColumns'] = NO_TRACKS;
  gridTemplateAreas: ComputedStyle['gridTemplateAreas'] = NOTHING;
  gridAutoRows: ComputedStyle['gridAutoRows'] = AUTO_TRACKS;
  gridAutoColumns: ComputedStyle['gridAutoColumns'] = AUTO_TRACKS;
  gridAutoFlow: ComputedStyle['gridAutoFlow'] = ROW_FLOW;
  gridRowStart: ComputedStyle['gridRowStart'] = AUTO_LINE;
  gridRowEnd: ComputedStyle['gridRowEnd'] = AUTO_LINE;
  gridColumnStart: ComputedStyle['gridColumnStart'] = AUTO_LINE;
  gridColumnEnd: ComputedStyle['gridColumnEnd'] = AUTO_LINE;
  tableLayout: ComputedStyle['tableLayout'] = 'auto';
  borderCollapse: ComputedStyle['borderCollapse'] = 'separate';
  borderSpacingX: ComputedStyle['borderSpacingX'] = 0;
  borderSpacingY: ComputedStyle['borderSpacingY'] = 0;
  captionSide: ComputedStyle['captionSide'] = 'top';
  emptyCells: ComputedStyle['emptyCells'] = 'show';
  columnCount: ComputedStyle['columnCount'] = 'auto';
  columnWidth: ComputedStyle['columnWidth'] = 'auto';
  columnFill: ComputedStyle['columnFill'] = 'balance';
  columnSpan: ComputedStyle['columnSpan'] = 'none';
  breakBefore: ComputedStyle['breakBefore'] = 'auto';
  breakAfter: ComputedStyle['breakAfter'] = 'auto';
  breakInside: ComputedStyle['breakInside'] = 'auto';
  orphans: ComputedStyle['orphans'] = 2;
  widows: ComputedStyle['widows'] = 2;
  objectFit: ComputedStyle['objectFit'] = 'fill';
  transform: ComputedStyle['transform'] = NOTHING;
  transformOriginX: ComputedStyle['transformOriginX'] = CENTER;
  transformOriginY: ComputedStyle['transformOriginY'] = CENTER;
  transformBox: ComputedStyle['transformBox'] = 'view-box';
  translate: ComputedStyle['translate'] = NOTHING;
  scale: ComputedStyle['scale'] = NOTHING;
  rotate: ComputedStyle['rotate'] = 0;
  perspective: ComputedStyle['perspective'] = 'none';
  contain: ComputedStyle['contain'] = NOTHING;
  containerType: ComputedStyle['containerType'] = 'normal';
  containerName: ComputedStyle['containerName'] = NOTHING;
  containIntrinsicWidth: ComputedStyle['containIntrinsicWidth'] = 'none';
  containIntrinsicHeight: ComputedStyle['containIntrinsicHeight'] = 'none';
  contentVisibility: ComputedStyle['contentVisibility'] = 'visible';
  willChange: ComputedStyle['willChange'] = NOTHING;
  opacity: ComputedStyle['opacity'] = 1;
  hasFilter: ComputedStyle['hasFilter'] = false;
  clip: ComputedStyle['clip'] = null;
  clipPath: ComputedStyle['clipPath'] = null;
  isolation: ComputedStyle['isolation'] = 'auto';
  mixBlendMode: ComputedStyle['mixBlendMode'] = 'normal';
  appearance: ComputedStyle['appearance'] = 'none';
  fieldSizing: ComputedStyle['fieldSizing'] = 'fixed';
  shapeOutside: ComputedStyle['shapeOutside'] = 'none';
  anchorName: ComputedStyle['anchorName'] = NOTHING;
  anchorScope: ComputedStyle['anchorScope'] = NOTHING;
  positionAnchor: ComputedStyle['positionAnchor'] = 'normal';
  positionArea: ComputedStyle['positionArea'] = null;
  positionTryFallbacks: ComputedStyle['positionTryFallbacks'] = 'none';
  positionTryOrder: ComputedStyle['positionTryOrder'] = 'normal';
  positionVisibility: ComputedStyle['positionVisibility'] = 'anchors-visible';
  tryStyles: ComputedStyle['tryStyles'] = null;
  cursor: ComputedStyle['cursor'] = 'auto';
  pointerEvents: ComputedStyle['pointerEvents'] = 'auto';
  transformStyle: ComputedStyle['transformStyle'] = 'flat';
  backfaceVisibility: ComputedStyle['backfaceVisibility'] = 'visible';
  userSelect: ComputedStyle['userSelect'] = 'auto';
  backgroundColor: ComputedStyle['backgroundColor'] = TRANSPARENT;
  hasBackgroundImage: ComputedStyle['hasBackgroundImage'] = false;
  color: ComputedStyle['color'] = BLACK;
  scrollMarginTop: ComputedStyle['scrollMarginTop'] = 0;
  scrollMarginRight: ComputedStyle['scrollMarginRight'] = 0;
  scrollMarginBottom: ComputedStyle['scrollMarginBottom'] = 0;
  scrollMarginLeft: ComputedStyle['scrollMarginLeft'] = 0;
  scrollPaddingTop: ComputedStyle['scrollPaddingTop'] = 'auto';
  scrollPaddingRight: ComputedStyle['scrollPaddingRight'] = 'auto';
  scrollPaddingBottom: ComputedStyle['scrollPaddingBottom'] = 'auto';
  scrollPaddingLeft: ComputedStyle['scrollPaddingLeft'] = 'auto';
  textDecorationLine: ComputedStyle['textDecorationLine'] = 'none';
  interactivity: ComputedStyle['interactivity'] = 'auto';
  motion: ComputedStyle['motion'] = null;
  custom: ComputedStyle['custom'] = null;

  // What computing a style leaves behind for the computation of children.
  /** Font size before zoom and before the least legible size is enforced; what 'em' and children multiply. */
  specifiedFontSize: number = 16;
  /** 1 (xx-small) to 8 (xxx-large) while the size comes from a keyword, else 0. */
  fontSizeKeyword: number = 4;
  /** Whether the size goes back to an absolute length, which the monospace rule leaves alone. */
  fontSizeAbsolute: boolean = false;
  /** The used colour scheme. */
  colorScheme: 'light' | 'dark' = 'light';
  /** 'display: -webkit-box' or '-webkit-inline-box' as it stood, for the children's old flex properties. */
  isLegacyBox: boolean = false;
  /** The display that children's boxes sit in: the nearest ancestor's that makes a box. */
  containingDisplay: Display = 'inline';
  boxOrient: 'horizontal' | 'vertical' = 'horizontal';
  boxDirection: 'normal' | 'reverse' = 'normal';
  boxPack: 'start' | 'end' | 'center' | 'justify' = 'start';
  boxAlign: 'stretch' | 'start' | 'end' | 'center' | 'baseline' = 'stretch';
  boxFlex: number = 0;
  boxOrdinalGroup: number = 1;
  hasBackdropFilter: boolean = false;
  quirkyMargins: ComputedStyle['quirkyMargins'] = NO_QUIRKY_MARGINS;
  /** What layout has worked out from this style alone (layout/style-facts.ts). No other style takes it over. */
  layoutFacts: object | null = null;
}

const INITIAL_RECORD = new StyleRecord();

/** The style of initial values everywhere: what the root element inherits from. */
export const INITIAL_STYLE: ComputedStyle = INITIAL_RECORD;

/** The record behind a style: every style the engine hands out was made here. */
export function recordOf(style: ComputedStyle): Readonly<StyleRecord> {
  return style as StyleRecord;
}

/**
 * A new record: inherited properties from the parent, initial values otherwise.
 *
 * Faster: written out, so that each read and write is at a fixed offset. test/style/style-record.test.ts compares it
 * with the table's 'inherited' flags.
 */
export function inheritedRecord(parentStyle: ComputedStyle): StyleRecord {
  const parent = parentStyle as StyleRecord;
  const record = new StyleRecord();
  record.visibility = parent.visibility;
  record.direction = parent.direction;
  record.writingMode = parent.writingMode;
  record.zoom = parent.zoom;
  record.fontFamily = parent.fontFamily;
  record.pageFonts = parent.pageFonts;
  record.fontSize = parent.fontSize;
  record.fontWeight = parent.fontWeight;
  record.fontStyle = parent.fontStyle;
  record.fontStretch = parent.fontStretch;
  record.fontVariantCaps = parent.fontVariantCaps;
  record.fontKerning = parent.fontKerning;
  record.fontSizeAdjust = parent.fontSizeAdjust;
  record.lineHeight = parent.lineHeight;
  record.letterSpacing = parent.letterSpacing;
  record.wordSpacing = parent.wordSpacing;
  record.textIndent = parent.textIndent;
  record.textIndentHanging = parent.textIndentHanging;
  record.textIndentEachLine = parent.textIndentEachLine;
  record.textAlign = parent.textAlign;
  record.rubyPosition = parent.rubyPosition;
  record.textAlignLast = parent.textAlignLast;
  record.textJustify = parent.textJustify;
  record.textTransform = parent.textTransform;
  record.whiteSpaceCollapse = parent.whiteSpaceCollapse;
  record.textBoxEdge = parent.textBoxEdge;
  record.textWrapMode = parent.textWrapMode;
  record.textWrapStyle = parent.textWrapStyle;
  record.overflowWrap = parent.overflowWrap;
  record.wordBreak = parent.wordBreak;
  record.lineBreak = parent.lineBreak;
  record.hyphens = parent.hyphens;
  record.hyphenateCharacter = parent.hyphenateCharacter;
  record.tabSize = parent.tabSize;
  record.textOrientation = parent.textOrientation;
  record.quotes = parent.quotes;
  record.listStyleType = parent.listStyleType;
  record.listStylePosition = parent.listStylePosition;
  record.listStyleImage = parent.listStyleImage;
  record.borderCollapse = parent.borderCollapse;
  record.borderSpacingX = parent.borderSpacingX;
  record.borderSpacingY = parent.borderSpacingY;
  record.captionSide = parent.captionSide;
  record.emptyCells = parent.emptyCells;
  record.orphans = parent.orphans;
  record.widows = parent.widows;
  record.cursor = parent.cursor;
  record.pointerEvents = parent.pointerEvents;
  record.userSelect = parent.userSelect;
  record.color = parent.color;
  record.interactivity = parent.interactivity;
  record.custom = parent.custom;
  record.specifiedFontSize = parent.specifiedFontSize;
  record.fontSizeKeyword = parent.fontSizeKeyword;
  record.fontSizeAbsolute = parent.fontSizeAbsolute;
  record.colorScheme = parent.colorScheme;
  record.boxDirection = parent.boxDirection;
  return record;
}
