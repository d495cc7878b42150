/**
 * Members of SVG elements that are no attributes: owners, boxes from layout, outlines, and what an image itself can do.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html#InterfaceSVGElement, §5.13.1 (SVGSVGElement)
 *
 * Differs: 'currentScale' and 'currentTranslate' are kept, and move nothing.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { encodedAddress } from '../document-address.ts';
import { askEngine } from '../engine-link.ts';
import { queueTask } from '../event-loop.ts';
import { isFetched, loadImage } from '../image-loading.ts';
import { weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { indexedById } from './element-index.ts';
import { defineMembers } from './interfaces.ts';
import { deselect } from './selection.ts';
import { newAngle } from './svg/angles.ts';
import { installAnimatedValues } from './svg/animated-values.ts';
import { installHitQueries } from './svg/hit-queries.ts';
import { installLengths, newLength } from './svg/lengths.ts';
import { asFloat, floatOf } from './svg/number-text.ts';
import { newNumber, newPoint, newRect } from './svg/number-values.ts';
import { installTextPlaces } from './svg/text-places.ts';
import { installTimelines } from './svg/timeline.ts';
import { farthestSvg, ownerSvg } from './svg/viewports.ts';
import { installSvgAttributes } from './svg-attributes.ts';
import { installSvgTransforms } from './svg-transforms.ts';
import { installSvgValues } from './svg-values.ts';
import { isConnected } from './tree.ts';

const drawn = new Float64Array(10);
const outline = new Float64Array(3);

/** The box in the element's own coordinates, without what draws outside of its geometry. */
function boxOf(element: PageNode): object {
  return askEngine((engine) => engine.drawnElement(element, drawn)) === true
    ? newRect(drawn[0]!, drawn[1]!, drawn[2]!, drawn[3]!)
    : newRect(0, 0, 0, 0);
}

function measure(element: PageNode, distance: number): Float64Array {
  for (let at = 0; at < 3; at++) outline[at] = 0;
  askEngine((engine) => engine.outlineOf(element, distance, outline));
  return outline;
}

export function installSvg(): void {
  installSvgValues();
  installLengths();
  installAnimatedValues();
  defineMembers<PageNode>('SVGElement', {
    get ownerSVGElement(): PageNode | null {
      return ownerSvg(this);
    },
    get viewportElement(): PageNode | null {
      return ownerSvg(this);
    },
  });
  defineMembers<PageNode>('SVGGraphicsElement', {
    getBBox(): object {
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
    getPointAtLength(distance: unknown): object {
      const found = measure(this, Number(distance));
      return newPoint(found[1]!, found[2]!);
    },
  });
  installSvgRoot();
  installZoomAndPan();
  installImageDecoding();
  installSvgAttributes();
  installSvgTransforms();
  installHitQueries();
  installTextPlaces();
  installTimelines();
}

const scales = new WeakMap<StoreNode, number>();
const translations = new WeakMap<StoreNode, object>();

/** Only an image that is in no other, and in the document, can be scaled. */
function isOutermost(svg: PageNode): boolean {
  return isConnected(svg) && ownerSvg(svg) === null;
}

function installSvgRoot(): void {
  defineMembers<PageNode>('SVGSVGElement', {
    get currentScale(): number {
      return isOutermost(this) ? (weakGet(scales, this) ?? 1) : 1;
    },
    set currentScale(value: unknown) {
      const scale = floatOf(value);
      if (isOutermost(this)) weakSet(scales, this, asFloat(scale));
    },
    get currentTranslate(): object {
      let point = weakGet(translations, this);
      if (point === undefined) {
        point = newPoint(0, 0);
        weakSet(translations, this, point);
      }
      return point;
    },
    getElementById(id: unknown): PageNode | null {
      const found = indexedById(`${id}`);
      for (let at = found; at !== null; at = at[PARENT_NODE]) if (at === this) return found;
      return null;
    },
    deselectAll(): void {
      deselect(this[OWNER_DOCUMENT]!);
    },
    suspendRedraw(): number {
      return 0;
    },
    unsuspendRedraw(): void {},
    unsuspendRedrawAll(): void {},
    forceRedraw(): void {},
    createSVGNumber(): object {
      return newNumber();
    },
    createSVGLength(): object {
      return newLength();
    },
    createSVGAngle(): object {
      return newAngle();
    },
    createSVGRect(): object {
      return newRect(0, 0, 0, 0);
    },
  });
}

const ZOOM_WORDS: Readonly<Record<string, number>> = { __proto__: null as never, disable: 1, magnify: 2 };
/** What a script has set, and the attribute as it was then: whoever changes it counts again. */
const zooms = new WeakMap<StoreNode, { readonly number: number; readonly text: string | null }>();

function installZoomAndPan(): void {
  for (const name of ['SVGSVGElement', 'SVGViewElement']) {
    defineMembers<PageNode>(name, {
      get zoomAndPan(): number {
        const text = attribute(this, 'zoomAndPan');
        const set = weakGet(zooms, this);
        if (set !== undefined && set.text === text) return set.number;
        return text === null ? 2 : (ZOOM_WORDS[text] ?? 0);
      },
      set zoomAndPan(value: unknown) {
        const number = Number(value) & 0xffff;
        weakSet(zooms, this, { number: number > 2 ? 0 : number, text: attribute(this, 'zoomAndPan') });
      },
    });
  }
}

// Captured: the page may replace the global.
const PagePromise = Promise;
const imageSize = new Float64Array(2);

/** An image that is fetched is waited for; where none is, one with an address counts as loaded, as <img> does. */
function decoded(image: PageNode): Promise<void> {
  const href = attribute(image, 'href') ?? attribute(image, 'xlink:href') ?? '';
  const url = href === '' ? null : encodedAddress(href);
  return new PagePromise((resolve, reject) => {
    const settle = (): void => {
      const isBroken = url === null || askEngine((engine) => engine.dataImageSize(url, imageSize)) === -1;
      if (isBroken) reject(domException('EncodingError', 'The source image cannot be decoded.'));
      else resolve();
    };
    if (url !== null && isFetched(url)) loadImage(url, settle);
    else queueTask(settle);
  });
}

function installImageDecoding(): void {
  defineMembers<PageNode>('SVGImageElement', {
    decode(): Promise<void> {
      return decoded(this);
    },
  });
}
