/**
 * Flow-relative names of longhands and the physical ones that they mean in a writing mode.
 *
 * In:  a longhand, writing mode and direction. Out: its physical name; and all names for one physical longhand.
 *
 * CSS Logical 1 https://drafts.csswg.org/css-logical-1/, CSS Writing Modes 4 §6.4
 */
import type { WritingMode } from '../computed-style.ts';
import { physicalSide } from '../properties/table.ts';
import { LISTED_NAMES } from './property-list.ts';

export interface Flow {
  readonly writingMode: WritingMode;
  readonly direction: 'ltr' | 'rtl';
}

const SIDED = /^(inset|margin|padding|border|scroll-margin|scroll-padding)-(block|inline)-(start|end)(.*)$/;
const SIZED = /^(min-|max-|contain-intrinsic-|)(block|inline)-size$/;
const AXIAL = /^(overflow|overscroll-behavior)-(block|inline)$/;
const CORNER = /^(border|corner)-(start|end)-(start|end)-(radius|shape)$/;

export function physicalName(name: string, { writingMode, direction }: Flow): string {
  if (!/block|inline|start|end/.test(name)) return name;
  const isVertical = writingMode !== 'horizontal-tb';
  const sided = SIDED.exec(name);
  if (sided !== null) {
    const [, kind, axis, end, rest] = sided;
    const side = physicalSide(`${axis}-${end}`, writingMode, direction);
    return kind === 'inset' ? side : `${kind}-${side}${rest}`;
  }
  const sized = SIZED.exec(name);
  if (sized !== null) return `${sized[1]}${(sized[2] === 'inline') !== isVertical ? 'width' : 'height'}`;
  const axial = AXIAL.exec(name);
  if (axial !== null) return `${axial[1]}-${(axial[2] === 'inline') !== isVertical ? 'x' : 'y'}`;
  const corner = CORNER.exec(name);
  if (corner === null) return name;
  const [, kind, block, inline, what] = corner;
  const ends = [
    physicalSide(`block-${block}`, writingMode, direction),
    physicalSide(`inline-${inline}`, writingMode, direction),
  ];
  const down = ends.find((side) => side === 'top' || side === 'bottom')!;
  const across = ends.find((side) => side === 'left' || side === 'right')!;
  return `${kind}-${down}-${across}-${what}`;
}

/** Key: mode and direction. Each physical longhand with all of its names. */
const aliases = new Map<string, ReadonlyMap<string, readonly string[]>>();

export function namesFor(physical: string, flow: Flow): readonly string[] {
  const key = `${flow.writingMode} ${flow.direction}`;
  let byName = aliases.get(key);
  if (byName === undefined) {
    const names = new Map<string, string[]>();
    for (const name of LISTED_NAMES) {
      const target = physicalName(name, flow);
      if (target === name) continue;
      const list = names.get(target) ?? [target];
      list.push(name);
      names.set(target, list);
    }
    byName = names;
    aliases.set(key, byName);
  }
  return byName.get(physical) ?? [physical];
}
