/**
 * Boxes made by hand and lines as text, so that a test of inline layout reads like what it is about.
 *
 * Text is set in Ahem at 10px unless a test says otherwise: every character is 10 wide, 8 above the baseline, 2 below.
 */

import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../../src/html/node-keys.ts';
import type { DomNode } from '../../../src/html/node-tree.ts';
import { AnchorMemory } from '../../../src/layout/anchor/anchor-memory.ts';
import { Box, type BoxKind } from '../../../src/layout/box.ts';
import { type Exclusions, NO_EXCLUSIONS } from '../../../src/layout/exclusions.ts';
import type { BoxFragment, LayoutResult, Placed } from '../../../src/layout/fragment.ts';
import { inlineContentIsEmpty, layoutInlineContent } from '../../../src/layout/inline/inline.ts';
import { inlineContentSizes } from '../../../src/layout/inline/inline-sizes.ts';
import { layoutPlainText } from '../../../src/layout/inline/plain-text.ts';
import type { InlineResult, PlacedFloat } from '../../../src/layout/inline-content.ts';
import { INDEFINITE } from '../../../src/layout/layout-unit.ts';
import { LineLimits } from '../../../src/layout/line-limits.ts';
import { type LayoutPorts, Space } from '../../../src/layout/space.ts';
import type { ComputedStyle } from '../../../src/style/computed-style.ts';
import { INITIAL_STYLE, inheritedRecord, type StyleRecord } from '../../../src/style/style-record.ts';

export type Style = Partial<{ -readonly [K in keyof ComputedStyle]: ComputedStyle[K] }>;
type Maker = (parent: ComputedStyle) => Box;
export type Content = string | Maker;

const AHEM: Style = { fontFamily: ['Ahem'], fontSize: 10, lineHeight: { px: 10 } };

function styleOf(parent: ComputedStyle, own: Style): StyleRecord {
  return Object.assign(inheritedRecord(parent), own);
}

function element(name: string): DomNode {
  return { [NODE_TYPE]: 1, [LOCAL_NAME]: name, [PARENT_NODE]: null };
}

function makeBox(
  kind: BoxKind,
  name: string,
  style: ComputedStyle,
  inlineLevel: boolean,
  children: readonly Content[],
): Box {
  const box = new Box(kind, element(name), null, style, inlineLevel);
  for (const child of children) {
    const made = typeof child === 'string' ? textBox(child, style) : child(style);
    made.parent = box;
    box.children.push(made);
  }
  return box;
}

function textBox(text: string, style: ComputedStyle): Box {
  const box = new Box('text', { [NODE_TYPE]: 3, [LOCAL_NAME]: '#text', [PARENT_NODE]: null }, null, style, true);
  box.text = text;
  return box;
}

export function span(style: Style, ...children: readonly Content[]): Maker {
  return (parent) => makeBox('inline', 'span', styleOf(parent, style), true, children);
}

export function breakWith(style: Style): Maker {
  return (parent) => makeBox('break', 'br', styleOf(parent, style), true, []);
}

export const br = breakWith({});
export const wbr: Maker = (parent) => makeBox('soft-break', 'wbr', parent, true, []);

/** Text that is set from right to left; Ahem has no letters that would be. */
export function rtl(...children: readonly Content[]): Maker {
  return span({ direction: 'rtl', unicodeBidi: 'bidi-override' }, ...children);
}

/** A replaced box of a fixed size. */
export function image(width: number, height: number, style: Style = {}): Maker {
  return (parent) =>
    makeBox('replaced', 'img', styleOf(parent, { display: 'inline', width, height, ...style }), true, []);
}

export function float(side: 'left' | 'right', width: number, height: number, style: Style = {}): Maker {
  return image(width, height, { float: side, ...style });
}

export function absolute(style: Style = {}): Maker {
  return image(0, 0, { position: 'absolute', originalDisplay: 'inline', ...style });
}

export function block(style: Style, ...children: readonly Content[]): Box {
  const box = makeBox('flow', 'div', styleOf(INITIAL_STYLE, { display: 'block', ...AHEM, ...style }), false, children);
  box.inlineContent = true;
  return box;
}

const NO_SIDES = { top: 0, right: 0, bottom: 0, left: 0 };

function fixedLayout(box: Box): LayoutResult {
  const { width, height } = box.style;
  const fragment: BoxFragment = {
    kind: 'box',
    box,
    width: typeof width === 'number' ? width : 0,
    height: typeof height === 'number' ? height : 0,
    children: [],
    border: NO_SIDES,
    padding: NO_SIDES,
    inflow: null,
  };
  return { fragment, firstBaseline: null, lastBaseline: null, outOfFlow: [], intrinsicBlockSize: 0, flow: null };
}

export interface Options {
  readonly quirks?: boolean;
  readonly maxLines?: number;
}

function portsFor(options: Options): LayoutPorts {
  return {
    layoutChild: fixedLayout,
    intrinsicSizes: (box) => {
      const { fragment } = fixedLayout(box);
      return { min: fragment.width, max: fragment.width, dependsOnBlock: false };
    },
    layoutPlainText,
    layoutInlineContent,
    inlineContentIsEmpty,
    inlineContentSizes,
    viewportWidth: 800,
    viewportHeight: 600,
    quirks: options.quirks ?? false,
    limitedQuirks: false,
    anchors: new AnchorMemory(),
  };
}

/** Floats stack beside each other while they fit; that is all these tests need. */
function floatPlacer(width: number): (box: Box, blockOffset: number, exclusions: Exclusions) => PlacedFloat {
  return (box, blockOffset, exclusions) => {
    const { fragment } = fixedLayout(box);
    const top = Math.max(blockOffset, exclusions.lastFloatTop);
    const found = exclusions.findOpportunity(0, width, top, fragment.width, fragment.height);
    const left = box.style.float === 'left';
    const lineStart = left ? found.lineStart : found.lineEnd - fragment.width;
    const placed = {
      lineStart,
      lineEnd: lineStart + fragment.width,
      blockStart: found.blockOffset,
      blockEnd: found.blockOffset + fragment.height,
    };
    return { ...placed, exclusions: exclusions.add({ side: left ? 'left' : 'right', ...placed }) };
  };
}

export function layOut(box: Box, width: number, options: Options = {}): InlineResult {
  return layoutInlineContent({
    box,
    space: new Space(portsFor(options), { availableInline: width, percentInline: width }),
    contentInline: width,
    contentBlock: INDEFINITE,
    bfcLineOffset: 0,
    spaceAbove: 0,
    bfcBlockOffset: 0,
    exclusions: NO_EXCLUSIONS,
    placeFloat: floatPlacer(width),
    limits: LineLimits.of(false, false, 'auto', options.maxLines ?? Number.POSITIVE_INFINITY),
  });
}

export function sizes(box: Box): { readonly min: number; readonly max: number } {
  const { min, max } = inlineContentSizes(box, new Space(portsFor({}), { percentInline: INDEFINITE }));
  return { min, max };
}

function textOf(placed: Placed): string {
  const { fragment } = placed;
  if (fragment.kind === 'text') return fragment.generated ?? fragment.box.text.slice(fragment.start, fragment.end);
  return fragment.kind === 'box' && fragment.box.kind === 'replaced' ? '□' : '';
}

/** The text of each line as it stands in the source. */
export function lineTexts(box: Box, width: number, options: Options = {}): string[] {
  return layOut(box, width, options).lines.map(({ fragment }) => fragment.children.map(textOf).join(''));
}

/** Every line as 'x,y w×h', and below it every fragment, from the container's corner. */
export function dump(result: InlineResult): string[] {
  const rows: string[] = [];
  for (const { fragment, inlineOffset, blockOffset } of result.lines) {
    rows.push(`line ${inlineOffset},${blockOffset} ${fragment.width}x${fragment.height}`);
    for (const child of fragment.children) {
      const name = child.fragment.kind === 'box' ? child.fragment.box.node![LOCAL_NAME] : JSON.stringify(textOf(child));
      const x = inlineOffset + child.x;
      const y = blockOffset + child.y;
      rows.push(`  ${name} ${x},${y} ${child.fragment.width}x${child.fragment.height}`);
    }
  }
  return rows;
}
