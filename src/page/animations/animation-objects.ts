/**
 * Animation, CSSAnimation, CSSTransition, DocumentTimeline; Element.animate and getAnimations.
 *
 * Web Animations 1 §6 https://drafts.csswg.org/web-animations-1/#programming-interface, CSS Animations 2 §5, CSS
 * Transitions 2 §7
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { now } from '../clock.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, prototypeOf, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { defineNamedAccessor } from '../named-function.ts';
import {
  append,
  type BareArray,
  bareArray,
  copyArray,
  create,
  isNotANumber,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { isScrollTimeline, scrolledTime, wholeDuration } from '../rare/scroll-timelines.ts';
import { installCssEvents } from './css-events.ts';
import { installCssMotion, pullMotion, setRegister } from './css-motion.ts';
import { defineEffects, effectOf, type KeyframeEffectState, makeEffect, takeOptions } from './keyframe-effect.ts';
import { cssName, readKeyframes } from './keyframes.ts';
import { Player, type PlayState } from './player.ts';
import { frameEnd, installPlaying, relevantPlayers } from './playing.ts';
import { rangeEdge, setRangeEdge } from './ranges.ts';

const players = new WeakMap<object, Player>();
let timeline: object | null = null;

function playerOf(object: object): Player {
  const player = weakGet(players, object);
  if (player === undefined) throw new TypeError('Illegal invocation');
  return player;
}

function timelineObject(): object {
  timeline ??= create(prototypeOf('DocumentTimeline'));
  return timeline as object;
}

function timeOf(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  if (isNotANumber(number)) throw new TypeError('The provided double value is non-finite.');
  return number;
}

function bindEffect(player: Player, object: unknown): void {
  if (player.effect !== null) (player.effect as KeyframeEffectState).player = null;
  if (object === null || object === undefined) {
    player.effect = null;
    return;
  }
  const effect = effectOf(object as object);
  if (effect.player !== null && effect.player !== player) effect.player.effect = null;
  effect.player = player;
  player.effect = effect;
}

/** "commit computed styles": the nearest end of the frames, into the style attribute. */
function commitStyles(player: Player): void {
  const effect = player.effect as KeyframeEffectState | null;
  const target = effect?.target ?? null;
  if (effect === null || target === null) return;
  if (effect.pseudo !== '') {
    throw domException('NoModificationAllowedError', 'Commit styles is not allowed on pseudo-elements');
  }
  const isRendered = askEngine((engine) => engine.isRendered(target)) ?? false;
  if (!isRendered) throw domException('InvalidStateError', 'Target element is not rendered.');
  const end = frameEnd(player);
  let text = attribute(target, 'style') ?? '';
  for (let at = 0; at < effect.frames.length; at++) {
    const { computedOffset, properties } = effect.frames[at]!;
    if (computedOffset !== end) continue;
    for (let index = 0; index < properties.length; index++) {
      const [name, value] = properties[index]!;
      text = askEngine((engine) => engine.changedDeclarations(text, cssName(name), value, false)) ?? text;
    }
  }
  setAttributeValue(target, 'style', text);
}

function defineAnimation(): void {
  defineInterface('AnimationTimeline', null);
  defineMembers<object>('AnimationTimeline', {
    get currentTime(): number | object | null {
      const scrolled = scrolledTime(this);
      return scrolled === undefined ? now() : scrolled;
    },
    get duration(): object | null {
      return isScrollTimeline(this) ? wholeDuration() : null;
    },
  });
  defineInterface('DocumentTimeline', 'AnimationTimeline');
  setConstructor('DocumentTimeline', (newTarget) => instanceFor(newTarget, 'DocumentTimeline'));
  defineInterface('Animation', 'EventTarget');
  setConstructor('Animation', (newTarget, args) => {
    const object = instanceFor(newTarget, 'Animation');
    const player = new Player(object, null);
    if (args[0] !== undefined && args[0] !== null) bindEffect(player, args[0]);
    player.hasTimeline = args.length < 2 || args[1] !== null;
    weakSet(players, object, player);
    return object;
  });
  defineMembers<object>('Animation', {
    get id(): string {
      return playerOf(this).id;
    },
    set id(value: unknown) {
      playerOf(this).id = `${value}`;
    },
    get effect(): object | null {
      return playerOf(this).effect?.object ?? null;
    },
    set effect(value: unknown) {
      const player = playerOf(this);
      bindEffect(player, value);
      player.updateFinished(false, false);
    },
    get timeline(): object | null {
      return playerOf(this).hasTimeline ? timelineObject() : null;
    },
    set timeline(value: unknown) {
      const player = playerOf(this);
      player.hasTimeline = value !== null;
      if (isScrollTimeline(value)) player.pause();
      player.updateFinished(false, false);
    },
    get startTime(): number | null {
      return playerOf(this).startTime;
    },
    set startTime(value: unknown) {
      playerOf(this).setStartTime(timeOf(value));
    },
    get currentTime(): number | null {
      return playerOf(this).currentTime;
    },
    set currentTime(value: unknown) {
      playerOf(this).seek(timeOf(value));
    },
    get playbackRate(): number {
      return playerOf(this).rate;
    },
    set playbackRate(value: unknown) {
      playerOf(this).setRate(timeOf(value) ?? 0);
    },
    get playState(): PlayState {
      return playerOf(this).playState;
    },
    get replaceState(): string {
      return playerOf(this).replaceState;
    },
    get pending(): boolean {
      return playerOf(this).pending !== null;
    },
    get ready(): Promise<object> {
      return playerOf(this).ready.promise;
    },
    get finished(): Promise<object> {
      return playerOf(this).finished.promise;
    },
    cancel(): void {
      playerOf(this).cancel();
    },
    commitStyles(): void {
      commitStyles(playerOf(this));
    },
    finish(): void {
      playerOf(this).finish();
    },
    pause(): void {
      playerOf(this).pause();
    },
    persist(): void {
      playerOf(this).replaceState = 'persisted';
    },
    play(): void {
      playerOf(this).play(true);
    },
    reverse(): void {
      playerOf(this).reverse();
    },
    updatePlaybackRate(value: unknown): void {
      playerOf(this).updateRate(timeOf(value) ?? 0);
    },
    get rangeStart(): unknown {
      playerOf(this);
      return rangeEdge(this, 'start');
    },
    set rangeStart(value: unknown) {
      setRangeEdge(this, 'start', value, playerOf(this).effect?.target ?? null);
    },
    get rangeEnd(): unknown {
      playerOf(this);
      return rangeEdge(this, 'end');
    },
    set rangeEnd(value: unknown) {
      setRangeEdge(this, 'end', value, playerOf(this).effect?.target ?? null);
    },
    get overallProgress(): number | null {
      const player = playerOf(this);
      const time = player.currentTime;
      if (time === null || player.effect === null) return null;
      const end = player.effectEnd;
      const share = end === 0 ? (time < 0 ? 0 : 1) : time / end;
      return share < 0 ? 0 : share > 1 ? 1 : share;
    },
  });
  for (const type of ['finish', 'cancel', 'remove']) {
    defineNamedAccessor(
      prototypeOf('Animation'),
      `on${type}`,
      type,
      (self, own) => eventHandler(self as object, own),
      (self, value, own) => setEventHandler(self as object, own, value),
    );
  }
  defineInterface('CSSAnimation', 'Animation');
  defineMembers<object>('CSSAnimation', {
    get animationName(): string {
      return playerOf(this).css?.name ?? '';
    },
  });
  defineInterface('CSSTransition', 'Animation');
  defineMembers<object>('CSSTransition', {
    get transitionProperty(): string {
      return playerOf(this).css?.name ?? '';
    },
  });
}

function isInside(node: PageNode, root: PageNode): boolean {
  for (let at: PageNode | null = node; at !== null; at = at[PARENT_NODE] as PageNode | null)
    if (at === root) return true;
  return false;
}

function objectsOf(list: BareArray<Player>): object[] {
  const objects = bareArray<object>();
  for (let at = 0; at < list.length; at++) append(objects, list[at]!.object);
  return copyArray(objects);
}

function defineElementMembers(): void {
  defineMembers<PageNode>('Element', {
    animate(keyframes: unknown, options?: unknown): object {
      const effect = makeEffect(this, readKeyframes(keyframes));
      const given = takeOptions(effect, options);
      const player = new Player(create(prototypeOf('Animation')), effect);
      effect.player = player;
      player.id = given['id'] === undefined ? '' : `${given['id']}`;
      player.hasTimeline = given['timeline'] !== null;
      weakSet(players, player.object, player);
      if (given['rangeStart'] !== undefined) setRangeEdge(player.object, 'start', given['rangeStart'], this);
      if (given['rangeEnd'] !== undefined) setRangeEdge(player.object, 'end', given['rangeEnd'], this);
      player.play(true);
      // Differs: by scrolling nothing moves on; the animation stands where it begins, and never ends.
      if (isScrollTimeline(given['timeline'])) player.pause();
      return player.object;
    },
    getAnimations(options?: { readonly subtree?: unknown }): object[] {
      pullMotion();
      const withSubtree = Boolean(options?.subtree);
      return objectsOf(relevantPlayers((target) => target === this || (withSubtree && isInside(target, this))));
    },
  });
  for (const name of ['Document', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      getAnimations(): object[] {
        pullMotion();
        return objectsOf(relevantPlayers((target) => isInside(target, this)));
      },
    });
  }
  defineMembers<PageNode>('Document', {
    get timeline(): object {
      return this === mainDocument() ? timelineObject() : create(prototypeOf('DocumentTimeline'));
    },
  });
}

export function installAnimations(): void {
  defineAnimation();
  defineEffects();
  defineElementMembers();
  setRegister((object, player) => weakSet(players, object, player));
  installPlaying();
  installCssEvents();
  installCssMotion();
}
