/**
 * Coordinates of SVG elements: matrices to the viewport, points, and the list of an element's transforms.
 *
 * In:  'transform' attributes and what layout made of them. Out: DOMMatrix and DOMPoint objects, which in our realm stand
 * for SVGMatrix and SVGPoint as SVG 2 says; lists that write the attribute when they are changed.
 *
 * SVG 2 §8.12 https://svgwg.org/svg2-draft/coords.html#InterfaceSVGTransform
 *
 * Differs: changing the matrix of a transform changes no attribute; setMatrix() does.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { askEngine } from '../engine-link.ts';
import { DOMMatrix, flatMatrix, matrixFrom } from '../geometry-matrix.ts';
import { append, bareArray, create } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { eagerAnimated, listValues } from './svg/animated-values.ts';
import {
  asFloat,
  floatOf,
  isAtEnd,
  numberText,
  type Reading,
  skipSeparator,
  skipSpace,
  takeCode,
  takeNumber,
  takeWord,
} from './svg/number-text.ts';
import { newPoint } from './svg/number-values.ts';
import {
  actOnList,
  FREE,
  type Item,
  itemChanged,
  itemObject,
  itemOf,
  replaceAllItems,
  takenItem,
  type ValueKind,
  valueList,
  writableItem,
} from './svg/value-list.ts';

const TYPES = ['unknown', 'matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY'] as const;
const drawn = new Float64Array(10);

interface Transform extends Item {
  type: number;
  angle: number;
  matrix: DOMMatrix;
  /** As the attribute writes it. */
  text: string;
}

const TRANSFORMS: ValueKind = {
  interfaceName: 'SVGTransformList',
  separator: ' ',
  /** With an error in it, a text is no transform at all. */
  parse(text, out) {
    const reading = { text, at: 0 };
    skipSpace(reading);
    for (let isMore = !isAtEnd(reading); isMore; ) {
      const transform = takeTransform(reading);
      if (transform === null) {
        out.length = 0;
        return;
      }
      append(out, transform);
      // Behind a comma there has to be another one.
      isMore = skipSeparator(reading) || !isAtEnd(reading);
    }
  },
  textOf: (item) => (item as Transform).text,
  given: (item, isReadOnly) => transformObject(item as Transform, isReadOnly),
  taken: (value) =>
    takenItem<Transform>(value, 'SVGTransform', ({ type, angle, matrix, text }) =>
      newItem(type, angle, matrixFrom(DOMMatrix, matrix), text),
    ),
};

function newItem(type: number, angle: number, matrix: DOMMatrix, text: string): Transform {
  return { ...FREE, type, angle, matrix, text };
}

function transformObject(item: Transform, isReadOnly: boolean): object {
  return itemObject(item, 'SVGTransform', isReadOnly, () => create(prototypeOf('SVGTransform')) as object);
}

/** The transforms of an attribute. */
export function animatedTransforms(element: PageNode, name: string): object {
  const list = valueList(element, name, TRANSFORMS);
  return eagerAnimated('SVGAnimatedTransformList', listValues(list, prototypeOf('SVGTransformList')));
}

function ofMatrix(matrix: DOMMatrix): Transform {
  const { a, b, c, d, e, f } = matrix as unknown as Record<string, number>;
  return newItem(1, 0, matrix, written('matrix', a!, b!, c!, d!, e!, f!));
}

function written(name: string, ...values: readonly number[]): string {
  let text = `${name}(`;
  for (let at = 0; at < values.length; at++) text += `${at === 0 ? '' : ' '}${numberText(values[at]!)}`;
  return `${text})`;
}

function translated(x: number, y: number): Transform {
  return newItem(2, 0, new DOMMatrix().translate(x, y), written('translate', x, y));
}

function scaled(x: number, y: number): Transform {
  return newItem(3, 0, new DOMMatrix().scale(x, y), written('scale', x, y));
}

/** The point that it turns around is written where there is one. */
function rotated(angle: number, x: number, y: number): Transform {
  const matrix = new DOMMatrix().translate(x, y).rotate(angle).translate(-x, -y);
  return newItem(4, angle, matrix, x === 0 && y === 0 ? written('rotate', angle) : written('rotate', angle, x, y));
}

function skewed(angle: number, isX: boolean): Transform {
  const identity = new DOMMatrix();
  const matrix = isX ? identity.skewX(angle) : identity.skewY(angle);
  return newItem(isX ? 5 : 6, angle, matrix, written(isX ? 'skewX' : 'skewY', angle));
}

/** The function that begins here, with as many numbers as it takes; `null` for none. */
function takeTransform(reading: Reading): Transform | null {
  const name = takeWord(reading);
  skipSpace(reading);
  if (!takeCode(reading, 0x28)) return null;
  const values = bareArray<number>();
  skipSpace(reading);
  for (let value = takeNumber(reading); value !== null && values.length < 7; value = takeNumber(reading)) {
    append(values, value);
    skipSeparator(reading);
  }
  if (!takeCode(reading, 0x29)) return null;
  const { 0: x = 0, 1: y = 0, 2: z = 0 } = values;
  const count = values.length;
  switch (name) {
    case 'matrix':
      return count === 6 ? ofMatrix(flatMatrix(x, y, z, values[3]!, values[4]!, values[5]!)) : null;
    case 'translate':
      return count === 1 || count === 2 ? translated(x, y) : null;
    case 'scale':
      return count === 1 || count === 2 ? scaled(x, count === 1 ? x : y) : null;
    case 'rotate':
      return count === 1 || count === 3 ? rotated(x, y, z) : null;
    case 'skewX':
    case 'skewY':
      return count === 1 ? skewed(x, name === 'skewX') : null;
    default:
      return null;
  }
}

/** From an element's own coordinates to the viewport; `null` for one that is not drawn. */
function toViewport(element: PageNode): DOMMatrix | null {
  if (askEngine((engine) => engine.drawnElement(element, drawn)) !== true) return null;
  return flatMatrix(drawn[4]!, drawn[5]!, drawn[6]!, drawn[7]!, drawn[8]!, drawn[9]!);
}

function outerSvg(element: PageNode): PageNode {
  let found = element;
  for (let at: PageNode | null = element; at !== null; at = at[PARENT_NODE] as PageNode | null) {
    if (at[LOCAL_NAME] === 'svg') found = at;
  }
  return found;
}

export function installSvgTransforms(): void {
  defineInterface('SVGTransformList', null);
  defineInterface('SVGTransform', null);
  defineMembers<PageNode>('SVGGraphicsElement', {
    getScreenCTM(): DOMMatrix | null {
      return toViewport(this);
    },
    getCTM(): DOMMatrix | null {
      const matrix = toViewport(this);
      if (matrix === null) return null;
      // Up to the corner of the image's content box, which the outermost <svg>'s matrix without its view box leads to.
      const outer = outerSvg(this);
      askEngine((engine) => engine.rects(outer, drawn));
      return new DOMMatrix().translate(-drawn[0]!, -drawn[1]!).multiply(matrix);
    },
  });
  defineMembers<PageNode>('SVGSVGElement', {
    createSVGMatrix(): DOMMatrix {
      return new DOMMatrix();
    },
    createSVGPoint(): object {
      return newPoint(0, 0);
    },
    createSVGTransform(): object {
      return transformObject(ofMatrix(new DOMMatrix()), false);
    },
    createSVGTransformFromMatrix(matrix: unknown): object {
      return transformObject(ofMatrix(matrixFrom(DOMMatrix, matrix)), false);
    },
  });
  installTransform();
  installList();
}

function installTransform(): void {
  const constants: Record<string, number> = {};
  TYPES.forEach((name, at) => {
    constants[`SVG_TRANSFORM_${name.toUpperCase()}`] = at;
  });
  defineConstants('SVGTransform', constants);
  const become = (object: object, { type, angle, matrix, text }: Transform): void => {
    const transform = writableItem(object, 'SVGTransform') as Transform;
    transform.type = type;
    transform.angle = angle;
    transform.matrix = matrix;
    transform.text = text;
    itemChanged(transform);
  };
  const transformOf = (object: object): Transform => itemOf(object, 'SVGTransform') as Transform;
  defineMembers<object>('SVGTransform', {
    get type(): number {
      return transformOf(this).type;
    },
    get matrix(): DOMMatrix {
      return transformOf(this).matrix;
    },
    get angle(): number {
      return asFloat(transformOf(this).angle);
    },
    setMatrix(matrix: unknown): void {
      become(this, ofMatrix(matrixFrom(DOMMatrix, matrix)));
    },
    setTranslate(x: unknown, y: unknown): void {
      become(this, translated(floatOf(x), floatOf(y)));
    },
    setScale(x: unknown, y: unknown): void {
      become(this, scaled(floatOf(x), floatOf(y)));
    },
    setRotate(angle: unknown, x: unknown, y: unknown): void {
      become(this, rotated(floatOf(angle), floatOf(x), floatOf(y)));
    },
    setSkewX(angle: unknown): void {
      become(this, skewed(floatOf(angle), true));
    },
    setSkewY(angle: unknown): void {
      become(this, skewed(floatOf(angle), false));
    },
  });
}

function installList(): void {
  defineMembers<object>('SVGTransformList', {
    get length(): unknown {
      return actOnList(this, 'length', []);
    },
    get numberOfItems(): unknown {
      return actOnList(this, 'numberOfItems', []);
    },
    clear(): unknown {
      return actOnList(this, 'clear', []);
    },
    getItem(index: unknown): unknown {
      return actOnList(this, 'getItem', [index]);
    },
    initialize(item: unknown): unknown {
      return actOnList(this, 'initialize', [item]);
    },
    insertItemBefore(item: unknown, index: unknown): unknown {
      return actOnList(this, 'insertItemBefore', [item, index]);
    },
    appendItem(item: unknown): unknown {
      return actOnList(this, 'appendItem', [item]);
    },
    replaceItem(item: unknown, index: unknown): unknown {
      return actOnList(this, 'replaceItem', [item, index]);
    },
    removeItem(index: unknown): unknown {
      return actOnList(this, 'removeItem', [index]);
    },
    createSVGTransformFromMatrix(matrix: unknown): object {
      return transformObject(ofMatrix(matrixFrom(DOMMatrix, matrix)), false);
    },
    /** All of them as one matrix, which is then the only one. */
    consolidate(): unknown {
      return replaceAllItems(this, (items) => {
        if (items.length === 0) return null;
        let matrix = new DOMMatrix();
        for (let at = 0; at < items.length; at++) matrix = matrix.multiply((items[at] as Transform).matrix);
        return ofMatrix(matrix);
      });
    },
  });
}
