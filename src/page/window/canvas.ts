/**
 * Canvas: a 2D context that takes everything, measures text, and draws nothing.
 *
 * Pretended: nothing is painted. Image data is what was put there last or transparent, and toDataURL gives the same empty
 * image each time. WebGL and other contexts are not there, and getContext says so.
 *
 * HTML §4.12.5 https://html.spec.whatwg.org/#the-canvas-element
 */
import { attribute } from '../../html/node-tree.ts';
import type { PageNode } from '../dom/create-node.ts';
import { defineInterface, defineMembers, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { queueTask } from '../event-loop.ts';
import { apply, copyArray, create, defineProperty, max, min, weakGet, weakSet } from '../primordials.ts';
import { defineRecordInterface, makeRecord, recordOf } from '../record-objects.ts';

const contexts = new WeakMap<PageNode, object>();
const canvases = new WeakMap<object, PageNode>();
const sizes = new Float64Array(3);
/** One transparent pixel. */
const EMPTY_IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** Image data may be asked for in any size; this is as much as is given. */
const MAX_PIXELS = 16_777_216;

const METHODS =
  'save restore reset scale rotate translate transform setTransform resetTransform clearRect fillRect strokeRect ' +
  'beginPath closePath moveTo lineTo bezierCurveTo quadraticCurveTo arc arcTo ellipse rect roundRect fill stroke clip ' +
  'drawFocusIfNeeded fillText strokeText drawImage putImageData setLineDash';

/** What can be set, with the values at the beginning. */
const STATE: Readonly<Record<string, unknown>> = {
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  fillStyle: '#000000',
  strokeStyle: '#000000',
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
  letterSpacing: '0px',
  wordSpacing: '0px',
  fontKerning: 'auto',
};

function size(canvas: PageNode, name: 'width' | 'height'): number {
  const given = Number.parseInt(attribute(canvas, name) ?? '', 10);
  return given >= 0 ? given : name === 'width' ? 300 : 150;
}

function makeImageData(width: number, height: number, data?: unknown): object {
  const w = max(1, min(Number(width) >>> 0, 32_767));
  const h = max(1, min(Number(height) >>> 0, MAX_PIXELS / w));
  return makeRecord('ImageData', {
    width: w,
    height: h >>> 0,
    data: data ?? new Uint8ClampedArray(w * (h >>> 0) * 4),
    colorSpace: 'srgb',
  });
}

function measure(font: string, text: string): object {
  if (askEngine((engine) => engine.measureCanvasText(font, text, sizes)) !== true) sizes.fill(0);
  const width = sizes[0]!;
  const ascent = sizes[1]!;
  const descent = sizes[2]!;
  return makeRecord('TextMetrics', {
    width,
    actualBoundingBoxLeft: 0,
    actualBoundingBoxRight: width,
    actualBoundingBoxAscent: ascent,
    actualBoundingBoxDescent: descent,
    fontBoundingBoxAscent: ascent,
    fontBoundingBoxDescent: descent,
    emHeightAscent: ascent,
    emHeightDescent: descent,
    hangingBaseline: ascent,
    alphabeticBaseline: 0,
    ideographicBaseline: -descent,
  });
}

function defineContext(): void {
  const name = 'CanvasRenderingContext2D';
  defineRecordInterface(name, null, []);
  for (const method of METHODS.split(' ')) {
    const value = { [method](): void {} }[method];
    defineProperty(prototypeOf(name), method, { value, writable: true, enumerable: true, configurable: true });
  }
  for (const field of Object.keys(STATE)) {
    defineProperty(prototypeOf(name), field, {
      get(this: object): unknown {
        return recordOf(this)[field];
      },
      set(this: object, value: unknown) {
        const isText = typeof STATE[field] === 'string' && typeof value !== 'object';
        recordOf(this)[field] = isText ? `${value}` : value;
      },
      enumerable: true,
      configurable: true,
    });
  }
  defineMembers<object>(name, {
    get canvas(): object | null {
      return weakGet(canvases, this) ?? null;
    },
    measureText(text: unknown): object {
      return measure(recordOf(this)['font'] as string, `${text}`);
    },
    getImageData(_x: unknown, _y: unknown, width: unknown, height: unknown): object {
      return makeImageData(Number(width), Number(height));
    },
    createImageData(first: unknown, height?: unknown): object {
      if (typeof first !== 'object' || first === null) return makeImageData(Number(first), Number(height));
      const source = recordOf(first);
      return makeImageData(source['width'] as number, source['height'] as number);
    },
    createLinearGradient: makeGradient,
    createRadialGradient: makeGradient,
    createConicGradient: makeGradient,
    createPattern(): object {
      return create(prototypeOf('CanvasPattern'));
    },
    getLineDash(): number[] {
      return [];
    },
    getTransform(): object {
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0, is2D: true, isIdentity: true };
    },
    getContextAttributes(): object {
      return { alpha: true, colorSpace: 'srgb', desynchronized: false, willReadFrequently: false };
    },
    isPointInPath(): boolean {
      return false;
    },
    isPointInStroke(): boolean {
      return false;
    },
    isContextLost(): boolean {
      return false;
    },
  });
}

function makeGradient(): object {
  return create(prototypeOf('CanvasGradient'));
}

export function installCanvas(): void {
  defineRecordInterface('TextMetrics', null, [
    'width',
    'actualBoundingBoxLeft',
    'actualBoundingBoxRight',
    'actualBoundingBoxAscent',
    'actualBoundingBoxDescent',
    'fontBoundingBoxAscent',
    'fontBoundingBoxDescent',
    'emHeightAscent',
    'emHeightDescent',
    'hangingBaseline',
    'alphabeticBaseline',
    'ideographicBaseline',
  ]);
  defineRecordInterface('ImageData', null, ['width', 'height', 'data', 'colorSpace']);
  setConstructor('ImageData', (_, args) => {
    if (typeof args[0] !== 'object' || args[0] === null) return makeImageData(Number(args[0]), Number(args[1]));
    const { length } = args[0] as ArrayLike<unknown>;
    const width = Number(args[1]);
    return makeImageData(width, args[2] === undefined ? length / 4 / width : Number(args[2]), args[0]);
  });
  defineInterface('CanvasGradient', null);
  defineMembers<object>('CanvasGradient', { addColorStop(): void {} });
  defineInterface('CanvasPattern', null);
  defineMembers<object>('CanvasPattern', { setTransform(): void {} });
  defineInterface('Path2D', null);
  setConstructor('Path2D', () => create(prototypeOf('Path2D')));
  for (const method of 'addPath closePath moveTo lineTo bezierCurveTo quadraticCurveTo arc arcTo ellipse rect roundRect'.split(
    ' ',
  )) {
    const value = { [method](): void {} }[method];
    defineProperty(prototypeOf('Path2D'), method, { value, writable: true, enumerable: true, configurable: true });
  }
  defineContext();
  defineMembers<PageNode>('HTMLCanvasElement', {
    getContext(kind: unknown): object | null {
      if (`${kind}` !== '2d') return null;
      let context = weakGet(contexts, this);
      if (context === undefined) {
        context = makeRecord('CanvasRenderingContext2D', { ...STATE });
        weakSet(contexts, this, context);
        weakSet(canvases, context, this);
      }
      return context;
    },
    toDataURL(): string {
      return size(this, 'width') === 0 || size(this, 'height') === 0 ? 'data:,' : EMPTY_IMAGE;
    },
    toBlob(callback: (blob: unknown) => void): void {
      const { Blob } = globalThis as unknown as { Blob?: new (parts: unknown[], options: object) => unknown };
      queueTask(() =>
        apply(callback, undefined, [Blob === undefined ? null : new Blob(copyArray([]), { type: 'image/png' })]),
      );
    },
  });
}
