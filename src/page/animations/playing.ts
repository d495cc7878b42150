/**
 * All animations of the document that play or have an effect, and their events.
 *
 * In:  players that changed. Out: frames when one of them begins, repeats or ends, with the events of that moment; and the
 * declarations that ended animations of script leave on their elements.
 *
 * Differs: values in the middle of an animation are not computed. Until it ends, an element has the style that it has
 * without it; what a style sheet animates has its last frame from the beginning (style/animation.ts).
 *
 * Web Animations 1 §4.3.1 https://drafts.csswg.org/web-animations-1/#update-animations-and-send-events
 */
import { now } from '../clock.ts';
import type { PageNode } from '../dom/create-node.ts';
import { markChanged } from '../dom/document-version.ts';
import { stateOf } from '../dom/element-state.ts';
import { createEvent } from '../event-classes.ts';
import { startTimer, stopTimer } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { beforeCallbacks, forceFrame, setAnimationEvents } from '../observers/rendering.ts';
import {
  append,
  type BareArray,
  bareArray,
  copyBare,
  floor,
  isFiniteNumber,
  max,
  min,
  removeAt,
} from '../primordials.ts';
import { reportException } from '../report-exception.ts';
import { type KeyframeEffectState, setEffectHook } from './keyframe-effect.ts';
import { declarationsAt } from './keyframes.ts';
import { type Player, setPlayerHooks } from './player.ts';
import { activeDuration, endTime, iterationDuration, phaseAt, transformedProgress } from './timing.ts';

interface PlannedEvent {
  readonly target: object;
  readonly make: () => object;
  /** By the document's time; then by the order of the animations. */
  readonly time: number;
  readonly player: Player;
}

const players: BareArray<Player> = bareArray();
let planned: BareArray<PlannedEvent> = bareArray();
let isDue = false;
let timer = 0;
let timerAt = Number.POSITIVE_INFINITY;
/** Whether somebody wants to hear of each repetition; without that, they need no frames. */
let watchesIterations = false;

export function watchIterations(): void {
  watchesIterations = true;
}

/** CSS animations and transitions have events of their own: css-events.ts. */
let cssEvents: (player: Player) => void = () => {};

export function setCssEvents(collect: typeof cssEvents): void {
  cssEvents = collect;
}

export function planEvent(player: Player, target: object, make: () => object, time: number): void {
  append(planned, { player, target, make, time });
  demandFrame();
}

function demandFrame(): void {
  isDue = true;
  forceFrame();
}

/** §4.8.3: those that play, will play, or have an effect. */
export function isRelevant(player: Player): boolean {
  if (player.effect === null || player.replaceState === 'removed') return false;
  const { timing } = player.effect;
  const time = player.currentTime;
  if (time === null) return player.pending !== null;
  const rate = player.rate;
  const phase = phaseAt(timing, time, rate);
  if (phase === 'active' || (phase === 'before' && rate > 0) || (phase === 'after' && rate < 0)) return true;
  const { fill } = timing;
  if (phase === 'after') return fill === 'forwards' || fill === 'both';
  return fill === 'backwards' || fill === 'both';
}

/** Animations of a target, or all; script sees them in their composite order. */
export function relevantPlayers(isWanted: (target: PageNode) => boolean): BareArray<Player> {
  const found = bareArray<Player>();
  for (let at = 0; at < players.length; at++) {
    const player = players[at]!;
    const target = player.effect?.target ?? null;
    if (target === null || !isWanted(target) || !isRelevant(player)) continue;
    let place = found.length;
    while (place > 0 && compositeOrder(found[place - 1]!, player) > 0) {
      found[place] = found[place - 1]!;
      place--;
    }
    found[place] = player;
  }
  return found;
}

/** Transitions, then animations of style sheets, then those of script. */
function compositeOrder(first: Player, second: Player): number {
  return first.rank - second.rank || first.order - second.order;
}

function update(): void {
  isDue = false;
  const all = copyBare(players);
  for (let at = 0; at < all.length; at++) {
    all[at]!.startPending();
    all[at]!.updateFinished(false, false);
    cssEvents(all[at]!);
  }
  for (let at = players.length - 1; at >= 0; at--) {
    const player = players[at]!;
    if (!isRelevant(player) && player.playState !== 'running') removeAt(players, at);
  }
  isDue = false;
  plan();
}

function sendEvents(): void {
  const events = planned;
  planned = bareArray();
  for (let at = 1; at < events.length; at++) {
    const event = events[at]!;
    let to = at;
    while (to > 0 && comesAfter(events[to - 1]!, event)) {
      events[to] = events[to - 1]!;
      to--;
    }
    events[to] = event;
  }
  for (let at = 0; at < events.length; at++) {
    try {
      dispatchTrusted(events[at]!.target, events[at]!.make() as never);
    } catch (error) {
      reportException(error);
    }
  }
}

function comesAfter(first: PlannedEvent, second: PlannedEvent): boolean {
  return first.time > second.time || (first.time === second.time && compositeOrder(first.player, second.player) > 0);
}

/** Sets the clock for the next moment at which something begins, repeats or ends. */
function plan(): void {
  let next = Number.POSITIVE_INFINITY;
  for (let at = 0; at < players.length; at++) next = min(next, nextMoment(players[at]!));
  if (next === timerAt) return;
  stopTimer(timer);
  timerAt = next;
  if (!isFiniteNumber(next)) return;
  // A little later, so that rounding does not put it before the moment.
  const wait = max(0, next - now()) + 0.01;
  timer = startTimer(
    () => {
      timerAt = Number.POSITIVE_INFINITY;
      demandFrame();
    },
    wait,
    bareArray() as unknown as unknown[],
    false,
  );
}

function nextMoment(player: Player): number {
  const { startTime, rate, effect } = player;
  const time = player.currentTime;
  const isMoving = startTime !== null && player.holdTime === null && rate !== 0;
  if (!isMoving || time === null || effect === null) return Number.POSITIVE_INFINITY;
  const { timing } = effect;
  // Time goes on while frames run: what has come since this one looked is due at once.
  const isOver = rate > 0 ? time >= endTime(timing) : time <= 0;
  if (isOver || (player.css !== null && player.css.phase !== phaseAt(timing, time, rate))) return now();
  const duration = iterationDuration(timing);
  const end = timing.delay + activeDuration(timing);
  let next = Number.POSITIVE_INFINITY;
  const consider = (boundary: number): void => {
    const isAhead = rate > 0 ? boundary > time : boundary < time;
    if (isAhead) next = min(next, startTime + boundary / rate);
  };
  consider(timing.delay);
  consider(end);
  consider(endTime(timing));
  if (rate < 0) consider(0);
  if (watchesIterations && duration > 0 && time >= timing.delay && time < end) {
    consider(timing.delay + (floor((time - timing.delay) / duration) + (rate > 0 ? 1 : 0)) * duration);
  }
  return next;
}

/** What ended animations of script leave on their element, where they fill: it stands behind all normal declarations. */
function leaveStyle(target: PageNode): void {
  const found = relevantPlayers((each) => each === target);
  let text = '';
  for (let at = 0; at < found.length; at++) {
    const player = found[at]!;
    const effect = player.effect as KeyframeEffectState;
    if (player.css !== null || effect.pseudo !== '') continue;
    if (phaseAt(effect.timing, player.currentTime, player.rate) !== 'after') continue;
    text += declarationsAt(effect.frames, frameEnd(player));
  }
  const state = stateOf(target);
  if ((state.animated ?? '') === text) return;
  state.animated = text;
  markChanged(target);
}

/** The end of the frames that is nearest to where an animation is. */
export function frameEnd(player: Player): 0 | 1 {
  const { timing } = player.effect!;
  return (transformedProgress(timing, player.currentTime, player.rate) ?? 0) >= 0.5 ? 1 : 0;
}

function changed(player: Player): void {
  let isKnown = false;
  for (let at = 0; at < players.length; at++) if (players[at] === player) isKnown = true;
  if (!isKnown && player.effect !== null && player.playState !== 'idle') append(players, player);
  const target = player.effect?.target ?? null;
  if (target !== null && player.css === null) leaveStyle(target);
  if (player.pending !== null && player.hasTimeline) demandFrame();
  // Its own end may be elsewhere now.
  else if (!isDue) plan();
  if (player.css !== null && player.playState === 'idle') {
    cssEvents(player);
    plan();
  }
}

export function installPlaying(): void {
  setPlayerHooks({
    changed,
    event(player, type, currentTime) {
      const make = () =>
        createEvent('AnimationPlaybackEvent', type, { currentTime, timelineTime: player.timelineTime });
      planEvent(player, player.object, make, type === 'cancel' ? Number.NEGATIVE_INFINITY : now());
    },
  });
  setEffectHook((player) => player.updateFinished(false, false));
  const isActive = (): boolean => isDue || planned.length > 0;
  beforeCallbacks({ isActive, run: update });
  setAnimationEvents({ hasAny: isActive, send: sendEvents });
}
