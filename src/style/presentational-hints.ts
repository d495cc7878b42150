/**
 * Attributes that say how an element looks, as declarations.
 *
 * In:  an element.
 * Out: a block of declarations, weaker than any author's rule; `null` when its attributes say nothing of the kind.
 *
 * HTML §15 https://html.spec.whatwg.org/multipage/rendering.html, with Chrome's additions, and the presentation attributes
 * of SVG (SVG 2 §6.6). Equal attributes give the same block, so that styles can be shared.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { attribute, type DomElement, eachAttribute, hasAttributes, namespaceOf } from '../html/node-tree.ts';
import {
  parseDimension,
  parseFontSize,
  parseInteger,
  parseLegacyColor,
  parseNonNegativeInteger,
  parsePixelNumber,
} from './attribute-values.ts';
import { asciiLower } from './code-points.ts';
import type { Declaration, DeclarationBlock } from './declaration.ts';
import { HintList } from './hint-list.ts';
import { compileDeclaration } from './properties/compile.ts';
import { cellHints, columnHints, tableHints, tablePartHints } from './table-hints.ts';

/** Key: the declarations as text. A block depends on nothing else; all go when there are too many. */
const blocks = new Map<string, DeclarationBlock>();
const MAX_BLOCKS = 5_000;
const NO_DECLARATIONS: readonly Declaration[] = [];

export function presentationalHints(element: DomElement): DeclarationBlock | null {
  const hints = hintsOf(element);
  return hints === null ? null : blockOf(hints);
}

/** The declarations as text; to be read before the next element is asked for. */
export function hintsOf(element: DomElement): HintList | null {
  // Faster: of elements without attributes, only parts of a table have hints, by the attributes of the table.
  if (!hasAttributes(element) && !TABLE_PARTS.has(element[LOCAL_NAME])) return null;
  const namespace = namespaceOf(element);
  const hints = HINTS;
  hints.clear();
  if (namespace === 'html') {
    (HTML_HINTS.get(element[LOCAL_NAME]) ?? otherHints)(element, hints);
    addHidden(element, hints);
  } else if (namespace === 'svg') addSvgHints(element, hints);
  return hints.isEmpty ? null : hints;
}

/** Reused from element to element: nothing of it is kept. */
const HINTS = new HintList();
const TABLE_PARTS: ReadonlySet<string> = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'col', 'colgroup']);

function blockOf(hints: HintList): DeclarationBlock {
  const { key } = hints;
  const known = blocks.get(key);
  if (known !== undefined) return known;
  const normal = hints.entries.flatMap(([name, text]) => compileDeclaration(name, text, false, hints.unitless));
  const block: DeclarationBlock = { normal, important: NO_DECLARATIONS };
  if (blocks.size >= MAX_BLOCKS) blocks.clear();
  blocks.set(key, block);
  return block;
}

type AddHints = (element: DomElement, hints: HintList) => void;

function otherHints(element: DomElement, hints: HintList): void {
  switch (element[LOCAL_NAME]) {
    case 'caption': {
      const align = asciiLower(attribute(element, 'align') ?? '');
      if (align === 'bottom' || align === 'top') hints.add('caption-side', align);
      else addBlockAlignment(align, hints);
      break;
    }
    case 'div':
    case 'p':
    case 'center':
      addBlockAlignment(asciiLower(attribute(element, 'align') ?? ''), hints);
      break;
    case 'legend': {
      const align = asciiLower(attribute(element, 'align') ?? '');
      if (align === 'left' || align === 'center' || align === 'right') hints.add('justify-self', align);
      addTextAlignment(element, hints);
      break;
    }
    case 'pre':
      if (attribute(element, 'wrap') !== null) hints.add('white-space', 'pre-wrap');
      addTextAlignment(element, hints);
      break;
    case 'textarea':
      if (asciiLower(attribute(element, 'wrap') ?? '') === 'off') {
        hints.add('white-space', 'pre').add('overflow-wrap', 'normal');
      }
      addTextAlignment(element, hints);
      break;
    default:
      addTextAlignment(element, hints);
  }
  addEditing(element, hints);
}

/** HTML §15.3.1: in Chrome a hint, and so stronger than any rule of the user agent: a hidden <summary> is gone, too. */
function addHidden(element: DomElement, hints: HintList): void {
  const hidden = attribute(element, 'hidden');
  if (hidden === null) return;
  if (element[LOCAL_NAME] === 'embed') hints.add('display', 'inline').add('width', '0').add('height', '0');
  else if (asciiLower(hidden) === 'until-found') hints.add('content-visibility', 'hidden');
  else hints.add('display', 'none');
}

/** Chrome lets 'align' speak on every element. */
function addTextAlignment(element: DomElement, hints: HintList): void {
  const align = attribute(element, 'align');
  if (align === null) return;
  const word = asciiLower(align);
  hints.add('text-align', word === 'middle' ? 'center' : word);
}

/** The alignment of blocks: what is inside moves too, not only its text. */
function addBlockAlignment(align: string, hints: HintList): void {
  if (align === '') return;
  const word = BLOCK_ALIGNMENTS.get(align) ?? align;
  hints.add('text-align', word);
}

const BLOCK_ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['middle', '-webkit-center'],
  ['center', '-webkit-center'],
  ['left', '-webkit-left'],
  ['right', '-webkit-right'],
]);

function addEditing(element: DomElement, hints: HintList): void {
  const editable = attribute(element, 'contenteditable');
  if (editable === null || asciiLower(editable) === 'false') return;
  hints.add('overflow-wrap', 'break-word');
}

function bodyHints(element: DomElement, hints: HintList): void {
  const top = parseDimension(attribute(element, 'marginheight') ?? attribute(element, 'topmargin'));
  const left = parseDimension(attribute(element, 'marginwidth') ?? attribute(element, 'leftmargin'));
  if (top !== null) hints.add('margin-block', top);
  if (left !== null) hints.add('margin-inline', left);
  hints.addIf('background-color', parseLegacyColor(attribute(element, 'bgcolor')));
  hints.addIf('color', parseLegacyColor(attribute(element, 'text')));
  addBackground(element, hints);
  addTextAlignment(element, hints);
}

function addBackground(element: DomElement, hints: HintList): void {
  const address = attribute(element, 'background');
  if (address !== null && address.trim() !== '') hints.add('background-image', 'url(image)');
}

/** Images and other embedded content. */
function embeddedHints(element: DomElement, hints: HintList): void {
  const { [LOCAL_NAME]: localName } = element;
  if (localName === 'canvas') {
    addRatio(element, hints);
    return;
  }
  if (localName === 'input' && asciiLower(attribute(element, 'type') ?? '') !== 'image') {
    return;
  }
  hints.addIf('width', parseDimension(attribute(element, 'width')));
  hints.addIf('height', parseDimension(attribute(element, 'height')));
  if (localName === 'img' || localName === 'video' || localName === 'input') addRatio(element, hints);
  if (localName === 'video') return;
  const horizontal = parseDimension(attribute(element, 'hspace'));
  const vertical = parseDimension(attribute(element, 'vspace'));
  if (horizontal !== null && localName !== 'iframe')
    hints.add('margin-left', horizontal).add('margin-right', horizontal);
  if (vertical !== null && localName !== 'iframe') hints.add('margin-top', vertical).add('margin-bottom', vertical);
  if (localName === 'marquee') {
    hints.addIf('background-color', parseLegacyColor(attribute(element, 'bgcolor')));
    return;
  }
  const frame = asciiLower(attribute(element, 'frameborder') ?? '');
  if (localName === 'iframe' && (frame === '0' || frame === 'no')) hints.add('border-width', '0');
  const border = attribute(element, 'border');
  if (border !== null && localName !== 'iframe' && localName !== 'embed') {
    hints.add('border-width', `${parseNonNegativeInteger(border) ?? 0}px`).add('border-style', 'solid');
  }
  addFloatingAlignment(asciiLower(attribute(element, 'align') ?? ''), hints);
}

function addRatio(element: DomElement, hints: HintList): void {
  const width = parsePixelNumber(attribute(element, 'width'));
  const height = parsePixelNumber(attribute(element, 'height'));
  if (width !== null && height !== null) hints.add('aspect-ratio', `auto ${width} / ${height}`);
}

const VERTICAL_ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['absmiddle', 'middle'],
  ['abscenter', 'middle'],
  ['absbottom', 'bottom'],
  ['left', 'top'],
  ['right', 'top'],
  ['top', 'top'],
  ['middle', '-webkit-baseline-middle'],
  ['center', '-webkit-baseline-middle'],
  ['bottom', 'baseline'],
  ['texttop', 'text-top'],
]);

function addFloatingAlignment(align: string, hints: HintList): void {
  if (align === 'left' || align === 'right') hints.add('float', align);
  hints.addIf('vertical-align', VERTICAL_ALIGNMENTS.get(align) ?? null);
}

/** '<hr>': its thickness is a height with borders, or only a border. */
function ruleHints(element: DomElement, hints: HintList): void {
  const align = asciiLower(attribute(element, 'align') ?? '');
  if (align === 'left') hints.add('margin-left', '0').add('margin-right', 'auto');
  else if (align === 'right') hints.add('margin-left', 'auto').add('margin-right', '0');
  else if (align !== '') hints.add('margin-left', 'auto').add('margin-right', 'auto');
  const width = parseDimension(attribute(element, 'width'));
  hints.addIf('width', width === '0px' ? '1px' : width);
  const color = parseLegacyColor(attribute(element, 'color'));
  const solid = color !== null || attribute(element, 'noshade') !== null;
  if (solid) hints.add('border-style', 'solid');
  if (solid) hints.add('background-color', color ?? 'gray');
  const size = parseInteger(attribute(element, 'size'));
  if (size === null) return;
  if (size <= 1) hints.add('border-bottom-width', '0');
  else hints.add('height', `${size - 2}px`);
}

function fontHints(element: DomElement, hints: HintList): void {
  hints.addIf('font-size', parseFontSize(attribute(element, 'size')));
  hints.addIf('color', parseLegacyColor(attribute(element, 'color')));
  const face = attribute(element, 'face');
  if (face !== null && face !== '') hints.add('font-family', face);
  addTextAlignment(element, hints);
}

const LIST_TYPES: ReadonlyMap<string, string> = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ['1', 'decimal'],
]);

function listHints(element: DomElement, hints: HintList): void {
  const { [LOCAL_NAME]: localName } = element;
  const type = attribute(element, 'type');
  if (type !== null) {
    const numeral = localName === 'ul' ? undefined : LIST_TYPES.get(type);
    const bullet = asciiLower(type);
    if (numeral !== undefined) hints.add('list-style-type', numeral);
    else if (BULLETS.has(bullet)) hints.add('list-style-type', bullet);
  }
  if (localName === 'ol') {
    const start = parseInteger(attribute(element, 'start'));
    const reversed = attribute(element, 'reversed') !== null;
    // An item counts before it shows its number, so that the list begins one step before.
    if (reversed) hints.add('counter-reset', `-internal-reversed(list-item)${start === null ? '' : ` ${start + 1}`}`);
    else if (start !== null) hints.add('counter-reset', `list-item ${start - 1}`);
  }
  const value = localName === 'li' ? parseInteger(attribute(element, 'value')) : null;
  if (value !== null) hints.add('counter-set', `list-item ${value}`);
  addTextAlignment(element, hints);
  addEditing(element, hints);
}

const BULLETS = new Set(['none', 'disc', 'circle', 'square']);

/** SVG's presentation attributes that a computed style has room for. Lengths need no unit. */
const SVG_ATTRIBUTES = new Set(
  (
    'clip-path color cursor direction display filter font-family font-size font-stretch font-style font-variant ' +
    'font-weight letter-spacing opacity overflow pointer-events text-decoration transform transform-origin unicode-bidi ' +
    'visibility word-spacing writing-mode'
  ).split(' '),
);
const SVG_SIZED = new Set(['svg', 'image', 'rect', 'foreignObject', 'foreignobject', 'use']);

function addSvgHints(element: DomElement, hints: HintList): void {
  hints.unitless = true;
  const sized = SVG_SIZED.has(element[LOCAL_NAME]);
  eachAttribute(element, (name, value) => {
    if (SVG_ATTRIBUTES.has(name) || (sized && (name === 'width' || name === 'height'))) hints.add(name, value);
  });
}

const HTML_HINTS: ReadonlyMap<string, AddHints> = new Map<string, AddHints>([
  ['td', cellHints],
  ['th', cellHints],
  ...['tr', 'tbody', 'thead', 'tfoot'].map((name): [string, AddHints] => [name, tablePartHints]),
  ['table', tableHints],
  ['col', columnHints],
  ['colgroup', columnHints],
  ...['img', 'embed', 'object', 'iframe', 'video', 'canvas', 'marquee', 'input'].map((name): [string, AddHints] => [
    name,
    embeddedHints,
  ]),
  ['body', bodyHints],
  ['hr', ruleHints],
  ['font', fontHints],
  ...['ol', 'ul', 'li'].map((name): [string, AddHints] => [name, listHints]),
]);
