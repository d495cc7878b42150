/**
 * Attributes of SVG elements as objects.
 *
 * In:  a table of interfaces, kinds of values and names. Out: members whose objects have what the attributes say. They are
 * made when they are asked for.
 *
 * SVG 2 https://svgwg.org/svg2-draft/idlindex.html, Filter Effects 1 §9 https://www.w3.org/TR/filter-effects-1/, SVG 2 §14, CSS Masking 1 §10
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { weakGet, weakSet } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { defineConstants, defineMembers, prototypeOf } from './interfaces.ts';
import { angleOfAttribute, fitOfAttribute, ORIENT, orientToAngle, orientToAuto } from './svg/angles.ts';
import { eagerAnimated, lateAnimated, listValues } from './svg/animated-values.ts';
import { animatedLength, LENGTHS } from './svg/lengths.ts';
import { COMMA_TEXTS, NUMBERS, POINTS, rectOfAttribute, SPACED_TEXTS } from './svg/number-values.ts';
import { listObject, type ValueList, valueList } from './svg/value-list.ts';
import { animatedTransforms } from './svg-transforms.ts';
import { makeAnimated } from './svg-values.ts';

const UNITS = 'userSpaceOnUse objectBoundingBox';
const MODES =
  'normal multiply screen darken lighten overlay color-dodge color-burn hard-light soft-light difference exclusion hue ' +
  'saturation color luminosity';
/** Where the result of a step of a filter goes. */
const STEP = 'L x=0% y=0% width=100% height=100%|S result';
const LIGHT = `S in1:in|N surfaceScale=1|N kernelUnitLengthX:kernelUnitLength kernelUnitLengthY:kernelUnitLength.1|${STEP}`;

const TESTS = 'X requiredExtensions|C systemLanguage';
const PICTURE = 'R viewBox|F preserveAspectRatio';
const BOX = 'L x y width height';
/** A tenth more on every side. */
const LARGER_BOX = 'L x=-10% y=-10% width=120% height=120%';

/**
 * By interface: L length, N number, I integer, S text, B truth, E(words) one of these; lists: M of lengths, Y of numbers,
 * T of transforms, X of texts between spaces, C between commas; P points, Q the same unchangeable, R rectangle, A angle,
 * O kind of angle, F fit. `name:attribute.1=default` is the second number of an attribute with another name.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  SVGFEBlend: `S in1:in in2|E(${MODES}) mode=normal|${STEP}`,
  SVGFEColorMatrix: `S in1:in|E(matrix saturate hueRotate luminanceToAlpha) type=matrix|Y values|${STEP}`,
  SVGFEComponentTransfer: `S in1:in|${STEP}`,
  SVGComponentTransferFunction:
    'E(identity table discrete linear gamma) type=identity|Y tableValues|N slope=1 intercept=0 amplitude=1 exponent=1 offset=0',
  SVGFEComposite: `S in2 in1:in|E(over in out atop xor arithmetic) operator=over|N k1=0 k2=0 k3=0 k4=0|${STEP}`,
  SVGFEConvolveMatrix:
    'S in1:in|I orderX:order=3 orderY:order.1=3|Y kernelMatrix|N divisor=1 bias=0|I targetX=0 targetY=0|E(duplicate wrap none) ' +
    `edgeMode=duplicate|N kernelUnitLengthX:kernelUnitLength kernelUnitLengthY:kernelUnitLength.1|B preserveAlpha|${STEP}`,
  SVGFEDiffuseLighting: `N diffuseConstant=1|${LIGHT}`,
  SVGFESpecularLighting: `N specularConstant=1 specularExponent=1|${LIGHT}`,
  SVGFEDisplacementMap: `S in1:in in2|N scale=0|E(R G B A) xChannelSelector=A yChannelSelector=A|${STEP}`,
  SVGFEDistantLight: 'N azimuth=0 elevation=0',
  SVGFEDropShadow: `S in1:in|N dx=2 dy=2 stdDeviationX:stdDeviation=2 stdDeviationY:stdDeviation.1=2|${STEP}`,
  SVGFEFlood: STEP,
  SVGFEGaussianBlur: `S in1:in|N stdDeviationX:stdDeviation=0 stdDeviationY:stdDeviation.1=0|${STEP}`,
  SVGFEImage: `F preserveAspectRatio|${STEP}|S href`,
  SVGFEMerge: STEP,
  SVGFEMergeNode: 'S in1:in',
  SVGFEMorphology: `S in1:in|E(erode dilate) operator=erode|N radiusX:radius=0 radiusY:radius.1=0|${STEP}`,
  SVGFEOffset: `S in1:in|N dx=0 dy=0|${STEP}`,
  SVGFEPointLight: 'N x=0 y=0 z=0',
  SVGFESpotLight: 'N x=0 y=0 z=0 pointsAtX=0 pointsAtY=0 pointsAtZ=0 specularExponent=1 limitingConeAngle=0',
  SVGFETile: `S in1:in|${STEP}`,
  SVGFETurbulence:
    'N baseFrequencyX:baseFrequency=0 baseFrequencyY:baseFrequency.1=0|I numOctaves=1|N seed=0|E(stitch noStitch) ' +
    `stitchTiles=noStitch|E(fractalNoise turbulence) type=turbulence|${STEP}`,
  SVGFilter: `E(${UNITS}) filterUnits=objectBoundingBox primitiveUnits=userSpaceOnUse|${LARGER_BOX}|S href`,
  SVGGradient: `E(${UNITS}) gradientUnits=objectBoundingBox|T gradientTransform|E(pad reflect repeat) spreadMethod=pad|S href`,
  SVGLinearGradient: 'L x1=0% y1=0% x2=100% y2=0%',
  SVGRadialGradient: 'L cx=50% cy=50% r=50% fx=50% fy=50% fr=0%',
  SVGPattern:
    `E(${UNITS}) patternUnits=objectBoundingBox patternContentUnits=userSpaceOnUse|T patternTransform|${BOX}|` +
    `${PICTURE}|S href|${TESTS}`,
  SVGMask: `E(${UNITS}) maskUnits=objectBoundingBox maskContentUnits=userSpaceOnUse|${LARGER_BOX}|${TESTS}`,
  SVGMarker:
    'L refX refY markerWidth=3 markerHeight=3|E(userSpaceOnUse strokeWidth) markerUnits=strokeWidth|' +
    `O orientType:orient=0|A orientAngle:orient|${PICTURE}`,
  SVGClipPath: `E(${UNITS}) clipPathUnits=userSpaceOnUse|T transform`,
  SVGTextContent: 'L textLength=0|E(spacing spacingAndGlyphs) lengthAdjust=spacing',
  SVGTextPositioning: 'M x y dx dy|Y rotate',
  SVGTextPath: 'L startOffset=0|E(align stretch) method=align|E(auto exact) spacing=exact|S href',
  SVGGeometry: 'N pathLength=0',
  SVGMPath: 'S href',
  SVGScript: 'S href',
  SVGElement: 'S className:class',
  SVGGraphics: `T transform|${TESTS}`,
  SVGAnimation: TESTS,
  SVGSVG: `L x y width=100% height=100%|${PICTURE}`,
  SVGSymbol: PICTURE,
  SVGView: PICTURE,
  SVGA: 'S target href',
  SVGRect: `${BOX} rx ry`,
  SVGCircle: 'L cx cy r',
  SVGEllipse: 'L cx cy rx ry',
  SVGLine: 'L x1 y1 x2 y2',
  SVGImage: `${BOX}|F preserveAspectRatio|S href`,
  SVGForeignObject: BOX,
  SVGUse: `${BOX}|S href`,
  SVGPolyline: 'P points|Q animatedPoints:points',
  SVGPolygon: 'P points|Q animatedPoints:points',
  SVGStop: 'N offset=0',
};

/** Attributes that are texts themselves. */
const TEXTS: Readonly<Record<string, string>> = {
  SVGA: 'download ping rel hreflang type referrerPolicy',
  SVGScript: 'type',
  SVGStyle: 'type media title',
};

/** Constants: a prefix and their names, from 0 on. */
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  SVGFEBlend: [`SVG_FEBLEND_MODE_ UNKNOWN ${MODES.toUpperCase().replaceAll('-', '_')}`],
  SVGFEColorMatrix: ['SVG_FECOLORMATRIX_TYPE_ UNKNOWN MATRIX SATURATE HUEROTATE LUMINANCETOALPHA'],
  SVGComponentTransferFunction: ['SVG_FECOMPONENTTRANSFER_TYPE_ UNKNOWN IDENTITY TABLE DISCRETE LINEAR GAMMA'],
  SVGFEComposite: ['SVG_FECOMPOSITE_OPERATOR_ UNKNOWN OVER IN OUT ATOP XOR ARITHMETIC'],
  SVGFEConvolveMatrix: ['SVG_EDGEMODE_ UNKNOWN DUPLICATE WRAP NONE'],
  SVGFEDisplacementMap: ['SVG_CHANNEL_ UNKNOWN R G B A'],
  SVGFEMorphology: ['SVG_MORPHOLOGY_OPERATOR_ UNKNOWN ERODE DILATE'],
  SVGFETurbulence: ['SVG_TURBULENCE_TYPE_ UNKNOWN FRACTALNOISE TURBULENCE', 'SVG_STITCHTYPE_ UNKNOWN STITCH NOSTITCH'],
  SVGGradient: ['SVG_SPREADMETHOD_ UNKNOWN PAD REFLECT REPEAT'],
  SVGMarker: ['SVG_MARKERUNITS_ UNKNOWN USERSPACEONUSE STROKEWIDTH', 'SVG_MARKER_ORIENT_ UNKNOWN AUTO ANGLE'],
  SVGSVG: ['SVG_ZOOMANDPAN_ UNKNOWN DISABLE MAGNIFY'],
  SVGView: ['SVG_ZOOMANDPAN_ UNKNOWN DISABLE MAGNIFY'],
  SVGTextContent: ['LENGTHADJUST_ UNKNOWN SPACING SPACINGANDGLYPHS'],
  SVGTextPath: [
    'TEXTPATH_METHODTYPE_ UNKNOWN ALIGN STRETCH',
    'TEXTPATH_SPACINGTYPE_ UNKNOWN AUTO EXACT',
    'TEXTPATH_SIDETYPE_ UNKNOWN LEFT RIGHT',
  ],
};

interface Described {
  readonly kind: string;
  readonly name: string;
  readonly attribute: string;
  readonly byDefault: string;
  /** Which number of the attribute. */
  readonly part: number;
  readonly words: readonly string[];
}

const SIMPLE: Readonly<Record<string, string>> = {
  __proto__: null as never,
  N: 'SVGAnimatedNumber',
  I: 'SVGAnimatedInteger',
  S: 'SVGAnimatedString',
  B: 'SVGAnimatedBoolean',
  E: 'SVGAnimatedEnumeration',
  O: 'SVGAnimatedEnumeration',
};

function make(element: PageNode, { kind, attribute: own, byDefault, part, words }: Described): object {
  switch (kind) {
    case 'L':
      return animatedLength(element, own, byDefault);
    case 'M':
      return lateAnimated('SVGAnimatedLengthList', listValues(valueList(element, own, LENGTHS)));
    case 'Y':
      return lateAnimated('SVGAnimatedNumberList', listValues(valueList(element, own, NUMBERS)));
    case 'T':
      return animatedTransforms(element, own);
    case 'X':
      return listObject(valueList(element, own, SPACED_TEXTS), false);
    case 'C':
      return listObject(valueList(element, own, COMMA_TEXTS), false);
    case 'R':
      return eagerAnimated('SVGAnimatedRect', rectOfAttribute(element, own));
    case 'A':
      return lateAnimated('SVGAnimatedAngle', angleOfAttribute(element, own));
    case 'F':
      return lateAnimated('SVGAnimatedPreserveAspectRatio', fitOfAttribute(element, own));
  }
  const fallback = own === 'href' ? 'xlink:href' : null;
  const rule = kind === 'O' ? ORIENT : undefined;
  return makeAnimated(SIMPLE[kind]!, { element, attribute: own, fallback, byDefault, part, words, rule });
}

/** Objects by elements and names: an attribute has one as long as its element lives. */
const objects = new WeakMap<StoreNode, Record<string, object>>();
/** The lists of points, which two members show. */
const points = new WeakMap<StoreNode, ValueList>();

function pointsOf(element: PageNode, isReadOnly: boolean): object {
  let list = weakGet(points, element);
  if (list === undefined) {
    list = valueList(element, 'points', POINTS);
    weakSet(points, element, list);
  }
  return listObject(list, isReadOnly);
}

function read(self: unknown, described: Described): object {
  const element = checked(self);
  const { kind, name } = described;
  if (kind === 'P' || kind === 'Q') return pointsOf(element, kind === 'Q');
  let known = weakGet(objects, element);
  if (known === undefined) {
    known = { __proto__: null } as unknown as Record<string, object>;
    weakSet(objects, element, known);
  }
  known[name] ??= make(element, described);
  return known[name]!;
}

function checked(self: unknown): PageNode {
  const element = self as PageNode | null | undefined;
  if (typeof element !== 'object' || element?.[NODE_TYPE] !== 1) throw new TypeError('Illegal invocation');
  return element;
}

function describe(entry: string, kind: string, words: readonly string[]): Described {
  const [, name = '', own = name, part = '0', byDefault = ''] =
    /^(\w+)(?::(\w+))?(?:\.(\d))?(?:=(.*))?$/.exec(entry) ?? [];
  return { kind, name, attribute: own, byDefault, part: Number(part), words };
}

export function installSvgAttributes(): void {
  for (const [name, text] of Object.entries(ATTRIBUTES)) {
    const prototype = prototypeOf(name === 'SVGElement' ? name : `${name}Element`);
    for (const group of text.split('|')) {
      const [, kind = '', words = '', names = ''] = /^(\w)(?:\((.*)\))? (.*)$/.exec(group)!;
      for (const entry of names.split(' ')) {
        const described = describe(entry, kind, words.split(' '));
        defineNamedAccessor(prototype, described.name, described, read, null);
      }
    }
  }
  for (const [name, lists] of Object.entries(CONSTANTS)) {
    for (const list of lists) {
      const [prefix = '', ...names] = list.split(' ');
      defineConstants(`${name}Element`, Object.fromEntries(names.map((each, at) => [`${prefix}${each}`, at])));
    }
  }
  for (const [name, names] of Object.entries(TEXTS)) {
    for (const each of names.split(' ')) {
      defineNamedAccessor(
        prototypeOf(`${name}Element`),
        each,
        each.toLowerCase(),
        (self, own) => attribute(checked(self), own) ?? '',
        (self, value, own) => setAttributeValue(checked(self), own, `${value}`),
      );
    }
  }
  for (const name of ['SVGFEGaussianBlurElement', 'SVGFEDropShadowElement']) {
    defineMembers<PageNode>(name, {
      setStdDeviation(x: unknown, y: unknown): void {
        setAttributeValue(this, 'stdDeviation', `${Number(x)} ${Number(y)}`);
      },
    });
  }
  defineMembers<PageNode>('SVGMarkerElement', {
    setOrientToAuto(): void {
      orientToAuto(this);
    },
    setOrientToAngle(angle: unknown): void {
      orientToAngle(this, angle);
    },
  });
}
