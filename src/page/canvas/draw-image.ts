/**
 * drawImage: the pixels of one canvas on another.
 *
 * HTML §4.12.5.1.14 https://html.spec.whatwg.org/#drawing-images
 */
import { bitmapOf, drawableOf, pixelsOf } from './bitmap.ts';
import type { Context } from './manner.ts';
import { abs } from './numbers.ts';

/** Of another canvas; images and videos have no pixels here. */
export function drawImage(c: Context, n: (at: number) => number, args: ArrayLike<unknown>): void {
  const source = drawableOf(args[0]);
  if (source === null) return;
  const from = pixelsOf(source);
  const to = pixelsOf(c.canvas);
  if (from === null || to === null) return;
  const image = bitmapOf(source);
  const target = bitmapOf(c.canvas);
  const isPart = args.length > 5;
  const [sx, sy, sw, sh] = isPart ? [n(1), n(2), n(3), n(4)] : [0, 0, image.width, image.height];
  const [dx, dy, dw, dh] = isPart
    ? [n(5), n(6), n(7), n(8)]
    : [n(1), n(2), args.length > 3 ? n(3) : sw!, args.length > 3 ? n(4) : sh!];
  const m = c.state.matrix;
  // Differs: a canvas that is turned is drawn upright, and pixels are not smoothed.
  for (let y = 0; y < abs(dh! * m[3]); y++) {
    const row = (dy! * m[3] + m[5] + y) | 0;
    const fromY = (sy! + (y / abs(dh! * m[3])) * sh!) | 0;
    if (row < 0 || row >= target.height || fromY < 0 || fromY >= image.height) continue;
    for (let x = 0; x < abs(dw! * m[0]); x++) {
      const column = (dx! * m[0] + m[4] + x) | 0;
      const fromX = (sx! + (x / abs(dw! * m[0])) * sw!) | 0;
      if (column < 0 || column >= target.width || fromX < 0 || fromX >= image.width) continue;
      const at = (fromY * image.width + fromX) * 4;
      const put = (row * target.width + column) * 4;
      const alpha = from[at + 3]! / 255;
      for (let channel = 0; channel < 3; channel++) {
        to[put + channel] = from[at + channel]! * alpha + to[put + channel]! * (1 - alpha);
      }
      to[put + 3] = from[at + 3]! + to[put + 3]! * (1 - alpha);
    }
  }
}
