/**
 * What only a drawing needs of a page: lines of text in their places, and which boxes are painted.
 *
 * In:  text nodes and elements, as gather.ts comes to them. Out: for each entry its lines, and whether it is a panel.
 */
import type { Rect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import { attribute, characterData, type DomElement, type DomNode } from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { isListItem } from '../style/display.ts';
import type { Candidate } from './candidate.ts';
import type { DrawnElement } from './drawn-page.ts';
import { cleanText, shorten } from './page-text.ts';
import { inputType } from './role.ts';
import type { Bounds } from './spatial-dom.ts';
import { transformText } from './text-transform.ts';
import type { SpatialLayout } from './visible.ts';

type DrawnFields = Pick<DrawnElement, 'ink' | 'panel' | 'edges' | 'bullet'>;

interface InkLine {
  readonly rect: Rect;
  /** Negative for bold text. */
  readonly size: number;
  readonly text: string;
}

/** What is drawn as a picture, with or without a name. */
const PICTURES: ReadonlySet<string> = new Set('canvas embed iframe img meter object progress svg video'.split(' '));
/** A person would not make out a picture that is smaller. */
const SMALLEST_PICTURE = 6;
/** Backgrounds that are more transparent than this do not show. */
const FAINTEST = 0.03;
const BOLD = 600;
/** Dots of a password that are drawn: as in browsers they do not say more than that there is one. */
const MOST_DOTS = 24;

export class InkCollector {
  readonly #lines = new Map<Candidate, InkLine[]>();
  readonly #looks = new Map<Candidate, Pick<DrawnElement, 'panel' | 'edges'>>();
  readonly #bullets = new Set<Candidate>();
  #count = 0;

  isPicture(element: DomElement, rect: Rect): boolean {
    return PICTURES.has(element[LOCAL_NAME]) && rect.w >= SMALLEST_PICTURE && rect.h >= SMALLEST_PICTURE;
  }

  /** Notes what an element paints besides its text. */
  box(candidate: Candidate, style: ComputedStyle): void {
    const tag = candidate.element[LOCAL_NAME];
    if (tag === 'html' || tag === 'body') return;
    if (isListItem(style.display) && style.listStyleType !== 'none') this.#bullets.add(candidate);
    const sides =
      (style.borderTopWidth > 0 ? 't' : '') +
      (style.borderRightWidth > 0 ? 'r' : '') +
      (style.borderBottomWidth > 0 ? 'b' : '') +
      (style.borderLeftWidth > 0 ? 'l' : '');
    // The text of a row is that of its cells: they must not be painted over it.
    if (style.display === 'table-cell') {
      if (sides !== '') this.#looks.set(candidate, { edges: sides });
    } else if (sides === 'trbl' || style.backgroundColor[3] > FAINTEST || style.hasBackgroundImage) {
      this.#looks.set(candidate, { panel: true });
    } else if (sides !== '') this.#looks.set(candidate, { edges: sides });
  }

  isPainted(candidate: Candidate): boolean {
    return this.#looks.has(candidate);
  }

  /** Notes the lines of a text node that belongs to an entry. */
  text(candidate: Candidate, node: DomNode, style: ComputedStyle, layout: SpatialLayout): void {
    const shown = transformText(characterData(node), style);
    for (const { rect, start, end } of layout.textLines(node)) {
      if (this.#count >= LIMITS.inkLines) return;
      const piece = shown.slice(start, end);
      const words = shorten(cleanText(piece), LIMITS.inkChars);
      // The room of a line has that of its spaces in it.
      const text = words === '' ? '' : `${/^\s/.test(piece) ? ' ' : ''}${words}${/\s$/.test(piece) ? ' ' : ''}`;
      if (text === '' || layout.clip(node, rect) === null) continue;
      this.#count++;
      const line = { rect, size: style.fontWeight >= BOLD ? -style.fontSize : style.fontSize, text };
      const known = this.#lines.get(candidate);
      if (known === undefined) this.#lines.set(candidate, [line]);
      else known.push(line);
    }
  }

  /** The text of an entry that is left out belongs to the control around it. */
  move(from: Candidate, to: Candidate): void {
    const lines = this.#lines.get(from);
    if (lines === undefined) return;
    this.#lines.delete(from);
    this.#lines.set(to, [...(this.#lines.get(to) ?? []), ...lines]);
  }

  /** The fields that a drawing has besides. */
  fieldsOf(candidate: Candidate, [left, top, width, height]: Bounds): DrawnFields {
    const lines = this.#lines.get(candidate) ?? [];
    const look = {
      ...this.#looks.get(candidate),
      ...(this.#bullets.has(candidate) && lines.length > 0 ? ({ bullet: true } as const) : {}),
    };
    const dots = passwordDots(candidate.source);
    if (dots !== '')
      return { ...look, ink: [8, Math.round(height / 2 - 8), Math.min(width - 16, dots.length * 8), 16, 14, dots] };
    if (lines.length === 0) return look;
    const ink = lines.flatMap(({ rect, size, text }) => [
      Math.round(rect.x - left),
      Math.round(rect.y - top),
      Math.round(rect.w),
      Math.round(rect.h),
      Math.round(size),
      text,
    ]);
    return { ...look, ink };
  }
}

function passwordDots(element: DomElement): string {
  if (element[LOCAL_NAME] !== 'input' || inputType(element) !== 'password') return '';
  return '•'.repeat(Math.min(MOST_DOTS, (elementState(element).value ?? attribute(element, 'value') ?? '').length));
}
