/**
 * All shorthands, and the other names of properties, as script knows them.
 *
 * In:  a name. Out: its shorthand, or the name that it stands for.
 *
 * CSS Cascade 5 §3 https://drafts.csswg.org/css-cascade-5/#shorthand
 */
import { asciiLower } from '../code-points.ts';
import { canonicalName } from '../properties/property-names.ts';
import { findLonghand } from '../properties/table.ts';
import { grammarOf } from './property-grammar.ts';
import { isListed, LISTED_NAMES } from './property-list.ts';
import { BORDER_WRITTEN } from './shorthand-borders.ts';
import { GRID_WRITTEN } from './shorthand-grid.ts';
import { LAYER_SHORTHANDS } from './shorthand-layers.ts';
import { anyOrder, pair, same, sides, type WrittenShorthand } from './shorthand-patterns.ts';
import { SPECIAL_SHORTHANDS } from './shorthand-special.ts';

const SIDES = ['top', 'right', 'bottom', 'left'];
const side = (pattern: string): string[] => SIDES.map((name) => pattern.replace('*', name));
const ends = (pattern: string): [string, string] => [pattern.replace('*', 'start'), pattern.replace('*', 'end')];
const rules = (pattern: string): [string, string] => [pattern.replace('*', 'column'), pattern.replace('*', 'row')];

/** The same rule between columns and between rows (CSS Gap Decorations 1 §3.5). */
function gapRules(): WrittenShorthand {
  const parts = ['width', 'style', 'color'];
  const one = anyOrder(
    parts.map((part) => `column-rule-${part}`),
    { none: 'medium', leaveOut: ['column-rule-style'] },
  );
  return {
    longhands: ['column', 'row'].flatMap((axis) => parts.map((part) => `${axis}-rule-${part}`)),
    expand(reader) {
      const found = one.expand(reader);
      if (found === null) return null;
      return new Map(
        [...found].flatMap(([name, text]) => [[name, text] as const, [name.replace('column', 'row'), text] as const]),
      );
    },
    write(read, computed) {
      const isEqual = parts.every((part) => read(`column-rule-${part}`) === read(`row-rule-${part}`));
      return isEqual ? one.write(read, computed) : '';
    },
  };
}

const SHORTHANDS: ReadonlyMap<string, WrittenShorthand> = new Map<string, WrittenShorthand>([
  ['margin', sides(side('margin-*'))],
  ['padding', sides(side('padding-*'))],
  ['inset', sides(side('*'))],
  ['scroll-margin', sides(side('scroll-margin-*'))],
  ['scroll-padding', sides(side('scroll-padding-*'))],
  ...['margin', 'padding', 'inset', 'scroll-margin', 'scroll-padding'].flatMap((name): [string, WrittenShorthand][] => [
    [`${name}-block`, pair(ends(`${name}-block-*`))],
    [`${name}-inline`, pair(ends(`${name}-inline-*`))],
  ]),
  ...['width', 'style', 'color'].flatMap((part): [string, WrittenShorthand][] => [
    [`border-${part}`, sides(side(`border-*-${part}`))],
    [`border-block-${part}`, pair(ends(`border-block-*-${part}`))],
    [`border-inline-${part}`, pair(ends(`border-inline-*-${part}`))],
    [`rule-${part}`, same(rules(`*-rule-${part}`))],
  ]),
  ['overflow', pair(['overflow-x', 'overflow-y'])],
  ['overscroll-behavior', pair(['overscroll-behavior-x', 'overscroll-behavior-y'])],
  ['gap', pair(['row-gap', 'column-gap'])],
  ['place-content', pair(['align-content', 'justify-content'])],
  ['place-items', pair(['align-items', 'justify-items'])],
  ['place-self', pair(['align-self', 'justify-self'])],
  ['border-spacing', pair(['-webkit-border-horizontal-spacing', '-webkit-border-vertical-spacing'])],
  ['contain-intrinsic-size', pair(['contain-intrinsic-width', 'contain-intrinsic-height'])],
  ['animation-range', pair(ends('animation-range-*'))],
  ['interest-delay', pair(ends('interest-delay-*'))],
  ['timeline-trigger-activation-range', pair(ends('timeline-trigger-activation-range-*'))],
  ['timeline-trigger-active-range', pair(ends('timeline-trigger-active-range-*'))],
  [
    'corner-shape',
    sides(['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => `corner-${corner}-shape`)),
  ],
  ['corner-top-shape', pair(['corner-top-left-shape', 'corner-top-right-shape'])],
  ['corner-bottom-shape', pair(['corner-bottom-left-shape', 'corner-bottom-right-shape'])],
  ['corner-left-shape', pair(['corner-top-left-shape', 'corner-bottom-left-shape'])],
  ['corner-right-shape', pair(['corner-top-right-shape', 'corner-bottom-right-shape'])],
  ['corner-block-start-shape', pair(['corner-start-start-shape', 'corner-start-end-shape'])],
  ['corner-block-end-shape', pair(['corner-end-start-shape', 'corner-end-end-shape'])],
  ['corner-inline-start-shape', pair(['corner-start-start-shape', 'corner-end-start-shape'])],
  ['corner-inline-end-shape', pair(['corner-start-end-shape', 'corner-end-end-shape'])],
  ['rule-break', same(rules('*-rule-break'))],
  ['rule-visibility-items', same(rules('*-rule-visibility-items'))],
  ...['column', 'row'].flatMap((axis): [string, WrittenShorthand][] => {
    const inset = (kind: string, end: string): string => `${axis}-rule-inset-${kind}-${end}`;
    return [
      [
        `${axis}-rule`,
        anyOrder([`${axis}-rule-width`, `${axis}-rule-style`, `${axis}-rule-color`], {
          none: 'medium',
          leaveOut: [`${axis}-rule-style`],
        }),
      ],
      [`${axis}-rule-inset-cap`, pair([inset('cap', 'start'), inset('cap', 'end')])],
      [`${axis}-rule-inset-junction`, pair([inset('junction', 'start'), inset('junction', 'end')])],
      [`${axis}-rule-inset-start`, same([inset('cap', 'start'), inset('junction', 'start')])],
      [`${axis}-rule-inset-end`, same([inset('cap', 'end'), inset('junction', 'end')])],
      [
        `${axis}-rule-inset`,
        same([inset('cap', 'start'), inset('cap', 'end'), inset('junction', 'start'), inset('junction', 'end')]),
      ],
    ];
  }),
  ...['cap', 'junction'].map((kind): [string, WrittenShorthand] => [
    `rule-inset-${kind}`,
    same(['row', 'column'].flatMap((axis) => ends(`${axis}-rule-inset-${kind}-*`))),
  ]),
  ...['start', 'end'].map((end): [string, WrittenShorthand] => [
    `rule-inset-${end}`,
    same(['column', 'row'].flatMap((axis) => [`${axis}-rule-inset-cap-${end}`, `${axis}-rule-inset-junction-${end}`])),
  ]),
  [
    'rule-inset',
    same(
      ['row', 'column'].flatMap((axis) => ['cap', 'junction'].flatMap((kind) => ends(`${axis}-rule-inset-${kind}-*`))),
    ),
  ],
  ['rule', gapRules()],
  [
    'timeline-trigger',
    anyOrder(
      [
        'timeline-trigger-name',
        'timeline-trigger-source',
        ...ends('timeline-trigger-activation-range-*'),
        ...ends('timeline-trigger-active-range-*'),
      ],
      {
        none: 'none',
        leaveOut: [
          'timeline-trigger-name',
          'timeline-trigger-source',
          ...ends('timeline-trigger-activation-range-*'),
          ...ends('timeline-trigger-active-range-*'),
        ],
      },
    ),
  ],
  ['marker', same(['marker-start', 'marker-mid', 'marker-end'])],
  [
    'outline',
    anyOrder(['outline-color', 'outline-style', 'outline-width'], {
      none: 'none',
    }),
  ],
  ['flex-flow', anyOrder(['flex-direction', 'flex-wrap'], { none: 'row' })],
  ['text-emphasis', anyOrder(['text-emphasis-style', 'text-emphasis-color'], { none: 'none' })],
  ['-webkit-text-stroke', anyOrder(['-webkit-text-stroke-width', '-webkit-text-stroke-color'], { none: '0px' })],
  [
    'text-decoration',
    anyOrder(['text-decoration-line', 'text-decoration-thickness', 'text-decoration-style', 'text-decoration-color'], {
      none: 'none',
      leaveOut: ['text-decoration-line', 'text-decoration-thickness', 'text-decoration-style'],
      order: ['text-decoration-line', 'text-decoration-thickness', 'text-decoration-style', 'text-decoration-color'],
    }),
  ],
  [
    'position-try',
    anyOrder(['position-try-order', 'position-try-fallbacks'], {
      none: 'none',
      leaveOut: ['position-try-order', 'position-try-fallbacks'],
    }),
  ],
  [
    'scroll-timeline',
    anyOrder(['scroll-timeline-name', 'scroll-timeline-axis'], {
      none: 'none',
      leaveOut: ['scroll-timeline-name', 'scroll-timeline-axis'],
    }),
  ],
  [
    'view-timeline',
    anyOrder(['view-timeline-name', 'view-timeline-axis', 'view-timeline-inset'], {
      none: 'none',
      leaveOut: ['view-timeline-name', 'view-timeline-axis', 'view-timeline-inset'],
    }),
  ],
  ...LAYER_SHORTHANDS,
  ...BORDER_WRITTEN,
  ...SPECIAL_SHORTHANDS,
  ...GRID_WRITTEN,
]);

export function writtenShorthand(name: string): WrittenShorthand | null {
  return SHORTHANDS.get(name) ?? null;
}

export const WRITTEN_SHORTHANDS: ReadonlyMap<string, WrittenShorthand> = SHORTHANDS;

const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['-webkit-border-start-color', 'border-inline-start-color'],
  ['-webkit-border-end-color', 'border-inline-end-color'],
  ['-webkit-border-before-color', 'border-block-start-color'],
  ['-webkit-border-after-color', 'border-block-end-color'],
  ['-webkit-border-image', 'border-image'],
  ['font-width', 'font-stretch'],
]);

/** The name that a property has here, in lower case; custom properties keep theirs. */
export function propertyFor(name: string): string {
  if (name.startsWith('--')) return name;
  const lower = asciiLower(name);
  const canonical = OLD_NAMES.get(lower) ?? canonicalName(lower);
  if (canonical !== lower || !lower.startsWith('-webkit-') || isProperty(lower)) return canonical;
  const plain = lower.slice('-webkit-'.length);
  return isProperty(plain) ? plain : lower;
}

function isProperty(name: string): boolean {
  return isListed(name) || SHORTHANDS.has(name) || grammarOf(name) !== null || findLonghand(name) !== null;
}

/** The longhands of a property: of a shorthand its own, of a longhand itself; none for what is not known. */
export function longhandsOf(property: string): readonly string[] {
  const shorthand = SHORTHANDS.get(property);
  if (shorthand !== undefined) return shorthand.longhands;
  if (property === 'all') return ALL;
  return isProperty(property) && !property.startsWith('-internal-') ? [property] : NONE;
}

/** Every property that script can read and write, shorthands too. */
export function allPropertyNames(): string[] {
  const names = new Set([...LISTED_NAMES, ...SHORTHANDS.keys(), ...ALL, 'direction', 'unicode-bidi', 'all']);
  return [...names].filter((name) => !name.startsWith('-internal-'));
}

const NONE: readonly string[] = [];
/** Everything but direction, bidi and custom properties (CSS Cascade 5 §3.2). */
const ALL: readonly string[] = [
  ...new Set([
    ...LISTED_NAMES.flatMap((name) => SHORTHANDS.get(name)?.longhands ?? [name]),
    ...[...SHORTHANDS.values()].flatMap((shorthand) => shorthand.longhands),
  ]),
].filter((name) => name !== 'direction' && name !== 'unicode-bidi');
