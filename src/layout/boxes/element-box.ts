/**
 * The box that an element generates, by its role and its 'display'.
 *
 * In:  an element with a box of its own (not 'none', not 'contents'), its style and its role.
 * Out: the box, and which children go into it.
 *
 * CSS Display 3 §2, HTML §15 https://html.spec.whatwg.org/multipage/rendering.html
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement, type DomNode, isElement, parentElement } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import type { FlatTree } from '../../style/flat-tree.ts';
import { Box, type BoxKind } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { boxType, isInlineLevelDisplay } from './box-kind.ts';
import { defaultSummary, firstSummary } from './details.ts';
import type { ElementRole } from './element-role.ts';
import { embeddedContent, replacedBox, vectorSize } from './embedded-content.ts';
import { renderedLegend } from './fieldset.ts';
import { ChildCursor, flatChildList, flatChildren } from './flat-children.ts';
import {
  buttonLabel,
  checkControlBox,
  controlBox,
  groupLabelStyle,
  isInlineLevelControl,
  listBoxBlockSize,
} from './form-controls.ts';
import { generatedText, ZERO_WIDTH_SPACE } from './generated-content.ts';
import { imageBox } from './image-element.ts';
import { type ImageSizes, NO_IMAGE } from './image-size.ts';
import { withGutter } from './scrollbar-gutter.ts';

export interface ElementBoxContext {
  readonly styles: StyleResolver;
  readonly tree: FlatTree;
  readonly images: ImageSizes;
  readonly quirks: boolean;
  readonly scripting: boolean;
}

export interface ElementBox {
  readonly box: Box;
  /** The nodes whose boxes go into it; `null` when it is complete as it is. */
  readonly children: ChildCursor | null;
  /** Whether ::before, ::after and ::marker are generated. */
  readonly hasPseudoElements: boolean;
  /** For <details>: the nodes of its content box. */
  readonly rest: readonly DomNode[] | null;
  /** For <fieldset>: its rendered legend. */
  readonly legend: DomElement | null;
}

/** `null` when the element has nothing to show. */
export function elementBox(
  element: DomElement,
  style: ComputedStyle,
  role: ElementRole,
  context: ElementBoxContext,
): ElementBox | null {
  switch (role) {
    case 'ordinary':
      return ordinaryBox(element, style, context);
    case 'break':
    case 'soft-break':
      return complete(new Box(role, element, null, style, true));
    case 'image':
      return complete(imageBox(element, style, context));
    case 'vector':
      return complete(replacedBox(element, style, vectorSize(element, style)));
    case 'embedded':
      return embeddedBox(element, style, context);
    case 'math':
      return mathBox(element, style, context);
    case 'control':
      return complete(controlBox(element, style, context.styles));
    case 'check':
      return checkBox(element, style, context);
    case 'button':
      return buttonBox(element, style, context);
    case 'list-box':
      return listBox(element, style, context);
    case 'option-group':
      return optionGroup(element, style, context);
    case 'details':
      return detailsBox(element, style, context);
    case 'fieldset':
      return fieldsetBox(element, style, context);
    case 'noscript':
      return context.scripting ? null : ordinaryBox(element, style, context);
    case 'hidden':
      return null;
  }
}

function complete(box: Box): ElementBox {
  return { box, children: null, hasPseudoElements: false, rest: null, legend: null };
}

function container(box: Box, children: ChildCursor): ElementBox {
  return { box, children, hasPseudoElements: true, rest: null, legend: null };
}

function ordinaryBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const image = onlyImage(style);
  if (image !== null) {
    const size = context.images.sizeOf(image);
    return complete(replacedBox(element, style, typeof size === 'string' ? NO_IMAGE : size));
  }
  const type = boxType(style.display);
  // CSS Ruby 1 §4.3: an annotation that is narrower than its base stands in the middle of it.
  const used =
    style.display === 'ruby-text'
      ? deriveStyle(style, { textAlign: 'center' })
      : gutterStyle(element, style, type.kind);
  const box = new Box(type.kind, element, null, used, type.inlineLevel);
  const label = element[LOCAL_NAME] === 'option' ? attribute(element, 'label') : null;
  // HTML §4.10.10: the label of an option is shown in place of its content.
  if (label) box.children.push(generatedText(label, style));
  return container(box, label ? ChildCursor.of([]) : flatChildren(element, context.tree));
}

/** The root element has no gutter of its own (the viewport has it), and parts of tables do not scroll. */
function gutterStyle(element: DomElement, style: ComputedStyle, kind: BoxKind): ComputedStyle {
  const scrolls = kind === 'flow' || kind === 'flex' || kind === 'grid';
  return scrolls && parentElement(element) !== null ? withGutter(style) : style;
}

/** A rendered legend is a block, whatever its display (HTML §15.3.13). */
export function legendBox(legend: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const { kind } = boxType(style.display);
  const box = new Box(kind === 'inline' ? 'flow' : kind, legend, null, style, false);
  box.shrinksToFit = true;
  return container(box, flatChildren(legend, context.tree));
}

/** An element whose 'content' is an image becomes that image (CSS Content 3 §1). */
function onlyImage(style: ComputedStyle): string | null {
  if (typeof style.content === 'string' || style.content.length !== 1) return null;
  const item = style.content[0]!;
  return item.kind === 'image' ? item.url : null;
}

function embeddedBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox | null {
  const content = embeddedContent(element, context.images, context.scripting);
  if (content === 'none') return null;
  return content === 'fallback' ? ordinaryBox(element, style, context) : complete(replacedBox(element, style, content));
}

/**
 * Missing: formulas are laid out as a line of text; fractions, roots and scripts have no layout of their own.
 */
function mathBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const type = boxType(style.display);
  const isRoot = element[LOCAL_NAME] === 'math';
  const box = new Box(isRoot ? type.kind : 'inline', element, null, style, !isRoot || type.inlineLevel);
  return { ...container(box, flatChildren(element, context.tree)), hasPseudoElements: false };
}

function checkBox(element: DomElement, style: ComputedStyle, { styles }: ElementBoxContext): ElementBox {
  if (style.appearance !== 'none') return complete(checkControlBox(element, style, styles));
  const box = new Box('flow', element, null, style, isInlineLevelDisplay(style.display));
  box.shrinksToFit = true;
  return container(box, ChildCursor.of([]));
}

/** Buttons are flex or grid containers when they say so, else blocks that centre their content (HTML §15.5.4). */
function buttonBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const displayed = boxType(style.display);
  const kind: BoxKind = displayed.kind === 'flex' || displayed.kind === 'grid' ? displayed.kind : 'flow';
  const box = new Box(kind, element, null, withGutter(style), isInlineLevelControl(style.display));
  box.shrinksToFit = true;
  if (element[LOCAL_NAME] === 'button') return container(box, flatChildren(element, context.tree));
  // It is there even without a text.
  box.children.push(generatedText(buttonLabel(element) || ZERO_WIDTH_SPACE, style));
  return { ...container(box, ChildCursor.of([])), hasPseudoElements: false };
}

function listBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const box = new Box('flow', element, null, style, isInlineLevelDisplay(style.display));
  box.shrinksToFit = true;
  box.autoBlockSize = listBoxBlockSize(element, style, context.styles);
  const rows = flatChildList(element, context.tree).filter(isElement);
  return { ...container(box, ChildCursor.of(rows)), hasPseudoElements: false };
}

function optionGroup(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const made = ordinaryBox(element, style, context);
  made.box.children.push(groupLabel(element, style, context.styles));
  return made;
}

/** The label of a group of options is a row above them. */
export function groupLabel(element: DomElement, style: ComputedStyle, styles: StyleResolver): Box {
  const rowStyle = groupLabelStyle(style, styles);
  const row = new Box('flow', null, null, rowStyle, false);
  row.replaceChildren([generatedText(attribute(element, 'label') ?? '', rowStyle)]);
  row.inlineContent = true;
  return row;
}

function detailsBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const made = ordinaryBox(element, style, context);
  const nodes = flatChildList(element, context.tree);
  const summary = firstSummary(nodes);
  if (summary === null) made.box.children.push(defaultSummary(element, style, context.styles));
  return {
    ...made,
    children: ChildCursor.of(summary === null ? [] : [summary]),
    rest: nodes.filter((node) => node !== summary),
  };
}

function fieldsetBox(element: DomElement, style: ComputedStyle, context: ElementBoxContext): ElementBox {
  const legend = renderedLegend(element, context.styles);
  if (legend === null && style.display !== 'inline') return ordinaryBox(element, style, context);
  const box = new Box('flow', element, null, style, isInlineLevelDisplay(style.display));
  return { ...container(box, flatChildren(element, context.tree)), legend };
}
