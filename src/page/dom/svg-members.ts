/**
 * Members of SVG elements: className, lengths, viewBox, owners, and boxes from layout.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html#InterfaceSVGElement
 *
 * Differs: getBBox() gives the rectangle on the screen from the corner of the nearest <svg>, without undoing transforms.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { boundingRect, DOMRect, rectsOf } from '../geometry.ts';
import { create, weakGet, weakSet } from '../primordials.ts';
import { namespaceUri, type PageNode, SVG_NAMESPACE } from './create-node.ts';
import { indexedById } from './element-index.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
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
  return node !== null && node.nodeType === 1 && namespaceUri(node) === SVG_NAMESPACE;
}

/** The nearest <svg> around an element. */
function ownerSvg(element: PageNode): PageNode | null {
  for (let at = element.parentNode; isSvg(at); at = at.parentNode) if (at.localName === 'svg') return at;
  return null;
}

function farthestSvg(element: PageNode): PageNode | null {
  let found = element.localName === 'svg' ? element : null;
  for (let at = ownerSvg(element); at !== null; at = ownerSvg(at)) found = at;
  return found;
}

function boxOf(element: PageNode): DOMRect {
  const rect = boundingRect(rectsOf(element));
  const svg = ownerSvg(element);
  if (svg === null) return new DOMRect(0, 0, rect.width, rect.height);
  const origin = boundingRect(rectsOf(svg));
  const [scaleX, scaleY, left, top] = viewScale(svg, origin);
  return new DOMRect(
    (rect.x - origin.x) / scaleX + left,
    (rect.y - origin.y) / scaleY + top,
    rect.width / scaleX,
    rect.height / scaleY,
  );
}

/** How many pixels a unit of an <svg>'s inside is, and where its inside begins. */
function viewScale(svg: PageNode, rect: DOMRect): readonly [number, number, number, number] {
  const numbers = viewBoxNumbers(svg);
  if (numbers === null || !(numbers[2]! > 0) || !(numbers[3]! > 0) || rect.width === 0 || rect.height === 0) {
    return [1, 1, 0, 0];
  }
  const scaleX = rect.width / numbers[2]!;
  const scaleY = rect.height / numbers[3]!;
  const isStretched = (attribute(svg, 'preserveAspectRatio') ?? '').includes('none');
  if (isStretched) return [scaleX, scaleY, numbers[0]!, numbers[1]!];
  const scale = Math.min(scaleX, scaleY);
  // Centred in what is left over, as by default.
  const left = numbers[0]! - (rect.width / scale - numbers[2]!) / 2;
  const top = numbers[1]! - (rect.height / scale - numbers[3]!) / 2;
  return [scale, scale, left, top];
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
  installSvgRoot();
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
      for (let at = found; at !== null; at = at.parentNode) if (at === this) return found;
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
