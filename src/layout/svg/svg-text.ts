/**
 * Where the text of an SVG image stands.
 *
 * In:  a <text> element, the styles of what is in it, and how large a unit of it comes out on the page.
 * Out: rectangles in the element's own coordinates, for each run of characters and each element around them: as wide as
 *      the characters advance, as tall as their font.
 *
 * SVG 2 §11.5 https://svgwg.org/svg2-draft/text.html#TextLayout
 *
 * Differs: ink outside of the advances is not in the boxes. 'text-anchor' and the baselines count in attributes and
 * style attributes, not in style sheets. Missing: text on a path, 'rotate', 'textLength', vertical text.
 */

import { type Rect, unionRect } from '../../geometry.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  firstChild,
  isElement,
  isText,
  nextSibling,
} from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { deriveStyle } from '../derive-style.ts';
import { type Font, fontFor, measureText } from '../text/measure.ts';
import { svgLength } from './svg-attributes.ts';

/** Nesting beyond this is not drawn: a page must not overflow the stack. */
const MAX_DEPTH = 50;
/** Addresses of single characters beyond this are not looked at. */
const MAX_PLACES = 10_000;
const HANGING = 0.8;

export interface SvgTextPorts {
  styleOf(element: DomElement): ComputedStyle;
  recordElement(element: DomElement, rect: Rect): void;
  recordRun(text: DomNode, rect: Rect, start: number, end: number): void;
}

/** What percentages are of, and how many pixels of the page a unit is. */
export interface SvgTextSpace {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** The box of a <text>; `null` without any character. */
export function svgText(text: DomElement, space: SvgTextSpace, ports: SvgTextPorts): Rect | null {
  return new TextLayout(space, ports).run(text);
}

/** §11.5.1: places that an element gives to its characters, one after the other. */
interface Places {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** Characters of the element so far. */
  at: number;
}

/** Characters that stand side by side. */
interface Run {
  readonly node: DomNode;
  readonly start: number;
  readonly end: number;
  readonly element: DomElement;
  x: number;
  readonly y: number;
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

class TextLayout {
  readonly #space: SvgTextSpace;
  readonly #ports: SvgTextPorts;
  readonly #places: Places[] = [];
  readonly #elements: DomElement[] = [];
  readonly #runs: Run[] = [];
  /** The first run of the chunk that 'text-anchor' aligns as a whole. */
  #chunkStart = 0;
  #anchor = 'start';
  #x = 0;
  #y = 0;
  /** White space at the start collapses away, as after a space. */
  #endsWithSpace = true;

  constructor(space: SvgTextSpace, ports: SvgTextPorts) {
    this.#space = space;
    this.#ports = ports;
  }

  run(text: DomElement): Rect | null {
    this.#element(text);
    this.#closeChunk();
    let all: Rect | null = null;
    const boxes = new Map<DomElement, Rect>();
    for (const { node, start, end, element, x, y, width, ascent, descent } of this.#runs) {
      const rect = { x, y: y - ascent, w: width, h: ascent + descent };
      this.#ports.recordRun(node, rect, start, end);
      all = all === null ? rect : unionRect(all, rect);
      for (let at: DomElement | null = element; at !== null && at !== text; at = at[PARENT_NODE] as DomElement | null) {
        const known = boxes.get(at);
        boxes.set(at, known === undefined ? rect : unionRect(known, rect));
      }
    }
    for (const [element, rect] of boxes) this.#ports.recordElement(element, rect);
    return all;
  }

  #element(element: DomElement): void {
    const style = this.#ports.styleOf(element);
    if (style.display === 'none' || this.#elements.length > MAX_DEPTH) return;
    const { width, height } = this.#space;
    this.#places.push({
      x: numbers(element, 'x', width, style.fontSize),
      y: numbers(element, 'y', height, style.fontSize),
      dx: numbers(element, 'dx', width, style.fontSize),
      dy: numbers(element, 'dy', height, style.fontSize),
      at: 0,
    });
    this.#elements.push(element);
    for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
      if (isText(child)) this.#characters(child, style);
      else if (isElement(child) && isTextContent(child)) this.#element(child);
    }
    this.#elements.pop();
    this.#places.pop();
  }

  /** Text in runs: a new one begins where a character has a place of its own. */
  #characters(node: DomNode, style: ComputedStyle): void {
    const data = characterData(node);
    const keeps = style.whiteSpaceCollapse === 'preserve';
    let start = -1;
    let text = '';
    for (let at = 0; at < data.length; at++) {
      const isSpace = /[\t\n\r ]/.test(data[at]!);
      if (isSpace && !keeps && this.#endsWithSpace) continue;
      if (start < 0 || this.#hasPlace()) {
        this.#addRun(node, style, text, start, at);
        this.#place(style);
        start = at;
        text = '';
      }
      text += isSpace ? ' ' : data[at];
      this.#endsWithSpace = isSpace && !keeps;
      for (const places of this.#places) places.at++;
    }
    // White space at the end of the whole text collapses away.
    const isLast = nextSibling(node) === null && this.#elements.length === 1;
    this.#addRun(node, style, isLast && !keeps ? text.trimEnd() : text, start, data.length);
  }

  #hasPlace(): boolean {
    return this.#places.some(
      ({ x, y, dx, dy, at }) => at < x.length || at < y.length || at < dx.length || at < dy.length,
    );
  }

  /** Moves to where the next character stands; the innermost element that says something wins. */
  #place(style: ComputedStyle): void {
    const found = (axis: 'x' | 'y' | 'dx' | 'dy'): number | null => {
      for (let depth = this.#places.length - 1; depth >= 0; depth--) {
        const places = this.#places[depth]!;
        if (places.at < places[axis].length) return places[axis][places.at]!;
      }
      return null;
    };
    const x = found('x');
    const y = found('y');
    if (x !== null || y !== null || this.#runs.length === 0) {
      this.#closeChunk();
      const anchor = inherited(this.#elements[this.#elements.length - 1]!, 'text-anchor') ?? 'start';
      const isReversed = style.direction === 'rtl' && anchor !== 'middle';
      this.#anchor = isReversed ? (anchor === 'end' ? 'start' : 'end') : anchor;
    }
    this.#x = (x ?? this.#x) + (found('dx') ?? 0);
    this.#y = (y ?? this.#y) + (found('dy') ?? 0);
  }

  #addRun(node: DomNode, style: ComputedStyle, text: string, start: number, end: number): void {
    if (start < 0 || text === '') return;
    const { scale } = this.#space;
    // Chrome takes the font at the size that it has on the screen, and rounds there.
    const font = fontFor(scale === 1 ? style : deriveStyle(style, { fontSize: style.fontSize * scale }));
    const width = measureText(font, text, 0, text.length) / scale + text.length * style.letterSpacing;
    const element = this.#elements[this.#elements.length - 1]!;
    const baseline = ownValue(element, 'alignment-baseline') ?? inherited(element, 'dominant-baseline');
    const shift = baselineShift(baseline, font) / scale;
    const ascent = font.ascent / scale;
    const descent = font.descent / scale;
    this.#runs.push({ node, start, end, element, x: this.#x, y: this.#y + shift, width, ascent, descent });
    this.#x += width;
  }

  /** §11.5.3: the chunk is moved so that its start, middle or end stands at its place. */
  #closeChunk(): void {
    const runs = this.#runs.slice(this.#chunkStart);
    this.#chunkStart = this.#runs.length;
    if (runs.length === 0 || (this.#anchor !== 'middle' && this.#anchor !== 'end')) return;
    const left = runs[0]!.x;
    const width = this.#x - left;
    const shift = this.#anchor === 'middle' ? width / 2 : width;
    for (const run of runs) run.x -= shift;
    this.#x -= shift;
  }
}

function isTextContent(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'tspan' || element[LOCAL_NAME] === 'a' || element[LOCAL_NAME] === 'textPath';
}

function numbers(element: DomElement, name: string, base: number, fontSize: number): readonly number[] {
  const text = attribute(element, name)?.trim() ?? '';
  if (text === '') return [];
  const list = text.split(/[\s,]+/, MAX_PLACES).map((part) => svgLength(part, base, Number.NaN, fontSize));
  const bad = list.findIndex(Number.isNaN);
  return bad < 0 ? list : list.slice(0, bad);
}

/** What an element says in an attribute or its style attribute. */
function ownValue(element: DomElement, name: string): string | null {
  const style = attribute(element, 'style');
  const declared = style === null ? null : new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([a-z-]+)`, 'i').exec(style);
  return (declared?.[1] ?? attribute(element, name))?.trim().toLowerCase() ?? null;
}

/** What the innermost element up to the image says. */
function inherited(from: DomElement, name: string): string | null {
  for (let element: DomElement | null = from; element !== null; ) {
    const value = ownValue(element, name);
    if (value !== null) return value;
    element = element[LOCAL_NAME] === 'svg' ? null : (element[PARENT_NODE] as DomElement | null);
  }
  return null;
}

/** How far below its place the alphabetic baseline is. */
function baselineShift(baseline: string | null, { ascent, descent, xHeight }: Font): number {
  switch (baseline) {
    case 'middle':
      return xHeight / 2;
    case 'central':
      return (ascent - descent) / 2;
    case 'hanging':
      return ascent * HANGING;
    case 'text-before-edge':
    case 'text-top':
      return ascent;
    case 'text-after-edge':
    case 'text-bottom':
    case 'ideographic':
      return -descent;
    default:
      return 0;
  }
}
