/**
 * Element.scrollIntoView: every box around an element that scrolls is scrolled so far that the element shows.
 *
 * CSSOM View 1 §6.1 https://drafts.csswg.org/cssom-view-1/#dom-element-scrollintoview, CSS Scroll Snap 1 §4.1 and §5.1
 * for the edges that 'scroll-margin' and 'scroll-padding' add.
 *
 * Differs: scrolling is never smooth.
 */
import { OWNER_DOCUMENT, PARENT_NODE } from '../html/node-keys.ts';
import { parentElement } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { askEngine } from './engine-link.ts';
import { boundingRect, metricsOf, rectsOf } from './geometry.ts';
import { max, min } from './primordials.ts';
import { scrollBy } from './scrolling.ts';

type Alignment = 'start' | 'center' | 'end' | 'nearest' | 'if-needed';

interface Span {
  readonly start: number;
  readonly end: number;
}

function alignmentOf(value: unknown, otherwise: Alignment): Alignment {
  return value === 'start' || value === 'center' || value === 'end' || value === 'nearest' ? value : otherwise;
}

/** How far `port` has to be scrolled so that `box` stands in it as wanted. */
function distance(box: Span, port: Span, alignment: Alignment): number {
  const room = port.end - port.start;
  const size = box.end - box.start;
  switch (alignment) {
    case 'start':
      return box.start - port.start;
    case 'end':
      return box.end - port.end;
    case 'center':
      return (box.start + box.end) / 2 - (port.start + port.end) / 2;
    case 'if-needed': {
      const isHidden = box.end <= port.start || box.start >= port.end;
      return distance(box, port, isHidden ? 'center' : 'nearest');
    }
    case 'nearest': {
      const isInside = box.start >= port.start && box.end <= port.end;
      const isAround = box.start <= port.start && box.end >= port.end;
      if (isInside || isAround) return 0;
      const isBefore = box.start < port.start;
      // The nearer edge: a box that is larger than the room comes in with its far one.
      return isBefore === size <= room ? box.start - port.start : box.end - port.end;
    }
  }
}

interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const edgeNumbers = new Float64Array(4);

function scrollEdges(element: PageNode, edges: 'margin' | 'padding'): Edges {
  askEngine((engine) => engine.scrollEdges(element, edges, edgeNumbers)) ?? edgeNumbers.fill(0);
  return { top: edgeNumbers[0]!, right: edgeNumbers[1]!, bottom: edgeNumbers[2]!, left: edgeNumbers[3]! };
}

function computed(element: PageNode, property: string): string {
  return askEngine((engine) => engine.computedValue(element, '', property)) ?? '';
}

function scrolls(element: PageNode, property: 'overflow-x' | 'overflow-y'): boolean {
  const overflow = computed(element, property);
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden';
}

interface Alignments {
  readonly x: Alignment;
  readonly y: Alignment;
}

/** Block and inline are those of the element's own writing mode. */
function physical(element: PageNode, block: Alignment, inline: Alignment): Alignments {
  const mode = computed(element, 'writing-mode');
  const along = computed(element, 'direction') === 'rtl' ? reversed(inline) : inline;
  if (mode === '' || mode === 'horizontal-tb') return { x: along, y: block };
  const across = mode === 'vertical-rl' || mode === 'sideways-rl' ? reversed(block) : block;
  return { x: across, y: mode === 'sideways-lr' ? reversed(along) : along };
}

function reversed(alignment: Alignment): Alignment {
  if (alignment === 'start') return 'end';
  return alignment === 'end' ? 'start' : alignment;
}

/** Options as pages give them: nothing, a flag, or an object. */
export function scrollIntoView(element: PageNode, options: unknown, root: PageNode | null): void {
  const given = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
  const block = options === false ? 'end' : alignmentOf(given['block'], 'start');
  const inline = alignmentOf(given['inline'], 'nearest');
  if (rectsOf(element).length === 0) return;
  scrollAround(element, physical(element, block, inline), root);
}

/** Chrome's own: what is hidden comes to the middle, what shows in part comes in. */
export function scrollIntoViewIfNeeded(element: PageNode, centred: boolean, root: PageNode | null): void {
  const alignment = centred ? 'if-needed' : 'nearest';
  if (rectsOf(element).length > 0) scrollAround(element, { x: alignment, y: alignment }, root);
}

/** Scrolls one box so far that something in it shows, and nothing around it. */
export function showInside(box: PageNode, element: PageNode): void {
  if (rectsOf(element).length === 0) return;
  scrollOne(box, element, null, scrollEdges(element, 'margin'), { x: 'nearest', y: 'nearest' });
}

/** From the inside out. An outer box is asked to show what the one inside of it shows of the element. */
function scrollAround(element: PageNode, alignments: Alignments, root: PageNode | null): void {
  const margin = scrollEdges(element, 'margin');
  let shown: Area | null = null;
  for (let at = parentElement(element) as PageNode | null; at !== null; at = parentElement(at) as PageNode | null) {
    if (at === root) break;
    if (scrolls(at, 'overflow-y') || scrolls(at, 'overflow-x'))
      shown = scrollOne(at, element, shown, margin, alignments);
  }
  if (root !== null) scrollOne(root, element, shown, margin, alignments);
}

/** A rectangle from the corner of the element that is to be shown. */
interface Area {
  readonly x: Span;
  readonly y: Span;
}

/** Gives the part of the element that shows afterwards. */
function scrollOne(
  container: PageNode,
  element: PageNode,
  shown: Area | null,
  margin: Edges,
  alignments: Alignments,
): Area {
  const { left, top, width, height } = boundingRect(rectsOf(element));
  const part = shown ?? { x: { start: 0, end: width }, y: { start: 0, end: height } };
  const port = portOf(container);
  const padding = scrollEdges(container, 'padding');
  const across = { start: left + part.x.start - margin.left, end: left + part.x.end + margin.right };
  const down = { start: top + part.y.start - margin.top, end: top + part.y.end + margin.bottom };
  const roomX = { start: port.x.start + padding.left, end: port.x.end - padding.right };
  const roomY = { start: port.y.start + padding.top, end: port.y.end - padding.bottom };
  scrollBy(container, distance(across, roomX, alignments.x), distance(down, roomY, alignments.y));
  const after = boundingRect(rectsOf(element));
  return { x: overlap(part.x, port.x, after.left), y: overlap(part.y, port.y, after.top) };
}

function overlap(part: Span, port: Span, corner: number): Span {
  const start = max(part.start, port.start - corner);
  const end = min(part.end, port.end - corner);
  return end < start ? part : { start, end };
}

/** What a container shows of its content, in the viewport. */
function portOf(container: PageNode): Area {
  const { clientLeft, clientTop, clientWidth, clientHeight } = metricsOf(container);
  const isViewport = container[PARENT_NODE] === container[OWNER_DOCUMENT];
  const frame = isViewport ? { left: 0, top: 0 } : boundingRect(rectsOf(container));
  const left = isViewport ? 0 : frame.left + clientLeft;
  const top = isViewport ? 0 : frame.top + clientTop;
  return { x: { start: left, end: left + clientWidth }, y: { start: top, end: top + clientHeight } };
}
