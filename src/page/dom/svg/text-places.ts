/**
 * Where single characters of SVG text stand.
 *
 * In:  the number of a character that is shown. Out: points, rectangles and angles from layout, in the text's coordinates.
 *
 * SVG 2 §11.11 https://svgwg.org/svg2-draft/text.html#InterfaceSVGTextContentElement
 *
 * Differs: 'rotate' turns no character in layout, so that extents are those of upright ones.
 */
import { NODE_TYPE, OWNER_DOCUMENT } from '../../../html/node-keys.ts';
import { characterData, following } from '../../../html/node-tree.ts';
import { askEngine } from '../../engine-link.ts';
import { min } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { defineMembers } from '../interfaces.ts';
import { selectBounds } from '../selection.ts';
import { asFloat } from './number-text.ts';
import { newPoint, newRect } from './number-values.ts';

/** Numbers for one character, as engine/svg-geometry.ts writes them. */
const SIZE = 7;
const FIRST_ROOM = 64;
// Captured: the page may replace the global.
const Numbers = Float64Array;
let places = new Numbers(SIZE * FIRST_ROOM);

/** Reads the places of an element's characters; gives how many it has. */
function readPlaces(element: PageNode): number {
  const count = askEngine((engine) => engine.svgCharacters(element, places)) ?? 0;
  if (count * SIZE <= places.length) return count;
  places = new Numbers(count * SIZE);
  return askEngine((engine) => engine.svgCharacters(element, places)) ?? 0;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly ascent: number;
  readonly height: number;
  readonly rotation: number;
  /** In the text of the element. */
  readonly offset: number;
}

function placeAt(index: number): Place {
  const first = index * SIZE;
  return {
    x: places[first]!,
    y: places[first + 1]!,
    width: places[first + 2]!,
    ascent: places[first + 3]!,
    height: places[first + 4]!,
    rotation: places[first + 5]!,
    offset: places[first + 6]!,
  };
}

function checkedIndex(index: unknown, count: number): number {
  const at = Number(index) >>> 0;
  if (at < count) return at;
  const bound = `greater than or equal to the maximum bound (${count})`;
  throw domException('IndexSizeError', `The charnum provided (${at}) is ${bound}.`);
}

function placeOf(element: PageNode, index: unknown): Place {
  const at = Number(index);
  return placeAt(checkedIndex(at, readPlaces(element)));
}

/** The text node and the offset in it of a place in an element's text. */
function boundary(element: PageNode, offset: number): readonly [node: PageNode, offset: number] {
  let left = offset;
  let last = element;
  for (let at = following(element, element); at !== null; at = following(at, element)) {
    if (at[NODE_TYPE] !== 3 && at[NODE_TYPE] !== 4) continue;
    const { length } = characterData(at);
    last = at as PageNode;
    if (left <= length) return [last, left];
    left -= length;
  }
  return [last, 0];
}

export function installTextPlaces(): void {
  defineMembers<PageNode>('SVGTextContentElement', {
    getNumberOfChars(): number {
      return readPlaces(this);
    },
    getStartPositionOfChar(index: unknown): object {
      const { x, y } = placeOf(this, index);
      return newPoint(x, y);
    },
    getEndPositionOfChar(index: unknown): object {
      const { x, y, width } = placeOf(this, index);
      return newPoint(x + width, y);
    },
    getExtentOfChar(index: unknown): object {
      const { x, y, width, ascent, height } = placeOf(this, index);
      return newRect(x, y - ascent, width, height);
    },
    getRotationOfChar(index: unknown): number {
      return asFloat(placeOf(this, index).rotation);
    },
    /** The last one in whose box the point is: that is drawn over the others. */
    getCharNumAtPosition(point: unknown): number {
      const { x = 0, y = 0 } = (point ?? {}) as Readonly<Record<'x' | 'y', unknown>>;
      const [pointX, pointY] = [Number(x), Number(y)];
      for (let at = readPlaces(this) - 1; at >= 0; at--) {
        const { x: left, y: baseline, width, ascent, height } = placeAt(at);
        const top = baseline - ascent;
        if (pointX >= left && pointX <= left + width && pointY >= top && pointY <= top + height) return at;
      }
      return -1;
    },
    selectSubString(index: unknown, length: unknown): void {
      const [from, wanted] = [Number(index), Number(length) >>> 0];
      const count = readPlaces(this);
      const first = checkedIndex(from, count);
      const end = first + min(wanted, count - first);
      const start = placeAt(first).offset;
      const [startNode, startOffset] = boundary(this, start);
      const [endNode, endOffset] = boundary(this, end === first ? start : placeAt(end - 1).offset + 1);
      selectBounds(this[OWNER_DOCUMENT]!, { startNode, startOffset, endNode, endOffset });
    },
  });
}
