/**
 * Presentational attributes of tables and their parts.
 *
 * In:  a table, section, row, cell or column.
 * Out: declarations, added to a list.
 *
 * HTML §15.3.10 https://html.spec.whatwg.org/multipage/rendering.html#tables-2. 'cellpadding', 'border', 'frame' and
 * 'rules' stand on the table and shape its cells, so that a cell looks its table up.
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import { attribute, type DomElement, parentElement } from '../html/node-tree.ts';
import { parseLegacyColor, parseNonNegativeInteger, parseNonZeroDimension } from './attribute-values.ts';
import { asciiLower } from './code-points.ts';
import type { HintList } from './hint-list.ts';

const word = (element: DomElement, name: string): string => asciiLower(attribute(element, name) ?? '');

/** Sides on which each value of 'frame' draws a line: top, right, bottom, left. */
const FRAMES: ReadonlyMap<string, readonly [boolean, boolean, boolean, boolean]> = new Map([
  ['void', [false, false, false, false]],
  ['above', [true, false, false, false]],
  ['below', [false, false, true, false]],
  ['hsides', [true, false, true, false]],
  ['lhs', [false, false, false, true]],
  ['rhs', [false, true, false, false]],
  ['vsides', [false, true, false, true]],
  ['box', [true, true, true, true]],
  ['border', [true, true, true, true]],
]);
const RULES = new Set(['none', 'groups', 'rows', 'cols', 'all']);

/** Width of the border that 'border' asks for: a bare attribute means 1. */
function borderWidth(table: DomElement): number {
  const value = attribute(table, 'border');
  if (value === null) return 0;
  return parseNonNegativeInteger(value) ?? 1;
}

export function tableHints(table: DomElement, hints: HintList): void {
  hints.addIf('width', parseNonZeroDimension(attribute(table, 'width')));
  hints.addIf('height', parseNonZeroDimension(attribute(table, 'height')));
  hints.addIf('background-color', parseLegacyColor(attribute(table, 'bgcolor')));
  const background = attribute(table, 'background');
  if (background !== null && background !== '') hints.add('background-image', 'url(image)');
  addTableAlignment(word(table, 'align'), hints);
  const spacing = parseNonNegativeInteger(attribute(table, 'cellspacing'));
  if (spacing !== null) hints.add('border-spacing', `${spacing}px`);
  addTableBorder(table, hints);
}

function addTableAlignment(align: string, hints: HintList): void {
  if (align === 'center') hints.add('margin-inline', 'auto');
  else if (align === 'left' || align === 'right') hints.add('float', align);
}

function addTableBorder(table: DomElement, hints: HintList): void {
  const width = borderWidth(table);
  if (attribute(table, 'border') !== null) hints.add('border-width', `${width}px`);
  const frame = FRAMES.get(word(table, 'frame'));
  if (frame !== undefined) {
    if (attribute(table, 'border') === null) hints.add('border-width', 'thin');
    hints.add('border-style', frame.map((drawn) => (drawn ? 'solid' : 'hidden')).join(' '));
  } else if (width > 0) hints.add('border-style', attribute(table, 'bordercolor') === null ? 'outset' : 'solid');
  const rules = word(table, 'rules');
  if (!RULES.has(rules)) return;
  hints.add('border-collapse', 'collapse');
  if (frame === undefined && width === 0) hints.add('border-style', 'hidden');
}

/** The table that a section, row or cell belongs to; cells sit three below at most. */
function tableOf(part: DomElement): DomElement | null {
  let at = parentElement(part);
  for (let steps = 0; at !== null && steps < 4; steps++) {
    if (at[LOCAL_NAME] === 'table') return at;
    at = parentElement(at);
  }
  return null;
}

export function tablePartHints(part: DomElement, hints: HintList): void {
  addPartHints(part, hints);
  hints.addIf('height', parseNonZeroDimension(attribute(part, 'height')));
  if (part[LOCAL_NAME] !== 'tr') addGroupRules(part, 'block', hints);
}

/** 'rules=groups' draws lines around groups of rows and of columns. */
function addGroupRules(group: DomElement, axis: 'block' | 'inline', hints: HintList): void {
  const table = tableOf(group);
  if (table === null || word(table, 'rules') !== 'groups') return;
  hints.add(`border-${axis}-width`, 'thin').add(`border-${axis}-style`, 'solid');
}

const ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['middle', '-webkit-center'],
  ['center', '-webkit-center'],
  ['absmiddle', 'center'],
  ['left', '-webkit-left'],
  ['right', '-webkit-right'],
]);

function addPartHints(part: DomElement, hints: HintList): void {
  hints.addIf('background-color', parseLegacyColor(attribute(part, 'bgcolor')));
  const background = attribute(part, 'background');
  if (background !== null && background !== '') hints.add('background-image', 'url(image)');
  const valign = word(part, 'valign');
  if (valign !== '') hints.add('vertical-align', valign);
  const align = word(part, 'align');
  if (align !== '') hints.add('text-align', ALIGNMENTS.get(align) ?? align);
}

export function cellHints(cell: DomElement, hints: HintList): void {
  const table = tableOf(cell);
  if (table !== null) addTableToCell(table, hints);
  addPartHints(cell, hints);
  if (attribute(cell, 'nowrap') !== null) hints.add('white-space', 'nowrap');
  hints.addIf('width', cellWidth(cell));
  hints.addIf('height', parseNonZeroDimension(attribute(cell, 'height')));
}

/** Relative widths ('2*') say nothing. */
function cellWidth(element: DomElement): string | null {
  const width = attribute(element, 'width');
  return width === null || width.includes('*') ? null : parseNonZeroDimension(width);
}

/** What the table's attributes say about each cell. */
function addTableToCell(table: DomElement, hints: HintList): void {
  const padding = parseNonNegativeInteger(attribute(table, 'cellpadding'));
  if (padding !== null) hints.add('padding', `${padding}px`);
  switch (word(table, 'rules')) {
    case 'none':
    case 'groups':
      hints.add('border-width', '0');
      return;
    case 'rows':
      hints.add('border-block-width', 'thin').add('border-block-style', 'solid');
      return;
    case 'cols':
      hints.add('border-inline-width', 'thin').add('border-inline-style', 'solid');
      return;
    case 'all':
      hints.add('border-width', '1px').add('border-style', 'solid');
      return;
    default:
  }
  if (borderWidth(table) === 0) return;
  hints.add('border-width', '1px').add('border-style', attribute(table, 'bordercolor') === null ? 'inset' : 'solid');
}

export function columnHints(column: DomElement, hints: HintList): void {
  hints.addIf('width', cellWidth(column));
  addPartHints(column, hints);
  if (column[LOCAL_NAME] === 'colgroup') addGroupRules(column, 'inline', hints);
}
