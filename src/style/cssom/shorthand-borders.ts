/**
 * The shorthands of borders, their images and corners.
 *
 * CSS Backgrounds 3 §3 to §5 https://drafts.csswg.org/css-backgrounds-3/
 */
import type { ValueReader } from '../value-reader.ts';
import {
  anyOrder,
  isInitial,
  sidesText,
  takeLonghandText,
  takeText,
  textsOf,
  type WrittenShorthand,
} from './shorthand-patterns.ts';

const SIDES = ['top', 'right', 'bottom', 'left'];
const BORDER_IMAGE = ['source', 'slice', 'width', 'outset', 'repeat'].map((part) => `border-image-${part}`);

/** One border for several sides. */
function borders(names: readonly string[], withImage: boolean): WrittenShorthand {
  const parts = ['width', 'style', 'color'];
  const one = anyOrder(
    parts.map((part) => `border-${names[0]}-${part}`),
    { none: '' },
  );
  return {
    longhands: [
      ...parts.flatMap((part) => names.map((side) => `border-${side}-${part}`)),
      ...(withImage ? BORDER_IMAGE : []),
    ],
    expand(reader) {
      const found = one.expand(reader);
      if (found === null) return null;
      const texts = new Map<string, string>();
      for (const [name, text] of found) {
        const part = name.slice(name.lastIndexOf('-') + 1);
        for (const side of names) texts.set(`border-${side}-${part}`, text);
      }
      return texts;
    },
    write(read, computed) {
      const isEqual = parts.every((part) => {
        const first = read(`border-${names[0]}-${part}`);
        return names.every((side) => read(`border-${side}-${part}`) === first);
      });
      if (!isEqual || (withImage && BORDER_IMAGE.some((name) => !isInitial(name, read(name), computed)))) return '';
      return one.write(read, computed);
    },
  };
}

function borderImage(longhands: readonly string[]): WrittenShorthand {
  const [source, slice, width, outset, repeat] = longhands as [string, string, string, string, string];
  return {
    longhands,
    expand(reader) {
      const texts = new Map<string, string>();
      for (let isFound = true; isFound && !reader.done; ) {
        isFound = false;
        for (const name of [source, slice, repeat]) {
          const text = texts.has(name) ? null : takeLonghandText(name, reader);
          if (text === null) continue;
          texts.set(name, text);
          isFound = true;
          if (name === slice && !takeSliceRest(reader, texts, width, outset)) return null;
        }
      }
      return texts.size === 0 ? null : texts;
    },
    write(read, computed) {
      if (isInitial(source, read(source), computed))
        return longhands.every((name) => isInitial(name, read(name), computed)) || computed ? 'none' : '';
      return `${read(source)} ${read(slice)} / ${read(width)} / ${read(outset)} ${read(repeat)}`;
    },
  };
}

/** '/ width / outset', both optional, behind a slice. */
function takeSliceRest(reader: ValueReader, texts: Map<string, string>, width: string, outset: string): boolean {
  if (!reader.takeDelimiter('/')) return true;
  const first = takeLonghandText(width, reader);
  if (first !== null) texts.set(width, first);
  if (!reader.takeDelimiter('/')) return first !== null;
  const second = takeLonghandText(outset, reader);
  if (second !== null) texts.set(outset, second);
  return second !== null;
}

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => `border-${corner}-radius`);

const borderRadius: WrittenShorthand = {
  longhands: CORNERS,
  expand(reader) {
    const across = takeRadii(reader);
    const down = across !== null && reader.takeDelimiter('/') ? takeRadii(reader) : across;
    if (across === null || down === null) return null;
    return textsOf(
      CORNERS,
      across.map((radius, at) => (radius === down[at] ? radius : `${radius} ${down[at]}`)),
    );
  },
  write(read) {
    const radii = CORNERS.map((name) => read(name).match(/[\w.%+-]*\([\s\S]*?\)|\S+/g) ?? []);
    const across = sidesText(radii.map((radius) => radius[0] ?? ''));
    const down = sidesText(radii.map((radius) => radius[1] ?? radius[0] ?? ''));
    return across === down ? across : `${across} / ${down}`;
  },
};

function takeRadii(reader: ValueReader): string[] | null {
  const values: string[] = [];
  for (let text = takeText('<length-percentage +>', reader); text !== null && values.length < 4; ) {
    values.push(text);
    text = takeText('<length-percentage +>', reader);
  }
  const [first, second = first, third = first, fourth = second] = values;
  return first === undefined ? null : [first, second!, third!, fourth!];
}

export const BORDER_WRITTEN: readonly (readonly [string, WrittenShorthand])[] = [
  ['border', borders(SIDES, true)],
  ['border-block', borders(['block-start', 'block-end'], false)],
  ['border-inline', borders(['inline-start', 'inline-end'], false)],
  ...[...SIDES, 'block-start', 'block-end', 'inline-start', 'inline-end'].map((side): [string, WrittenShorthand] => [
    `border-${side}`,
    borders([side], false),
  ]),
  ['border-image', borderImage(BORDER_IMAGE)],
  [
    '-webkit-mask-box-image',
    borderImage(['source', 'slice', 'width', 'outset', 'repeat'].map((part) => `-webkit-mask-box-image-${part}`)),
  ],
  ['border-radius', borderRadius],
];
