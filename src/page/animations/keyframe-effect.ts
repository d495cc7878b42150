/**
 * AnimationEffect and KeyframeEffect.
 *
 * In:  a target, keyframes and times. Out: objects that tell what they were given and what follows at their animation's time.
 *
 * Web Animations 1 §6.5–§6.7 https://drafts.csswg.org/web-animations-1/#the-animationeffect-interface
 */
import type { PageNode } from '../dom/create-node.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { isTreeNode } from '../dom/tree.ts';
import { append, type BareArray, copyArray, create, weakGet, weakSet } from '../primordials.ts';
import { type Keyframe, readKeyframes } from './keyframes.ts';
import type { Effect, Player } from './player.ts';
import {
  activeDuration,
  activeTime,
  defaultTiming,
  endTime,
  iterationAt,
  iterationDuration,
  type Timing,
  transformedProgress,
  updateTiming,
} from './timing.ts';

export interface KeyframeEffectState extends Effect {
  frames: BareArray<Keyframe>;
  /** The animation it belongs to. */
  player: Player | null;
}

const effects = new WeakMap<object, KeyframeEffectState>();

export function effectOf(object: object): KeyframeEffectState {
  const effect = weakGet(effects, object);
  if (effect === undefined) throw new TypeError('Illegal invocation');
  return effect;
}

/** Told when script changes the times or frames of an effect. */
let changed: (player: Player) => void = () => {};

export function setEffectHook(hook: typeof changed): void {
  changed = hook;
}

export function makeEffect(target: PageNode | null, frames: BareArray<Keyframe>, object?: object): KeyframeEffectState {
  const effect: KeyframeEffectState = {
    object: object ?? create(prototypeOf('KeyframeEffect')),
    target,
    pseudo: '',
    timing: defaultTiming(),
    composite: 'replace',
    frames,
    player: null,
  };
  weakSet(effects, effect.object, effect);
  return effect;
}

/** A number is the duration; an object has times, and more for keyframes. */
export function takeOptions(effect: KeyframeEffectState, options: unknown): Record<string, unknown> {
  if (options === undefined || options === null) return {};
  if (typeof options === 'number') {
    updateTiming(effect.timing, { duration: options });
    return {};
  }
  const given = options as Record<string, unknown>;
  updateTiming(effect.timing, given);
  if (given['composite'] !== undefined) effect.composite = `${given['composite']}`;
  if (given['pseudoElement'] !== undefined && given['pseudoElement'] !== null)
    effect.pseudo = `${given['pseudoElement']}`;
  return given;
}

function timingObject({
  delay,
  endDelay,
  fill,
  iterationStart,
  iterations,
  duration,
  direction,
  easing,
}: Timing): object {
  return { delay, direction, duration, easing, endDelay, fill, iterationStart, iterations };
}

function computedTiming(effect: KeyframeEffectState): object {
  const { timing, player } = effect;
  const localTime = player?.currentTime ?? null;
  const rate = player?.rate ?? 1;
  const filled = { ...timing, fill: timing.fill === 'auto' ? 'none' : timing.fill };
  const isActive = activeTime(filled, localTime, rate) !== null;
  return {
    ...timingObject(timing),
    fill: filled.fill,
    duration: iterationDuration(timing),
    activeDuration: activeDuration(timing),
    currentIteration: isActive ? iterationAt(filled, localTime, rate)!.iteration : null,
    endTime: endTime(timing),
    localTime,
    progress: isActive ? transformedProgress(filled, localTime, rate) : null,
  };
}

function frameObjects(frames: BareArray<Keyframe>): object[] {
  const list: object[] = copyArray([]);
  for (let at = 0; at < frames.length; at++) {
    const { offset, computedOffset, easing, composite, properties } = frames[at]!;
    const object: Record<string, unknown> = { offset, easing, composite };
    for (let index = 0; index < properties.length; index++) object[properties[index]![0]] = properties[index]![1];
    object['computedOffset'] = computedOffset;
    append(list as unknown as BareArray<object>, object);
  }
  return list;
}

function notify(effect: KeyframeEffectState): void {
  if (effect.player !== null) changed(effect.player);
}

export function defineEffects(): void {
  defineInterface('AnimationEffect', null);
  defineMembers<object>('AnimationEffect', {
    getTiming(): object {
      return timingObject(effectOf(this).timing);
    },
    getComputedTiming(): object {
      return computedTiming(effectOf(this));
    },
    updateTiming(timing: unknown = undefined): void {
      const effect = effectOf(this);
      if (timing !== undefined && timing !== null) updateTiming(effect.timing, timing as Record<string, unknown>);
      notify(effect);
    },
  });
  defineInterface('KeyframeEffect', 'AnimationEffect');
  setConstructor('KeyframeEffect', (newTarget, args) => {
    const object = instanceFor(newTarget, 'KeyframeEffect');
    const source =
      args.length === 1 && typeof args[0] === 'object' && args[0] !== null ? weakGet(effects, args[0]) : undefined;
    if (source !== undefined) {
      const copy = makeEffect(source.target, source.frames, object);
      updateTiming(copy.timing, timingObject(source.timing) as Record<string, unknown>);
      copy.pseudo = source.pseudo;
      copy.composite = source.composite;
      return object;
    }
    if (args.length < 2) {
      throw new TypeError("Failed to construct 'KeyframeEffect': 2 arguments required, but only 1 present.");
    }
    const effect = makeEffect(targetOf(args[0]), readKeyframes(args[1]), object);
    takeOptions(effect, args[2]);
    return object;
  });
  defineMembers<object>('KeyframeEffect', {
    get target(): PageNode | null {
      return effectOf(this).target;
    },
    set target(value: unknown) {
      const effect = effectOf(this);
      effect.target = targetOf(value);
      notify(effect);
    },
    get pseudoElement(): string | null {
      const { pseudo } = effectOf(this);
      return pseudo === '' ? null : pseudo;
    },
    set pseudoElement(value: unknown) {
      effectOf(this).pseudo = value === null || value === undefined ? '' : `${value}`;
    },
    get composite(): string {
      return effectOf(this).composite;
    },
    set composite(value: unknown) {
      effectOf(this).composite = `${value}`;
    },
    getKeyframes(): object[] {
      return frameObjects(effectOf(this).frames);
    },
    setKeyframes(keyframes: unknown): void {
      const effect = effectOf(this);
      effect.frames = readKeyframes(keyframes);
      notify(effect);
    },
  });
}

function targetOf(value: unknown): PageNode | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || !isTreeNode(value)) {
    throw new TypeError("Failed to construct 'KeyframeEffect': parameter 1 is not of type 'Element'.");
  }
  return value as PageNode;
}
