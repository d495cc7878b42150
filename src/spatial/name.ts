/**
 * Accessible names.
 *
 * In:  an element and its role; styles, the flat tree and the index of what names refer to.
 * Out: the name, cleaned; '' when it has none.
 *
 * Accessible Name and Description Computation 1.2 §4.3.2 https://www.w3.org/TR/accname-1.2/ and HTML-AAM §4.1. The steps
 * keep the letters of the standard.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState, inputValue, textAreaValue } from '../html/node-state.ts';
import {
  attribute,
  characterData,
  type DomElement,
  firstChild,
  hasAttribute,
  isElement,
  isHtml,
  isText,
  namespaceOf,
  nextSibling,
} from '../html/node-tree.ts';
import { type ChildCursor, flatChildren } from '../layout/boxes/flat-children.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import type { FlatTree } from '../style/flat-tree.ts';
import { isNamedByContent } from './aria-roles.ts';
import { isDescriptive } from './element-kinds.ts';
import { type NameIndex, referencedElements } from './name-index.ts';
import { cleanText } from './page-text.ts';
import { inputType, isTextField, roleOf } from './role.ts';
import { optionLabel, shownOptions } from './select-options.ts';
import { transformText } from './text-transform.ts';

export interface NameContext {
  readonly index: NameIndex;
  readonly styles: StyleResolver;
  readonly tree: FlatTree;
  /** Inside of what a reference means: those in it are not followed (2B). */
  readonly isReferenced?: true;
  /** Labels around what is named: labels may name controls in other labels, and these those in the first one again. */
  readonly labels?: number;
}

/** A label has the names of controls in it, and those their labels; pages have none of more. */
const MOST_LABELS = 2;

export function accessibleName(element: DomElement, role: string | null, context: NameContext): string {
  // 2B: references, which may be hidden themselves.
  const referenced = cleanText(textOfReferences(element, context));
  if (referenced !== '') return referenced;
  // 2D: the author's own words.
  const label = cleanText(attribute(element, 'aria-label') ?? elementState(element).label ?? '');
  if (label !== '') return label;
  // 2E: what HTML itself names it by.
  const native = cleanText(nativeName(element, context));
  if (native !== '') return native;
  // 2F: its content, where the role allows that.
  if (isNamedByContent(role) || element[LOCAL_NAME] === 'summary') {
    const content = cleanText(contentText(element, context));
    if (content !== '') return content;
  }
  // 2I: the tooltip, and what a field shows while it is empty.
  const title = cleanText(attribute(element, 'title') ?? '');
  if (title !== '' || !isTextField(element)) return title;
  return cleanText(attribute(element, 'placeholder') ?? attribute(element, 'aria-placeholder') ?? '');
}

function textOfReferences(element: DomElement, context: NameContext): string {
  const references = context.isReferenced ? null : attribute(element, 'aria-labelledby');
  if (references === null) return '';
  const within: NameContext = { ...context, isReferenced: true };
  const targets = referencedElements(element, references, context.index);
  return targets.map((target) => referencedText(target, element, within)).join(' ');
}

function referencedText(target: DomElement, from: DomElement, context: NameContext): string {
  if (target !== from) {
    // 2C: of a field its value.
    const value = fieldValue(target);
    if (value !== null && value !== '') return value;
  }
  const label = cleanText(attribute(target, 'aria-label') ?? '');
  if (label !== '') return label;
  if (target === from) return contentText(target, context);
  const native = nativeName(target, context) || contentText(target, context, null, true);
  return native.trim() !== '' ? native : (attribute(target, 'title') ?? '');
}

/** HTML-AAM §4.1: labels, alternatives, captions, the texts of buttons. */
function nativeName(element: DomElement, context: NameContext): string {
  // SVG-AAM 1.0, name computation: a title names the element that it is in.
  if (!isHtml(element)) return namespaceOf(element) === 'svg' ? childText(element, 'title', context) : '';
  switch (element[LOCAL_NAME]) {
    case 'input':
      return inputName(element, context);
    case 'button':
    case 'meter':
    case 'output':
    case 'progress':
    case 'select':
    case 'textarea':
      return labelText(element, context);
    case 'img':
    case 'area':
      return attribute(element, 'alt') ?? '';
    case 'fieldset':
      return childText(element, 'legend', context);
    case 'figure':
      return childText(element, 'figcaption', context);
    case 'table':
      return childText(element, 'caption', context);
    case 'iframe':
      return attribute(element, 'title') ?? '';
    default:
      return '';
  }
}

function inputName(input: DomElement, context: NameContext): string {
  const labels = cleanText(labelText(input, context));
  if (labels !== '') return labels;
  switch (inputType(input)) {
    case 'submit':
      return hasAttribute(input, 'value') ? inputValue(input) : 'Submit';
    case 'reset':
      return hasAttribute(input, 'value') ? inputValue(input) : 'Reset';
    case 'button':
      return inputValue(input);
    case 'image':
      return attribute(input, 'alt') ?? attribute(input, 'value') ?? attribute(input, 'title') ?? 'Submit';
    case 'file':
      return attribute(input, 'title') ?? 'Choose File';
    default:
      return '';
  }
}

function labelText(element: DomElement, context: NameContext): string {
  const around = context.labels ?? 0;
  const labels = around < MOST_LABELS ? context.index.labels.get(element) : undefined;
  if (labels === undefined) return '';
  const within: NameContext = { ...context, labels: around + 1 };
  return labels.map((label) => contentText(label, within, element)).join(' ');
}

function childText(parent: DomElement, localName: string, context: NameContext): string {
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) {
    if (isElement(child) && child[LOCAL_NAME] === localName) return contentText(child, context, null, true);
  }
  return '';
}

const NO_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head']);

interface Level {
  readonly children: ChildCursor;
  readonly style: ComputedStyle;
  /** What stands behind the element when its children are done. */
  readonly after: string;
}

/**
 * 2F and 2G: the text of a subtree as it is shown, without the control that a label is for.
 *
 * @param evenHidden a reference to a hidden element means its hidden text.
 */
export function contentText(
  root: DomElement,
  context: NameContext,
  without: DomElement | null = null,
  evenHidden = false,
): string {
  const { styles, tree } = context;
  let text = generated(root, 'before', styles);
  const end = generated(root, 'after', styles);
  const stack: Level[] = [{ children: flatChildren(root, tree), style: styles.styleOf(root), after: end }];
  // An explicit stack: a page may nest deeper than the call stack.
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.children.next();
    if (node === null) {
      text += level.after;
      stack.pop();
    } else if (isText(node)) {
      if (evenHidden || level.style.visibility === 'visible') text += transformText(characterData(node), level.style);
    } else if (isElement(node) && node !== without && !NO_TEXT.has(node[LOCAL_NAME])) {
      const style = styles.styleOf(node);
      if (!evenHidden && (style.display === 'none' || attribute(node, 'aria-hidden') === 'true')) continue;
      const space = style.display === 'inline' || style.display === 'contents' ? '' : ' ';
      const embedded = embeddedText(node, context);
      if (embedded !== null) {
        // What stands for a picture is a word of its own.
        text += space === '' && embedded === '' ? '' : ` ${embedded} `;
        continue;
      }
      text += space + generated(node, 'before', styles);
      stack.push({ children: flatChildren(node, tree), style, after: generated(node, 'after', styles) + space });
    }
  }
  return text;
}

/** 2B to 2E for what is inside of a name: references, a label of its own, an alternative, the value of a field. */
function embeddedText(element: DomElement, context: NameContext): string | null {
  const referenced = textOfReferences(element, context);
  if (referenced.trim() !== '') return referenced;
  const label = attribute(element, 'aria-label');
  if (label !== null && label.trim() !== '') return label;
  // SVG-AAM 1.0, name computation: what has no title is named by what is in it.
  if (!isHtml(element)) return isDescriptive(element) ? '' : childText(element, 'title', context) || null;
  const value = fieldValue(element);
  if (value !== null) return value;
  switch (element[LOCAL_NAME]) {
    case 'br':
      return ' ';
    case 'img':
      return attribute(element, 'alt') ?? attribute(element, 'title') ?? '';
    case 'iframe':
      return attribute(element, 'title') ?? '';
    case 'input':
      return inputName(element, context);
    default:
      return null;
  }
}

/** 2C: what a field in a name, or one that a reference means, says for itself; `null` for everything else. */
function fieldValue(element: DomElement): string | null {
  switch (isHtml(element) ? element[LOCAL_NAME] : '') {
    case 'input':
      if (isTextField(element)) return inputType(element) === 'password' ? '' : inputValue(element);
      return inputType(element) === 'range' ? inputValue(element) : null;
    case 'textarea':
      return textAreaValue(element);
    case 'select':
      return shownOptions(element).map(optionLabel).join(' ');
    case 'meter':
    case 'progress':
      return attribute(element, 'value') ?? '';
    default:
      if (!RANGES.has(roleOf(element) ?? '')) return null;
      return attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
  }
}

const RANGES: ReadonlySet<string> = new Set(['meter', 'progressbar', 'scrollbar', 'slider', 'spinbutton']);

/** Text of ::before and ::after; counters and pictures say nothing. */
function generated(element: DomElement, pseudo: 'before' | 'after', styles: StyleResolver): string {
  const style = styles.pseudoStyleOf(element, pseudo);
  if (style === null || typeof style.content === 'string' || style.visibility !== 'visible') return '';
  let text = '';
  for (const item of style.content) {
    if (item.kind === 'text') text += item.text;
    else if (item.kind === 'attr') text += attribute(element, item.name) ?? item.fallback;
  }
  const shown = transformText(text, style);
  return style.display === 'inline' ? shown : ` ${shown} `;
}
