/**
 * Resolved values that are more than a computed value as text: transforms, offsets, shorthands, logical names.
 *
 * In:  a style, the size of its box, and how single properties become text. Out: text, or `null` where nothing special is
 * to be done.
 *
 * CSSOM 1 §9 https://drafts.csswg.org/cssom-1/#resolved-values
 */
import { deriveStyle } from '../../layout/derive-style.ts';
import { transformOf } from '../../layout/transform.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';

export interface ResolvedContext {
  readonly style: ComputedStyle;
  /** Of the border box; zero without one. */
  readonly width: number;
  readonly height: number;
  /** Whether 'auto' as a minimum size means something: in flex and grid containers. */
  readonly isItem: boolean;
  /** Any other property as text. */
  read(name: string): string;
}

const PLAIN = { translate: [], scale: [], rotate: 0, transformOriginX: 0, transformOriginY: 0 };
const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;
const EDGE = /^(margin|padding|border|inset)(Block|Inline)(Start|End)(Width|Style|Color)?$/;

export function resolvedValue(name: string, context: ResolvedContext): string | null {
  const { style } = context;
  switch (name) {
    case 'transform':
      return transformText(context);
    case 'transformOrigin':
      return `${px(resolveLength(style.transformOriginX, context.width))} ${px(resolveLength(style.transformOriginY, context.height))}`;
    case 'top':
    case 'right':
    case 'bottom':
    case 'left':
      return style.position === 'relative' && style[name] === 'auto' ? mirrored(OPPOSITE[name], context) : null;
    case 'minWidth':
    case 'minHeight':
      return style[name] === 'auto' && !context.isItem ? '0px' : null;
    case 'lineHeight':
      return typeof style.lineHeight === 'number' ? px(style.lineHeight * style.fontSize) : null;
    case 'letterSpacing':
      return style.letterSpacing === 0 ? 'normal' : null;
    case 'tabSize':
      return typeof style.tabSize === 'number' ? String(style.tabSize) : null;
    case 'fontStretch':
      return `${style.fontStretch}%`;
    case 'clip':
      return style.clip === null ? 'auto' : null;
    case 'rotate':
      return style.rotate === 0 ? 'none' : `${style.rotate}deg`;
    case 'scale':
      return style.scale.length === 0 ? 'none' : style.scale.join(' ');
    case 'translate':
      return style.translate.length === 0
        ? 'none'
        : style.translate.map((value) => px(resolveLength(value, 0))).join(' ');
    case 'flexLineCount':
      return String(style.flexLineCount);
    case 'initialLetter':
      return style.initialLetter === 0 ? 'normal' : String(style.initialLetter);
    case 'aspectRatio':
      return ratioText(style);
    case 'gridTemplateColumns':
    case 'gridTemplateRows':
      return style[name].kind === 'none' ? 'none' : null;
    default:
      return shorthandText(name, context) ?? logicalText(name, context);
  }
}

/** One matrix for the list; the other transforms and the origin are not part of it. */
function transformText({ style, width, height }: ResolvedContext): string {
  if (style.transform.length === 0) return 'none';
  const { a, b, c, d, e, f } = transformOf(deriveStyle(style, PLAIN), width, height);
  return `matrix(${[a, b, c, d, e, f].map((value) => Number(value.toPrecision(6)) + 0).join(', ')})`;
}

/** 'auto' beside a given side is its opposite (CSS 2.2 §9.4.3). */
function mirrored(opposite: 'top' | 'right' | 'bottom' | 'left', { style, read }: ResolvedContext): string {
  const length = style[opposite] === 'auto' ? 0 : Number.parseFloat(read(opposite));
  return Number.isNaN(length) || length === 0 ? '0px' : px(-length);
}

function ratioText({ aspectRatio: { auto, ratio } }: ComputedStyle): string {
  if (ratio === null) return 'auto';
  return auto ? `auto ${ratio} / 1` : `${ratio} / 1`;
}

function shorthandText(name: string, { read }: ResolvedContext): string | null {
  switch (name) {
    case 'flex':
      return `${read('flexGrow')} ${read('flexShrink')} ${read('flexBasis')}`;
    case 'flexFlow':
      return `${read('flexDirection')} ${read('flexWrap')}`;
    case 'gap':
      return pair(read('rowGap'), read('columnGap'));
    case 'inset':
      return sides(['top', 'right', 'bottom', 'left'].map(read));
    case 'borderWidth':
    case 'borderStyle':
    case 'borderColor':
      return sides(['Top', 'Right', 'Bottom', 'Left'].map((side) => read(`border${side}${name.slice(6)}`)));
    case 'border':
      return read('borderTop');
    case 'borderTop':
    case 'borderRight':
    case 'borderBottom':
    case 'borderLeft':
      return `${read(`${name}Width`)} ${read(`${name}Style`)} ${read(`${name}Color`)}`;
    case 'outline':
      return `${read('outlineColor')} ${read('outlineStyle')} ${read('outlineWidth')}`;
    case 'listStyle':
      return `${read('listStylePosition')} ${read('listStyleImage')} ${read('listStyleType')}`;
    case 'textDecoration':
      return read('textDecorationLine');
    case 'font':
      return fontText(read);
    default:
      return null;
  }
}

function fontText(read: (name: string) => string): string {
  const line = read('lineHeight');
  const weight = read('fontWeight');
  const parts = [read('fontStyle'), weight === '400' ? 'normal' : weight].filter((part) => part !== 'normal');
  const size = line === 'normal' ? read('fontSize') : `${read('fontSize')} / ${line}`;
  return [...parts, size, read('fontFamily')].join(' ');
}

function pair(first: string, second: string): string {
  return first === second ? first : `${first} ${second}`;
}

function sides([top = '', right = '', bottom = '', left = '']: readonly string[]): string {
  if (left !== right) return `${top} ${right} ${bottom} ${left}`;
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return pair(top, right);
}

/** Logical names, in horizontal writing modes. */
function logicalText(name: string, { style, read }: ResolvedContext): string | null {
  if (style.writingMode !== 'horizontal-tb') return null;
  const size = /^(min|max)?(Inline|Block|inline|block)Size$/.exec(name);
  if (size !== null) {
    const side = /nline/.test(size[2]!) ? 'Width' : 'Height';
    return read(size[1] === undefined ? side.toLowerCase() : `${size[1]}${side}`);
  }
  const edge = EDGE.exec(name);
  if (edge === null) return null;
  const [, kind, axis, end, part = ''] = edge;
  const isStart = (end === 'Start') === (axis === 'Block' || style.direction === 'ltr');
  const side = axis === 'Block' ? (isStart ? 'Top' : 'Bottom') : isStart ? 'Left' : 'Right';
  return read(kind === 'inset' ? side.toLowerCase() : `${kind}${side}${part}`);
}

function px(value: number): string {
  return `${Math.round(value * 1e4) / 1e4}px`;
}
