/**
 * The images and viewports around an SVG element, and what relative lengths are of.
 *
 * SVG 2 §8.2, §8.9 https://svgwg.org/svg2-draft/coords.html#Units
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../../html/node-keys.ts';
import { attribute } from '../../../html/node-tree.ts';
import { askEngine } from '../../engine-link.ts';
import { hasWord } from '../../primordials.ts';
import { namespaceUri, type PageNode, SVG_NAMESPACE } from '../create-node.ts';
import { skipSeparator, skipSpace, takeNumber, takeWord } from './number-text.ts';

const { sqrt } = Math;
const HORIZONTAL = ' x width cx rx x1 x2 dx fx refX markerWidth textLength ';
const VERTICAL = ' y height cy ry y1 y2 dy fy refY markerHeight ';
/** Images in images beyond this count as empty: a page must not overflow the stack. */
const MAX_DEPTH = 50;
const drawn = new Float64Array(10);

export function isSvg(node: PageNode | null): node is PageNode {
  return node !== null && node[NODE_TYPE] === 1 && namespaceUri(node) === SVG_NAMESPACE;
}

/** The nearest <svg> around an element. */
export function ownerSvg(element: PageNode): PageNode | null {
  for (let at = element[PARENT_NODE]; isSvg(at); at = at[PARENT_NODE]) if (at[LOCAL_NAME] === 'svg') return at;
  return null;
}

/** The outermost <svg> around an element, or the element itself. */
export function farthestSvg(element: PageNode): PageNode | null {
  let found = element[LOCAL_NAME] === 'svg' ? element : null;
  for (let at = ownerSvg(element); at !== null; at = ownerSvg(at)) found = at;
  return found;
}

type Axis = 0 | 1;

/** How wide or tall an image is, in the coordinates around it. */
function imageSize(svg: PageNode, axis: Axis, depth: number): number {
  const around = ownerSvg(svg);
  if (around === null) return askEngine((engine) => engine.drawnElement(svg, drawn)) === true ? drawn[2 + axis]! : 0;
  const reading = { text: attribute(svg, axis === 0 ? 'width' : 'height') ?? '100%', at: 0 };
  skipSpace(reading);
  const number = takeNumber(reading) ?? 0;
  return takeWord(reading) === '%' ? (number * insideSize(around, axis, depth + 1)) / 100 : number;
}

/** How wide or tall what is in an image can be: its view box, if it has one. */
function insideSize(svg: PageNode, axis: Axis, depth: number): number {
  const reading = { text: attribute(svg, 'viewBox') ?? '', at: 0 };
  let size = 0;
  for (let at = 0; at < 3 + axis; at++) {
    skipSeparator(reading);
    size = takeNumber(reading) ?? 0;
  }
  if (size > 0) return size;
  return depth > MAX_DEPTH ? 0 : imageSize(svg, axis, depth);
}

/** What a percentage in an attribute is of. */
export function percentBase(element: PageNode, name: string): number {
  const around = ownerSvg(element);
  const size = (axis: Axis): number => (around === null ? imageSize(element, axis, 0) : insideSize(around, axis, 0));
  if (hasWord(HORIZONTAL, name)) return size(0);
  if (hasWord(VERTICAL, name)) return size(1);
  const [width, height] = [size(0), size(1)];
  return sqrt((width * width + height * height) / 2);
}

/** What 'em' is. */
export function fontSize(element: PageNode): number {
  const text = askEngine((engine) => engine.computedValue(element, '', 'font-size')) ?? '';
  return takeNumber({ text, at: 0 }) ?? 0;
}
