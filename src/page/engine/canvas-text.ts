/**
 * The size of text in a canvas, from the same font tables as layout.
 *
 * HTML §4.12.5.1.11 https://html.spec.whatwg.org/#drawing-text-to-the-bitmap
 */
import { fontFor, measureText } from '../../layout/text/measure.ts';
import { INITIAL_STYLE } from '../../style/style-record.ts';

/** Pixels of the absolute units that a font size may have; others count as 10 px, the canvas's initial size. */
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 10,
  rem: 16,
};
const FONT = /^(.*?)(\d*\.?\d+)(px|pt|pc|in|cm|mm|em|rem)(?:\s*\/\s*\S+)?\s+(.+)$/i;

/** Writes width, ascent and descent. `false` for text that is no font. */
export function measureCanvasText(font: string, text: string, out: Float64Array): boolean {
  const match = FONT.exec(font.trim());
  if (match === null) return false;
  const [, words = '', size = '10', unit = 'px', families = ''] = match;
  const style = {
    ...INITIAL_STYLE,
    fontSize: Number(size) * UNITS[unit.toLowerCase()]!,
    fontWeight: weightOf(words),
    fontStyle: /italic|oblique/i.test(words) ? ('italic' as const) : ('normal' as const),
    fontFamily: families.split(',').map((family) => family.trim().replace(/^(["'])(.*)\1$/, '$2')),
  };
  const used = fontFor(style);
  // White space is collapsed to spaces, one for one.
  const line = text.replace(/[\t\n\f\r]/g, ' ');
  out[0] = measureText(used, line, 0, line.length);
  out[1] = used.ascent;
  out[2] = used.descent;
  return true;
}

function weightOf(words: string): number {
  if (/\bbold(?:er)?\b/i.test(words)) return 700;
  return Number(/\b[1-9]00\b/.exec(words)?.[0] ?? 400);
}
