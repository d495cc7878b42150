/**
 * The engine realm's functions for canvases.
 *
 * In:  text and numbers of a page, and pixels that are the page's. Out: the same pixels, changed, and text.
 */
import { LIMITS } from '../../limits.ts';
import type { EnginePort } from '../ports.ts';
import { colourNumbers } from './canvas-ink.ts';
import { type PaintCommand, paintCanvas } from './canvas-paint.ts';
import { pngOf } from './canvas-png.ts';
import { measureCanvasText } from './canvas-text.ts';

export type CanvasPort = Pick<EnginePort, 'measureCanvasText' | 'paintCanvas' | 'canvasPng' | 'canvasColour'>;

export function canvasPort(seed: number): CanvasPort {
  return {
    measureCanvasText,
    paintCanvas: (text, pixels, width, height) => {
      // Secure: a page can make its own typed arrays anything but larger than they are.
      if (width * height * 4 !== pixels.length || width * height > LIMITS.canvasPixels) return false;
      paintCanvas(JSON.parse(text) as PaintCommand[], { pixels, width, height }, seed);
      return true;
    },
    canvasPng: (pixels, width, height) => pngOf({ pixels, width, height }),
    canvasColour: (text) => colourNumbers(text),
  };
}
