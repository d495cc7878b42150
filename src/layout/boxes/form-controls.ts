/**
 * The boxes of form controls that the browser draws.
 *
 * In:  a control's element and style.
 * Out: a replaced box with the control's natural size and baseline; the row height of list boxes; labels of buttons.
 *
 * HTML §15.5 https://html.spec.whatwg.org/multipage/rendering.html#form-controls
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { inputValue } from '../../html/node-state.ts';
import { attribute, type DomElement, following, followingSkippingChildren, isElement } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import type { Display } from '../../style/display.ts';
import { resolveLength } from '../../style/length.ts';
import { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { usedLineHeight } from '../inline/font-height.ts';
import { toUnit } from '../layout-unit.ts';
import { fontFor } from '../text/measure.ts';
import { writingOf } from '../writing-mode.ts';
import { boxType, isInlineLevelDisplay, isTablePart } from './box-kind.ts';
import { dateInputSize } from './date-input-size.ts';
import { displaySize, inputType } from './element-role.ts';
import { type ControlSize, fileInputSize, menuSize, textAreaSize, textInputSize } from './text-field-size.ts';

const CHECK_SIZE = 13;
const RANGE_WIDTH = 129;
const RANGE_HEIGHT = 16;
/** The swatch of a colour input: border 1, padding 4 above and below it, 2 beside it. */
const SWATCH_WIDTH = 6;
const SWATCH_HEIGHT = 10;
const SWATCH_PADDING = 4;

const DRAWN_CHECK: Partial<ComputedStyle> = {
  borderTopWidth: 0,
  borderRightWidth: 0,
  borderBottomWidth: 0,
  borderLeftWidth: 0,
  paddingTop: 0,
  paddingRight: 0,
  paddingBottom: 0,
  paddingLeft: 0,
};
const ON_BORDER_BOTTOM = { kind: 'from-border-bottom', offset: 0 } as const;

/** A check box that is drawn has no border or padding of its own. */
export function checkControlBox(control: DomElement, style: ComputedStyle, styles: StyleResolver): Box {
  return controlBox(control, deriveStyle(style, DRAWN_CHECK), styles);
}

/** A control that is laid out like replaced content. */
export function controlBox(control: DomElement, style: ComputedStyle, styles: StyleResolver): Box {
  const box = new Box('replaced', control, null, style, isInlineLevelControl(style.display));
  const size = controlSize(control, style, styles);
  const horizontal = writingOf(style).horizontal;
  box.natural = {
    width: horizontal ? size.width : size.height,
    height: horizontal ? size.height : size.width,
    ratio: null,
  };
  box.controlBaseline = horizontal ? size.baseline : null;
  box.shrinksToFit = true;
  return box;
}

/** A control that is displayed as a part of a table is in line instead (CSS Tables 3 §2.1). */
export function isInlineLevelControl(display: Display): boolean {
  return isInlineLevelDisplay(display) || isTablePart(boxType(display).kind);
}

function controlSize(control: DomElement, style: ComputedStyle, styles: StyleResolver): ControlSize {
  switch (control[LOCAL_NAME]) {
    case 'textarea':
      return textAreaSize(control, style);
    case 'select':
      return menuSize(control, style);
    case 'input':
      return inputSize(control, inputType(control), style, styles);
    default:
      // The user agent style sheet gives <progress> and <meter> their size.
      return { width: 0, height: 0, baseline: null };
  }
}

function inputSize(input: DomElement, type: string, style: ComputedStyle, styles: StyleResolver): ControlSize {
  const { zoom } = style;
  switch (type) {
    case 'checkbox':
    case 'radio':
      return { width: CHECK_SIZE * zoom, height: CHECK_SIZE * zoom, baseline: ON_BORDER_BOTTOM };
    case 'range':
      return { width: RANGE_WIDTH * zoom, height: RANGE_HEIGHT * zoom, baseline: ON_BORDER_BOTTOM };
    case 'color': {
      const offset = style.borderBottomWidth + resolveLength(style.paddingBottom, 0) + SWATCH_PADDING * zoom;
      return {
        width: SWATCH_WIDTH * zoom,
        height: SWATCH_HEIGHT * zoom,
        baseline: { kind: 'from-border-bottom', offset },
      };
    }
    case 'file':
      return fileInputSize(input, style, styles);
    case 'date':
    case 'time':
    case 'month':
    case 'week':
    case 'datetime-local':
      return dateInputSize(input, type, style, styles);
    default:
      return textInputSize(input, type, style);
  }
}

/** The text on an <input> that is a button. */
export function buttonLabel(input: DomElement): string {
  const type = inputType(input);
  if (attribute(input, 'value') !== null || type === 'button') return inputValue(input);
  return type === 'reset' ? 'Reset' : 'Submit';
}

/** The content-box block size of a list box: as many rows as it shows, each as high as the highest option. */
export function listBoxBlockSize(select: DomElement, style: ComputedStyle, styles: StyleResolver): number {
  let row = 0;
  let at = following(select, select);
  while (at !== null) {
    const isHidden = isElement(at) && styles.styleOf(at).display === 'none';
    if (isElement(at) && !isHidden) row = Math.max(row, rowHeight(at, styles));
    at = isHidden ? followingSkippingChildren(at, select) : following(at, select);
  }
  const { ascent, descent } = fontFor(style);
  return (row === 0 ? ascent + descent + 1 : row) * displaySize(select);
}

function rowHeight(element: DomElement, styles: StyleResolver): number {
  if (element[LOCAL_NAME] === 'option') return lineBoxHeight(styles.styleOf(element));
  if (element[LOCAL_NAME] !== 'optgroup') return 0;
  return lineBoxHeight(groupLabelStyle(styles.styleOf(element), styles));
}

/** The border-box height of a block with one line. */
function lineBoxHeight(style: ComputedStyle): number {
  const edges =
    style.borderTopWidth +
    style.borderBottomWidth +
    resolveLength(style.paddingTop, 0) +
    resolveLength(style.paddingBottom, 0);
  const least = typeof style.minHeight === 'number' ? toUnit(style.minHeight) : 0;
  return Math.max(usedLineHeight(style) + edges, style.boxSizing === 'border-box' ? least : least + edges);
}

/** The row with the label of a group of options looks like an option. */
export function groupLabelStyle(group: ComputedStyle, styles: StyleResolver): ComputedStyle {
  return deriveStyle(styles.anonymousStyle(group, 'block'), {
    paddingLeft: 2 * group.zoom,
    paddingRight: 2 * group.zoom,
    paddingBottom: group.zoom,
    minHeight: group.fontSize * 1.2,
  });
}
