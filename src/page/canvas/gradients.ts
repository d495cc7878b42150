/**
 * CanvasGradient and CanvasPattern.
 *
 * HTML §4.12.5.1.10 https://html.spec.whatwg.org/#fill-and-stroke-styles
 *
 * Differs: a pattern and a conic gradient leave no trace.
 */
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { append, type BareArray, bareArray, create, isFiniteNumber, weakGet, weakSet } from '../primordials.ts';
import { colourOf } from './colours.ts';
import type { Matrix } from './path.ts';

interface Gradient {
  readonly kind: 'linear' | 'radial' | 'none';
  readonly at: readonly number[];
  readonly stops: BareArray<{ readonly offset: number; readonly colour: string }>;
}

const paints = new WeakMap<object, Gradient>();

export function isPaint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && weakGet(paints, value) !== undefined;
}

export function makePaint(interfaceName: string, kind: Gradient['kind'], at: readonly number[]): object {
  const paint = create(prototypeOf(interfaceName)) as object;
  weakSet(paints, paint, { kind, at, stops: bareArray() });
  return paint;
}

/** JSON of the ink, in the coordinates of the canvas; '' for none. */
export function gradientText(paint: object, m: Matrix): string {
  const gradient = weakGet(paints, paint);
  if (gradient === undefined || gradient.kind === 'none') return '';
  const { kind, at, stops } = gradient;
  const point = (x: number, y: number): string => `${m[0] * x + m[2] * y + m[4]},${m[1] * x + m[3] * y + m[5]}`;
  const places =
    kind === 'linear'
      ? `${point(at[0]!, at[1]!)},${point(at[2]!, at[3]!)}`
      : `${point(at[0]!, at[1]!)},${at[2]! * m[0]},${point(at[3]!, at[4]!)},${at[5]! * m[0]}`;
  let list = '';
  for (let index = 0; index < stops.length; index++) {
    list += `${index === 0 ? '' : ','}[${stops[index]!.offset},[${stops[index]!.colour}]]`;
  }
  return `{"kind":"${kind}","at":[${places}],"stops":[${list}]}`;
}

export function installGradients(): void {
  defineInterface('CanvasGradient', null);
  defineMembers<object>('CanvasGradient', {
    addColorStop(offset: unknown, colour: unknown): void {
      const gradient = weakGet(paints, this);
      if (gradient === undefined) throw new TypeError('Illegal invocation');
      const at = Number(offset);
      if (!isFiniteNumber(at) || at < 0 || at > 1)
        throw domException('IndexSizeError', 'The offset is outside of 0 to 1.');
      const numbers = colourOf(`${colour}`);
      if (numbers === '') throw domException('SyntaxError', `The value '${colour}' could not be parsed as a color.`);
      // In the order of their places; those at one place in the order of their coming.
      let index = gradient.stops.length;
      append(gradient.stops, { offset: at, colour: numbers });
      for (; index > 0 && gradient.stops[index - 1]!.offset > at; index--) {
        gradient.stops[index] = gradient.stops[index - 1]!;
      }
      gradient.stops[index] = { offset: at, colour: numbers };
    },
  });
  defineInterface('CanvasPattern', null);
  defineMembers<object>('CanvasPattern', { setTransform(): void {} });
}
