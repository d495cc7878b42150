/**
 * What a canvas is painted with at a point: a colour, or a place in a gradient.
 *
 * HTML §4.12.5.1.10 https://html.spec.whatwg.org/#fill-and-stroke-styles
 */
import { resolveColor, takeColor } from '../../style/color.ts';
import { readValue } from '../../style/value-reader.ts';
import type { Colour, Ink, Stop } from './canvas-paint.ts';

const TRANSPARENT: Colour = [0, 0, 0, 0];

export function inkOf(ink: Ink): (x: number, y: number) => Colour {
  if (ink.kind === 'plain') return () => ink.colour;
  const { at, stops } = ink;
  if (stops.length === 0) return () => TRANSPARENT;
  if (ink.kind === 'linear') {
    const [x0, y0, x1, y1] = at as [number, number, number, number];
    const squared = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    if (squared === 0) return () => TRANSPARENT;
    return (x, y) => colourAt(stops, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared);
  }
  // Differs: a radial gradient is seen from the middle of its larger circle.
  const [, , r0, x1, y1, r1] = at as [number, number, number, number, number, number];
  return (x, y) => colourAt(stops, (Math.hypot(x - x1, y - y1) - r0) / (r1 - r0 || 1));
}

function colourAt(stops: readonly Stop[], place: number): Colour {
  let before = stops[0]!;
  for (const stop of stops) {
    if (stop[0] >= place) {
      const span = stop[0] - before[0];
      const share = span <= 0 ? 1 : Math.max(0, (place - before[0]) / span);
      return mixed(before[1], stop[1], stop === before ? 1 : share);
    }
    before = stop;
  }
  return before[1];
}

function mixed(first: Colour, second: Colour, share: number): Colour {
  const mix = (at: number): number => first[at]! + (second[at]! - first[at]!) * share;
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** A colour as CSS writes it: its four numbers with commas between; '' for what is none. */
export function colourNumbers(text: string): string {
  const reader = readValue(text);
  const found = reader === null ? undefined : takeColor(reader);
  if (found === undefined || !reader!.done) return '';
  const [red, green, blue, alpha] = resolveColor(found, [0, 0, 0, 1], 'light');
  return [Math.round(red), Math.round(green), Math.round(blue), alpha].join();
}
