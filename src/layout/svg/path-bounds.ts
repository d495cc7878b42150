/**
 * The bounds of SVG path data.
 *
 * In:  the text of a 'd' attribute and the matrix from user space to the page.
 * Out: the smallest upright rectangle around the curve itself, not its control points; `null` for an empty path.
 *
 * SVG 2 §9.3 (path data), §9.5.4 (errors: what comes before is drawn) https://svgwg.org/svg2-draft/paths.html
 */
import type { Rect } from '../../geometry.ts';
import type { Matrix } from '../matrix.ts';

/** What a path is drawn into, in user space. A curve begins where the pen is. */
export interface PathSink {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  cubic(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void;
  close(x: number, y: number): void;
}

/** A curve's extent, grown point by point. */
export class Bounds implements PathSink {
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;
  readonly #matrix: Matrix;

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  get rect(): Rect | null {
    if (!(this.#right >= this.#left && this.#bottom >= this.#top)) return null;
    return { x: this.#left, y: this.#top, w: this.#right - this.#left, h: this.#bottom - this.#top };
  }

  /** A point in user space. */
  point(x: number, y: number): void {
    const { a, b, c, d, e, f } = this.#matrix;
    this.#add(a * x + c * y + e, b * x + d * y + f);
  }

  move(x: number, y: number): void {
    this.point(x, y);
  }

  line(x: number, y: number): void {
    this.point(x, y);
  }

  close(): void {}

  /** A cubic Bézier curve: its ends, and where it turns along either axis of the page. */
  cubic(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    this.point(x3, y3);
    const { a, b, c, d } = this.#matrix;
    const at = (t: number): void => {
      const s = 1 - t;
      const p = s * s * s;
      const q = 3 * s * s * t;
      const r = 3 * s * t * t;
      const u = t * t * t;
      this.point(p * x0 + q * x1 + r * x2 + u * x3, p * y0 + q * y1 + r * y2 + u * y3);
    };
    eachTurn(a * x0 + c * y0, a * x1 + c * y1, a * x2 + c * y2, a * x3 + c * y3, at);
    eachTurn(b * x0 + d * y0, b * x1 + d * y1, b * x2 + d * y2, b * x3 + d * y3, at);
  }

  #add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
  }
}

/** Calls back for each parameter strictly inside the curve where one coordinate's derivative is zero. */
function eachTurn(p0: number, p1: number, p2: number, p3: number, visit: (t: number) => void): void {
  const a = -p0 + 3 * p1 - 3 * p2 + p3;
  const b = 2 * (p0 - 2 * p1 + p2);
  const c = p1 - p0;
  const inside = (t: number): void => {
    if (t > 0 && t < 1) visit(t);
  };
  if (Math.abs(a) < 1e-12) {
    if (Math.abs(b) > 1e-12) inside(-c / b);
    return;
  }
  const root = b * b - 4 * a * c;
  if (root < 0) return;
  inside((-b + Math.sqrt(root)) / (2 * a));
  inside((-b - Math.sqrt(root)) / (2 * a));
}

const COMMAND = /[MmLlHhVvCcSsQqTtAaZz]/;
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** More commands than any drawing has. */
const MAX_COMMANDS = 100_000;

export function pathBounds(data: string, matrix: Matrix): Rect | null {
  const bounds = new Bounds(matrix);
  drawPath(data, bounds);
  return bounds.rect;
}

/** Draws path data up to its first error. */
export function drawPath(data: string, sink: PathSink): void {
  const reader = new PathReader(data);
  const pen = new Pen(sink);
  let command = '';
  for (let count = 0; count < MAX_COMMANDS; count++) {
    const next = reader.command();
    if (next !== null) command = next;
    else if (command === '' || command === 'Z' || command === 'z' || reader.done) break;
    const kind = command.toUpperCase();
    const values = reader.numbers(ARGUMENTS[kind], kind === 'A');
    if (values === null || (!pen.started && kind !== 'M')) break;
    pen.draw(kind, command !== kind, values);
    // More pairs after a moveto are linetos.
    if (kind === 'M') command = command === 'm' ? 'l' : 'L';
  }
}

class PathReader {
  readonly #data: string;
  #at = 0;

  constructor(data: string) {
    this.#data = data;
  }

  get done(): boolean {
    this.#skip();
    return this.#at >= this.#data.length;
  }

  command(): string | null {
    this.#skip();
    const letter = this.#data[this.#at] ?? '';
    if (!COMMAND.test(letter)) return null;
    this.#at++;
    return letter;
  }

  /** `count` numbers, or `null` where the data ends or is wrong. An arc's flags are single digits. */
  numbers(count: number, isArc: boolean): number[] | null {
    const values: number[] = [];
    while (values.length < count) {
      const value = isArc && (values.length === 3 || values.length === 4) ? this.#flag() : this.#number();
      if (value === null) return null;
      values.push(value);
    }
    return values;
  }

  #number(): number | null {
    this.#skip();
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#data);
    if (match === null) return null;
    this.#at = NUMBER.lastIndex;
    return Number(match[0]);
  }

  #flag(): number | null {
    this.#skip();
    const digit = this.#data[this.#at];
    if (digit !== '0' && digit !== '1') return null;
    this.#at++;
    return Number(digit);
  }

  #skip(): void {
    while (this.#at < this.#data.length && /[\s,]/.test(this.#data[this.#at])) this.#at++;
  }
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Where the path has got to. */
class Pen {
  started = false;
  readonly #sink: PathSink;
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, for smooth curves; `null` after anything else. */
  #cubic: readonly [number, number] | null = null;
  #quadratic: readonly [number, number] | null = null;

  constructor(sink: PathSink) {
    this.#sink = sink;
  }

  draw(kind: string, relative: boolean, values: readonly number[]): void {
    const baseX = relative ? this.#x : 0;
    const baseY = relative ? this.#y : 0;
    const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0] = values;
    const lastCubic = this.#cubic;
    const lastQuadratic = this.#quadratic;
    this.#cubic = null;
    this.#quadratic = null;
    switch (kind) {
      case 'M':
        this.started = true;
        this.#x = this.#startX = baseX + p0;
        this.#y = this.#startY = baseY + p1;
        this.#sink.move(this.#x, this.#y);
        break;
      case 'L':
        this.#lineTo(baseX + p0, baseY + p1);
        break;
      case 'H':
        this.#lineTo(baseX + p0, this.#y);
        break;
      case 'V':
        this.#lineTo(this.#x, baseY + p0);
        break;
      case 'C':
        this.#curveTo(baseX + p0, baseY + p1, baseX + p2, baseY + p3, baseX + p4, baseY + p5);
        break;
      case 'S': {
        const [x1, y1] = this.#mirrored(lastCubic);
        this.#curveTo(x1, y1, baseX + p0, baseY + p1, baseX + p2, baseY + p3);
        break;
      }
      case 'Q':
        this.#quadraticTo(baseX + p0, baseY + p1, baseX + p2, baseY + p3);
        break;
      case 'T': {
        const [x1, y1] = this.#mirrored(lastQuadratic);
        this.#quadraticTo(x1, y1, baseX + p0, baseY + p1);
        break;
      }
      case 'A':
        this.#arcTo(Math.abs(p0), Math.abs(p1), p2, p3 === 1, p4 === 1, baseX + p5, baseY + p6);
        break;
      case 'Z':
        this.#x = this.#startX;
        this.#y = this.#startY;
        this.#sink.close(this.#x, this.#y);
    }
  }

  #mirrored(control: readonly [number, number] | null): readonly [number, number] {
    return control === null ? [this.#x, this.#y] : [2 * this.#x - control[0], 2 * this.#y - control[1]];
  }

  #lineTo(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#sink.line(x, y);
  }

  #curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#sink.cubic(this.#x, this.#y, x1, y1, x2, y2, x, y);
    this.#x = x;
    this.#y = y;
    this.#cubic = [x2, y2];
  }

  #quadraticTo(x1: number, y1: number, x: number, y: number): void {
    const startX = this.#x;
    const startY = this.#y;
    const third = (from: number, control: number): number => from + (2 * (control - from)) / 3;
    this.#curveTo(third(startX, x1), third(startY, y1), third(x, x1), third(y, y1), x, y);
    this.#cubic = null;
    this.#quadratic = [x1, y1];
  }

  /** SVG 2 §B.2.4: the arc's centre, then cubic curves of at most a quarter turn each. */
  #arcTo(rx: number, ry: number, degrees: number, large: boolean, sweep: boolean, x: number, y: number): void {
    const startX = this.#x;
    const startY = this.#y;
    if (rx === 0 || ry === 0 || (startX === x && startY === y)) {
      this.#lineTo(x, y);
      return;
    }
    const phi = (degrees * Math.PI) / 180;
    const cos = Math.cos(phi);
    const sin = Math.sin(phi);
    const halfX = (startX - x) / 2;
    const halfY = (startY - y) / 2;
    const u = cos * halfX + sin * halfY;
    const v = -sin * halfX + cos * halfY;
    const excess = Math.sqrt((u * u) / (rx * rx) + (v * v) / (ry * ry));
    const a = excess > 1 ? rx * excess : rx;
    const b = excess > 1 ? ry * excess : ry;
    const denominator = a * a * v * v + b * b * u * u;
    const scale = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (a * a * b * b) / denominator - 1));
    const centreU = (scale * a * v) / b;
    const centreV = (-scale * b * u) / a;
    const centreX = cos * centreU - sin * centreV + (startX + x) / 2;
    const centreY = sin * centreU + cos * centreV + (startY + y) / 2;
    const from = Math.atan2((v - centreV) / b, (u - centreU) / a);
    let turn = Math.atan2((-v - centreV) / b, (-u - centreU) / a) - from;
    if (sweep && turn < 0) turn += 2 * Math.PI;
    if (!sweep && turn > 0) turn -= 2 * Math.PI;

    const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
    const step = turn / pieces;
    const handle = (4 / 3) * Math.tan(step / 4);
    const onEllipse = (ex: number, ey: number): readonly [number, number] => [
      centreX + cos * a * ex - sin * b * ey,
      centreY + sin * a * ex + cos * b * ey,
    ];
    for (let piece = 0; piece < pieces; piece++) {
      const t0 = from + step * piece;
      const t1 = t0 + step;
      const [x1, y1] = onEllipse(Math.cos(t0) - handle * Math.sin(t0), Math.sin(t0) + handle * Math.cos(t0));
      const [x2, y2] = onEllipse(Math.cos(t1) + handle * Math.sin(t1), Math.sin(t1) - handle * Math.cos(t1));
      const [x3, y3] = piece === pieces - 1 ? [x, y] : onEllipse(Math.cos(t1), Math.sin(t1));
      this.#curveTo(x1, y1, x2, y2, x3, y3);
    }
    this.#cubic = null;
  }
}
