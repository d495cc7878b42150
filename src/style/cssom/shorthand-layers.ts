/**
 * Shorthands that are lists: backgrounds, masks, transitions, animations.
 *
 * CSS Backgrounds 3 §2.10, CSS Masking 1 §4.9, CSS Transitions 1 §2.5, CSS Animations 1 §4.9.
 */
import type { ValueReader } from '../value-reader.ts';
import { isInitial, listItems, type Texts, takeText, type WrittenShorthand } from './shorthand-patterns.ts';
import { initialText } from './written-longhand.ts';

/** One layer's longhands, and the grammar of one value of each. */
interface LayerPart {
  readonly name: string;
  readonly grammar: string;
}

/** Reads layers; `takeExtra` may take what is none of the parts. */
function expandLayers(
  reader: ValueReader,
  parts: readonly LayerPart[],
  takeExtra: (reader: ValueReader, layer: Map<string, string>, isLast: () => boolean) => boolean,
): Map<string, string>[] | null {
  const layers: Map<string, string>[] = [];
  do {
    const layer = new Map<string, string>();
    const start = reader.position;
    for (let isFound = true; isFound && !reader.done; ) {
      isFound = takeExtra(reader, layer, () => reader.done) || takePart(reader, parts, layer);
    }
    if (reader.position === start) return null;
    layers.push(layer);
  } while (reader.takeComma());
  return layers;
}

function takePart(reader: ValueReader, parts: readonly LayerPart[], layer: Map<string, string>): boolean {
  for (const { name, grammar } of parts) {
    if (layer.has(name)) continue;
    const text = takeText(grammar, reader);
    if (text === null) continue;
    layer.set(name, text);
    return true;
  }
  return false;
}

function joinLayers(layers: readonly ReadonlyMap<string, string>[], names: readonly string[]): Texts {
  return new Map(names.map((name) => [name, layers.map((layer) => layer.get(name) ?? initialText(name)).join(', ')]));
}

/** The values of each longhand in each layer; a list that is too short begins again. */
function layersOf(
  read: (longhand: string) => string,
  leader: string,
  names: readonly string[],
): ((name: string) => string)[] {
  const lists = new Map(names.map((name) => [name, listItems(read(name))]));
  const count = lists.get(leader)!.length;
  return Array.from({ length: count }, (_, at) => (name: string) => {
    const list = lists.get(name)!;
    return list[at % list.length]!;
  });
}

const TRANSITION = [
  { name: 'transition-duration', grammar: '<time +>' },
  { name: 'transition-timing-function', grammar: '<easing>' },
  { name: 'transition-delay', grammar: '<time>' },
  { name: 'transition-behavior', grammar: 'normal | allow-discrete' },
  { name: 'transition-property', grammar: 'none | <ident>' },
];
const TRANSITION_ORDER = [
  'transition-property',
  'transition-duration',
  'transition-timing-function',
  'transition-delay',
  'transition-behavior',
];

const transition: WrittenShorthand = {
  longhands: [
    'transition-behavior',
    'transition-duration',
    'transition-timing-function',
    'transition-delay',
    'transition-property',
  ],
  expand(reader) {
    const layers = expandLayers(reader, TRANSITION, () => false);
    if (layers === null) return null;
    // 'none' is the only item of its list.
    if (layers.length > 1 && layers.some((layer) => layer.get('transition-property') === 'none')) return null;
    return joinLayers(layers, TRANSITION_ORDER);
  },
  write(read) {
    const layers = layersOf(read, 'transition-property', TRANSITION_ORDER);
    return layers
      .map((layer) => timedText(layer, TRANSITION_ORDER, 'transition-duration', 'transition-delay', 'all'))
      .join(', ');
  },
};

/** A delay needs the duration before it. */
function timedText(
  layer: (name: string) => string,
  order: readonly string[],
  duration: string,
  delay: string,
  none: string,
): string {
  const hasDelay = !isInitial(delay, layer(delay), true);
  const parts = order.filter((name) => !isInitial(name, layer(name), true) || (hasDelay && name === duration));
  return parts.length === 0 ? none : parts.map(layer).join(' ');
}

const ANIMATION = [
  { name: 'animation-duration', grammar: 'auto | <time +>' },
  { name: 'animation-timing-function', grammar: '<easing>' },
  { name: 'animation-delay', grammar: '<time>' },
  { name: 'animation-iteration-count', grammar: 'infinite | <number +>' },
  { name: 'animation-direction', grammar: 'normal | reverse | alternate | alternate-reverse' },
  { name: 'animation-fill-mode', grammar: 'none | forwards | backwards | both' },
  { name: 'animation-play-state', grammar: 'running | paused' },
  { name: 'animation-name', grammar: 'none | <string> | <ident>' },
];
const ANIMATION_NAMES = ANIMATION.map(({ name }) => name);

const animation: WrittenShorthand = {
  longhands: [...ANIMATION_NAMES, 'animation-timeline', 'animation-range-start', 'animation-range-end'],
  expand(reader) {
    const layers = expandLayers(reader, ANIMATION, () => false);
    return layers === null ? null : joinLayers(layers, ANIMATION_NAMES);
  },
  write(read, computed) {
    const layers = layersOf(read, 'animation-name', ANIMATION_NAMES);
    return layers
      .map((layer) =>
        computed
          ? timedText(layer, ANIMATION_NAMES, 'animation-duration', 'animation-delay', 'none')
          : ANIMATION_NAMES.map(layer).join(' '),
      )
      .join(', ');
  },
};

const BACKGROUND = [
  { name: 'background-image', grammar: 'none | <image>' },
  { name: 'background-repeat', grammar: '<repeat-style>' },
  { name: 'background-attachment', grammar: 'scroll | fixed | local' },
  { name: 'background-origin', grammar: '<visual-box>' },
  { name: 'background-clip', grammar: '<visual-box> | text | border-area' },
];
const BACKGROUND_NAMES = [
  'background-image',
  'background-position-x',
  'background-position-y',
  'background-size',
  'background-repeat',
  'background-attachment',
  'background-origin',
  'background-clip',
];

/** A position, and behind a slash the size. */
function takePlace(reader: ValueReader, layer: Map<string, string>, prefix: string, size: string): boolean {
  if (layer.has(`${prefix}-x`)) return false;
  const place = takeText('<bg-position>', reader);
  if (place === null) return false;
  const [x, y] = splitPosition(place);
  layer.set(`${prefix}-x`, x).set(`${prefix}-y`, y);
  if (!reader.takeDelimiter('/')) return true;
  const text = takeText('<bg-size>', reader);
  if (text !== null) layer.set(size, text);
  return text !== null;
}

/** 'left 3px top' → 'left 3px' and 'top': the word of the vertical side begins the second part. */
export function splitPosition(text: string): [x: string, y: string] {
  const words = text.match(/[\w.%+-]+\([\s\S]*\)|\S+/g) ?? [];
  if (words.length <= 2) return [words[0] ?? '', words[1] ?? 'center'];
  const at = words.findIndex((word, index) => index > 0 && /^(?:top|bottom|center)$/.test(word));
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

/** One box word is for origin and clip. */
function copyBox(layer: Map<string, string>, origin: string, clip: string): void {
  const box = layer.get(origin);
  if (box !== undefined && !layer.has(clip)) layer.set(clip, box);
}

const background: WrittenShorthand = {
  longhands: [...BACKGROUND_NAMES, 'background-color'],
  expand(reader) {
    const layers = expandLayers(reader, BACKGROUND, (inside, layer) => {
      if (takePlace(inside, layer, 'background-position', 'background-size')) return true;
      const color = layer.has('background-color') ? null : takeText('<color>', inside);
      if (color !== null) layer.set('background-color', color);
      return color !== null;
    });
    if (layers === null || layers.slice(0, -1).some((layer) => layer.has('background-color'))) return null;
    for (const layer of layers) copyBox(layer, 'background-origin', 'background-clip');
    const texts = new Map(joinLayers(layers, BACKGROUND_NAMES));
    texts.set('background-color', layers.at(-1)!.get('background-color') ?? initialText('background-color'));
    return texts;
  },
  write(read, computed) {
    const layers = layersOf(read, 'background-image', BACKGROUND_NAMES);
    const color = read('background-color');
    const last = layers.length - 1;
    return layers
      .map((layer, at) =>
        computed ? wholeLayer(layer, at === last ? color : '') : shortLayer(layer, at === last ? color : ''),
      )
      .join(', ');
  },
};

function wholeLayer(layer: (name: string) => string, color: string): string {
  const place = `${layer('background-position-x')} ${layer('background-position-y')} / ${layer('background-size')}`;
  const [image, repeat, attachment, origin, clip] = BACKGROUND.map(({ name }) => layer(name));
  return `${color} ${image} ${repeat} ${attachment} ${place} ${origin} ${clip}`.trim();
}

function shortLayer(layer: (name: string) => string, color: string): string {
  const parts: string[] = [];
  const isDefault = (name: string) => isInitial(name, layer(name), false);
  const add = (name: string) => {
    if (!isDefault(name)) parts.push(layer(name));
  };
  add('background-image');
  const hasSize = !isDefault('background-size');
  if (hasSize || !isDefault('background-position-x') || !isDefault('background-position-y')) {
    parts.push(`${layer('background-position-x')} ${layer('background-position-y')}`);
    if (hasSize) parts.push(`/ ${layer('background-size')}`);
  }
  add('background-repeat');
  add('background-attachment');
  if (!isDefault('background-origin') || !isDefault('background-clip')) {
    const [origin, clip] = [layer('background-origin'), layer('background-clip')];
    parts.push(origin === clip ? origin : `${origin} ${clip}`);
  }
  if (color !== '' && !isInitial('background-color', color, false)) parts.push(color);
  return parts.length === 0 ? 'none' : parts.join(' ');
}

const MASK = [
  { name: 'mask-image', grammar: 'none | <image>' },
  { name: 'mask-repeat', grammar: '<repeat-style>' },
  { name: 'mask-origin', grammar: '<geometry-box>' },
  { name: 'mask-clip', grammar: '<geometry-box> | no-clip | text' },
  { name: 'mask-composite', grammar: 'add | subtract | intersect | exclude' },
  { name: 'mask-mode', grammar: 'alpha | luminance | match-source' },
];
const MASK_NAMES = [
  'mask-image',
  '-webkit-mask-position-x',
  '-webkit-mask-position-y',
  'mask-size',
  'mask-repeat',
  'mask-origin',
  'mask-clip',
  'mask-composite',
  'mask-mode',
];

const mask: WrittenShorthand = {
  longhands: MASK_NAMES,
  expand(reader) {
    const layers = expandLayers(reader, MASK, (inside, layer) =>
      takePlace(inside, layer, '-webkit-mask-position', 'mask-size'),
    );
    if (layers === null) return null;
    for (const layer of layers) copyBox(layer, 'mask-origin', 'mask-clip');
    return joinLayers(layers, MASK_NAMES);
  },
  write(read, computed) {
    return layersOf(read, 'mask-image', MASK_NAMES)
      .map((layer) => {
        const isSized = !isInitial('mask-size', layer('mask-size'), computed);
        const parts = MASK_NAMES.filter(
          (name) => !isInitial(name, layer(name), computed) || (isSized && name.startsWith('-webkit-mask-position')),
        );
        const text = parts.map((name) => (name === 'mask-size' ? `/ ${layer(name)}` : layer(name))).join(' ');
        return text === '' ? 'none' : text;
      })
      .join(', ');
  },
};

/** Positions of layers: x and y are lists of their own. */
function positions(longhands: readonly [string, string]): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const across: string[] = [];
      const down: string[] = [];
      do {
        const text = takeText('<bg-position>', reader);
        if (text === null) return null;
        const [x, y] = splitPosition(text);
        across.push(x);
        down.push(y);
      } while (reader.takeComma());
      return new Map([
        [longhands[0], across.join(', ')],
        [longhands[1], down.join(', ')],
      ]);
    },
    write: (read) =>
      layersOf(read, longhands[0], longhands)
        .map((layer) => `${layer(longhands[0])} ${layer(longhands[1])}`)
        .join(', '),
  };
}

export const LAYER_SHORTHANDS: readonly (readonly [string, WrittenShorthand])[] = [
  ['transition', transition],
  ['animation', animation],
  ['background', background],
  ['background-position', positions(['background-position-x', 'background-position-y'])],
  ['mask', mask],
  ['mask-position', positions(['-webkit-mask-position-x', '-webkit-mask-position-y'])],
];
