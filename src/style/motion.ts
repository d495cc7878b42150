/**
 * The animations and transitions of one computed style: their names and times.
 *
 * In:  cascade entries, and how references in values are replaced. Out: a `Motion`, shared by all styles that say the same.
 *
 * Differs: times in calc() count as zero unless they are one time or a product with a number.
 *
 * CSS Animations 1 §3 https://drafts.csswg.org/css-animations-1/, CSS Transitions 2 §2
 * https://drafts.csswg.org/css-transitions-2/
 */
import type { CascadeEntry, DeclaredValue } from './declaration.ts';
import { expandMotion, MOTION_INITIAL } from './motion-declaration.ts';

export interface AnimationTiming {
  readonly name: string;
  readonly durationMs: number;
  readonly delayMs: number;
  /** May be infinite. */
  readonly iterations: number;
  readonly direction: string;
  readonly fill: string;
  readonly isPaused: boolean;
  readonly easing: string;
}

export interface TransitionTiming {
  /** A longhand, a shorthand, or 'all'. */
  readonly property: string;
  readonly durationMs: number;
  readonly delayMs: number;
  readonly easing: string;
  readonly isDiscrete: boolean;
}

export interface Motion {
  readonly animations: readonly AnimationTiming[];
  /** Later ones win. Those that take no time are left out. */
  readonly transitions: readonly TransitionTiming[];
}

type Lists = Map<string, readonly string[]>;

/** Key: all lists as text. */
const made = new Map<string, Motion | null>();
const MAX_MADE = 2_000;

/** `null` for a style without animations and transitions. */
export function motionOf(entries: readonly CascadeEntry[], replace: (text: string) => string | null): Motion | null {
  const lists: Lists = new Map();
  for (let at = entries.length - 1; at >= 0; at--) {
    const { declarations } = entries[at]!;
    for (let index = declarations.length - 1; index >= 0; index--) {
      const { property, declared } = declarations[index]!;
      if (property in MOTION_INITIAL && !lists.has(property)) lists.set(property, listOf(property, declared, replace));
    }
  }
  const key = JSON.stringify([...lists]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const animations = readAnimations(lists);
  const transitions = readTransitions(lists);
  const motion = animations.length === 0 && transitions.length === 0 ? null : { animations, transitions };
  if (made.size >= MAX_MADE) made.clear();
  made.set(key, motion);
  return motion;
}

function listOf(
  property: string,
  declared: DeclaredValue,
  replace: (text: string) => string | null,
): readonly string[] {
  if (declared.kind === 'value') return declared.value as readonly string[];
  const text = declared.kind === 'pending' ? replace(declared.text) : null;
  if (text === null || declared.kind !== 'pending') return [];
  return expandMotion(declared.property, text)?.get(property) ?? [];
}

/** Lists are repeated until they are as long as the list of names. */
function partOf(lists: Lists, longhand: string, at: number): string {
  const list = lists.get(longhand);
  return list === undefined || list.length === 0 ? MOTION_INITIAL[longhand]! : list[at % list.length]!;
}

function readAnimations(lists: Lists): AnimationTiming[] {
  const animations: AnimationTiming[] = [];
  (lists.get('animation-name') ?? []).forEach((name, at) => {
    const part = (longhand: string): string => partOf(lists, `animation-${longhand}`, at);
    // What scrolling drives has no times.
    if (name === 'none' || part('timeline') !== 'auto') return;
    const count = part('iteration-count');
    animations.push({
      name,
      durationMs: Math.max(0, timeOf(part('duration'))),
      delayMs: timeOf(part('delay')),
      iterations: count === 'infinite' ? Number.POSITIVE_INFINITY : Math.max(0, Number(count) || 0),
      direction: part('direction'),
      fill: part('fill-mode'),
      isPaused: part('play-state') === 'paused',
      easing: part('timing-function'),
    });
  });
  return animations;
}

function readTransitions(lists: Lists): TransitionTiming[] {
  const names = lists.get('transition-property') ?? ['all'];
  const transitions: TransitionTiming[] = [];
  (names.length === 0 ? ['all'] : names).forEach((property, at) => {
    const part = (longhand: string): string => partOf(lists, `transition-${longhand}`, at);
    const durationMs = Math.max(0, timeOf(part('duration')));
    const delayMs = timeOf(part('delay'));
    // A later one without time takes the property from an earlier one that has some.
    if (property === 'none' || (durationMs + delayMs <= 0 && transitions.length === 0)) return;
    const isDiscrete = part('behavior') === 'allow-discrete';
    transitions.push({ property, durationMs, delayMs, easing: part('timing-function'), isDiscrete });
  });
  return transitions;
}

const TIME = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(m?s)$/i;
const PRODUCT = /^(?:([-+]?[\d.]+)\s*\*\s*)?([-+]?[\d.]+m?s)(?:\s*\*\s*([-+]?[\d.]+))?$/i;

/** In milliseconds. */
function timeOf(text: string): number {
  const inner = text.startsWith('calc(') ? text.slice(5, -1).trim() : text;
  const product = PRODUCT.exec(inner);
  if (product !== null && inner !== text) {
    return Number(product[1] ?? 1) * timeOf(product[2]!) * Number(product[3] ?? 1) || 0;
  }
  const time = TIME.exec(inner);
  return time === null ? 0 : Number(time[1]) * (time[2]!.toLowerCase() === 's' ? 1000 : 1) || 0;
}
