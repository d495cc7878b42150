/**
 * A wireframe as SVG.
 *
 * In:  marks (drawing.ts), the part of the page that is shown, colours. Out: one SVG document as text.
 *
 * Secure: texts are the page's. They are escaped, stand in text nodes only, and the document has neither script nor links.
 */
import type { Rect } from '../geometry.ts';
import type { Mark } from './drawing.ts';
import type { Palette } from './palette.ts';

/** Metrics of Arial are those that pages are laid out with. */
const FONT = 'Liberation Sans, Arial, Helvetica, sans-serif';

export function toSvg(marks: readonly Mark[], { x, y, w, h }: Rect, palette: Palette): string {
  const lines = marks.map((mark) => markToSvg(mark, palette)).filter((line) => line !== '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}" font-family="${FONT}">
<style>text { white-space: pre }</style>
<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${palette.paper}"/>
${lines.join('\n')}
</svg>
`;
}

function markToSvg(mark: Mark, palette: Palette): string {
  switch (mark.kind) {
    case 'box': {
      const { x, y, w, h, radius, fill, line, width } = mark;
      if (w <= 0 || h <= 0) return '';
      // The line is drawn inside, as borders are.
      const inset = line === null ? 0 : width / 2;
      const place = `x="${n(x + inset)}" y="${n(y + inset)}" width="${n(Math.max(0, w - 2 * inset))}" height="${n(Math.max(0, h - 2 * inset))}"`;
      const round = radius > 0 ? ` rx="${n(radius)}"` : '';
      const stroke = line === null ? '' : ` stroke="${palette[line]}" stroke-width="${n(width)}"`;
      return `<rect ${place}${round} fill="${fill === null ? 'none' : palette[fill]}"${stroke}/>`;
    }
    case 'text': {
      const { x, y, width, size, text, paint, bold } = mark;
      const fit = width === null || width <= 0 ? '' : ` textLength="${n(width)}" lengthAdjust="spacingAndGlyphs"`;
      const weight = bold ? ' font-weight="700"' : '';
      return `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" fill="${palette[paint]}"${weight}${fit}>${escapeText(text)}</text>`;
    }
    case 'line': {
      const { points, paint, width } = mark;
      const pairs = points.map(n).join(' ');
      return `<polyline points="${pairs}" fill="none" stroke="${palette[paint]}" stroke-width="${n(width)}"/>`;
    }
  }
}

/** Two digits are more than an eye sees. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML does not allow are left out as well. */
export function escapeText(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
