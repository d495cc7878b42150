/**
 * Text on canvases: where it stands, and how large it is.
 *
 * HTML §4.12.5.1.11 https://html.spec.whatwg.org/#drawing-text-to-the-bitmap
 */
import { askEngine } from '../engine-link.ts';
import { quote } from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { draw } from './bitmap.ts';
import { type Context, manner, type Style } from './manner.ts';
import { min } from './numbers.ts';
import { multiply } from './path.ts';

const sizes = new Float64Array(3);

function measure(font: string, text: string): void {
  if (askEngine((engine) => engine.measureCanvasText(font, text, sizes)) !== true) sizes.fill(0);
}

/** "text preparation algorithm", as far as it says where a text stands. */
export function drawText(context: Context, style: Style, text: string, x: number, y: number, most: number): void {
  const { values, matrix } = context.state;
  const font = values['font'] as string;
  measure(font, text);
  const [width, ascent, descent] = [sizes[0]!, sizes[1]!, sizes[2]!];
  const how = manner(context, style);
  if (how === '' || width === 0 || !(x - x === 0 && y - y === 0)) return;
  const used = most > 0 ? min(width, most) : width;
  const align = values['textAlign'];
  const isBack = align === 'right' || align === (values['direction'] === 'rtl' ? 'start' : 'end');
  const left = align === 'center' ? x - used / 2 : isBack ? x - used : x;
  const baseline = values['textBaseline'];
  const down =
    baseline === 'top' || baseline === 'hanging'
      ? ascent
      : baseline === 'middle'
        ? (ascent - descent) / 2
        : baseline === 'bottom' || baseline === 'ideographic'
          ? -descent
          : 0;
  const at = multiply(matrix, [1, 0, 0, 1, left, y + down]);
  const place = `"matrix":[${at[0]},${at[1]},${at[2]},${at[3]},${at[4]},${at[5]}]`;
  const what = `"text":${quote(text)},"size":${ascent + descent},"width":${used},${place}`;
  draw(context.canvas, `{"kind":"text",${what},${how}}`);
}

export function textMetrics(font: string, text: string): object {
  measure(font, text);
  const [width, ascent, descent] = [sizes[0]!, sizes[1]!, sizes[2]!];
  return makeRecord('TextMetrics', {
    width,
    actualBoundingBoxLeft: 0,
    actualBoundingBoxRight: width,
    fontBoundingBoxAscent: ascent,
    fontBoundingBoxDescent: descent,
    actualBoundingBoxAscent: ascent,
    actualBoundingBoxDescent: descent,
    hangingBaseline: ascent,
    alphabeticBaseline: 0,
    ideographicBaseline: -descent,
  });
}

const METRICS =
  'width actualBoundingBoxLeft actualBoundingBoxRight fontBoundingBoxAscent fontBoundingBoxDescent actualBoundingBoxAscent ' +
  'actualBoundingBoxDescent hangingBaseline alphabeticBaseline ideographicBaseline';

export function installTextMetrics(): void {
  defineRecordInterface('TextMetrics', null, METRICS.split(' '));
}
