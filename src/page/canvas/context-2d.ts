/**
 * CanvasRenderingContext2D: what a page draws is noted, and becomes pixels when it looks (bitmap.ts).
 *
 * HTML §4.12.5.1 https://html.spec.whatwg.org/#2dcontext
 *
 * Differs: lines have no joins, caps and dashes, a clip is the rectangle around it, and there are no shadows and filters.
 */
import type { PageNode } from '../dom/create-node.ts';
import { defineInterface, defineMembers, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { DOMMatrix } from '../geometry-matrix.ts';
import { type Call, defineNamedAccessor, namedMethod } from '../named-function.ts';
import { create, defineProperty, weakGet, weakSet } from '../primordials.ts';
import { attachRecord } from '../record-objects.ts';
import { type Behaviour, liveObject } from '../window/lazy-interfaces.ts';
import { bitmapOf, draw, forgetDrawn, pixelsOf } from './bitmap.ts';
import { newDrawing, newState, restore, STATE, save, setValue } from './context-state.ts';
import { drawImage } from './draw-image.ts';
import { makePaint } from './gradients.ts';
import { copyIn, copyOut, makeImageData } from './image-data.ts';
import { type Context, manner, type Style } from './manner.ts';
import { abs, type BareArray, cos, hypot, max, min, sin } from './numbers.ts';
import { type Contour, IDENTITY, type Matrix, multiply, PathPoints, strokeOutline } from './path.ts';
import { drawText, installTextMetrics, textMetrics } from './text.ts';

const contexts = new WeakMap<object, Context>();
const paths = new WeakMap<object, PathPoints>();
const NAME = 'CanvasRenderingContext2D';
const OFFSCREEN = 'OffscreenCanvasRenderingContext2D';

function contextOf(self: unknown): Context {
  const context = typeof self === 'object' && self !== null ? weakGet(contexts, self) : undefined;
  if (context === undefined) throw new TypeError('Illegal invocation');
  return context;
}

export function makeContext2d(canvas: PageNode): object {
  const object = create(prototypeOf(NAME)) as object;
  weakSet(contexts, object, { canvas, ...newDrawing() });
  return attachRecord(object, {});
}

/** The same for a canvas that is no element. `key`: whose pixels are drawn. */
export function offscreenContext(key: PageNode, canvas: object): object {
  const object = liveObject(OFFSCREEN, { canvas });
  weakSet(contexts, object, { canvas: key, ...newDrawing() });
  return object;
}

/** What the members of OffscreenCanvasRenderingContext2D do. */
export function offscreenBehaviour(): Behaviour {
  const members: Record<string, unknown> = { lang: 'inherit' };
  for (const name of Object.keys(STATE)) {
    members[name] = (_: unknown, self: unknown) => contextOf(self).state.values[name];
    members[`set ${name}`] = (value: unknown, self: unknown) => setValue(contextOf(self).state, name, value);
  }
  for (const name of Object.keys(METHODS)) {
    members[name] = (args: ArrayLike<unknown>, self: unknown) => callMethod(OFFSCREEN, self, args, name);
  }
  const ofContext = callPath(OFFSCREEN, (self) => [contextOf(self).path, contextOf(self).state.matrix]);
  for (const name of Object.keys(PATH_METHODS)) {
    members[name] = (args: ArrayLike<unknown>, self: unknown) => ofContext(self, args, name);
  }
  return members;
}

function contoursText(contours: BareArray<Contour>): string {
  let text = '';
  for (let each = 0; each < contours.length; each++) {
    const points = contours[each]!;
    if (points.length < 4) continue;
    let list = '';
    for (let at = 0; at < points.length; at++) list += `${at === 0 ? '' : ','}${points[at]}`;
    text += `${text === '' ? '' : ','}[${list}]`;
  }
  return `[${text}]`;
}

function paint(context: Context, contours: BareArray<Contour>, style: Style, evenOdd: boolean): void {
  const how = manner(context, style);
  if (how === '' || contours.length === 0) return;
  draw(context.canvas, `{"kind":"fill","contours":${contoursText(contours)},"evenOdd":${evenOdd},${how}}`);
}

function stroke(context: Context, contours: BareArray<Contour>): void {
  const { values, matrix } = context.state;
  const scale = (hypot(matrix[0], matrix[1]) + hypot(matrix[2], matrix[3])) / 2;
  paint(context, strokeOutline(contours, (values['lineWidth'] as number) * scale), 'strokeStyle', false);
}

function box(matrix: Matrix, x: number, y: number, width: number, height: number): PathPoints {
  const path = new PathPoints();
  path.rect(matrix, x, y, width, height);
  path.contours.length = min(1, path.contours.length);
  return path;
}

function transform(context: Context, by: Matrix): void {
  for (let at = 0; at < 6; at++) if (!(by[at]! - by[at]! === 0)) return;
  context.state.matrix = multiply(context.state.matrix, by);
}

type Do = (context: Context, n: (at: number) => number, args: ArrayLike<unknown>) => unknown;

/** Methods that build paths: of contexts with their matrix, and of Path2D without. */
const PATH_METHODS: Readonly<
  Record<
    string,
    readonly [number, (p: PathPoints, m: Matrix, n: (at: number) => number, args: ArrayLike<unknown>) => void]
  >
> = {
  closePath: [0, (p, m) => p.close(m)],
  moveTo: [2, (p, m, n) => p.moveTo(m, n(0), n(1))],
  lineTo: [2, (p, m, n) => p.lineTo(m, n(0), n(1))],
  quadraticCurveTo: [4, (p, m, n) => p.curve(m, n(0), n(1), n(0), n(1), n(2), n(3))],
  bezierCurveTo: [6, (p, m, n) => p.curve(m, n(0), n(1), n(2), n(3), n(4), n(5))],
  arcTo: [5, (p, m, n) => p.arcTo(m, n(0), n(1), n(2), n(3), n(4))],
  rect: [4, (p, m, n) => p.rect(m, n(0), n(1), n(2), n(3))],
  roundRect: [4, (p, m, n) => p.rect(m, n(0), n(1), n(2), n(3))],
  arc: [
    5,
    (p, m, n, args) =>
      p.ellipse(m, {
        x: n(0),
        y: n(1),
        radiusX: n(2),
        radiusY: n(2),
        rotation: 0,
        start: n(3),
        end: n(4),
        counterclockwise: Boolean(args[5]),
      }),
  ],
  ellipse: [
    7,
    (p, m, n, args) =>
      p.ellipse(m, {
        x: n(0),
        y: n(1),
        radiusX: n(2),
        radiusY: n(3),
        rotation: n(4),
        start: n(5),
        end: n(6),
        counterclockwise: Boolean(args[7]),
      }),
  ],
};

/** A path that is given, or the context's own, and the rule that is given behind it. */
function pathIn(context: Context, args: ArrayLike<unknown>): { readonly path: PathPoints; readonly rest: number } {
  const first = args[0];
  const given = typeof first === 'object' && first !== null ? weakGet(paths, first) : undefined;
  if (given === undefined) return { path: context.path, rest: 0 };
  const path = new PathPoints();
  const m = context.state.matrix;
  for (let each = 0; each < given.contours.length; each++) {
    const points = given.contours[each]!;
    for (let at = 0; at < points.length; at += 2) {
      if (at === 0) path.moveTo(m, points[0]!, points[1]!);
      else path.lineTo(m, points[at]!, points[at + 1]!);
    }
  }
  return { path, rest: 1 };
}

function clipTo(context: Context, { contours }: PathPoints): void {
  const around = [Infinity, Infinity, -Infinity, -Infinity];
  for (let each = 0; each < contours.length; each++) {
    const points = contours[each]!;
    for (let at = 0; at < points.length; at += 2) {
      around[0] = min(around[0]!, points[at]!);
      around[1] = min(around[1]!, points[at + 1]!);
      around[2] = max(around[2]!, points[at]!);
      around[3] = max(around[3]!, points[at + 1]!);
    }
  }
  const old = context.state.clip ?? [0, 0, 1e6, 1e6];
  const all = [max(old[0]!, around[0]!), max(old[1]!, around[1]!), min(old[2]!, around[2]!), min(old[3]!, around[3]!)];
  // Nothing is inside of an empty path.
  context.state.clip = all[0]! < all[2]! && all[1]! < all[3]! ? all : [0, 0, 0, 0];
}

const METHODS: Readonly<Record<string, readonly [number, Do]>> = {
  save: [0, (c) => save(c)],
  restore: [0, (c) => restore(c)],
  reset: [
    0,
    (c) => {
      c.state = newState();
      c.saved.length = 0;
      c.path.clear();
      forgetDrawn(c.canvas);
    },
  ],
  scale: [2, (c, n) => transform(c, [n(0), 0, 0, n(1), 0, 0])],
  rotate: [1, (c, n) => transform(c, [cos(n(0)), sin(n(0)), -sin(n(0)), cos(n(0)), 0, 0])],
  translate: [2, (c, n) => transform(c, [1, 0, 0, 1, n(0), n(1)])],
  transform: [6, (c, n) => transform(c, [n(0), n(1), n(2), n(3), n(4), n(5)])],
  setTransform: [
    0,
    (c, n, args) => {
      c.state.matrix = [1, 0, 0, 1, 0, 0];
      const given = args[0] as Record<string, unknown> | undefined;
      if (typeof given !== 'object' || given === null) transform(c, [n(0), n(1), n(2), n(3), n(4), n(5)]);
      else
        transform(c, [
          +(given['a'] as number),
          +(given['b'] as number),
          +(given['c'] as number),
          +(given['d'] as number),
          +(given['e'] as number),
          +(given['f'] as number),
        ]);
    },
  ],
  resetTransform: [
    0,
    (c) => {
      c.state.matrix = [1, 0, 0, 1, 0, 0];
    },
  ],
  clearRect: [
    4,
    (c, n) => {
      const { width, height } = bitmapOf(c.canvas);
      const m = c.state.matrix;
      const isWhole = m[1] === 0 && m[2] === 0 && n(0) * m[0] + m[4] <= 0 && n(1) * m[3] + m[5] <= 0;
      const isAll = isWhole && (n(0) + n(2)) * m[0] + m[4] >= width && (n(1) + n(3)) * m[3] + m[5] >= height;
      if (isAll && c.state.clip === null) forgetDrawn(c.canvas);
      else draw(c.canvas, `{"kind":"clear","contours":${contoursText(box(m, n(0), n(1), n(2), n(3)).contours)}}`);
    },
  ],
  fillRect: [4, (c, n) => paint(c, box(c.state.matrix, n(0), n(1), n(2), n(3)).contours, 'fillStyle', false)],
  strokeRect: [4, (c, n) => stroke(c, box(c.state.matrix, n(0), n(1), n(2), n(3)).contours)],
  beginPath: [0, (c) => c.path.clear()],
  fill: [
    0,
    (c, _, args) => {
      const { path, rest } = pathIn(c, args);
      paint(c, path.contours, 'fillStyle', args[rest] === 'evenodd');
    },
  ],
  stroke: [0, (c, _, args) => stroke(c, pathIn(c, args).path.contours)],
  clip: [0, (c, _, args) => clipTo(c, pathIn(c, args).path)],
  isPointInPath: [
    2,
    (c, _, args) => {
      const { path, rest } = pathIn(c, args);
      return path.has(Number(args[rest]), Number(args[rest + 1]), args[rest + 2] === 'evenodd');
    },
  ],
  isPointInStroke: [
    2,
    (c, _, args) => {
      const { path, rest } = pathIn(c, args);
      const outline = new PathPoints();
      outline.contours = strokeOutline(path.contours, c.state.values['lineWidth'] as number);
      return outline.has(Number(args[rest]), Number(args[rest + 1]), false);
    },
  ],
  fillText: [3, (c, n, args) => drawText(c, 'fillStyle', `${args[0]}`, n(1), n(2), args[3] === undefined ? 0 : n(3))],
  strokeText: [
    3,
    (c, n, args) => drawText(c, 'strokeStyle', `${args[0]}`, n(1), n(2), args[3] === undefined ? 0 : n(3)),
  ],
  measureText: [1, (c, _, args) => textMetrics(c.state.values['font'] as string, `${args[0]}`)],
  drawImage: [3, (c, n, args) => drawImage(c, n, args)],
  drawFocusIfNeeded: [1, () => undefined],
  createImageData: [
    1,
    (_, n, args) => {
      const source = args[0];
      if (typeof source !== 'object' || source === null) return makeImageData(abs(n(0)), abs(n(1)));
      const { width, height } = source as { readonly width: number; readonly height: number };
      return makeImageData(width, height);
    },
  ],
  getImageData: [
    4,
    (c, n) => {
      const { width, height } = bitmapOf(c.canvas);
      return copyOut(pixelsOf(c.canvas), width, height, [n(0) | 0, n(1) | 0, n(2) | 0, n(3) | 0]);
    },
  ],
  putImageData: [
    3,
    (c, n, args) => {
      const pixels = pixelsOf(c.canvas);
      const { width, height } = bitmapOf(c.canvas);
      if (pixels !== null) copyIn(pixels, width, height, args[0] as object, n(1) | 0, n(2) | 0);
    },
  ],
  createLinearGradient: [4, (_, n) => makePaint('CanvasGradient', 'linear', [n(0), n(1), n(2), n(3)])],
  createRadialGradient: [6, (_, n) => makePaint('CanvasGradient', 'radial', [n(0), n(1), n(2), n(3), n(4), n(5)])],
  createConicGradient: [3, () => makePaint('CanvasGradient', 'none', [])],
  createPattern: [2, () => makePaint('CanvasPattern', 'none', [])],
  setLineDash: [
    1,
    (c, _, args) => {
      const list = args[0] as ArrayLike<unknown>;
      const dash: number[] = [];
      for (let at = 0; at < list.length; at++) dash[at] = Number(list[at]);
      c.state.dash = dash.length % 2 === 1 ? [...dash, ...dash] : dash;
    },
  ],
  getLineDash: [0, (c) => [...c.state.dash]],
  getTransform: [0, (c) => new DOMMatrix([...c.state.matrix] as never)],
  getContextAttributes: [
    0,
    () => ({ alpha: true, colorSpace: 'srgb', colorType: 'unorm8', desynchronized: false, willReadFrequently: false }),
  ],
  isContextLost: [0, () => false],
};

function defineMethod(interfaceName: string, name: string, length: number, call: Call<string>): void {
  const value = namedMethod(name, length, call, name);
  defineProperty(prototypeOf(interfaceName), name, { value, writable: true, enumerable: true, configurable: true });
}

function checkCount(interfaceName: string, name: string, wanted: number, { length }: ArrayLike<unknown>): void {
  if (length >= wanted) return;
  const words = wanted === 1 ? '1 argument' : `${wanted} arguments`;
  throw new TypeError(
    `Failed to execute '${name}' on '${interfaceName}': ${words} required, but only ${length} present.`,
  );
}

function callMethod(interfaceName: string, self: unknown, args: ArrayLike<unknown>, name: string): unknown {
  const context = contextOf(self);
  const [count, act] = METHODS[name]!;
  checkCount(interfaceName, name, count, args);
  return act(context, (at) => Number(args[at]), args);
}

const callPath =
  (interfaceName: string, path: (self: unknown) => readonly [PathPoints, Matrix]): Call<string> =>
  (self, args, name) => {
    const [points, matrix] = path(self);
    const [count, build] = PATH_METHODS[name]!;
    checkCount(interfaceName, name, count, args);
    build(points, matrix, (at) => Number(args[at]), args);
  };

function ownPath(self: unknown): PathPoints {
  const path = typeof self === 'object' && self !== null ? weakGet(paths, self) : undefined;
  if (path === undefined) throw new TypeError('Illegal invocation');
  return path;
}

export function installContext2d(): void {
  installTextMetrics();
  defineInterface(NAME, null);
  defineMembers<object>(NAME, {
    get canvas(): object {
      return contextOf(this).canvas;
    },
  });
  for (const name of Object.keys(STATE)) {
    defineNamedAccessor(
      prototypeOf(NAME),
      name,
      name,
      (self, own) => contextOf(self).state.values[own],
      (self, value, own) => setValue(contextOf(self).state, own, value),
    );
  }
  const call: Call<string> = (self, args, name) => callMethod(NAME, self, args, name);
  for (const name of Object.keys(METHODS)) defineMethod(NAME, name, METHODS[name]![0], call);
  const ofContext = callPath(NAME, (self) => [contextOf(self).path, contextOf(self).state.matrix]);
  for (const name of Object.keys(PATH_METHODS)) defineMethod(NAME, name, PATH_METHODS[name]![0], ofContext);
  defineInterface('Path2D', null);
  setConstructor('Path2D', (_, args) => {
    const object = create(prototypeOf('Path2D')) as object;
    const path = new PathPoints();
    const other = typeof args[0] === 'object' && args[0] !== null ? weakGet(paths, args[0]) : undefined;
    if (other !== undefined) path.add(other);
    weakSet(paths, object, path);
    return object;
  });
  const ofPath = callPath('Path2D', (self) => [ownPath(self), IDENTITY]);
  for (const name of Object.keys(PATH_METHODS)) defineMethod('Path2D', name, PATH_METHODS[name]![0], ofPath);
  defineMembers<object>('Path2D', {
    addPath(path: unknown): void {
      ownPath(this).add(ownPath(path));
    },
  });
}
