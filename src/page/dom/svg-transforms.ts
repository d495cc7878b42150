/**
 * Coordinates of SVG elements: matrices to the viewport, points, and the list of an element's transforms.
 *
 * In:  'transform' attributes and what layout made of them. Out: DOMMatrix and DOMPoint objects, which in our realm stand
 * for SVGMatrix and SVGPoint as SVG 2 says; lists that write the attribute when they are changed.
 *
 * SVG 2 §8.12 https://svgwg.org/svg2-draft/coords.html#InterfaceSVGTransform
 *
 * Differs: a transform keeps no link to the list that it was taken from, so that changing it later changes no attribute.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { DOMMatrix, DOMPoint, flatMatrix, matrixFrom } from '../geometry-matrix.ts';
import { append, type BareArray, bareArray, create, weakGet, weakSet } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

const TYPES = ['unknown', 'matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY'] as const;
const drawn = new Float64Array(10);

interface Transform {
  type: number;
  angle: number;
  matrix: DOMMatrix;
  /** As the attribute writes it. */
  text: string;
}

const transforms = new WeakMap<object, Transform>();
const listOwners = new WeakMap<object, PageNode>();

function make(interfaceName: string): object {
  return create(prototypeOf(interfaceName)) as object;
}

function newTransform(transform: Transform): object {
  const object = make('SVGTransform');
  weakSet(transforms, object, transform);
  return object;
}

function transformOf(object: unknown): Transform {
  const transform = typeof object === 'object' && object !== null ? weakGet(transforms, object) : undefined;
  if (transform === undefined) throw new TypeError("The object is not of type 'SVGTransform'.");
  return transform;
}

function ofMatrix(matrix: DOMMatrix): Transform {
  const { a, b, c, d, e, f } = matrix as unknown as Record<string, number>;
  return { type: 1, angle: 0, matrix, text: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` };
}

/** The transforms of an attribute, each on its own. */
function readList(element: PageNode): BareArray<Transform> {
  const list = bareArray<Transform>();
  const pattern = /([a-z]+)\s*\(([^)]*)\)/gi;
  const text = attribute(element, 'transform') ?? '';
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const values = match[2]!
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const made = parsedTransform(match[1]!, values);
    if (made !== null) append(list, { ...made, text: match[0] });
  }
  return list;
}

function parsedTransform(name: string, values: readonly number[]): Omit<Transform, 'text'> | null {
  const [x = 0, y, z = 0] = values;
  const identity = new DOMMatrix();
  switch (name) {
    case 'matrix':
      return { type: 1, angle: 0, matrix: flatMatrix(x, y ?? 0, z, values[3] ?? 0, values[4] ?? 0, values[5] ?? 0) };
    case 'translate':
      return { type: 2, angle: 0, matrix: identity.translate(x, y ?? 0) };
    case 'scale':
      return { type: 3, angle: 0, matrix: identity.scale(x, y ?? x) };
    case 'rotate':
      return {
        type: 4,
        angle: x,
        matrix: identity
          .translate(y ?? 0, z)
          .rotate(x)
          .translate(-(y ?? 0), -z),
      };
    case 'skewX':
      return { type: 5, angle: x, matrix: identity.skewX(x) };
    case 'skewY':
      return { type: 6, angle: x, matrix: identity.skewY(x) };
    default:
      return null;
  }
}

function writeList(element: PageNode, list: BareArray<Transform>): void {
  let text = '';
  for (let at = 0; at < list.length; at++) text += `${at === 0 ? '' : ' '}${list[at]!.text}`;
  if (text === '') removeAttributeValue(element, 'transform');
  else setAttributeValue(element, 'transform', text);
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
  defineInterface('SVGAnimatedTransformList', null);
  defineInterface('SVGTransformList', null);
  defineInterface('SVGTransform', null);
  defineMembers<PageNode>('SVGGraphicsElement', {
    get transform(): object {
      const list = make('SVGAnimatedTransformList');
      weakSet(listOwners, list, this);
      return list;
    },
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
    createSVGPoint(): DOMPoint {
      return new DOMPoint();
    },
    createSVGTransform(): object {
      return newTransform(ofMatrix(new DOMMatrix()));
    },
    createSVGTransformFromMatrix(matrix: unknown): object {
      return newTransform(ofMatrix(matrixFrom(DOMMatrix, matrix)));
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
  const become = (object: object, type: number, angle: number, matrix: DOMMatrix, text: string): void => {
    const transform = transformOf(object);
    transform.type = type;
    transform.angle = angle;
    transform.matrix = matrix;
    transform.text = text;
  };
  defineMembers<object>('SVGTransform', {
    get type(): number {
      return transformOf(this).type;
    },
    get matrix(): DOMMatrix {
      return transformOf(this).matrix;
    },
    get angle(): number {
      return transformOf(this).angle;
    },
    setMatrix(matrix: unknown): void {
      const made = ofMatrix(matrixFrom(DOMMatrix, matrix));
      become(this, 1, 0, made.matrix, made.text);
    },
    setTranslate(x: unknown, y: unknown): void {
      become(this, 2, 0, new DOMMatrix().translate(x, y), `translate(${Number(x)} ${Number(y)})`);
    },
    setScale(x: unknown, y: unknown): void {
      become(this, 3, 0, new DOMMatrix().scale(x, y), `scale(${Number(x)} ${Number(y)})`);
    },
    setRotate(angle: unknown, x: unknown, y: unknown): void {
      const [left, top] = [Number(x), Number(y)];
      const matrix = new DOMMatrix().translate(left, top).rotate(angle).translate(-left, -top);
      become(this, 4, Number(angle), matrix, `rotate(${Number(angle)} ${left} ${top})`);
    },
    setSkewX(angle: unknown): void {
      become(this, 5, Number(angle), new DOMMatrix().skewX(angle), `skewX(${Number(angle)})`);
    },
    setSkewY(angle: unknown): void {
      become(this, 6, Number(angle), new DOMMatrix().skewY(angle), `skewY(${Number(angle)})`);
    },
  });
}

function installList(): void {
  const ownerOf = (object: object): PageNode => {
    const owner = weakGet(listOwners, object);
    if (owner === undefined) throw new TypeError('Illegal invocation');
    return owner;
  };
  const listOf = (animated: object): object => {
    const list = make('SVGTransformList');
    weakSet(listOwners, list, ownerOf(animated));
    return list;
  };
  defineMembers<object>('SVGAnimatedTransformList', {
    get baseVal(): object {
      return listOf(this);
    },
    get animVal(): object {
      return listOf(this);
    },
  });
  const checked = (list: BareArray<Transform>, index: unknown): number => {
    const at = Number(index) >>> 0;
    if (at < list.length) return at;
    throw domException('IndexSizeError', `The index provided (${at}) is greater than or equal to the maximum bound.`);
  };
  const change = (object: object, edit: (list: BareArray<Transform>) => void): void => {
    const owner = ownerOf(object);
    const list = readList(owner);
    edit(list);
    writeList(owner, list);
  };
  defineMembers<object>('SVGTransformList', {
    get numberOfItems(): number {
      return readList(ownerOf(this)).length;
    },
    get length(): number {
      return readList(ownerOf(this)).length;
    },
    clear(): void {
      removeAttributeValue(ownerOf(this), 'transform');
    },
    getItem(index: unknown): object {
      const list = readList(ownerOf(this));
      return newTransform(list[checked(list, index)]!);
    },
    initialize(item: unknown): unknown {
      setAttributeValue(ownerOf(this), 'transform', transformOf(item).text);
      return item;
    },
    appendItem(item: unknown): unknown {
      change(this, (list) => append(list, transformOf(item)));
      return item;
    },
    replaceItem(item: unknown, index: unknown): unknown {
      change(this, (list) => {
        list[checked(list, index)] = transformOf(item);
      });
      return item;
    },
    removeItem(index: unknown): object {
      let removed: Transform | null = null;
      change(this, (list) => {
        const from = checked(list, index);
        removed = list[from]!;
        for (let at = from; at + 1 < list.length; at++) list[at] = list[at + 1]!;
        list.length--;
      });
      return newTransform(removed!);
    },
    createSVGTransformFromMatrix(matrix: unknown): object {
      return newTransform(ofMatrix(matrixFrom(DOMMatrix, matrix)));
    },
    /** All of them as one matrix, which is then the only one. */
    consolidate(): object | null {
      const owner = ownerOf(this);
      const list = readList(owner);
      if (list.length === 0) return null;
      let matrix = new DOMMatrix();
      for (let at = 0; at < list.length; at++) matrix = matrix.multiply(list[at]!.matrix);
      const made = ofMatrix(matrix);
      setAttributeValue(owner, 'transform', made.text);
      return newTransform(made);
    },
  });
}
