/**
 * The page, drawn: its elements as marks, and over them what the agent just did and where the pointer is.
 *
 * In:  pages and what changed in them. Out: SVG in which only what changed is made anew.
 *
 * Secure: everything that comes from the page becomes numbers and text nodes, never markup.
 */
import { drawElement, type Mark } from '../../spatial/drawing.ts';
import type { DrawnElement, DrawnPage } from '../../spatial/drawn-page.ts';
import { el, svg } from './element.ts';

interface Drawn {
  readonly element: DrawnElement;
  readonly group: SVGGElement;
}

/** Points of the pointer's way that are shown. */
const TRAIL_POINTS = 40;
const HIGHLIGHT_MS = 1_600;
/** The plate with the words beside a highlight: its height, and the room at the sides of the words. */
const PLATE_HEIGHT = 22;
const PLATE_PADDING = 8;
/** From the box to its ring, and from the ring to the plate. */
const RING_GAP = 5;
const PLATE_GAP = 4;

export class Stage {
  readonly #page = svg('g');
  readonly #trail = svg('polyline', { class: 'trail' });
  readonly #marks = svg('g', { class: 'highlights' });
  readonly #cursor = svg('path', { class: 'cursor', d: 'M0 0l13 5.500-5.500 2-2 5.500z', visibility: 'hidden' });
  readonly #svg = svg(
    'svg',
    { class: 'paper', role: 'img', 'aria-label': 'Page' },
    this.#page,
    this.#trail,
    this.#marks,
    this.#cursor,
  );
  readonly root = el(
    'div',
    { class: 'stage', tabindex: '0', role: 'application', 'aria-roledescription': 'live page' },
    this.#svg,
  );
  #drawn = new Map<number, Drawn>();
  #points: number[] = [];
  page: DrawnPage | null = null;

  show(page: DrawnPage): void {
    const last = this.page;
    this.page = page;
    // The way of the pointer led over a page that is not there any more.
    if (last !== null && (last.url !== page.url || last.scroll.join() !== page.scroll.join())) this.#forgetTrail();
    const [width, height] = page.vp;
    this.#svg.setAttribute('viewBox', `${page.scroll[0]} ${page.scroll[1]} ${width} ${height}`);
    this.#svg.setAttribute('aria-label', `${page.title === '' ? 'Page' : page.title} at ${page.url}`);
    this.root.style.setProperty('--shape', `${width} / ${height}`);
    const before = this.#drawn;
    this.#drawn = new Map();
    for (const element of page.els) {
      const known = before.get(element.id);
      const group = known?.element === element ? known.group : groupOf(element);
      this.#drawn.set(element.id, { element, group });
    }
    this.#page.replaceChildren(...[...this.#drawn.values()].map(({ group }) => group));
  }

  clear(): void {
    this.page = null;
    this.#drawn.clear();
    this.#page.replaceChildren();
    this.#marks.replaceChildren();
    this.#forgetTrail();
    this.#cursor.setAttribute('visibility', 'hidden');
  }

  #forgetTrail(): void {
    this.#points = [];
    this.#trail.setAttribute('points', '');
  }

  elementOf(id: number): DrawnElement | undefined {
    return this.#drawn.get(id)?.element;
  }

  /** The element on top at a point of the page. */
  elementAt(x: number, y: number): DrawnElement | null {
    return (
      [...this.#drawn.values()].findLast(({ element: { b } }) => {
        return x >= b[0] && y >= b[1] && x < b[0] + b[2] && y < b[1] + b[3];
      })?.element ?? null
    );
  }

  /** Points of the viewport, x and y in turn. */
  move(points: readonly number[]): void {
    this.#points = [...this.#points, ...points].slice(-2 * TRAIL_POINTS);
    const [left, top] = this.page?.scroll ?? [0, 0];
    const shifted = this.#points.map((value, at) => value + (at % 2 === 0 ? left : top));
    this.#trail.setAttribute('points', shifted.join(' '));
    const [x, y] = shifted.slice(-2);
    if (x !== undefined && y !== undefined) this.#pointAt(x, y);
  }

  /** Shows what the agent is about to do, and to what. */
  highlight(id: number, words: string): void {
    const element = this.elementOf(id);
    if (element === undefined) return;
    const [x, y, w, h] = element.b;
    const ring = svg('rect', { x: x - 5, y: y - 5, width: w + 10, height: h + 10, rx: 7, class: 'ring' });
    const label = svg('text', { class: 'ring-label' }, words);
    const plate = svg('rect', { class: 'ring-plate', rx: 5 });
    const group = svg('g', {}, ring, plate, label);
    this.#marks.replaceChildren(group);
    this.#placeLabel(label, plate, element.b);
    if (this.#points.length === 0) this.#pointAt(x + w / 2, y + h / 2);
    setTimeout(() => group.remove(), HIGHLIGHT_MS);
  }

  /** Where something in the window is in the viewport of the page; `null` outside of it. */
  place(clientX: number, clientY: number): { readonly x: number; readonly y: number } | null {
    if (this.page === null) return null;
    const box = this.#svg.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return null;
    const x = ((clientX - box.left) * this.page.vp[0]) / box.width;
    const y = ((clientY - box.top) * this.page.vp[1]) / box.height;
    return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  }

  /** Where a box of the page is in the window. */
  boxOf([x, y, w, h]: readonly [number, number, number, number]): DOMRect {
    const box = this.#svg.getBoundingClientRect();
    const [left, top] = this.page?.scroll ?? [0, 0];
    const scale = box.width / (this.page?.vp[0] ?? 1);
    return new DOMRect(box.left + (x - left) * scale, box.top + (y - top) * scale, w * scale, h * scale);
  }

  /** Above the box, or below it where the page begins; never beyond its edges. */
  #placeLabel(label: SVGTextElement, plate: SVGRectElement, [x, y, , h]: DrawnElement['b']): void {
    const [left, top] = this.page?.scroll ?? [0, 0];
    const width = label.getComputedTextLength() + 2 * PLATE_PADDING;
    const room = (this.page?.vp[0] ?? 0) - width - PLATE_GAP;
    const at = Math.max(left + PLATE_GAP, Math.min(x - RING_GAP, left + room));
    const above = y - RING_GAP - PLATE_GAP - PLATE_HEIGHT;
    const plateTop = above > top ? above : y + h + RING_GAP + PLATE_GAP;
    for (const [name, value] of Object.entries({ x: at, y: plateTop, width, height: PLATE_HEIGHT })) {
      plate.setAttribute(name, String(value));
    }
    label.setAttribute('x', String(at + PLATE_PADDING));
    label.setAttribute('y', String(plateTop + PLATE_HEIGHT - 7));
  }

  #pointAt(x: number, y: number): void {
    this.#cursor.setAttribute('transform', `translate(${x} ${y})`);
    this.#cursor.setAttribute('visibility', 'visible');
  }
}

function groupOf(element: DrawnElement): SVGGElement {
  return svg('g', {}, ...(element.clipped === true ? [] : drawElement(element).map(shapeOf)));
}

function shapeOf(mark: Mark): SVGElement {
  switch (mark.kind) {
    case 'box': {
      const inset = mark.line === null ? 0 : mark.width / 2;
      return svg('rect', {
        x: mark.x + inset,
        y: mark.y + inset,
        width: Math.max(0, mark.w - 2 * inset),
        height: Math.max(0, mark.h - 2 * inset),
        rx: mark.radius,
        class: `fill-${mark.fill ?? 'none'} line-${mark.line ?? 'none'}`,
        'stroke-width': mark.width,
      });
    }
    case 'text': {
      const fit =
        mark.width === null || mark.width <= 0 ? {} : { textLength: mark.width, lengthAdjust: 'spacingAndGlyphs' };
      const attributes = { x: mark.x, y: mark.y, 'font-size': mark.size, class: `fill-${mark.paint}`, ...fit };
      return svg('text', { ...attributes, 'font-weight': mark.bold ? '700' : undefined }, mark.text);
    }
    case 'line':
      return svg('polyline', {
        points: mark.points.join(' '),
        class: `fill-none line-${mark.paint}`,
        'stroke-width': mark.width,
      });
  }
}
