/**
 * Members of SVG elements: className, lengths, viewBox, owners, and boxes from layout.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html#InterfaceSVGElement
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import { DOMRect } from '../geometry.ts';
import { DOMPoint } from '../geometry-matrix.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import { namespaceUri, type PageNode, SVG_NAMESPACE } from './create-node.ts';
import { indexedById } from './element-index.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { textContentOf } from './node-members.ts';
import { installSvgAttributes } from './svg-attributes.ts';
import { installSvgTransforms } from './svg-transforms.ts';
import { animatedValue, installSvgValues } from './svg-values.ts';

/** Lengths by interface; each is an SVGAnimatedLength with what it is when absent. */
const LENGTHS: readonly (readonly [interfaceName: string, names: string])[] = [
  ['SVGSVGElement', 'x y width=100% height=100%'],
  ['SVGRectElement', 'x y width height rx ry'],
  ['SVGCircleElement', 'cx cy r'],
  ['SVGEllipseElement', 'cx cy rx ry'],
  ['SVGLineElement', 'x1 y1 x2 y2'],
  ['SVGImageElement', 'x y width height'],
  ['SVGForeignObjectElement', 'x y width height'],
  ['SVGUseElement', 'x y width height'],
  ['SVGPatternElement', 'x y width height'],
  ['SVGMaskElement', 'x y width height'],
  ['SVGFilterElement', 'x y width height'],
  ['SVGMarkerElement', 'refX refY markerWidth=3 markerHeight=3'],
  ['SVGLinearGradientElement', 'x1 y1 x2=100% y2'],
  ['SVGRadialGradientElement', 'cx=50% cy=50% r=50% fx fy'],
];

const WITH_HREF = ['SVGAElement', 'SVGUseElement', 'SVGImageElement', 'SVGTextPathElement', 'SVGGradientElement'];

function defineAnimated(
  interfaceName: string,
  property: string,
  valueInterface: string,
  name: string,
  fallback: string | null,
  byDefault: string,
): void {
  const cache = new WeakMap<StoreNode, object>();
  defineMembers<PageNode>(interfaceName, {
    get [property](): object {
      const element = this as unknown as PageNode;
      return animatedValue(cache, valueInterface, { element, attribute: name, fallback, byDefault });
    },
  });
}

function isSvg(node: PageNode | null): node is PageNode {
  return node !== null && node[NODE_TYPE] === 1 && namespaceUri(node) === SVG_NAMESPACE;
}

/** The nearest <svg> around an element. */
function ownerSvg(element: PageNode): PageNode | null {
  for (let at = element[PARENT_NODE]; isSvg(at); at = at[PARENT_NODE]) if (at[LOCAL_NAME] === 'svg') return at;
  return null;
}

function farthestSvg(element: PageNode): PageNode | null {
  let found = element[LOCAL_NAME] === 'svg' ? element : null;
  for (let at = ownerSvg(element); at !== null; at = ownerSvg(at)) found = at;
  return found;
}

/** The box in the element's own coordinates, without what draws outside of its geometry. */
function boxOf(element: PageNode): DOMRect {
  return askEngine((engine) => engine.drawnElement(element, drawn)) === true
    ? new DOMRect(drawn[0], drawn[1], drawn[2], drawn[3])
    : new DOMRect();
}

function viewBoxNumbers(svg: PageNode): readonly number[] | null {
  const text = attribute(svg, 'viewBox');
  if (text === null) return null;
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null;
}

const viewBoxes = new WeakMap<object, PageNode>();
const drawn = new Float64Array(10);
const outline = new Float64Array(3);

function measure(element: PageNode, distance: number): Float64Array {
  for (let at = 0; at < 3; at++) outline[at] = 0;
  askEngine((engine) => engine.outlineOf(element, distance, outline));
  return outline;
}

export function installSvg(): void {
  installSvgValues();
  defineInterface('SVGAnimatedRect', null);
  defineAnimated('SVGElement', 'className', 'SVGAnimatedString', 'class', null, '');
  defineMembers<PageNode>('SVGElement', {
    get ownerSVGElement(): PageNode | null {
      return ownerSvg(this);
    },
    get viewportElement(): PageNode | null {
      return ownerSvg(this);
    },
  });
  for (const [interfaceName, names] of LENGTHS) {
    for (const entry of names.split(' ')) {
      const [name, byDefault = '0'] = entry.split('=');
      defineAnimated(interfaceName, name!, 'SVGAnimatedLength', name!, null, byDefault);
    }
  }
  for (const name of WITH_HREF) defineAnimated(name, 'href', 'SVGAnimatedString', 'href', 'xlink:href', '');
  defineAnimated('SVGAElement', 'target', 'SVGAnimatedString', 'target', null, '');
  defineAnimated('SVGStopElement', 'offset', 'SVGAnimatedNumber', 'offset', null, '0');
  defineMembers<PageNode>('SVGGraphicsElement', {
    getBBox(): DOMRect {
      return boxOf(this);
    },
    get nearestViewportElement(): PageNode | null {
      return ownerSvg(this);
    },
    get farthestViewportElement(): PageNode | null {
      return farthestSvg(this);
    },
  });
  defineMembers<PageNode>('SVGGeometryElement', {
    getTotalLength(): number {
      return measure(this, 0)[0]!;
    },
    getPointAtLength(distance: unknown): DOMPoint {
      const found = measure(this, Number(distance));
      return new DOMPoint(found[1]!, found[2]!);
    },
  });
  defineMembers<PageNode>('SVGTextContentElement', {
    getComputedTextLength(): number {
      return boxOf(this).width;
    },
    getNumberOfChars(): number {
      return textContentOf(this).length;
    },
  });
  installSvgRoot();
  installSvgAttributes();
  installSvgTransforms();
}

function installSvgRoot(): void {
  defineMembers<PageNode>('SVGSVGElement', {
    get viewBox(): object {
      const rect = create(prototypeOf('SVGAnimatedRect')) as object;
      weakSet(viewBoxes, rect, this);
      return rect;
    },
    get currentScale(): number {
      return 1;
    },
    getElementById(id: unknown): PageNode | null {
      const found = indexedById(`${id}`);
      for (let at = found; at !== null; at = at[PARENT_NODE]) if (at === this) return found;
      return null;
    },
    suspendRedraw(): number {
      return 0;
    },
    unsuspendRedraw(): void {},
    unsuspendRedrawAll(): void {},
    forceRedraw(): void {},
    pauseAnimations(): void {},
    unpauseAnimations(): void {},
    animationsPaused(): boolean {
      return false;
    },
    getCurrentTime(): number {
      return 0;
    },
    setCurrentTime(): void {},
    createSVGRect(): DOMRect {
      return new DOMRect();
    },
  });
  const viewBoxRect = function (this: object): DOMRect | null {
    const svg = weakGet(viewBoxes, this);
    if (svg === undefined) throw new TypeError('Illegal invocation');
    const numbers = viewBoxNumbers(svg);
    return numbers === null ? new DOMRect() : new DOMRect(numbers[0], numbers[1], numbers[2], numbers[3]);
  };
  defineMembers<object>('SVGAnimatedRect', {
    get baseVal(): DOMRect | null {
      return viewBoxRect.call(this);
    },
    get animVal(): DOMRect | null {
      return viewBoxRect.call(this);
    },
  });
}
