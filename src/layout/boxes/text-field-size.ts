/**
 * Natural sizes of controls that are sized by their font: text fields, text areas, menus and file inputs.
 *
 * In:  the control's element and style.
 * Out: content-box width and height in a horizontal flow, and where the baseline of its line of text is.
 *
 * HTML §15.5 leaves sizes to the browser; these are Chrome's rules on Linux, with its English (US) texts.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { elementState, inputValue, isSelected } from '../../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  following,
  hasAttribute,
  isElement,
  isText,
} from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import type { ControlBaseline } from '../box.ts';
import { inlineContainedBy } from '../containment.ts';
import {
  type FontHeight,
  lineHeightOf,
  metricsHeight,
  unite,
  usedLineHeight,
  withLeading,
} from '../inline/font-height.ts';
import { toUnit } from '../layout-unit.ts';
import { fontFor, measureText } from '../text/measure.ts';
import { transformText } from './text-transform.ts';

export interface ControlSize {
  readonly width: number;
  readonly height: number;
  readonly baseline: ControlBaseline | null;
}

const DEFAULT_COLUMNS = 20;
const DEFAULT_ROWS = 2;
/** Chrome reserves the width of a classic scrollbar, also where scrollbars take no room. */
const SCROLLBAR = 15;
const SPIN_BUTTON = 15;
const CARET = 1;
/** Chrome's file input has room for this many digits. */
const FILE_DIGITS = 34;
const CHOOSE_FILE = 'Choose File';
const CHOOSE_FILES = 'Choose Files';
const NO_FILE = 'No file chosen';
const AFTER_FILE_BUTTON = 4;
/** Around the text of a menu: 4 before it and 16 for the arrow, 1 above and below. */
const MENU_INLINE_SPACE = 20;
const MENU_BLOCK_SPACE = 1;
const OPTION_INDENT = '    ';

/** The width of a text as one line of a control. */
export function textWidth(style: ComputedStyle, text: string): number {
  return measureText(fontFor(style), text, 0, text.length) + style.letterSpacing * text.length;
}

/** 'field-sizing: content': as wide as the widest line, with room for the caret. */
function contentWidth(style: ComputedStyle, lines: readonly string[]): number {
  return lines.reduce((widest, line) => Math.max(widest, textWidth(style, line)), CARET);
}

/** A line of text in the middle of the control, with space inside the line's own box above its text. */
export function centeredLine(
  style: ComputedStyle,
  height: number,
  space = 0,
): Extract<ControlBaseline, { kind: 'centered-line' }> {
  const { ascent, descent } = fontFor(style);
  const leading = Math.floor((height - 2 * space - ascent - descent) / 2);
  return { kind: 'centered-line', ascent: space + leading + ascent, height };
}

/** Families that Chrome knows to lie about their average character, on any system and whichever font stands in. */
const WITHOUT_AVERAGE: ReadonlySet<string> = new Set(
  (
    'American Typewriter,Arial Hebrew,Chalkboard,Cochin,Corsiva Hebrew,Courier,Euphemia UCAS,Geneva,Gill Sans,Hei,' +
    'Helvetica,Hoefler Text,InaiMathi,Kai,Lucida Grande,Marker Felt,Monaco,Mshtakan,New Peninim MT,Osaka,Raanana,' +
    'STHeiti,Symbol,Times,Apple Braille,Apple LiGothic,Apple LiSung,Apple Myungjo,Apple Symbols,AppleGothic,' +
    'AppleMyungjo,#GungSeo,#HeadLineA,#PCMyungjo,#PilGi'
  ).split(','),
);

function hasAverage(style: ComputedStyle): boolean {
  return !WITHOUT_AVERAGE.has(style.fontFamily[0] ?? '');
}

/** Chrome's average character: rounded up, never down; a zero where the font has none. */
function columnWidth(style: ComputedStyle): number {
  if (!hasAverage(style)) return textWidth(style, '0');
  const { averageCharWidth } = fontFor(style);
  return Math.max(averageCharWidth, Math.round(averageCharWidth));
}

/** <input> of text: as many average characters as 'size' says, one of them as wide as the widest. */
export function textInputSize(input: DomElement, type: string, style: ComputedStyle): ControlSize {
  // The line is never lower than the font asks for.
  const height = Math.max(usedLineHeight(style), fontFor(style).lineSpacing);
  const baseline = centeredLine(style, height);
  if (style.fieldSizing === 'content') {
    return {
      width: contentWidth(style, [inputValue(input) || (attribute(input, 'placeholder') ?? '')]),
      height,
      baseline,
    };
  }
  const digits = type === 'number' ? numberColumns(input) : null;
  const columns = digits ?? positiveInteger(attribute(input, 'size'), type !== 'number') ?? DEFAULT_COLUMNS;
  const column = columnWidth(style);
  const widest = hasAverage(style) ? Math.max(column, fontFor(style).maxCharWidth) : column;
  const width = Math.ceil(column * (columns - 1) + widest) + (digits === null ? 0 : SPIN_BUTTON);
  return { width, height, baseline };
}

function positiveInteger(text: string | null, applies = true): number | null {
  const value = applies && text !== null ? Number.parseInt(text, 10) : 0;
  return value > 0 ? value : null;
}

const DECIMAL = /^-?(\d+)(?:\.(\d+))?$/;

/** A number input with limits is as wide as its longest value; `null` without limits. */
function numberColumns(input: DomElement): number | null {
  const step = attribute(input, 'step');
  if (step?.toLowerCase() === 'any') return null;
  let whole = 0;
  let fraction = 0;
  for (const text of [attribute(input, 'min'), attribute(input, 'max'), step ?? '1']) {
    const match = DECIMAL.exec(text?.trim() ?? '');
    if (match === null) return null;
    whole = Math.max(whole, match[1]!.length + (text!.trim().startsWith('-') ? 1 : 0));
    fraction = Math.max(fraction, match[2]?.length ?? 0);
  }
  return fraction === 0 ? whole : whole + 1 + fraction;
}

export function textAreaSize(area: DomElement, style: ComputedStyle): ControlSize {
  const baseline = { kind: 'from-content-top', offset: lineExtent(style).ascent } as const;
  if (style.fieldSizing === 'content') {
    const lines = (elementState(area).value ?? textOf(area)).split('\n');
    return { width: contentWidth(style, lines), height: usedLineHeight(style) * lines.length, baseline };
  }
  const columns = positiveInteger(attribute(area, 'cols')) ?? DEFAULT_COLUMNS;
  const rows = positiveInteger(attribute(area, 'rows')) ?? DEFAULT_ROWS;
  const scrolls = style.overflowY !== 'hidden' && style.overflowY !== 'clip';
  const width = Math.ceil(columnWidth(style) * columns) + (scrolls ? SCROLLBAR : 0);
  const height = usedLineHeight(style) * rows + (style.overflowX === 'scroll' ? SCROLLBAR : 0);
  return { width, height, baseline };
}

/** <select> as a menu: as wide as its widest option. */
export function menuSize(select: DomElement, style: ComputedStyle): ControlSize {
  const { ascent, descent } = fontFor(style);
  const drawn = style.appearance !== 'none';
  let widest = 0;
  // With size containment, it is as if there were no options.
  const texts = inlineContainedBy(style) === null ? menuTexts(select) : [];
  const fits = style.fieldSizing === 'content';
  for (const text of fits ? [chosenText(select)] : texts) {
    widest = Math.max(widest, wordsWidth(style, transformText(text, style.textTransform, '', ' ')));
  }
  const width = fits ? widest : Math.ceil(widest);
  const line = style.lineHeight === 'normal' ? ascent + descent : usedLineHeight(style);
  return {
    width: width + (drawn ? MENU_INLINE_SPACE * style.zoom : 0),
    height: line + (drawn ? 2 * MENU_BLOCK_SPACE * style.zoom : 0),
    baseline: { ...centeredLine(style, line), staysBelow: true },
  };
}

/** Chrome measures what is in a menu word by word: nothing is kerned with a space. */
function wordsWidth(style: ComputedStyle, text: string): number {
  return text.split(/( )/).reduce((sum, word) => sum + textWidth(style, word), 0);
}

function optionsOf(select: DomElement): DomElement[] {
  const options: DomElement[] = [];
  for (let at = following(select, select); at !== null; at = following(at, select)) {
    if (isElement(at) && at[LOCAL_NAME] === 'option') options.push(at);
  }
  return options;
}

function menuTexts(select: DomElement): string[] {
  const options = optionsOf(select);
  if (hasAttribute(select, 'multiple')) return [`${options.filter(isSelected).length} selected`];
  return options.map((option) => {
    const indent = option[PARENT_NODE]?.[LOCAL_NAME] === 'optgroup' ? OPTION_INDENT : '';
    return indent + optionText(option);
  });
}

function chosenText(select: DomElement): string {
  const options = optionsOf(select);
  const chosen = options.findLast(isSelected) ?? options[0];
  return chosen === undefined ? '' : optionText(chosen);
}

/** HTML §4.10.10: the label, else the text without superfluous white space. */
export function optionText(option: DomElement): string {
  const label = attribute(option, 'label');
  if (label) return label;
  return textOf(option)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .trim();
}

function textOf(element: DomElement): string {
  let text = '';
  for (let at = following(element, element); at !== null; at = following(at, element)) {
    if (isText(at)) text += characterData(at);
  }
  return text;
}

/** A button, and beside it the name of the chosen file: both stand on the baseline of one line. */
export function fileInputSize(input: DomElement, style: ComputedStyle, styles: StyleResolver): ControlSize {
  const buttonStyle = styles.pseudoStyleOf(input, 'file-selector-button') ?? style;
  const digits = fontFor(style).zeroWidth * FILE_DIGITS;
  const label = hasAttribute(input, 'multiple') ? CHOOSE_FILES : CHOOSE_FILE;
  const texts = buttonWidth(buttonStyle, label) + AFTER_FILE_BUTTON * style.zoom + textWidth(style, NO_FILE);
  const line = unite(lineExtent(style), buttonExtent(buttonStyle));
  return {
    width: Math.ceil(Math.max(digits, texts)),
    height: lineHeightOf(line),
    baseline: { kind: 'from-content-top', offset: line.ascent },
  };
}

function buttonWidth(style: ComputedStyle, label: string): number {
  const padding = resolveLength(style.paddingLeft, 0) + resolveLength(style.paddingRight, 0);
  return textWidth(style, label) + padding + style.borderLeftWidth + style.borderRightWidth;
}

/** How far a line of text reaches from its baseline. */
function lineExtent(style: ComputedStyle): FontHeight {
  return withLeading(metricsHeight(fontFor(style), 'alphabetic'), usedLineHeight(style));
}

/** How far a button with one line of text, its margins included, reaches from its baseline. */
function buttonExtent(style: ComputedStyle): FontHeight {
  const line = lineExtent(style);
  const above = style.borderTopWidth + resolveLength(style.paddingTop, 0);
  const below = style.borderBottomWidth + resolveLength(style.paddingBottom, 0);
  const inner = style.boxSizing === 'border-box' ? above + below : 0;
  const given = typeof style.height === 'number' ? Math.max(0, style.height - inner) : lineHeightOf(line);
  // The text is in the middle of the button.
  const room = toUnit((given - lineHeightOf(line)) / 2);
  return {
    ascent: marginLength(style.marginTop) + above + room + line.ascent,
    descent: given - room - line.ascent + below + marginLength(style.marginBottom),
  };
}

function marginLength(margin: ComputedStyle['marginTop']): number {
  return margin === 'auto' ? 0 : resolveLength(margin, 0);
}
