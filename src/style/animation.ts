/**
 * What animations leave behind when they have ended: the last keyframe, where 'animation-fill-mode' keeps it.
 *
 * In:  declarations of 'animation' and its longhands, and the keyframes of the sheets. Out: cascade entries that stand
 * behind all normal declarations.
 *
 * Differs: no time passes here, so an animation that ends has ended, one that is paused stands where it began, and one that
 * never ends or is driven by scrolling changes nothing. Delays, and what stands in var(), are not looked at.
 *
 * CSS Animations 1 §4 https://drafts.csswg.org/css-animations-1/, CSS Cascade 5 §6.1 (animation declarations)
 */
import type { NumberedEntry } from './cascade-entry.ts';
import type { CascadeEntry } from './declaration.ts';
import { MOTION_INITIAL } from './motion-declaration.ts';

/** By name: what the first and the last frame declare; `null` where a frame is not written. */
export type Keyframes = ReadonlyMap<string, EndFrames>;

export interface EndFrames {
  readonly from: NumberedEntry | null;
  readonly to: NumberedEntry | null;
}

const NAME = 'animation-name';
const FILL = 'animation-fill-mode';
const COUNT = 'animation-iteration-count';
const DIRECTION = 'animation-direction';
const PLAY = 'animation-play-state';
const TIMELINE = 'animation-timeline';

/** Adds the frames at which the animations of an element have ended. Later animations win. */
export function addEndFrames(normal: NumberedEntry[], important: readonly NumberedEntry[], keyframes: Keyframes): void {
  if (!normal.some((entry) => entry.animates) && !important.some((entry) => entry.animates)) return;
  const winners = new Map<string, readonly string[]>();
  for (let at = important.length - 1; at >= 0; at--) takeWinners(important[at]!, winners);
  for (let at = normal.length - 1; at >= 0; at--) takeWinners(normal[at]!, winners);
  const names = winners.get(NAME) ?? [];
  const partOf = (longhand: string, at: number): string => {
    const list = winners.get(longhand);
    return list === undefined || list.length === 0 ? MOTION_INITIAL[longhand]! : list[at % list.length]!;
  };
  for (let at = 0; at < names.length; at++) {
    const frames = keyframes.get(names[at]!);
    if (frames === undefined || partOf(TIMELINE, at) !== 'auto') continue;
    const direction = partOf(DIRECTION, at);
    let isAtFirst = !direction.endsWith('reverse');
    if (partOf(PLAY, at) !== 'paused') {
      const fill = partOf(FILL, at);
      const count = Number(partOf(COUNT, at));
      if ((fill !== 'forwards' && fill !== 'both') || !Number.isInteger(count)) continue;
      isAtFirst = endsAtFirst(direction, count);
    }
    const frame = isAtFirst ? frames.from : frames.to;
    if (frame !== null) normal.push(frame);
  }
}

/** §4.6: in which direction the last iteration went. */
function endsAtFirst(direction: string, count: number): boolean {
  switch (direction) {
    case 'reverse':
      return count > 0;
    case 'alternate':
      return count % 2 === 0;
    case 'alternate-reverse':
      return count % 2 === 1;
    default:
      return count === 0;
  }
}

function takeWinners(
  { declarations, animates: matters }: NumberedEntry,
  winners: Map<string, readonly string[]>,
): void {
  if (!matters) return;
  for (let at = declarations.length - 1; at >= 0; at--) {
    const { property, declared }: CascadeEntry['declarations'][number] = declarations[at]!;
    if (!property.startsWith('animation-') || winners.has(property)) continue;
    winners.set(property, declared.kind === 'value' ? (declared.value as readonly string[]) : []);
  }
}
