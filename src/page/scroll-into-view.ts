/**
 * Element.scrollIntoView: every box around an element that scrolls is scrolled so far that the element shows.
 *
 * CSSOM View 1 §6.1 https://drafts.csswg.org/cssom-view-1/#dom-element-scrollintoview
 *
 * Differs: scrolling is never smooth, and 'scroll-margin' and 'scroll-padding' count as zero.
 */
import { OWNER_DOCUMENT, PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import { parentElement } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { askEngine } from './engine-link.ts';
import { boundingRect, metricsOf, rectsOf, scrollElement } from './geometry.ts';

type Alignment = 'start' | 'center' | 'end' | 'nearest';

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

function scrolls(element: PageNode, property: 'overflow-x' | 'overflow-y'): boolean {
  const overflow = askEngine((engine) => engine.computedValue(element, '', property));
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden';
}

/** Options as pages give them: nothing, a flag, or an object. */
export function scrollIntoView(element: PageNode, options: unknown, root: PageNode | null): void {
  const given = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
  const block = options === false ? 'end' : alignmentOf(given['block'], 'start');
  const inline = alignmentOf(given['inline'], 'nearest');
  if (rectsOf(element).length === 0) return;
  for (let at = parentElement(element) as PageNode | null; at !== null; at = parentElement(at) as PageNode | null) {
    if (at === root) break;
    if (scrolls(at, 'overflow-y') || scrolls(at, 'overflow-x')) scrollOne(at, element, block, inline);
  }
  if (root !== null) scrollOne(root, element, block, inline);
}

function scrollOne(container: PageNode, element: PageNode, block: Alignment, inline: Alignment): void {
  const box = boundingRect(rectsOf(element));
  const isViewport = container[PARENT_NODE] === container[OWNER_DOCUMENT];
  const { clientLeft, clientTop, clientWidth, clientHeight } = metricsOf(container);
  const frame = isViewport ? { left: 0, top: 0 } : boundingRect(rectsOf(container));
  const left = frame.left + (isViewport ? 0 : clientLeft);
  const top = frame.top + (isViewport ? 0 : clientTop);
  const x = distance({ start: box.left, end: box.right }, { start: left, end: left + clientWidth }, inline);
  const y = distance({ start: box.top, end: box.bottom }, { start: top, end: top + clientHeight }, block);
  const { scrollLeft = 0, scrollTop = 0 } = elementState(container);
  scrollElement(container, scrollLeft + x, scrollTop + y);
}
