/**
 * Where the elements of an SVG image are drawn, what is on their outlines, and where the characters of its texts stand.
 *
 * In:  a node. Out: numbers, written to an array that belongs to the page realm's platform code.
 *
 * SVG 2 §4.6.4, §9.6, §11.11 https://svgwg.org/svg2-draft/text.html#InterfaceSVGTextContentElement
 *
 * Differs: characters of text that runs from right to left stand as if it ran the other way.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  type DomNode,
  following,
  isElement,
  isText,
  nextSibling,
  parentElement,
} from '../../html/node-tree.ts';
import { deriveStyle } from '../../layout/derive-style.ts';
import type { PageLayout } from '../../layout/page-layout.ts';
import { isInFill, isInStroke } from '../../layout/svg/path-hit.ts';
import { measureOutline, outlinePath } from '../../layout/svg/path-length.ts';
import { viewBoxOf } from '../../layout/svg/svg-attributes.ts';
import { svgText } from '../../layout/svg/svg-text.ts';
import { advances, fontFor } from '../../layout/text/measure.ts';
import type { EnginePort } from '../ports.ts';
import type { StyledDocument } from './styled-document.ts';

/** Numbers for one character: where it starts, its width, ascent, height, rotation, and its place in the text. */
const CHARACTER_SIZE = 7;
const SPACE = /[\t\n\r ]/;

type SvgPort = Pick<EnginePort, 'drawnElement' | 'outlineOf' | 'outlineHit' | 'svgCharacters'>;

export function svgPort(page: StyledDocument): SvgPort {
  const cache = new CharacterCache();
  return {
    drawnElement: (element, out) => drawnElement(page, element, out),
    outlineOf: (element, distance, out) => outlineOf(page, element, distance, out),
    outlineHit: (element, x, y, stroke, style) => outlineHit(page, element, x, y, stroke, style),
    svgCharacters: (element, out) => writeCharacters(page, element, cache, out),
  };
}

/** Writes an SVG element's box in its own coordinates, and the matrix from those to the viewport. */
function drawnElement(page: StyledDocument, element: DomNode, out: Float64Array): boolean {
  const drawn = page.layout().drawnElement(element);
  if (drawn === null) return false;
  const [scrollX, scrollY] = page.scroll;
  const { x, y, w, h } = drawn.box;
  const { a, b, c, d, e, f } = drawn.matrix;
  out.set([x, y, w, h, a, b, c, d, e - scrollX, f - scrollY]);
  return true;
}

/** Writes how long the outline of an SVG shape is, and the point at a distance from its start. */
function outlineOf(page: StyledDocument, element: DomNode, distance: number, out: Float64Array): boolean {
  const drawn = page.layout().drawnElement(element);
  const outline = measureOutline(
    outlinePath(element as DomElement, drawn?.box ?? { x: 0, y: 0, w: 0, h: 0 }),
    distance,
  );
  out.set([outline.length, outline.x, outline.y]);
  return true;
}

/** Whether a point is in the stroke of a shape, or, without a stroke width, in its fill. What is not drawn has neither. */
function outlineHit(
  page: StyledDocument,
  element: DomNode,
  x: number,
  y: number,
  stroke: number | null,
  style: string,
): boolean {
  const drawn = page.layout().drawnElement(element);
  if (drawn === null || !isElement(element)) return false;
  const path = outlinePath(element, drawn.box);
  if (stroke === null) return isInFill(path, x, y, style === 'evenodd');
  const [cap = 'butt', join = 'miter', limit = '4'] = style.split(' ');
  const miterLimit = Number.parseFloat(limit);
  return isInStroke(path, x, y, { width: stroke, cap, join, miterLimit: miterLimit >= 1 ? miterLimit : 4 });
}

interface Character {
  readonly node: DomNode;
  /** In the data of its node. */
  readonly offset: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly ascent: number;
  readonly height: number;
  readonly rotation: number;
}

/** Faster: the characters of the text that was asked for last, as long as nothing is laid out again. */
class CharacterCache {
  #layout: PageLayout | null = null;
  #text: DomElement | null = null;
  #characters: readonly Character[] = [];

  of(page: StyledDocument, text: DomElement): readonly Character[] {
    const layout = page.layout();
    if (this.#layout !== layout || this.#text !== text) {
      this.#characters = charactersOf(page, layout, text);
      this.#layout = layout;
      this.#text = text;
    }
    return this.#characters;
  }
}

/** Writes as many characters of an element as there is room for; gives how many it has. */
function writeCharacters(page: StyledDocument, element: DomNode, cache: CharacterCache, out: Float64Array): number {
  const text = isElement(element) ? textAround(element) : null;
  if (text === null) return 0;
  const starts = new Map<DomNode, number>();
  let length = 0;
  for (let at = following(element, element); at !== null; at = following(at, element)) {
    if (!isText(at)) continue;
    starts.set(at, length);
    length += characterData(at).length;
  }
  let count = 0;
  for (const { node, offset, x, y, width, ascent, height, rotation } of cache.of(page, text)) {
    const start = starts.get(node);
    if (start === undefined) continue;
    const first = count++ * CHARACTER_SIZE;
    if (first + CHARACTER_SIZE <= out.length) out.set([x, y, width, ascent, height, rotation, start + offset], first);
  }
  return count;
}

/** The <text> that an element is in, or is. */
function textAround(element: DomElement): DomElement | null {
  let at: DomElement | null = element;
  while (at !== null && at[LOCAL_NAME] !== 'text') at = parentElement(at);
  return at;
}

function charactersOf(page: StyledDocument, layout: PageLayout, text: DomElement): readonly Character[] {
  const drawn = layout.drawnElement(text);
  if (drawn === null) return [];
  const { a, b, c, d } = drawn.matrix;
  const scale = Math.sqrt((a * a + b * b + c * c + d * d) / 2);
  if (!(scale > 0)) return [];
  const styles = page.styles();
  const reader = new CharacterReader(text);
  svgText(
    text,
    { ...viewportOf(layout, text), scale },
    {
      styleOf: (element) => styles.styleOf(element),
      recordElement: () => {},
      recordRun: (node, { x, y, w, h }, start, end) => {
        const style = styles.styleOf(parentElement(node)!);
        const font = fontFor(scale === 1 ? style : deriveStyle(style, { fontSize: style.fontSize * scale }));
        const keeps = style.whiteSpaceCollapse === 'preserve';
        const shown = reader.shown(node, start, end, keeps);
        const widths = new Float64Array(shown.text.length);
        advances(font, shown.text, 0, shown.text.length, widths);
        let all = 0;
        for (const [at, width] of widths.entries()) all += widths[at] = width / scale + style.letterSpacing;
        const ascent = font.ascent / scale;
        let left = x;
        for (const [at, offset] of shown.offsets.entries()) {
          const width = all > 0 ? (widths[at]! / all) * w : 0;
          reader.add(node, offset, { x: left, y: y + ascent, width, ascent, height: h });
          left += width;
        }
      },
    },
  );
  return reader.characters;
}

/** What percentages in a text are of. */
function viewportOf(layout: PageLayout, text: DomElement): { readonly width: number; readonly height: number } {
  let svg: DomElement | null = text;
  while (svg !== null && svg[LOCAL_NAME] !== 'svg') svg = parentElement(svg);
  const box = svg === null ? null : viewBoxOf(svg);
  if (box !== null) return box;
  const drawn = svg === null ? null : layout.drawnElement(svg);
  return { width: drawn?.box.w ?? 0, height: drawn?.box.h ?? 0 };
}

/** Goes through the characters of a text in their order: which of them are shown, and how each is turned. */
class CharacterReader {
  readonly characters: Character[] = [];
  readonly #text: DomElement;
  /** White space at the start collapses away, as after a space. */
  #endsWithSpace = true;
  /** Values of 'rotate', and how many characters each element has had. */
  readonly #rotations = new Map<DomElement, readonly number[]>();
  readonly #counts = new Map<DomElement, number>();

  constructor(text: DomElement) {
    this.#text = text;
  }

  shown(node: DomNode, start: number, end: number, keeps: boolean): { text: string; offsets: readonly number[] } {
    const data = characterData(node);
    const offsets: number[] = [];
    let text = '';
    for (let at = start; at < end; at++) {
      const isSpace = SPACE.test(data[at]!);
      if (isSpace && !keeps && this.#endsWithSpace) continue;
      this.#endsWithSpace = isSpace && !keeps;
      text += isSpace ? ' ' : data[at];
      offsets.push(at);
    }
    // White space at the end of the whole text is not shown.
    const isLast = end === data.length && nextSibling(node) === null && node[PARENT_NODE] === this.#text;
    if (isLast && !keeps && text.endsWith(' ')) return { text: text.slice(0, -1), offsets: offsets.slice(0, -1) };
    return { text, offsets };
  }

  add(node: DomNode, offset: number, place: Omit<Character, 'node' | 'offset' | 'rotation'>): void {
    let rotation: number | null = null;
    for (let at = parentElement(node); at !== null; at = at === this.#text ? null : parentElement(at)) {
      const index = this.#counts.get(at) ?? 0;
      this.#counts.set(at, index + 1);
      const values = this.#rotationsOf(at);
      // The innermost element that says something wins; its last value is that of the rest.
      if (rotation === null && values.length > 0) rotation = values[Math.min(index, values.length - 1)]!;
    }
    this.characters.push({ node, offset, ...place, rotation: rotation ?? 0 });
  }

  #rotationsOf(element: DomElement): readonly number[] {
    let values = this.#rotations.get(element);
    if (values === undefined) {
      const text = attribute(element, 'rotate')?.trim() ?? '';
      const numbers = text === '' ? [] : text.split(/[\s,]+/).map(Number);
      values = numbers.every(Number.isFinite) ? numbers : [];
      this.#rotations.set(element, values);
    }
    return values;
  }
}
