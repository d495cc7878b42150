/**
 * Declarations as they are written, of all properties: what layout's extraction of a sheet leaves out.
 *
 * In:  a parsed sheet, a style attribute, an element's attributes. Out: blocks whose declarations keep name and text.
 *
 * Sheets are read a second time when script first asks for such a property: pages that never ask pay nothing.
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement, eachAttribute, namespaceOf } from '../../html/node-tree.ts';
import { parseLegacyColor } from '../attribute-values.ts';
import { BlockScanner } from '../block-scanner.ts';
import type { AttributeBlocks } from '../cascade.ts';
import type { Declaration, DeclarationBlock } from '../declaration.ts';
import type { BlockMaker } from '../declaration-block.ts';
import { parseSheet } from '../parse-sheet.ts';
import { hintsOf } from '../presentational-hints.ts';
import type { SheetReading } from '../rule-book.ts';
import type { StyleSheet } from '../stylesheet.ts';
import { forgetOldest } from '../substitution.ts';
import { propertyFor } from './shorthand-table.ts';
import { WRITTEN_UA_SHEET } from './written-ua-sheet.ts';

/** A declaration with its text, and the address that its URLs are relative to; `null`: the document's. */
export interface WrittenDeclaration extends Declaration {
  readonly declared: { readonly kind: 'pending'; readonly property: string; readonly text: string };
  readonly baseUrl: string | null;
}

class WrittenBlocks implements BlockMaker {
  private readonly baseUrl: string | null;
  private normal: WrittenDeclaration[] = [];
  private important: WrittenDeclaration[] = [];

  constructor(baseUrl: string | null) {
    this.baseUrl = baseUrl;
  }

  get isEmpty(): boolean {
    return this.normal.length === 0 && this.important.length === 0;
  }

  add(name: string, value: string, important: boolean): void {
    // Layout has custom properties.
    if (name.startsWith('--')) return;
    const property = propertyFor(name);
    const declared = { kind: 'pending', property, text: value } as const;
    (important ? this.important : this.normal).push({ property, declared, important, baseUrl: this.baseUrl });
  }

  take(): DeclarationBlock {
    const block = { normal: this.normal, important: this.important };
    this.normal = [];
    this.important = [];
    return block;
  }
}

/** Key: the parsed sheet, then the address. Freed with the sheet. */
const sheets = new WeakMap<StyleSheet, Map<string, StyleSheet>>();

export const WRITTEN: SheetReading = {
  userAgentText: WRITTEN_UA_SHEET,
  read(sheet, baseUrl) {
    let known = sheets.get(sheet);
    if (known === undefined) {
      known = new Map();
      sheets.set(sheet, known);
    }
    let written = known.get(baseUrl);
    if (written === undefined) {
      written = parseSheet(sheet.text, sheet.quirks, () => new WrittenBlocks(baseUrl));
      known.set(baseUrl, written);
    }
    return written;
  },
};

/** Key: the text. The identity of a block is a cache key of the cascade. */
const attributes = new Map<string, DeclarationBlock>();
const MAX_ATTRIBUTES = 2_000;

function styleBlock(text: string): DeclarationBlock {
  const known = attributes.get(text);
  if (known !== undefined) return known;
  const blocks = new WrittenBlocks(null);
  const scanner = new BlockScanner(text);
  while (!scanner.atEnd) {
    if (scanner.is('whitespace') || scanner.is('semicolon')) scanner.advance();
    else if (scanner.type === 'at-keyword') {
      scanner.prelude(false, true);
      if (scanner.is('{')) scanner.skipBlock();
    } else {
      const item = scanner.item('attribute');
      if (item.kind === 'declaration') blocks.add(item.name, item.value, item.important);
    }
  }
  const block = blocks.take();
  if (attributes.size >= MAX_ATTRIBUTES) forgetOldest(attributes, MAX_ATTRIBUTES / 2);
  attributes.set(text, block);
  return block;
}

/** SVG 2 §6.6: presentation attributes that layout has no use for. */
const SVG_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters color-rendering cx cy d ' +
    'dominant-baseline fill fill-opacity fill-rule flood-color flood-opacity image-rendering lighting-color marker-end ' +
    'marker-mid marker-start mask mask-type paint-order r rx ry shape-rendering stop-color stop-opacity stroke ' +
    'stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width ' +
    'text-anchor text-rendering vector-effect x y'
  ).split(' '),
);
/** Attributes that are properties on these elements only. */
const GEOMETRY: Readonly<Record<string, string>> = {
  cx: 'circle ellipse',
  cy: 'circle ellipse',
  r: 'circle',
  rx: 'ellipse rect',
  ry: 'ellipse rect',
  x: 'svg rect image foreignObject use',
  y: 'svg rect image foreignObject use',
  d: 'path',
};

function hintBlock(element: DomElement): DeclarationBlock | null {
  const blocks = new WrittenBlocks(null);
  const address = attribute(element, 'background');
  for (const [name, text] of hintsOf(element)?.entries ?? []) {
    const isAddress = name === 'background-image' && address !== null;
    blocks.add(name, isAddress ? `url(${JSON.stringify(address.trim())})` : text, false);
  }
  // HTML §15.3.11 and §15.3.14, as Chrome has it: colours of lines.
  const line = element[LOCAL_NAME] === 'hr' ? 'color' : element[LOCAL_NAME] === 'table' ? 'bordercolor' : '';
  const color = line === '' ? null : parseLegacyColor(attribute(element, line));
  if (color !== null) blocks.add('border-color', color, false);
  if (namespaceOf(element) === 'svg') {
    eachAttribute(element, (name, value) => {
      if (!SVG_ATTRIBUTES.has(name)) return;
      const where = GEOMETRY[name];
      if (where !== undefined && !where.split(' ').includes(element[LOCAL_NAME])) return;
      blocks.add(name, name === 'd' ? `path(${JSON.stringify(value)})` : value, false);
    });
  }
  return blocks.isEmpty ? null : blocks.take();
}

export const WRITTEN_ATTRIBUTES: AttributeBlocks = { hints: hintBlock, style: styleBlock };
