/**
 * Where parts of a text stand: rectangles for ranges, and the lines of a text node.
 *
 * In:  a text node and offsets into its data. Out: numbers, in viewport coordinates.
 *
 * Inside of a line the places of characters come from their advances, scaled to the width that layout gave the line, so
 * that justified and spaced text comes out right at both ends.
 *
 * CSSOM View 1 §11 https://drafts.csswg.org/cssom-view-1/#extensions-to-the-range-interface
 */
import { characterData, type DomNode, isText, parentElement } from '../../html/node-tree.ts';
import type { TextRect } from '../../layout/page-layout.ts';
import { advances, fontFor } from '../../layout/text/measure.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { StyledDocument } from './styled-document.ts';

/** Numbers for one rectangle, and for one piece of a line: the rectangle, where it starts and ends. */
const RECT_SIZE = 4;
const PIECE_SIZE = 6;
const SPACE = /[ \t\n\r\f]/;

/** Rectangles of data[start, end), one for each line; a caret has one without width. */
export function textRangeRects(
  page: StyledDocument,
  text: DomNode,
  start: number,
  end: number,
  out: Float64Array,
): number {
  if (!isText(text)) return 0;
  const [scrollX, scrollY] = page.scroll;
  const pieces = page.layout().textRects(text);
  const data = characterData(text);
  const parent = parentElement(text);
  const style = parent === null ? null : page.styles().styleOf(parent);
  let count = 0;
  for (const [index, piece] of pieces.entries()) {
    if ((count + 1) * RECT_SIZE > out.length) break;
    const isCaret = start === end;
    const isOutside = isCaret
      ? start < piece.start || start > piece.end || (start === piece.end && index + 1 < pieces.length)
      : end <= piece.start || start >= piece.end;
    if (isOutside) continue;
    const from = style === null ? 0 : place(piece, Math.max(start, piece.start), data, style);
    const to = style === null ? piece.rect.w : place(piece, Math.min(end, piece.end), data, style);
    const isReversed = style?.direction === 'rtl';
    out[count * RECT_SIZE] = piece.rect.x + (isReversed ? piece.rect.w - to : from) - scrollX;
    out[count * RECT_SIZE + 1] = piece.rect.y - scrollY;
    out[count * RECT_SIZE + 2] = to - from;
    out[count * RECT_SIZE + 3] = piece.rect.h;
    count++;
    if (isCaret) break;
  }
  return count;
}

/** How far from its start a piece has come before the character at `offset`. */
function place(piece: TextRect, offset: number, data: string, style: ComputedStyle): number {
  if (offset <= piece.start) return 0;
  if (offset >= piece.end) return piece.rect.w;
  const length = piece.end - piece.start;
  const widths = new Float64Array(length);
  advances(fontFor(style), data, piece.start, piece.end, widths);
  let before = 0;
  let all = 0;
  for (let at = 0; at < length; at++) {
    const character = data[piece.start + at]!;
    const isSpace = SPACE.test(character);
    // Collapsed white space takes no room: only the first of a run does, and none at the end of the line.
    const isDropped = isSpace && style.whiteSpaceCollapse === 'collapse' && isAfterSpace(data, piece.start + at, piece);
    const width = isDropped ? 0 : widths[at]! + style.letterSpacing + (isSpace ? style.wordSpacing : 0);
    if (piece.start + at < offset) before += width;
    all += width;
  }
  return all > 0 ? (before / all) * piece.rect.w : 0;
}

function isAfterSpace(data: string, at: number, piece: TextRect): boolean {
  return at > piece.start && SPACE.test(data[at - 1]!);
}

/** The pieces of a text node, line by line: x, y, width, height, start, end. */
export function textPieces(page: StyledDocument, text: DomNode, out: Float64Array): number {
  const [scrollX, scrollY] = page.scroll;
  const pieces = page.layout().textRects(text);
  const room = Math.min(pieces.length, Math.floor(out.length / PIECE_SIZE));
  for (let at = 0; at < room; at++) {
    const { rect, start, end } = pieces[at]!;
    out.set([rect.x - scrollX, rect.y - scrollY, rect.w, rect.h, start, end], at * PIECE_SIZE);
  }
  return room;
}
