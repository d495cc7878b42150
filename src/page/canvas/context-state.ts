/**
 * The drawing state of a 2D context: what can be set, what `save()` keeps, and how values are taken.
 *
 * HTML §4.12.5.1.2 https://html.spec.whatwg.org/#the-canvas-state
 */
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, bareArray, isFiniteNumber } from '../primordials.ts';
import { colourOf } from './colours.ts';
import { gradientText, isPaint } from './gradients.ts';
import { IDENTITY, type Matrix, PathPoints } from './path.ts';

/** What can be set, with the values at the beginning. */
export const STATE: Readonly<Record<string, unknown>> = {
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  strokeStyle: '#000000',
  fillStyle: '#000000',
  filter: 'none',
  imageSmoothingEnabled: true,
  imageSmoothingQuality: 'low',
  shadowOffsetX: 0,
  shadowOffsetY: 0,
  shadowBlur: 0,
  shadowColor: 'rgba(0, 0, 0, 0)',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  lineDashOffset: 0,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  direction: 'ltr',
  lang: 'inherit',
  fontKerning: 'auto',
  fontStretch: 'normal',
  fontVariantCaps: 'normal',
  textRendering: 'auto',
  letterSpacing: '0px',
  wordSpacing: '0px',
};

/** Words that a setting takes; others leave it as it is. */
const WORDS: Readonly<Record<string, string>> = {
  lineCap: ' butt round square ',
  lineJoin: ' bevel round miter ',
  textAlign: ' start end left right center ',
  textBaseline: ' top hanging middle alphabetic ideographic bottom ',
  direction: ' ltr rtl inherit ',
  imageSmoothingQuality: ' low medium high ',
};

export interface DrawingState {
  values: Record<string, unknown>;
  matrix: Matrix;
  clip: readonly number[] | null;
  dash: readonly number[];
}

/** Everything about one context. */
export interface Drawing {
  state: DrawingState;
  saved: BareArray<DrawingState>;
  path: PathPoints;
}

export function newState(): DrawingState {
  return { values: { __proto__: null, ...STATE } as Record<string, unknown>, matrix: IDENTITY, clip: null, dash: [] };
}

export function newDrawing(): Drawing {
  return { state: newState(), saved: bareArray(), path: new PathPoints() };
}

const MAX_SAVED = 1_000;

export function save(drawing: Drawing): void {
  const { state, saved } = drawing;
  if (saved.length >= MAX_SAVED) return;
  append(saved, { ...state, values: { __proto__: null, ...state.values } as Record<string, unknown> });
}

export function restore(drawing: Drawing): void {
  const { saved } = drawing;
  if (saved.length === 0) return;
  drawing.state = saved[saved.length - 1]!;
  saved.length--;
}

/** "serialized": '#rrggbb', or with alpha 'rgba(r, g, b, a)'. */
function colourText(numbers: string): string {
  const parts = numbers.split(',');
  if (parts[3] === '1') {
    const bits = (Number(parts[0]) << 16) | (Number(parts[1]) << 8) | Number(parts[2]) | 0x100_0000;
    return `#${bits.toString(16).slice(1)}`;
  }
  return `rgba(${parts[0]}, ${parts[1]}, ${parts[2]}, ${Math.round(Number(parts[3]) * 1000) / 1000})`;
}

const sizes = new Float64Array(3);

/** Takes a value that a page has set, if it is one. */
export function setValue({ values }: DrawingState, name: string, value: unknown): void {
  const old = STATE[name];
  if (name === 'fillStyle' || name === 'strokeStyle') {
    if (isPaint(value)) values[name] = value;
    else setColour(values, name, value);
  } else if (name === 'shadowColor') setColour(values, name, value);
  else if (name === 'font') {
    if (askEngine((engine) => engine.measureCanvasText(`${value}`, '', sizes)) === true) values[name] = `${value}`;
  } else if (typeof old === 'number') {
    const number = Number(value);
    if (isFiniteNumber(number) && isInRange(name, number)) values[name] = number;
  } else if (typeof old === 'boolean') values[name] = Boolean(value);
  else if (WORDS[name] === undefined || WORDS[name].includes(` ${value} `)) values[name] = `${value}`;
}

function isInRange(name: string, value: number): boolean {
  if (name === 'globalAlpha') return value >= 0 && value <= 1;
  if (name === 'lineWidth' || name === 'miterLimit') return value > 0;
  return name !== 'shadowBlur' || value >= 0;
}

function setColour(values: Record<string, unknown>, name: string, value: unknown): void {
  const numbers = colourOf(`${value}`);
  if (numbers !== '') values[name] = colourText(numbers);
}

/** The ink of a fill or stroke as JSON; '' for one that leaves no trace. */
export function inkText({ values, matrix }: DrawingState, name: 'fillStyle' | 'strokeStyle'): string {
  const style = values[name];
  if (typeof style === 'string') return `{"kind":"plain","colour":[${colourOf(style)}]}`;
  return gradientText(style as object, matrix);
}
