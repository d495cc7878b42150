/**
 * Resolved values of properties, as getComputedStyle gives them.
 *
 * In:  an element's computed style and its box. Out: text; empty for a property that is not known.
 *
 * CSSOM 1 §9 https://drafts.csswg.org/cssom-1/#resolved-values
 *
 * Missing: values that are neither lengths, numbers, keywords nor colours (grids, counters, content) are empty.
 */
import { type DomElement, parentElement } from '../../html/node-tree.ts';
import type { BoxFragment } from '../../layout/fragment.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { initialValue } from './initial-values.ts';
import { resolvedValue } from './resolved-value.ts';
import type { StyledDocument } from './styled-document.ts';

/** Properties whose numbers have no unit. */
const UNITLESS = new Set<string>([
  'fontWeight',
  'flexGrow',
  'flexShrink',
  'opacity',
  'order',
  'zIndex',
  'orphans',
  'widows',
  'columnCount',
  'lineClamp',
  'zoom',
]);
const NOT_PROPERTIES = new Set<string>(['custom', 'originalDisplay', 'hasFilter', 'hasBackgroundImage']);
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

export function computedValue(page: StyledDocument, element: DomElement, pseudo: string, property: string): string {
  const styles = page.styles();
  const style =
    pseudo === 'before' || pseudo === 'after' ? styles.pseudoStyleOf(element, pseudo) : styles.styleOf(element);
  if (style === null) return '';
  if (property.startsWith('--')) return style.custom?.get(property) ?? '';
  const name = camelCase(property);
  return readValue(page, element, pseudo === '', style, name);
}

function readValue(
  page: StyledDocument,
  element: DomElement,
  hasBox: boolean,
  style: ComputedStyle,
  name: string,
): string {
  if (hasBox) {
    const used = usedValue(page, element, style, name);
    if (used !== null) return used;
  }
  const resolved = resolvedValue(name, {
    style,
    get width() {
      return hasBox ? (page.layout().fragmentOf(element)?.width ?? 0) : 0;
    },
    get height() {
      return hasBox ? (page.layout().fragmentOf(element)?.height ?? 0) : 0;
    },
    get isItem() {
      const parent = parentElement(element);
      return parent !== null && /(?:flex|grid)$/.test(page.styles().styleOf(parent).display);
    },
    read: (other) => readValue(page, element, hasBox, style, other),
  });
  if (resolved !== null) return resolved;
  const own = shorthandValue(style, name) ?? text(name, style[name as keyof ComputedStyle]);
  if (own !== '' || name in style) return own;
  const initial = initialValue(kebabCase(name).replace(/^webkit-/, '-webkit-'));
  return initial === 'currentcolor' ? colorText(style.color) : (initial ?? '');
}

/** Names of all properties, as the declaration lists them. */
export function computedNames(style: ComputedStyle): string {
  const names: string[] = [];
  for (const name of Object.keys(style)) if (!NOT_PROPERTIES.has(name)) names.push(kebabCase(name));
  return names.sort().join(' ');
}

function camelCase(property: string): string {
  return property === 'float' ? 'float' : property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Sizes and margins of an element with a box are what layout made of them. */
function usedValue(page: StyledDocument, element: DomElement, style: ComputedStyle, name: string): string | null {
  const isSize = name === 'width' || name === 'height';
  const isMargin = /^margin(?:Top|Right|Bottom|Left)$/.test(name);
  const isPadding = /^padding(?:Top|Right|Bottom|Left)$/.test(name);
  if (!isSize && !isPadding && !isMargin) return null;
  const fragment = style.display === 'none' ? null : page.layout().fragmentOf(element);
  if (fragment === null || fragment.box.kind === 'inline') return null;
  if (isSize) return px(contentSize(fragment, name));
  if (isPadding) return px(fragment.padding[sideOf(name)]);
  return null;
}

function sideOf(name: string): (typeof SIDES)[number] {
  const lower = name.toLowerCase();
  return SIDES.find((side) => lower.endsWith(side))!;
}

/** 'width' is the content width, or the border width with 'box-sizing: border-box'. */
function contentSize({ box, border, padding, width, height }: BoxFragment, name: 'width' | 'height'): number {
  const isBorderBox = box.style.boxSizing === 'border-box';
  if (name === 'width') {
    return isBorderBox ? width : width - border.left - border.right - padding.left - padding.right;
  }
  return isBorderBox ? height : height - border.top - border.bottom - padding.top - padding.bottom;
}

/** Shorthands that pages read: four sides, and overflow. */
function shorthandValue(style: ComputedStyle, name: string): string | null {
  if (name === 'overflow') {
    return style.overflowX === style.overflowY ? style.overflowX : `${style.overflowX} ${style.overflowY}`;
  }
  if (name !== 'margin' && name !== 'padding') return null;
  const [top, right, bottom, left] = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) =>
    text(name, style[`${name}${side}`]),
  );
  if (top === right && right === bottom && bottom === left) return top!;
  if (top === bottom && left === right) return `${top} ${right}`;
  return left === right ? `${top} ${right} ${bottom}` : `${top} ${right} ${bottom} ${left}`;
}

function text(name: string, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return UNITLESS.has(name) ? String(value) : px(value);
    case 'object':
      return value === null ? 'none' : objectText(name, value);
    default:
      return '';
  }
}

function objectText(name: string, value: object): string {
  if (name === 'color' || name === 'backgroundColor') return colorText(value as readonly number[]);
  if (name === 'fontFamily') return (value as readonly string[]).map(familyText).join(', ');
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(' ') : '';
  const { kind, value: number, text: source, px: pixels, position } = value as Record<string, unknown>;
  if (name === 'clipPath') return String(source);
  if (kind === 'percent') return `${number}%`;
  if (kind === 'calc') return String(source);
  if (typeof pixels === 'number') return px(pixels);
  return typeof position === 'string' ? position : '';
}

function familyText(family: string): string {
  return /^[\w-]+$/.test(family) ? family : JSON.stringify(family);
}

function colorText([red = 0, green = 0, blue = 0, alpha = 1]: readonly number[]): string {
  const channels = [red, green, blue].map((channel) => Math.round(channel)).join(', ');
  return alpha >= 1 ? `rgb(${channels})` : `rgba(${channels}, ${Math.round(alpha * 1000) / 1000})`;
}

function px(value: number): string {
  return `${Math.round(value * 1e4) / 1e4}px`;
}
