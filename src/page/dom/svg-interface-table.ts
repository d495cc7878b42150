/**
 * Which interface an SVG element has by its name, and which interfaces stand below which.
 *
 * SVG 2 https://svgwg.org/svg2-draft/idlindex.html, Filter Effects 1.
 */

/** Interface below its parent; each line is a parent with its children. */
const TREE: readonly (readonly [parent: string, children: string])[] = [
  ['SVGElement', 'Graphics Animation Gradient ComponentTransferFunction Title Desc Metadata Script Style'],
  ['SVGElement', 'ClipPath Filter Marker Mask Pattern Stop View MPath'],
  [
    'SVGElement',
    'FEBlend FEColorMatrix FEComponentTransfer FEComposite FEConvolveMatrix FEDiffuseLighting FEDisplacementMap ' +
      'FEDistantLight FEDropShadow FEFlood FEGaussianBlur FEImage FEMerge FEMergeNode FEMorphology FEOffset FEPointLight ' +
      'FESpecularLighting FESpotLight FETile FETurbulence',
  ],
  ['SVGComponentTransferFunctionElement', 'FEFuncA FEFuncB FEFuncG FEFuncR'],
  ['SVGGraphicsElement', 'SVG A Defs ForeignObject G Geometry Image Switch Symbol TextContent Use'],
  ['SVGGeometryElement', 'Circle Ellipse Line Path Polygon Polyline Rect'],
  ['SVGTextContentElement', 'TextPath TextPositioning'],
  ['SVGTextPositioningElement', 'Text TSpan'],
  ['SVGGradientElement', 'LinearGradient RadialGradient'],
  ['SVGAnimationElement', 'Animate AnimateMotion AnimateTransform Set'],
];

const ABSTRACT = ' Graphics Animation Gradient ComponentTransferFunction Geometry TextContent TextPositioning ';

const byName: Record<string, string> = { __proto__: null as never };

/** Each with the one it inherits from, parents first. */
export const SVG_INTERFACES: readonly (readonly [name: string, parent: string])[] = TREE.flatMap(([parent, children]) =>
  children.split(' ').map((child) => [`SVG${child}Element`, parent] as const),
);

for (const [, children] of TREE) {
  for (const child of children.split(' ')) {
    if (ABSTRACT.includes(` ${child} `)) continue;
    // 'FEGaussianBlur' is feGaussianBlur, 'LinearGradient' is linearGradient, 'SVG' and 'TSpan' have no lower-case word.
    const local = child.startsWith('FE')
      ? `fe${child.slice(2)}`
      : child === 'SVG' || child === 'TSpan' || child === 'MPath'
        ? child.toLowerCase()
        : `${child[0]!.toLowerCase()}${child.slice(1)}`;
    byName[local] = `SVG${child}Element`;
  }
}

export function svgInterfaceOf(localName: string): string {
  return byName[localName] ?? 'SVGElement';
}
